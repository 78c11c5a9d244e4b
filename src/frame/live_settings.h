// SPDX-License-Identifier: Apache-2.0
#pragma once
// The settings that may change during a visit: one table of their keys, ranges and defaults. The configuration, the
// panel and the world read it, so that a new one is an entry here and the code that uses it.
#include <array>
#include <cstdint>
#include <string_view>

namespace fh::frame {

/// Recorded as numbers: values stay what they are, new ones go to the end.
enum class LiveSetting : std::uint32_t {
  None,
  SnapTurn,
  HeightOffset,
  Seated,
  SmoothMove,
  SmoothTurn,
  MoveSpeed,
  TurnSpeed,
  Vignette,
  SwapSticks,
  SwapToolHand,
  OneHand,
  TeleportFade,
  Wear,
  ShowBalance,
  FarGrab,
  ShowClearance,
  ShowReach,
  ShowPosture,
  ShowVisibility,
};

enum class LiveKind : std::uint8_t {
  Number,
  Switch,  // 0 or 1
  Choice,  // 0 or 1: the first or the second of two words
  Body,    // whose body: 0 own, percentile of stature for a man's, minus the percentile for a woman's
};

struct LiveSettingRow {
  LiveSetting setting;
  const char* key;  // of the configuration, with the unit
  LiveKind kind;
  double fallback;          // as a number, in the unit of the key
  double minimum, maximum;  // values outside are refused in files and clamped in recordings
  std::array<const char*, 2> choices;
  const char* meaning;  // one sentence
};

// clang-format off
inline constexpr LiveSettingRow kLiveSettings[] = {
    {LiveSetting::SnapTurn, "user.snap_turn_deg", LiveKind::Number, 45.0, 5.0, 90.0, {},
     "Angle of one snap turn, degrees."},
    {LiveSetting::HeightOffset, "user.height_offset_cm", LiveKind::Number, 0.0, -100.0, 100.0, {},
     "Added to every tracked height, centimetres; lets a seated user stand."},
    {LiveSetting::TeleportFade, "user.teleport_fade_ms", LiveKind::Number, 150.0, 0.0, 2000.0, {},
     "Dark time around a teleport, milliseconds."},
    {LiveSetting::Seated, "user.posture", LiveKind::Choice, 0.0, 0.0, 1.0, {"standing", "seated"},
     "Seated users are lifted by 40 cm, or as calibrated, so that they see the place as if they stood."},
    {LiveSetting::SmoothMove, "user.move", LiveKind::Choice, 0.0, 0.0, 1.0, {"teleport", "smooth"},
     "What the moving stick does: nothing (teleport with the other one), or slide."},
    {LiveSetting::SmoothTurn, "user.turn", LiveKind::Choice, 0.0, 0.0, 1.0, {"snap", "smooth"},
     "How the turning stick turns."},
    {LiveSetting::MoveSpeed, "user.move_speed_m_s", LiveKind::Number, 1.4, 0.2, 5.0, {},
     "Speed of smooth moving, metres per second."},
    {LiveSetting::TurnSpeed, "user.turn_speed_deg_s", LiveKind::Number, 60.0, 10.0, 240.0, {},
     "Speed of smooth turning, degrees per second."},
    {LiveSetting::Vignette, "user.vignette", LiveKind::Number, 0.5, 0.0, 1.0, {},
     "How strongly the edges darken while sliding or turning smoothly; 0 is off."},
    {LiveSetting::SwapSticks, "user.swap_sticks", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "The right stick moves and the left one turns."},
    {LiveSetting::SwapToolHand, "user.swap_tool_hand", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "The left hand aims and uses, independent of the sticks; for left-handed visitors."},
    {LiveSetting::OneHand, "user.one_hand", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "Either stick turns and teleports: one controller is enough."},
    {LiveSetting::Wear, "user.wear", LiveKind::Body, 0.0, -100.0, 100.0, {},
     "Whose body is worn: the user's own, or that of a person of the survey by sex and percentile of stature."},
    {LiveSetting::ShowBalance, "user.show_balance", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "The user's balance is drawn beside the wrist and on the floor."},
    {LiveSetting::FarGrab, "user.far_grab", LiveKind::Switch, 1.0, 0.0, 1.0, {},
     "A hand that squeezes with nothing near takes the thing it points at, up to 3 m away; off: only what is near."},
    {LiveSetting::ShowClearance, "user.show_clearance", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "The least distance of the user's body to things is told beside the wrist and drawn where it is."},
    {LiveSetting::ShowReach, "user.show_reach", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "What the user's hand reaches is drawn ahead of the body, and what the thing looked at would take is told."},
    {LiveSetting::ShowPosture, "user.show_posture", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "The user's RULA score with its band, and the balance, are told beside the wrist."},
    {LiveSetting::ShowVisibility, "user.show_visibility", LiveKind::Switch, 0.0, 0.0, 1.0, {},
     "How much of the five things nearest to the gaze is visible is told beside the wrist."},
};
// clang-format on

/// Null for None and for numbers that are no setting.
constexpr const LiveSettingRow* find_setting(LiveSetting setting) {
  for (const LiveSettingRow& row : kLiveSettings) {
    if (row.setting == setting) return &row;
  }
  return nullptr;
}

/// Null for keys that are fixed during a visit.
constexpr const LiveSettingRow* find_setting(std::string_view key) {
  for (const LiveSettingRow& row : kLiveSettings) {
    if (key == row.key) return &row;
  }
  return nullptr;
}

/// A change of one setting. It comes with the input, so that a replay changes it too.
struct SettingChange {
  LiveSetting setting = LiveSetting::None;
  std::uint32_t reserved = 0;
  double value = 0.0;
};

}  // namespace fh::frame
