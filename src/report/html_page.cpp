// SPDX-License-Identifier: Apache-2.0
#include "report/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "report/html_parts.h"
#include "report/replay_page.h"
#include "report/replay_scene.h"

namespace fh::report {
namespace {

using core::Json;

/// With the colours of replay_scene.h.
constexpr const char* kDashes[] = {"none", "8 4", "2 3", "8 3 2 3", "12 4", "4 4"};

const char* result_word(const std::string& result) {
  return result == "pass" ? "✓ holds" : result == "fail" ? "✗ does not hold" : "? cannot be told";
}

/// One check in a sentence: what came out against what was asked, and how sure that is.
std::string check_sentence(const Json& check) {
  const std::string result = check["result"];
  std::string text = fmt::format("<li>{}: <strong>{}</strong>", result_word(result), shown(check["name"]));
  if (check["value"].is_null()) return text + ". Nothing in the visit tells it.</li>\n";
  text += fmt::format(" (body {}): {} {}, asked was {} {}", shown(check["body"]), banded(check), shown(check["unit"]),
                      check["wants"] == "at_least" ? "at least" : "at most", shown(check["limit"]));
  if (result == "cannot_tell") text += "; the band of what is guessed of the body reaches across the limit";
  return text + ".</li>\n";
}

/// What stands out in a visit, whether it was asked for or not.
std::string findings(const MeasuredVisit& visit) {
  const std::size_t misses = value_at(visit.measures, {"awareness", "near_misses"}).size();
  std::string text = fmt::format("<li>{} near miss{}.</li>\n", misses, misses == 1 ? "" : "es");
  for (const Json& user : visit.measures["users"]) {
    const std::string name = shown(value_at(user, {"name"}));
    const Json rula = value_at(user, {"posture", "rula", "worst"}), least = value_at(user, {"clearance", "least"});
    if (!rula.is_null()) text += fmt::format("<li>{}: worst RULA score {} of 7.</li>\n", name, banded(rula));
    if (!least.is_null())
      text += fmt::format("<li>{}: came as near as {} m to {}.</li>\n", name, shown(least["distance_m"]),
                          shown(least["to"]));
  }
  return text;
}

std::string summary(const EvaluationReport& report) {
  std::map<std::string, std::size_t> count;
  for (const Json& check : report.checks) ++count[check["result"].get<std::string>()];
  std::string text =
      fmt::format("<p>Evaluated: <strong>{}</strong>, {} visit{}.</p>\n", shown(value_at(report.subject, {"scenario"})),
                  report.visits.size(), report.visits.size() == 1 ? "" : "s");
  if (report.checks.empty())
    text += "<p>The scenario asks for nothing (it has no <code>checks</code>).</p>\n";
  else
    text += fmt::format("<p>{} checks: {} hold, {} do not hold, {} cannot be told.</p>\n<ul>", report.checks.size(),
                        count["pass"], count["fail"], count["cannot_tell"]);
  for (const Json& check : report.checks) text += check_sentence(check);
  if (!report.checks.empty()) text += "</ul>\n";
  for (const MeasuredVisit& visit : report.visits)
    text += fmt::format("<p>In body {}:</p>\n<ul>{}</ul>\n", escaped(visit.body), findings(visit));
  return text +
         "<p class=\"note\">How sure: distances and what is visible are computed from the true geometry; scores of a "
         "user's posture carry in brackets what the guessed parts of the body allow.</p>\n";
}

/// The visit of a check.
std::size_t visit_of(const EvaluationReport& report, const Json& body) {
  for (std::size_t i = 0; i < report.visits.size(); ++i) {
    if (report.visits[i].body == body) return i;
  }
  return 0;
}

std::string checks_table(const EvaluationReport& report) {
  if (report.checks.empty()) return {};
  HtmlTable table("What was asked", {"check", "result", "value", "limit", "unit", "at s", "body", "source"});
  for (const Json& check : report.checks)
    table.row({shown(check["name"]), result_word(check["result"].get<std::string>()), banded(check),
               fmt::format("{} {}", check["wants"] == "at_least" ? "at least" : "at most", shown(check["limit"])),
               shown(check["unit"]), moment_link(check["at_s"], visit_of(report, check["body"]), ""),
               shown(check["body"]), shown(check["source"])});
  return table.end();
}

/// A worst score with the moment it leads to.
std::string worst_score(const Json& person, const char* method, std::size_t number) {
  const Json worst = value_at(person, {"posture", method, "worst"});
  if (worst.is_null()) return "–";
  return fmt::format("{} at {} s", banded(worst), moment_link(worst["at_s"], number, person.value("name", "")));
}

/// A least distance with the pair of points it is between.
std::string least_distance(const Json& person, std::size_t number) {
  const Json least = value_at(person, {"clearance", "least"});
  if (least.is_null()) return "–";
  Json points = Json::array();
  for (const char* side : {"on_body_m", "on_other_m"}) {
    for (const Json& value : least[side]) points.push_back(value);
  }
  return fmt::format("{} at {} s", shown(least["distance_m"]),
                     moment_link(least["at_s"], number, person.value("name", ""), points));
}

std::string people_table(const Json& measures, std::size_t number) {
  HtmlTable table("People: worst posture, least clearance",
                  {"person", "RULA", "REBA", "OWAS", "nearest", "clearance m", "headroom m", "passage m"});
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group])
      table.row({shown(value_at(person, {"name"})), worst_score(person, "rula", number),
                 worst_score(person, "reba", number), worst_score(person, "owas", number),
                 shown(value_at(person, {"clearance", "least", "to"})), least_distance(person, number),
                 shown(value_at(person, {"clearance", "headroom", "least_m"})),
                 shown(value_at(person, {"clearance", "passage", "least_m"}))});
  }
  return table.end();
}

