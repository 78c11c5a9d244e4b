// SPDX-License-Identifier: Apache-2.0
// Doors, drawers, dials and buttons; hands that hold them.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "places.h"

using namespace fh;
using Catch::Approx;
using places::at;

namespace {

const core::ObjectId kThing{1};

/// A door of 0.9 × 2 m on the left of its frame, opening about +Y.
scene::Object& add_door(scene::Scene& scene, double friction) {
  scene::Object& door = places::add_box(scene, "door", at(0, 1, 0), {0.45, 1.0, 0.02}, 30.0);
  door.movable = false;
  door.openable = true;
  door.joint.kind = scene::JointKind::Hinge;
  door.joint.anchor = {-0.45, 0, 0};
  door.joint.axis = math::kUp;
  door.joint.minimum = 0.0;
  door.joint.maximum = 1.9;
  door.joint.friction = friction;
  return door;
}

/// Inertia of the door about its hinge: a plate about its edge.
double door_inertia() {
  return 30.0 * (0.9 * 0.9 + 0.04 * 0.04) / 12.0 + 30.0 * 0.45 * 0.45;
}

scene::Object& add_drawer(scene::Scene& scene, double friction) {
  scene::Object& drawer = places::add_box(scene, "drawer", at(0, 0.5, 0), {0.2, 0.08, 0.25}, 4.0);
  drawer.movable = false;
  drawer.joint.kind = scene::JointKind::Slider;
  drawer.joint.axis = {0, 0, 1};
  drawer.joint.maximum = 0.4;
  drawer.joint.friction = friction;
  return drawer;
}

/// rad/s or m/s over the next step.
double joint_speed(physics::World& world) {
  const double before = world.joint_position(kThing);
  world.step();
  return (world.joint_position(kThing) - before) * 90.0;
}

}  // namespace

TEST_CASE("a pushed door swings about its hinge by the sign of its axis") {
  scene::Scene scene;
  add_door(scene, 0.0);
  physics::World world = places::make(scene);
  // Positive turns about +Y take +X towards -Z: push the free edge along -Z.
  world.push(kThing, {0, 0, -6.0}, {0.45, 1, 0});
  places::run(world, 1.0);
  const double speed = 6.0 * 0.9 / door_inertia();  // rad/s
  CHECK(world.joint_position(kThing) == Approx(speed).epsilon(0.05));
  CHECK(joint_speed(world) == Approx(speed).epsilon(0.07));  // slightly damped
  const math::Vec3 hinge = world.pose(kThing).point({-0.45, 0, 0});
  CHECK(glm::length(hinge - math::Vec3(-0.45, 1, 0)) < 2e-3);
  CHECK(world.pose(kThing).position.z < -0.1);
}

TEST_CASE("a door stops at its limits") {
  scene::Scene scene;
  add_door(scene, 0.0);
  physics::World world = places::make(scene);
  world.push(kThing, {0, 0, -40.0}, {0.45, 1, 0});
  double most = 0.0;
  for (int i = 0; i < 180; ++i) {
    world.step();
    most = std::fmax(most, world.joint_position(kThing));
  }
  CHECK(most > 1.8);
  CHECK(most < 1.93);
  world.push(kThing, {0, 0, 60.0}, world.pose(kThing).point({0.45, 0, 0}));
  for (int i = 0; i < 400; ++i) {
    world.step();
    REQUIRE(world.joint_position(kThing) > -0.03);
  }
}

TEST_CASE("friction stops a door where theory says") {
  for (const double friction : {1.0, 3.0}) {
    scene::Scene scene;
    add_door(scene, friction);
    physics::World world = places::make(scene);
    world.push(kThing, {0, 0, -12.0}, {0.45, 1, 0});
    const double inertia = door_inertia(), speed = 12.0 * 0.9 / inertia;
    const double stops_at = std::fmin(0.5 * inertia * speed * speed / friction, 1.9);
    places::run(world, 8.0);
    CHECK(world.joint_position(kThing) == Approx(stops_at).epsilon(0.06));
    CHECK(std::fabs(joint_speed(world)) < 1e-3);
  }
}

TEST_CASE("a drawer slides along its axis only, within its limits, against friction") {
  scene::Scene scene;
  add_drawer(scene, 6.0);
  physics::World world = places::make(scene);
  places::run(world, 1.0);
  CHECK(std::fabs(world.joint_position(kThing)) < 1e-3);  // gravity does not move it
  world.push(kThing, {1.0, 2.0, 3.0}, {0, 0.5, 0});       // 0.75 m/s along the axis
  places::run(world, 1.0);
  CHECK(world.joint_position(kThing) == Approx(0.5 * 4.0 * 0.75 * 0.75 / 6.0).epsilon(0.08));
  CHECK(std::fabs(world.pose(kThing).position.x) < 2e-3);
  CHECK(std::fabs(world.pose(kThing).position.y - 0.5) < 2e-3);
  CHECK(math::angle_between(world.pose(kThing).rotation, math::kIdentity) < 5e-3);
  world.push(kThing, {0, 0, 40.0}, world.pose(kThing).position);
  double most = 0.0;
  for (int i = 0; i < 90; ++i) {
    world.step();
    most = std::fmax(most, world.joint_position(kThing));
  }
  CHECK(most == Approx(0.4).margin(0.02));
}

