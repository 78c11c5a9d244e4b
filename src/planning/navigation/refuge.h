// SPDX-License-Identifier: Apache-2.0
#pragma once
// A place out of somebody's way: where a body goes that must let another pass and cannot beside them (a corridor, a
// door). Searched on the agent's own map, breadth first; the way to it meets the other nowhere if they go on as they
// do.
#include <vector>

#include "planning/navigation/path.h"

namespace fh::planning {

/// Where somebody is and goes.
struct OtherWay {
  Vec2 at{0.0};
  Vec2 heading{0.0};   // unit; zero: stands
  double speed = 0.0;  // m/s
  double keep = 0.6;   // m between centres that they need, all along their way
};

/// Buffers of a search, reused; one per thread. Not part of any state.
struct RefugeScratch {
  std::vector<CellIndex> parents;  // of the cells of a window, by place in it
  std::vector<CellIndex> queue, route;
};

/// The shortest way to a place at least `keep` from the line that the other walks, within 8 m; one that is reached in
/// time, else one that leads away from where they are. False, and an empty path, when there is none.
bool find_refuge(const WalkMap& map, const Vec2& from, int layer, const OtherWay& other, const SmoothSettings& smooth,
                 RefugeScratch& scratch, Path& path);

}  // namespace fh::planning
