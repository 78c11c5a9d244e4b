// SPDX-License-Identifier: Apache-2.0
#include "report/html_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "report/html_parts.h"
#include "report/load_tables.h"
#include "report/plots.h"
#include "report/reach_figure.h"
#include "report/replay_page.h"
#include "report/retina_figure.h"
#include "report/sight_figure.h"

namespace fh::report {
namespace {

using core::Json;

const char* result_word(const std::string& result) {
  return result == "pass" ? "✓ holds" : result == "fail" ? "✗ does not hold" : "? cannot be told";
}

/// A value or limit of a check for people: shares in per cent, efforts in words.
std::string check_value(const Json& check, const Json& value) {
  constexpr const char* kEfforts[] = {"the arm alone", "a lean", "a step", "kneeling", "it is out of reach"};
  if (check["unit"].get<std::string>().starts_with("effort"))
    return kEfforts[std::min<std::size_t>(4, value.get<std::size_t>())];
  if (check["unit"] == "fraction") return fmt::format("{:.0f} %", 100.0 * value.get<double>());
  return check["unit"] == "m" ? shown(value) + " m" : shown(value);
}

/// A least distance and its band, m.
std::string banded_distance(const Json& least) {
  return banded({{"value", least["distance_m"]}, {"low", least["low_m"]}, {"high", least["high_m"]}});
}

/// The visit of a check.
std::size_t visit_of(const EvaluationReport& report, const Json& body) {
  for (std::size_t i = 0; i < report.visits.size(); ++i) {
    if (report.visits[i].body == body) return i;
  }
  return 0;
}

/// "value (low to high)" for people.
std::string check_band(const Json& check) {
  if (check["value"].is_null()) return "–";
  std::string text = check_value(check, check["value"]);
  if (check["low"] != check["high"])
    text += fmt::format(" (between {} and {})", check_value(check, check["low"]), check_value(check, check["high"]));
  return text;
}

std::string check_limit(const Json& check) {
  return fmt::format("{} {}", check["wants"] == "at_least" ? "at least" : "at most",
                     check_value(check, check["limit"]));
}

/// One check in a sentence: what came out against what was asked, whose and when, and how sure that is.
std::string check_sentence(const EvaluationReport& report, const Json& check) {
  const std::string result = check["result"], body = check["body"];
  std::string text = fmt::format("<li>{}: <strong>{}</strong>", result_word(result), shown(check["name"]));
  if (body != "own") text += fmt::format(" (body {})", escaped(body));
  if (check["value"].is_null())
    return text + fmt::format(": {}.</li>\n", escaped(check.value("note", "nothing in the visit tells it")));
  text += fmt::format(": {}, asked was {}", check_band(check), check_limit(check));
  if (check["at_s"].is_number())
    text += fmt::format("; {} at {} s", shown(check["who"]),
                        moment_link(check["at_s"], visit_of(report, check["body"]), check["who"]));
  if (check.contains("note"))
    text += "; " + shown(check["note"]);
  else if (result == "cannot_tell")
    text += check.contains("effort") ? "; standing 5 cm nearer or farther decides it"
                                     : "; what is guessed of the body reaches across the limit";
  return text + ".</li>\n";
}

/// What stands out in a visit, whether it was asked for or not.
std::string findings(const MeasuredVisit& visit, std::size_t number) {
  const std::size_t misses = value_at(visit.measures, {"awareness", "near_misses"}).size();
  std::string text = fmt::format("<li>{} near miss{}.</li>\n", misses, misses == 1 ? "" : "es");
  for (const Json& user : visit.measures["users"]) {
    const std::string name = shown(value_at(user, {"name"}));
    const Json rula = value_at(user, {"posture", "rula", "worst"}), least = value_at(user, {"clearance", "least"});
    if (!rula.is_null())
      text += fmt::format("<li>{}: worst RULA score {} of 7, at {} s.</li>\n", name, banded(rula),
                          moment_link(rula["at_s"], number, name));
    if (least.is_null()) continue;
    const std::string at = moment_link(least["at_s"], number, name, points_of(least));
    if (least["distance_m"] == 0.0)
      text += fmt::format("<li>{}: touched {}, at {} s.</li>\n", name, shown(least["to"]), at);
    else
      text += fmt::format("<li>{}: came as near as {} m to {}, at {} s.</li>\n", name, banded_distance(least),
                          shown(least["to"]), at);
  }
  return text;
}

/// Before anything else where not everything was measured.
std::string partial_notice(const Json& partial) {
  if (partial.is_null()) return {};
  std::string text = fmt::format(
      "<p class=\"notice\" role=\"note\"><strong>This report is partial.</strong> The evaluation was {}: body {} was "
      "measured for {} s",
      shown(partial["why"]), shown(partial["body"]), shown(partial["measured_s"]));
  if (partial["of_s"].is_number()) text += fmt::format(" of {} s", shown(partial["of_s"]));
  for (const Json& body : partial["bodies_left"]) text += fmt::format("; body {} not at all", shown(body));
  return text + ". Figures are of the measured part; a check that the rest could still change is not told.</p>\n";
}

std::string pictures(const MeasuredVisit& visit, std::size_t number) {
  if (visit.pictures.empty()) return {};
  std::string text =
      "<h3>Moments worth looking at</h3>\n<p class=\"note\">Drawn from the measured geometry: bodies are their "
      "collision "
      "solids; the red line joins the two points that the figure is between.</p>\n<div class=\"pictures\">\n";
  for (const VisitPicture& picture : visit.pictures)
    text += fmt::format(
        "<figure><img src=\"data:image/png;base64,{}\" width=\"480\" height=\"300\" alt=\"{}\"><figcaption>{}, at {} "
        "s</figcaption></figure>\n",
        base64(picture.png), escaped(picture.caption), escaped(picture.caption),
        moment_link(picture.at_s, number, picture.who, picture.points));
  return text + "</div>\n";
}

/// " by user, with jonas and mira"
std::string with_whom(const Json& measures) {
  std::string text;
  for (const char* group : {"users", "agents"}) {
    std::string names;
    for (const Json& person : measures[group]) names += (names.empty() ? "" : ", ") + shown(value_at(person, {"name"}));
    if (!names.empty()) text += (text.empty() ? " by " : ", with ") + names;
  }
  return text;
}

std::string summary(const EvaluationReport& report) {
  std::map<std::string, std::size_t> count;
  for (const Json& check : report.checks) ++count[check["result"].get<std::string>()];
  std::string text = fmt::format("<p>Evaluated: <strong>{}</strong>.", shown(value_at(report.subject, {"scenario"})));
  for (const MeasuredVisit& visit : report.visits)
    text += fmt::format(" A visit of {} s{}.", shown(value_at(visit.measures, {"seconds"})),
                        visit.body == "own" ? with_whom(visit.measures) : " in body " + escaped(visit.body));
  text += "</p>\n";
  if (report.checks.empty())
    text +=
        "<p>Nothing was asked: the scenario states no <code>checks</code> (docs/evaluation.md tells how), so that "
        "nothing is passed or failed. The figures below stand for themselves.</p>\n";
  else
    text += fmt::format("<p>{} checks. Hold: {}. Do not hold: {}. Cannot be told: {}.</p>\n<ul>", report.checks.size(),
                        count["pass"], count["fail"], count["cannot_tell"]);
  for (const Json& check : report.checks) text += check_sentence(report, check);
  if (!report.checks.empty()) text += "</ul>\n";
  for (const MeasuredVisit& visit : report.visits)
    text += fmt::format("<p>What stands out{}:</p>\n<ul>{}</ul>\n",
                        visit.body == "own" ? std::string() : " in body " + escaped(visit.body),
                        findings(visit, visit_of(report, visit.body)));
  return text +
         "<p class=\"note\">How sure: distances and what is visible are computed from the true geometry; scores of a "
         "user's posture carry in brackets what the guessed parts of the body allow.</p>\n";
}

std::string checks_table(const EvaluationReport& report) {
  if (report.checks.empty()) return {};
  HtmlTable table("What was asked", {"check", "result", "value", "asked", "who", "at s", "body", "source"});
  for (const Json& check : report.checks)
    table.row(
        {shown(check["name"]), result_word(check["result"].get<std::string>()), check_band(check), check_limit(check),
         shown(check["who"]),
         moment_link(check["at_s"], visit_of(report, check["body"]), check["who"].is_string() ? check["who"] : ""),
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
  return fmt::format("{} at {} s", banded_distance(least),
                     moment_link(least["at_s"], number, person.value("name", ""), points_of(least)));
}

std::string people_table(const Json& measures, std::size_t number) {
  HtmlTable table("Everybody's worst posture and least clearance",
                  {"person", "RULA", "REBA", "OWAS", "nearest", "clearance m", "headroom m", "passage m"});
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group])
      table.row({shown(value_at(person, {"name"})), worst_score(person, "rula", number),
                 worst_score(person, "reba", number), worst_score(person, "owas", number),
                 shown(value_at(person, {"clearance", "least", "to"})), least_distance(person, number),
                 shown(value_at(person, {"clearance", "headroom", "least_m"})),
                 shown(value_at(person, {"clearance", "passage", "least_m"}))});
  }
  return table.end() +
         "<p class=\"note\">RULA: 1–2 acceptable, 3–4 look closer, 5–6 change soon, 7 change now. REBA: 1 negligible, "
         "2–3 "
         "low, 4–7 medium, 8–10 high, 11–15 very high risk. OWAS: 1 normal to 4 harmful, change now. In brackets: what "
         "the guessed parts of a user's body allow. Clearance 0: something was touched. Headroom: free height above "
         "the "
         "head; passage: free width while walking; –: nothing within range.</p>\n";
}

std::string misses_table(const Json& measures, std::size_t number) {
  HtmlTable table("Near misses: if both had kept their velocity they would have met within 1 s",
                  {"who", "whom", "from s", "to s", "separation m", "closing m/s", "contact in s", "saw", "was seen"});
  for (const Json& miss : value_at(measures, {"awareness", "near_misses"}))
    table.row({shown(miss["a"]), shown(miss["b"]), moment_link(miss["from_s"], number, miss["a"]), shown(miss["to_s"]),
               shown(miss["least_separation_m"]), shown(miss["fastest_closing_m_s"]),
               shown(miss["least_time_to_contact_s"]), shown(miss["a_saw_b"]), shown(miss["b_saw_a"])});
  return table.end();
}

std::string startles_table(const Json& measures, std::size_t number) {
  HtmlTable table("Startles: somebody came into sight who was near already",
                  {"who", "by", "at s", "separation m", "closing m/s", "contact in s", "unseen for s"});
  for (const Json& startle : value_at(measures, {"awareness", "startles"}))
    table.row({shown(startle["who"]), shown(startle["by"]), moment_link(startle["at_s"], number, startle["who"]),
               shown(startle["separation_m"]), shown(startle["closing_m_s"]), shown(startle["time_to_contact_s"]),
               startle["unseen_s"].is_null() ? "never seen before" : shown(startle["unseen_s"])});
  return table.end();
}

std::string gaze_table(const Json& measures) {
  HtmlTable table("What users looked at longest", {"user", "thing", "seconds", "fixations", "first at s"});
  for (const Json& user : measures["users"]) {
    const Json dwells = value_at(user, {"gaze", "dwells"});
    for (std::size_t i = 0; i < dwells.size() && i < 10; ++i)
      table.row({shown(value_at(user, {"name"})), shown(dwells[i]["what"]), shown(dwells[i]["seconds"]),
                 shown(dwells[i]["fixations"]), shown(dwells[i]["first_at_s"])});
  }
  return table.end();
}

/// The things that were seen least, and the rest folded away.
std::string views_table(const Json& measures, std::size_t number) {
  constexpr std::size_t kShown = 12;
  const Json found = value_at(measures, {"visibility", "views"});
  std::vector<Json> views(found.begin(), found.end());
  std::stable_sort(views.begin(), views.end(),
                   [](const Json& a, const Json& b) { return a["best_fraction"] < b["best_fraction"]; });
  const auto columns = {"thing", "by", "best seen", "at s", "seen on average", "in a mirror", "in front of it"};
  HtmlTable least("What could be seen: the things seen least", columns), rest("The other things", columns);
  const auto percent = [](const Json& share) {
    return share.is_null() ? std::string("–") : fmt::format("{:.0f} %", 100.0 * share.get<double>());
  };
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Json &view = views[i], &hidden = view["occluders"];
    (i < kShown ? least : rest)
        .row({shown(view["what"]), shown(view["who"]), percent(view["best_fraction"]),
              moment_link(value_at(view, {"best", "at_s"}), number, view["who"]), percent(view["mean_fraction"]),
              percent(value_at(view, {"image", "best_fraction"})), hidden.empty() ? "–" : shown(hidden[0]["name"])});
  }
  std::string text = least.end();
  if (!text.empty())
    text +=
        "<p class=\"note\">Of a thing’s visible outline, how much was not hidden at best and on average while it was "
        "in "
        "the field of view; how much of its image a mirror showed at best; what hid most of the thing itself. Seen –: "
        "it never came into the field.</p>\n";
  if (views.size() > kShown)
    text +=
        fmt::format("<details><summary>{} more things</summary>\n{}</details>\n", views.size() - kShown, rest.end());
  return text;
}

