// SPDX-License-Identifier: Apache-2.0
// Fingers close on what a hand takes, follow it, and open when it is let go.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <optional>
#include <string>
#include <vector>

#include "boxes.h"
#include "math/trig.h"
#include "physics/queries.h"
#include "world/world.h"

namespace fh::grips_test {

namespace {

using human::Side;
using math::Vec3;
using scene::ShapeKind;

constexpr Vec3 kBefore{0.2, 1.1, -0.45};  // from the user: where the middle of the thing is

struct Thing {
  const char* name;
  ShapeKind kind;
  Vec3 half;
  double radius;
  math::Quat turn = math::kIdentity;
};

const Thing kThings[] = {
    {"ball", ShapeKind::Sphere, {}, 0.035},
    {"large ball", ShapeKind::Sphere, {}, 0.09},
    {"box", ShapeKind::Box, {0.03, 0.04, 0.05}, 0.0},
    {"plate", ShapeKind::Box, {0.006, 0.08, 0.10}, 0.0},
    {"tilted box", ShapeKind::Box, {0.03, 0.03, 0.09}, 0.0, math::from_axis_angle({0, 0, 1}, 0.5)},
    {"rod across", ShapeKind::Cylinder, {0, 0.15, 0}, 0.012, math::from_axis_angle({1, 0, 0}, 0.5 * math::kPi)},
    {"upright pipe", ShapeKind::Cylinder, {0, 0.12, 0}, 0.025},
    {"capsule", ShapeKind::Capsule, {0, 0.05, 0}, 0.03, math::from_axis_angle({0, 0, 1}, 0.8)},
};

/// A user and a thing that hangs in the air on a slide without friction, or floats freely on a stand.
struct Place {
  explicit Place(const Thing& thing) {
    scenario.name = "grips";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
    scene::Object& object = test::add_box(scenario, "thing", {thing.turn, kBefore}, {0.05, 0.05, 0.05}, 0.4);
    scene::CollisionShape shape;
    shape.kind = thing.kind;
    shape.half = thing.half;
    shape.radius = thing.radius;
    object.collision = {shape};
    id = object.id;
  }
  scene::Scenario scenario;
  core::ObjectId id;
};

frame::FrameInput hand_at(Side side, const Vec3& at, double squeeze) {
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.60, 0.0};
  input.head.valid = input.head.tracked = 1;
  for (std::size_t s = 0; s < frame::kHands; ++s) {
    auto& hand = input.hands[s];
    hand.active = hand.grip.valid = hand.grip.tracked = 1;
    const bool acts = s == static_cast<std::size_t>(side);
    hand.grip.pose.position = acts ? at : Vec3(s == frame::kLeft ? -0.25 : 0.25, 0.8, -0.1);
    hand.grip.pose.rotation = frame::grip_of(input.head.pose).rotation;
    hand.aim = hand.grip;
    if (acts) hand.squeeze = squeeze;
  }
  return input;
}

/// Signed distances of the fifteen segments to the thing: the core's less the radius.
std::array<double, human::kFingerJoints> gaps(const world::World& world, core::ObjectId thing, Side side) {
  const auto solids = human::finger_capsules(world.people()[0].solids, side);
  const auto& frames = world.users()[0].avatar.fit().frames;
  std::array<double, human::kFingerJoints> result{};
  for (std::size_t i = 0; i < human::kFingerJoints; ++i) {
    const math::Pose joint = frames.pose(human::joint_at(human::fingers(side).first + i));
    const math::Capsule core{{joint.point(solids[i].axis.a), joint.point(solids[i].axis.b)}, 0.0};
    const auto near = physics::nearest_on(world.physics(), thing, physics::make_capsule(core), 1.0);
    result[i] = near->distance - solids[i].radius;
  }
  return result;
}

double bent(const world::World& world, Side side) {
  double sum = 0.0;
  const auto& posture = world.users()[0].avatar.fit().posture;
  for (std::size_t i = human::fingers(side).first; i < human::fingers(side).end; ++i)
    sum += math::angle_between(posture.rotations[i], math::kIdentity);
  return sum;
}

}  // namespace

