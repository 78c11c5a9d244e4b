// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the true place lets a walking body do: an agent may believe a way is free, the wall decides. Bodies slide along
// what they meet instead of entering it.
#include <span>

#include "core/archive.h"
#include "physics/queries.h"

namespace fh::world {

/// The part of a walking body that must not enter anything: an upright solid with an elliptic outline from the knees to
/// the head.
struct BodyOutline {
  double half_breadth = 0.22, half_depth = 0.13;  // m
  double from = 0.35, to = 1.7;                   // m above the root; `to` follows the head
};

struct BumperResult {
  math::Vec3 root{0.0};    // where the body may be
  core::ObjectId touched;  // what was in the way …
  math::Vec3 point{0.0};   // … and where it was met; of the last one
  bool stopped = false;    // it could not go all the way
};

/// Moves the outline from `from` to `to` (both on the ground), turned by `yaw`; other people are ignored (see
/// BodySeparation).
BumperResult move_outline(const physics::World& physics, const BodyOutline& outline, const math::Vec3& from,
                          const math::Vec3& to, double yaw, core::BodyId self);
/// Where somebody comes to who was pushed on towards `to` against the will: people catch themselves before a wall, and
/// stop within the gap that is left. `wanted`: the velocity they want, m/s; towards a wall that they walk into, nothing
/// is changed.
math::Vec3 caught_before(const physics::World& physics, const BodyOutline& outline, const math::Vec3& from,
                         const math::Vec3& to, double yaw, const math::Vec3& wanted, double dt, core::BodyId self);
/// Whether the outline may turn where it stands: not when that brings its shoulders against something.
bool may_turn(const physics::World& physics, const BodyOutline& outline, const math::Vec3& root, double from_yaw,
              double to_yaw, core::BodyId self);

}  // namespace fh::world
