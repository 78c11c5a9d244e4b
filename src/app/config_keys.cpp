#include "app/config.h"

namespace fh::app {
namespace {

ConfigKey number(std::string name, KeyScope scope, double fallback, double minimum, double maximum,
                 std::string meaning) {
  return {std::move(name), KeyKind::Number, scope, fallback, minimum, maximum, {}, std::move(meaning)};
}

ConfigKey integer(std::string name, KeyScope scope, int fallback, int minimum, int maximum, std::string meaning) {
  return {std::move(name), KeyKind::Integer, scope, fallback, double(minimum), double(maximum), {}, std::move(meaning)};
}

ConfigKey choice(std::string name, KeyScope scope, std::string fallback, std::vector<std::string> choices,
                 std::string meaning) {
  return {std::move(name),    KeyKind::Choice,   scope, std::move(fallback), 0.0, 0.0,
          std::move(choices), std::move(meaning)};
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  using enum KeyScope;
  static const std::vector<ConfigKey> kKeys = {
      number("user.snap_turn_deg", Simulation, 45.0, 5.0, 90.0, "Angle of one snap turn, degrees."),
      number("user.height_offset_cm", Simulation, 0.0, -100.0, 100.0,
             "Added to every tracked height, centimetres; lets a seated user stand."),
      number("user.tracking_hold_ms", Simulation, 250.0, 0.0, 5000.0,
             "A lost hand is kept where it was for this long, milliseconds."),
      number("user.tracking_ease_ms", Simulation, 750.0, 0.0, 5000.0,
             "After that it moves to a resting pose within this time, milliseconds."),
      number("user.teleport_fade_ms", Simulation, 150.0, 0.0, 2000.0, "Dark time around a teleport, milliseconds."),
      integer("run.workers", View, 0, 0, 64, "Worker threads; 0 means one per core. Never changes results."),
      choice("log.level", View, "info", {"debug", "info", "warning", "error", "off"}, "Least important message shown."),
  };
  return kKeys;
}

}  // namespace fh::app
