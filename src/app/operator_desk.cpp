#include "app/operator_desk.h"

#include <algorithm>
#include <utility>

#include "app/wiring.h"
#include "core/log.h"
#include "world/eye_picture.h"
#include "world/inspect.h"

namespace fh::app {
namespace {

using desktop::PanelSetting;

bool acts_at_once(std::string_view key) {
  return key == "log.level" || key == "xr.mirror";
}

double value_of(const Config& config, const ConfigKey& key) {
  switch (key.kind) {
    case KeyKind::Boolean:
      return config.boolean(key.name) ? 1.0 : 0.0;
    case KeyKind::Choice: {
      const auto found = std::find(key.choices.begin(), key.choices.end(), config.text(key.name));
      return static_cast<double>(found - key.choices.begin());
    }
    case KeyKind::Number:
    case KeyKind::Integer:
      break;
  }
  return config.number(key.name);
}

/// The right side of --set key=value.
std::string text_of(const ConfigKey& key, double value) {
  if (key.kind == KeyKind::Boolean) return value >= 0.5 ? "true" : "false";
  if (key.kind != KeyKind::Choice) return fmt::format("{:.4g}", value);
  const auto index = static_cast<std::size_t>(std::max(value, 0.0));
  return index < key.choices.size() ? key.choices[index] : "";
}

}  // namespace

OperatorDesk::OperatorDesk(const Config& config) : config_(config) {
  for (const auto& key : config_keys()) {
    PanelSetting& row = facts.settings.emplace_back();
    row.name = key.name;
    row.meaning = key.meaning;
    row.kind = key.kind == KeyKind::Boolean  ? PanelSetting::Kind::Switch
               : key.kind == KeyKind::Choice ? PanelSetting::Kind::Choice
                                             : PanelSetting::Kind::Number;
    row.value = value_of(config, key);
    row.minimum = key.minimum;
    row.maximum = key.maximum;
    row.choices = key.choices;
    row.can_change = setting_change(config, key.name).setting != frame::LiveSetting::None || acts_at_once(key.name);
  }
}

void OperatorDesk::change(const desktop::PanelChange& wish, frame::SettingHold& changes) {
  if (wish.setting >= config_keys().size()) return;
  const ConfigKey& key = config_keys()[wish.setting];
  if (!facts.settings[wish.setting].can_change) {
    facts.message = fmt::format("{} is fixed for this visit; use --set for the next one", key.name);
    return;
  }
  if (auto done = config_.set(fmt::format("{}={}", key.name, text_of(key, wish.value))); !done) {
    facts.message = done.error().message;
    return;
  }
  facts.settings[wish.setting].value = value_of(config_, key);
  facts.message = fmt::format("{} = {}", key.name, text_of(key, wish.value));
  core::log_info("operator: {}", facts.message);
  if (const auto change = setting_change(config_, key.name); change.setting != frame::LiveSetting::None)
    changes.add(change);
  else if (key.name == "log.level")
    apply_log_level(config_);
  else if (view_changed)
    view_changed(config_, key.name);
}

void OperatorDesk::attend(desktop::PanelChoices& choices, world::World& world, frame::SettingHold& changes) {
  for (const auto& wish : std::exchange(choices.changes, {})) change(wish, changes);
  if (std::exchange(choices.toggle_recording, false)) {
    facts.message = recording ? recording->toggle(world) : "this visit cannot be recorded";
    core::log_info("operator: {}", facts.message);
  }
  facts.can_record = recording != nullptr;
  if (recording) facts.recording = recording->file();
  facts.simulated_seconds = core::seconds_of(world.now());
  facts.agents.clear();
  for (const auto& agent : world.agents()) facts.agents.push_back(agent.plan->name);
  facts.seen = world::who_sees_whom(world);
  const auto agents = static_cast<int>(world.agents().size());
  facts.inset.pixels.clear();
  if (choices.inset && agents > 0)
    world::draw_eye(world, static_cast<std::size_t>(std::clamp(choices.agent, 0, agents - 1)), facts.inset);
}

}  // namespace fh::app