TEST_CASE("grips: fingers close on what is taken within 2 mm and sink in by no more than 1 mm, and open again") {
  for (const Side side : {Side::Left, Side::Right}) {
    for (const Thing& thing : kThings) {
      const Place place(thing);
      auto made = world::World::create(place.scenario, {.user = {}, .workers = 1});
      REQUIRE(made);
      world::World& world = *made;
      const double mirror = side == Side::Left ? -1.0 : 1.0;
      const Vec3 at = kBefore + Vec3(mirror * (0.02 + std::max(thing.radius, thing.half.x)), 0.0, 0.0);
      const physics::HandId hand{world.users()[0].id, static_cast<std::uint32_t>(side)};
      // The thing falls meanwhile: it is taken at once.
      world.tick(hand_at(side, at, 0.0));
      const double open = bent(world, side);
      for (int i = 0; i < 45; ++i) world.tick(hand_at(side, at, 1.0));
      REQUIRE(world.physics().held_by(hand) == place.id);
      const auto off = gaps(world, place.id, side);
      double deepest = 1.0;
      std::size_t touching = 0;
      std::string told;
      for (std::size_t digit = 0; digit < human::kDigits; ++digit) {
        const double least = *std::min_element(off.begin() + 3 * digit, off.begin() + 3 * digit + 3);
        deepest = std::min(deepest, least);
        touching += least < 0.002;
        told += std::to_string(1e3 * least) + " ";
      }
      INFO(thing.name << (side == Side::Left ? ", left" : ", right") << " hand, gaps of the digits in mm: " << told);
      CHECK(deepest > -0.001);
      CHECK(touching >= 2);
      // The same while it is carried about, up to the lag of what is held.
      for (int i = 0; i < 60; ++i)
        world.tick(hand_at(side, at + Vec3(0.0, 0.1 * math::smooth_step(i / 40.0), 0.05 * math::sin(0.1 * i)), 1.0));
      const auto carried = gaps(world, place.id, side);
      CHECK(*std::min_element(carried.begin(), carried.end()) > -0.002);
      CHECK(bent(world, side) > open + 0.5);
      for (int i = 0; i < 20; ++i) world.tick(hand_at(side, at, 0.0));
      CHECK_FALSE(world.physics().held_by(hand).valid());
      CHECK(std::abs(bent(world, side) - open) < 1e-9);
      CHECK(world.physics().pose(place.id).position.y < at.y);
    }
  }
}

namespace {

/// A floor, a stand and a box on it; the user can use both hands.
struct Stand {
  Stand(const Vec3& half, double mass) {
    scenario.name = "stand";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
    test::add_box(scenario, "stand", {0.0, 0.45, -0.5}, {0.1, 0.45, 0.1});
    box = test::add_box(scenario, "box", {0.0, 0.9 + half.y, -0.5}, half, mass).id;
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    REQUIRE(made);
    world.emplace(std::move(*made));
  }
  void tick(const Vec3& left, double left_squeeze, const Vec3& right, double right_squeeze) {
    frame::FrameInput input = hand_at(Side::Right, right, right_squeeze);
    input.hands[frame::kLeft].grip.pose.position = left;
    input.hands[frame::kLeft].squeeze = left_squeeze;
    world->tick(input);
  }
  math::Pose pose() const { return world->physics().pose(box); }
  core::ObjectId held(std::uint32_t side) const { return world->physics().held_by({world->users()[0].id, side}); }
  world::Notice notice() const { return world->users()[0].state.notice; }

  scene::Scenario scenario;
  core::ObjectId box;
  std::optional<world::World> world;
};

constexpr Vec3 kAway{-0.25, 0.8, -0.1};

}  // namespace

