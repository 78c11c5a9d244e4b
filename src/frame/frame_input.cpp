// SPDX-License-Identifier: Apache-2.0
#include "frame/frame_input.h"

#include <cmath>

#include "frame/plausible.h"

namespace fh::frame {
namespace {

constexpr double kLargestNumber = 1e12;  // of a command, in its own unit

bool within(const math::Vec3& v, double most) {
  return std::fabs(v.x) <= most && std::fabs(v.y) <= most && std::fabs(v.z) <= most;
}

bool is_plausible(const TrackedPose& tracked) {
  return frame::is_plausible(tracked.pose) && is_plausible_velocity(tracked.linear_velocity, tracked.angular_velocity);
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

bool is_plausible(const math::Vec3& position) {
  return within(position, kFarthest);
}

bool is_plausible(const math::Pose& pose) {
  const double norm = math::dot(pose.rotation, pose.rotation);
  return norm > 0.9 && norm < 1.1 && is_plausible(pose.position);
}

bool is_plausible_velocity(const math::Vec3& linear, const math::Vec3& angular) {
  return within(linear, kFastest) && within(angular, kFastestTurn);
}

bool is_plausible(const CommandList& commands) {
  if (commands.count > commands.items.size() || commands.text_bytes > commands.text.size()) return false;
  for (std::size_t i = 0; i < commands.items.size(); ++i) {
    const bool used = i < commands.count;
    if (used != (find_command(commands.items[i].id) != nullptr) || !is_plausible(commands.items[i].pose) ||
        !(std::fabs(commands.items[i].number) <= kLargestNumber))
      return false;
  }
  return true;
}

bool is_plausible(const SettingChange& change) {
  const bool known = change.setting == LiveSetting::None || find_setting(change.setting);
  return known && std::fabs(change.value) <= kLargestChange;
}

FrameInput& FrameInputs::first() {
  if (users.empty()) users.emplace_back();
  return users.front();
}

bool is_plausible(const FrameInputs& inputs) {
  if (inputs.ticks > kMostTicksPerFrame) return false;
  for (const auto& user : inputs.users) {
    if (!is_plausible(user)) return false;
  }
  return true;
}

bool is_plausible(const FrameInput& input) {
  if (static_cast<unsigned>(input.focus) > static_cast<unsigned>(SessionFocus::Focused)) return false;
  if (!is_plausible(input.change)) return false;
  for (const auto& hand : input.hands) {
    if (!is_plausible(hand)) return false;
  }
  for (const auto& tracker : input.trackers) {
    if (!is_plausible(tracker.pose) || tracker.role > TrackerRole::RightElbow) return false;
  }
  return is_plausible(input.head) && is_plausible(input.space_change.new_from_old) && is_plausible(input.commands);
}

math::Pose grip_of(const math::Pose& aim) {
  // A fist round a handle: the handle stands at a right angle to the forearm.
  return {aim.rotation * math::from_axis_angle({1.0, 0.0, 0.0}, 0.5 * math::kPi), aim.position};
}

}  // namespace fh::frame
