// SPDX-License-Identifier: Apache-2.0
#include "mind/search/person_search.h"

#include <algorithm>
#include <limits>

namespace fh::mind {
namespace {

using math::Vec3;

constexpr std::size_t kMostPlaces = 12;  // a search looks at no more places
constexpr std::size_t kMostLikely = 4;   // of them doors and people
constexpr double kLikelyRange = 10.0;    // m: places farther away are found by exploring
constexpr double kSamePlace = 2.0;       // m: a place as near to a visited one was looked at from there
constexpr double kLookRadius = 0.6;      // m: near enough to look round
constexpr double kInView = 5.0;          // m: as far, a person or thing is surely noticed
constexpr double kPerPlace = 1.0;        // m walked between places that surroundings are noted from
constexpr int kUnseenTries = 300;        // random places, of which the nearest one out of view is taken
constexpr int kTurns = 3;                // that make a whole round
constexpr double kTurnSeconds = 2.5;     // for one of them, at most
constexpr double kFaces = 0.15;          // rad
constexpr int kExploreTries = 32;        // random places of which the one farthest from all visited is taken

double nearest_visited(const PersonSearch& search, const Vec3& place) {
  double nearest = std::numeric_limits<double>::max();
  for (const Vec3& other : search.visited) nearest = std::min(nearest, glm::length(other - place));
  return nearest;
}

planning::Goal go_look(const Vec3& place, PersonSearch& search) {
  search.visited.push_back(place);
  planning::Goal goal;
  goal.points = {place};
  goal.radius = kLookRadius;
  return goal;
}

/// The nearest likely place that was not looked at yet.
std::optional<Vec3> likely_place(const SearchBeliefs& beliefs, const PersonSearch& search) {
  std::optional<Vec3> best;
  double best_distance = kLikelyRange;
  for (const Vec3& place : beliefs.likely) {
    const double distance = glm::length(place - beliefs.position);
    if (distance >= best_distance || nearest_visited(search, place) < kSamePlace) continue;
    best = place;
    best_distance = distance;
  }
  return best;
}

std::optional<Vec3> unexplored_place(const SearchBeliefs& beliefs, core::Rng& chance, const PersonSearch& search) {
  const planning::WalkMap& map = *beliefs.map;
  std::optional<Vec3> best;
  double best_distance = kSamePlace;
  for (int i = 0; i < kExploreTries; ++i) {
    const auto cell = static_cast<planning::CellIndex>(chance.below(static_cast<std::uint32_t>(map.frame().size())));
    if (!map.is_free(cell) || map.is_narrow(cell)) continue;
    const Vec3 place = map.point(cell, beliefs.position.y);
    const double distance = std::min(nearest_visited(search, place), glm::length(place - beliefs.position));
    if (distance <= best_distance) continue;
    best = place;
    best_distance = distance;
  }
  return best;
}

bool was_in_view(const planning::WalkMap& map, const PersonSearch& search, const Vec3& place) {
  const int layer = map.layer_at(place);
  return std::any_of(search.seen_from.begin(), search.seen_from.end(), [&](const Vec3& from) {
    return glm::length(from - place) < kInView && map.is_clear({from.x, from.z}, {place.x, place.z}, layer, 0.05);
  });
}

}  // namespace

void PersonSearch::visit(core::Archive& archive) {
  archive.field("step", step);
  archive.field("seconds", seconds);
  archive.field("longest", longest);
  archive.field("visited", visited);
  archive.field("turns", turns);
  archive.field("turning", turning);
  archive.field("seen_from", seen_from);
}

std::optional<planning::Goal> begin_search(const std::optional<Vec3>& last_place, PersonSearch& search) {
  search = {};
  if (!last_place) return {};
  return go_look(*last_place, search);
}

bool place_is_done(const PersonSearch& search, planning::NavStatus way) {
  using planning::NavStatus;
  const bool looked = way == NavStatus::Arrived && (search.turns == 0 || search.turns > kTurns);
  return search.visited.empty() || search.seconds > search.longest || looked || way == NavStatus::Blocked ||
         way == NavStatus::GaveUp;
}

void look_round(const SearchBeliefs& beliefs, PersonSearch& search, planning::Goal& goal) {
  const auto& from = search.seen_from;
  if (from.empty() || glm::length(from.back() - beliefs.position) > kPerPlace)
    search.seen_from.push_back(beliefs.position);
  if (beliefs.way != planning::NavStatus::Arrived || goal.points.empty() || search.turns > kTurns) return;
  search.turning += beliefs.dt;
  const double off = goal.facing ? std::abs(math::wrap_angle(*goal.facing - beliefs.facing)) : 0.0;
  if (search.turns > 0 && off > kFaces && search.turning < kTurnSeconds) return;
  ++search.turns;
  search.turning = 0.0;
  goal.facing = math::wrap_angle(beliefs.facing + 2.0 * math::kPi / kTurns);
}

std::optional<planning::Goal> next_unseen_place(const SearchBeliefs& beliefs, core::Rng& chance, PersonSearch& search) {
  const planning::WalkMap& map = *beliefs.map;
  std::optional<Vec3> best;
  double nearest = std::numeric_limits<double>::max();
  search.step = SearchStep::Explore;
  for (int i = 0; i < kUnseenTries && search.seconds <= search.longest; ++i) {
    const auto cell = static_cast<planning::CellIndex>(chance.below(static_cast<std::uint32_t>(map.frame().size())));
    if (!map.is_free(cell) || map.is_narrow(cell)) continue;
    const Vec3 place = map.point(cell, beliefs.position.y);
    const double distance = glm::length(place - beliefs.position);
    if (distance >= nearest || nearest_visited(search, place) < kLookRadius || was_in_view(map, search, place))
      continue;
    best = place;
    nearest = distance;
  }
  search.turns = 0;
  search.turning = 0.0;
  if (best) return go_look(*best, search);
  search.step = SearchStep::Ended;
  return {};
}

std::optional<planning::Goal> next_place(const SearchBeliefs& beliefs, core::Rng& chance, PersonSearch& search) {
  if (search.seconds <= search.longest && search.visited.size() < kMostPlaces) {
    if (search.step == SearchStep::LastPlace) search.step = SearchStep::Likely;
    if (search.step == SearchStep::Likely && search.visited.size() <= kMostLikely) {
      if (const auto place = likely_place(beliefs, search)) return go_look(*place, search);
    }
    search.step = SearchStep::Explore;
    if (const auto place = unexplored_place(beliefs, chance, search)) return go_look(*place, search);
  }
  search.step = SearchStep::Ended;
  return {};
}

}  // namespace fh::mind
