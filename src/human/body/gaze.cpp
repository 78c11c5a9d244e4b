// SPDX-License-Identifier: Apache-2.0
#include "human/body/gaze.h"

#include <algorithm>

#include "human/body/spine.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

struct Bearing {
  double yaw = 0.0, pitch = 0.0;  // left and up positive
};

Bearing bearing_of(const Vec3& direction) {
  const double flat = math::sqrt(direction.x * direction.x + direction.z * direction.z);
  if (flat < 1e-9 && std::abs(direction.y) < 1e-9) return {};
  return {math::atan2(-direction.x, -direction.z), math::atan2(direction.y, flat)};
}

const Limit& limit_of(const Skeleton& skeleton, Joint joint, std::size_t axis) {
  return skeleton.limits[info(joint).first_dof + axis];
}

// Neck and head share a turn in proportion to their ranges on the side of motion; the rest is returned.
double share_turn(double wanted, const Limit& neck, const Limit& head, double& neck_part, double& head_part) {
  const double neck_room = wanted < 0.0 ? -neck.lower : neck.upper;
  const double head_room = wanted < 0.0 ? -head.lower : head.upper;
  const double taken = math::clamp(wanted, -(neck_room + head_room), neck_room + head_room);
  neck_part = taken * neck_room / (neck_room + head_room);
  head_part = taken - neck_part;
  return wanted - taken;
}

Bearing bearing_from_thorax(const Skeleton& skeleton, Posture posture, const Vec3& point) {
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  const Vec3 eyes = 0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye));
  return bearing_of(math::rotate(math::conjugate(frames.rotation(Joint::T1)), point - eyes));
}

// Turns neck and head; returns yaw and pitch they could not take.
Bearing turn_head(const Skeleton& skeleton, Posture& posture, const Bearing& wanted) {
  std::array<double, 3> neck{}, head{};
  Bearing left;
  left.yaw =
      share_turn(wanted.yaw, limit_of(skeleton, Joint::Neck, 2), limit_of(skeleton, Joint::Head, 2), neck[2], head[2]);
  left.pitch = -share_turn(-wanted.pitch, limit_of(skeleton, Joint::Neck, 0), limit_of(skeleton, Joint::Head, 0),
                           neck[0], head[0]);
  posture[Joint::Neck] = joint_rotation(Joint::Neck, neck.data());
  posture[Joint::Head] = joint_rotation(Joint::Head, head.data());
  return left;
}

double aim_eye(const Skeleton& skeleton, Posture& posture, const Frames<double>& frames, Joint eye, const Vec3& point) {
  const Vec3 to_point = math::rotate(math::conjugate(frames.rotation(Joint::Head)), point - frames.position(eye));
  const Bearing wanted = bearing_of(to_point);
  const Limit &yaw = limit_of(skeleton, eye, 0), &pitch = limit_of(skeleton, eye, 1);
  const std::array<double, 2> angles{math::clamp(wanted.yaw, yaw.lower, yaw.upper),
                                     math::clamp(wanted.pitch, pitch.lower, pitch.upper)};
  posture[eye] = joint_rotation(eye, angles.data());
  const Vec3 unit = math::normalized_or(to_point, math::kForward);
  const Vec3 looks = math::rotate(posture[eye], math::kForward);
  return math::atan2(glm::length(glm::cross(unit, looks)), glm::dot(unit, looks));
}

}  // namespace

GazeResult look_at(const Skeleton& skeleton, Posture& posture, const Vec3& point, const GazeSettings& settings) {
  GazeResult result;
  const Limit &yaw = limit_of(skeleton, Joint::LeftEye, 0), &pitch = limit_of(skeleton, Joint::LeftEye, 1);
  const double comfort = math::clamp(settings.eye_comfort, 0.0, 1.0);
  if (settings.move_head) {
    posture[Joint::Neck] = posture[Joint::Head] = math::kIdentity;
    // Turning moves the eyes: a few passes settle the bearing.
    for (int pass = 0; pass < 3; ++pass) {
      const Bearing wanted = bearing_from_thorax(skeleton, posture, point);
      const Bearing excess{math::beyond(wanted.yaw, comfort * yaw.lower, comfort * yaw.upper),
                           math::beyond(wanted.pitch, comfort * pitch.lower, comfort * pitch.upper)};
      const Bearing left = turn_head(skeleton, posture, excess);
      // The eyes' full range comes before the torso.
      const double torso_yaw = math::beyond(left.yaw, (1.0 - comfort) * yaw.lower, (1.0 - comfort) * yaw.upper);
      const double torso_pitch = math::beyond(left.pitch, (1.0 - comfort) * pitch.lower, (1.0 - comfort) * pitch.upper);
      if (!settings.move_torso || (torso_yaw == 0.0 && torso_pitch == 0.0)) continue;
      const Vec3 before = spine_of(posture).total();
      SpineBend bend = curl_from_neck(before + Vec3(-torso_pitch, 0.0, torso_yaw));
      bend.resistance = 0.3;
      bend_spine(skeleton, posture, bend);
      result.torso += spine_of(posture).total() - before;
    }
  }
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  result.left_error = aim_eye(skeleton, posture, frames, Joint::LeftEye, point);
  result.right_error = aim_eye(skeleton, posture, frames, Joint::RightEye, point);
  result.met = std::max(result.left_error, result.right_error) < math::radians(0.5);
  return result;
}

math::Pose gaze_pose(const Frames<double>& frames) {
  const Vec3 middle = 0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye));
  return {math::slerp(frames.rotation(Joint::LeftEye), frames.rotation(Joint::RightEye), 0.5), middle};
}

}  // namespace fh::human
