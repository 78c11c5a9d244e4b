// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/posture_angles.h"

#include <algorithm>
#include <cmath>

#include "human/body/posture.h"
#include "human/body/spine.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using human::Joint;
using human::Side;
using math::Quat;
using math::Vec3;

constexpr double kLevelFeet = 0.08;     // m between the ankles' heights
constexpr double kKneelingKnee = 0.12;  // m of a knee above its ankle
constexpr double kSeatBehind = 0.12;    // m of the mass behind the ankles, beyond any heel: nobody stands so
constexpr double kSeatKnee = 50.0;      // degrees
constexpr double kSideways = 0.26;      // within 15 degrees of sideways an arm has no flexion
constexpr double kToeJoint = 0.025;     // m above the ground

const math::Pose& at(std::span<const math::Pose> frames, Joint joint) {
  return frames[human::index_of(joint)];
}

/// parent_from_joint, for any two joints.
Quat between(std::span<const math::Pose> frames, Joint parent, Joint joint) {
  return math::conjugate(at(frames, parent).rotation) * at(frames, joint).rotation;
}

/// Pelvis to T1 in the zero posture, in which all frames are turned alike.
Vec3 rest_line(std::span<const math::Pose> frames) {
  Vec3 line(0.0);
  for (std::size_t i = human::kSpine.first; i < human::kSpine.end; ++i) {
    const math::Pose& parent = at(frames, human::parent_of(human::joint_at(i)));
    line += math::rotate(math::conjugate(parent.rotation), frames[i].position - parent.position);
  }
  return line;
}

void measure_trunk(std::span<const math::Pose> frames, PostureAngles& angles) {
  const Vec3 ahead = facing(frames), right = glm::cross(ahead, math::kUp);
  const Vec3 rest = rest_line(frames);
  const Vec3 line = at(frames, Joint::T1).position - at(frames, Joint::Pelvis).position;
  const double now = math::atan2(glm::dot(line, ahead), line.y), then = math::atan2(-rest.z, rest.y);
  const double length = glm::length(line), rest_length = glm::length(rest);
  angles.trunk = math::degrees(now - then);
  if (length > 0.0 && rest_length > 0.0)
    angles.trunk_aside = math::degrees(math::asin(glm::dot(line, right) / length) - math::asin(rest.x / rest_length));
  angles.trunk_twist = math::degrees(human::spine_target(between(frames, Joint::Pelvis, Joint::T2)).z);
}

void measure_arm(std::span<const math::Pose> frames, Side side, ArmAngles& arm) {
  const auto joint = [side](Joint right) { return human::on_side(right, side); };
  const double out = side == Side::Left ? -1.0 : 1.0;
  const math::Pose& chest = at(frames, Joint::T2);
  const math::Pose chest_from_world = math::inverse(chest);
  const Vec3 along = math::rotate(between(frames, Joint::T2, joint(Joint::RightUpperArm)), {0.0, -1.0, 0.0});
  const double level = math::sqrt(along.y * along.y + along.z * along.z);
  arm.flexion = level < kSideways ? 0.0 : math::degrees(math::atan2(-along.z, -along.y));
  // A hand behind and above the head is a raised arm, not one stretched backward past 90 degrees.
  if (arm.flexion < -90.0) arm.flexion += 360.0;
  arm.abduction = math::degrees(math::asin(out * along.x));
  double turned[3] = {0.0, 0.0, 0.0};
  human::joint_angles(joint(Joint::RightForearm),
                      between(frames, joint(Joint::RightUpperArm), joint(Joint::RightForearm)), turned);
  arm.elbow = math::degrees(turned[0]);
  human::joint_angles(joint(Joint::RightForearmTwist),
                      between(frames, joint(Joint::RightForearm), joint(Joint::RightForearmTwist)), turned);
  arm.pronation = math::degrees(turned[0]);
  human::joint_angles(joint(Joint::RightHand),
                      between(frames, joint(Joint::RightForearmTwist), joint(Joint::RightHand)), turned);
  arm.wrist = math::degrees(turned[0]);
  arm.deviation = math::degrees(turned[1]);
  const Vec3& shoulder = at(frames, joint(Joint::RightUpperArm)).position;
  const Vec3& elbow = at(frames, joint(Joint::RightForearm)).position;
  const Vec3& wrist = at(frames, joint(Joint::RightHand)).position;
  arm.wrist_out = out * chest_from_world.point(wrist).x;
  arm.outside = arm.wrist_out - out * chest_from_world.point(shoulder).x;
  arm.raised = elbow.y >= shoulder.y || wrist.y >= shoulder.y;
}