TEST_CASE("joints start at their initial position, and what is fixed to them with them") {
  scene::Scene scene;
  scene::Object& door = add_door(scene, 5.0);
  door.joint.initial = 1.2;
  scene::Object& knob = places::add_box(scene, "door.knob", at(0.4, 1, 0.05), math::Vec3(0.03), 0.0);
  knob.parent = kThing;
  physics::World world = places::make(scene);
  CHECK(world.joint_position(kThing) == Approx(1.2).margin(1e-5));
  const math::Vec3 turned =
      math::Vec3(-0.45, 1, 0) + math::rotate(math::from_axis_angle(math::kUp, 1.2), {0.85, 0, 0.05});
  CHECK(glm::length(world.pose({2}).position - turned) < 1e-5);
  places::run(world, 0.5);
  CHECK(world.joint_position(kThing) == Approx(1.2).margin(1e-3));
}

TEST_CASE("a drawer moves with the cabinet it belongs to") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "cabinet", at(0, 0.401, 0), {0.3, 0.4, 0.3}, 30.0);
  scene::Object& drawer = places::add_box(scene, "cabinet.drawer", at(0, 0.6, 0), {0.25, 0.1, 0.25}, 2.0);
  drawer.movable = false;
  drawer.parent = core::ObjectId{2};
  drawer.joint.kind = scene::JointKind::Slider;
  drawer.joint.axis = {0, 0, 1};
  drawer.joint.maximum = 0.3;
  drawer.joint.friction = 5.0;
  physics::World world = places::make(scene);
  places::run(world, 1.0);
  for (const core::ObjectId object : {core::ObjectId{2}, core::ObjectId{3}})  // 0.8 m/s
    world.push(object, {0.8 * world.mass(object), 0, 0}, world.pose(object).position);
  places::run(world, 1.0);
  const math::Vec3 apart = math::inverse(world.pose({2})).point(world.pose({3}).position);
  CHECK(world.pose({2}).position.x > 0.03);
  CHECK(glm::length(apart - math::Vec3(0, 0.199, 0)) < 0.01);
}

TEST_CASE("a button springs back and a pressing finger moves it") {
  scene::Scene scene;
  scene::Object& button = places::add_box(scene, "button", at(0, 1, 0), {0.02, 0.02, 0.015}, 0.05);
  button.movable = false;
  button.joint.kind = scene::JointKind::Button;
  button.joint.axis = {0, 0, -1};
  button.joint.maximum = 0.008;
  button.joint.spring = 400.0;
  physics::World world = places::make(scene);
  const auto finger = physics::make_capsule({{{0, 0, 0}, {0, 0, 0.08}}, 0.008});
  const auto tip = world.add_kinematic({1}, 0, finger, physics::Layer::Hand, at(0, 1, 0.1));
  double most = 0.0;
  for (int i = 0; i < 60; ++i) {  // presses 6 mm deep, then stays
    world.set_kinematic_target(tip, at(0, 1, std::fmax(0.1 - 0.003 * i, 0.017)));
    world.step();
    most = std::fmax(most, world.joint_position(kThing));
  }
  CHECK(most > 0.004);
  CHECK(most < 0.0095);
  CHECK(world.joint_position(kThing) == Approx(0.006).margin(0.0025));
  for (int i = 0; i < 45; ++i) {
    world.set_kinematic_target(tip, at(0, 1, 0.2));
    world.step();
  }
  CHECK(std::fabs(world.joint_position(kThing)) < 5e-4);
}

