// SPDX-License-Identifier: Apache-2.0
#pragma once
// A window as a FrameDriver: mouse and keyboard drive an emulated user; the panel pauses, steps and changes the speed.
#include "desktop/emulation.h"
#include "desktop/panel.h"
#include "desktop/window.h"
#include "frame/frame_driver.h"
#include "frame/tick_clock.h"

namespace fh::desktop {

class Driver final : public frame::FrameDriver {
 public:
  /// Both must outlive the driver.
  Driver(Window& window, Panel& panel, const EmulationSettings& settings = {});

  /// Not faster than the simulation ticks; ends when the window is closed.
  core::Result<frame::FrameOutcome> begin(frame::FrameInputs& frame) override;
  /// The user's own eyes, in the world as placed by place().
  frame::EyeViews eyes() override;
  core::Result<> end() override { return {}; }

  /// `scale`: m in the scene per m of tracking space.
  void place(const math::Pose& world_from_tracking, double scale = 1.0) {
    world_from_tracking_ = world_from_tracking;
    scale_ = scale;
  }
  const frame::FrameInput& last_input() const { return last_; }
  /// Changes of settings go with the next frames.
  frame::SettingHold& setting_changes() { return setting_changes_; }
  double frames_per_second() const { return rate_; }

 private:
  std::uint32_t ticks(const WindowNews& news);
  void take_commands(WindowNews& news);
  double aspect() const;

  Window& window_;
  Panel& panel_;
  EmulatedUser user_;
  frame::TickClock clock_;
  frame::CommandHold hold_;
  frame::SettingHold setting_changes_;
  frame::FrameInput last_;
  math::Pose world_from_tracking_;
  double scale_ = 1.0;
  double simulated_ns_ = 0.0;  // by the wall clock, scaled by the speed
  double rate_ = 0.0;
  core::Stopwatch since_frame_;
};

}  // namespace fh::desktop
