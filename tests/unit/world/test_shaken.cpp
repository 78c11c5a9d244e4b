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

}  // namespace fh::shaken_test
