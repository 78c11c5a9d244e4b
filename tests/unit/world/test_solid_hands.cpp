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
  double curl = 0.0, squeeze = 0.0;
  Vec3 eyes{0.0, 1.60, 0.0};

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
    input.head.pose.position = eyes;
    input.head.valid = input.head.tracked = 1;
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      auto& hand = input.hands[side];
      hand.active = hand.grip.valid = hand.grip.tracked = hand.curls_valid = 1;
      hand.grip.pose = {frame::grip_of({}).rotation, {-0.3, 0.8, -0.1}};
      if (side == frame::kRight) {
        hand.grip.pose = {turn, at};
        hand.curls.fill(static_cast<float>(curl));
        hand.squeeze = squeeze;
      }
      hand.aim = hand.grip;
    }
    world->tick(input);
  }
  void wait(double seconds) {
    for (int i = 0; i < static_cast<int>(90.0 * seconds); ++i) tick();
  }
  const human::FitResult& fit() const { return world->users()[0].avatar.fit(); }
  /// Of a place along an axis of the world: how far the capsules of these joints are beyond it, m.
  double beyond(std::initializer_list<human::Joint> joints, int axis, double sign, double plane) const {
    double most = -1e9;
    for (const human::Joint joint : joints) {
      const math::Capsule capsule = human::as_capsule(*human::piece_of(world->people()[0].solids, joint));
      const math::Pose frame = fit().frames.pose(joint);
      for (const Vec3& end : {capsule.axis.a, capsule.axis.b})
        most = std::max(most, sign * (frame.point(end)[axis] - plane) + capsule.radius);
    }
    return most;
  }
  math::Pose drawn() const { return world->users()[0].avatar.world_from_grip(frame::kRight); }
  /// m by which palm and fingers are beyond the plane z = kWall.
  double depth(bool palm_alone = false) const {
    const auto& solids = world->people()[0].solids;
    const auto fingers = human::finger_capsules(solids, human::Side::Right);
    double lowest = 1e9;
    for (std::size_t i = 0; i < fingers.size() && !palm_alone; ++i) {
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

TEST_CASE("solid hands: a hand that holds a small thing stops at a wall with its palm, and so does the thing") {
  Visit visit;
  test::add_box(visit.scenario, "wall", {0, 1.0, kWall - 0.05}, {2, 2, 0.05});
  test::add_box(visit.scenario, "stand", {0.2, 0.5, -0.3}, {0.05, 0.5, 0.05});
  const auto pin = test::add_box(visit.scenario, "pin", {0.2, 1.05, -0.3}, {0.012, 0.05, 0.012}, 0.1).id;
  visit.at = {0.25, 1.08, -0.2};
  visit.start();
  const auto bring = [&](const Vec3& to, int ticks) {
    const Vec3 from = visit.at;
    double deepest = -1.0;
    for (int i = 1; i <= ticks; ++i) {
      visit.at = from + (static_cast<double>(i) / ticks) * (to - from);
      visit.tick();
      deepest = std::max(deepest, visit.depth(true));
    }
    return deepest;
  };
  bring({0.235, 1.06, -0.29}, 30);
  visit.squeeze = 1.0;
  visit.wait(0.4);
  const physics::HandId hand{visit.world->users()[0].id, frame::kRight};
  REQUIRE(visit.world->physics().held_by(hand) == pin);
  bring({0.2, 1.3, -0.3}, 40);
  for (const int ticks : {60, 12, 6}) {  // up to 4.5 m/s
    INFO(ticks);
    CHECK(bring({0.2, 1.3, -0.6}, ticks) < 2e-3);
    CHECK(bring(visit.at, 45) < 2e-3);
    CHECK(visit.depth() > -3e-3);
    CHECK(visit.world->physics().held_by(hand) == pin);
    CHECK(visit.world->physics().pose(pin).position.z > kWall + 0.01);
    CHECK(visit.fit().hands[frame::kRight].gap > 0.05);
    bring({0.2, 1.3, -0.3}, 40);
  }
  // Away from the wall hand and thing are where the controller is.
  visit.wait(0.5);
  CHECK(glm::length(visit.drawn().position - visit.at) < 1e-3);
}

TEST_CASE("solid hands: elbow and forearm stay outside of a wall beside the body, and the hand stays where it is") {
  const Vec3 hand{0.22, 1.2, -0.30};
  const auto widest = [](const Visit& visit) { return visit.beyond({human::Joint::RightForearm}, 0, 1.0, 0.0); };
  Visit open;
  open.at = hand;
  open.start();
  const double face = widest(open) + 0.02;

  // The user steps sideways: 3 cm more than there is room for the elbow.
  Visit beside;
  test::add_box(beside.scenario, "wall", {face + 0.5, 1.0, 0.0}, {0.5, 2, 2});
  beside.at = hand - Vec3(0.05, 0.0, 0.0);
  beside.eyes.x = -0.05;
  beside.start();
  double deepest = -1.0, most_off = 0.0, fastest = 0.0;
  Vec3 elbow = beside.fit().frames.position(human::Joint::RightForearm);
  for (int i = 0; i <= 270; ++i) {
    beside.eyes.x = -0.05 + 0.10 * math::smooth_step(i / 150.0);
    beside.at = hand + Vec3(beside.eyes.x, 0.0, 0.0);
    beside.tick();
    deepest = std::max(deepest, widest(beside) - face);
    most_off = std::max(most_off, glm::length(beside.drawn().position - beside.at));
    const Vec3 now = beside.fit().frames.position(human::Joint::RightForearm);
    fastest = std::max(fastest, 90.0 * glm::length(now - elbow));
    if (i > 225) CHECK(glm::length(now - elbow) < 2e-3);  // at rest it does not swing
    elbow = now;
  }
  CHECK(deepest < 2e-3);
  CHECK(deepest > -5e-3);
  CHECK(most_off < 1e-3);
  CHECK(fastest < 2.0);
}

TEST_CASE("solid hands: a body stops before a wall that its user walks into; the view goes on and darkens") {
  const auto trunk = {human::Joint::L4, human::Joint::L1, human::Joint::T7, human::Joint::T4};
  Visit visit;
  test::add_box(visit.scenario, "wall", {0, 1.0, kWall - 0.05}, {2, 2, 0.05});
  visit.at = {0.3, 0.9, 0.1};
  visit.start();
  double deepest = -1.0;
  for (int i = 1; i <= 90; ++i) {
    visit.eyes.z = -0.55 * i / 90.0;
    visit.at.z = 0.1 + visit.eyes.z;
    visit.tick();
    deepest = std::max(deepest, visit.beyond(trunk, 2, -1.0, kWall));
    CHECK(glm::length(visit.world->users()[0].state.head.world_from_point.position - visit.eyes) < 1e-9);
  }
  CHECK(deepest < 2e-3);
  visit.wait(0.5);
  CHECK(visit.beyond(trunk, 2, -1.0, kWall) < 2e-3);
  CHECK(visit.beyond(trunk, 2, -1.0, kWall) > -5e-3);
  frame::Snapshot snapshot;
  visit.world->fill(snapshot);
  CHECK(snapshot.fade > 0.9f);
  // Back again the body is where its user is.
  for (int i = 1; i <= 60; ++i) {
    visit.eyes.z = -0.55 + 0.55 * i / 60.0;
    visit.at.z = 0.1 + visit.eyes.z;
    visit.tick();
  }
  const Vec3 head = visit.fit().frames.position(human::Joint::Head);
  CHECK(std::abs(head.z - visit.eyes.z) < 0.15);
  CHECK(visit.fit().head_gap < 1e-6);
}

TEST_CASE("solid hands: forearm and trunk push what can move") {
  Visit visit;
  test::add_box(visit.scenario, "stand", {0.0, 0.45, -0.55}, {0.4, 0.45, 0.13});
  const auto box = test::add_box(visit.scenario, "box", {0.0, 1.2, -0.5}, {0.1, 0.3, 0.08}, 2.0).id;
  visit.at = {0.3, 0.9, 0.1};
  visit.start();
  const double before = visit.world->physics().pose(box).position.z;
  for (int i = 1; i <= 120; ++i) {
    visit.eyes.z = -0.55 * i / 120.0;
    visit.at.z = 0.1 + visit.eyes.z;
    visit.tick();
  }
  CHECK(before - visit.world->physics().pose(box).position.z > 0.03);

  Visit beside;
  test::add_box(beside.scenario, "stand", {0.2, 0.5, -0.25}, {0.3, 0.52, 0.05});
  const auto post = test::add_box(beside.scenario, "post", {0.08, 1.22, -0.25}, {0.03, 0.2, 0.03}, 0.5).id;
  beside.at = {0.3, 1.25, -0.4};
  beside.start();
  const double stood = beside.world->physics().pose(post).position.x;
  for (int i = 1; i <= 90; ++i) {
    beside.at.x = 0.3 - 0.3 * i / 90.0;
    beside.tick();
  }
  CHECK(stood - beside.world->physics().pose(post).position.x > 0.03);
}

TEST_CASE("solid hands: hips and thighs stop before a table's edge, and what stands there is pushed") {
  constexpr double kEdge = -0.45;  // z
  Visit visit;
  test::add_box(visit.scenario, "table", {0, 0.70, kEdge - 0.3}, {1.0, 0.02, 0.3});
  visit.at = {0.4, 1.1, 0.1};
  visit.start();
  const auto hips = {human::Joint::LeftThigh, human::Joint::RightThigh, human::Joint::Pelvis};
  double deepest = -1.0;
  for (int i = 1; i <= 120; ++i) {
    visit.eyes.z = -0.6 * i / 120.0;
    visit.at.z = 0.1 + visit.eyes.z;
    visit.tick();
    for (const human::Joint joint : hips) {
      const math::Capsule capsule = human::as_capsule(*human::piece_of(visit.world->people()[0].solids, joint));
      const math::Pose frame = visit.fit().frames.pose(joint);
      for (int k = 0; k <= 40; ++k) {  // places along its core, against the table's box
        const Vec3 at = frame.point(capsule.axis.a + (k / 40.0) * (capsule.axis.b - capsule.axis.a));
        const Vec3 off = glm::max(glm::abs(at - Vec3(0, 0.70, kEdge - 0.3)) - Vec3(1.0, 0.02, 0.3), Vec3(0.0));
        deepest = std::max(deepest, capsule.radius - glm::length(off));
      }
    }
    CHECK(glm::length(visit.world->users()[0].state.head.world_from_point.position - visit.eyes) < 1e-9);
  }
  INFO("deepest " << 1e3 * deepest << " mm");
  CHECK(deepest < 3e-3);
  CHECK(deepest > -0.05);  // it came there

  // A light post at the height of the hips is pushed over, one at the height of the thighs slides along.
  for (const double height : {0.95, 0.65}) {
    Visit other;
    test::add_box(other.scenario, "stand", {0.1, 0.25, -0.4}, {0.2, 0.25, 0.06});
    const auto post = test::add_box(other.scenario, "post", {0.1, 0.5 + 0.5 * (height - 0.5), -0.4},
                                    {0.05, 0.5 * (height - 0.5), 0.05}, 1.0)
                          .id;
    other.at = {0.4, 1.1, 0.1};
    other.start();
    const double stood = other.world->physics().pose(post).position.z;
    for (int i = 1; i <= 90; ++i) {
      other.eyes.z = -0.5 * i / 90.0;
      other.at.z = 0.1 + other.eyes.z;
      other.tick();
    }
    INFO("a post up to " << height << " m");
    CHECK(stood - other.world->physics().pose(post).position.z > 0.01);
  }
}

TEST_CASE("solid hands: fingers about a thing that a hand holds stop at a wall too") {
  Visit visit;
  test::add_box(visit.scenario, "wall", {0, 1.0, kWall - 0.05}, {2, 2, 0.05});
  test::add_box(visit.scenario, "stand", {0.2, 0.5, -0.3}, {0.05, 0.5, 0.05});
  const auto pin = test::add_box(visit.scenario, "pin", {0.2, 1.05, -0.3}, {0.012, 0.05, 0.012}, 0.1).id;
  visit.at = {0.25, 1.08, -0.2};
  visit.start();
  const auto bring = [&](const Vec3& to, int ticks) {
    const Vec3 from = visit.at;
    double deepest = -1.0;
    for (int i = 1; i <= ticks; ++i) {
      visit.at = from + (static_cast<double>(i) / ticks) * (to - from);
      visit.tick();
      deepest = std::max(deepest, visit.depth());
    }
    return deepest;
  };
  bring({0.235, 1.06, -0.29}, 30);
  visit.squeeze = 1.0;
  visit.wait(0.4);
  REQUIRE(visit.world->physics().held_by({visit.world->users()[0].id, frame::kRight}) == pin);
  bring({0.2, 1.3, -0.3}, 40);
  // Knuckles first: the back of the fingers comes to the wall before the palm does.
  visit.turn = math::from_axis_angle({1.0, 0.0, 0.0}, -0.6) * visit.turn;
  visit.wait(0.3);
  for (const int ticks : {60, 12}) {
    INFO(ticks);
    CHECK(bring({0.2, 1.3, -0.6}, ticks) < 2e-3);
    CHECK(bring(visit.at, 45) < 2e-3);
    CHECK(visit.depth() > -3e-3);
    bring({0.2, 1.3, -0.3}, 40);
  }
  visit.wait(0.5);
  CHECK(glm::length(visit.drawn().position - visit.at) < 2e-3);
}

}  // namespace fh::solid_hands_test
