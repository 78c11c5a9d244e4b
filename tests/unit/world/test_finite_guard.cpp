// SPDX-License-Identifier: Apache-2.0
// A number that is not finite, put into each phase: it is stopped there, named, and the visit goes on. The world gives
// no way to write such numbers; these tests write behind its back, as a defect would.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "agent_stage.h"
#include "world/world.h"

using namespace fh;

#ifdef NDEBUG  // other builds end at the first such number
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kEndless = std::numeric_limits<double>::infinity();

struct FaultyPlace {
  core::Result<scene::Scenario> scenario = scene::parse_scenario(
      R"({"name": "t", "user": {"at": [3, 0, 3]}, "parts": [{"part": "floor", "name": "f", "width": 20, "depth": 20}],
          "objects": [{"name": "box", "at": [-2, 1, 2], "movable": true, "mass": 2, "shapes": [{"kind": "box", "size": [0.3, 0.3, 0.3]}]}],
          "agents": [{"name": "ada", "at": [0, 0, 0], "behaviour": "errands", "knows": "place", "errands": [{"at": [0, 0, -4]}]}]})",
      "t.json", ".");
  world::World world = world::World::create(*scenario, {}).value();
  frame::FrameInput input;

  FaultyPlace() {
    input.head.pose = {math::kIdentity, {0.0, 1.62, 0.0}};
    input.head.valid = input.head.tracked = 1;
    for (int i = 0; i < 20; ++i) world.tick(input);
  }
  world::Agent& ada() { return const_cast<world::Agent&>(world.agents()[0]); }
  physics::World& physics() { return const_cast<physics::World&>(world.physics()); }
  const math::Pose box() const { return world.physics().pose(scenario->scene.find("box")->id); }

  void goes_on(const std::string& named) {
    CHECK(world.guard().stopped() > 0);
    INFO(world.guard().first());
    CHECK(world.guard().first().starts_with(named));
    const auto stopped = world.guard().stopped();
    for (int i = 0; i < 900; ++i) world.tick(input);
    CHECK(world.guard().stopped() == stopped);
    CHECK(std::isfinite(world.users()[0].state.head.world_from_point.position.x));
    CHECK(world.agents()[0].mind.task().tally.arrived == 1);
    CHECK(glm::length(world.agents()[0].gait.root - math::Vec3(0, 0, -4)) < 0.5);
    CHECK(std::abs(box().position.y - 0.15) < 0.02);
  }
};

}  // namespace

TEST_CASE("finite guard: nothing is stopped in a sound visit") {
  FaultyPlace place;
  CHECK(place.world.guard().stopped() == 0);
  CHECK(place.world.guard().first().empty());
}

TEST_CASE("finite guard: a head that is nowhere leaves the user where they were") {
  FaultyPlace place;
  const math::Pose before = place.world.users()[0].state.head.world_from_point;
  frame::FrameInput wrong = place.input;
  wrong.head.pose.position.x = kNoNumber;
  place.world.tick(wrong);
  CHECK(place.world.users()[0].state.head.world_from_point.position == before.position);
  place.goes_on("user: user.state.head");
}

TEST_CASE("finite guard: an infinite hand, too") {
  FaultyPlace place;
  frame::FrameInput wrong = place.input;
  wrong.hands[1].active = wrong.hands[1].grip.valid = wrong.hands[1].grip.tracked = 1;
  wrong.hands[1].grip.pose.position.y = kEndless;
  place.world.tick(wrong);
  place.goes_on("user: user.state.hands");
}

TEST_CASE("finite guard: an agent without a velocity keeps its last step") {
  FaultyPlace place;
  place.ada().gait.velocity.x = kNoNumber;
  const math::Vec3 before = place.world.agents()[0].gait.root;
  place.world.tick(place.input);
  CHECK(glm::length(place.world.agents()[0].gait.root - before) < 0.05);
  place.goes_on("");
  CHECK(place.world.guard().first().find("ada.") != std::string::npos);
}

TEST_CASE("finite guard: a joint that is turned by nothing is seen in the move phase") {
  FaultyPlace place;
  place.ada().gait.upper = {};
  place.ada().gait.duck = kNoNumber;
  place.world.tick(place.input);
  place.goes_on("move: ada.");
}

TEST_CASE("finite guard: what an agent sees at no place is not perceived") {
  FaultyPlace place;
  place.physics().place(place.scenario->scene.find("box")->id, {math::kIdentity, {0.0, 0.15, -2.0}});
  place.ada().percepts.items.resize(1);
  place.ada().percepts.items[0].pose.position.z = kNoNumber;
  place.ada().looked = true;
  world::FiniteGuard guard;
  guard.begin(0, place.world.users(), place.world.agents(), place.world.physics(), place.scenario->scene);
  guard.senses_done({&place.ada(), 1});
  CHECK(place.ada().percepts.items.empty());
  CHECK(guard.first().starts_with("sense: ada.percepts.pose"));
}

TEST_CASE("finite guard: an object that physics loses is put back at rest") {
  FaultyPlace place;
  const math::Pose before = place.box();
  place.physics().push(place.scenario->scene.find("box")->id, {kNoNumber, 0.0, 0.0}, before.position);
  place.world.tick(place.input);
  CHECK(glm::length(place.box().position - before.position) < 0.01);
  place.goes_on("physics: box.");
}
#endif
