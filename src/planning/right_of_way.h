#pragma once
// Who goes first where two streams cannot pass each other: at a neck (a door, the mouth of a corridor) with people
// coming through from the other side, directions take turns of a few seconds. Everybody knows the rule, the place and
// the time, so both sides agree without a word. Who must wait stands back from the neck and to the right, leaving the
// way out free.
#include <optional>
#include <span>

#include "planning/avoidance.h"
#include "planning/path.h"

namespace fh::planning {

struct RightOfWaySettings {
  double look = 3.0;        // m of path searched for a neck
  double neck = 1.5;        // m of width below which two streams hinder each other
  double single = 1.15;     // m of width below which not even two people pass each other
  double turn = 7.0;        // s that a direction keeps the right of way
  double stand_back = 1.5;  // m from the neck
  double commit = 0.4;      // m from the neck within which nobody turns back
};

struct Neck {
  Vec2 at{0.0};
  Vec2 direction{0.0};  // of the path through it, unit
  double width = 0.0;   // m across the path, wall to wall
  double ahead = 0.0;   // m of path to it
};

/// The narrowest place of the next metres of the path, if it is a neck.
std::optional<Neck> find_neck(const WalkMap& map, const Path& path, const PathPlace& place,
                              const RightOfWaySettings& settings);

/// Where to go instead of through the neck while others have the right of way; nothing when the way is ours.
std::optional<Vec2> stand_back(const Neck& neck, const Vec2& position, std::span<const PerceivedPerson> people,
                               double time, const RightOfWaySettings& settings);

}  // namespace fh::planning
