// SPDX-License-Identifier: Apache-2.0
#pragma once
// A foot on the ground: it rolls over heel, sole and toes without sliding (CA-60, JB-28, JB-29). The same roll is used
// in the air over a moving, lifted ground, so that toe-off and heel-strike join without a jump.
#include "human/motion/stride.h"
#include "math/pose.h"

namespace fh::human {

/// Where a flat foot would stand: the point of the ground below the ankle, and the heading of the foot.
struct Foothold {
  math::Vec3 position{0.0};  // world, m
  double yaw = 0.0;          // radians, see math::yaw_of

  void visit(core::Archive& archive) {
    archive.field("position", position);
    archive.field("yaw", yaw);
  }
};

/// Planar unit vectors of a heading.
inline math::Vec3 forward_of(double yaw) {
  const math::SinCos sc = math::sin_cos(yaw);
  return {-sc.sin, 0.0, -sc.cos};
}
inline math::Vec3 right_of(double yaw) {
  const math::SinCos sc = math::sin_cos(yaw);
  return {sc.cos, 0.0, -sc.sin};
}

inline math::Vec3 flat(const math::Vec3& v) {
  return {v.x, 0.0, v.z};
}

struct RolledFoot {
  math::Pose world_from_foot;  // ankle
  double toe_extension = 0.0;  // radians
  Foothold hold;               // the ground it rolls over; raised when in the air
  double pitch = 0.0;          // radians

  void visit(core::Archive& archive) {
    archive.field("world_from_foot", world_from_foot);
    archive.field("toe_extension", toe_extension);
    archive.field("hold", hold);
    archive.field("pitch", pitch);
  }
};

/// pitch > 0: toes up, standing on the heel's end; pitch < 0: heel up, standing on the toes, which bend and at last
/// turn about their tips (past Walker::toes_flat). Neither slides: heel or toe tip stay where the flat foot has them.
RolledFoot roll_foot(const Walker& walker, const Foothold& hold, double pitch);

/// What the roll depends on: how long the stance is and how the foot comes and goes.
struct RollCurve {
  double span = 0.9;      // m the body passes over a foot
  double heel_up = 1.1;   // radians at toe-off
  double toes_up = 0.35;  // radians at heel-strike
};
/// Of a body that passes over its feet with `along` m/s in their direction (negative: backwards).
RollCurve roll_curve(const Walker& walker, const Stride& stride, double along);

/// Where in its span the body stands over the middle of the stance: feet are set down a little behind, because the
/// toes reach further than the heel.
inline constexpr double kStanceBias = 0.11;

/// The pitch of a foot over which the body stands `ahead` m further than the ankle.
double roll_pitch(const RollCurve& curve, double ahead);

}  // namespace fh::human