std::string misses_table(const Json& measures, std::size_t number) {
  HtmlTable table("Near misses: contact was predicted within the stated time",
                  {"who", "whom", "from s", "to s", "separation m", "closing m/s", "contact in s", "saw", "was seen"});
  for (const Json& miss : value_at(measures, {"awareness", "near_misses"}))
    table.row({shown(miss["a"]), shown(miss["b"]), moment_link(miss["from_s"], number, miss["a"]), shown(miss["to_s"]),
               shown(miss["least_separation_m"]), shown(miss["fastest_closing_m_s"]),
               shown(miss["least_time_to_contact_s"]), shown(miss["a_saw_b"]), shown(miss["b_saw_a"])});
  return table.end();
}

std::string lifts_table(const Json& measures, std::size_t number) {
  HtmlTable table("Lifts", {"who", "what", "kg", "from s", "limit at origin kg", "limit at destination kg", "index"});
  for (const Json& lift : value_at(measures, {"lifts", "done"}))
    table.row({shown(lift["who"]), shown(lift["what"]), shown(lift["mass_kg"]),
               moment_link(lift["from_s"], number, lift["who"]), shown(lift["origin"]["rwl_kg"]),
               shown(lift["destination"]["rwl_kg"]), shown(lift["lifting_index"])});
  return table.end();
}

std::string views_table(const Json& measures, std::size_t number) {
  HtmlTable table("What could be seen", {"thing", "by", "best fraction", "at s", "mean fraction", "in front of it"});
  for (const Json& view : value_at(measures, {"visibility", "views"})) {
    const Json& hidden = view["occluders"];
    table.row({shown(view["what"]), shown(view["who"]), shown(view["best_fraction"]),
               moment_link(value_at(view, {"best", "at_s"}), number, view["who"]), shown(view["mean_fraction"]),
               hidden.empty() ? "–" : shown(hidden[0]["name"])});
  }
  return table.end();
}

const evaluation::Table* table_named(const MeasuredVisit& visit, const char* name) {
  for (const evaluation::Table& table : visit.tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

/// One line per key: points by the order of the rows.
using Lines = std::map<std::string, std::vector<std::pair<double, double>>>;

/// Where numbers stand on an axis: multiples of 1, 2 or 5 times a power of ten, at most about eight.
std::vector<double> ticks_between(double low, double high) {
  double step = 1e-6;
  for (int i = 0; (high - low) / step > 8.0; ++i) step *= i % 3 == 1 ? 2.5 : 2.0;
  std::vector<double> ticks;
  for (double at = step * std::ceil(low / step - 1e-9); at <= high + 1e-9 * step; at += step) ticks.push_back(at);
  return ticks;
}

struct PlotArea {
  double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;  // in the plot's numbers
  double width = 760.0, height = 200.0;                           // of the drawing
  double x(double value) const { return width * (value - low_x) / std::max(high_x - low_x, 1e-6); }
  double y(double value) const { return height - height * (value - low_y) / std::max(high_y - low_y, 1e-6); }
};

std::string axes(const PlotArea& area) {
  std::string text;
  for (const double at : ticks_between(area.low_x, area.high_x))
    text += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\"/>"
        "<text text-anchor=\"middle\" x=\"{0:.1f}\" y=\"{2:.1f}\">{3:.4g}</text>\n",
        area.x(at), area.height, area.height + 16.0, at + 0.0);
  for (const double at : ticks_between(area.low_y, area.high_y))
    text += fmt::format(
        "<line class=\"grid\" x1=\"0\" x2=\"{1:.1f}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>"
        "<text text-anchor=\"end\" x=\"-6\" y=\"{2:.1f}\">{3:.4g}</text>\n",
        area.y(at), area.width, area.y(at) + 4.0, at + 0.0);
  return text;
}

/// Lines with numbers on the axes. `over_time`: across are seconds of the visit with this number, which the replay
/// marks; else both axes are metres.
std::string plot(const Lines& lines, const char* title, bool over_time, std::size_t number) {
  PlotArea area;
  for (const auto& [name, points] : lines) {
    for (const auto& [x, y] : points) {
      area.low_x = std::min(area.low_x, x), area.high_x = std::max(area.high_x, x);
      area.low_y = std::min(area.low_y, y), area.high_y = std::max(area.high_y, y);
    }
  }
  if (area.high_x < area.low_x) return {};
  if (!over_time)
    area.height =
        std::clamp(area.width * (area.high_y - area.low_y) / std::max(area.high_x - area.low_x, 1e-6), 100.0, 900.0);
  std::string text = fmt::format(
      "<figure><figcaption>{0}</figcaption><svg role=\"img\" aria-label=\"{0}\" viewBox=\"-50 -10 {1:.0f} "
      "{2:.0f}\"{3}>\n",
      title, area.width + 70.0, area.height + 60.0 + 16.0 * static_cast<double>(lines.size()),
      over_time ? fmt::format(" data-visit=\"{}\" data-from=\"{}\" data-to=\"{}\" data-left=\"0\" data-wide=\"{}\"",
                              number, area.low_x, area.high_x, area.width)
                : std::string());
  text += axes(area);
  if (over_time) text += fmt::format("<line class=\"now\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"{:.1f}\"/>\n", area.height);
  std::size_t index = 0;
  for (const auto& [name, points] : lines) {
    const char *colour = kPeopleColours[index % 6], *dash = kDashes[index % 6];
    text += fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" stroke-dasharray=\"{}\" points=\"",
                        colour, dash);
    for (const auto& [x, y] : points) fmt::format_to(std::back_inserter(text), "{:.1f},{:.1f} ", area.x(x), area.y(y));
    const double line = area.height + 36.0 + 16.0 * static_cast<double>(index);
    text += fmt::format(
        "\"/><line x1=\"0\" x2=\"40\" y1=\"{0:.0f}\" y2=\"{0:.0f}\" stroke-width=\"2\" stroke=\"{1}\" "
        "stroke-dasharray=\"{2}\"/>"
        "<text x=\"48\" y=\"{3:.0f}\">{4}</text>\n",
        line, colour, dash, line + 4.0, escaped(name));
    ++index;
  }
  return text + "</svg></figure>\n";
}

