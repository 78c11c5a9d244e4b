// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "desktop/emulation.h"

using namespace fh;
using namespace fh::desktop;
using Catch::Approx;

namespace {

frame::FrameInput hold(EmulatedUser& user, DeskInput input, double seconds) {
  frame::FrameInput out;
  input.seconds = 1.0 / 60.0;
  for (int i = 0; i < static_cast<int>(seconds * 60.0 + 0.5); ++i) {
    out = user.advance(input, 16.0 / 9.0);
    input.look = math::Vec2(0.0);
    input.reach = 0.0;
    REQUIRE(frame::is_plausible(out));
  }
  return out;
}

}  // namespace

TEST_CASE("emulation: stands, looks, squats and leans") {
  EmulatedUser user;
  DeskInput input;
  auto out = hold(user, input, 0.1);
  CHECK(out.head.pose.position.y == Approx(1.65));
  CHECK(out.head.tracked);
  input.look = {math::radians(90), math::radians(20)};  // right and up
  out = hold(user, input, 0.1);
  CHECK(math::yaw_of(out.head.pose.rotation) == Approx(-math::radians(90)));
  CHECK(out.head.pose.direction(math::kForward).y == Approx(math::sin(math::radians(20))));
  input = {};
  input.crouch = true;
  CHECK(hold(user, input, 0.5).head.pose.position.y == Approx(1.0));
  input = {};
  input.lean_right = true;  // looking along +X now: right is +Z
  CHECK(hold(user, input, 0.5).head.pose.position.z == Approx(0.30));
  CHECK(hold(user, {}, 0.5).head.pose.position.z == Approx(0.0).margin(1e-12));
}

TEST_CASE("emulation: looking never goes over the top") {
  EmulatedUser user;
  DeskInput input;
  input.look = {0.0, 10.0};
  const auto out = hold(user, input, 0.1);
  CHECK(out.head.pose.direction(math::kForward).y == Approx(math::sin(math::radians(85))));
}

TEST_CASE("emulation: the active hand reaches to the pointer, within an arm's length, and its ray meets it") {
  EmulatedUser user;
  DeskInput input;
  input.cursor = {0.5, -0.3};
  input.reach = 5.0;
  const auto out = hold(user, input, 2.0);
  const auto& hand = out.hands[frame::kRight];
  const auto fov = frame::symmetric_fov(math::radians(70), 16.0 / 9.0);
  const math::Vec3 ray = glm::normalize(math::Vec3(0.5 * math::tan(fov.right), -0.3 * math::tan(fov.up), -1.0));
  const math::Vec3 goal = out.head.pose.position + 3.0 * ray;
  const math::Vec3 aim = hand.aim.pose.direction(math::kForward);
  const math::Vec3 to_goal = goal - hand.aim.pose.position;
  CHECK(glm::length(glm::cross(aim, to_goal)) < 1e-6);
  CHECK(glm::length(hand.grip.pose.position - math::Vec3(0.17, 1.43, 0.0)) == Approx(0.70));
  // It rolls about its ray.
  input.reach = 0.0;
  input.roll = math::radians(30.0);
  hold(user, input, 1.0 / 60.0);
  input.roll = 0.0;
  const auto turned = hold(user, input, 2.0);
  CHECK(glm::length(turned.hands[frame::kRight].aim.pose.direction(math::kForward) - aim) < 1e-6);
  const math::Vec3 up = hand.aim.pose.direction(math::kUp),
                   now = turned.hands[frame::kRight].aim.pose.direction(math::kUp);
  CHECK(math::degrees(math::acos(glm::dot(up, now))) == Approx(30.0).margin(0.01));
  CHECK(glm::dot(now, hand.aim.pose.direction(math::kRight)) > 0.0);  // clockwise as its user sees it
  // The other one rests at the hip.
  CHECK(out.hands[frame::kLeft].grip.pose.position.y < 1.2);
}

TEST_CASE("emulation: buttons belong to the active hand; WASD is the moving stick") {
  EmulatedUser user;
  DeskInput input;
  input.use = input.grab = input.teleport = true;
  input.hand = ActiveHand::Left;
  input.forward = input.right = true;
  auto out = hold(user, input, 0.1);
  CHECK(out.hands[0].buttons == (frame::kButtonTrigger | frame::kButtonSqueeze | frame::kButtonStick));
  CHECK(out.hands[0].trigger == 1.0);
  CHECK(out.hands[1].buttons == 0);
  CHECK(glm::length(out.hands[0].stick) == Approx(0.65));
  input.hand = ActiveHand::Both;
  input.fast = true;
  input.focused = false;
  input.commands.add(frame::CommandId::Snapshot);
  out = hold(user, input, 0.1);
  CHECK(out.hands[1].squeeze == 1.0);
  CHECK(glm::length(out.hands[0].stick) == Approx(1.0));
  CHECK(out.commands.count == 1);
  CHECK(out.commands.has(frame::CommandId::Snapshot));
  CHECK(out.focus == frame::SessionFocus::Visible);
}

TEST_CASE("emulation: hands follow smoothly") {
  EmulatedUser user;
  DeskInput input;
  auto before = hold(user, input, 1.0);
  input.cursor = {1.0, 1.0};
  double fastest = 0.0;
  for (int i = 0; i < 60; ++i) {
    const auto out = hold(user, input, 1.0 / 60.0);
    fastest =
        std::max(fastest, 60.0 * glm::length(out.hands[1].grip.pose.position - before.hands[1].grip.pose.position));
    before = out;
  }
  CHECK(fastest < 8.0);  // m/s
}

TEST_CASE("emulation: asked to calibrate, the user stands straight with the arms to the sides, and still") {
  EmulatedUser user({.eye_height = 1.55});
  DeskInput input;
  input.crouch = true;
  hold(user, input, 0.5);
  input.commands.add(frame::CommandId::Calibrate);
  user.advance(input, 16.0 / 9.0);
  input.commands = {};
  const auto begun = hold(user, input, 1.5);  // the squat is left, though its key is down
  CHECK(begun.head.pose.position.y == Approx(1.55));
  const auto& left = begun.hands[frame::kLeft].grip.pose.position;
  const auto& right = begun.hands[frame::kRight].grip.pose.position;
  CHECK(right.x - left.x == Approx(0.97 * 1.55).margin(0.005));
  CHECK(left.y == Approx(right.y));
  CHECK(1.55 - right.y == Approx(0.125 * 1.55).margin(0.005));
  const auto later = hold(user, input, 1.2);
  CHECK(glm::length(later.hands[frame::kRight].grip.pose.position - right) < 0.005);
  CHECK(hold(user, input, 1.0).head.pose.position.y < 1.0);  // and goes on with what it did
}
