#include "app/wiring.h"

#include "core/log.h"

namespace fh::app {

world::WorldSettings world_settings(const Config& config) {
  world::WorldSettings settings;
  settings.user.snap_turn = math::radians(config.number("user.snap_turn_deg"));
  settings.user.height_offset = config.number("user.height_offset_cm") / 100.0;
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
