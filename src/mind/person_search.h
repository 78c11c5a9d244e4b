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
  std::vector<math::Vec3> visited;  // places gone to, or tried to; the last one is the present goal

  void visit(core::Archive& archive);
};

/// What a search may ask of the mind.
struct SearchBeliefs {
  math::Vec3 position{0.0};  // own, m
  planning::NavStatus way = planning::NavStatus::Idle;
  const planning::WalkMap* map = nullptr;  // own, believed
  std::vector<math::Vec3> likely;          // in any order
};

/// A new search; `last_place`: none when the person was never seen. Returns the first goal, if there is one.
std::optional<planning::Goal> begin_search(const std::optional<math::Vec3>& last_place, PersonSearch& search);
/// Whether the present place is dealt with, so that a next one is wanted (and `likely` is needed).
bool place_is_done(const PersonSearch& search, planning::NavStatus way);
/// The next place to look at; none: the search has ended (SearchStep::Ended).
std::optional<planning::Goal> next_place(const SearchBeliefs& beliefs, core::Rng& chance, PersonSearch& search);

}  // namespace fh::mind
