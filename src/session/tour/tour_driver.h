#pragma once
// Plays a tour as a FrameDriver: one tick per frame, as fast as the loop runs. Needs neither headset nor display.
#include "frame/frame_driver.h"
#include "session/tour/tour.h"

namespace fh::session {

class TourDriver final : public frame::FrameDriver {
 public:
  /// Tours are written in scene coordinates; `world_from_tracking` is where the world puts tracking space at the start.
  /// `scale`: m in the scene per m of tracking space (world::UserState::scale); the ways go where the file says, the
  /// movements about the head shrink or grow with the body.
  TourDriver(Tour tour, const math::Pose& world_from_tracking, double scale = 1.0);

  core::Result<frame::FrameOutcome> begin(frame::FrameInput& input) override;
  /// Two eyes 63 mm apart at the head, 90° wide. The user's rig may have moved since the start: the caller's world
  /// pose of the head wins (see app/loop).
  frame::EyeViews eyes() override;
  core::Result<> end() override;

 private:
  void walk_scaled(frame::FrameInput& input) const;

  Tour tour_;
  math::Pose tracking_from_scene_;
  double scale_;
  core::Tick tick_ = 0;
  math::Pose scene_from_head_;
};

}  // namespace fh::session
