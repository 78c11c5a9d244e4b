// SPDX-License-Identifier: Apache-2.0
// A user's shanks and feet push light things aside and stop agents; they never move the view, and the user stands on
// what lies underfoot.
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"
#include "boxes.h"

using namespace fh;

namespace {

using frame::TrackerRole;
using human::Joint;
using math::Vec3;

scene::Scenario floor_for_user() {
  scene::Scenario scenario;
  scenario.name = "legs";
  scenario.users = {{"user", {}}};
  test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
  return scenario;
}

/// Somebody upright with hands at the shoulders, out of the way of what the legs meet.
frame::FrameInput upright(double x, double z) {
  frame::FrameInput input = test::standing_user({x, 0.0, z});
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    hand.active = hand.grip.valid = hand.grip.tracked = 1;
    hand.grip.pose = {frame::grip_of({}).rotation, {x + (side == frame::kLeft ? -0.2 : 0.2), 1.35, z - 0.15}};
    hand.aim = hand.grip;
  }
  return input;
}

struct Visit {
  scene::Scenario scenario;
  world::World world = test::world_of(scenario);

  const physics::World& physics() const { return world.physics(); }
  core::ObjectId thing() const { return scenario.scene.objects.back().id; }
  Vec3 middle() const { return physics().pose(thing()).position; }
  const human::Frames<double>& frames() const { return world.users()[0].avatar.fit().frames; }
  double fastest = 0.0;  // of the thing, m/s

  void tick(const frame::FrameInput& input) {
    world.tick(input);
    fastest = std::max(fastest, glm::length(physics().velocity(thing()).linear));
    // The eyes are where they are tracked, whatever the legs meet.
    CHECK(glm::length(world.users()[0].state.head.world_from_point.position - input.head.pose.position) < 1e-9);
  }
  /// Ahead (-Z) from 0 at 1 m/s, then still.
  void walk(double metres, int still = 90) {
    for (int i = 0; i < 60; ++i) tick(upright(0.0, 0.0));
    const int ticks = static_cast<int>(90.0 * metres);
    for (int i = 1; i <= ticks; ++i) tick(upright(0.0, -metres * i / ticks));
    for (int i = 0; i < still; ++i) tick(upright(0.0, -metres));
  }
};

Visit visit_with(const Vec3& at, const Vec3& half, double mass) {
  scene::Scenario scenario = floor_for_user();
  test::add_box(scenario, "thing", at, half, mass);
  return Visit{std::move(scenario)};
}

}  // namespace

TEST_CASE("legs: who walks against a light thing pushes it along, and it stays on the floor") {
  Visit visit = visit_with({0.0, 0.15, -1.0}, {0.25, 0.15, 0.15}, 4.0);
  visit.walk(2.0);
  INFO("at " << visit.middle().z << ", height " << visit.middle().y << ", fastest " << visit.fastest);
  CHECK(visit.middle().z < -2.0);  // before the shins of somebody who stands at -2
  CHECK(visit.middle().z > -6.0);
  CHECK(visit.middle().y > 0.13);
  CHECK(visit.fastest < 5.0);
  CHECK(visit.fastest > 0.5);
  // Without solids of the legs it would stay; what two legs cannot move does.
  Visit heavy = visit_with({0.0, 0.15, -1.0}, {0.25, 0.15, 0.15}, 120.0);
  heavy.walk(2.0);
  CHECK(glm::length(heavy.middle() - Vec3(0.0, 0.15, -1.0)) < 2e-3);
}

TEST_CASE("legs: a thing between a leg and a wall is neither pressed through it nor shot away") {
  scene::Scenario scenario = floor_for_user();
  test::add_box(scenario, "wall", {0.0, 1.0, -1.45}, {3.0, 1.0, 0.05});
  test::add_box(scenario, "thing", {0.0, 0.15, -1.2}, {0.25, 0.15, 0.15}, 4.0);
  Visit visit{std::move(scenario)};
  visit.walk(1.8);
  INFO("at " << visit.middle().x << ", " << visit.middle().y << ", " << visit.middle().z);
  CHECK(visit.middle().z > -1.4 + 0.15 - 0.04);
  CHECK(visit.middle().y > 0.1);
  CHECK(visit.middle().y < 0.4);
  CHECK(visit.fastest < 5.0);
}