TEST_CASE("grips: what is thrown flies as the hand moved in the last 50 ms") {
  for (const Vec3& velocity : {Vec3(0.0, 2.0, -0.8), Vec3(-1.5, 0.5, 0.0), Vec3(0.4, 0.0, 0.3)}) {
    Stand place({0.035, 0.035, 0.035}, 0.3);
    const Vec3 at{0.06, 0.95, -0.5};
    for (int i = 0; i < 60; ++i) place.tick(kAway, 0.0, at, 0.0);
    for (int i = 0; i < 40; ++i) place.tick(kAway, 0.0, at + Vec3(0, 0.1 * math::smooth_step(i / 30.0), 0.1), 1.0);
    REQUIRE(place.held(frame::kRight) == place.box);
    Vec3 hand = at + Vec3(0.0, 0.1, 0.1);
    const auto drawn = [&] { return place.world->users()[0].avatar.world_from_grip(frame::kRight).position; };
    std::vector<Vec3> way;
    for (int i = 0; i < 9; ++i) {
      hand += velocity / 90.0;
      place.tick(kAway, 0.0, hand, 1.0);
      way.push_back(drawn());
    }
    place.tick(kAway, 0.0, hand + velocity / 90.0, 0.0);
    // Of the drawn hand over 50 ms; the arm may end before the tracked hand does.
    const Vec3 moved = 90.0 / 5.0 * (way[8] - way[3]);
    const Vec3 flies = place.world->physics().velocity(place.box).linear + Vec3(0.0, 9.81 / 90.0, 0.0);
    const double angle = math::acos(math::clamp(glm::dot(glm::normalize(flies), glm::normalize(moved)), -1.0, 1.0));
    INFO("thrown at " << glm::length(moved) << " m/s, flies at " << glm::length(flies) << " m/s, "
                      << math::degrees(angle) << " degrees off");
    CHECK(std::abs(glm::length(flies) / glm::length(moved) - 1.0) < 0.05);
    CHECK(angle < math::radians(3.0));
  }
}

TEST_CASE("grips: one hand is refused by 15 kg, which is told and felt, and two hands lift it") {
  Stand place({0.2, 0.15, 0.15}, 15.0);
  const Vec3 left{-0.23, 1.1, -0.5}, right{0.23, 1.1, -0.5}, up{0.0, 0.12, 0.0};
  for (int i = 0; i < 60; ++i) place.tick(left, 0.0, right, 0.0);
  const double stands_at = place.pose().position.y;
  const double margin = place.world->users()[0].avatar.fit().balance_margin;
  bool felt = false;
  for (int i = 0; i < 60; ++i) {
    place.tick(left, 0.0, right + math::smooth_step((i - 15) / 40.0) * up, 1.0);
    felt = felt || place.world->users()[0].haptics.hand(frame::kRight).last == world::PulseKind::Refusal;
  }
  CHECK(place.held(frame::kRight) == place.box);
  CHECK(place.pose().position.y < stands_at + 0.03);  // it may tip
  CHECK(place.notice() == world::Notice::TooHeavy);
  CHECK(felt);
  // Both hands, on a crate that has not been tipped before.
  Stand other({0.2, 0.15, 0.15}, 15.0);
  for (int i = 0; i < 60; ++i) other.tick(left, 0.0, right, 0.0);
  for (int i = 0; i < 20; ++i) other.tick(left, 1.0, right, 1.0);
  REQUIRE(other.held(frame::kLeft) == other.box);
  REQUIRE(other.held(frame::kRight) == other.box);
  const double taken_at = other.pose().position.y;
  for (int i = 0; i < 120; ++i) {
    const Vec3 by = math::smooth_step(i / 60.0) * up;
    other.tick(left + by, 1.0, right + by, 1.0);
  }
  INFO("lifted by " << other.pose().position.y - taken_at << " m");
  CHECK(other.pose().position.y > taken_at + 0.10);
  const double loaded = other.world->users()[0].avatar.fit().balance_margin;
  INFO("margin " << margin << " m, with the crate " << loaded << " m");
  CHECK(std::abs(loaded - margin) > 0.01);
}

