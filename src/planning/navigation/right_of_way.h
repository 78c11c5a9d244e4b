// SPDX-License-Identifier: Apache-2.0
#pragma once
// Precedence where two streams cannot pass each other: at a neck (a door, a corridor) with people coming through
// from the other side, directions take turns of a few seconds. Everybody knows the rule, the place and the time, so
// both sides agree without a word. Waiting agents stand back from the neck and to the right, the farther the more
// people wait, leaving the way out free. Of two that meet in it precedence goes by how far each has come: the one with
// more of it behind goes on, the other goes back.
#include <optional>
#include <span>
#include <vector>

#include "planning/navigation/avoidance.h"
#include "planning/navigation/path.h"

namespace fh::planning {

/// Tuned: doors of docs/measurements/planning.md; asserted by test_courtesy, test_crowd and test_evacuation.
struct RightOfWaySettings {
  double look = 3.0;        // m of path searched for a neck
  double neck = 1.5;        // m of width below which two streams hinder each other
  double strait = 1.8;      // m of width below which nobody passes a user at 1.2 m
  double single = 1.15;     // m of width below which not even two people pass each other
  double turn = 10.0;       // s that a direction keeps the right of way
  double stand_back = 1.5;  // m from the neck
  double commit = 0.4;      // m from the neck within which nobody turns back unless the other is farther through
  double mouth = 0.9;       // m from the neck at which to let people out of it
  double patience = 20.0;   // s after which an agent does not wait behind others any more
};

struct Neck {
  Vec2 entry{0.0};      // where it begins on the path
  Vec2 direction{0.0};  // through it, square to its narrowest chord, unit
  double width = 0.0;   // m from wall to wall, at its narrowest
  double from = 0.0;    // m of path to the entry
  double to = 0.0;      // m of path to its end

  void visit(core::Archive& archive);
};

/// The places of a path narrower than `width`, in order.
void find_necks(const WalkMap& map, const Path& path, double width, std::vector<Neck>& necks);
/// The one that somebody `done` metres along the path is in or comes to within `look`; null when there is none.
const Neck* next_neck(std::span<const Neck> necks, double done, double look);

/// Metres from wall to wall through a point, at the narrowest chord across the direction; at least 3 where it is open.
double width_across(const WalkMap& map, const PathPoint& point, const Vec2& direction);
/// Whether somebody goes the same direction, or waits to: agents behind them queue.
bool goes_along(const PerceivedPerson& person, const Vec2& way);
/// Whether somebody walks through the neck against its direction, or is about to.
bool comes_through(const Neck& neck, const PerceivedPerson& person);

struct WayfarerState {
  core::BodyId self;
  Vec2 position{0.0};
  double done = 0.0;    // m of path
  double time = 0.0;    // s, the same for everybody
  bool stuck = false;   // no headway for a while
  double waited = 0.0;  // s without headway, on purpose or not
};

/// Where to go instead of through the neck while others have the right of way (a unit vector, or zero: stay); nothing
/// when the way is ours.
std::optional<Vec2> stand_back(const Neck& neck, const WayfarerState& self, std::span<const PerceivedPerson> people,
                               const RightOfWaySettings& settings);

}  // namespace fh::planning