std::string plots(const MeasuredVisit& visit, std::size_t number) {
  std::string text;
  if (const evaluation::Table* ways = table_named(visit, "trajectories")) {
    std::map<double, std::string> names;
    double id = 1.0;
    for (const char* group : {"users", "agents"}) {
      for (const Json& person : visit.measures[group]) names[id++] = person.value("name", "");
    }
    Lines lines;
    for (std::size_t i = 0; i < ways->rows.size(); ++i) {
      const auto& row = ways->rows[i];
      if (static_cast<std::int64_t>(std::get<double>(row[1])) % 15 == 0)
        lines[names[std::get<double>(row[0])]].emplace_back(std::get<double>(row[2]), std::get<double>(row[3]));
    }
    text += plot(lines, "Ways on the plan, metres", false, number);
  }
  if (const evaluation::Table* posture = table_named(visit, "posture")) {
    Lines lines;
    for (const auto& row : posture->rows)
      lines[std::get<std::string>(row[1])].emplace_back(std::get<double>(row[0]),
                                                        std::max(std::get<double>(row[2]), std::get<double>(row[5])));
    text += plot(lines, "RULA of the worse side over time, seconds", true, number);
  }
  return text;
}

std::string sources(const EvaluationReport& report) {
  std::string text = "<h2>Methods and provenance</h2><ul class=\"note\">";
  const Json people = report.visits.empty() ? Json::array() : report.visits[0].measures["users"];
  for (const char* method : {"rula", "reba", "owas"}) {
    if (!people.empty() && !value_at(people[0], {"posture", method, "source"}).is_null())
      text += fmt::format("<li>{}</li>", shown(value_at(people[0], {"posture", method, "source"})));
  }
  for (const auto& [key, value] : report.subject.items())
    text += fmt::format("<li>{}: {}</li>", escaped(key), shown(value));
  for (const MeasuredVisit& visit : report.visits)
    text += fmt::format("<li>body {}: {}, {} s, state {}</li>", escaped(visit.body), escaped(visit.source),
                        shown(value_at(visit.measures, {"seconds"})), shown(value_at(visit.measures, {"state_hash"})));
  return text +
         "</ul><p class=\"note\">Every figure with its source is in report.json; docs/evaluation.md says how each "
         "is measured and what it does not say. Values in brackets are the band of what is guessed of a user's "
         "body.</p>\n";
}

}  // namespace

std::string html_page(const EvaluationReport& report) {
  std::string body = summary(report) + checks_table(report);
  bool shows = false;
  for (std::size_t i = 0; i < report.visits.size(); ++i) {
    const MeasuredVisit& visit = report.visits[i];
    body += fmt::format("<h2>Visit in body: {}</h2>\n", escaped(visit.body)) + replay_section(visit, i);
    body += people_table(visit.measures, i) + plots(visit, i) + misses_table(visit.measures, i) +
            lifts_table(visit.measures, i) + views_table(visit.measures, i);
    shows |= !visit.replay.empty();
  }
  body += sources(report) + (shows ? replay_scripts() : std::string());
  return html_document("Evaluation of " + shown(value_at(report.subject, {"scenario"})), body);
}

}  // namespace fh::report
