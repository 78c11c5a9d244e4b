// SPDX-License-Identifier: Apache-2.0
#include "app/config/settings_from_config.h"

#include "app/config/profiles.h"
#include "core/log.h"
#include "human/tracking/worn_body.h"
#include "world/users/live_settings.h"

namespace fh::app {

frame::SettingChange setting_change(const Config& config, std::string_view key) {
  const frame::LiveSettingRow* row = frame::find_setting(key);
  if (!row) return {};
  frame::SettingChange change;
  change.setting = row->setting;
  switch (row->kind) {
    case frame::LiveKind::Choice:
      change.value = config.text(key) == row->choices[1] ? 1.0 : 0.0;
      break;
    case frame::LiveKind::Switch:
      change.value = config.boolean(key) ? 1.0 : 0.0;
      break;
    case frame::LiveKind::Body:
      change.value = human::number_of(human::read_wear(config.text(key)).value_or(human::Wear{}));
      break;
    case frame::LiveKind::Number:
      change.value = config.number(key);
      break;
  }
  return change;
}

world::WorldSettings world_settings(const Config& config) {
  world::WorldSettings settings;
  for (const auto& row : frame::kLiveSettings)
    world::apply(setting_change(config, row.key), settings.user, settings.locomotion);
  settings.user.hand_loss.grace = config.number("user.tracking_hold_ms") / 1000.0;
  settings.user.hand_loss.ease = config.number("user.tracking_ease_ms") / 1000.0;
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
