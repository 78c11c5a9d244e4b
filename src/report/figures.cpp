// SPDX-License-Identifier: Apache-2.0
#include "report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "evaluation/clearance/clearance.h"
#include "report/html_parts.h"

namespace fh::report {
namespace {

using core::Json;

constexpr double kHeadroomRange = 1.0;          // m: the clearance observer looks no higher
constexpr double kDistanceResolution = 1e-3;    // m
constexpr double kFractionResolution = 0.01;    // of what 64 x 64 samples tell apart
constexpr double kTimeResolution = 0.1;         // s
constexpr double kContactResolution = 0.05;     // s
constexpr double kSeparationResolution = 0.01;  // m, of the axes of two bodies
constexpr double kRatioResolution = 0.01;
constexpr double kCountResolution = 0.5;
constexpr double kTorqueResolution = 1.0;  // N m; five percent of the torque where that is more
constexpr double kTorqueShare = 0.05;

/// A value of a person's row in report.json.
struct PersonFigure {
  const char* what;
  std::array<const char*, 3> way;  // keys; null: no further one
  const char* unit;
  Better better;
  double resolution;
  double beyond = 0.0;  // what is measured only below this counts as this where there is nothing; 0: measured always
};
constexpr PersonFigure kPersonFigures[] = {
    {"clearance, least",
     {"clearance", "least", "distance_m"},
     "m",
     Better::More,
     kDistanceResolution,
     evaluation::kClearanceRange},
    {"carried things' clearance, least",
     {"clearance", "carried", "distance_m"},
     "m",
     Better::More,
     kDistanceResolution},
    {"headroom, least", {"clearance", "headroom", "least_m"}, "m", Better::More, kDistanceResolution, kHeadroomRange},
    {"passage, least", {"clearance", "passage", "least_m"}, "m", Better::More, kDistanceResolution},
    {"touching something", {"clearance", "touching_s"}, "s", Better::Less, kTimeResolution},
    {"errands done", {"errands_done"}, "", Better::More, kCountResolution},
    {"errands failed", {"errands_failed"}, "", Better::Less, kCountResolution},
    {"way over the shortest way", {"walked_over_optimum"}, "ratio", Better::Less, kRatioResolution},
    {"waits", {"waits"}, "", Better::Less, kCountResolution},
    {"jams", {"jams"}, "", Better::Less, kCountResolution},
    {"contacts with walls", {"contacts", "walls"}, "", Better::Less, kCountResolution},
    {"contacts with objects", {"contacts", "objects"}, "", Better::Less, kCountResolution},
    {"contacts with people", {"contacts", "people"}, "", Better::Less, kCountResolution},
};

Figure exact_figure(std::string who, std::string what, const char* unit, Better better, double resolution,
                    double value) {
  return {std::move(who), std::move(what), unit, better, value, value, value, resolution, {}, {}, {}, {}};
}

Json along(const Json& from, const std::array<const char*, 3>& way) {
  const Json* now = &from;
  for (const char* key : way) {
    if (!key) break;
    if (!now->is_object() || !now->contains(key)) return {};
    now = &(*now)[key];
  }
  return *now;
}

void add_person_figures(const Json& person, const std::string& name, std::vector<Figure>& out) {
  for (const PersonFigure& known : kPersonFigures) {
    Json value = along(person, known.way);
    if (value.is_null() && known.beyond > 0.0 && person.contains(known.way[0])) value = known.beyond;
    if (value.is_number())
      out.push_back(exact_figure(name, known.what, known.unit, known.better, known.resolution, value.get<double>()));
  }
  for (const auto& [method, title] : {std::pair{"rula", "RULA"}, {"reba", "REBA"}, {"owas", "OWAS"}}) {
    const Json worst = value_at(person, {"posture", method, "worst"});
    if (!worst.is_object()) continue;
    Figure figure = exact_figure(name, fmt::format("{}, worst", title), "score", Better::Less, 0.0, worst.at("value"));
    figure.low = worst.at("low");
    figure.high = worst.at("high");
    figure.at_s = worst.at("at_s");
    out.push_back(std::move(figure));
  }
  const Json torques = value_at(person, {"joint_torques"});
  for (const auto& [joint, most] : torques.items()) {
    if (!most.contains("most_n_m") || !most.at("most_n_m").is_number()) continue;
    const double torque = most.at("most_n_m");
    out.push_back(exact_figure(name, fmt::format("torque at the {}, most", joint), "N m", Better::Less,
                               std::max(kTorqueResolution, kTorqueShare * std::abs(torque)), torque));
    out.back().at_s = most.at("at_s");
  }
}

void add_lifts(const Json& measures, std::vector<Figure>& out) {
  std::map<std::string, int> count;
  for (const Json& lift : value_at(measures, {"lifts", "done"})) {
    if (!lift.at("lifting_index").is_number()) continue;
    const std::string who = lift.at("who"), what = lift.at("what");
    const int number = ++count[who + "\n" + what];
    out.push_back(exact_figure(who, fmt::format("lifting index of {}, lift {}", what, number), "index", Better::Less,
                               kRatioResolution, lift.at("lifting_index")));
    out.back().at_s = lift.at("from_s");
  }
}

void add_awareness(const Json& measures, std::vector<Figure>& out) {
  const Json awareness = value_at(measures, {"awareness"});
  if (!awareness.is_object()) return;
  out.push_back(exact_figure("everybody", "near misses", "", Better::Less, kCountResolution,
                             static_cast<double>(awareness.at("near_misses").size())));
  for (const Json& pair : awareness.at("pairs")) {
    const std::string who = fmt::format("{} and {}", pair.at("a").get<std::string>(), pair.at("b").get<std::string>());
    const auto add = [&](const char* what, const char* key, const char* unit, double resolution) {
      if (pair.contains(key) && pair.at(key).is_number())
        out.push_back(exact_figure(who, what, unit, Better::More, resolution, pair.at(key)));
    };
    add("separation, least", "least_separation_m", "m", kSeparationResolution);
    add("time to contact, least", "least_time_to_contact_s", "s", kContactResolution);
  }
}

/// Reads the columns of a table by their names.
class Columns {
 public:
  explicit Columns(const evaluation::Table& table) : table_(&table) {}
  /// Not there, or not known: none.
  std::optional<double> number(const std::vector<evaluation::Cell>& row, const char* column) const {
    const auto* cell = find(row, column);
    const auto* value = cell ? std::get_if<double>(cell) : nullptr;
    return value ? std::optional(*value) : std::nullopt;
  }
  std::string text(const std::vector<evaluation::Cell>& row, const char* column) const {
    const auto* cell = find(row, column);
    if (const auto* number = cell ? std::get_if<double>(cell) : nullptr) return fmt::format("{}", *number);
    const auto* value = cell ? std::get_if<std::string>(cell) : nullptr;
    return value ? *value : std::string();
  }

