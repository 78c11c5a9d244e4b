// SPDX-License-Identifier: Apache-2.0
#include "app/config/config.h"
#include "app/config/profiles.h"
#include "frame/live_settings.h"
#include "human/tracking/worn_body.h"

namespace fh::app {
namespace {

ConfigKey number(std::string name, KeyScope scope, double fallback, double minimum, double maximum,
                 std::string meaning) {
  return {std::move(name), KeyKind::Number, scope, fallback, minimum, maximum, {}, std::move(meaning)};
}

ConfigKey integer(std::string name, KeyScope scope, int fallback, int minimum, int maximum, std::string meaning) {
  return {std::move(name), KeyKind::Integer, scope, fallback, double(minimum), double(maximum), {}, std::move(meaning)};
}

ConfigKey boolean(std::string name, KeyScope scope, bool fallback, std::string meaning) {
  return {std::move(name), KeyKind::Boolean, scope, fallback, 0.0, 0.0, {}, std::move(meaning)};
}

ConfigKey choice(std::string name, KeyScope scope, std::string fallback, std::vector<std::string> choices,
                 std::string meaning) {
  return {std::move(name),    KeyKind::Choice,   scope, std::move(fallback), 0.0, 0.0,
          std::move(choices), std::move(meaning)};
}

ConfigKey text(std::string name, KeyScope scope, std::string fallback, std::string form,
               core::Result<> (*check)(const std::string&), std::vector<std::string> usual, std::string meaning) {
  return {std::move(name),    KeyKind::Text,   scope, std::move(fallback), 0.0, 0.0, std::move(usual),
          std::move(meaning), std::move(form), check};
}

core::Result<> check_profile(const std::string& content) {
  if (content.empty()) return {};
  const auto profile = parse_profile(content, "profile");
  return profile ? core::Result<>{} : tl::make_unexpected(profile.error());
}

core::Result<> check_wear(const std::string& words) {
  const auto wear = human::read_wear(words);
  return wear ? core::Result<>{} : tl::make_unexpected(wear.error());
}

/// Fixed when a visit starts.
std::vector<ConfigKey> user_keys() {
  using enum KeyScope;
  return {
      choice("user.sex", Simulation, "m", {"f", "m"}, "Whose proportions the user's body has."),
      number(
          "user.eye_height_cm", Simulation, 162.0, 120.0, 200.0,
          "Height of the standing user's eyes over the floor, centimetres: the body is the most typical one with it."),
      text("user.profile", Simulation, "", "a name or a file", &check_profile, {},
           "Saved profile of the user: its sex and measures win over the two keys above."),
      number("user.tracking_hold_ms", Simulation, 250.0, 0.0, 5000.0,
             "A lost hand is kept where it was for this long, milliseconds."),
      number("user.tracking_ease_ms", Simulation, 750.0, 0.0, 5000.0,
             "After that it moves to a resting pose within this time, milliseconds."),
  };
}

/// They never change results.
std::vector<ConfigKey> view_keys() {
  using enum KeyScope;
  return {
      choice("xr.hands", View, "auto", {"auto", "controllers"},
             "Whether bare hands are tracked; controllers only suits visitors who never used bare hands."),
      number("xr.resolution", View, 1.0, 0.25, 2.0, "Picture size in the headset, of the recommended one."),
      number("xr.refresh_hz", View, 90.0, 30.0, 240.0, "Preferred refresh rate of the headset; the nearest is taken."),
      number("xr.come_back_s", View, 3.5, 0.0, 600.0,
             "How long a lost headset or runtime is waited for before the visit ends, seconds."),
      choice("xr.mirror", View, "eye", {"eye", "smooth", "third person", "off"},
             "What a window beside the headset shows; off for privacy."),
      boolean("gpu.shadows", View, true,
              "In headset and window the sun casts shadows; without them weak graphics cards draw faster."),
      boolean("gpu.validation", View, false, "Check every Vulkan and OpenXR call; for developers, slow."),
      integer("run.workers", View, 0, 0, 64, "Worker threads; 0 means one per core. Never changes results."),
      boolean("run.allow_outside", View, false,
              "Whether a scenario may name models and a tour outside its own folder."),
      boolean("sound.on", View, true, "Whether headset and window visits are heard."),
      number("sound.volume_db", View, 18.0, -60.0, 40.0,
             "How much louder than in nature, decibels; the loudest sounds are cut off."),
      choice("log.level", View, "info", {"debug", "info", "warning", "error", "off"}, "Least important message shown."),
  };
}

/// A setting that may change during a visit.
ConfigKey live_key(const frame::LiveSettingRow& row) {
  using enum KeyScope;
  switch (row.kind) {
    case frame::LiveKind::Switch:
      return boolean(row.key, Simulation, row.fallback != 0.0, row.meaning);
    case frame::LiveKind::Choice:
      return choice(row.key, Simulation, row.choices[row.fallback != 0.0 ? 1 : 0], {row.choices[0], row.choices[1]},
                    row.meaning);
    case frame::LiveKind::Body:
      return text(row.key, Simulation, human::text_of(human::wear_of(row.fallback)), "own, f05 … m95, f:12.5",
                  &check_wear, {"own", "f05", "f50", "f95", "m05", "m50", "m95"}, row.meaning);
    case frame::LiveKind::Number:
      break;
  }
  return number(row.key, Simulation, row.fallback, row.minimum, row.maximum, row.meaning);
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> kKeys = [] {
    std::vector<ConfigKey> keys = user_keys();
    for (const auto& row : frame::kLiveSettings) keys.push_back(live_key(row));
    for (auto& key : view_keys()) keys.push_back(std::move(key));
    return keys;
  }();
  return kKeys;
}

}  // namespace fh::app
