// SPDX-License-Identifier: Apache-2.0
// What Monado never does, done by a layer over it (pretend/): trackers on the body, a changed visibility mask, a lost
// session.
#include <dlfcn.h>

#include <catch2/catch_test_macros.hpp>

#include "app/config/settings_from_config.h"
#include "app/stages/headset_stage.h"
#include "core/files.h"
#include "monado_remote.h"
#include "pretend/pretend_layer.h"

using namespace fh;

namespace {

test::PretendEvent pretend_event() {
  const std::string library = std::string(FH_BUILD_DIR) + "/bin/libfh_pretend_layer.so";
  void* layer = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  INFO("the layer must be in the process: XDG_DATA_HOME names its manifest's folder");
  REQUIRE(layer);
  return reinterpret_cast<test::PretendEvent>(dlsym(layer, "fh_pretend_event"));
}

/// Runs frames until `seen` says true of one.
template <class Seen>
bool run_until(app::HeadsetStage& stage, world::World& world, frame::FrameInput& input, Seen&& seen) {
  frame::FrameInputs inputs;
  for (int i = 0; i < 600; ++i) {
    const auto outcome = stage.begin(inputs);
    REQUIRE(outcome);
    if (*outcome != frame::FrameOutcome::Run) continue;
    input = inputs.first();
    for (std::uint32_t t = 0; t < inputs.ticks; ++t) world.tick(input, t == 0);
    REQUIRE(stage.draw(world));
    REQUIRE(stage.end());
    if (seen()) return true;
  }
  return false;
}

bool is_at(const frame::ExtraTracker& tracker, const float (&at)[3]) {
  return tracker.pose.valid && glm::length(tracker.pose.pose.position - math::Vec3(at[0], at[1], at[2])) < 1e-5;
}

}  // namespace

TEST_CASE("trackers, a changed mask and a session about to be lost", "[xr][.pretend]") {
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario = scene::load_scenario(std::filesystem::path(FH_SOURCE_DIR) / "assets/scenarios/workshop.json");
  REQUIRE(scenario);
  app::Config config;
  REQUIRE(config.set("xr.resolution=0.25"));
  test::MonadoRemote remote;
  remote.send();
  auto stage = app::HeadsetStage::create(scenario->scene, {}, config);
  REQUIRE(stage);
  auto world = world::World::create(*scenario, app::world_settings(config));
  REQUIRE(world);
  frame::FrameInput input;
  const auto event = pretend_event();
  REQUIRE(event);

  // Waist and left foot are worn, the other three roles are not.
  REQUIRE(run_until(**stage, *world, input, [&] { return input.trackers[0].role != frame::TrackerRole::None; }));
  CHECK(input.trackers[0].role == frame::TrackerRole::Waist);
  CHECK(is_at(input.trackers[0], test::kPretendWaist));
  CHECK(input.trackers[1].role == frame::TrackerRole::LeftFoot);
  CHECK(is_at(input.trackers[1], test::kPretendLeftFoot));
  CHECK(input.trackers[2].role == frame::TrackerRole::None);
  CHECK(frame::is_plausible(input));

  // The mask is read again.
  CHECK_FALSE((*stage)->driver().hidden_area().empty());
  const int version = (*stage)->driver().hidden_area_version();
  event(test::Pretend::MaskChanged);
  CHECK(run_until(**stage, *world, input, [&] { return (*stage)->driver().hidden_area_version() == version + 1; }));

  // The session is made anew; the visit goes on, and its input says that tracking space may stand elsewhere.
  const core::Tick before = world->now();
  event(test::Pretend::LossPending);
  REQUIRE(run_until(**stage, *world, input, [&] { return (*stage)->losses() == 1 && input.space_change.happened; }));
  CHECK(run_until(**stage, *world, input, [&] { return (*stage)->driver().submitted().has_picture; }));
  CHECK(world->now() > before);
  CHECK((*stage)->losses() == 1);
  CHECK(run_until(**stage, *world, input, [&] { return input.trackers[0].role == frame::TrackerRole::Waist; }));
}
