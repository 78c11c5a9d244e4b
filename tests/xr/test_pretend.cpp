// SPDX-License-Identifier: Apache-2.0
// What Monado never does, done by a layer over it (pretend/): trackers on the body, a changed visibility mask, a failed
// xrBeginFrame, a lost session. The layer also counts vibrations and watches the order of frames.
#include <dlfcn.h>

#include <catch2/catch_test_macros.hpp>

#include "app/config/settings_from_config.h"
#include "app/stages/headset_stage.h"
#include "core/files.h"
#include "monado_remote.h"
#include "pretend/pretend_layer.h"

using namespace fh;

namespace {

template <class Function>
Function pretended(const char* name) {
  const std::string library = std::string(FH_BUILD_DIR) + "/bin/libfh_pretend_layer.so";
  void* layer = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  INFO("the layer must be in the process: XDG_DATA_HOME names its manifest's folder");
  REQUIRE(layer);
  const auto found = reinterpret_cast<Function>(dlsym(layer, name));
  REQUIRE(found);
  return found;
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
  const auto event = pretended<test::PretendEvent>("fh_pretend_event");
  const auto counts = pretended<test::PretendCountsOf>("fh_pretend_counts");
  const auto shift = pretended<test::PretendShift>("fh_pretend_shift");

  // Waist and left foot are worn, the other three roles are not.
  REQUIRE(run_until(**stage, *world, input, [&] { return input.trackers[0].role != frame::TrackerRole::None; }));
  CHECK(input.trackers[0].role == frame::TrackerRole::Waist);
  CHECK(is_at(input.trackers[0], test::kPretendWaist));
  CHECK(input.trackers[1].role == frame::TrackerRole::LeftFoot);
  CHECK(is_at(input.trackers[1], test::kPretendLeftFoot));
  CHECK(input.trackers[2].role == frame::TrackerRole::None);
  CHECK(frame::is_plausible(input));

  // The avatar's pelvis goes where the waist tracker goes.
  const world::User& user = world->users()[0];
  const auto run_ticks = [&](core::Tick ticks) {
    const core::Tick end = world->now() + ticks;
    CHECK(run_until(**stage, *world, input, [&] { return world->now() >= end; }));
  };
  REQUIRE(run_until(**stage, *world, input, [&] { return user.avatar.mounts().mount(frame::TrackerRole::Waist); }));
  run_ticks(60);
  const math::Vec3 pelvis = user.avatar.fit().frames.position(human::Joint::Pelvis);
  shift(0.06f);
  run_ticks(60);
  const math::Vec3 moved = user.avatar.fit().frames.position(human::Joint::Pelvis) - pelvis;
  CHECK(glm::length(moved - user.state.world_from_tracking.direction({0.06, 0.0, 0.0})) < 0.02);

  // An arm at the end of its reach is felt.
  CHECK(counts().vibrations == 0);
  remote.state.right.pose.z = -1.6f;
  remote.send();
  CHECK(run_until(**stage, *world, input, [&] { return counts().vibrations > 0; }));
  remote.state.right.pose.z = -0.5f;
  remote.send();

  // A frame that could not be begun is begun again and ended; the visit goes on.
  event(test::Pretend::FailBegin);
  CHECK(run_until(**stage, *world, input, [&] { return counts().failed_begins == 1; }));
  CHECK(run_until(**stage, *world, input, [&] { return (*stage)->driver().submitted().has_picture; }));
  CHECK((*stage)->losses() == 0);
  CHECK(counts().out_of_order == 0);

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
