// SPDX-License-Identifier: Apache-2.0
#include "world/users/live_settings.h"

namespace fh::world {

void apply(const frame::SettingChange& change, UserSettings& user, LocomotionSettings& locomotion) {
  const frame::LiveSettingRow* row = frame::find_setting(change.setting);
  if (!row) return;
  // A damaged recording must not send anybody through the roof.
  const double value = math::clamp(change.value, row->minimum, row->maximum);
  const auto on = static_cast<std::uint8_t>(value >= 0.5 ? 1 : 0);
  switch (change.setting) {
    case frame::LiveSetting::None:
      return;
    case frame::LiveSetting::SnapTurn:
      user.snap_turn = math::radians(value);
      return;
    case frame::LiveSetting::HeightOffset:
      user.height_offset = value / 100.0;
      return;
    case frame::LiveSetting::Seated:
      user.seated = on;
      return;
    case frame::LiveSetting::SmoothMove:
      locomotion.smooth_move = on;
      return;
    case frame::LiveSetting::SmoothTurn:
      locomotion.smooth_turn = on;
      return;
    case frame::LiveSetting::MoveSpeed:
      locomotion.move_speed = value;
      return;
    case frame::LiveSetting::TurnSpeed:
      locomotion.turn_speed = math::radians(value);
      return;
    case frame::LiveSetting::Vignette:
      locomotion.vignette = value;
      return;
    case frame::LiveSetting::SwapSticks:
      locomotion.swap_sticks = on;
      return;
    case frame::LiveSetting::SwapToolHand:
      locomotion.swap_tool_hand = on;
      return;
    case frame::LiveSetting::OneHand:
      locomotion.one_hand = on;
      return;
    case frame::LiveSetting::TeleportFade:
      user.teleport_fade_seconds = value / 1000.0;
      return;
    case frame::LiveSetting::ShowBalance:
      user.show_balance = on;
      return;
    case frame::LiveSetting::FarGrab:
      user.far_grab = on;
      return;
    case frame::LiveSetting::ShowClearance:  // session/live_numbers.h shows them
    case frame::LiveSetting::ShowReach:
    case frame::LiveSetting::ShowPosture:
    case frame::LiveSetting::ShowVisibility:
      return;
    case frame::LiveSetting::Wear:  // a body takes its time: user_body.h
      return;
  }
}

}  // namespace fh::world