TEST_CASE("legs: a user stands on a mat as on the floor, and the mat stays") {
  Visit bare{floor_for_user()};
  for (int i = 0; i < 270; ++i) bare.world.tick(upright(0.0, 0.0));
  Visit visit = visit_with({0.0, 0.011, 0.0}, {0.4, 0.01, 0.3}, 2.0);
  for (int i = 0; i < 270; ++i) visit.tick(upright(0.0, 0.0));
  CHECK(glm::length(visit.middle() - Vec3(0.0, 0.01, 0.0)) < 5e-3);
  CHECK(visit.fastest < 0.2);
  for (const Joint joint : {Joint::Pelvis, Joint::LeftFoot, Joint::RightFoot})
    CHECK(glm::length(visit.frames().position(joint) - bare.frames().position(joint)) < 1e-12);
}

TEST_CASE("legs: a tracked foot kicks a ball") {
  scene::Scenario scenario = floor_for_user();
  scene::Object& ball = test::add_box(scenario, "ball", {0.1, 0.11, -0.4}, Vec3(0.11), 0.4);
  ball.collision.front().kind = scene::ShapeKind::Sphere;
  ball.collision.front().radius = 0.11;
  Visit visit{std::move(scenario)};
  for (int i = 0; i < 60; ++i) visit.tick(upright(0.0, 0.0));
  const math::Pose foot = visit.frames().pose(world::segment_of(TrackerRole::RightFoot));
  frame::FrameInput input = upright(0.0, 0.0);
  input.trackers[0].role = TrackerRole::RightFoot;
  input.trackers[0].pose.valid = input.trackers[0].pose.tracked = 1;
  input.trackers[0].pose.pose = foot;
  for (int i = 0; i < 30; ++i) visit.tick(input);
  const double before = visit.middle().z;
  double kick = 0.0;               // m/s of the toes
  for (int i = 1; i <= 24; ++i) {  // 0.4 m ahead in about a quarter of a second
    const Vec3 toes = visit.frames().position(Joint::RightToes);
    input.trackers[0].pose.pose.position = foot.position + Vec3(0.0, 0.04, -0.4 * i / 24.0);
    visit.tick(input);
    kick = std::max(kick, 90.0 * glm::length(visit.frames().position(Joint::RightToes) - toes));
  }
  for (int i = 0; i < 60; ++i) visit.tick(input);
  INFO("from " << before << " to " << visit.middle().z << ", fastest " << visit.fastest << ", foot " << kick);
  CHECK(visit.middle().z < before - 0.5);
  CHECK(visit.fastest > 1.0);
  CHECK(visit.fastest < 6.0);
}

TEST_CASE("legs: an agent makes room for a leg that is put forward") {
  const auto scenario = test::place("", R"({"name": "anna", "at": [0, 0, -0.62], "behaviour": "stand"})", "[0, 0, 0]");
  test::WatchedWorld world = test::world_of(scenario);
  for (int i = 0; i < 60; ++i) world.tick(upright(0.0, 0.0));
  const auto& frames = world.users()[0].avatar.fit().frames;
  const math::Pose foot = frames.pose(world::segment_of(TrackerRole::RightFoot));
  frame::FrameInput input = upright(0.0, 0.0);
  input.trackers[0].role = TrackerRole::RightFoot;
  input.trackers[0].pose.valid = input.trackers[0].pose.tracked = 1;
  input.trackers[0].pose.pose = foot;
  for (int i = 0; i < 30; ++i) world.tick(input);
  double nearest = 1e9;
  for (int i = 1; i <= 150; ++i) {
    input.trackers[0].pose.pose.position = foot.position + Vec3(0.0, 0.0, -0.45 * std::min(1.0, i / 60.0));
    world.tick(input);
    const Vec3 apart = frames.position(Joint::RightToes) - world.agents()[0].gait.root;
    nearest = std::min(nearest, glm::length(Vec3(apart.x, 0.0, apart.z)));
  }
  INFO("toes " << nearest << " m from the axis of the agent's body");
  CHECK(frames.position(Joint::RightToes).z < -0.38);
  CHECK(nearest > 0.27);
}
