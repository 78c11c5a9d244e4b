// SPDX-License-Identifier: Apache-2.0
// Every input of a real runtime (Monado, scripted) as it arrives in FrameInput. Headless sessions: no picture needed.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <functional>

#include "monado_remote.h"
#include "xr/driver.h"

using namespace fh;
using Catch::Approx;

namespace {

struct Visitor {
  test::MonadoRemote remote;
  std::unique_ptr<xr::Driver> driver;
  frame::FrameInputs frame;
  frame::FrameInput input;

  explicit Visitor(std::vector<std::string> profiles = {}) {
    remote.send();
    xr::InstanceOptions instance_options;
    instance_options.headless = true;
    instance_options.validation = true;
    auto instance = xr::Instance::create(instance_options);
    REQUIRE(instance);
    xr::DriverOptions options;
    options.profiles = std::move(profiles);
    auto made = xr::Driver::create_headless(std::move(*instance), options);
    REQUIRE(made);
    driver = std::move(*made);
    wait_for("focus and both hands", [](const frame::FrameInput& in) {
      return in.focus == frame::SessionFocus::Focused && in.hands[0].active && in.hands[1].active;
    });
  }

  /// The next frame that runs.
  const frame::FrameInput& next() {
    for (int i = 0; i < 500; ++i) {
      const auto outcome = driver->begin(frame);
      REQUIRE(outcome);
      if (*outcome == frame::FrameOutcome::Run) {
        REQUIRE(frame::is_plausible(frame));
        input = frame.first();
        REQUIRE(driver->end());
        return input;
      }
    }
    FAIL("the session never ran");
    return input;
  }

  const frame::FrameInput& wait_for(const char* what, const std::function<bool(const frame::FrameInput&)>& holds) {
    INFO("waiting for " << what);
    for (int i = 0; i < 180; ++i) {
      if (holds(next())) return input;
    }
    FAIL("did not happen within two seconds");
    return input;
  }
};

math::Pose wandering(int i) {
  const double t = 0.1 * i;
  return {math::from_yaw_pitch_roll(math::sin(t), 0.5 * math::cos(1.3 * t), 0.2 * math::sin(2.1 * t)),
          {0.3 * math::sin(t), 1.6 + 0.1 * math::cos(t), -0.4 * math::sin(0.7 * t)}};
}

bool same(const math::Pose& a, const math::Pose& b) {
  return glm::length(a.position - b.position) < 1e-5 &&
         math::angle_between(a.rotation, b.rotation) < math::radians(0.001);
}

}  // namespace

TEST_CASE("poses sent to the runtime arrive in FrameInput within 0.01 mm and 0.001 degrees", "[xr][poses]") {
  Visitor visitor;
  for (int i = 0; i < 100; ++i) {
    const math::Pose head = wandering(i), left = wandering(i + 1000), right = wandering(i + 2000);
    visitor.remote.state.head = test::RemotePose::from(head);
    visitor.remote.state.left.pose = test::RemotePose::from(left);
    visitor.remote.state.right.pose = test::RemotePose::from(right);
    visitor.remote.send();
    const auto& input = visitor.wait_for(
        "the head", [&](const frame::FrameInput& in) { return in.head.valid && same(in.head.pose, head); });
    REQUIRE(input.head.tracked);
    REQUIRE(same(visitor.next().hands[frame::kLeft].grip.pose, left));
    REQUIRE(same(visitor.input.hands[frame::kRight].grip.pose, right));
    REQUIRE(visitor.input.hands[frame::kRight].aim.valid);
  }
  REQUIRE(visitor.driver->instance().error_count() == 0);
}

TEST_CASE("the hand's velocity arrives in tracking space", "[xr][poses]") {
  Visitor visitor;
  visitor.remote.state.right.linear_velocity[0] = 0.5f;
  visitor.remote.state.right.linear_velocity[1] = -0.25f;
  visitor.remote.send();
  const auto& input = visitor.wait_for(
      "velocity", [](const frame::FrameInput& in) { return in.hands[1].grip.linear_velocity.x > 0.4; });
  REQUIRE(input.hands[1].grip.velocity_valid);
  REQUIRE(input.hands[1].grip.linear_velocity.y == Approx(-0.25).margin(1e-5));
}

