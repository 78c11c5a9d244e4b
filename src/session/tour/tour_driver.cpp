// SPDX-License-Identifier: Apache-2.0
#include "session/tour/tour_driver.h"

#include <algorithm>
#include <utility>

#include "core/time.h"

namespace fh::session {
namespace {

constexpr double kHalfEyeDistance = 0.0315;  // m, mean adult interpupillary distance 63 mm (ANSUR II)

void move(frame::TrackedPose& tracked, const math::Pose& to_from_from) {
  tracked.pose = to_from_from * tracked.pose;
  tracked.linear_velocity = to_from_from.direction(tracked.linear_velocity);
  tracked.angular_velocity = to_from_from.direction(tracked.angular_velocity);
}

/// A smaller worn body takes smaller steps: the scripted user takes more of them, to arrive.
void walk_scaled(double scale, frame::FrameInput& input) {
  const double longer = 1.0 / scale - 1.0;
  const auto over_floor = [&](const math::Vec3& v) { return longer * math::Vec3(v.x, 0.0, v.z); };
  const math::Vec3 by = over_floor(input.head.pose.position), faster = over_floor(input.head.linear_velocity);
  for (frame::TrackedPose* point :
       {&input.head, &input.hands[0].grip, &input.hands[0].aim, &input.hands[1].grip, &input.hands[1].aim}) {
    point->pose.position += by;
    if (point->velocity_valid) point->linear_velocity += faster;
  }
}

}  // namespace

TourDriver::TourDriver(Tour tour, const math::Pose& world_from_tracking, double scale) {
  add(std::move(tour), world_from_tracking, scale);
}

void TourDriver::add(Tour tour, const math::Pose& world_from_tracking, double scale) {
  seconds_ = std::max(seconds_, tour.duration);
  users_.push_back({std::move(tour), math::inverse(world_from_tracking), scale, world_from_tracking.position.y});
}

frame::FrameInput TourDriver::input_of(const Scripted& user, double seconds) {
  frame::FrameInput input = evaluate(user.tour, seconds, {user.scale, user.floor});
  move(input.head, user.tracking_from_scene);
  for (auto& hand : input.hands) {
    move(hand.grip, user.tracking_from_scene);
    move(hand.aim, user.tracking_from_scene);
  }
  if (user.scale != 1.0) walk_scaled(user.scale, input);
  return input;
}

core::Result<frame::FrameOutcome> TourDriver::begin(frame::FrameInputs& frame) {
  const double seconds = core::seconds_of(tick_);
  if (seconds >= seconds_) return frame::FrameOutcome::End;
  frame.ticks = 1;
  frame.display_time_ns = tick_ * 1000000000 / core::kTicksPerSecond;
  frame.users.clear();
  for (const Scripted& user : users_) frame.users.push_back(input_of(user, seconds));
  if (!users_.empty()) scene_from_head_ = math::inverse(users_[0].tracking_from_scene) * frame.users[0].head.pose;
  ++tick_;
  return frame::FrameOutcome::Run;
}

frame::EyeViews TourDriver::eyes() {
  frame::EyeViews views;
  views.count = 2;
  for (int eye = 0; eye < 2; ++eye) {
    const double side = eye == 0 ? -kHalfEyeDistance : kHalfEyeDistance;
    views.eyes[eye].world_from_eye = scene_from_head_ * math::Pose{math::kIdentity, {side, 0.0, 0.0}};
    views.eyes[eye].fov = frame::symmetric_fov(math::radians(90.0), 1.0);
  }
  return views;
}

core::Result<> TourDriver::end() {
  return {};
}

}  // namespace fh::session