/// How far the mass of the body is behind the ankles, m. Shares of the segments: Dempster 1955, as tabled by Winter
/// 1990; each segment in the middle between its ends.
double mass_behind_ankles(std::span<const math::Pose> frames) {
  struct Segment {
    Joint from, to;
    double share;
  };
  constexpr Segment kSegments[] = {
      {Joint::Pelvis, Joint::T1, 0.497},
      {Joint::Head, Joint::Head, 0.081},
      {Joint::LeftUpperArm, Joint::LeftForearm, 0.028},
      {Joint::RightUpperArm, Joint::RightForearm, 0.028},
      {Joint::LeftForearm, Joint::LeftMiddle1, 0.022},
      {Joint::RightForearm, Joint::RightMiddle1, 0.022},
      {Joint::LeftThigh, Joint::LeftShank, 0.100},
      {Joint::RightThigh, Joint::RightShank, 0.100},
      {Joint::LeftShank, Joint::LeftToes, 0.061},
      {Joint::RightShank, Joint::RightToes, 0.061},
  };
  Vec3 centre(0.0);
  for (const Segment& segment : kSegments)
    centre += 0.5 * segment.share * (at(frames, segment.from).position + at(frames, segment.to).position);
  return glm::dot(between_ankles(frames) - centre, facing(frames));
}

void measure_legs(std::span<const math::Pose> frames, PostureAngles& angles) {
  for (const Side side : {Side::Left, Side::Right}) {
    const Joint thigh = human::on_side(Joint::RightThigh, side), shank = human::on_side(Joint::RightShank, side);
    double knee[3] = {0.0, 0.0, 0.0};
    human::joint_angles(shank, between(frames, thigh, shank), knee);
    angles.knees[static_cast<std::size_t>(side)] = math::degrees(knee[0]);
    const double ankle = at(frames, human::on_side(Joint::RightFoot, side)).position.y;
    angles.kneeling |= at(frames, shank).position.y - ankle < kKneelingKnee;
  }
  const double left = at(frames, Joint::LeftFoot).position.y, right = at(frames, Joint::RightFoot).position.y;
  angles.level_feet = std::abs(left - right) < kLevelFeet;
  angles.seated = !angles.kneeling && mass_behind_ankles(frames) > kSeatBehind &&
                  std::min(angles.knees[0], angles.knees[1]) > kSeatKnee;
}

}  // namespace

std::span<const math::Pose> frames_of(const frame::Moment& moment, const frame::MomentPerson& person) {
  if (!person.present || person.joint_count != human::kJointCount) return {};
  return std::span(moment.world_from_joint).subspan(person.first_joint, person.joint_count);
}

math::Vec3 facing(std::span<const math::Pose> frames) {
  Vec3 right = at(frames, Joint::Pelvis).direction({1.0, 0.0, 0.0});
  right.y = 0.0;
  const double length = glm::length(right);
  return length > 1e-6 ? glm::cross(math::kUp, right / length) : Vec3(0.0, 0.0, -1.0);
}

math::Vec3 between_ankles(std::span<const math::Pose> frames) {
  return 0.5 * (at(frames, Joint::LeftFoot).position + at(frames, Joint::RightFoot).position);
}

double ground_height(std::span<const math::Pose> frames) {
  return std::min(at(frames, Joint::LeftToes).position.y, at(frames, Joint::RightToes).position.y) - kToeJoint;
}

PostureAngles posture_angles(std::span<const math::Pose> frames) {
  PostureAngles angles;
  measure_trunk(frames, angles);
  const Vec3 neck = human::spine_target(between(frames, Joint::T1, Joint::Head));
  angles.neck = math::degrees(neck.x);
  angles.neck_aside = math::degrees(neck.y);
  angles.neck_twist = math::degrees(neck.z);
  measure_arm(frames, Side::Left, angles.arms[0]);
  measure_arm(frames, Side::Right, angles.arms[1]);
  measure_legs(frames, angles);
  return angles;
}

}  // namespace fh::evaluation
