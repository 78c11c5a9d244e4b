#include "frame/frame_input.h"

#include <cmath>

namespace fh::frame {
namespace {

constexpr double kFarthest = 1e5;  // metres; also bounds velocities

bool is_plausible(const math::Vec3& v) {
  for (int i = 0; i < 3; ++i) {
    if (!(std::fabs(v[i]) <= kFarthest)) return false;
  }
  return true;
}

bool is_plausible(const math::Pose& pose) {
  const double norm = math::dot(pose.rotation, pose.rotation);
  return norm > 0.9 && norm < 1.1 && is_plausible(pose.position);
}

bool is_plausible(const TrackedPose& tracked) {
  return is_plausible(tracked.pose) && is_plausible(tracked.linear_velocity) && is_plausible(tracked.angular_velocity);
}

bool is_unit_range(double value) {
  return value >= 0.0 && value <= 1.0;
}

bool is_plausible(const HandInput& hand) {
  bool curls = true;
  for (const double curl : hand.curls) curls = curls && is_unit_range(curl);
  return curls && is_plausible(hand.grip) && is_plausible(hand.aim) && is_unit_range(hand.trigger) &&
         is_unit_range(hand.squeeze) && std::fabs(hand.stick.x) <= 1.0 && std::fabs(hand.stick.y) <= 1.0;
}

}  // namespace

bool is_plausible(const FrameInput& input) {
  if (input.version != kFrameInputVersion || input.ticks > kMostTicksPerFrame) return false;
  if (static_cast<unsigned>(input.focus) > static_cast<unsigned>(SessionFocus::Focused)) return false;
  if (input.change.setting > LiveSetting::Wear || !(std::fabs(input.change.value) <= kFarthest)) return false;
  for (const auto& hand : input.hands) {
    if (!is_plausible(hand)) return false;
  }
  for (const auto& tracker : input.trackers) {
    if (!is_plausible(tracker.pose) || tracker.role > TrackerRole::RightElbow) return false;
  }
  return is_plausible(input.head) && is_plausible(input.space_change.new_from_old) &&
         is_plausible(input.command_target);
}

math::Pose grip_of(const math::Pose& aim) {
  // A fist round a handle: the handle stands at a right angle to the forearm.
  return {aim.rotation * math::from_axis_angle({1.0, 0.0, 0.0}, 0.5 * math::kPi), aim.position};
}

}  // namespace fh::frame
