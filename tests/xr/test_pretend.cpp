// SPDX-License-Identifier: Apache-2.0
// What Monado never does, done by a layer over it (layers/pretend_layer.h): trackers on the body, an open system menu,
// a changed visibility mask, calls that fail, a lost session. The order layer watches what the program makes of it.
#include <dlfcn.h>

#include <catch2/catch_test_macros.hpp>

#include "app/config/settings_from_config.h"
#include "app/stages/headset_stage.h"
#include "boxes.h"
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

  explicit Visit(void (*furnish)(scene::Scenario&) = nullptr) {
    core::set_data_folder(FH_SOURCE_DIR);
    auto loaded = scene::load_scenario(std::filesystem::path(FH_SOURCE_DIR) / "assets/scenarios/empty.json");
    REQUIRE(loaded);
    scenario = std::move(*loaded);
    if (furnish) furnish(*scenario);
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

TEST_CASE("an open system menu pauses, the mask changes, a session is lost", "[xr][.pretend]") {
  Visit visit;
  auto& input = visit.input;
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

namespace {

/// A small box on a stand before the right hand, a push button before the left.
void furnish_to_feel(scene::Scenario& scenario) {
  const auto before = [&](const math::Vec3& at) {
    return scenario.users.at(0).start * math::Pose{math::kIdentity, at};
  };
  test::add_box(scenario, "stand", before({0.2, 0.45, -0.45}), {0.05, 0.45, 0.05});
  test::add_box(scenario, "box", before({0.2, 0.94, -0.45}), {0.04, 0.04, 0.04}, 0.5);
  auto& button = test::add_box(scenario, "button", before({-0.25, 1.2, -0.45}), {0.03, 0.03, 0.02}, 0.3);
  button.joint.kind = scene::JointKind::Button;
  button.joint.axis = {0, 0, -1};
  button.joint.maximum = 0.015;
  button.joint.spring = 200.0;
}

/// Moves hands and listens to what the runtime was told to vibrate.
struct Feeling {
  Visit visit{furnish_to_feel};
  test::PretendCountsOf counts = pretended<test::PretendCountsOf>("fh_pretend_counts");
  std::array<std::int64_t, 2> pulses{};  // that the world has given so far
  std::array<int, 2> vibrations{};       // that the runtime has played so far
  std::array<int, 5> played{};           // by kind, right hand, strength and length

  void note() {
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      const world::HandPulses& hand = visit.user().haptics.hand(side);
      const test::PretendCounts heard = counts();
      const bool given = hand.count > std::exchange(pulses[side], hand.count);
      const int more = heard.vibrations[side] - std::exchange(vibrations[side], heard.vibrations[side]);
      CHECK(more == (given ? 1 : 0));
      if (!given || std::abs(heard.strength - hand.strength) > 1e-6 || std::abs(heard.seconds - hand.seconds) > 1e-6)
        continue;
      ++played[static_cast<std::size_t>(hand.last)];
    }
  }
  void rest(core::Tick ticks) {
    const core::Tick end = visit.world->now() + ticks;
    CHECK(visit.until([&] {
      note();
      return visit.world->now() >= end;
    }));
  }
  /// In so many frames, 20 of which are a second in software.
  void move(bool right, const math::Vec3& to, int steps) {
    test::RemoteController& hand = right ? visit.remote.state.right : visit.remote.state.left;
    test::RemotePose& pose = hand.pose;
    const math::Vec3 from(pose.x, pose.y, pose.z);
    for (int i = 0; i < 3; ++i) hand.linear_velocity[i] = static_cast<float>(20.0 / steps * (to[i] - from[i]));
    for (int i = 1; i <= steps; ++i) {
      const math::Vec3 at = from + (static_cast<double>(i) / steps) * (to - from);
      pose.x = static_cast<float>(at.x), pose.y = static_cast<float>(at.y), pose.z = static_cast<float>(at.z);
      visit.remote.send();
      rest(1);
    }
    for (float& v : hand.linear_velocity) v = 0.0f;
    visit.remote.send();
    rest(10);
  }
  int felt(world::PulseKind kind) { return std::exchange(played[static_cast<std::size_t>(kind)], 0); }
};

}  // namespace

TEST_CASE("contact, grab, click and limit vibrate the hand that did it, on the runtime", "[xr][.pretend]") {
  Feeling user;
  REQUIRE(user.visit.until(
      [&] { return user.visit.input.focus == frame::SessionFocus::Focused && user.visit.input.hands[1].active; }));
  user.vibrations = {user.counts().vibrations[0], user.counts().vibrations[1]};
  user.move(true, {0.2, 1.2, -0.45}, 40);
  user.played = {};
  user.move(true, {0.2, 1.015, -0.45}, 12);  // from above onto the box
  CHECK(user.felt(world::PulseKind::Contact) >= 1);
  user.visit.remote.state.right.squeeze = 1.0f;
  user.visit.remote.send();
  user.rest(30);
  CHECK(user.felt(world::PulseKind::Grab) == 1);
  const int right = user.vibrations[1];
  user.move(false, {-0.25, 1.2, -0.3}, 30);
  user.played = {};
  user.move(false, {-0.25, 1.2, -0.41}, 60);
  CHECK(user.felt(world::PulseKind::Click) == 1);
  CHECK(user.vibrations[1] == right);  // the other hand has nothing of it
  user.move(false, {-0.25, 1.2, -0.2}, 30);
  user.played = {};
  user.move(false, {-0.9, 1.4, -1.2}, 30);  // beyond the arm: again where the body leans after it
  CHECK(user.felt(world::PulseKind::Limit) >= 1);
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
