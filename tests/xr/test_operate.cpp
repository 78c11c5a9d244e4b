// SPDX-License-Identifier: Apache-2.0
// Everything that the tour "operate" does in the scenario "plant", by the controllers of a real runtime: head and hands
// of the tour are what the runtime tracks, its grasps are squeezes (select on simple controllers).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <cmath>

#include "core/files.h"
#include "evaluation/observers.h"
#include "monado_remote.h"
#include "session/measuring.h"
#include "session/tour/tour.h"
#include "world/world.h"
#include "xr/driver.h"

using namespace fh;

namespace {

constexpr std::uint32_t kTicks = 4;  // of a frame: a headset of 22.5 Hz whose clock runs four times as fast

struct Visit {
  test::MonadoRemote remote;
  scene::Scenario scenario;
  session::Tour tour;
  std::optional<world::World> world;
  std::unique_ptr<xr::Driver> driver;
  frame::FrameInputs frame;
  bool simple;

  explicit Visit(const std::string& profile) : simple(profile == "khr/simple_controller") {
    core::set_data_folder(FH_SOURCE_DIR);
    const std::filesystem::path assets = std::filesystem::path(FH_SOURCE_DIR) / "assets";
    auto loaded = scene::load_scenario(assets / "scenarios/plant.json");
    auto played = session::load_tour(assets / "tours/operate.json");
    REQUIRE(loaded);
    REQUIRE(played);
    scenario = std::move(*loaded);
    tour = std::move(*played);
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    REQUIRE(made);
    world.emplace(std::move(*made));
    show(0.0);
    auto instance = xr::Instance::create({.headless = true, .validation = true});
    REQUIRE(instance);
    xr::DriverOptions options;
    options.profiles = {profile};
    auto driven = xr::Driver::create_headless(std::move(*instance), options);
    REQUIRE(driven);
    driver = std::move(*driven);
  }

  /// What the person does at a time of the tour. Hands are tracked by their controllers alone.
  void show(double seconds) {
    const frame::FrameInput now = session::evaluate(tour, seconds);
    remote.state.head = test::RemotePose::from(now.head.pose);
    for (const std::size_t side : {frame::kLeft, frame::kRight}) {
      test::RemoteController& controller = side == frame::kLeft ? remote.state.left : remote.state.right;
      const frame::HandInput& hand = now.hands[side];
      controller.pose = test::RemotePose::from(hand.grip.pose);
      for (int axis = 0; axis < 3; ++axis) {
        controller.linear_velocity[axis] = static_cast<float>(hand.grip.linear_velocity[axis]);
        controller.angular_velocity[axis] = static_cast<float>(hand.grip.angular_velocity[axis]);
      }
      controller.hand_tracking = false;
      controller.squeeze = static_cast<float>(hand.squeeze);
      controller.trigger_click = simple && hand.squeeze > 0.5;
      controller.trigger = controller.trigger_click ? 1.0f : 0.0f;
    }
    remote.send();
  }

  /// The next frame that runs.
  const frame::FrameInput& next() {
    for (int i = 0; i < 500; ++i) {
      const auto outcome = driver->begin(frame);
      REQUIRE(outcome);
      if (*outcome != frame::FrameOutcome::Run) continue;
      REQUIRE(driver->end());
      return frame.first();
    }
    FAIL("the session never ran");
    return frame.first();
  }
};

/// The farthest value of a thing, or of one in a state; NaN where there is no such event.
double farthest(const core::Json& events, const char* object, const char* state = nullptr) {
  double most = std::nan("");
  for (const core::Json& event : events) {
    if (event["object"] != object || (state && event["state"] != state)) continue;
    const double value = std::abs(event["value"].get<double>());
    if (!(value < most)) most = value;
  }
  return most;
}

}  // namespace

TEST_CASE("buttons, dial, switch, lever, emergency stop, valve, drawer, doors and a crate, by controllers",
          "[xr][operate]") {
  const std::string profile =
      GENERATE(as<std::string>{}, "valve/index_controller", "oculus/touch_controller", "khr/simple_controller");
  CAPTURE(profile);
  Visit visit(profile);
  for (int i = 0; i < 200; ++i) {
    const auto& in = visit.next();
    if (in.focus == frame::SessionFocus::Focused && in.hands[0].grip.valid && in.hands[1].grip.valid) break;
  }
  evaluation::Observers observers(session::surroundings_of(*visit.world));
  frame::Moment moment;
  visit.world->observe(moment);
  observers.begin(moment);
  for (core::Tick tick = 0; core::seconds_of(tick) < visit.tour.duration; tick += kTicks) {
    visit.show(core::seconds_of(tick));
    const frame::FrameInput& input = visit.next();
    for (std::uint32_t t = 0; t < kTicks; ++t) {
      visit.world->tick(input, t == 0);
      visit.world->observe(moment);
      observers.observe(moment);
    }
  }
  const core::Json report = observers.report();
  const core::Json& events = report["events"];
  CAPTURE(events.dump(1));
  CHECK(farthest(events, "panel.start", "pressed") > 0.004);
  CHECK(farthest(events, "panel.ready", "lit") > 0.5);
  // A dial that creeps into its step after it was let go is told only where that is more than 2 % of its way.
  CHECK(farthest(events, "panel.rate") > 20.0);
  const core::ObjectId rate = visit.scenario.scene.find("panel.rate")->id;
  const double dial = math::degrees(visit.world->physics().joint_position(rate));
  CHECK(dial > 20.0);
  CHECK(std::abs(dial / 27.0 - std::round(dial / 27.0)) < 0.1);  // in one of its ten steps
  CHECK(farthest(events, "panel.mode") > 10.0);
  CHECK(farthest(events, "panel.feed", "minimum") > 30.0);
  CHECK(farthest(events, "panel.emergency", "pressed") > 0.007);
  CHECK(farthest(events, "panel.emergency", "released") < 0.005);
  CHECK(farthest(events, "valve") > 85.0);
  CHECK(farthest(events, "valve") < 110.0);
  CHECK(farthest(events, "pressure", "minimum") == 0.0);
  CHECK(farthest(events, "cabinet.drawer1") > 0.15);
  CHECK(farthest(events, "door.pull") > 10.0);
  CHECK(farthest(events, "door.push") > 10.0);
  CHECK(farthest(events, "crate", "too heavy for one hand") == 15.0);
  CHECK(farthest(events, "crate", "held by both hands") == 15.0);
  CHECK(std::abs(report["users"][0]["balance"]["most_held_kg"].get<double>() - 15.0) < 1e-3);
  CHECK(visit.driver->instance().error_count() == 0);
}