TEST_CASE("a dial turns many times between its limits") {
  scene::Scene scene;
  scene::Object& dial = places::add_box(scene, "valve", at(0, 1, 0), {0.1, 0.1, 0.02}, 1.0);
  dial.movable = false;
  dial.joint.kind = scene::JointKind::Dial;
  dial.joint.axis = {0, 0, 1};
  dial.joint.minimum = -1.0;
  dial.joint.maximum = 15.0;
  dial.joint.friction = 0.01;
  physics::World world = places::make(scene);
  world.set_joint_target(kThing, 12.0, 2.0);
  places::run(world, 20.0);
  CHECK(world.joint_position(kThing) == Approx(12.0).margin(0.05));
  world.clear_joint_target(kThing);
  // 8 rad/s by a couple of impulses at the rim.
  const double inertia = 1.0 / 3.0 * (0.1 * 0.1 + 0.1 * 0.1), rim = 0.1;
  for (const double side : {1.0, -1.0}) {
    const math::Pose now = world.pose(kThing);
    world.push(kThing, now.direction({0, side * 8.0 * inertia / (2.0 * rim), 0}), now.point({side * rim, 0, 0}));
  }
  double most = 0.0, least = 20.0;
  for (int i = 0; i < 180; ++i) {
    world.step();
    most = std::fmax(most, world.joint_position(kThing));
  }
  CHECK(most > 13.0);
  CHECK(most < 15.1);
  world.set_joint_target(kThing, -50.0, 2.0);
  for (int i = 0; i < 3000; ++i) {
    world.step();
    least = std::fmin(least, world.joint_position(kThing));
  }
  CHECK(least == Approx(-1.0).margin(0.05));
}

TEST_CASE("a dial of less than a turn keeps limits beyond half a turn") {
  scene::Scene scene;
  scene::Object& dial = places::add_box(scene, "knob", at(0, 1, 0), {0.03, 0.03, 0.02}, 0.1);
  dial.movable = false;
  dial.joint.kind = scene::JointKind::Dial;
  dial.joint.axis = {0, 0, 1};
  dial.joint.maximum = 5.2;
  physics::World world = places::make(scene);
  world.set_joint_target(kThing, 4.9, 0.5);
  places::run(world, 3.0);
  CHECK(world.joint_position(kThing) == Approx(4.9).margin(0.02));
  world.set_joint_target(kThing, 9.0, 0.5);
  places::run(world, 3.0);
  CHECK(world.joint_position(kThing) == Approx(5.2).margin(0.02));
}

TEST_CASE("a driven joint is as strong as told, and a locked one does not move") {
  scene::Scene scene;
  add_drawer(scene, 0.0);
  physics::World world = places::make(scene);
  world.set_joint_target(kThing, 0.3, 40.0);
  places::run(world, 2.0);
  CHECK(world.joint_position(kThing) == Approx(0.3).margin(1e-3));
  world.set_locked(kThing, true);
  CHECK(world.is_locked(kThing));
  world.set_joint_target(kThing, 0.0, 400.0);
  places::run(world, 1.0);
  CHECK(world.joint_position(kThing) == Approx(0.3).margin(5e-3));
  world.set_locked(kThing, false);
  places::run(world, 2.0);
  CHECK(world.joint_position(kThing) == Approx(0.0).margin(1e-3));

  scene::Scene lock;
  add_door(lock, 0.0).locked = true;
  physics::World shut = places::make(lock);
  shut.push(kThing, {0, 0, -40.0}, {0.45, 1, 0});
  places::run(shut, 1.0);
  CHECK(std::fabs(shut.joint_position(kThing)) < 0.01);
}

TEST_CASE("a held object follows the hand and falls when released") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "box", at(0, 0.1, 0), math::Vec3(0.1), 3.0);
  physics::World world = places::make(scene);
  const core::ObjectId box{2};
  const physics::HandId right{{1}, 1};
  places::run(world, 0.5);
  const math::Pose start{math::kIdentity, {0, 0.2, 0.05}};
  REQUIRE(world.grab(box, right, start));
  CHECK(!world.grab(box, right, start));     // the hand is full
  CHECK(!world.grab({1}, {{1}, 0}, start));  // the floor stays
  CHECK(world.held_by(right) == box);
  const math::Pose box_from_hand = math::inverse(world.pose(box)) * start;
  math::Pose hand = start;
  for (int i = 1; i <= 120; ++i) {
    hand.position = {0.005 * i, 0.2 + 0.008 * i, 0.05};
    hand.rotation = math::from_axis_angle(math::kUp, 0.01 * i);
    world.move_hand(right, hand);
    world.step();
    REQUIRE(world.grab_stretch(right) < 0.03);
  }
  for (int i = 0; i < 60; ++i) world.step();
  const math::Pose wanted = hand * math::inverse(box_from_hand);
  CHECK(glm::length(world.pose(box).position - wanted.position) < 3e-3);
  CHECK(math::angle_between(world.pose(box).rotation, wanted.rotation) < 0.02);
  world.release(right);
  CHECK(!world.held_by(right).valid());
  places::run(world, 2.0);
  CHECK(world.pose(box).position.y < 0.15);
}

TEST_CASE("what is too heavy for the hand stays") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "safe", at(0, 0.3, 0), math::Vec3(0.3), 200.0);
  physics::World world = places::make(scene);
  REQUIRE(world.grab({2}, {{1}, 1}, at(0, 0.6, 0), {}, {.force = 300.0, .torque = 20.0}));
  world.move_hand({{1}, 1}, at(0, 1.6, 0));
  places::run(world, 1.0);
  CHECK(world.pose({2}).position.y < 0.31);
  CHECK(world.grab_stretch({{1}, 1}) > 0.9);
}

