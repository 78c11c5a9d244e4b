// SPDX-License-Identifier: Apache-2.0
// The accuracy protocol of CB-75: a fingertip is led round a circle of 114.3 mm, 2.5 m away. Its authors, with three
// cameras, were off by 1 cm in the mean; 1 mm is asked here. From the controllers' poses, in single precision as
// runtimes give them, through the whole world to the bones that the picture and the recordings show.
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"
#include "math/trig.h"

namespace fh::test {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kRadius = 0.1143, kAway = 2.5;  // m

double in_single(double x) {
  return static_cast<double>(static_cast<float>(x));
}
Pose in_single(const Pose& pose) {
  const auto& [q, p] = pose;
  return {{in_single(q.w), in_single(q.x), in_single(q.y), in_single(q.z)},
          {in_single(p.x), in_single(p.y), in_single(p.z)}};
}

struct Circle {
  double mean = 0.0, most = 0.0;  // m between the drawn fingertip and the point of the circle
  double told = 0.0;              // m, the mean gap that the avatar tells
};

/// A user 2.5 m from the origin of tracking space, who points with the right hand.
class Pointing {
 public:
  Pointing() {
    for (int i = 0; i < 90; ++i) lead(eyes() + Vec3(0.18, -0.25, -0.40));
    grip_from_tip_ = math::inverse(world_from_grip()).point(drawn_tip());
  }
  /// `ahead`: m of the circle's centre before the eyes. Two rounds of two seconds.
  Circle led_round(double ahead) {
    const Vec3 centre = eyes() + Vec3(0.18, -0.25, -ahead);
    const auto on_circle = [&](int i) {
      const double angle = math::kTau * i / 180.0;
      return centre + kRadius * Vec3(math::cos(angle), math::sin(angle), 0.0);
    };
    for (int i = 0; i < 45; ++i) lead(on_circle(0));
    Circle out;
    const int ticks = 360;
    for (int i = 0; i < ticks; ++i) {
      lead(on_circle(i));
      const double off = glm::length(drawn_tip() - world_from_grip().point(grip_from_tip_));
      out.mean += off / ticks;
      out.most = std::max(out.most, off);
      out.told += user().avatar.fit().hands[frame::kRight].gap / ticks;
    }
    return out;
  }

 private:
  const world::User& user() const { return world_.users()[0]; }
  Vec3 eyes() const { return input_.head.pose.position; }
  void lead(const Vec3& grip) {
    auto& hand = input_.hands[frame::kRight];
    hand.active = hand.grip.valid = hand.grip.tracked = hand.curls_valid = 1;
    hand.grip.pose = in_single({frame::grip_of({}).rotation, grip});
    hand.aim = hand.grip;
    hand.curls = {0.75, 0.0, 1.0, 1.0, 1.0};
    world_.tick(input_);
  }
  /// As it is tracked.
  Pose world_from_grip() const {
    return world::world_from_tracking(user().state, user().settings) * input_.hands[frame::kRight].grip.pose;
  }
  Vec3 drawn_tip() const { return user().avatar.fit().frames.pose(human::Joint::RightIndex3).point({0.0, -0.02, 0.0}); }

  scene::Scenario scenario_ = place("", "", "[1, 0, 2]");
  WatchedWorld world_ = world_of(scenario_);
  frame::FrameInput input_ = standing_user({0.0, 0.0, -kAway});
  Vec3 grip_from_tip_{0.0};  // read once
};

}  // namespace

TEST_CASE("circle of CB-75: the drawn fingertip keeps within a millimetre, and its gap is told where the arm ends") {
  Pointing user;
  const Circle near = user.led_round(0.40), far = user.led_round(0.75);
  INFO("near: mean " << near.mean << " m, most " << near.most << "; far: mean " << far.mean << " m, told " << far.told);
  CHECK(near.mean <= 1e-3);
  CHECK(near.most <= 1e-3);
  CHECK(near.told <= 1e-4);
  // Part of it beyond the arm: the fingertip cannot be there, and the avatar says by how much.
  CHECK(far.mean > 0.01);
  CHECK(std::abs(far.mean - far.told) < 1e-3);
}

}  // namespace fh::test
