// SPDX-License-Identifier: Apache-2.0
// Things that hands shake and carry about: they follow closely and never start to swing by themselves.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "math/trig.h"
#include "world/world.h"

namespace fh::shaken_test {

namespace {

using math::Pose;
using math::Vec3;

constexpr double kTable = 0.95;
constexpr double kAway = -0.22;          // m from the user: two hands hold 30 kg there
constexpr Vec3 kHalf{0.12, 0.05, 0.05};  // wide enough for two hands

/// A box on a stand within reach of both hands.
struct Place {
  explicit Place(double mass) {
    scenario.name = "shaken";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {20, 0.5, 20});
    test::add_box(scenario, "stand", {0, 0.5 * kTable, kAway}, {0.15, 0.5 * kTable, 0.08});
    box = test::add_box(scenario, "box", {0, kTable + kHalf.y, kAway}, kHalf, mass).id;
  }
  scene::Scenario scenario;
  core::ObjectId box;
};

/// Where the user stands and faces, and where the hands are before them.
struct Stance {
  Pose world_from_user;
  Vec3 lifted{0.0};
  double left = 0.0, right = 0.0;  // squeeze
};

frame::FrameInput input_of(const Stance& stance) {
  frame::FrameInput input;
  input.head.pose = stance.world_from_user * Pose{math::kIdentity, {0.0, 1.55, 0.0}};
  input.head.valid = input.head.tracked = 1;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    const double outward = side == frame::kRight ? 1.0 : -1.0;
    const Vec3 at = Vec3(outward * (kHalf.x + 0.055), kTable + kHalf.y, kAway) + stance.lifted;
    hand.active = hand.grip.valid = hand.grip.tracked = 1;
    hand.grip.pose = stance.world_from_user * Pose{frame::grip_of({}).rotation, at};
    hand.aim = hand.grip;
    hand.squeeze = side == frame::kRight ? stance.right : stance.left;
  }
  return input;
}

world::World make_world(const Place& place) {
  auto made = world::World::create(place.scenario, {.user = {}, .workers = 1});
  REQUIRE(made);
  return std::move(*made);
}

/// Takes the box and lifts it.
void take(world::World& world, Stance& stance, bool both) {
  for (int i = 0; i < 20; ++i) world.tick(input_of(stance));
  stance.right = 1.0, stance.left = both ? 1.0 : 0.0;
  for (int i = 0; i < 25; ++i) world.tick(input_of(stance));
  for (int i = 1; i <= 60; ++i) {
    stance.lifted.y = 0.2 * math::smooth_step(i / 60.0);
    world.tick(input_of(stance));
  }
}

}  // namespace

TEST_CASE("shaken: half a kilogram at 4 Hz by 15 cm follows the hand within 12 ms") {
  const Place place(0.5);
  world::World world = make_world(place);
  const physics::HandId hand{world.users()[0].id, frame::kRight};
  Stance stance;
  take(world, stance, false);
  REQUIRE(world.physics().held_by(hand) == place.box);
  // The lag by which the thing's way fits the controller's best: the phase of the first harmonic of each.
  double hand_sin = 0.0, hand_cos = 0.0, box_sin = 0.0, box_cos = 0.0, second = 0.0, last = 0.0;
  const double omega = math::kTau * 4.0, middle = stance.lifted.y;
  for (int i = 1; i <= 450; ++i) {
    const double t = i / 90.0;
    stance.lifted.y = middle + 0.15 * math::sin(omega * t);
    world.tick(input_of(stance));
    if (i <= 90) continue;
    const math::SinCos wave = math::sin_cos(omega * t);
    const double tracked = stance.lifted.y - middle;
    const double box = world.physics().pose(place.box).position.y - kTable - kHalf.y - middle;
    hand_sin += tracked * wave.sin, hand_cos += tracked * wave.cos;
    box_sin += box * wave.sin, box_cos += box * wave.cos;
    if (i <= 180) second = std::max(second, std::abs(box));
    if (i > 360) last = std::max(last, std::abs(box));
  }
  const double lag = (math::atan2(hand_cos, hand_sin) - math::atan2(box_cos, box_sin)) / omega;
  INFO("lag " << 1e3 * lag << " ms; swings by " << second << " m, later by " << last << " m");
  CHECK(world.physics().held_by(hand) == place.box);
  CHECK(std::abs(lag) <= 0.012);
  CHECK(last < 1.02 * second);
  CHECK(last > 0.13);
}

