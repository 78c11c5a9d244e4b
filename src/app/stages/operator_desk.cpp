// SPDX-License-Identifier: Apache-2.0
#include "app/stages/operator_desk.h"

#include <algorithm>
#include <utility>

#include "app/config/profiles.h"
#include "app/config/settings_from_config.h"
#include "core/log.h"
#include "show/belief_overlay.h"
#include "show/retina_picture.h"
#include "world/agents/blackboard.h"
#include "world/users/balance_mark.h"

namespace fh::app {
namespace {

using desktop::PanelSetting;

bool acts_at_once(std::string_view key) {
  return key == "log.level" || key == "xr.mirror";
}

/// What a text may be in the panel: the usual ones, and what it is now. A profile is shown by its name.
std::vector<std::string> panel_choices(const Config& config, const ConfigKey& key) {
  std::vector<std::string> choices = key.choices;
  if (key.kind != KeyKind::Text) return choices;
  std::string now = config.text(key.name);
  if (key.name == "user.profile") {
    const auto profile = parse_profile(now, "profile");
    now = profile ? profile->name : "none";
  }
  if (std::find(choices.begin(), choices.end(), now) == choices.end()) choices.push_back(now);
  return choices;
}

double value_of(const Config& config, const ConfigKey& key) {
  switch (key.kind) {
    case KeyKind::Text: {
      const auto choices = panel_choices(config, key);
      const auto found = std::find(choices.begin(), choices.end(), config.text(key.name));
      return found == choices.end() ? 0.0 : static_cast<double>(found - choices.begin());
    }
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
std::string text_of(const PanelSetting& row, double value) {
  if (row.kind == PanelSetting::Kind::Switch) return value >= 0.5 ? "true" : "false";
  if (row.kind == PanelSetting::Kind::Number) return fmt::format("{:.4g}", value);
  const auto index = static_cast<std::size_t>(std::max(value, 0.0));
  return index < row.choices.size() ? row.choices[index] : "";
}

/// The tree of what each agent runs, and the last words of all of them.
void tell_of_agents(const world::World& world, desktop::PanelFacts& facts) {
  constexpr std::size_t kWords = 6;
  facts.doing.clear();
  facts.board.clear();
  for (const world::Job& job : world::blackboard(world.agents())) facts.board.push_back(world::to_text(job));
  std::vector<std::pair<double, std::string>> said;
  for (const world::Agent& agent : world.agents()) {
    const auto& told = agent.mind.told();
    const auto& net = agent.mind.net();
    facts.doing.push_back(fmt::format("{}: {}", agent.plan->name, agent.mind.why()));
    if (told)
      facts.doing.back() += "\n" + mind::queue_tree(told->plan, told->net);
    else if (net)
      facts.doing.back() += "\n" + mind::queue_tree(*agent.plan, *net);
    for (const auto& spoken : agent.mind.voice().said())
      said.emplace_back(spoken.at, fmt::format("{}: {}", agent.plan->name, spoken.words.text));
  }
  std::stable_sort(said.begin(), said.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  facts.said.clear();
  for (std::size_t i = said.size() > kWords ? said.size() - kWords : 0; i < said.size(); ++i)
    facts.said.push_back(std::move(said[i].second));
}

}  // namespace

OperatorDesk::OperatorDesk(const Config& config) : config_(config) {
  for (const auto& key : config_keys()) {
    PanelSetting& row = facts.settings.emplace_back();
    row.name = key.name;
    row.meaning = key.meaning;
    row.kind = key.kind == KeyKind::Boolean                               ? PanelSetting::Kind::Switch
               : key.kind == KeyKind::Choice || key.kind == KeyKind::Text ? PanelSetting::Kind::Choice
                                                                          : PanelSetting::Kind::Number;
    row.value = value_of(config, key);
    row.minimum = key.minimum;
    row.maximum = key.maximum;
    row.choices = panel_choices(config, key);
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
  PanelSetting& row = facts.settings[wish.setting];
  const std::string text = text_of(row, wish.value);
  if (auto done = config_.set(fmt::format("{}={}", key.name, text)); !done) {
    facts.message = done.error().message;
    return;
  }
  row.value = key.kind == KeyKind::Text ? wish.value : value_of(config_, key);
  facts.message = fmt::format("{} = {}", key.name, text);
  core::log_info("operator: {}", facts.message);
  if (const auto change = setting_change(config_, key.name); change.setting != frame::LiveSetting::None)
    changes.add(change);
  else if (key.name == "log.level")
    apply_log_level(config_);
  else if (view_changed)
    view_changed(config_, key.name);
}

void OperatorDesk::tell_of_body(const world::World& world) {
  if (world.users().empty()) return;
  const world::User& user = world.users().front();  // who is driven beside this desk
  const world::UserBody& body = user.body;
  const double stature = world.people()[user.id.value - 1].body.dimensions[human::Dimension::Stature];
  facts.body =
      fmt::format("{} body, {:.0f} cm tall, one metre of yours is {:.2f} m here",
                  body.wear().is_own() ? "your own" : human::text_of(body.wear()), 100.0 * stature, body.fit().scale);
  facts.has_balance = user.avatar.present();
  if (facts.has_balance) facts.balance = world::balance_view(user.avatar);
  for (PanelSetting& row : facts.settings) {  // a command changes it, too
    if (row.name == "user.show_balance") row.value = user.settings.show_balance;
  }
  facts.calibration = body.watch().said;
  facts.can_save_profile = body.calibrations() > 0;
  if (body.calibrations() == calibrations_) return;
  calibrations_ = body.calibrations();
  facts.message = fmt::format("{}; keep it under \"Body\"", body.watch().said);
  core::log_info("{}", body.watch().said);
}

void OperatorDesk::attend(desktop::PanelChoices& choices, world::World& world, frame::SettingHold& changes) {
  for (const auto& wish : std::exchange(choices.changes, {})) change(wish, changes);
  if (std::exchange(choices.toggle_recording, false)) {
    facts.message = recording ? recording->toggle(world) : "this visit cannot be recorded";
    core::log_info("operator: {}", facts.message);
  }
  if (const std::string name = std::exchange(choices.save_profile, {}); !name.empty()) {
    const auto saved = save_profile(name, world.users().front().body.calibration());
    facts.message = saved ? fmt::format("profile saved as {}", saved->string()) : saved.error().message;
    core::log_info("operator: {}", facts.message);
  }
  tell_of_body(world);
  facts.can_record = recording != nullptr;
  if (recording) facts.recording = recording->file();
  facts.simulated_seconds = core::seconds_of(world.now());
  facts.agents.clear();
  for (const auto& agent : world.agents()) facts.agents.push_back(agent.plan->name);
  facts.seen = show::who_sees_whom(world);
  tell_of_agents(world, facts);
  const auto agents = static_cast<int>(world.agents().size());
  facts.inset.pixels.clear();
  if (choices.inset && agents > 0)
    show::draw_eye(world, static_cast<std::size_t>(std::clamp(choices.agent, 0, agents - 1)), facts.inset);
}

}  // namespace fh::app
