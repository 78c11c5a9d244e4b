// SPDX-License-Identifier: Apache-2.0
#pragma once
// A user with head and two hands, emulated with mouse and keyboard: what a headset would have captured. Pure values;
// the window fills DeskInput, the world gets FrameInput and cannot tell the difference. The active hand reaches towards
// the mouse pointer; the other one rests beside the body. Asked to calibrate, the user stands straight with the arms to
// the sides for a while.
#include <array>
#include <cstdint>

#include "frame/eye_views.h"
#include "frame/frame_input.h"

namespace fh::desktop {

enum class ActiveHand : std::uint8_t { Left, Right, Both };

/// Keys and mouse during one frame.
struct DeskInput {
  double seconds = 0.0;  // since the last frame; of the simulation when it reaches the emulated user
  bool forward = false, back = false, left = false, right = false;
  bool fast = false;
  bool crouch = false;
  bool lean_left = false, lean_right = false;
  math::Vec2 look{0.0};    // radians to turn: right, up
  math::Vec2 cursor{0.0};  // -1..1 over the picture, right and up
  double reach = 0.0;      // m to stretch the active hand further (mouse wheel)
  double roll = 0.0;       // rad to turn the active hand about the way it points, clockwise (wheel with Alt)
  bool use = false, grab = false;
  bool teleport = false;  // held: aim, released: go
  ActiveHand hand = ActiveHand::Right;
  frame::CommandList commands;
  bool focused = true;  // the window has the keyboard
};

struct EmulationSettings {
  double eye_height = 1.65;  // m
  double walking = 0.65;     // share of the full stick, 1 with `fast`
  double vertical_fov = math::radians(70.0);
};

class EmulatedUser {
 public:
  explicit EmulatedUser(const EmulationSettings& settings = {}) : settings_(settings) {}

  /// Everything but ticks and display time. `aspect`: width / height of the picture.
  frame::FrameInput advance(const DeskInput& input, double aspect);
  const EmulationSettings& settings() const { return settings_; }

 private:
  void move_body(const DeskInput& input);
  math::Pose calibration_hand(std::size_t side) const;
  math::Pose tracking_from_head() const;
  math::Pose wanted_hand(std::size_t side, bool reaching, const math::Pose& head, const DeskInput& input,
                         double aspect) const;

  EmulationSettings settings_;
  double yaw_ = 0.0, pitch_ = 0.0;               // radians
  double crouch_ = 0.0;                          // 0 standing … 1 squatting
  double lean_ = 0.0;                            // -1 left … 1 right
  double reach_ = 0.45;                          // m from the shoulder
  double roll_ = 0.0;                            // rad, of the active hand
  double posing_ = 0.0;                          // s left of the calibration pose
  std::array<math::Pose, frame::kHands> hands_;  // against the head's place and heading
  bool first_ = true;
};

}  // namespace fh::desktop
