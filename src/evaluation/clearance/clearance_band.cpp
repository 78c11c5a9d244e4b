// SPDX-License-Identifier: Apache-2.0
#include "evaluation/clearance/clearance_band.h"

#include <algorithm>

#include "core/time.h"
#include "evaluation/observe/body_parts.h"
#include "evaluation/posture/posture_angles.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"

namespace fh::evaluation {
namespace {

using human::ClipJoint;
using human::Joint;

constexpr double kWalks = 0.3, kJumps = 9.0;  // m/s of the pelvis; faster: it was put elsewhere

/// The joints at the two ends of a segment; both sides are alike.
std::array<ClipJoint, 2> ends_of(Joint joint) {
  switch (human::on_side(joint, human::Side::Left)) {
    case Joint::Neck:
      return {ClipJoint::Neck, ClipJoint::Head};
    case Joint::Head:
    case Joint::LeftEye:
      return {ClipJoint::Head, ClipJoint::Head};
    case Joint::LeftClavicle:
      return {ClipJoint::LeftClavicle, ClipJoint::LeftShoulder};
    case Joint::LeftUpperArm:
      return {ClipJoint::LeftShoulder, ClipJoint::LeftElbow};
    case Joint::LeftForearm:
    case Joint::LeftForearmTwist:
      return {ClipJoint::LeftElbow, ClipJoint::LeftWrist};
    case Joint::LeftThigh:
      return {ClipJoint::LeftHip, ClipJoint::LeftKnee};
    case Joint::LeftShank:
      return {ClipJoint::LeftKnee, ClipJoint::LeftAnkle};
    case Joint::LeftFoot:
    case Joint::LeftToes:
      return {ClipJoint::LeftAnkle, ClipJoint::LeftToes};
    default: {
      const std::size_t part = part_of(joint);
      if (part == 3 || part == 5) return {ClipJoint::LeftWrist, ClipJoint::LeftWrist};  // hand and fingers
      return {ClipJoint::Pelvis, ClipJoint::Spine3};
    }
  }
}

}  // namespace

BodyDoes doing(std::span<const math::Pose> frames, const human::Body* body, const math::Vec3& pelvis_before) {
  const math::Vec3 way = frames[0].position - pelvis_before;
  const double speed = math::sqrt(way.x * way.x + way.z * way.z) / core::kTickSeconds;
  if (pelvis_before != math::Vec3(0.0) && speed > kWalks && speed < kJumps) return BodyDoes::Walks;
  if (!body) return BodyDoes::Stands;
  human::Frames<double> upright;
  human::forward_kinematics(body->skeleton, human::standing_posture(body->skeleton), upright);
  const double head = frames[human::index_of(Joint::Head)].position.y - ground_height(frames);
  return head < kLowHead * upright.position(Joint::Head).y ? BodyDoes::GoesLow : BodyDoes::Stands;
}

double segment_radius(Joint joint, BodyDoes does) {
  const JointRadii& radii = kRadii90[static_cast<std::size_t>(does)];
  const auto [near, far] = ends_of(joint);
  return 0.01 * std::max(radii[human::index_of(near)], radii[human::index_of(far)]);
}

Span clearance_band(double distance, Joint joint, BodyDoes does) {
  const double radius = segment_radius(joint, does);
  return {std::max(0.0, distance - radius), distance + radius};
}

}  // namespace fh::evaluation
