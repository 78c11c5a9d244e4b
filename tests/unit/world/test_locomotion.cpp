// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "core/time.h"
#include "world/users/live_settings.h"
#include "world/users/locomotion.h"

using namespace fh;
using namespace fh::world;
using Catch::Approx;

namespace {

/// A floor at y = 0 with a wall of no thickness at x = 2, and no room for a body within 0.3 m of it.
class Hall final : public Landing {
 public:
  std::optional<Hit> between(const math::Vec3& from, const math::Vec3& to) const override {
    std::optional<Hit> best;
    double nearest = 2.0;
    const auto try_plane = [&](double a, double b, const math::Vec3& normal) {
      if ((a > 0.0) == (b > 0.0)) return;
      const double t = a / (a - b);
      if (t < nearest) best = Hit{from + (nearest = t) * (to - from), a > 0.0 ? normal : -normal};
    };
    try_plane(from.y, to.y, math::kUp);
    try_plane(from.x - 2.0, to.x - 2.0, math::kRight);
    return best;
  }
  bool body_fits(const math::Vec3& ground) const override { return std::abs(ground.x - 2.0) > 0.3; }
  bool is_in_structure(const math::Vec3&) const override { return false; }
};

struct Visit {
  Hall hall;
  UserSettings user_settings;
  LocomotionSettings settings;
  UserState user = user_at(math::Pose{});
  LocomotionState state;
  frame::FrameInput input;

  Visit() {
    input.head.pose.position = {0, 1.6, 0};
    input.head.valid = input.head.tracked = 1;
    for (auto& hand : input.hands) {
      hand.grip.pose.position = {0.2, 1.2, -0.3};
      hand.grip.valid = hand.grip.tracked = hand.active = 1;
      hand.aim = hand.grip;
    }
    run(1);
  }
  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      advance(state, user, input, hall, settings, user_settings);
      advance(user, input, true, math::Pose{}, user_settings);
      for (HandState& hand : user.hands)
        follow_body(hand, hand.world_from_measured, human::HandTracking::Tracked, false);
    }
  }
  math::Vec3 head() const { return user.head.world_from_point.position; }
  void point_along(const math::Vec3& way) {
    input.hands[1].aim.pose.rotation = math::looking_along(glm::normalize(way));
    run(2);  // the arc starts from the hand of the tick before
  }
};

}  // namespace

TEST_CASE("locomotion: stick forward aims, letting go teleports along the arc") {
  Visit visit;
  visit.point_along({0, 0.3, -1});
  visit.input.hands[1].stick = {0.0, 1.0};
  visit.run(3);
  REQUIRE(visit.state.aim == TeleportAim::Good);
  // By hand: y(t) = 1.2 + v sin a t - g t²/2 = 0 with v = 6.5 m/s, tan a = 0.3.
  const double s = 0.3 / std::sqrt(1.09), c = 1.0 / std::sqrt(1.09);
  const double t = (6.5 * s + std::sqrt(6.5 * s * 6.5 * s + 2 * 9.81 * 1.2)) / 9.81;
  CHECK(visit.state.target.z == Approx(-0.3 - 6.5 * c * t).margin(0.03));
  CHECK(visit.state.target.y == Approx(0.0).margin(1e-9));
  frame::Snapshot snapshot;
  draw(visit.state, snapshot);
  CHECK(snapshot.overlay.discs.size() == 1);
  CHECK(snapshot.overlay.lines.size() == 24);
  CHECK(visit.head().z == 0.0);  // not yet
  visit.input.hands[1].stick = {0.0, 0.0};
  const math::Vec3 target = visit.state.target;
  visit.run(1);
  CHECK(visit.state.aim == TeleportAim::None);
  CHECK(visit.head().z == Approx(target.z));
  CHECK(visit.user.teleports == 1);
  CHECK(visit.user.walked == 0.0);
  CHECK(fade_of(visit.user, visit.user_settings) > 0.9);
}

TEST_CASE("locomotion: a button aims too, and nothing happens where a body does not fit, on walls or without ground") {
  Visit visit;
  visit.input.hands[1].buttons = frame::kButtonStick;
  visit.point_along({1, -0.5, 0});  // lands at about x = 1.8
  CHECK(visit.state.aim == TeleportAim::NoRoom);
  visit.point_along({1, 0.2, 0});
  CHECK(visit.state.aim == TeleportAim::Steep);
  CHECK(visit.state.target.x == Approx(2.0));
  visit.settings.arc_speed = 30.0;
  visit.point_along({0, 1, -0.1});
  CHECK(visit.state.aim == TeleportAim::NoGround);
  frame::Snapshot snapshot;
  draw(visit.state, snapshot);
  CHECK(snapshot.overlay.discs.empty());
  visit.input.hands[1].buttons = 0;
  visit.run(1);
  CHECK(visit.user.teleports == 0);
}

TEST_CASE("locomotion: losing focus while aiming is no teleport") {
  Visit visit;
  visit.point_along({0, 0.3, -1});
  visit.input.hands[1].stick = {0.0, 1.0};
  visit.run(2);
  visit.input.focus = frame::SessionFocus::Visible;
  visit.input.hands[1].stick = {0.0, 0.0};
  visit.run(5);
  visit.input.focus = frame::SessionFocus::Focused;
  visit.run(5);
  CHECK(visit.user.teleports == 0);
}