/// How large text was seen at best, the smallest first.
std::string text_table(const Json& measures, std::size_t number) {
  const Json found = value_at(measures, {"visibility", "views"});
  std::vector<Json> views;
  std::copy_if(found.begin(), found.end(), std::back_inserter(views), [](const Json& v) { return v.contains("text"); });
  std::stable_sort(views.begin(), views.end(), [](const Json& a, const Json& b) {
    const Json &x = a["text"]["best_arcmin"], &y = b["text"]["best_arcmin"];
    return (x.is_null() ? 0.0 : x.get<double>()) < (y.is_null() ? 0.0 : y.get<double>());
  });
  HtmlTable table("Text: the height of a capital letter as it was seen at best",
                  {"thing", "by", "letter mm", "minutes of arc", "at s", "large enough"});
  for (const Json& view : views) {
    const Json &text = view["text"], &arc = text["best_arcmin"];
    const char* verdict = arc.is_null()                    ? "? never before somebody"
                          : arc < text["least_arcmin"]     ? "✗ too small"
                          : arc < text["preferred_arcmin"] ? "✓ just"
                                                           : "✓ yes";
    table.row({shown(view["what"]), shown(view["who"]), fmt::format("{:.0f}", 1000.0 * text["capital_m"].get<double>()),
               shown(arc), moment_link(text["at_s"], number, view["who"]), verdict});
  }
  const std::string rows = table.end();
  return rows.empty()
             ? rows
             : rows +
                   "<p class=\"note\">At least 16 minutes of arc, 20 or more preferred (NUREG-0700 Rev. 2, guideline "
                   "1.3.1-4); seen from within 60° of straight before it with at least half of the thing visible. "
                   "Contrast and light are not judged.</p>\n";
}

