// SPDX-License-Identifier: Apache-2.0
#pragma once
// Looking for a person whose position is unknown: first where they were last believed to be, then at likely places
// (doors and other people the agent knows of), then wherever the agent has not looked yet. Bounded in places and time;
// a search without success ends with a reason. Reads beliefs only.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/archive.h"
#include "core/rng.h"
#include "math/vector.h"
#include "planning/navigation/navigator.h"

namespace fh::mind {

enum class SearchStep : std::uint8_t {
  LastPlace,  // where the person was last believed to be
  Likely,     // a door or another person
  Explore,    // far from every place of this search
  Ended,      // not found
};

struct PersonSearch {
  SearchStep step = SearchStep::LastPlace;
  double seconds = 0.0;             // since the search began
  double longest = 60.0;            // s
  std::vector<math::Vec3> visited;  // places gone to, or tried to; the last one is the present goal
  // Of searches that look round at each place and until all of the map was looked at.
  std::int32_t turns = 0;             // made at the present place
  double turning = 0.0;               // s of the present turn
  std::vector<math::Vec3> seen_from;  // places on the way from which the surroundings were seen

  void visit(core::Archive& archive);
};

/// What a search may ask of the mind.
struct SearchBeliefs {
  math::Vec3 position{0.0};  // own, m
  double facing = 0.0;       // own, yaw
  double dt = 0.0;           // s
  planning::NavStatus way = planning::NavStatus::Idle;
  const planning::WalkMap* map = nullptr;  // own, believed
  std::vector<math::Vec3> likely;          // in any order
};

/// A new search; `last_place`: none when the person was never seen. Returns the first goal, if there is one.
std::optional<planning::Goal> begin_search(const std::optional<math::Vec3>& last_place, PersonSearch& search);
/// Whether the present place is dealt with, so that a next one is wanted (and `likely` is needed).
bool place_is_done(const PersonSearch& search, planning::NavStatus way);
/// Once the place is reached: turns the goal's facing round in thirds. Notes from where the surroundings were seen.
void look_round(const SearchBeliefs& beliefs, PersonSearch& search, planning::Goal& goal);
/// The nearest of some random places that were not in view of any place on the way; none: the search has ended.
std::optional<planning::Goal> next_unseen_place(const SearchBeliefs& beliefs, core::Rng& chance, PersonSearch& search);
/// The next place to look at; none: the search has ended (SearchStep::Ended).
std::optional<planning::Goal> next_place(const SearchBeliefs& beliefs, core::Rng& chance, PersonSearch& search);

}  // namespace fh::mind