TEST_CASE("a held object is not pushed by the hand that holds it, but stops at walls") {
  scene::Scene scene;
  places::add_box(scene, "wall", at(1, 1, 0), {0.1, 1, 1}, 0.0);
  places::add_box(scene, "box", at(0, 1, 0), math::Vec3(0.1), 2.0);
  physics::World world = places::make(scene);
  const auto palm =
      world.add_kinematic({1}, 3, physics::make_sphere({{0, 0, 0}, 0.06}), physics::Layer::Hand, at(0, 1, 0));
  REQUIRE(world.grab({2}, {{1}, 0}, at(0, 1, 0)));
  for (int i = 1; i <= 180; ++i) {
    const math::Pose hand = at(std::fmin(0.01 * i, 1.0), 1, 0);
    world.set_kinematic_target(palm, hand);
    world.move_hand({{1}, 0}, hand);
    world.step();
    REQUIRE(world.pose({2}).position.x < 0.83);
  }
  CHECK(world.pose({2}).position.x > 0.77);
}

TEST_CASE("a hand opens a door by its handle and a drawer by its front") {
  scene::Scene scene;
  add_door(scene, 1.0);
  physics::World world = places::make(scene);
  const physics::HandId hand{{1}, 1};
  REQUIRE(world.grab(kThing, hand, at(0.4, 1, 0.05)));
  for (int i = 1; i <= 150; ++i) {  // along the arc of the handle
    const double angle = 1.2 * std::fmin(i / 120.0, 1.0);
    const math::Vec3 arm = math::rotate(math::from_axis_angle(math::kUp, angle), {0.85, 0, 0.05});
    world.move_hand(hand, {math::kIdentity, math::Vec3(-0.45, 1, 0) + arm});
    world.step();
  }
  CHECK(world.joint_position(kThing) == Approx(1.2).margin(0.03));

  scene::Scene other;
  add_drawer(other, 4.0);
  physics::World room = places::make(other);
  REQUIRE(room.grab(kThing, hand, at(0, 0.5, 0.25)));
  for (int i = 1; i <= 120; ++i) {
    room.move_hand(hand, at(0.1, 0.55, 0.25 + 0.3 * std::fmin(i / 90.0, 1.0)));  // not quite straight
    room.step();
  }
  CHECK(room.joint_position(kThing) == Approx(0.3).margin(0.02));
}

TEST_CASE("a light knob stays on its way however far and fast the hand that holds it is drawn away") {
  scene::Scene scene;
  scene::Object& button = places::add_box(scene, "button", at(0, 1, 0), {0.02, 0.02, 0.015}, 0.05);
  button.movable = false;
  button.joint.kind = scene::JointKind::Button;
  button.joint.axis = {0, 0, -1};
  button.joint.maximum = 0.008;
  button.joint.spring = 400.0;
  physics::World world = places::make(scene);
  const physics::HandId hand{{1}, 1};
  REQUIRE(world.grab(kThing, hand, at(0.01, 1, 0.02)));
  double least = 0.0, most = 0.0;
  for (int i = 0; i < 90; ++i) {  // in steps of a window of few pictures a second
    const double far = 0.05 * (i / 15);
    world.move_hand(hand, at(0.01 + far, 1 - far, 0.02 + (i % 30 < 15 ? far : -far)));
    world.step();
    least = std::fmin(least, world.joint_position(kThing));
    most = std::fmax(most, world.joint_position(kThing));
  }
  // Of 8 mm; pulled without a bound it left them by 50 mm.
  CHECK(least > -0.006);
  CHECK(most < 0.014);
}

TEST_CASE("a twisting hand turns a dial") {
  scene::Scene scene;
  scene::Object& dial = places::add_box(scene, "knob", at(0, 1, 0), {0.03, 0.03, 0.02}, 0.2);
  dial.movable = false;
  dial.joint.kind = scene::JointKind::Dial;
  dial.joint.axis = {0, 0, 1};
  dial.joint.minimum = -2.5;
  dial.joint.maximum = 2.5;
  dial.joint.friction = 0.05;
  physics::World world = places::make(scene);
  const physics::HandId hand{{1}, 0};
  REQUIRE(world.grab(kThing, hand, at(0, 1, 0.05)));
  for (int i = 1; i <= 120; ++i) {
    const double angle = 1.5 * std::fmin(i / 90.0, 1.0);
    world.move_hand(hand, {math::from_axis_angle({0, 0, 1}, angle), {0, 1, 0.05}});
    world.step();
  }
  CHECK(world.joint_position(kThing) == Approx(1.5).margin(0.05));
}
