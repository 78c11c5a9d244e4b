// SPDX-License-Identifier: Apache-2.0
#include "report/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "report/html_parts.h"

namespace fh::report {
namespace {

using core::Json;

/// Told apart by everybody (Okabe and Ito's palette), and by their dashes.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr const char* kDashes[] = {"none", "8 4", "2 3", "8 3 2 3", "12 4", "4 4"};

const char* result_word(const std::string& result) {
  return result == "pass" ? "✓ holds" : result == "fail" ? "✗ does not hold" : "? cannot be told";
}

std::string summary(const EvaluationReport& report) {
  std::map<std::string, std::size_t> count;
  for (const Json& check : report.checks) ++count[check["result"].get<std::string>()];
  std::string text = fmt::format("<p>Evaluated: <strong>{}</strong>, {} visit(s).</p>\n",
                                 shown(value_at(report.subject, {"scenario"})), report.visits.size());
  if (report.checks.empty()) return text + "<p>The scenario asks for nothing (it has no <code>checks</code>).</p>\n";
  return text + fmt::format("<p>{} checks: {} hold, {} do not hold, {} cannot be told.</p>\n", report.checks.size(),
                            count["pass"], count["fail"], count["cannot_tell"]);
}

std::string checks_table(const EvaluationReport& report) {
  if (report.checks.empty()) return {};
  HtmlTable table("What was asked", {"check", "result", "value", "limit", "unit", "at s", "body", "source"});
  for (const Json& check : report.checks)
    table.row({shown(check["name"]), result_word(check["result"].get<std::string>()), banded(check),
               fmt::format("{} {}", check["wants"] == "at_least" ? "at least" : "at most", shown(check["limit"])),
               shown(check["unit"]), shown(check["at_s"]), shown(check["body"]), shown(check["source"])});
  return table.end();
}

std::string people_table(const Json& measures) {
  HtmlTable table("People: worst posture, least clearance",
                  {"person", "RULA", "REBA", "OWAS", "nearest", "clearance m", "headroom m", "passage m"});
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group])
      table.row({shown(value_at(person, {"name"})), banded(value_at(person, {"posture", "rula", "worst"})),
                 banded(value_at(person, {"posture", "reba", "worst"})),
                 banded(value_at(person, {"posture", "owas", "worst"})),
                 shown(value_at(person, {"clearance", "least", "to"})),
                 shown(value_at(person, {"clearance", "least", "distance_m"})),
                 shown(value_at(person, {"clearance", "headroom", "least_m"})),
                 shown(value_at(person, {"clearance", "passage", "least_m"}))});
  }
  return table.end();
}

std::string misses_table(const Json& measures) {
  HtmlTable table("Near misses: contact was predicted within the stated time",
                  {"who", "whom", "from s", "to s", "separation m", "closing m/s", "contact in s", "saw", "was seen"});
  for (const Json& miss : value_at(measures, {"awareness", "near_misses"}))
    table.row({shown(miss["a"]), shown(miss["b"]), shown(miss["from_s"]), shown(miss["to_s"]),
               shown(miss["least_separation_m"]), shown(miss["fastest_closing_m_s"]),
               shown(miss["least_time_to_contact_s"]), shown(miss["a_saw_b"]), shown(miss["b_saw_a"])});
  return table.end();
}

std::string lifts_table(const Json& measures) {
  HtmlTable table("Lifts", {"who", "what", "kg", "from s", "limit at origin kg", "limit at destination kg", "index"});
  for (const Json& lift : value_at(measures, {"lifts", "done"}))
    table.row({shown(lift["who"]), shown(lift["what"]), shown(lift["mass_kg"]), shown(lift["from_s"]),
               shown(lift["origin"]["rwl_kg"]), shown(lift["destination"]["rwl_kg"]), shown(lift["lifting_index"])});
  return table.end();
}

std::string views_table(const Json& measures) {
  HtmlTable table("What could be seen", {"thing", "by", "best fraction", "at s", "mean fraction", "in front of it"});
  for (const Json& view : value_at(measures, {"visibility", "views"})) {
    const Json& hidden = view["occluders"];
    table.row({shown(view["what"]), shown(view["who"]), shown(view["best_fraction"]),
               shown(value_at(view, {"best", "at_s"})), shown(view["mean_fraction"]),
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

std::string plot(const Lines& lines, const char* title, bool equal_axes) {
  double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;
  for (const auto& [name, points] : lines) {
    for (const auto& [x, y] : points) {
      low_x = std::min(low_x, x), high_x = std::max(high_x, x);
      low_y = std::min(low_y, y), high_y = std::max(high_y, y);
    }
  }
  if (high_x < low_x) return {};
  const double width = 800.0, wide = std::max(high_x - low_x, 1e-6), high = std::max(high_y - low_y, 1e-6);
  const double height = equal_axes ? std::clamp(width * high / wide, 100.0, 900.0) : 200.0;
  std::string text = fmt::format(
      "<figure><figcaption>{0}</figcaption><svg role=\"img\" aria-label=\"{0}\" viewBox=\"-10 -10 {1:.0f} {2:.0f}\">\n",
      title, width + 20.0, height + 40.0 + 16.0 * static_cast<double>(lines.size()));
  std::size_t index = 0;
  for (const auto& [name, points] : lines) {
    const char *colour = kColours[index % 6], *dash = kDashes[index % 6];
    text += fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" stroke-dasharray=\"{}\" points=\"",
                        colour, dash);
    for (const auto& [x, y] : points)
      fmt::format_to(std::back_inserter(text), "{:.1f},{:.1f} ", width * (x - low_x) / wide,
                     height - height * (y - low_y) / high);
    const double line = height + 20.0 + 16.0 * static_cast<double>(index);
    text += fmt::format(
        "\"/><line x1=\"0\" x2=\"40\" y1=\"{0:.0f}\" y2=\"{0:.0f}\" stroke-width=\"2\" stroke=\"{1}\" "
        "stroke-dasharray=\"{2}\"/>"
        "<text x=\"48\" y=\"{3:.0f}\">{4}</text>\n",
        line, colour, dash, line + 4.0, escaped(name));
    ++index;
  }
  return text + fmt::format("</svg><p class=\"note\">Across {:.3g} … {:.3g}, up {:.3g} … {:.3g}.</p></figure>\n", low_x,
                            high_x, low_y, high_y);
}

std::string plots(const MeasuredVisit& visit) {
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
    text += plot(lines, "Ways on the plan, metres", true);
  }
  if (const evaluation::Table* posture = table_named(visit, "posture")) {
    Lines lines;
    for (const auto& row : posture->rows)
      lines[std::get<std::string>(row[1])].emplace_back(std::get<double>(row[0]),
                                                        std::max(std::get<double>(row[2]), std::get<double>(row[5])));
    text += plot(lines, "RULA of the worse side over time, seconds", false);
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
  for (const MeasuredVisit& visit : report.visits) {
    body += fmt::format("<h2>Visit in body: {}</h2>\n", escaped(visit.body));
    body += people_table(visit.measures) + plots(visit) + misses_table(visit.measures) + lifts_table(visit.measures) +
            views_table(visit.measures);
  }
  return html_document("Evaluation of " + shown(value_at(report.subject, {"scenario"})), body + sources(report));
}

}  // namespace fh::report
