// SPDX-License-Identifier: Apache-2.0
#include "human/body/gaze.h"

#include <algorithm>

#include "human/body/spine.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

constexpr double kPursuit = math::radians(1.5);       // off by more than that the eyes jump, else they follow
constexpr double kNearest = 0.1;                      // m: nothing is looked at from nearer
constexpr double kHeadPace = 10.0, kTorsoPace = 5.0;  // 1/s: half the way of the head takes 0.17 s
constexpr double kFastestHead = 5.0;                  // rad/s
constexpr double kBehind = math::radians(150.0);      // beyond it a look stays on the side it is on

const Limit& limit_of(const Skeleton& skeleton, Joint joint, std::size_t axis) {
  return skeleton.limits[info(joint).first_dof + axis];
}

/// What neck and head together take of a turn.
double head_takes(double wanted, const Limit& neck, const Limit& head) {
  return math::clamp(wanted, neck.lower + head.lower, neck.upper + head.upper);
}

void follow(const Bearing& goal, double pace, double dt, Bearing& value, Bearing& rate) {
  const auto one = [&](double to, double& at, double& speed) {  // critically damped
    speed = math::clamp(speed + dt * pace * (pace * (to - at) - 2.0 * speed), -kFastestHead, kFastestHead);
    at += dt * speed;
  };
  one(goal.yaw, value.yaw, rate.yaw);
  one(goal.pitch, value.pitch, rate.pitch);
}

double between(const Vec3& a, const Vec3& b) {
  return math::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

Bearing bearing_from_thorax(const Skeleton& skeleton, Posture posture, const Vec3& point) {
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  const Vec3 eyes = 0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye));
  return bearing_of(math::rotate(math::conjugate(frames.rotation(Joint::T1)), point - eyes));
}

/// Attitude of a head turned by `turn` against the chest.
Quat turned(const Bearing& turn) {
  return math::from_axis_angle(math::kUp, turn.yaw) * math::from_axis_angle(math::kRight, turn.pitch);
}

double aim_eye(const Skeleton& skeleton, const math::Pose& world_from_head, Joint eye, const Vec3& point,
               Posture& posture) {
  const Vec3 to_point = math::inverse(world_from_head).point(point) - skeleton.offsets[index_of(eye)];
  const Bearing wanted = bearing_of(to_point);
  const Limit &yaw = limit_of(skeleton, eye, 0), &pitch = limit_of(skeleton, eye, 1);
  const std::array<double, 2> angles{math::clamp(wanted.yaw, yaw.lower, yaw.upper),
                                     math::clamp(wanted.pitch, pitch.lower, pitch.upper)};
  posture[eye] = joint_rotation(eye, angles.data());
  return between(math::normalized_or(to_point, math::kForward), math::rotate(posture[eye], math::kForward));
}

}  // namespace

void Bearing::visit(core::Archive& archive) {
  archive.field("yaw", yaw);
  archive.field("pitch", pitch);
}

void GazeState::visit(core::Archive& archive) {
  archive.field("point", point);
  archive.field("target", target);
  archive.field("from", from);
  archive.field("nearness", nearness);
  archive.field("time", time);
  archive.field("duration", duration);
  archive.field("head", head);
  archive.field("torso", torso);
  archive.field("head_rate", head_rate);
  archive.field("torso_rate", torso_rate);
  archive.field("started", started);
}

Bearing bearing_of(const Vec3& direction) {
  const double flat = math::sqrt(direction.x * direction.x + direction.z * direction.z);
  if (flat < 1e-9 && std::abs(direction.y) < 1e-9) return {};
  return {math::atan2(-direction.x, -direction.z), math::atan2(direction.y, flat)};
}

GazeShare share_gaze(const Skeleton& skeleton, const Bearing& wanted, const GazeSettings& settings) {
  GazeShare share;
  if (!settings.move_head) return share;
  const Limit &yaw = limit_of(skeleton, Joint::LeftEye, 0), &pitch = limit_of(skeleton, Joint::LeftEye, 1);
  const double comfort = math::clamp(settings.eye_comfort, 0.0, 1.0), spare = 1.0 - comfort;
  const Bearing excess{math::beyond(wanted.yaw, comfort * yaw.lower, comfort * yaw.upper),
                       math::beyond(wanted.pitch, comfort * pitch.lower, comfort * pitch.upper)};
  share.head.yaw = head_takes(excess.yaw, limit_of(skeleton, Joint::Neck, 2), limit_of(skeleton, Joint::Head, 2));
  // Flexion looks down.
  share.head.pitch = -head_takes(-excess.pitch, limit_of(skeleton, Joint::Neck, 0), limit_of(skeleton, Joint::Head, 0));
  if (!settings.move_torso) return share;
  // The eyes' full range comes before the torso.
  const Vec3 spine =
      within_spine_limits({-math::beyond(excess.pitch - share.head.pitch, spare * pitch.lower, spare * pitch.upper),
                           0.0, math::beyond(excess.yaw - share.head.yaw, spare * yaw.lower, spare * yaw.upper)});
  share.torso = {spine.z, -spine.x};
  return share;
}