/// What each camera had of each part of somebody, the best one marked.
std::string cameras_table(const Json& measures) {
  HtmlTable table("Cameras: how much of a part is visible / how much of the picture its motion changes",
                  {"person", "part", "best", "each camera"});
  for (const Json& view : value_at(measures, {"camera_views"})) {
    std::string each;
    for (const Json& camera : view["cameras"]) {
      if (camera["in_picture"] == 0) continue;
      each += fmt::format("{}{}: {:.0f} % / {:.2f} %", each.empty() ? "" : "; ", shown(camera["camera"]),
                          100.0 * camera["visibility"].get<double>(),
                          camera["observability"].is_null() ? 0.0 : 100.0 * camera["observability"].get<double>());
    }
    std::string part = shown(view["part"]);
    std::replace(part.begin(), part.end(), '_', ' ');
    table.row({shown(view["who"]), part, shown(view["best"]), each.empty() ? "–" : each});
  }
  return table.end();
}

std::string circles_table(const Json& measures, std::size_t number) {
  HtmlTable table("Circles that hands traced, and how far they strayed from them",
                  {"person", "hand", "from s", "turns", "radius m", "mean error m", "largest error m"});
  for (const char* group : {"users", "agents"}) {
    for (const Json& person : measures[group]) {
      for (const Json& circle : value_at(person, {"circles"}))
        table.row({shown(value_at(person, {"name"})), shown(circle["hand"]),
                   moment_link(circle["from_s"], number, person.value("name", "")), shown(circle["turns"]),
                   shown(circle["radius_m"]), shown(circle["mean_error_m"]), shown(circle["max_error_m"])});
    }
  }
  return table.end();
}