TEST_CASE("grips: a thing goes from hand to hand without a jump, and a hand pulled too far loses its grip") {
  Stand place({0.10, 0.03, 0.03}, 0.8);
  const Vec3 left{-0.12, 0.93, -0.5}, right{0.12, 0.93, -0.5};
  for (int i = 0; i < 60; ++i) place.tick(left, 0.0, right, 0.0);
  for (int i = 0; i < 60; ++i) place.tick(left, 0.0, right + Vec3(0.0, 0.1, 0.0), 1.0);
  const Vec3 up{0.0, 0.1, 0.0};
  for (int i = 0; i < 60; ++i) place.tick(left + up, 1.0, right + up, 1.0);
  REQUIRE(place.held(frame::kLeft) == place.box);
  REQUIRE(place.held(frame::kRight) == place.box);
  const math::Pose before = place.pose();
  double farthest = 0.0, most_turned = 0.0;
  for (int i = 0; i < 90; ++i) {
    place.tick(left + up, 1.0, right + up + Vec3(0.002 * i, 0.0, 0.0), 0.0);
    farthest = std::max(farthest, glm::length(place.pose().position - before.position));
    most_turned = std::max(most_turned, math::angle_between(place.pose().rotation, before.rotation));
  }
  CHECK(place.held(frame::kLeft) == place.box);
  CHECK_FALSE(place.held(frame::kRight).valid());
  INFO("moved " << 1e3 * farthest << " mm, turned " << math::degrees(most_turned) << " degrees");
  CHECK(farthest < 0.01);
  CHECK(most_turned < math::radians(3.0));

  Stand fixed({0.05, 0.05, 0.05}, 300.0);
  for (int i = 0; i < 60; ++i) fixed.tick(kAway, 0.0, {0.07, 0.95, -0.5}, 0.0);
  for (int i = 0; i < 30; ++i) fixed.tick(kAway, 0.0, {0.07, 0.95, -0.5}, 1.0);
  REQUIRE(fixed.held(frame::kRight) == fixed.box);
  for (int i = 0; i < 60; ++i) fixed.tick(kAway, 0.0, {0.07 + 0.005 * i, 0.95, -0.5 + 0.008 * i}, 1.0);
  CHECK_FALSE(fixed.held(frame::kRight).valid());
  CHECK(fixed.notice() == world::Notice::GripLost);
}

TEST_CASE("grips: a hand takes what it points at from afar, unless that is switched off") {
  for (const bool far : {true, false}) {
    scene::Scenario scenario;
    scenario.name = "afar";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
    test::add_box(scenario, "stand", {0.0, 0.45, -2.0}, {0.1, 0.45, 0.1});
    const core::ObjectId box = test::add_box(scenario, "box", {0.0, 0.95, -2.0}, {0.05, 0.05, 0.05}, 0.5).id;
    world::UserSettings settings;
    settings.far_grab = far;
    auto made = world::World::create(scenario, {.user = settings, .workers = 1});
    REQUIRE(made);
    const Vec3 at{0.2, 1.1, -0.4};
    frame::FrameInput input = hand_at(Side::Right, at, 0.0);
    input.hands[frame::kRight].aim.pose.rotation = math::looking_along(Vec3(0.0, 0.95, -2.0) - at);
    for (int i = 0; i < 60; ++i) made->tick(input);
    input.hands[frame::kRight].squeeze = 1.0;
    for (int i = 0; i < 90; ++i) made->tick(input);
    const bool held = made->physics().held_by({made->users()[0].id, frame::kRight}) == box;
    CHECK(held == far);
    const double off = glm::length(made->physics().pose(box).position - at);
    INFO("m from the hand: " << off);
    CHECK((off < 0.2) == far);
  }
}

TEST_CASE("grips: what is let go near a site that snaps comes to rest in it, elsewhere it falls") {
  for (const double beside : {0.02, 0.2}) {
    scene::Scenario scenario;
    scenario.name = "site";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
    scene::Object& stand = test::add_box(scenario, "stand", {0.0, 0.45, -0.5}, {0.3, 0.45, 0.1});
    scene::Site site;
    site.name = "place";
    site.object_from_site.position = {0.0, 0.49, 0.0};
    site.snaps = true;
    stand.sites = {site};
    const core::ObjectId box = test::add_box(scenario, "box", {0.1, 0.94, -0.5}, {0.04, 0.04, 0.04}, 0.3).id;
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    REQUIRE(made);
    const Vec3 at{0.16, 0.94, -0.5}, place{0.0, 0.94, -0.5};
    for (int i = 0; i < 60; ++i) made->tick(hand_at(Side::Right, at, 0.0));
    for (int i = 0; i < 45; ++i) made->tick(hand_at(Side::Right, at, 1.0));
    REQUIRE(made->physics().held_by({made->users()[0].id, frame::kRight}) == box);
    // Led to beside the site, as it lies in the hand.
    const Vec3 way = place + Vec3(beside, 0.01, 0.0) - made->physics().pose(box).position;
    for (int i = 0; i < 60; ++i) made->tick(hand_at(Side::Right, at + math::smooth_step(i / 40.0) * way, 1.0));
    made->tick(hand_at(Side::Right, at + way, 0.0));
    const double off = glm::length(made->physics().pose(box).position - place);
    INFO("m from the site: " << off);
    CHECK((off < 1e-3) == (beside < 0.05));
  }
}

}  // namespace fh::grips_test
