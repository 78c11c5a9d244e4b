// SPDX-License-Identifier: Apache-2.0
// The hand that is drawn does not pass into things: it stops at walls, pushes what can move, and is where it is tracked
// wherever it touches nothing.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "boxes.h"
#include "core/rng.h"
#include "math/trig.h"
#include "world/world.h"

namespace fh::solid_hands_test {
namespace {

using math::Vec3;

constexpr double kWall = -0.50;  // z of its face, which looks at the user

struct Visit {
  scene::Scenario scenario;
  std::optional<world::World> world;
  Vec3 at{0.2, 1.2, -0.2};
  math::Quat turn = frame::grip_of({}).rotation;
  double curl = 0.0;

  Visit() {
    scenario.name = "solid hands";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
  }
  void start() {
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    if (!made) FAIL(made.error().message);
    world.emplace(std::move(*made));
    wait(0.5);
  }
  void tick() {
    frame::FrameInput input;
    input.head.pose.position = {0.0, 1.60, 0.0};
    input.head.valid = input.head.tracked = 1;
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      auto& hand = input.hands[side];
      hand.active = hand.grip.valid = hand.grip.tracked = hand.curls_valid = 1;
      hand.grip.pose = {frame::grip_of({}).rotation, {-0.3, 0.8, -0.1}};
      if (side == frame::kRight) {
        hand.grip.pose = {turn, at};
        hand.curls.fill(static_cast<float>(curl));
      }
      hand.aim = hand.grip;
    }
    world->tick(input);
  }
  void wait(double seconds) {
    for (int i = 0; i < static_cast<int>(90.0 * seconds); ++i) tick();
  }
  const human::FitResult& fit() const { return world->users()[0].avatar.fit(); }
  math::Pose drawn() const { return world->users()[0].avatar.world_from_grip(frame::kRight); }
  /// m by which palm and fingers are beyond the plane z = kWall.
  double depth() const {
    const auto& solids = world->people()[0].solids;
    const auto fingers = human::finger_capsules(solids, human::Side::Right);
    double lowest = 1e9;
    for (std::size_t i = 0; i < fingers.size(); ++i) {
      const auto joint = fit().frames.pose(human::joint_at(human::fingers(human::Side::Right).first + i));
      for (const Vec3& end : {fingers[i].axis.a, fingers[i].axis.b})
        lowest = std::min(lowest, joint.point(end).z - fingers[i].radius);
    }
    const auto* palm = human::piece_of(solids, human::Joint::RightHand);
    const math::Pose box = fit().frames.pose(human::Joint::RightHand) * palm->joint_from_box;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0);
      lowest = std::min(lowest, box.point(sign * palm->half).z - palm->radius);
    }
    return kWall - lowest;
  }
};

}  // namespace

TEST_CASE("solid hands: where nothing is touched the drawn hand is the tracked one within 1 mm") {
  Visit visit;
  visit.start();
  double worst = 0.0;
  for (int i = 0; i < 360; ++i) {
    const double t = i / 90.0;
    visit.at = {0.2 + 0.1 * math::sin(3.0 * t), 1.3 + 0.05 * math::sin(2.0 * t), -0.42 + 0.06 * math::cos(4.0 * t)};
    visit.tick();
    if (i > 30) worst = std::max(worst, glm::length(visit.drawn().position - visit.at));
  }
  CHECK(worst < 1e-3);
}

TEST_CASE("solid hands: a hand stops at a wall, however it comes, turns and bends, and the gap is shown") {
  Visit visit;
  test::add_box(visit.scenario, "wall", {0, 1.0, kWall - 0.05}, {2, 2, 0.05});
  visit.start();
  core::Rng rng(5);
  double deepest = -1.0;
  for (int push = 0; push < 12; ++push) {
    const Vec3 from = visit.at;
    const Vec3 to(rng.uniform(0.0, 0.4), rng.uniform(1.1, 1.5), rng.uniform(-0.8, -0.45));
    const math::Quat was = visit.turn;
    const math::Quat turned =
        math::from_yaw_pitch_roll(rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), rng.uniform(-0.6, 0.6)) *
        frame::grip_of({}).rotation;
    const double bent = visit.curl, curl = rng.uniform(0.0, 1.0);
    const int ticks = push % 3 == 0 ? 12 : 45;  // up to 5 m/s
    for (int i = 1; i <= ticks; ++i) {
      const double share = static_cast<double>(i) / ticks;
      visit.at = from + share * (to - from);
      visit.turn = math::slerp(was, turned, share);
      visit.curl = bent + share * (curl - bent);
      visit.tick();
      deepest = std::max(deepest, visit.depth());
    }
    for (int i = 0; i < 20; ++i) {
      visit.tick();
      deepest = std::max(deepest, visit.depth());
    }
  }
  CHECK(deepest < 2e-3);
  // Pressed straight in: it lies at the surface, and how far it falls short is told.
  visit.at = {0.2, 1.2, -0.75};
  visit.wait(1.0);
  CHECK(visit.depth() > -2e-3);
  CHECK(visit.depth() < 1e-3);
  const double gap = visit.fit().hands[frame::kRight].gap;
  CHECK(gap > 0.1);
  CHECK(std::abs(gap - glm::length(visit.drawn().position - visit.at)) < 0.02);
  frame::Snapshot snapshot;
  visit.world->fill(snapshot);
  CHECK_FALSE(snapshot.overlay.lines.empty());
}

TEST_CASE("solid hands: what can move is pushed by palm and fingers, a locked door stops them") {
  for (const double mass : {0.5, 5.0}) {
    Visit visit;
    test::add_box(visit.scenario, "stand", {0.2, 0.4, -1.0}, {0.3, 0.4, 0.5});
    const auto box = test::add_box(visit.scenario, "box", {0.2, 1.1, -0.65}, {0.15, 0.3, 0.15}, mass).id;
    visit.at = {0.2, 1.12, -0.25};
    visit.start();
    const double before = visit.world->physics().pose(box).position.z;
    for (int i = 1; i <= 90; ++i) {
      visit.at.z = -0.25 - 0.27 * i / 90.0;
      visit.tick();
    }
    INFO(mass);
    CHECK(before - visit.world->physics().pose(box).position.z > 0.05);
  }
  Visit visit;
  scene::Object& door = test::add_box(visit.scenario, "door", {0.2, 1.2, kWall - 0.02}, {0.4, 0.5, 0.02}, 20.0);
  door.movable = false;
  door.locked = true;
  door.joint.kind = scene::JointKind::Hinge;
  door.joint.anchor = {-0.4, 0.0, 0.0};
  door.joint.maximum = 1.5;
  visit.start();
  visit.at = {0.2, 1.2, -0.65};
  visit.wait(1.0);
  CHECK(visit.depth() < 2e-3);
  CHECK(visit.depth() > -2e-3);
}

}  // namespace fh::solid_hands_test
