// SPDX-License-Identifier: Apache-2.0
// What hands feel: contact, grab, click and limit, each once, for the hand and the user it happened to.
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "world/world.h"

using namespace fh;

namespace {

using world::PulseKind;

/// A floor, a small box on a stand, a push button and a drawer before the second of two users.
scene::Scenario place_to_feel() {
  scene::Scenario scenario;
  scenario.name = "feel";
  scenario.users = {{"anna", {math::kIdentity, {5, 0, 5}}}, {"ben", {}}};
  const auto move = [](scene::Object& object, scene::JointKind kind, const math::Vec3& axis, double most) {
    object.movable = true;
    object.mass = 0.3;
    object.joint.kind = kind;
    object.joint.axis = axis;
    object.joint.maximum = most;
  };
  test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
  test::add_box(scenario, "stand", {0.2, 0.45, -0.45}, {0.05, 0.45, 0.05});
  test::add_box(scenario, "box", {0.2, 0.94, -0.45}, {0.04, 0.04, 0.04}, 0.5);
  auto& button = test::add_box(scenario, "button", {-0.25, 1.2, -0.45}, {0.03, 0.03, 0.02});
  move(button, scene::JointKind::Button, {0, 0, -1}, 0.015);
  button.joint.spring = 200.0;
  move(test::add_box(scenario, "drawer", {0.2, 1.3, -0.5}, {0.05, 0.04, 0.04}), scene::JointKind::Slider, {0, 0, 1},
       0.12);
  return scenario;
}

struct Feeling {
  scene::Scenario scenario = place_to_feel();
  world::World world = make(scenario);
  std::array<math::Vec3, 2> hands{math::Vec3(-0.25, 1.2, -0.2), math::Vec3(0.2, 1.2, -0.2)};
  double squeeze = 0.0;
  math::Vec3 velocity{0.0};  // of the right hand

  static world::World make(const scene::Scenario& scenario) {
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    if (!made) FAIL(made.error().message);
    return std::move(*made);
  }
  void tick() {
    std::array<frame::FrameInput, 2> inputs;
    for (auto& input : inputs) {
      input.head.pose.position = {0, 1.6, 0};
      input.head.valid = input.head.tracked = 1;
      for (std::size_t side = 0; side < frame::kHands; ++side) {
        auto& hand = input.hands[side];
        hand.active = hand.grip.valid = hand.grip.tracked = 1;
        hand.grip.pose = {frame::grip_of({}).rotation, hands[side]};
        hand.aim = hand.grip;
        hand.squeeze = side == frame::kRight ? squeeze : 0.0;
        hand.grip.velocity_valid = side == frame::kRight && velocity != math::Vec3(0.0);
        hand.grip.linear_velocity = velocity;
      }
    }
    for (auto& hand : inputs[0].hands) hand = {};  // the other user's hands rest
    world.tick(inputs);
  }
  void move(std::size_t side, const math::Vec3& to, int ticks) {
    const math::Vec3 from = hands[side];
    for (int i = 1; i <= ticks; ++i) {
      hands[side] = from + (static_cast<double>(i) / ticks) * (to - from);
      tick();
      note(side);
    }
  }
  void note(std::size_t side) {
    const auto& hand = world.users()[1].haptics.hand(side);
    if (hand.count > seen[side])
      kinds[static_cast<std::size_t>(hand.last)] += static_cast<int>(hand.count - seen[side]);
    seen[side] = hand.count;
  }
  int felt(PulseKind kind) { return std::exchange(kinds[static_cast<std::size_t>(kind)], 0); }

  std::array<std::int64_t, 2> seen{};
  std::array<int, 5> kinds{};
};

}  // namespace

TEST_CASE("haptics: contact, grab, click and limit are felt once by the hand that did it") {
  Feeling user;
  user.move(frame::kRight, user.hands[1], 60);
  CHECK(user.world.users()[1].haptics.hand(0).count == 0);
  CHECK(user.world.users()[1].haptics.hand(1).count == 0);
  // From above onto the box.
  user.move(frame::kRight, {0.2, 1.1, -0.45}, 60);
  user.kinds = {};
  user.move(frame::kRight, {0.2, 1.015, -0.45}, 30);
  CHECK(user.felt(PulseKind::Contact) >= 1);
  user.squeeze = 1.0;
  user.move(frame::kRight, user.hands[1], 10);
  CHECK(user.felt(PulseKind::Grab) == 1);
  user.move(frame::kRight, user.hands[1], 60);
  CHECK(user.felt(PulseKind::Grab) == 0);  // holding on is no grab
  user.squeeze = 0.0;
  user.move(frame::kRight, {0.2, 1.3, -0.3}, 60);
  // The drawer, pulled out to its end.
  user.move(frame::kRight, {0.2, 1.3, -0.4}, 30);
  user.squeeze = 1.0;
  user.move(frame::kRight, user.hands[1], 10);
  CHECK(user.felt(PulseKind::Grab) == 1);
  user.kinds = {};
  user.move(frame::kRight, {0.2, 1.3, -0.34}, 45);
  CHECK(user.felt(PulseKind::Limit) == 0);
  user.move(frame::kRight, {0.2, 1.3, -0.2}, 60);
  CHECK(user.felt(PulseKind::Limit) == 1);
  // The button, pushed in by the other hand.
  user.kinds = {};
  user.move(frame::kLeft, {-0.25, 1.2, -0.37}, 45);
  user.move(frame::kLeft, {-0.25, 1.2, -0.41}, 60);
  CHECK(user.felt(PulseKind::Click) == 1);
  // An arm at the end of its reach.
  user.move(frame::kLeft, {-0.25, 1.2, -0.2}, 45);
  user.kinds = {};
  user.move(frame::kLeft, {-0.9, 1.4, -1.2}, 90);
  CHECK(user.felt(PulseKind::Limit) == 1);
  for (const std::size_t side : {frame::kLeft, frame::kRight})
    CHECK(user.world.users()[0].haptics.hand(side).count == 0);
}

TEST_CASE("haptics: a contact is felt at any rate of pictures") {
  for (const int ticks : {1, 2, 4}) {  // 90, 45 and 22 Hz: so long a hand stands still between two jumps
    Feeling user;
    user.move(frame::kRight, {0.2, 1.1, -0.45}, 60);
    user.kinds = {};
    user.velocity = {0.0, -0.3, 0.0};
    for (int i = 0; i < 40 / ticks; ++i) {
      user.hands[1] += (ticks / 90.0) * user.velocity;
      for (int k = 0; k < ticks; ++k) user.tick();
      user.note(frame::kRight);
    }
    INFO(90 / ticks << " Hz");
    CHECK(user.felt(PulseKind::Contact) >= 1);
  }
}
