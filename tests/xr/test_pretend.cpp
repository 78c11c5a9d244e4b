// SPDX-License-Identifier: Apache-2.0
// What Monado never does, done by a layer over it (layers/pretend_layer.h): trackers on the body, an open system menu,
// a changed visibility mask, calls that fail, a lost session. The order layer watches what the program makes of it.
#include <dlfcn.h>

#include <catch2/catch_test_macros.hpp>

#include "app/config/settings_from_config.h"
#include "app/stages/headset_stage.h"
#include "core/files.h"
#include "layers/order_layer.h"
#include "layers/pretend_layer.h"
#include "monado_remote.h"
#include "session/loop.h"

using namespace fh;

namespace {

template <class Function>
Function from_layer(const char* library, const char* name) {
  const std::string file = std::string(FH_BUILD_DIR) + "/bin/" + library;
  void* layer = dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD);
  INFO(file << " must be in the process: XDG_DATA_HOME and XDG_DATA_DIRS name the folders of the manifests");
  REQUIRE(layer);
  const auto found = reinterpret_cast<Function>(dlsym(layer, name));
  REQUIRE(found);
  return found;
}
template <class Function>
Function pretended(const char* name) {
  return from_layer<Function>("libfh_pretend_layer.so", name);
}
test::OrderCounts order() {
  return from_layer<test::OrderCountsOf>("libfh_order_layer.so", "fh_order_counts")();
}

/// Runs frames until `seen` says true of one.
template <class Seen>
bool run_until(app::HeadsetStage& stage, world::World& world, frame::FrameInput& input, bool draws, Seen&& seen) {
  frame::FrameInputs inputs;
  for (int i = 0; i < 600; ++i) {
    const auto outcome = stage.begin(inputs);
    REQUIRE(outcome);
    if (*outcome != frame::FrameOutcome::Run) continue;
    input = inputs.first();
    for (std::uint32_t t = 0; t < inputs.ticks; ++t) world.tick(input, t == 0);
    if (draws) REQUIRE(stage.draw(world));
    REQUIRE(stage.end());
    if (seen()) return true;
  }
  return false;
}

bool is_at(const frame::ExtraTracker& tracker, const test::PretendPose& at) {
  const math::Vec3 there(at.position[0], at.position[1], at.position[2]);
  return tracker.pose.valid && glm::length(tracker.pose.pose.position - there) < 1e-5;
}

/// A visit of an empty hall in the headset, without bodies in the picture.
struct Visit {
  app::Config config;
  std::optional<scene::Scenario> scenario;
  test::MonadoRemote remote;
  std::unique_ptr<app::HeadsetStage> stage;
  std::optional<world::World> world;
  frame::FrameInput input;
  bool draws = true;  // pictures in software are slow
  test::PretendEvent event = nullptr;
  test::PretendWear wear = nullptr;

  Visit() {
    core::set_data_folder(FH_SOURCE_DIR);
    auto loaded = scene::load_scenario(std::filesystem::path(FH_SOURCE_DIR) / "assets/scenarios/empty.json");
    REQUIRE(loaded);
    scenario = std::move(*loaded);
    REQUIRE(config.set("xr.resolution=0.25"));
    // Bent arms and easy wrists: elbows can move.
    const math::Quat grip = frame::grip_of({}).rotation;
    remote.state.left.pose = test::RemotePose::from({grip, {-0.25, 1.05, -0.35}});
    remote.state.right.pose = test::RemotePose::from({grip, {0.25, 1.05, -0.35}});
    remote.send();
    auto made = app::HeadsetStage::create(scenario->scene, {}, config);
    REQUIRE(made);
    stage = std::move(*made);
    auto filled = world::World::create(*scenario, app::world_settings(config));
    REQUIRE(filled);
    world.emplace(std::move(*filled));
    event = pretended<test::PretendEvent>("fh_pretend_event");
    wear = pretended<test::PretendWear>("fh_pretend_wear");
    wear(0, &test::kPretendWaist);
    wear(1, &test::kPretendLeftFoot);
    for (int role = 2; role < test::kPretendRoles; ++role) wear(role, nullptr);
  }

  template <class Seen>
  bool until(Seen&& seen) {
    return run_until(*stage, *world, input, draws, seen);
  }
  void run_ticks(core::Tick ticks) {
    const core::Tick end = world->now() + ticks;
    CHECK(until([&] { return world->now() >= end; }));
  }
  bool has_picture() { return stage->driver().submitted().has_picture; }