TEST_CASE("trigger, squeeze, sticks and buttons of every tested profile", "[xr][inputs]") {
  const std::string profile =
      GENERATE(as<std::string>{}, "valve/index_controller", "oculus/touch_controller", "khr/simple_controller");
  CAPTURE(profile);
  const bool simple = profile == "khr/simple_controller", index = profile == "valve/index_controller";
  Visitor visitor({profile});
  auto& left = visitor.remote.state.left;
  auto& right = visitor.remote.state.right;
  using frame::FrameInput;

  right.trigger = simple ? 1.0f : 0.75f;
  right.trigger_click = true;
  visitor.remote.send();
  visitor.wait_for("trigger", [&](const FrameInput& in) {
    return in.hands[1].trigger > 0.7 && (in.hands[1].buttons & frame::kButtonTrigger);
  });
  REQUIRE(visitor.input.hands[1].trigger == Approx(right.trigger).margin(1e-6));
  REQUIRE(visitor.input.hands[0].trigger == 0.0);
  REQUIRE(visitor.input.hands[0].buttons == 0);
  if (simple) REQUIRE(visitor.input.hands[1].squeeze == 1.0);  // select grabs too
  right.trigger = 0.0f;
  right.trigger_click = false;
  visitor.remote.send();
  visitor.wait_for("release", [](const FrameInput& in) { return in.hands[1].buttons == 0; });
  if (simple) return;

  left.squeeze = 0.9f;
  left.stick[0] = -0.5f;
  left.stick[1] = 0.25f;
  right.stick[0] = 1.0f;
  right.stick[1] = -1.0f;
  visitor.remote.send();
  visitor.wait_for("squeeze", [](const FrameInput& in) { return (in.hands[0].buttons & frame::kButtonSqueeze) != 0; });
  REQUIRE(visitor.input.hands[0].squeeze == Approx(0.9).margin(1e-6));
  REQUIRE(visitor.input.hands[0].stick.x == Approx(-0.5));
  REQUIRE(visitor.input.hands[0].stick.y == Approx(0.25));
  REQUIRE(visitor.input.hands[1].stick.x == Approx(1.0));
  REQUIRE(visitor.input.hands[1].stick.y == Approx(-1.0));

  right.a_click = right.a_touch = true;
  right.stick_click = right.stick_touch = true;
  right.trigger_touch = true;
  visitor.remote.send();
  visitor.wait_for("A", [](const FrameInput& in) { return (in.hands[1].buttons & frame::kButtonPrimary) != 0; });
  REQUIRE((visitor.input.hands[1].buttons & frame::kButtonStick) != 0);
  REQUIRE((visitor.input.hands[1].touches & frame::kButtonPrimary) != 0);
  REQUIRE((visitor.input.hands[1].touches & frame::kButtonStick) != 0);
  REQUIRE((visitor.input.hands[1].touches & frame::kButtonTrigger) != 0);

  right.b_click = true;
  visitor.remote.send();
  visitor.wait_for("measure", [](const FrameInput& in) { return in.commands.has(frame::CommandId::Measure); });
  REQUIRE((visitor.input.hands[1].buttons & frame::kButtonSecondary) != 0);
  REQUIRE_FALSE(visitor.next().commands.has(frame::CommandId::Measure));  // once per press
  if (!index) return;
  left.b_click = true;  // menu on the Index: short press opens the menu, on release
  visitor.remote.send();
  visitor.wait_for("menu press", [](const FrameInput& in) { return (in.hands[0].buttons & frame::kButtonMenu) != 0; });
  REQUIRE_FALSE(visitor.input.commands.has(frame::CommandId::Menu));
  left.b_click = false;
  visitor.remote.send();
  visitor.wait_for("menu", [](const FrameInput& in) { return in.commands.has(frame::CommandId::Menu); });
  left.b_click = true;  // a long one recentres, once
  visitor.remote.send();
  visitor.wait_for("recentre", [](const FrameInput& in) { return in.commands.has(frame::CommandId::Recentre); });
  left.b_click = false;
  visitor.remote.send();
  visitor.wait_for("release", [](const FrameInput& in) {
    REQUIRE(in.commands.empty());
    return (in.hands[0].buttons & frame::kButtonMenu) == 0;
  });
}

