// SPDX-License-Identifier: Apache-2.0
#pragma once
// A command of a user with all that it acts on. Private to world/tools.
#include <array>

#include "world/tools/place_surface.h"
#include "world/tools/tools.h"

namespace fh::world {

struct Tools::Call {
  const frame::Command& command;
  std::string_view text;
  User& user;
  ToolHand& hand;
  std::size_t index;
  const ToolPlace& place;
  const PlaceSurface& surface;
  const std::vector<Placement>& moves;  // of this tick, not carried out yet

  math::Pose pose(core::ObjectId object) const;  // where it is, or will be at the end of the tick
  /// None of the chosen things is on a joint, in a hand, or has a part that is.
  bool can_move() const;
  /// Of the chosen things where they are now, world.
  math::Aabb chosen_bounds() const;
};

/// A thing as it stands, which may lie on its side in its own space (models with Z up).
struct Standing {
  std::array<int, 3> axes{0, 1, 2};  // of its own: along its width, height and depth
  bool upside_down = false;          // its own axis of the height points down
  math::Vec3 base{0.0};              // the middle of its base, in its own space

  /// Factors of width, height and depth along the thing's own axes.
  math::Vec3 own(const math::Vec3& factor) const;
};
Standing standing_of(const math::Pose& world_from_thing, const math::Aabb& bounds);

}  // namespace fh::world