TEST_CASE("shaken: what is carried by a walking and turning user never swings up, from 20 g to 30 kg") {
  for (const bool both : {false, true}) {
    for (const double mass : {0.02, 0.1, 0.5, 2.0, 5.0, 12.0, 30.0}) {
      if (!both && mass > 5.0) continue;  // refused by one hand
      const Place place(mass);
      world::World world = make_world(place);
      Stance stance;
      take(world, stance, both);
      const auto relative = [&] { return math::inverse(stance.world_from_user) * world.physics().pose(place.box); };
      const bool carried = world.physics().held_by({world.users()[0].id, frame::kRight}) == place.box;
      double walking = 0.0, early = 0.0, late = 0.0;
      Pose before = relative();
      const auto go = [&](int ticks, double speed, double turning, auto&& note) {
        for (int i = 0; i < ticks; ++i) {
          // Nobody starts or stops at once.
          const double share = math::smooth_step(std::min(i, ticks - 1 - i) / 30.0);
          Pose& user = stance.world_from_user;
          user.rotation = math::normalized(math::from_axis_angle(math::kUp, share * turning / 90.0) * user.rotation);
          user.position += share * speed / 90.0 * user.direction(-math::kForward);
          world.tick(input_of(stance));
          note(glm::length(relative().position - before.position) * 90.0, i);  // m/s against the user
          before = relative();
        }
      };
      const auto note_walk = [&](double v, int) { walking = std::max(walking, v); };
      go(120, 1.2, 0.0, note_walk);
      go(90, 0.6, 1.0, note_walk);
      go(270, 0.0, 0.0, [&](double v, int i) {
        if (i >= 45 && i < 90) early = std::max(early, v);
        if (i >= 225) late = std::max(late, v);
      });
      INFO(mass << " kg, " << (both ? "two hands" : "one hand") << (carried ? "" : ", not held") << ": at most "
                << walking << " m/s walking, " << early << " m/s after half a second of standing, " << late
                << " m/s after 2.5 s");
      CHECK(carried);
      CHECK(walking < 0.3);
      CHECK(late <= std::max(1.05 * early, 1e-3));
      CHECK(late < 0.01);
    }
  }
}

