#include "app/config/settings_from_config.h"

#include "app/config/profiles.h"
#include "core/log.h"
#include "human/tracking/worn_body.h"
#include "world/live_settings.h"

namespace fh::app {

namespace {

using frame::LiveSetting;

/// The keys that may change during a visit. `on`: the choice that counts as 1.
struct LiveKey {
  const char* key;
  LiveSetting setting;
  const char* on;
};
constexpr LiveKey kLiveKeys[] = {
    {"user.snap_turn_deg", LiveSetting::SnapTurn, ""},
    {"user.height_offset_cm", LiveSetting::HeightOffset, ""},
    {"user.posture", LiveSetting::Seated, "seated"},
    {"user.move", LiveSetting::SmoothMove, "smooth"},
    {"user.turn", LiveSetting::SmoothTurn, "smooth"},
    {"user.move_speed_m_s", LiveSetting::MoveSpeed, ""},
    {"user.turn_speed_deg_s", LiveSetting::TurnSpeed, ""},
    {"user.vignette", LiveSetting::Vignette, ""},
    {"user.swap_sticks", LiveSetting::SwapSticks, ""},
    {"user.swap_tool_hand", LiveSetting::SwapToolHand, ""},
    {"user.one_hand", LiveSetting::OneHand, ""},
    {"user.teleport_fade_ms", LiveSetting::TeleportFade, ""},
    {"user.wear", LiveSetting::Wear, ""},
};

}  // namespace

frame::SettingChange setting_change(const Config& config, std::string_view key) {
  for (const LiveKey& row : kLiveKeys) {
    if (row.key != key) continue;
    frame::SettingChange change;
    change.setting = row.setting;
    switch (find_key(key)->kind) {
      case KeyKind::Choice:
        change.value = config.text(key) == row.on ? 1.0 : 0.0;
        break;
      case KeyKind::Boolean:
        change.value = config.boolean(key) ? 1.0 : 0.0;
        break;
      case KeyKind::Text:  // wear is the only one
        change.value = human::number_of(human::read_wear(config.text(key)).value_or(human::Wear{}));
        break;
      case KeyKind::Number:
      case KeyKind::Integer:
        change.value = config.number(key);
        break;
    }
    return change;
  }
  return {};
}

world::WorldSettings world_settings(const Config& config) {
  world::WorldSettings settings;
  for (const LiveKey& row : kLiveKeys)
    world::apply(setting_change(config, row.key), settings.user, settings.locomotion);
  settings.user.hold_seconds = config.number("user.tracking_hold_ms") / 1000.0;
  settings.user.ease_seconds = config.number("user.tracking_ease_ms") / 1000.0;
  settings.figure.self.sex = config.text("user.sex") == "m" ? human::Sex::Male : human::Sex::Female;
  settings.figure.self.measures.eye_height = config.number("user.eye_height_cm") / 100.0;
  if (const std::string profile = config.text("user.profile"); !profile.empty())
    settings.figure.self = parse_profile(profile, "profile").value();  // checked when it was set
  settings.figure.wear = human::read_wear(config.text("user.wear")).value();
  settings.workers = static_cast<unsigned>(config.integer("run.workers"));
  return settings;
}

void apply_log_level(const Config& config) {
  const std::string level = config.text("log.level");
  core::set_log_level(level == "debug"     ? core::LogLevel::Debug
                      : level == "info"    ? core::LogLevel::Info
                      : level == "warning" ? core::LogLevel::Warning
                      : level == "error"   ? core::LogLevel::Error
                                           : core::LogLevel::Off);
}

}  // namespace fh::app