void set_neck(const Skeleton& skeleton, const Quat& trunk_from_head, Posture& posture) {
  Quat neck = within_limits(skeleton, Joint::Neck, math::slerp(math::kIdentity, trunk_from_head, kNeckShare));
  const Quat head = within_limits(skeleton, Joint::Head, math::conjugate(neck) * trunk_from_head);
  neck = within_limits(skeleton, Joint::Neck, trunk_from_head * math::conjugate(head));
  posture[Joint::Neck] = neck;
  posture[Joint::Head] = head;
}

GazeResult aim_eyes(const Skeleton& skeleton, const math::Pose& world_from_head, const Vec3& point, Posture& posture) {
  GazeResult result;
  result.left_error = aim_eye(skeleton, world_from_head, Joint::LeftEye, point, posture);
  result.right_error = aim_eye(skeleton, world_from_head, Joint::RightEye, point, posture);
  result.met = std::max(result.left_error, result.right_error) < math::radians(0.5);
  return result;
}

GazeResult look_at(const Skeleton& skeleton, Posture& posture, const Vec3& point, const GazeSettings& settings) {
  Vec3 torso(0.0);
  if (settings.move_head) {
    posture[Joint::Neck] = posture[Joint::Head] = math::kIdentity;
    // Turning moves the eyes: a few passes settle the bearing.
    for (int pass = 0; pass < 3; ++pass) {
      const GazeShare share = share_gaze(skeleton, bearing_from_thorax(skeleton, posture, point), settings);
      set_neck(skeleton, turned(share.head), posture);
      if (share.torso.yaw == 0.0 && share.torso.pitch == 0.0) continue;
      const Vec3 before = spine_of(posture).total();
      SpineBend bend = curl_from_neck(before + Vec3(-share.torso.pitch, 0.0, share.torso.yaw));
      bend.resistance = 0.3;
      bend_spine(skeleton, posture, bend);
      torso += spine_of(posture).total() - before;
    }
  }
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  GazeResult result = aim_eyes(skeleton, frames.pose(Joint::Head), point, posture);
  result.torso = torso;
  return result;
}

double saccade_seconds(double size) {
  return 0.021 + 0.0022 * math::degrees(size);
}

void advance_gaze(const Skeleton& skeleton, const Vec3& target, double heading, const Vec3& eyes, double dt,
                  GazeState& state, const GazeSettings& settings) {
  const auto direction = [&eyes](const Vec3& point) { return math::normalized_or(point - eyes, math::kForward); };
  const double distance = std::max(glm::length(target - eyes), kNearest);
  const Vec3 wanted = direction(target);
  if (!state.started) {
    state.started = 1;
    state.point = state.target = target;
  }
  const bool jumped = between(direction(state.target), wanted) > kPursuit;
  const Vec3 now = direction(state.point);
  if (const double off = between(now, wanted); jumped || (!state.in_saccade() && off > kPursuit)) {
    state.from = now;
    state.nearness = 1.0 / std::max(glm::length(state.point - eyes), kNearest);
    state.duration = saccade_seconds(off);
    state.time = 0.0;
  }
  state.target = target;
  if (state.in_saccade()) {
    state.time = std::min(state.duration, state.time + dt);
    const double u = state.time / state.duration, s = u * u * u * (10.0 - u * (15.0 - 6.0 * u));  // least jerk
    const Vec3 looks = math::rotate(math::slerp(math::kIdentity, math::from_to(state.from, wanted), s), state.from);
    state.point = eyes + looks / (state.nearness + s * (1.0 / distance - state.nearness));
  }
  if (!state.in_saccade()) state.point = target;
  if (!settings.move_head) return;
  Bearing bearing = bearing_of(math::rotate(math::from_axis_angle(math::kUp, -heading), wanted));
  const double side = state.head.yaw + state.torso.yaw;
  if (std::abs(bearing.yaw) > kBehind && bearing.yaw * side < 0.0) bearing.yaw += side < 0.0 ? -math::kTau : math::kTau;
  const GazeShare share = share_gaze(skeleton, bearing, settings);
  follow(share.head, kHeadPace, dt, state.head, state.head_rate);
  follow(share.torso, kTorsoPace, dt, state.torso, state.torso_rate);
}

math::Pose gaze_pose(const Frames<double>& frames) {
  const Vec3 middle = 0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye));
  return {math::slerp(frames.rotation(Joint::LeftEye), frames.rotation(Joint::RightEye), 0.5), middle};
}

}  // namespace fh::human