  const world::User& user() const { return world->users()[0]; }
  math::Pose segment(frame::TrackerRole role) const { return user().avatar.fit().frames.pose(world::segment_of(role)); }
  /// Where the avatar has the tracker.
  math::Pose shown(frame::TrackerRole role) const { return segment(role) * *user().avatar.mounts().mount(role); }
  /// Puts the tracker where it is in the scene; returns where single precision leaves it.
  math::Pose put(frame::TrackerRole role, const math::Pose& world_from_tracker) const {
    const math::Pose rig = world::world_from_tracking(user().state, user().settings);
    math::Pose at = math::inverse(rig) * world_from_tracker;
    at.position /= user().state.scale;
    const auto f = [](double x) { return static_cast<float>(x); };
    const test::PretendPose pose{{f(at.position.x), f(at.position.y), f(at.position.z)},
                                 {f(at.rotation.x), f(at.rotation.y), f(at.rotation.z), f(at.rotation.w)}};
    wear(static_cast<int>(role) - 1, &pose);
    return world_from_tracker;
  }
};

}  // namespace

TEST_CASE("five trackers move the avatar through the runtime", "[xr][.pretend]") {
  using frame::TrackerRole;
  using human::Joint;
  Visit visit;
  visit.draws = false;
  auto& input = visit.input;
  // Waist and left foot are worn, the other three roles are not.
  REQUIRE(visit.until([&] { return input.trackers[0].role != TrackerRole::None; }));
  CHECK(input.trackers[0].role == TrackerRole::Waist);
  CHECK(is_at(input.trackers[0], test::kPretendWaist));
  CHECK(input.trackers[1].role == TrackerRole::LeftFoot);
  CHECK(is_at(input.trackers[1], test::kPretendLeftFoot));
  CHECK(input.trackers[2].role == TrackerRole::None);
  CHECK(frame::is_plausible(input));

  // Then all five, each strapped on aside and askew.
  const math::Pose askew{math::from_axis_angle({0.6, 0.8, 0.0}, 0.9), {0.02, 0.03, -0.08}};
  visit.run_ticks(60);
  for (const TrackerRole role : {TrackerRole::RightFoot, TrackerRole::LeftElbow, TrackerRole::RightElbow}) {
    visit.put(role, visit.segment(role) * askew);
    REQUIRE(visit.until([&] { return visit.user().avatar.mounts().mount(role) != nullptr; }));
  }
  visit.run_ticks(30);
  CHECK(input.trackers[4].role == TrackerRole::RightElbow);
  for (const TrackerRole role : {TrackerRole::Waist, TrackerRole::LeftFoot, TrackerRole::RightFoot,
                                 TrackerRole::LeftElbow, TrackerRole::RightElbow}) {
    const math::Pose start = visit.segment(role);
    const math::Pose mount = *visit.user().avatar.mounts().mount(role);
    math::Pose there = start;
    if (role == TrackerRole::Waist) {  // aside and tipped forward
      there.position += math::Vec3(0.04, 0.003, 0.0);
      there.rotation = start.rotation * math::from_axis_angle(-math::kRight, math::radians(8.0));
    } else if (role == TrackerRole::LeftFoot || role == TrackerRole::RightFoot) {  // lifted and turned out
      there.position += math::Vec3(0.0, 0.10, -0.12);
      there.rotation = math::from_axis_angle(math::kUp, role == TrackerRole::LeftFoot ? 0.25 : -0.25) * start.rotation;
    } else {  // outward about the line from shoulder to wrist
      const bool left = role == TrackerRole::LeftElbow;
      const auto& frames = visit.user().avatar.fit().frames;
      const math::Vec3 shoulder = frames.position(left ? Joint::LeftUpperArm : Joint::RightUpperArm);
      const math::Vec3 wrist = frames.position(left ? Joint::LeftHand : Joint::RightHand);
      const math::Quat turn =
          math::from_axis_angle(math::normalized_or(wrist - shoulder, math::kUp), left ? -0.5 : 0.5);
      there = {turn * start.rotation, shoulder + math::rotate(turn, start.position - shoulder)};
    }
    const math::Pose tracker = visit.put(role, there * mount);
    visit.run_ticks(30);
    const math::Pose shown = visit.shown(role);
    INFO("role " << static_cast<int>(role) << " off by " << 100 * glm::length(shown.position - tracker.position)
                 << " cm, " << math::degrees(math::angle_between(shown.rotation, tracker.rotation)) << " degrees");
    CHECK(glm::length(visit.segment(role).position - start.position) > 0.03);
    CHECK(glm::length(shown.position - tracker.position) < 0.02);
    CHECK(math::degrees(math::angle_between(shown.rotation, tracker.rotation)) < 3.0);
    visit.put(role, start * mount);
    visit.run_ticks(30);
  }
  CHECK(order().broken == 0);
}

