// SPDX-License-Identifier: Apache-2.0
#include "mind/person_search.h"

#include <algorithm>
#include <limits>

namespace fh::mind {
namespace {

using math::Vec3;

constexpr std::size_t kMostPlaces = 12;  // a search looks at no more places
constexpr std::size_t kMostLikely = 4;   // of them doors and people
constexpr double kMostSeconds = 60.0;    // and lasts no longer
constexpr double kLikelyRange = 10.0;    // m: places farther away are found by exploring
constexpr double kSamePlace = 2.0;       // m: a place as near to a visited one was looked at from there
constexpr double kLookRadius = 0.6;      // m: near enough to look round
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

}  // namespace

void PersonSearch::visit(core::Archive& archive) {
  archive.field("step", step);
  archive.field("seconds", seconds);
  archive.field("visited", visited);
}

std::optional<planning::Goal> begin_search(const std::optional<Vec3>& last_place, PersonSearch& search) {
  search = {};
  if (!last_place) return {};
  return go_look(*last_place, search);
}

bool place_is_done(const PersonSearch& search, planning::NavStatus way) {
  using planning::NavStatus;
  return search.visited.empty() || search.seconds > kMostSeconds || way == NavStatus::Arrived ||
         way == NavStatus::Blocked || way == NavStatus::GaveUp;
}

std::optional<planning::Goal> next_place(const SearchBeliefs& beliefs, core::Rng& chance, PersonSearch& search) {
  if (search.seconds <= kMostSeconds && search.visited.size() < kMostPlaces) {
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
