// SPDX-License-Identifier: Apache-2.0
#include "bench/pictures/bench_xr.h"

#include <array>

#include "app/config/settings_from_config.h"
#include "app/stages/body_uploads.h"
#include "app/stages/headset_stage.h"
#include "scene/scenario/scenario.h"
#include "xr/runtime_probe.h"

namespace fh::bench {
namespace {

enum Part : std::size_t { kInput, kTick, kPicture, kAll, kParts };
constexpr std::array<const char*, kParts> kPartNames = {
    "events, actions and poses", "one tick", "views, snapshot, culling and recording of the picture", "whole frame"};
using Samples = std::array<std::vector<double>, kParts>;

core::Result<> measure(app::HeadsetStage& stage, world::World& world, int frames, Samples& out) {
  frame::FrameInputs input;
  for (int frame = 0; frame < frames;) {
    FH_TRY(outcome, stage.driver().begin(input));
    if (outcome == frame::FrameOutcome::End) return core::fail("the session ended");
    if (outcome == frame::FrameOutcome::Skip) continue;
    // One tick per frame, as on a 90 Hz headset, however slow the test runtime's display is.
    const core::Stopwatch tick_watch;
    world.tick(input.users);
    const double tick = tick_watch.seconds() * 1e6;
    const core::Stopwatch fill_watch;
    frame::Snapshot snapshot;
    world.fill(snapshot);
    const double fill = fill_watch.seconds() * 1e6;
    if (auto done = stage.draw(world); !done) return done;
    if (auto done = stage.driver().end(); !done) return done;
    if (!stage.driver().submitted().has_picture) continue;
    const auto& drawn = stage.renderer().stats();
    const double picture = fill + stage.driver().cost().eyes + drawn.plan_us + drawn.record_us;
    const double begin = stage.driver().cost().begin;
    const double parts[kParts] = {begin, tick, picture, begin + tick + picture};
    for (std::size_t i = 0; i < kParts; ++i) out[i].push_back(parts[i]);
    ++frame;
  }
  return {};
}

/// One line that says why there are no figures.
std::vector<core::BenchRow> not_run(const std::string& cause) {
  core::BenchRow row;
  row.name = "xr_cpu";
  row.case_name = "not run";
  row.note = cause;
  return {row};
}

}  // namespace

std::vector<core::BenchRow> bench_xr(const core::BenchSettings& settings) {
  if (const auto probe = xr::probe_runtime(); probe.availability != xr::Availability::Ready) {
    return not_run(probe.cause + "; tools/openxr-sandbox firsthand bench xr_cpu brings its own");
  }
  const auto file = scene::find_scenario("workshop");
  if (!file) return not_run(file.error().message);
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) return not_run(scenario.error().message);
  const app::Config config;
  auto world = world::World::create(*scenario, app::world_settings(config));
  if (!world) return not_run(world.error().message);
  auto stage = app::HeadsetStage::create(scenario->scene, app::skins_of(*world), config);
  if (!stage) return not_run(stage.error().message);
  Samples samples;
  if (auto done = measure(**stage, *world, settings.quick ? 100 : 300, samples); !done) {
    return not_run(done.error().message);
  }
  std::vector<core::BenchRow> rows;
  for (std::size_t i = 0; i < kParts; ++i) {
    auto& us = samples[i];
    std::sort(us.begin(), us.end());
    core::BenchRow row;
    row.name = "xr_cpu";
    row.case_name = kPartNames[i];
    row.median_us = us[us.size() / 2];
    row.p95_us = us[us.size() * 95 / 100];
    row.n = static_cast<int>(us.size());
    rows.push_back(row);
  }
  return rows;
}

}  // namespace fh::bench
