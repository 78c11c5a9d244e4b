// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "core/time.h"
#include "world/users/user.h"

using namespace fh;
using namespace fh::world;

namespace {

frame::FrameInput standing_input(const math::Vec3& head = {0, 1.6, 0}) {
  frame::FrameInput input;
  input.head.pose.position = head;
  input.head.valid = input.head.tracked = 1;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    hand.grip.pose.position = head + math::Vec3(side == frame::kLeft ? -0.2 : 0.2, -0.5, -0.3);
    hand.grip.valid = hand.grip.tracked = 1;
    hand.aim = hand.grip;
    hand.active = 1;
  }
  return input;
}

const math::Pose kStart = math::standing_at({3, 0, 2}, math::radians(90));
const UserSettings kSettings;

void run(UserState& user, const frame::FrameInput& input, int ticks) {
  for (int i = 0; i < ticks; ++i) advance(user, input, true, kStart, kSettings);
}

frame::CommandList only(frame::CommandId id, const math::Vec3& target = math::Vec3(0.0)) {
  frame::CommandList commands;
  commands.add({id, {}, 0.0, {math::kIdentity, target}});
  return commands;
}

}  // namespace

TEST_CASE("user: stands where the scenario says and looks the way it says") {
  UserState user = user_at(kStart);
  run(user, standing_input(), 1);
  CHECK(glm::length(user.head.world_from_point.position - math::Vec3(3, 1.6, 2)) < 1e-9);
  CHECK(std::abs(math::yaw_of(user.head.world_from_point.rotation) - math::radians(90)) < 1e-9);
  CHECK(user.hands[0].grip.tracked);
}

TEST_CASE("user: snap turns keep the head in place") {
  UserState user = user_at(kStart);
  auto input = standing_input({0.4, 1.6, -0.3});
  run(user, input, 1);
  const math::Vec3 before = user.head.world_from_point.position;
  input.commands = only(frame::CommandId::TurnLeft);
  run(user, input, 1);
  CHECK(glm::length(user.head.world_from_point.position - before) < 1e-9);
  CHECK(std::abs(math::yaw_of(user.head.world_from_point.rotation) - math::radians(135)) < 1e-9);
  input.commands = only(frame::CommandId::TurnRight);
  run(user, input, 2);
  CHECK(std::abs(math::yaw_of(user.head.world_from_point.rotation) - math::radians(45)) < 1e-9);
  CHECK(user.turns == 3);
  CHECK(user.walked < 1e-9);
}

TEST_CASE("user: teleport puts the head over the target, fades, and is not walking") {
  UserState user = user_at(kStart);
  auto input = standing_input({0.4, 1.6, -0.3});
  run(user, input, 1);
  input.commands = only(frame::CommandId::Teleport, {-5, 0.5, 1});
  run(user, input, 1);
  const auto head = user.head.world_from_point.position;
  CHECK(glm::length(head - math::Vec3(-5, 2.1, 1)) < 1e-9);
  CHECK(user.walked == 0.0);
  CHECK(fade_of(user, kSettings) > 0.9);
  input.commands = {};
  run(user, input, 30);
  CHECK(fade_of(user, kSettings) == 0.0);
}

TEST_CASE("user: recentre brings head and heading back to the start") {
  UserState user = user_at(kStart);
  auto input = standing_input({1.0, 1.6, 2.0});
  input.head.pose.rotation = math::from_axis_angle(math::kUp, 0.7);
  run(user, input, 1);
  input.commands = only(frame::CommandId::Recentre);
  run(user, input, 1);
  CHECK(glm::length(user.head.world_from_point.position - math::Vec3(3, 1.6, 2)) < 1e-9);
  CHECK(std::abs(math::yaw_of(user.head.world_from_point.rotation) - math::radians(90)) < 1e-9);
}

TEST_CASE("user: a lost hand lets no button go, and reports what happened when it is back") {
  UserState user = user_at(kStart);
  auto input = standing_input();
  input.hands[1].buttons = frame::kButtonSqueeze;
  input.hands[1].squeeze = 1.0;
  run(user, input, 5);
  const math::Vec3 measured_at = user.hands[1].world_from_measured.position;
  input.hands[1].grip.valid = input.hands[1].grip.tracked = 0;
  input.hands[1].buttons = 0;
  input.hands[1].squeeze = 0.0;
  run(user, input, 300);
  CHECK_FALSE(user.hands[1].grip.tracked);
  CHECK(user.hands[1].world_from_measured.position == measured_at);
  CHECK(user.hands[1].buttons == frame::kButtonSqueeze);
  CHECK(user.hands[1].squeeze == 1.0);
  CHECK(user.hands[1].released == 0);
  input = standing_input();
  run(user, input, 1);
  CHECK(user.hands[1].grip.tracked);
  CHECK(user.hands[1].released == frame::kButtonSqueeze);
}

TEST_CASE("user: losing focus holds the hands like a tracking loss") {
  UserState user = user_at(kStart);
  auto input = standing_input();
  input.hands[0].buttons = frame::kButtonTrigger;
  run(user, input, 2);
  input.focus = frame::SessionFocus::Visible;
  input.hands[0].buttons = 0;
  run(user, input, 5);
  CHECK_FALSE(user.hands[0].grip.tracked);
  CHECK(user.hands[0].buttons == frame::kButtonTrigger);
}

TEST_CASE("user: walking is measured, jumps of tracking space are not") {
  UserState user = user_at(kStart);
  auto input = standing_input();
  for (int i = 0; i <= 90; ++i) {
    input.head.pose.position.x = i / 90.0;
    run(user, input, 1);
  }
  CHECK(std::abs(user.walked - 1.0) < 1e-9);
  input.head.pose.position = {5, 1.2, 5};
  input.space_change.happened = 1;
  run(user, input, 1);
  CHECK(std::abs(user.walked - 1.0) < 1e-9);
}

TEST_CASE("user: the height offset lifts head and hands") {
  UserState user = user_at(kStart);
  UserSettings seated;
  seated.height_offset = 0.4;
  advance(user, standing_input({0, 1.2, 0}), true, kStart, seated);
  CHECK(std::abs(user.head.world_from_point.position.y - 1.6) < 1e-12);
  CHECK(std::abs(user.hands[0].world_from_measured.position.y - 1.1) < 1e-12);
}
