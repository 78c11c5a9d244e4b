// SPDX-License-Identifier: Apache-2.0
#pragma once
// A command of a user with all that it acts on. Private to world/tools.
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

}  // namespace fh::world