std::string sources(const EvaluationReport& report) {
  std::string text = "<h2 id=\"methods\">Methods and provenance</h2><ul class=\"note\">";
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
  std::string body = partial_notice(report.partial) + "<h2 id=\"summary\">Summary</h2>\n" + summary(report);
  std::string contents = "<nav aria-label=\"Contents\"><a href=\"#summary\">Summary</a>";
  body += checks_table(report);
  bool shows = false;
  for (std::size_t i = 0; i < report.visits.size(); ++i) {
    const MeasuredVisit& visit = report.visits[i];
    const std::string title =
        visit.body == "own" ? std::string("The visit") : fmt::format("The visit in body {}", escaped(visit.body));
    contents += fmt::format(" <a href=\"#visit-{}\">{}</a>", i, title);
    body += fmt::format("<h2 id=\"visit-{}\">{}</h2>\n", i, title) + replay_section(visit, i) + pictures(visit, i);
    body += "<h3>People</h3>\n" + people_table(visit.measures, i) + plots(visit, i) + misses_table(visit.measures, i) +
            startles_table(visit.measures, i) + load_tables(visit.measures, i) + gaze_table(visit.measures) +
            views_table(visit.measures, i) + retina_figures(visit.measures) + text_table(visit.measures, i) +
            cameras_table(visit.measures) + circles_table(visit.measures, i);
    shows |= !visit.replay.empty();
  }
  if (!report.maps.empty()) {
    contents += " <a href=\"#maps\">Where things can be seen from</a>";
    body += "<h2 id=\"maps\">Where things can be seen from</h2>\n<div class=\"pictures wide\">\n";
    for (const evaluation::SightMap& map : report.maps) body += sight_figure(map);
    body += "</div>\n";
  }
  if (!report.reach.empty()) {
    contents += " <a href=\"#reach\">What bodies reach</a>";
    body += "<h2 id=\"reach\">What bodies reach</h2>\n<div class=\"pictures\">\n";
    for (const evaluation::ReachField& field : report.reach) body += reach_figure(field);
    body += "</div>\n";
  }
  contents += " <a href=\"#methods\">Methods and provenance</a></nav>\n";
  body += sources(report) + (shows ? replay_layers(report) + replay_scripts() : std::string());
  return html_document("Evaluation of " + shown(value_at(report.subject, {"scenario"})), contents + body);
}

}  // namespace fh::report