TEST_CASE("locomotion: one snap turn per push, with hysteresis; smooth turning by rate, with vignette") {
  Visit visit;
  visit.input.hands[1].stick = {1.0, 0.0};
  visit.run(30);
  CHECK(visit.user.turns == 1);
  CHECK(math::yaw_of(visit.user.head.world_from_point.rotation) == Approx(-math::radians(45)));
  CHECK(visit.state.vignette == 0.0);
  for (const double x : {0.5, 0.9, 0.2, 0.9}) {
    visit.input.hands[1].stick = {x, 0.0};
    visit.run(2);
  }
  CHECK(visit.user.turns == 2);
  visit.settings.smooth_turn = true;
  const double before = math::yaw_of(visit.user.head.world_from_point.rotation);
  visit.input.hands[1].stick = {-1.0, 0.0};
  visit.run(90);
  CHECK(math::yaw_of(visit.user.head.world_from_point.rotation) - before == Approx(math::radians(60)));
  CHECK(visit.state.vignette == Approx(0.5));
}

TEST_CASE("locomotion: smooth moving follows the gaze and slides along walls") {
  Visit visit;
  visit.input.hands[0].stick = {0.0, 1.0};
  visit.run(90);
  CHECK(visit.head().z == 0.0);  // opt-in
  visit.settings.smooth_move = true;
  visit.run(90);
  CHECK(visit.head().z == Approx(-1.4).margin(1e-6));
  visit.input.head.pose.rotation = math::from_axis_angle(math::kUp, -math::radians(45));  // towards the wall, aslant
  visit.run(300);
  CHECK(visit.head().x < 1.7 + 1e-6);
  CHECK(visit.head().x > 1.65);
  CHECK(visit.head().z < -3.5);
  CHECK(visit.state.slid > 4.0);
}

TEST_CASE("locomotion: sticks can be swapped, and one hand is enough") {
  Visit visit;
  visit.settings.swap_sticks = true;
  visit.input.hands[0].stick = {1.0, 0.0};
  visit.run(1);
  CHECK(visit.user.turns == 1);
  visit.settings.swap_sticks = false;
  visit.settings.one_hand = true;
  visit.input.hands[0].stick = {0.0, 0.0};
  visit.run(1);
  visit.input.hands[0].stick = {-1.0, 0.0};
  visit.run(1);
  CHECK(visit.user.turns == 2);
}

TEST_CASE("locomotion: the tool hand is swapped separately from the sticks") {
  for (const bool swap_sticks : {false, true}) {
    for (const bool swap_tool_hand : {false, true}) {
      CAPTURE(swap_sticks, swap_tool_hand);
      Visit visit;
      visit.settings.swap_sticks = swap_sticks;
      visit.settings.swap_tool_hand = swap_tool_hand;
      visit.input.hands[swap_sticks ? 0 : 1].stick = {0.0, 1.0};
      visit.run(2);
      CHECK(visit.state.aim != TeleportAim::None);
      CHECK(visit.state.aiming_hand == (swap_tool_hand ? frame::kLeft : frame::kRight));
      visit.input.hands[swap_sticks ? 0 : 1].stick = {0.0, 0.0};
      visit.run(2);
      for (auto& hand : visit.input.hands) hand.buttons = frame::kButtonStick;  // both at once: the tool hand's counts
      visit.run(2);
      CHECK(visit.state.aiming_hand == (swap_tool_hand ? frame::kLeft : frame::kRight));
    }
  }
}

TEST_CASE("live settings: in the unit of their keys, clamped to their ranges") {
  UserSettings user;
  LocomotionSettings moving;
  apply({frame::LiveSetting::HeightOffset, 0, 30.0}, user, moving);
  apply({frame::LiveSetting::Seated, 0, 1.0}, user, moving);
  CHECK(user.lift() == Approx(0.7));
  apply({frame::LiveSetting::SnapTurn, 0, 1000.0}, user, moving);
  CHECK(user.snap_turn == Approx(math::radians(90.0)));
  apply({frame::LiveSetting::TurnSpeed, 0, 120.0}, user, moving);
  CHECK(moving.turn_speed == Approx(math::radians(120.0)));
  apply({frame::LiveSetting::SwapToolHand, 0, 1.0}, user, moving);
  CHECK(moving.tool_hand() == frame::kLeft);
  apply({frame::LiveSetting::TeleportFade, 0, 500.0}, user, moving);
  CHECK(user.teleport_fade_seconds == Approx(0.5));
}

TEST_CASE("locomotion: a head through a wall sees black until it comes back") {
  Visit visit;
  for (int i = 0; i <= 60; ++i) {
    visit.input.head.pose.position.x = 0.05 * i;  // physical walking, to x = 3
    visit.run(1);
  }
  visit.run(30);
  CHECK(visit.state.wall_fade == 1.0);
  CHECK(visit.head().x == Approx(3.0));  // never pushed back
  visit.input.head.pose.position.x = 1.5;
  visit.run(30);
  CHECK(visit.state.wall_fade == 0.0);
}
