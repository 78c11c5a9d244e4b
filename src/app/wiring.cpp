#include "app/wiring.h"

#include "core/log.h"

namespace fh::app {

world::WorldSettings world_settings(const Config& config) {
  world::WorldSettings settings;
  settings.user.snap_turn = math::radians(config.number("user.snap_turn_deg"));
  constexpr double kSeatedLift = 0.40;  // m between the eye heights of standing and sitting adults
  settings.user.height_offset = config.number("user.height_offset_cm") / 100.0;
  if (config.text("user.posture") == "seated") settings.user.height_offset += kSeatedLift;
  settings.locomotion.smooth_move = config.text("user.move") == "smooth";
  settings.locomotion.smooth_turn = config.text("user.turn") == "smooth";
  settings.locomotion.move_speed = config.number("user.move_speed_m_s");
  settings.locomotion.turn_speed = math::radians(config.number("user.turn_speed_deg_s"));
  settings.locomotion.vignette = config.number("user.vignette");
  settings.locomotion.swap_sticks = config.boolean("user.swap_sticks");
  settings.locomotion.one_hand = config.boolean("user.one_hand");
  settings.user.hold_seconds = config.number("user.tracking_hold_ms") / 1000.0;
  settings.user.ease_seconds = config.number("user.tracking_ease_ms") / 1000.0;
  settings.user.teleport_fade_seconds = config.number("user.teleport_fade_ms") / 1000.0;
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
