// SPDX-License-Identifier: Apache-2.0
#include "desktop/emulation.h"

#include <algorithm>

namespace fh::desktop {
namespace {

using frame::FrameInput;
using math::Pose;
using math::Vec3;

constexpr double kSteepestLook = math::radians(85.0);
constexpr double kSquat = 0.65;                      // m the head goes down when crouching
constexpr double kLeanWay = 0.30, kLeanRoll = 0.20;  // m aside, rad
constexpr double kPostureRate = 4.0;                 // 1/s: a squat takes a quarter of a second
constexpr double kHandRate = 12.0;                   // 1/s: hands follow the pointer quickly but do not jump
constexpr double kShortestReach = 0.20, kLongestReach = 0.70;
constexpr double kMostRoll = math::radians(120.0);
constexpr double kAimDistance = 3.0;  // m ahead, where the hand's ray and the pointer's meet
constexpr double kPoseSeconds = 3.0;  // s arms are held to the sides to calibrate
// Of the eye height, median adult: from the body's middle to the palm of an arm to the side, and from the eyes down.
constexpr double kPalmAside = 0.485, kPalmBelow = 0.125;

double towards(double value, double goal, double step) {
  return value + std::clamp(goal - value, -step, step);
}

frame::TrackedPose tracked(const Pose& pose) {
  frame::TrackedPose out;
  out.pose = pose;
  out.valid = out.tracked = 1;
  return out;
}

}  // namespace

void EmulatedUser::move_body(const DeskInput& input) {
  posing_ = input.commands.has(frame::CommandId::Calibrate) ? kPoseSeconds : std::max(0.0, posing_ - input.seconds);
  yaw_ = math::wrap_angle(yaw_ - input.look.x);
  pitch_ = std::clamp(pitch_ + input.look.y, -kSteepestLook, kSteepestLook);
  const double step = kPostureRate * input.seconds;
  const bool free = posing_ == 0.0;
  crouch_ = towards(crouch_, free && input.crouch ? 1.0 : 0.0, step);
  lean_ = towards(lean_, free ? (input.lean_right ? 1.0 : 0.0) - (input.lean_left ? 1.0 : 0.0) : 0.0, step);
  reach_ = std::clamp(reach_ + input.reach, kShortestReach, kLongestReach);
  roll_ = std::clamp(roll_ + input.roll, -kMostRoll, kMostRoll);
}

Pose EmulatedUser::tracking_from_head() const {
  const math::Quat heading = math::from_axis_angle(math::kUp, yaw_);
  const double crouch = math::smooth_step(crouch_);
  const Vec3 aside(kLeanWay * lean_, -0.04 * lean_ * lean_, 0.0);
  const Vec3 place = math::rotate(heading, aside) + Vec3(0.0, settings_.eye_height - kSquat * crouch, 0.0);
  return {math::from_yaw_pitch_roll(yaw_, pitch_, -kLeanRoll * lean_), place};
}

/// Against the head's place and heading.
Pose EmulatedUser::calibration_hand(std::size_t side) const {
  const double across = side == frame::kLeft ? -1.0 : 1.0;
  return {math::looking_along({across, 0.0, 0.0}), settings_.eye_height * Vec3(across * kPalmAside, -kPalmBelow, 0.0)};
}

Pose EmulatedUser::wanted_hand(std::size_t side, bool reaching, const Pose& head, const DeskInput& input,
                               double aspect) const {
  const double across = side == frame::kLeft ? -1.0 : 1.0;
  const Pose upright{math::from_axis_angle(math::kUp, yaw_), head.position};
  if (!reaching) return upright * Pose{math::kIdentity, {0.22 * across, -0.55, -0.20}};
  // The pointer's ray leaves the eye; the hand goes along it from the shoulder and points where the pointer points.
  const frame::Fov fov = frame::symmetric_fov(settings_.vertical_fov, aspect);
  const Vec3 ray = head.direction(
      glm::normalize(Vec3(input.cursor.x * math::tan(fov.right), input.cursor.y * math::tan(fov.up), -1.0)));
  const Vec3 shoulder = upright.point({0.17 * across, -0.22, 0.0});
  const Vec3 goal = head.position + kAimDistance * ray;
  const Vec3 way = glm::normalize(goal - shoulder);
  return {math::looking_along(way) * math::from_axis_angle(math::kForward, roll_), shoulder + reach_ * way};
}

FrameInput EmulatedUser::advance(const DeskInput& input, double aspect) {
  move_body(input);
  FrameInput out;
  const Pose head = tracking_from_head();
  out.head = tracked(head);
  const Pose upright{math::from_axis_angle(math::kUp, yaw_), head.position};
  const double follow = first_ ? 1.0 : std::min(1.0, kHandRate * input.seconds);
  first_ = false;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const bool reaching = input.hand == ActiveHand::Both || (input.hand == ActiveHand::Left) == (side == frame::kLeft);
    const Pose wanted = posing_ > 0.0 ? calibration_hand(side)
                                      : math::inverse(upright) * wanted_hand(side, reaching, head, input, aspect);
    // Eased against the body, so that turning carries the hands along.
    hands_[side] = math::interpolate(hands_[side], wanted, follow);
    hands_[side].rotation = math::normalized(hands_[side].rotation);
    auto& hand = out.hands[side];
    hand.active = 1;
    hand.aim = tracked(upright * hands_[side]);
    hand.grip = tracked(frame::grip_of(hand.aim.pose));
    if (!reaching) continue;
    hand.trigger = input.use ? 1.0 : 0.0;
    hand.squeeze = input.grab ? 1.0 : 0.0;
    hand.buttons = (input.use ? frame::kButtonTrigger : 0u) | (input.grab ? frame::kButtonSqueeze : 0u) |
                   (input.teleport ? frame::kButtonStick : 0u);
    hand.curls.fill(input.grab ? 0.8 : (input.use ? 0.5 : 0.15));
    hand.curls_valid = 1;
  }
  math::Vec2 way((input.right ? 1.0 : 0.0) - (input.left ? 1.0 : 0.0),
                 (input.forward ? 1.0 : 0.0) - (input.back ? 1.0 : 0.0));
  if (way.x != 0.0 || way.y != 0.0) way *= (input.fast ? 1.0 : settings_.walking) / glm::length(way);
  out.hands[frame::kLeft].stick = way;  // the stick that moves; a desktop user never turns by stick
  out.commands = input.commands;
  out.focus = input.focused ? frame::SessionFocus::Focused : frame::SessionFocus::Visible;
  return out;
}

}  // namespace fh::desktop
