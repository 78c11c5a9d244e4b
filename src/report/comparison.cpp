// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/figures.h"
#include "report/html_parts.h"
#include "report/statistics.h"

namespace fh::report {
namespace {

using core::Json;

constexpr double kWrongAtAll = 0.05;    // the chance that any of the intervals of means misses, where nothing differs
constexpr double kShortestBlock = 1.0;  // s
constexpr double kMostBlocks = 20.0;

using Pair = std::pair<const MeasuredVisit*, const MeasuredVisit*>;

/// Visits in the same body belong together; so do two that are the only ones.
std::vector<Pair> pairs_of(const EvaluationReport& a, const EvaluationReport& b) {
  std::vector<Pair> pairs;
  if (a.visits.size() == 1 && b.visits.size() == 1) return {{&a.visits[0], &b.visits[0]}};
  for (const MeasuredVisit& visit : a.visits) {
    for (const MeasuredVisit& other : b.visits) {
      if (visit.body == other.body) pairs.emplace_back(&visit, &other);
    }
  }
  return pairs;
}

double seconds_of(const MeasuredVisit& visit) {
  const Json seconds = value_at(visit.measures, {"seconds"});
  return seconds.is_number() ? seconds.get<double>() : 0.0;
}

bool are_equal(const Figure& a, const Figure& b) {
  return a.value == b.value && a.low == b.low && a.high == b.high && a.series == b.series &&
         a.series_low == b.series_low && a.series_high == b.series_high;
}

/// Over time: the interval of the mean, and that of what the guessed body allows, wrong the same way on both sides.
void compare_series(const Figure& a, const Figure& b, double seconds, double confidence, Compared& row) {
  const double block_s = std::max(kShortestBlock, seconds / kMostBlocks);
  const double rate = static_cast<double>(a.series.size()) / std::max(seconds, 1e-9);
  const auto per_block = static_cast<std::size_t>(std::max(1.0, std::round(rate * block_s)));
  const auto plain = mean_difference(a.series, b.series, per_block, confidence);
  if (!plain) return;
  row.effect = plain->effect;
  double low = plain->low, high = plain->high;
  for (const auto& [of_a, of_b] : {std::pair{&a.series_low, &b.series_low}, {&a.series_high, &b.series_high}}) {
    if (of_a->empty() || of_b->empty()) continue;
    if (const auto other = mean_difference(*of_a, *of_b, per_block, confidence)) {
      low = std::min(low, other->low);
      high = std::max(high, other->high);
    }
  }
  row.low = low;
  row.high = high;
}

Compared compared(const Figure& a, const Figure& b, const std::string& body, double seconds, double confidence) {
  Compared row{body,    a.who,   a.what, a.unit, a.better == Better::Less ? "less" : "more",
               a.value, b.value, a.at_s, b.at_s, {},
               {},      {},      {},     {}};
  const double difference = b.value - a.value;
  row.difference = difference;
  if (a.value != 0.0) row.relative = difference / std::abs(a.value);
  if (!a.series.empty() && !b.series.empty()) {
    compare_series(a, b, seconds, confidence, row);
  } else {
    const double resolution = std::max(a.resolution, b.resolution);
    row.low = b.low - a.high - resolution;
    row.high = b.high - a.low + resolution;
  }
  return row;
}

void sort_in(Compared row, Comparison& result) {
  const bool told = row.low.is_number() && (row.low.get<double>() > 0.0 || row.high.get<double>() < 0.0);
  if (!told) return result.cannot_tell.push_back(std::move(row));
  const bool more = row.low.get<double>() > 0.0;
  (more == (row.wants == "more") ? result.better : result.worse).push_back(std::move(row));
}

std::string key_text(const std::string& body, const std::string& who, const std::string& what) {
  return fmt::format("{}: {}: {}", body, who, what);
}

void compare_visits(const Pair& pair, Comparison& result) {
  const std::string& body = pair.first->body;
  std::map<std::pair<std::string, std::string>, Figure> others;
  for (Figure& figure : figures_of(*pair.second)) {
    auto key = std::pair(figure.who, figure.what);
    others.emplace(std::move(key), std::move(figure));
  }
  for (const Figure& figure : figures_of(*pair.first)) {
    const auto other = others.find({figure.who, figure.what});
    if (other == others.end()) {
      result.only_in_a.push_back(key_text(body, figure.who, figure.what));
      continue;
    }
    if (are_equal(figure, other->second))
      ++result.equal;
    else
      sort_in(compared(figure, other->second, body, seconds_of(*pair.first), result.confidence), result);
    others.erase(other);
  }
  for (const auto& [key, figure] : others) result.only_in_b.push_back(key_text(body, key.first, key.second));
}

void compare_checks(const EvaluationReport& a, const EvaluationReport& b, Comparison& result) {
  std::map<std::pair<std::string, std::string>, std::string> others;
  const auto key_of = [](const Json& check) {
    return std::pair(check.at("body").get<std::string>(), check.at("name").get<std::string>());
  };
  for (const Json& check : b.checks) others[key_of(check)] = check.at("result");
  for (const Json& check : a.checks) {
    const auto key = key_of(check);
    const auto other = others.find(key);
    if (other == others.end()) {
      result.only_in_a.push_back(key_text(key.first, "check", key.second));
      continue;
    }
    const std::string was = check.at("result"), is = other->second;
    Compared row{key.first, "check", key.second, "", "pass", was, is, check.at("at_s"), {}, {}, {}, {}, {}, {}};
    if (was == is)
      ++result.equal;
    else if (was == "cannot_tell" || is == "cannot_tell")
      result.cannot_tell.push_back(std::move(row));
    else
      (is == "pass" ? result.better : result.worse).push_back(std::move(row));
    others.erase(other);
  }
  for (const auto& [key, is] : others) result.only_in_b.push_back(key_text(key.first, "check", key.second));
}

void note_differences(const EvaluationReport& a, const EvaluationReport& b, const std::vector<Pair>& pairs,
                      Comparison& result) {
  for (const auto& [key, what] : {std::pair{"scenario", "the scenario's name"},
                                  {"scenario_hash", "the place"},
                                  {"seed", "the seed"},
                                  {"program", "the program"}}) {
    const Json of_a = value_at(a.subject, {key}), of_b = value_at(b.subject, {key});
    if (of_a != of_b) result.notes.push_back(fmt::format("{} differs: {} and {}", what, of_a.dump(), of_b.dump()));
  }
  for (const auto& [name, report] : {std::pair{"A", &a}, {"B", &b}}) {
    if (!report->partial.is_null())
      result.notes.push_back(fmt::format("{} is partial: {}", name, report->partial.value("why", "")));
  }
  for (const auto& [of_a, of_b] : pairs) {
    if (of_a->body != of_b->body)
      result.notes.push_back(fmt::format("the body differs: {} and {}", of_a->body, of_b->body));
    if (seconds_of(*of_a) != seconds_of(*of_b))
      result.notes.push_back(
          fmt::format("body {}: the visits last {:.1f} s and {:.1f} s; times and counts are of the "
                      "whole visits, means are not compared moment by moment",
                      of_a->body, seconds_of(*of_a), seconds_of(*of_b)));
    if (of_a->source == "motion_track" || of_b->source == "motion_track") {
      if (of_a->source != of_b->source)
        result.notes.push_back(fmt::format("body {}: measured from {} and {}", of_a->body, of_a->source, of_b->source));
    }
  }
  if (pairs.size() < std::max(a.visits.size(), b.visits.size()))
    result.notes.push_back(fmt::format("{} of {} and {} visits are in the same bodies; only these are compared",
                                       pairs.size(), a.visits.size(), b.visits.size()));
}

/// How many means are compared: the more, the wider their intervals must be.
std::size_t compared_means(const std::vector<Pair>& pairs) {
  std::size_t count = 0;
  for (const auto& [a, b] : pairs) {
    for (const Figure& figure : figures_of(*a)) count += figure.series.empty() ? 0 : 1;
  }
  return count;
}

}  // namespace

Comparison compare(const EvaluationReport& a, const EvaluationReport& b) {
  Comparison result;
  result.subject_a = a.subject;
  result.subject_b = b.subject;
  const std::vector<Pair> pairs = pairs_of(a, b);
  note_differences(a, b, pairs, result);
  result.confidence = 1.0 - kWrongAtAll / static_cast<double>(std::max<std::size_t>(1, compared_means(pairs)));
  compare_checks(a, b, result);
  for (const Pair& pair : pairs) compare_visits(pair, result);
  return result;
}

Json comparison_json(const Comparison& comparison) {
  const auto rows = [](const std::vector<Compared>& list) {
    Json all = Json::array();
    for (const Compared& row : list)
      all.push_back({{"body", row.body},
                     {"who", row.who},
                     {"what", row.what},
                     {"unit", row.unit},
                     {"better_is", row.wants},
                     {"a", row.a},
                     {"b", row.b},
                     {"difference", row.difference},
                     {"low", row.low},
                     {"high", row.high},
                     {"relative", row.relative},
                     {"effect", row.effect},
                     {"at_a_s", row.at_a_s},
                     {"at_b_s", row.at_b_s}});
    return all;
  };
  return {{"format", 1},
          {"a", comparison.subject_a},
          {"b", comparison.subject_b},
          {"notes", comparison.notes},
          {"confidence", comparison.confidence},
          {"better", rows(comparison.better)},
          {"worse", rows(comparison.worse)},
          {"cannot_tell", rows(comparison.cannot_tell)},
          {"equal", comparison.equal},
          {"only_in_a", comparison.only_in_a},
          {"only_in_b", comparison.only_in_b}};
}

namespace {

std::string comparison_table(const char* title, const std::vector<Compared>& list) {
  HtmlTable table(title, {"what", "who", "body", "A", "B", "unit", "difference (interval)", "relative", "effect",
                          "better is", "A at s", "B at s"});
  for (const Compared& row : list) {
    const std::string interval = row.low.is_number()
                                     ? fmt::format("{:+.3g} ({:+.3g} … {:+.3g})", row.difference.get<double>(),
                                                   row.low.get<double>(), row.high.get<double>())
                                     : shown(row.difference);
    table.row({escaped(row.what), escaped(row.who), escaped(row.body), shown(row.a), shown(row.b), escaped(row.unit),
               interval, row.relative.is_number() ? fmt::format("{:+.0f} %", 100.0 * row.relative.get<double>()) : "–",
               row.effect.is_number() ? fmt::format("{:+.2g} SD", row.effect.get<double>()) : "–", escaped(row.wants),
               shown(row.at_a_s), shown(row.at_b_s)});
  }
  return table.end();
}

std::string list_of(const char* title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = fmt::format("<h2>{}</h2><ul>", title);
  for (const std::string& line : lines) text += fmt::format("<li>{}</li>", escaped(line));
  return text + "</ul>\n";
}

}  // namespace

std::string comparison_page(const Comparison& comparison) {
  const auto name = [](const Json& subject) {
    return fmt::format("{} ({}, seed {})", shown(value_at(subject, {"scenario"})),
                       shown(value_at(subject, {"scenario_hash"})), shown(value_at(subject, {"seed"})));
  };
  std::string body = fmt::format("<p>A: <strong>{}</strong><br>B: <strong>{}</strong></p>\n",
                                 name(comparison.subject_a), name(comparison.subject_b));
  body += fmt::format(
      "<p>From A to B {} figures are better, {} are worse, {} differ by less than can be told apart, {} are "
      "equal.</p>\n",
      comparison.better.size(), comparison.worse.size(), comparison.cannot_tell.size(), comparison.equal);
  body += comparison_table("✓ Better", comparison.better) + comparison_table("✗ Worse", comparison.worse) +
          comparison_table("? Cannot be told apart", comparison.cannot_tell);
  body += list_of("What else differs", comparison.notes) + list_of("Only in A", comparison.only_in_a) +
          list_of("Only in B", comparison.only_in_b);
  body += fmt::format(
      "<h2>How it was compared</h2><p class=\"note\">A difference is told apart when its interval does not hold 0. "
      "Worst "
      "scores carry the band of what is guessed of a user's body. Means over time carry Student's interval over blocks "
      "of time, each with {:.3f} % so that all of them hold together with 95 %; the effect is the difference in "
      "standard "
      "deviations over time (SD). Other figures count as exact but for a stated resolution (docs/evaluation.md). How "
      "much visits with other seeds or people would differ is not in the intervals.</p>\n",
      100.0 * comparison.confidence);
  return html_document("A compared with B", body);
}

}  // namespace fh::report
