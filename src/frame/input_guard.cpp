// SPDX-License-Identifier: Apache-2.0
#include "frame/input_guard.h"

#include <algorithm>
#include <cmath>

#include "core/time.h"
#include "frame/plausible.h"

namespace fh::frame {
namespace {

constexpr std::uint32_t kLongAgo = 1u << 20;  // ticks; counting further serves nobody

/// The number itself within its range, else `otherwise` (true: it was mended).
bool mend(double& value, double low, double high, double otherwise = 0.0) {
  if (value >= low && value <= high) return false;
  value = std::isfinite(value) ? math::clamp(value, low, high) : otherwise;
  return true;
}

void lose(TrackedPose& tracked, const math::Pose& last) {
  tracked = {};
  tracked.pose = last;
}

}  // namespace

bool InputGuard::admit(TrackedPose& tracked, Known& known) {
  if (!is_plausible(tracked.pose)) {
    const bool counts = tracked.valid != 0;  // nobody would have used it otherwise
    lose(tracked, known.pose);
    return counts;
  }
  bool refused = false;
  if (!is_plausible_velocity(tracked.linear_velocity, tracked.angular_velocity)) {
    refused = tracked.valid != 0 && tracked.velocity_valid != 0;
    tracked.linear_velocity = tracked.angular_velocity = math::Vec3(0.0);
    tracked.velocity_valid = 0;
  }
  if (tracked.valid == 0) return refused;
  const double seconds = core::kTickSeconds * std::max(known.ticks_ago, 1u);
  const double moved = glm::length(tracked.pose.position - known.pose.position);
  if (known.seen && moved > kLargestJump + kFastest * seconds) {
    lose(tracked, known.pose);
    return true;
  }
  known = {tracked.pose, 0, true};
  return refused;
}

bool InputGuard::admit_numbers(HandInput& hand) {
  bool refused = false;
  for (double* value : {&hand.trigger, &hand.squeeze}) refused = mend(*value, 0.0, 1.0) || refused;
  for (double& curl : hand.curls) refused = mend(curl, 0.0, 1.0) || refused;
  for (double* value : {&hand.stick.x, &hand.stick.y}) refused = mend(*value, -1.0, 1.0) || refused;
  return refused;
}

bool InputGuard::admit_space(SpaceChange& change) {
  const bool refused = !is_plausible(change.new_from_old);
  if (refused) {
    change.new_from_old = {};
    change.pose_known = 0;  // the user is somewhere else now, nobody knows where
  }
  if (change.happened != 0) {
    for (Known& known : known_) known.seen = false;
  }
  return refused && change.happened != 0;
}

std::uint32_t InputGuard::admit(FrameInput& input, std::uint32_t ticks) {
  std::uint32_t refused = 0;
  const auto count = [&](bool one) { refused += one ? 1 : 0; };
  for (Known& known : known_) known.ticks_ago = std::min(known.ticks_ago + ticks, kLongAgo);
  count(admit_space(input.space_change));
  std::size_t slot = 0;
  count(admit(input.head, known_[slot++]));
  for (HandInput& hand : input.hands) {
    count(admit(hand.grip, known_[slot++]));
    count(admit(hand.aim, known_[slot++]));
    count(admit_numbers(hand));
  }
  for (ExtraTracker& tracker : input.trackers) {
    count(admit(tracker.pose, known_[slot++]));
    if (tracker.role > TrackerRole::RightElbow) tracker.role = TrackerRole::None;
  }
  if (!is_plausible(input.commands)) {  // all of a frame's commands or none: half of them would be something else
    count(true);
    input.commands = {};
  }
  if (!is_plausible(input.change)) {
    count(true);
    input.change = {};
  }
  refused_ += refused;
  return refused;
}

}  // namespace fh::frame