 private:
  const evaluation::Cell* find(const std::vector<evaluation::Cell>& row, const char* column) const {
    for (std::size_t i = 0; i < table_->columns.size() && i < row.size(); ++i) {
      if (table_->columns[i] == column) return &row[i];
    }
    return nullptr;
  }
  const evaluation::Table* table_;
};

const evaluation::Table* table_of(const MeasuredVisit& visit, const char* name) {
  for (const evaluation::Table& table : visit.tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

using SeriesByKey = std::map<std::pair<std::string, std::string>, Figure>;

Figure& series_figure(SeriesByKey& all, const std::string& who, const std::string& what, const char* unit,
                      Better better) {
  Figure& figure = all[{who, what}];
  figure.who = who, figure.what = what, figure.unit = unit, figure.better = better;
  return figure;
}

void add_posture_series(const MeasuredVisit& visit, SeriesByKey& all) {
  const evaluation::Table* table = table_of(visit, "posture");
  if (!table) return;
  const Columns columns(*table);
  for (const auto& row : table->rows) {
    const std::string who = columns.text(row, "person");
    const auto worse = [&](const char* left, const char* right) {
      return std::max(columns.number(row, left).value_or(0.0), columns.number(row, right).value_or(0.0));
    };
    Figure& rula = series_figure(all, who, "RULA of the worse side, mean", "score", Better::Less);
    rula.series.push_back(worse("rula_left", "rula_right"));
    rula.series_low.push_back(worse("rula_left_low", "rula_right_low"));
    rula.series_high.push_back(worse("rula_left_high", "rula_right_high"));
    series_figure(all, who, "REBA of the worse side, mean", "score", Better::Less)
        .series.push_back(worse("reba_left", "reba_right"));
    series_figure(all, who, "OWAS, mean", "category", Better::Less).series.push_back(worse("owas", "owas"));
  }
}

void add_sight_series(const MeasuredVisit& visit, SeriesByKey& all) {
  if (const evaluation::Table* table = table_of(visit, "awareness")) {
    const Columns columns(*table);
    for (const auto& row : table->rows) {
      const std::string a = columns.text(row, "a"), b = columns.text(row, "b");
      series_figure(all, a, "sees " + b, "share of time", Better::More)
          .series.push_back(columns.number(row, "a_sees_b").value_or(0.0));
      series_figure(all, b, "sees " + a, "share of time", Better::More)
          .series.push_back(columns.number(row, "b_sees_a").value_or(0.0));
    }
  }
  const evaluation::Table* table = table_of(visit, "visibility");
  const Json visibility = value_at(visit.measures, {"visibility"});
  if (!table || !visibility.is_object()) return;
  // Rows exist only while a thing is in the field; out of it nothing of it is visible.
  for (const Json& view : visibility.at("views"))
    series_figure(all, view.at("who"), fmt::format("{}: visible fraction, mean", view.at("what").get<std::string>()),
                  "fraction", Better::More)
        .series.assign(view.at("looks").get<std::size_t>(), 0.0);
  const double rate = visibility.at("looks_per_s");
  const Columns columns(*table);
  for (const auto& row : table->rows) {
    const auto found = all.find({columns.text(row, "person"), columns.text(row, "thing") + ": visible fraction, mean"});
    const double at = std::round(columns.number(row, "time_s").value_or(0.0) * rate) - 1.0;
    if (found == all.end() || at < 0.0 || at >= static_cast<double>(found->second.series.size())) continue;
    found->second.series[static_cast<std::size_t>(at)] = columns.number(row, "fraction").value_or(0.0);
  }
}

void add_best_views(const Json& measures, std::vector<Figure>& out) {
  for (const Json& view : value_at(measures, {"visibility", "views"})) {
    out.push_back(exact_figure(view.at("who"),
                               fmt::format("{}: visible fraction, best", view.at("what").get<std::string>()),
                               "fraction", Better::More, kFractionResolution, view.at("best_fraction")));
    out.back().at_s = value_at(view, {"best", "at_s"});
  }
}

}  // namespace

std::vector<Figure> figures_of(const MeasuredVisit& visit) {
  std::vector<Figure> all;
  for (const char* group : {"users", "agents"}) {
    if (!visit.measures.contains(group)) continue;
    for (const Json& person : visit.measures[group]) add_person_figures(person, person.value("name", ""), all);
  }
  add_lifts(visit.measures, all);
  add_awareness(visit.measures, all);
  add_best_views(visit.measures, all);
  SeriesByKey series;
  add_posture_series(visit, series);
  add_sight_series(visit, series);
  for (auto& [key, figure] : series) {
    figure.value = mean_of(figure.series);
    figure.low = figure.series_low.empty() ? figure.value : mean_of(figure.series_low);
    figure.high = figure.series_high.empty() ? figure.value : mean_of(figure.series_high);
    all.push_back(std::move(figure));
  }
  return all;
}

}  // namespace fh::report
