// SPDX-License-Identifier: Apache-2.0
#include "evaluation/checks.h"

#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "evaluation/posture/niosh.h"
#include "evaluation/posture/score_tables.h"

namespace fh::evaluation {
namespace {

using scene::Check;
using scene::CheckKind;

constexpr std::string_view kSolidsSource = "distances between collision solids (docs/evaluation.md, Clearance)";
constexpr std::string_view kSightSource = "samples cast at the true geometry (docs/evaluation.md, Visibility)";
constexpr std::string_view kEventsSource = "events of controls (docs/user-guide.md, Events)";
constexpr std::string_view kReachSource = "least effort of a whole-body posture search (docs/evaluation.md, Reach)";
constexpr std::string_view kMissSource = "predicted time to contact (docs/evaluation.md, Awareness)";

constexpr double kNoWeight = 1e6;  // index where the equation allows no weight

bool wants_least(CheckKind kind) {
  return kind <= CheckKind::Operated;
}

std::string_view unit_of(CheckKind kind) {
  if (kind == CheckKind::Visible) return "fraction";
  if (kind == CheckKind::Operated) return "deg or m";
  if (wants_least(kind)) return "m";
  if (kind == CheckKind::Reachable) return "effort (0 arm, 1 lean, 2 step, 3 kneel, 4 no)";
  return kind == CheckKind::LiftingIndex ? "index" : kind == CheckKind::NearMisses ? "count" : "score";
}

std::string_view source_of(CheckKind kind) {
  if (kind == CheckKind::Visible) return kSightSource;
  if (kind == CheckKind::Operated) return kEventsSource;
  if (wants_least(kind)) return kSolidsSource;
  if (kind == CheckKind::Rula) return kRulaSource;
  if (kind == CheckKind::Reba) return kRebaSource;
  if (kind == CheckKind::Reachable) return kReachSource;
  return kind == CheckKind::LiftingIndex ? kNioshSource : kMissSource;
}

Found exact(double value, core::Json at_s, core::Json who) {
  return {value, value, value, std::move(at_s), std::move(who)};
}

/// What one person's figures say; none: not measured.
std::optional<Found> of_person(const Check& check, const core::Json& person) {
  const auto has = [&](const char* group, const char* key) {
    return person.contains(group) && person[group].contains(key);
  };
  if (check.kind == CheckKind::Rula || check.kind == CheckKind::Reba) {
    const char* method = check.kind == CheckKind::Rula ? "rula" : "reba";
    if (!has("posture", method)) return {};
    const core::Json& worst = person["posture"][method]["worst"];
    return Found{worst["value"].get<double>(), worst["low"].get<double>(), worst["high"].get<double>(), worst["at_s"],
                 person["name"]};
  }
  const char* key = check.kind == CheckKind::Clearance  ? "least"
                    : check.kind == CheckKind::Headroom ? "headroom"
                                                        : "passage";
  if (!has("clearance", key)) return {};
  const core::Json& figure = person["clearance"][key];
  if (check.kind != CheckKind::Clearance) return exact(figure["least_m"].get<double>(), figure["at_s"], person["name"]);
  return Found{figure["distance_m"].get<double>(), figure["low_m"].get<double>(), figure["high_m"].get<double>(),
               figure["at_s"], person["name"]};
}

void keep_worse(bool least, const Found& found, std::optional<Found>& worst) {
  if (!worst || (least ? found.value < worst->value : found.value > worst->value)) worst = found;
}

std::optional<Found> of_people(const Check& check, const core::Json& measures) {
  std::optional<Found> worst;
  for (const char* group : {"users", "agents"}) {
    for (const core::Json& person : measures[group]) {
      if (!check.who.empty() && person.value("name", "") != check.who) continue;
      if (const auto found = of_person(check, person)) keep_worse(wants_least(check.kind), *found, worst);
    }
  }
  return worst;
}

/// The best view of each who is asked; of several people the worst of these.
std::optional<Found> of_views(const Check& check, const core::Json& measures) {
  std::optional<Found> worst;
  if (!measures.contains("visibility")) return worst;
  for (const core::Json& view : measures["visibility"]["views"]) {
    if (view["what"] != check.object || view["looks"] == 0) continue;
    if (!check.who.empty() && view["who"] != check.who) continue;
    keep_worse(true,
               {view["best_fraction"].get<double>(), view["best_low"].get<double>(), view["best_high"].get<double>(),
                view.contains("best") ? view["best"]["at_s"] : core::Json(), view["who"]},
               worst);
  }
  return worst;
}

/// The least distance of those who are asked, while the guard held.
std::optional<Found> of_approaches(const Check& check, const core::Json& measures) {
  std::optional<Found> worst;
  if (!measures.contains("approaches")) return worst;
  for (const core::Json& row : measures["approaches"]["to"]) {
    const bool same =
        row["object"] == check.object &&
        (row["while_moves"].is_null() ? check.while_moves.empty() : row["while_moves"] == check.while_moves);
    if (!same || row["least_m"].is_null() || (!check.who.empty() && row["who"] != check.who)) continue;
    const double least = row["least_m"].get<double>();
    keep_worse(true, {least, row.value("low_m", least), row.value("high_m", least), row["at_s"], row["who"]}, worst);
  }
  return worst;
}

/// The farthest from position 0 that anybody asked brought it; not moved at all is 0.
std::optional<Found> of_events(const Check& check, const core::Json& measures) {
  if (!measures.contains("events")) return {};
  Found farthest = exact(0.0, {}, {});
  for (const core::Json& event : measures["events"]) {
    const bool operated = !event.contains("limit_kg");  // else it is told of what hands hold
    if (!operated || event["object"] != check.object || (!check.who.empty() && event["who"] != check.who)) continue;
    const double value = std::abs(event["value"].get<double>());
    if (value > farthest.value) farthest = exact(value, event["at_s"], event["who"]);
  }
  return farthest;
}

std::optional<Found> of_lifts(const Check& check, const core::Json& measures) {
  std::optional<Found> worst;
  for (const core::Json& lift : measures["lifts"]["done"]) {
    if (!check.who.empty() && lift["who"] != check.who) continue;
    const core::Json& band = lift["index_band"];
    const auto index = [&](const char* key) { return band[key].is_null() ? kNoWeight : band[key].get<double>(); };
    keep_worse(false, {index("value"), index("low"), index("high"), lift["from_s"], lift["who"]}, worst);
  }
  return worst;
}

std::optional<Found> of_misses(const Check& check, const core::Json& measures) {
  if (!measures.contains("awareness")) return {};
  double count = 0.0;
  core::Json first, who;
  for (const core::Json& miss : measures["awareness"]["near_misses"]) {
    if (!check.who.empty() && miss["a"] != check.who && miss["b"] != check.who) continue;
    if (count == 0.0) first = miss["from_s"], who = miss["a"];
    count += 1.0;
  }
  return exact(count, first, who);
}

std::optional<Found> find(const Check& check, const core::Json& measures) {
  switch (check.kind) {
    case CheckKind::Visible:
      return of_views(check, measures);
    case CheckKind::NobodyWithin:
      return of_approaches(check, measures);
    case CheckKind::Operated:
      return of_events(check, measures);
    case CheckKind::LiftingIndex:
      return of_lifts(check, measures);
    case CheckKind::NearMisses:
      return of_misses(check, measures);
    default:
      return of_people(check, measures);
  }
}

const char* verdict(const Check& check, const Found& found) {
  const auto passes = [&](double value) {
    return wants_least(check.kind) ? value >= check.limit : value <= check.limit;
  };
  if (passes(found.low) != passes(found.high)) return "cannot_tell";
  return passes(found.value) ? "pass" : "fail";
}

}  // namespace

core::Json check_row(const Check& check, const std::string& body, const std::optional<Found>& found) {
  core::Json row = {{"name", check.name}, {"body", body}};
  row["result"] = found ? verdict(check, *found) : "cannot_tell";
  row["value"] = found ? core::Json(found->value) : core::Json();
  row["low"] = found ? core::Json(found->low) : core::Json();
  row["high"] = found ? core::Json(found->high) : core::Json();
  row["limit"] = check.limit;
  row["wants"] = wants_least(check.kind) ? "at_least" : "at_most";
  row["unit"] = unit_of(check.kind);
  row["at_s"] = found ? found->at_s : core::Json();
  row["who"] = found ? found->who : core::Json();
  row["source"] = source_of(check.kind);
  return row;
}

core::Json judge_checks(std::span<const Check> checks, const core::Json& measures, const std::string& body,
                        bool whole) {
  core::Json rows = core::Json::array();
  for (const Check& check : checks) {
    if (check.of_bodies()) continue;
    core::Json row = check_row(check, body, find(check, measures));
    // The best view can only become better and the farthest turn farther, every other figure only worse.
    const bool grows = check.kind == CheckKind::Visible || check.kind == CheckKind::Operated;
    const char* settled = grows ? "pass" : "fail";
    if (!whole && row["result"] != settled) {
      row["result"] = "cannot_tell";
      row["note"] = "the visit was not measured to its end";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fh::evaluation