TEST_CASE("fingers curl from straight to a fist", "[xr][inputs]") {
  Visitor visitor;
  std::array<double, 5> before{};
  for (const float curl : {0.0f, 0.5f, 1.0f}) {
    for (float& finger : visitor.remote.state.left.curl) finger = curl;
    visitor.remote.send();
    for (int i = 0; i < 5; ++i) visitor.next();
    const auto& hand = visitor.input.hands[0];
    REQUIRE(hand.curls_valid);
    for (std::size_t finger = 0; finger < 5; ++finger) {
      CAPTURE(curl, finger, hand.curls[finger]);
      if (curl == 0.0f) REQUIRE(hand.curls[finger] < 0.25);
      if (curl > 0.0f) REQUIRE(hand.curls[finger] > before[finger] + 0.1);
      before[finger] = hand.curls[finger];
    }
  }
}

TEST_CASE("each finger of a tracked hand curls by itself", "[xr][inputs]") {
  Visitor visitor;
  auto& curl = visitor.remote.state.left.curl;  // little, ring, middle, index, thumb
  std::array<double, 5> open{};
  const auto settle = [&](float* bent) {
    for (float& finger : curl) finger = 0.0f;
    if (bent) *bent = 1.0f;
    visitor.remote.send();
    for (int i = 0; i < 5; ++i) visitor.next();
    REQUIRE(visitor.input.hands[0].curls_valid);
    return visitor.input.hands[0].curls;
  };
  open = settle(nullptr);
  for (std::size_t bent = 0; bent < 5; ++bent) {
    const std::array<double, 5> now = settle(&curl[4 - bent]);
    for (std::size_t finger = 0; finger < 5; ++finger) {
      CAPTURE(bent, finger, open[finger], now[finger]);
      if (finger == bent) CHECK(now[finger] > open[finger] + 0.3);
      if (finger != bent) CHECK(std::abs(now[finger] - open[finger]) < 0.02);
    }
  }
}

TEST_CASE("without hand tracking, trigger, squeeze and touches curl the fingers", "[xr][inputs]") {
  Visitor visitor({"valve/index_controller"});
  auto& right = visitor.remote.state.right;
  right.hand_tracking = false;
  using frame::FrameInput;
  const auto shape = [&](const char* name, float trigger, float squeeze, bool thumb_down, bool on_trigger,
                         const std::function<bool(const std::array<double, 5>&)>& holds) {
    right.trigger = trigger;
    right.squeeze = squeeze;
    right.a_touch = thumb_down;
    right.trigger_touch = on_trigger;
    visitor.remote.send();
    visitor.wait_for(name, [&](const FrameInput& in) { return in.hands[1].curls_valid && holds(in.hands[1].curls); });
  };
  // Thumb … little finger.
  shape("a flat hand", 0, 0, false, false, [](const auto& c) { return c[0] < 0.1 && c[1] < 0.1 && c[3] < 0.2; });
  shape("pointing", 0, 1, true, false, [](const auto& c) { return c[0] > 0.6 && c[1] < 0.1 && c[3] > 0.9; });
  shape("thumbs up", 1, 1, false, true, [](const auto& c) { return c[0] < 0.1 && c[1] > 0.9 && c[3] > 0.9; });
  shape("a pinch", 1, 0, true, true, [](const auto& c) { return c[0] > 0.6 && c[1] > 0.9 && c[3] < 0.2; });
  shape("a fist", 1, 1, true, true, [](const auto& c) { return c[0] > 0.6 && c[1] > 0.9 && c[3] > 0.9; });
}

TEST_CASE("a controller switched off and on again", "[xr][inputs]") {
  Visitor visitor;
  visitor.remote.state.left.active = false;
  visitor.remote.state.left.hand_tracking = false;
  visitor.remote.send();
  visitor.wait_for("left off", [](const frame::FrameInput& in) { return !in.hands[0].active; });
  REQUIRE(!visitor.input.hands[0].grip.valid);
  REQUIRE(visitor.input.hands[1].active);
  visitor.remote.state.left.active = true;
  visitor.remote.send();
  visitor.wait_for("left on", [](const frame::FrameInput& in) { return in.hands[0].active && in.hands[0].grip.valid; });
}
