#include "world/live_settings.h"

namespace fh::world {

// The ranges are those of the configuration keys: a damaged recording must not send anybody through the roof.
void apply(const frame::SettingChange& change, UserSettings& user, LocomotionSettings& locomotion) {
  const auto within = [&](double low, double high) { return math::clamp(change.value, low, high); };
  const auto on = static_cast<std::uint8_t>(change.value >= 0.5 ? 1 : 0);
  switch (change.setting) {
    case frame::LiveSetting::None:
      return;
    case frame::LiveSetting::SnapTurn:
      user.snap_turn = math::radians(within(5.0, 90.0));
      return;
    case frame::LiveSetting::HeightOffset:
      user.height_offset = within(-100.0, 100.0) / 100.0;
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
      locomotion.move_speed = within(0.2, 5.0);
      return;
    case frame::LiveSetting::TurnSpeed:
      locomotion.turn_speed = math::radians(within(10.0, 240.0));
      return;
    case frame::LiveSetting::Vignette:
      locomotion.vignette = within(0.0, 1.0);
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
      user.teleport_fade_seconds = within(0.0, 2000.0) / 1000.0;
      return;
    case frame::LiveSetting::Wear:  // a body takes its time: user_body.h
      return;
  }
}

}  // namespace fh::world
