// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/seat.h"

#include <algorithm>

#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using human::Dimension;
using human::Joint;
using math::Vec3;

constexpr double kThighShare = 0.6;  // of the thigh that lies on the seat; our choice
constexpr double kOnGround = 0.02;   // m that a sole may be above the ground it is put on

void bend(human::Posture& posture, Joint left, double radians) {
  const std::array<double, 3> angles{radians, 0.0, 0.0};
  for (const Joint joint : {left, human::mirrored(left)}) posture[joint] = human::joint_rotation(joint, angles.data());
}

}  // namespace

human::Posture seated_posture(const human::Body& body, double seat) {
  human::Posture posture = human::standing_posture(body.skeleton);
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, posture, frames);
  const double eyes = frames.position(Joint::RightEye).y - frames.position(Joint::Pelvis).y;
  const double pelvis = seat + body.dimensions[Dimension::EyeHeightSitting] - eyes;
  const double hip = pelvis + frames.position(Joint::RightThigh).y - frames.position(Joint::Pelvis).y;
  const Vec3 thigh = frames.position(Joint::RightShank) - frames.position(Joint::RightThigh);
  const double knee = frames.position(Joint::RightShank).y;  // over the ground, with the shank upright
  const double down = math::clamp((hip - knee) / glm::length(thigh), 0.0, 1.0);
  const double flexed = math::acos(down);
  bend(posture, Joint::LeftThigh, flexed);
  bend(posture, Joint::LeftShank, flexed);
  bend(posture, Joint::LeftFoot, 0.0);
  posture.world_from_pelvis = {math::kIdentity, Vec3(0.0, pelvis, 0.0)};
  return posture;
}

human::SupportPolygon seated_support(const human::Body& body, const human::Posture& posture) {
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, posture, frames);
  const double aside = 0.5 * body.dimensions[Dimension::HipBreadth];
  const double behind = 0.5 * body.dimensions[Dimension::ButtockDepth];
  const math::Pose& pelvis = posture.world_from_pelvis;
  const Vec3 knees = 0.5 * (frames.position(Joint::LeftShank) + frames.position(Joint::RightShank));
  const double ahead = kThighShare * glm::length(Vec3(knees.x - pelvis.position.x, 0.0, knees.z - pelvis.position.z));
  std::vector<math::Vec2> points;
  for (const double side : {-aside, aside}) {
    for (const double along : {behind, -ahead}) {
      const Vec3 at = pelvis.point({side, 0.0, along});
      points.emplace_back(at.x, at.z);
    }
  }
  for (const human::Side side : {human::Side::Left, human::Side::Right}) {
    const human::Sole sole = human::build_sole(body.dimensions, side);
    const math::Pose foot = frames.pose(human::on_side(Joint::RightFoot, side));
    for (const Vec3& corner : sole.whole) {
      const Vec3 at = foot.point(corner);
      if (at.y < kOnGround) points.emplace_back(at.x, at.z);
    }
  }
  return human::convex_support(points);
}

}  // namespace fh::evaluation