TEST_CASE("shaken: what one hand carries never swings up while the other rides a door, from 20 g to 5 kg") {
  constexpr double kDoor = -0.45, kEdge = -0.25;  // z of the leaf, x of its edge
  for (const double mass : {0.02, 0.5, 5.0}) {
    Place place(mass);
    scene::Object& leaf = test::add_box(place.scenario, "door", {kEdge + 0.45, 1.1, kDoor}, {0.45, 1.0, 0.02}, 25.0);
    leaf.movable = false;
    leaf.joint.kind = scene::JointKind::Hinge;
    leaf.joint.anchor = {0.45, 0.0, 0.0};
    leaf.joint.minimum = -1.5;
    leaf.joint.maximum = 1.5;
    const core::ObjectId door = leaf.id;
    world::World world = make_world(place);
    Stance stance;
    const auto tick = [&](const Vec3& left) {
      frame::FrameInput input = input_of(stance);
      input.hands[frame::kLeft].grip.pose.position = left;
      input.hands[frame::kLeft].aim = input.hands[frame::kLeft].grip;
      world.tick(input);
    };
    const Vec3 on_edge{kEdge - 0.05, 1.1, kDoor + 0.03}, aside{-0.2, 0.0, 0.15};
    for (int i = 0; i < 60; ++i) tick(on_edge + (1.0 - math::smooth_step(i / 45.0)) * aside);
    stance.left = stance.right = 1.0;
    for (int i = 0; i < 25; ++i) tick(on_edge);
    for (int i = 1; i <= 60; ++i) {
      stance.lifted.y = 0.2 * math::smooth_step(i / 60.0);
      tick(on_edge);
    }
    const core::BodyId user = world.users()[0].id;
    INFO(mass << " kg");
    REQUIRE(world.physics().held_by({user, frame::kRight}) == place.box);
    REQUIRE(world.physics().held_by({user, frame::kLeft}) == door);
    // The door swings to and fro with the hand, which goes along its arc; the user steps with it.
    const Vec3 hinge{kEdge + 0.9, 1.1, kDoor}, arm = on_edge - hinge;
    const auto relative = [&] { return math::inverse(stance.world_from_user) * world.physics().pose(place.box); };
    Pose before = relative();
    double riding = 0.0, early = 0.0, late = 0.0, most_open = 0.0;
    for (int i = 0; i < 720; ++i) {
      const double t = std::min(i, 450) / 90.0;
      const double swing = math::radians(20.0) * (0.5 - 0.5 * math::cos(math::kTau * 0.4 * t));
      const Vec3 hand = hinge + math::rotate(math::from_axis_angle(math::kUp, swing), arm);
      stance.world_from_user.position = {0.0, 0.0, hand.z - on_edge.z};
      tick(hand);
      const double v = glm::length(relative().position - before.position) * 90.0;
      before = relative();
      riding = std::max(riding, v);
      if (i >= 495 && i < 540) early = std::max(early, v);
      if (i >= 675) late = std::max(late, v);
      most_open = std::max(most_open, std::abs(world.physics().joint_position(door)));
    }
    INFO("at most " << riding << " m/s riding, " << early << " m/s after half a second of standing, " << late
                    << " m/s after 2.5 s; the door opened by " << math::degrees(most_open) << " degrees");
    CHECK(most_open > math::radians(15.0));
    CHECK(world.physics().held_by({user, frame::kRight}) == place.box);
    CHECK(world.physics().held_by({user, frame::kLeft}) == door);
    CHECK(riding < 0.3);
    CHECK(late <= std::max(1.05 * early, 1e-3));
    CHECK(late < 0.01);
  }
}

