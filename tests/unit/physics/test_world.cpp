// SPDX-License-Identifier: Apache-2.0
// Free things: falling, sliding, masses, contacts, welded parts, bad geometry.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "places.h"

using namespace fh;
using Catch::Approx;
using places::at;

TEST_CASE("a dropped box falls as Galileo says") {
  scene::Scene scene;
  places::add_box(scene, "box", at(0, 100, 0), math::Vec3(0.2), 5.0);
  physics::World world = places::make(scene);
  places::run(world, 2.0);
  const core::ObjectId box{1};
  // Semi-implicit Euler is ahead of the parabola by g t dt / 2.
  const double fallen = 0.5 * 9.81 * 4.0, ahead = 0.5 * 9.81 * 2.0 / 90.0;
  CHECK(world.pose(box).position.y == Approx(100.0 - fallen - ahead).margin(2e-3));
  CHECK(world.velocity(box).linear.y == Approx(-19.62).margin(1e-3));
  CHECK(world.pose(box).position.x == 0.0);
}

TEST_CASE("a box comes to rest on the floor and sleeps there") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "box", at(0, 1, 0), {0.2, 0.15, 0.1}, 3.0);
  physics::World world = places::make(scene);
  places::run(world, 3.0);
  const core::ObjectId box{2};
  CHECK(world.pose(box).position.y == Approx(0.15).margin(0.006));
  CHECK(world.is_asleep(box));
  CHECK(glm::length(world.velocity(box).linear) < 1e-3);
}

TEST_CASE("a box slides on a slope steeper than its friction angle and rests on a flatter one") {
  for (const double mu : {0.3, 0.6}) {
    for (const double side : {-1.0, 1.0}) {
      const double angle = math::atan(mu) + side * math::radians(3.0);
      scene::Scene scene;
      const math::Quat tilt = math::from_axis_angle({0, 0, 1}, angle);
      places::add_box(scene, "slope", {tilt, math::rotate(tilt, {0, -0.5, 0})}, {30, 0.5, 5}, 0.0).friction = mu;
      scene::Object& box = places::add_box(scene, "box", {tilt, math::rotate(tilt, {0, 0.101, 0})}, math::Vec3(0.1), 2);
      box.friction = mu;
      physics::World world = places::make(scene);
      places::run(world, 0.3);  // settle
      const math::Vec3 before = world.pose({2}).position;
      const double speed_before = glm::length(world.velocity({2}).linear);
      places::run(world, 1.0);
      const double moved = glm::length(world.pose({2}).position - before);
      INFO("mu " << mu << " side " << side);
      if (side < 0.0) {
        CHECK(moved < 0.01);
      } else {
        const double acceleration = 9.81 * (math::sin(angle) - mu * math::cos(angle));
        CHECK(moved == Approx(speed_before + 0.5 * acceleration).epsilon(0.05));
      }
    }
  }
}

TEST_CASE("moving things have exactly the stated masses") {
  scene::Scene scene;
  places::add_floor(scene);
  for (const double mass : {0.02, 1.5, 12.0, 450.0}) {
    scene::Object& object = places::add_box(scene, "m" + std::to_string(mass), at(mass, 3, 0), math::Vec3(0.3), mass);
    object.collision.push_back(places::box_shape({0.1, 0.4, 0.1}, at(0.2, 0.3, 0)));  // a compound
  }
  physics::World world = places::make(scene);
  CHECK(world.mass({1}) == 0.0);
  for (std::uint32_t id = 2; id <= 5; ++id) {
    CHECK(world.mass({id}) == Approx(scene.objects[id - 1].mass).epsilon(1e-6));
  }
}

TEST_CASE("a push changes momentum by the impulse") {
  scene::Scene scene;
  places::add_box(scene, "box", at(0, 0, 0), math::Vec3(0.2), 4.0);
  physics::World world = places::make(scene);
  world.push({1}, {8.0, 0, 0}, {0, 0, 0});
  CHECK(world.velocity({1}).linear.x == Approx(2.0));
}

TEST_CASE("contacts are sorted, name both sides and tell when they began") {
  scene::Scene scene = places::heap_of_boxes(60);
  physics::World world = places::make(scene);
  bool began = false, stayed = false;
  for (int tick = 0; tick < 200; ++tick) {
    world.step();
    const auto contacts = world.contacts();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const auto& c = contacts[i];
      REQUIRE(c.first < c.second);
      REQUIRE(std::fabs(glm::length(c.normal) - 1.0) < 1e-5);
      REQUIRE((c.first.object.valid() && c.second.object.valid()));
      if (i > 0) REQUIRE(std::pair(contacts[i - 1].first, contacts[i - 1].second) < std::pair(c.first, c.second));
      (c.began ? began : stayed) = true;
    }
  }
  CHECK(began);
  CHECK(stayed);
}

TEST_CASE("the impulse of a landing is about the momentum lost") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "box", at(0, 1.2, 0), math::Vec3(0.2), 10.0);
  physics::World world = places::make(scene);
  double largest = 0.0;
  math::Vec3 normal(0.0);
  for (int i = 0; i < 90; ++i) {
    world.step();
    for (const auto& c : world.contacts()) {
      if (c.impulse > largest) {
        largest = c.impulse;
        normal = c.normal;
      }
    }
  }
  CHECK(largest == Approx(10.0 * std::sqrt(2.0 * 9.81 * 1.0)).epsilon(0.06));
  CHECK(normal.y == Approx(1.0).margin(1e-3));  // from the floor (object 1) to the box
}

