// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <filesystem>

#include "app/config/settings_from_config.h"
#include "app/stages/operator_desk.h"
#include "core/files.h"
#include "scene/scenario/scenario.h"
#include "temporary_folder.h"

using namespace fh;

namespace {

struct Desk {
  Desk() {
    core::set_data_folder(FH_SOURCE_DIR);
    scenario = scene::load_scenario(*scene::find_scenario("workshop")).value();
    scenario.agents.clear();  // the desk is the user's: fewer bodies to make
    world.emplace(world::World::create(scenario, app::world_settings(config)).value());
    desk.emplace(config);
  }
  std::size_t row(const std::string& name) const {
    for (std::size_t i = 0; i < desk->facts.settings.size(); ++i) {
      if (desk->facts.settings[i].name == name) return i;
    }
    FAIL("no row " << name);
    return 0;
  }
  void wish(const std::string& name, double value) {
    choices.changes.push_back({row(name), value});
    desk->attend(choices, *world, changes);
  }

  scene::Scenario scenario;
  app::Config config;
  std::optional<world::World> world;
  std::optional<app::OperatorDesk> desk;
  desktop::PanelChoices choices;
  frame::SettingHold changes;
};

}  // namespace

TEST_CASE("operator desk: a setting of the simulation goes with the input and is obeyed by the tick") {
  Desk d;
  d.wish("user.turn", 1.0);
  d.wish("user.snap_turn_deg", 30.0);
  d.wish("user.swap_tool_hand", 1.0);
  CHECK(d.choices.changes.empty());
  CHECK(d.world->users()[0].moving.smooth_turn == 0);  // not before a tick: the world changes only in ticks
  frame::FrameInput input;
  for (int i = 0; i < 3; ++i) {
    input.change = d.changes.release(1);
    CHECK(input.change.setting != frame::LiveSetting::None);
    d.world->tick(input);
  }
  CHECK(d.world->users()[0].moving.smooth_turn == 1);
  CHECK(std::abs(d.world->users()[0].settings.snap_turn - math::radians(30.0)) < 1e-12);
  CHECK(d.world->users()[0].moving.tool_hand() == frame::kLeft);
  CHECK(d.desk->facts.settings[d.row("user.snap_turn_deg")].value == 30.0);
  CHECK(d.desk->facts.message == "user.swap_tool_hand = true");
}

TEST_CASE("operator desk: a setting of the view acts at once, a fixed one is refused with a sentence") {
  Desk d;
  std::string seen;
  d.desk->view_changed = [&](const app::Config& now, std::string_view key) {
    seen = std::string(key) + " " + now.text("xr.mirror");
  };
  d.wish("xr.mirror", 2.0);
  CHECK(seen == "xr.mirror third person");
  CHECK_FALSE(d.desk->facts.settings[d.row("xr.resolution")].can_change);
  d.wish("xr.resolution", 2.0);
  CHECK(d.desk->facts.message == "xr.resolution is fixed for this visit; use --set for the next one");
  CHECK(d.desk->facts.settings[d.row("xr.resolution")].value == 1.0);
  d.wish("user.snap_turn_deg", 4000.0);  // a panel never asks for it; the range still holds
  CHECK(d.desk->facts.settings[d.row("user.snap_turn_deg")].value == 45.0);
  CHECK(d.changes.release(1).setting == frame::LiveSetting::None);
}

TEST_CASE("operator desk: every live key changes the world as the same key does at the start") {
  Desk d;
  std::vector<std::byte> fresh;
  core::save(*d.world, fresh);
  for (const auto& key : app::config_keys()) {
    const app::Config before;
    app::Config after;
    if (app::setting_change(before, key.name).setting == frame::LiveSetting::None) continue;
    if (key.name == "user.wear") continue;  // takes its time: the next case
    CAPTURE(key.name);
    REQUIRE(after.set(key.kind == app::KeyKind::Boolean  ? key.name + "=true"
                      : key.kind == app::KeyKind::Choice ? key.name + "=" + key.choices[1]
                                                         : fmt::format("{}={}", key.name, key.maximum)));
    REQUIRE(core::load(*d.world, fresh));
    frame::FrameInput input;
    input.change = app::setting_change(after, key.name);
    d.world->tick(input);
    auto other = world::World::create(d.scenario, app::world_settings(after));
    REQUIRE(other);
    other->tick(frame::FrameInput{});
    CHECK(d.world->state_hash() == other->state_hash());
  }
}

TEST_CASE("operator desk: another body is chosen, worn some ticks later, and is the one of the same key at the start") {
  Desk d;
  const std::size_t row = d.row("user.wear");
  CHECK(d.desk->facts.settings[row].choices[1] == "f05");
  d.wish("user.wear", 1.0);
  CHECK(d.desk->facts.message == "user.wear = f05");
  CHECK(d.desk->facts.settings[row].value == 1.0);
  frame::FrameInput input;
  for (core::Tick i = 0; i <= world::UserBody::kDressingTicks; ++i) {
    input.change = d.changes.release(1);
    d.world->tick(input);
  }
  app::Config config;
  REQUIRE(config.set("user.wear=f05"));
  auto other = world::World::create(d.scenario, app::world_settings(config));
  REQUIRE(other);
  CHECK(d.world->users()[0].state.scale == other->users()[0].state.scale);
  CHECK(d.world->users()[0].state.scale < 0.95);
  CHECK(d.world->people()[0].skin.levels[0].mesh.positions == other->people()[0].skin.levels[0].mesh.positions);
  d.desk->attend(d.choices, *d.world, d.changes);
  CHECK(d.desk->facts.body.rfind("f05 body, 15", 0) == 0);
  CHECK_FALSE(d.desk->facts.can_save_profile);
  CHECK(d.desk->facts.settings[d.row("user.profile")].choices[0] == "none");
}

TEST_CASE("operator desk: recording is started and stopped") {
  const test::TemporaryFolder folder;
  const auto back = std::filesystem::current_path();
  std::filesystem::current_path(folder.path);
  Desk d;
  session::Recorder recorder;
  session::LogHeader header;
  header.scenario = "workshop";
  header.phases = world::phase_names();
  app::RecordingSwitch recording(recorder, header, "workshop");
  const auto toggle = [&] {
    d.choices.toggle_recording = true;
    d.desk->attend(d.choices, *d.world, d.changes);
  };
  toggle();
  CHECK(d.desk->facts.message == "this visit cannot be recorded");
  d.desk->recording = &recording;
  toggle();
  CHECK(recorder.is_recording());
  const std::string file = d.desk->facts.recording;
  CHECK(std::filesystem::exists(file));
  toggle();
  CHECK_FALSE(recorder.is_recording());
  CHECK(d.desk->facts.message == "recorded " + file);
  CHECK(d.desk->facts.recording.empty());
  toggle();  // within the same second: another name
  CHECK(d.desk->facts.recording != file);
  std::filesystem::current_path(back);
}