namespace {

/// What the ride of a door came to: speeds of what is held, against what leads it, and how far the door went.
struct Ride {
  double riding = 0.0, early = 0.0, late = 0.0, most_open = 0.0;  // m/s, rad
};

/// Both hands on the leaf, whose mass is `leaf_mass` (kg), or both on a box of `held` kg that leans on nothing while
/// the user's shoulder pushes the leaf. The speed of what the hands hold against the user.
Ride ride_with_both(double mass, bool on_door) {
  constexpr double kDoor = -0.42, kEdge = -0.02;  // z of the leaf, x of its edge
  Place place(on_door ? 1.0 : mass);
  scene::Object& leaf =
      test::add_box(place.scenario, "door", on_door ? Vec3(kEdge + 0.45, 1.1, kDoor) : Vec3(0.25, 1.1, kAway - 0.13),
                    {0.45, 1.0, 0.02}, on_door ? mass : 25.0);
  leaf.movable = false;
  leaf.joint.kind = scene::JointKind::Hinge;
  leaf.joint.anchor = {0.45, 0.0, 0.0};
  leaf.joint.minimum = -1.5;
  leaf.joint.maximum = 1.5;
  const core::ObjectId door = leaf.id;
  if (on_door) place.scenario.scene.objects[place.box.value - 1].world_from_object.position = {3.0, 1.0, 3.0};
  world::World world = make_world(place);
  Stance stance;
  Ride ride;
  const core::ObjectId thing = on_door ? door : place.box;
  const Vec3 hinge{kEdge + 0.9, 1.1, kDoor};
  const auto tick = [&](double swing, double squeeze, double apart) {
    if (!on_door) return world.tick(input_of(stance));
    frame::FrameInput input = input_of(stance);
    const math::Quat turn = math::from_axis_angle(math::kUp, swing);
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      const Vec3 edge(kEdge - 0.05, side == frame::kRight ? 1.3 : 1.0, kDoor + 0.03);
      const Vec3 at = edge + Vec3(-apart, 0.0, apart);
      input.hands[side].grip.pose.position = hinge + math::rotate(turn, at - hinge);
      input.hands[side].aim = input.hands[side].grip;
      input.hands[side].squeeze = squeeze;
    }
    world.tick(input);
  };
  if (on_door) {
    for (int i = 0; i < 45; ++i) tick(0.0, 0.0, 0.15 * (1.0 - math::smooth_step(i / 40.0)));
    for (int i = 0; i < 25; ++i) tick(0.0, 1.0, 0.0);
  } else {
    take(world, stance, true);
  }
  INFO(mass << " kg, " << (on_door ? "leaf" : "box"));
  for (std::uint32_t side = 0; side < frame::kHands; ++side)
    REQUIRE(world.physics().held_by({world.users()[0].id, side}) == thing);
  const auto relative = [&] { return math::inverse(stance.world_from_user) * world.physics().pose(thing); };
  // A leaf against where the hands lead it.
  const auto led = [&](double swing) {
    return math::inverse(Pose{math::from_axis_angle(math::kUp, swing), hinge}) * world.physics().pose(thing);
  };
  Pose before = on_door ? led(0.0) : relative();
  for (int i = 0; i < 720; ++i) {
    const double t = std::min(i, 450) / 90.0;
    const double share = 0.5 - 0.5 * math::cos(math::kTau * 0.4 * t);
    const double swing = math::radians(20.0) * share;
    // The user steps with the door; before one that is pushed, towards it.
    const Vec3 edge = Vec3(kEdge, 1.1, kDoor) - hinge;
    const double comes = math::rotate(math::from_axis_angle(math::kUp, swing), edge).z - edge.z;
    stance.world_from_user.position.z = on_door ? comes : -0.18 * share;
    tick(swing, 1.0, 0.0);
    const Pose now = on_door ? led(swing) : relative();
    const double v = glm::length(now.position - before.position) * 90.0;
    before = now;
    ride.riding = std::max(ride.riding, v);
    if (i >= 495 && i < 540) ride.early = std::max(ride.early, v);
    if (i >= 675) ride.late = std::max(ride.late, v);
    ride.most_open = std::max(ride.most_open, std::abs(world.physics().joint_position(door)));
  }
  for (std::uint32_t side = 0; side < frame::kHands; ++side)
    CHECK(world.physics().held_by({world.users()[0].id, side}) == thing);
  return ride;
}

void check_ride(double mass, bool on_door) {
  const Ride ride = ride_with_both(mass, on_door);
  INFO(mass << " kg, " << (on_door ? "a leaf led by two hands" : "held by two hands that push a leaf with it")
            << ": at most " << ride.riding << " m/s riding, " << ride.early << " m/s after half a second of standing, "
            << ride.late << " m/s after 2.5 s; the door opened by " << math::degrees(ride.most_open) << " degrees");
  CHECK(ride.most_open > math::radians(on_door ? 15.0 : 4.0));
  CHECK(ride.riding < 0.3);
  CHECK(ride.late <= std::max(1.05 * ride.early, 1e-3));
  CHECK(ride.late < 0.01);
}

}  // namespace

TEST_CASE("shaken: two hands on a door never swing it up, nor what they hold while they push one with it") {
  for (const double mass : {2.0, 30.0}) check_ride(mass, true);
  for (const double mass : {0.5, 30.0}) check_ride(mass, false);
}

TEST_CASE("shaken: two hands and a door, every weight from 20 g to 30 kg", "[.all]") {
  for (const double mass : {0.5, 2.0, 5.0, 12.0, 20.0, 30.0}) check_ride(mass, true);
  for (const double mass : {0.02, 0.1, 0.5, 2.0, 5.0, 12.0, 20.0, 30.0}) check_ride(mass, false);
}

}  // namespace fh::shaken_test