TEST_CASE("an open system menu pauses, a limit is felt, the mask changes, a session is lost", "[xr][.pretend]") {
  Visit visit;
  auto& input = visit.input;
  const auto counts = pretended<test::PretendCountsOf>("fh_pretend_counts");
  REQUIRE(visit.until([&] { return input.focus == frame::SessionFocus::Focused && input.hands[1].active; }));

  // The menu: VISIBLE. The picture goes on, the place stands still, the hands are not ours.
  visit.run_ticks(20);
  CHECK_FALSE(visit.world->is_paused());
  visit.event(test::Pretend::Visible, 1);
  REQUIRE(visit.until([&] { return input.focus == frame::SessionFocus::Visible; }));
  CHECK(visit.world->is_paused());
  const core::Tick simulated = visit.world->simulated();
  visit.run_ticks(30);
  CHECK(visit.has_picture());
  CHECK(visit.world->simulated() == simulated);
  CHECK(input.trackers[0].role == frame::TrackerRole::None);
  visit.event(test::Pretend::Focused, 1);
  REQUIRE(visit.until([&] { return input.focus == frame::SessionFocus::Focused; }));
  CHECK_FALSE(visit.world->is_paused());
  visit.run_ticks(30);
  CHECK(visit.world->simulated() >= simulated + 30);

  // An arm at the end of its reach is felt.
  const int vibrations = counts().vibrations;
  visit.remote.state.right.pose.z = -1.6f;
  visit.remote.send();
  CHECK(visit.until([&] { return counts().vibrations > vibrations; }));
  visit.remote.state.right.pose.z = -0.35f;
  visit.remote.send();

  // The mask is read again.
  CHECK_FALSE(visit.stage->driver().hidden_area().empty());
  const int version = visit.stage->driver().hidden_area_version();
  visit.event(test::Pretend::MaskChanged, 1);
  CHECK(visit.until([&] { return visit.stage->driver().hidden_area_version() == version + 1; }));

  // The session is made anew; the visit goes on, and its input says that tracking space may stand elsewhere.
  const core::Tick before = visit.world->now();
  visit.event(test::Pretend::LossPending, 1);
  REQUIRE(visit.until([&] { return visit.stage->losses() == 1 && input.space_change.happened; }));
  CHECK(visit.until([&] { return visit.has_picture(); }));
  CHECK(visit.world->now() > before);
  CHECK(visit.stage->losses() == 1);
  CHECK(visit.until([&] { return input.trackers[0].role == frame::TrackerRole::Waist; }));
  CHECK(order().broken == 0);
}

TEST_CASE("calls and uploads that fail leave the order of frames legal", "[xr][.pretend]") {
  Visit visit;
  REQUIRE(visit.until([&] { return visit.has_picture(); }));
  const int failed_before = order().failed_begins;

  // A frame that could not be begun is begun again and ended; the visit goes on.
  visit.event(test::Pretend::FailBegin, 1);
  CHECK(visit.until([&] { return order().failed_begins == failed_before + 1; }));
  CHECK(visit.until([&] { return visit.has_picture(); }));
  CHECK(visit.stage->losses() == 0);

  // A frame that cannot be begun at all: the session is made anew. So it is when the actions cannot be read, and when
  // not even the frame on the way out can be begun.
  int losses = 0;
  for (const auto& [what, times] : {std::pair{test::Pretend::FailBegin, 2}, std::pair{test::Pretend::FailSync, 1},
                                    std::pair{test::Pretend::FailBegin, 3}}) {
    visit.event(what, times);
    ++losses;
    CHECK(visit.until([&] { return visit.stage->losses() == losses && visit.input.space_change.happened; }));
    CHECK(visit.until([&] { return visit.has_picture(); }));
  }
  CHECK(order().failed_begins == failed_before + 6);
  CHECK(order().failed_syncs == 1);

  // A skin that cannot be uploaded ends the visit with its message, and its frame first.
  std::vector<render::SkinMesh> skins(1);
  skins[0].mesh = visit.world->people()[0].skin.levels[0];
  skins[0].mesh.joints.pop_back();
  const core::Tick fails = visit.world->now() + 20;
  session::LoopHooks hooks;
  hooks.draw = [&](world::World& now, frame::FrameDriver&) -> core::Result<> {
    return now.now() < fails ? visit.stage->draw(now) : visit.stage->renderer().set_skins(skins);
  };
  const auto report = session::run_loop(*visit.stage, *visit.world, hooks);
  REQUIRE_FALSE(report);
  CHECK(report.error().message.find("skin 0") != std::string::npos);
  CHECK_FALSE(visit.has_picture());  // the frame went out empty
  CHECK(visit.until([&] { return visit.has_picture(); }));
  CHECK(visit.stage->losses() == losses);
  CHECK(order().broken == 0);
}