TEST_CASE("a fixed child rides on its moving parent") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "cart", at(0, 0.3, 0), {0.4, 0.1, 0.3}, 20.0);
  scene::Object& handle = places::add_box(scene, "cart.handle", at(0.4, 0.7, 0), {0.02, 0.3, 0.2}, 0.0);
  handle.parent = core::ObjectId{2};
  physics::World world = places::make(scene);
  CHECK(world.mass({2}) == Approx(20.0));
  world.place({2}, at(3, 0.3, 1));
  CHECK(glm::length(world.pose({3}).position - math::Vec3(3.4, 0.7, 1)) < 1e-6);
  places::run(world, 1.0);
  const math::Pose relative = math::inverse(world.pose({2})) * world.pose({3});
  CHECK(glm::length(relative.position - math::Vec3(0.4, 0.4, 0)) < 1e-6);
}

TEST_CASE("kinematic bodies push objects and are not pushed") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "box", at(0, 0.2, 0), math::Vec3(0.2), 500.0);
  physics::World world = places::make(scene);
  const auto capsule = physics::make_capsule({{{0, -0.2, 0}, {0, 0.2, 0}}, 0.1});
  const auto shin = world.add_kinematic(core::BodyId{3}, 7, capsule, physics::Layer::Body, at(-1, 0.4, 0));
  bool touched = false;
  for (int i = 1; i <= 90; ++i) {
    world.set_kinematic_target(shin, at(-1 + i / 90.0, 0.4, 0));
    world.step();
    for (const auto& c : world.contacts()) {
      touched |= c.second.body == core::BodyId{3} && c.second.segment == 7 && c.first.object == core::ObjectId{2};
      touched |= c.first.body == core::BodyId{3} && c.first.segment == 7 && c.second.object == core::ObjectId{2};
    }
  }
  CHECK(touched);
  CHECK(glm::length(world.kinematic_pose(shin).position - math::Vec3(0, 0.4, 0)) < 1e-4);
  CHECK(world.pose({2}).position.x > 0.25);
  world.step();  // no new target: it stays
  CHECK(glm::length(world.kinematic_pose(shin).position - math::Vec3(0, 0.4, 0)) < 1e-4);
}

TEST_CASE("what sleeps on a hand falls when the hand is pulled away at once") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "cup", at(0, 1.1, 0), math::Vec3(0.05), 0.3);
  physics::World world = places::make(scene);
  const auto tray = places::box_part({{}, {0.2, 0.02, 0.2}});
  const auto hand = world.add_kinematic({1}, 0, tray, physics::Layer::Hand, at(0, 1, 0));
  places::run(world, 3.0);
  REQUIRE(world.is_asleep({2}));
  CHECK(world.pose({2}).position.y > 1.05);
  SECTION("swiftly") {
    world.set_kinematic_target(hand, at(2, 1, 0));
  }
  SECTION("by teleport") {
    world.place_kinematic(hand, at(2, 1, 0));
  }
  places::run(world, 1.0);
  CHECK(world.pose({2}).position.y < 0.1);
}

TEST_CASE("layers decide who meets whom") {
  scene::Scene scene;
  places::add_box(scene, "wall", at(0, 1, 0.5), {1, 1, 0.1}, 0.0);
  scene::Object& flap = places::add_box(scene, "flap", at(0, 1, 0), {0.3, 0.3, 0.01}, 2.0);  // swings through the wall
  flap.movable = false;
  flap.joint = {scene::JointKind::Hinge, {-0.3, 0, 0}, math::kUp, -3.0, 3.0, 0.0, 0.0, 0.0};
  places::add_box(scene, "ball", at(0, 5, 5), math::Vec3(0.1), 1.0);
  physics::World world = places::make(scene);
  const auto zone = places::box_part({{}, math::Vec3(1.0)});
  world.add_kinematic({9}, 1, zone, physics::Layer::Sensor, at(0, 3, 5));
  world.push({2}, {0, 0, 1.0}, {0.3, 1, 0});
  bool entered = false;
  for (int i = 0; i < 90; ++i) {
    world.step();
    for (const auto& c : world.contacts()) {
      CHECK(c.first.object != core::ObjectId{1});  // nothing touches the wall
      entered |= c.first.body == core::BodyId{9} && c.second.object == core::ObjectId{3};
    }
  }
  CHECK(std::fabs(world.joint_position({2})) > 1.5);
  CHECK(entered);
  CHECK(world.velocity({3}).linear.y == Approx(-9.81).margin(0.01));  // the sensor did not slow it
}

TEST_CASE("geometry that cannot be simulated is refused with every name") {
  scene::Scene scene;
  places::add_box(scene, "flat", at(0, 0, 0), {1, 0, 1}, 0.0);
  places::add_object(scene, "ghost", at(0, 0, 0)).movable = true;
  places::add_box(scene, "good", at(0, 0, 0), {1, 1, 1}, 0.0);
  places::add_box(scene, "nan", at(0, 0, 0), {1, std::nan(""), 1}, 0.0);
  const auto world = physics::World::create(scene);
  REQUIRE(!world);
  for (const char* name : {"flat", "ghost", "nan"}) CHECK(world.error().message.find(name) != std::string::npos);
  CHECK(world.error().message.find("good") == std::string::npos);
}
