// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plays tours as a FrameDriver, one for each scripted user: one tick per frame, as fast as the loop runs. Needs neither
// headset nor display.
#include "frame/frame_driver.h"
#include "session/tour/tour.h"

namespace fh::session {

class TourDriver final : public frame::FrameDriver {
 public:
  /// Tours are written in scene coordinates; `world_from_tracking` is where the world puts tracking space at the start.
  /// `scale`: m in the scene per m of tracking space (world::UserState::scale); the ways go where the file says, the
  /// movements about the head shrink or grow with the body. Hand targets of the scene are fixed points of it.
  TourDriver(Tour tour, const math::Pose& world_from_tracking, double scale = 1.0);
  /// Time passes for `seconds`, without anybody until add().
  explicit TourDriver(double seconds) : seconds_(seconds) {}
  /// The next user's. The visit lasts as long as the longest tour; who is done earlier stays.
  void add(Tour tour, const math::Pose& world_from_tracking, double scale = 1.0);

  core::Result<frame::FrameOutcome> begin(frame::FrameInputs& frame) override;
  /// Of the first user: two eyes 63 mm apart at the head, 90° wide. The user's rig may have moved since the start: the
  /// caller's world pose of the head wins (see app/loop).
  frame::EyeViews eyes() override;
  core::Result<> end() override;

 private:
  struct Scripted {
    Tour tour;
    math::Pose tracking_from_scene;
    double scale;
    double floor;  // m: of tracking space in the scene
  };
  static frame::FrameInput input_of(const Scripted& user, double seconds);

  std::vector<Scripted> users_;
  double seconds_ = 0.0;
  core::Tick tick_ = 0;
  math::Pose scene_from_head_;
};

}  // namespace fh::session
