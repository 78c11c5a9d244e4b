// SPDX-License-Identifier: Apache-2.0
// A hand takes what is before its palm or beside it, never with its back.
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "math/trig.h"
#include "world/world.h"

namespace fh::palm_side_test {
namespace {

using human::Side;
using math::Quat;
using math::Vec3;

constexpr Vec3 kThing{0.2, 1.0, -0.42};
constexpr double kHalf = 0.05, kBeside = 0.09;  // m: of the thing; from its middle to the grip

struct Turn {
  const char* name;
  Vec3 palm;  // where the palm looks
};
const Turn kTurns[] = {{"up", {0, 1, 0}}, {"down", {0, -1, 0}}, {"inward", {-1, 0, 0}}, {"outward", {1, 0, 0}}};

/// Points ahead with the palm looking that way.
Quat grip_with_palm(Side side, const Vec3& palm) {
  const Quat ahead = frame::grip_of({}).rotation;
  const Vec3 now = math::rotate(ahead, {side == Side::Right ? -1.0 : 1.0, 0.0, 0.0});
  const double angle = math::atan2(glm::dot(glm::cross(now, palm), math::kForward), glm::dot(now, palm));
  return math::from_axis_angle(math::kForward, angle) * ahead;
}

/// Whether the hand that comes from `from` (unit, seen from the thing) takes it, and where its palm is to it then.
struct Outcome {
  bool taken = false;
  double faces = 0.0;  // cosine between where the palm looks and the way to the thing
};
Outcome take(Side side, const Vec3& palm, const Vec3& from) {
  scene::Scenario scenario;
  scenario.name = "palm side";
  scenario.users = {{"user", {}}};
  const double mirror = side == Side::Right ? 1.0 : -1.0;
  const Vec3 thing(mirror * kThing.x, kThing.y, kThing.z);
  test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
  const auto id = test::add_box(scenario, "thing", thing, Vec3(kHalf), 0.3).id;
  auto made = world::World::create(scenario, {.user = {}, .workers = 1});
  if (!made) FAIL(made.error().message);
  const Vec3 to = thing + kBeside * from;
  frame::FrameInput input;
  const auto tick = [&](double squeeze) {
    input.head.pose.position = {0.0, 1.6, 0.0};
    input.head.valid = input.head.tracked = 1;
    for (std::size_t s = 0; s < frame::kHands; ++s) {
      auto& hand = input.hands[s];
      hand.active = hand.grip.valid = hand.grip.tracked = 1;
      const bool acts = s == static_cast<std::size_t>(side);
      hand.grip.pose.position = acts ? to : Vec3(-mirror * 0.25, 0.8, -0.1);
      hand.grip.pose.rotation = acts ? grip_with_palm(side, palm) : frame::grip_of({}).rotation;
      hand.aim = hand.grip;
      hand.aim.pose.rotation = math::kIdentity;  // beside the thing: it is not taken from afar
      hand.squeeze = acts ? squeeze : 0.0;
    }
    made->tick(input);
  };
  tick(0.0);  // the thing falls meanwhile: it is taken at once
  for (int i = 0; i < 30; ++i) tick(1.0);
  Outcome outcome;
  outcome.taken = made->physics().held_by({made->users()[0].id, static_cast<std::uint32_t>(side)}) == id;
  const auto joint = human::on_side(human::Joint::RightHand, side);
  const math::Pose hand = made->users()[0].avatar.fit().frames.pose(joint);
  const auto* box = human::piece_of(made->people()[0].solids, joint);
  const Vec3 way = made->physics().pose(id).position - (hand * box->joint_from_box).position;
  outcome.faces = glm::dot(glm::normalize(way), hand.direction({side == Side::Right ? -1.0 : 1.0, 0.0, 0.0}));
  return outcome;
}

}  // namespace

TEST_CASE("palm side: a hand takes what its palm faces, palm up, down and sideways, and nothing with its back") {
  for (const Side side : {Side::Left, Side::Right}) {
    const double mirror = side == Side::Right ? 1.0 : -1.0;
    for (const Turn& turn : kTurns) {
      const Vec3 palm(mirror * turn.palm.x, turn.palm.y, turn.palm.z);
      INFO((side == Side::Left ? "left" : "right") << " hand, palm " << turn.name);
      const Outcome faced = take(side, palm, -palm);
      CHECK(faced.taken);
      INFO("faces " << faced.faces);
      CHECK((!faced.taken || faced.faces > 0.5));
      CHECK_FALSE(take(side, palm, palm).taken);
    }
  }
}

}  // namespace fh::palm_side_test
