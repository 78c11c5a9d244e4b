#include "session/tour/tour_driver.h"

#include "core/time.h"

namespace fh::session {
namespace {

constexpr double kHalfEyeDistance = 0.0315;  // m, mean adult interpupillary distance 63 mm (ANSUR II)

void move(frame::TrackedPose& tracked, const math::Pose& to_from_from) {
  tracked.pose = to_from_from * tracked.pose;
  tracked.linear_velocity = to_from_from.direction(tracked.linear_velocity);
  tracked.angular_velocity = to_from_from.direction(tracked.angular_velocity);
}

}  // namespace

TourDriver::TourDriver(Tour tour, const math::Pose& world_from_tracking, double scale)
    : tour_(std::move(tour)), tracking_from_scene_(math::inverse(world_from_tracking)), scale_(scale) {}

/// A smaller worn body takes smaller steps: the scripted user takes more of them, to arrive.
void TourDriver::walk_scaled(frame::FrameInput& input) const {
  const double longer = 1.0 / scale_ - 1.0;
  const auto over_floor = [&](const math::Vec3& v) { return longer * math::Vec3(v.x, 0.0, v.z); };
  const math::Vec3 by = over_floor(input.head.pose.position), faster = over_floor(input.head.linear_velocity);
  for (frame::TrackedPose* point :
       {&input.head, &input.hands[0].grip, &input.hands[0].aim, &input.hands[1].grip, &input.hands[1].aim}) {
    point->pose.position += by;
    if (point->velocity_valid) point->linear_velocity += faster;
  }
}

core::Result<frame::FrameOutcome> TourDriver::begin(frame::FrameInput& input) {
  const double seconds = core::seconds_of(tick_);
  if (seconds >= tour_.duration) return frame::FrameOutcome::End;
  input = evaluate(tour_, seconds);
  scene_from_head_ = input.head.pose;
  input.ticks = 1;
  input.display_time_ns = tick_ * 1000000000 / core::kTicksPerSecond;
  move(input.head, tracking_from_scene_);
  for (auto& hand : input.hands) {
    move(hand.grip, tracking_from_scene_);
    move(hand.aim, tracking_from_scene_);
  }
  if (scale_ != 1.0) walk_scaled(input);
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
