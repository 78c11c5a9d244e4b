// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user's hands as OpenXR actions (action_table.h), read once per frame into FrameInput.
#include <openxr/openxr.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "frame/frame_input.h"
#include "xr/action_table.h"
#include "xr/instance.h"

namespace fh::xr {

class Controls {
 public:
  /// `only_profiles`: names as in action_table.h; empty suggests all. A profile the runtime rejects is a warning.
  /// `other_set`: an action set attached and synchronised with ours, since OpenXR takes all sets at once; may be null.
  static core::Result<Controls> create(const Instance& instance, XrSession session,
                                       const std::vector<std::string>& only_profiles, XrActionSet other_set);
  Controls(Controls&& other) noexcept;
  Controls& operator=(Controls&&) = delete;
  ~Controls();

  /// Once per frame. Without focus all hands are reported inactive: the world holds what they held.
  core::Result<> sync();
  /// Fills hands and commands of the frame shown at `time`.
  void read(XrSpace floor, XrTime time, frame::FrameInput& input);
  /// Which device each hand holds now ("Touch controllers", "" for none); call after a profile change.
  void look_up_devices();
  const std::array<std::string, frame::kHands>& devices() const { return devices_; }
  /// The side of the only controller that there is; none with both, or without.
  std::optional<Side> alone() const { return alone_; }
  /// The left hand is the tool hand: measure and snapshot change sides on controllers that have both.
  void swap_tool_hand(bool swapped) { tool_hand_swapped_ = swapped; }
  /// `strength` 0..1. Quietly does nothing where there is no vibration.
  void vibrate(std::size_t hand, double seconds, double strength) const;

 private:
  Controls(const Instance& instance, XrSession session, XrActionSet other_set)
      : instance_(&instance), session_(session), other_set_(other_set) {}
  core::Result<> make_actions();
  core::Result<> make_spaces();
  void suggest(const std::vector<std::string>& only_profiles);
  bool boolean(Act act, std::size_t hand, bool* changed = nullptr) const;
  bool is_bound(Act act, std::size_t hand) const;  // of a boolean action: this controller has it
  double number(Act act, std::size_t hand) const;
  math::Vec2 vector(Act act) const;
  void read_hand(std::size_t hand, XrSpace floor, XrTime time, frame::HandInput& out) const;
  void choose_menu_acts(frame::FrameInput& input);
  void read_commands(XrTime time, frame::CommandList& out);

  const Instance* instance_;
  XrSession session_;
  XrActionSet set_ = XR_NULL_HANDLE, other_set_ = XR_NULL_HANDLE;
  std::array<XrAction, kAllActs> actions_{};
  std::array<XrPath, frame::kHands> hands_{};
  std::array<XrSpace, frame::kHands> grips_{}, aims_{};
  std::array<std::string, frame::kHands> devices_;
  std::array<bool, frame::kHands> can_swap_{};  // this hand's controller has buttons for both
  std::array<const ProfileRow*, frame::kHands> profiles_{};
  std::optional<Side> alone_;
  std::array<Act, frame::kHands> menu_acts_{Act::Menu, Act::Menu};  // what opens the menu now
  bool tool_hand_swapped_ = false;
  bool focused_ = false;
  std::array<XrTime, frame::kHands> menu_since_{};  // 0: not pressed; -1: its long press was used
};

}  // namespace fh::xr
