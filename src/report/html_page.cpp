// SPDX-License-Identifier: Apache-2.0
#include "report/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace fh::report {
namespace {

using core::Json;

constexpr const char* kStyle = R"(:root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--line:#bbb;--soft:#f2f2f2}
@media(prefers-color-scheme:dark){:root{--ink:#eee;--paper:#181818;--line:#555;--soft:#262626}}
body{font:16px/1.5 sans-serif;color:var(--ink);background:var(--paper);max-width:64em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.5em 0 1.5em;display:block;overflow-x:auto}caption{text-align:left;font-weight:bold}
th,td{border:1px solid var(--line);padding:.25em .6em;text-align:left}th{background:var(--soft)}
svg{max-width:100%;height:auto;border:1px solid var(--line)}svg text{fill:var(--ink);font:12px sans-serif}
.note{font-size:.9em}@media print{body{max-width:none;margin:0}h2{break-after:avoid}tr,svg{break-inside:avoid}})";
/// Told apart by everybody (Okabe and Ito's palette), and by their dashes.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
constexpr const char* kDashes[] = {"none", "8 4", "2 3", "8 3 2 3", "12 4", "4 4"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string shown(const Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return escaped(value.get<std::string>());
  if (value.is_number_float()) return fmt::format("{:.3g}", value.get<double>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return escaped(value.dump());
}

Json at(const Json& from, std::initializer_list<const char*> way) {
  const Json* now = &from;
  for (const char* key : way) {
    if (!now->is_object() || !now->contains(key)) return {};
    now = &(*now)[key];
  }
  return *now;
}

std::string banded(const Json& worst) {
  if (worst.is_null()) return "–";
  if (worst["low"] == worst["high"]) return shown(worst["value"]);
  return fmt::format("{} ({}–{})", shown(worst["value"]), shown(worst["low"]), shown(worst["high"]));
}

struct HtmlTable {
  std::string text;
  HtmlTable(const char* caption, std::initializer_list<const char*> columns) {
    text = fmt::format("<table><caption>{}</caption><thead><tr>", caption);
    for (const char* column : columns) text += fmt::format("<th scope=\"col\">{}</th>", column);
    text += "</tr></thead><tbody>\n";
  }
  void row(const std::vector<std::string>& cells) {
    text += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", cells[i]) : fmt::format("<td>{}</td>", cells[i]);
    text += "</tr>\n";
  }
  std::string end() const { return text + "</tbody></table>\n"; }
};

const char* result_word(const std::string& result) {
  return result == "pass" ? "✓ holds" : result == "fail" ? "✗ does not hold" : "? cannot be told";
}

std::string summary(const EvaluationReport& report) {
  std::map<std::string, std::size_t> count;
  for (const Json& check : report.checks) ++count[check["result"].get<std::string>()];
  std::string text = fmt::format("<p>Evaluated: <strong>{}</strong>, {} visit(s).</p>\n",
                                 shown(at(report.subject, {"scenario"})), report.visits.size());
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
      table.row({shown(at(person, {"name"})), banded(at(person, {"posture", "rula", "worst"})),
                 banded(at(person, {"posture", "reba", "worst"})), banded(at(person, {"posture", "owas", "worst"})),
                 shown(at(person, {"clearance", "least", "to"})),
                 shown(at(person, {"clearance", "least", "distance_m"})),
                 shown(at(person, {"clearance", "headroom", "least_m"})),
                 shown(at(person, {"clearance", "passage", "least_m"}))});
  }
  return table.end();
}

std::string misses_table(const Json& measures) {
  HtmlTable table("Near misses: contact was predicted within the stated time",
                  {"who", "whom", "from s", "to s", "separation m", "closing m/s", "contact in s", "saw", "was seen"});
  for (const Json& miss : at(measures, {"awareness", "near_misses"}))
    table.row({shown(miss["a"]), shown(miss["b"]), shown(miss["from_s"]), shown(miss["to_s"]),
               shown(miss["least_separation_m"]), shown(miss["fastest_closing_m_s"]),
               shown(miss["least_time_to_contact_s"]), shown(miss["a_saw_b"]), shown(miss["b_saw_a"])});
  return table.end();
}

std::string lifts_table(const Json& measures) {
  HtmlTable table("Lifts", {"who", "what", "kg", "from s", "limit at origin kg", "limit at destination kg", "index"});
  for (const Json& lift : at(measures, {"lifts", "done"}))
    table.row({shown(lift["who"]), shown(lift["what"]), shown(lift["mass_kg"]), shown(lift["from_s"]),
               shown(lift["origin"]["rwl_kg"]), shown(lift["destination"]["rwl_kg"]), shown(lift["lifting_index"])});
  return table.end();
}

std::string views_table(const Json& measures) {
  HtmlTable table("What could be seen", {"thing", "by", "best fraction", "at s", "mean fraction", "in front of it"});
  for (const Json& view : at(measures, {"visibility", "views"})) {
    const Json& hidden = view["occluders"];
    table.row({shown(view["what"]), shown(view["who"]), shown(view["best_fraction"]), shown(at(view, {"best", "at_s"})),
               shown(view["mean_fraction"]), hidden.empty() ? "–" : shown(hidden[0]["name"])});
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
    if (!people.empty() && !at(people[0], {"posture", method, "source"}).is_null())
      text += fmt::format("<li>{}</li>", shown(at(people[0], {"posture", method, "source"})));
  }
  for (const auto& [key, value] : report.subject.items())
    text += fmt::format("<li>{}: {}</li>", escaped(key), shown(value));
  for (const MeasuredVisit& visit : report.visits)
    text += fmt::format("<li>body {}: {}, {} s, state {}</li>", escaped(visit.body), escaped(visit.source),
                        shown(at(visit.measures, {"seconds"})), shown(at(visit.measures, {"state_hash"})));
  return text +
         "</ul><p class=\"note\">Every figure with its source is in report.json; docs/evaluation.md says how each "
         "is measured and what it does not say. Values in brackets are the band of what is guessed of a user's "
         "body.</p>\n";
}

}  // namespace

std::string html_page(const EvaluationReport& report) {
  const std::string title = "Evaluation of " + shown(at(report.subject, {"scenario"}));
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head><body><main>\n<h1>{0}</h1>\n",
      title, kStyle);
  text += summary(report) + checks_table(report);
  for (const MeasuredVisit& visit : report.visits) {
    text += fmt::format("<h2>Visit in body: {}</h2>\n", escaped(visit.body));
    text += people_table(visit.measures) + plots(visit) + misses_table(visit.measures) + lifts_table(visit.measures) +
            views_table(visit.measures);
  }
  return text + sources(report) + "</main></body></html>\n";
}

}  // namespace fh::report
