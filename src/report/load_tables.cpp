// SPDX-License-Identifier: Apache-2.0
#include "report/load_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/html_parts.h"
#include "report/replay_page.h"

namespace fh::report {
namespace {

using core::Json;

constexpr double kBarPixels = 220.0, kRowPixels = 20.0;

const char* filter_word(const Json& result) {
  return result == "within" ? "✓ within" : result == "above" ? "✗ above" : "? cannot be told";
}

std::string lifts_table(const Json& measures, std::size_t number) {
  HtmlTable table("Lifts", {"who", "what", "kg", "from s", "limit at origin kg", "limit at destination kg", "index"});
  for (const Json& lift : value_at(measures, {"lifts", "done"}))
    table.row({shown(lift["who"]), shown(lift["what"]), shown(lift["mass_kg"]),
               moment_link(lift["from_s"], number, lift["who"]), shown(lift["origin"]["rwl_kg"]),
               shown(lift["destination"]["rwl_kg"]), banded(lift["index_band"])});
  return table.end();
}

std::string carried_table(const Json& measures, std::size_t number) {
  HtmlTable table("Carried: the mass against the risk filter for where the hands were",
                  {"who", "what", "kg", "walked m", "filter kg", "hands", "at s", "share of filter", "filter"});
  bool beyond = false;
  for (const Json& carry : value_at(measures, {"handling", "carried"})) {
    beyond |= !carry["filter_holds"].get<bool>();
    table.row({shown(carry["who"]), shown(carry["what"]), shown(carry["mass_kg"]), shown(carry["walked_m"]),
               shown(carry["filter_kg"]),
               shown(carry["zone"]) + (carry["at_arms_length"].get<bool>() ? ", at arm’s length" : ", close"),
               moment_link(carry["at_s"], number, carry["who"]), banded(carry["share"]),
               filter_word(carry["result"]) + std::string(carry["filter_holds"].get<bool>() ? "" : " *")});
  }
  std::string text = table.end();
  if (beyond)
    text +=
        "<p class=\"note\">* The filter is made for two hands, no lower than the knuckles, and 10 m at most without "
        "putting down: this carry asks for a closer look whatever its mass.</p>\n";
  return text;
}

std::string pushed_table(const Json& measures, std::size_t number) {
  HtmlTable table("Pushed and pulled along the ground: the force on the hands against the risk filter",
                  {"who", "what", "kg", "moved m", "from s", "to start N", "filter", "to keep going N", "filter"});
  for (const Json& push : value_at(measures, {"handling", "pushed"}))
    table.row({shown(push["who"]), shown(push["what"]), shown(push["mass_kg"]), shown(push["moved_m"]),
               moment_link(push["from_s"], number, push["who"]), banded(push["start_n"]),
               filter_word(push["start_n"]["result"]), banded(push["motion_n"]),
               filter_word(push["motion_n"]["result"])});
  return table.end();
}

std::string back_table(const Json& measures, std::size_t number) {
  HtmlTable table("Low back (L5/S1), largest static load; screening limits are 3400 N and 500 N",
                  {"person", "compression N", "shear N", "at s", "held kg"});
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group]) {
      const Json back = value_at(person, {"low_back"});
      if (value_at(back, {"compression"}).is_null()) continue;
      table.row({shown(value_at(person, {"name"})), banded(back["compression"]), banded(back["shear"]),
                 moment_link(back["at_s"], number, person.value("name", "")), shown(back["held_kg"])});
    }
  }
  return table.end();
}

/// Joints of one person as bars, all of a page on the same scale; the line is the band.
std::string bars_of(const Json& person, double most, std::size_t number) {
  constexpr const char* kJoints[] = {"back", "neck", "shoulder", "elbow", "wrist", "hip", "knee", "ankle"};
  const std::string name = person.value("name", "");
  std::string rows, text;
  double y = 0.0;
  for (const char* joint : kJoints) {
    const Json torque = value_at(person, {"joint_torques", joint});
    if (torque.is_null()) continue;
    const double scale = kBarPixels / most, value = torque["most_n_m"].get<double>();
    const double low = torque["low_n_m"].get<double>(), high = torque["high_n_m"].get<double>();
    fmt::format_to(std::back_inserter(rows),
                   "<text text-anchor=\"end\" x=\"-8\" y=\"{:.0f}\">{}</text><rect class=\"load\" x=\"0\" y=\"{:.0f}\" "
                   "width=\"{:.1f}\" height=\"12\"/>\n",
                   y + 14.0, joint, y + 4.0, scale * value);
    if (high > low)
      fmt::format_to(std::back_inserter(rows),
                     "<line class=\"now\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.0f}\" y2=\"{:.0f}\"/>\n", scale * low,
                     scale * high, y + 10.0, y + 10.0);
    fmt::format_to(std::back_inserter(rows), "<text x=\"{:.0f}\" y=\"{:.0f}\">{} at {} s</text>\n",
                   scale * std::max(value, high) + 6.0, y + 14.0,
                   banded({{"value", value}, {"low", low}, {"high", high}}), shown(torque["at_s"]));
    y += kRowPixels;
  }
  if (rows.empty()) return {};
  return fmt::format(
      "<figure><figcaption>{0}: largest static torque of each joint, N m (visit {1})</figcaption><svg class=\"bars\" "
      "role=\"img\" aria-label=\"Joint torques of {0}\" viewBox=\"-80 0 {2:.0f} {3:.0f}\">\n{4}</svg></figure>\n",
      escaped(name), number + 1, kBarPixels + 250.0, y + 6.0, rows);
}

std::string torque_bars(const Json& measures, std::size_t number) {
  double most = 1.0;
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group]) {
      for (const Json& torque : value_at(person, {"joint_torques"})) {
        if (torque.is_object()) most = std::max(most, torque["high_n_m"].get<double>());
      }
    }
  }
  std::string text;
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group]) text += bars_of(person, most, number);
  }
  return text.empty() ? text : "<div class=\"pictures wide\">\n" + text + "</div>\n";
}

}  // namespace

std::string load_tables(const Json& measures, std::size_t number) {
  return lifts_table(measures, number) + carried_table(measures, number) + pushed_table(measures, number) +
         back_table(measures, number) + torque_bars(measures, number);
}

}  // namespace fh::report
