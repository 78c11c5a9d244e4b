// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a ray moves a thing along an axis, in a plane or about an axis, and stretches it (J-42): the point of the axis
// nearest to the ray, the point where the ray meets the plane, the angle of the spoke to that point, how far both are
// from the pivot. Rays nearly parallel to axis or plane say nothing: then the hand's own way and turn count.
#include "math/pose.h"
#include "world/tools/tools.h"

namespace fh::world {

struct Guide {
  frame::CarryWay along = frame::CarryWay::Free;
  math::Vec3 pivot{0.0};  // world: the middle of the base of what is carried, when it was taken up

  /// 1 for the axes along which things may move.
  math::Vec3 mask() const;
  /// World: what things turn about.
  math::Vec3 axis() const;
  /// m from where the ray `start` has the thing to where `aim` has it.
  math::Vec3 way(const math::Pose& start, const math::Pose& aim) const;
  /// Radians about axis().
  double turn(const math::Pose& start, const math::Pose& aim) const;
  /// How many times as far from the pivot as `start` the ray `aim` is: along an axis of the thing (world), or across
  /// the ray without one. Positive.
  double stretch(const math::Pose& start, const math::Pose& aim, const math::Vec3* axis) const;
};

}  // namespace fh::world
