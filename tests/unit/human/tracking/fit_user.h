// SPDX-License-Identifier: Apache-2.0
#pragma once
// A user for tests of the fit: a body, what is tracked of it, and ticks.
#include <catch2/catch_test_macros.hpp>

#include "human/body/named_postures.h"
#include "human/tracking/tracked_fit.h"
#include "math/trig.h"

namespace fh::human {

struct FitUser {
  Body body = make_user();
  FitRig rig = build_fit_rig(body);
  FitState state;
  FlatGround ground;
  TrackedInput input = seen(standing_posture(body.skeleton));

  static Body make_user() {
    const auto population = load_default_population();
    REQUIRE(population);
    auto made = make_body(*population, BodySpec{});
    REQUIRE(made);
    return std::move(*made);
  }
  /// What headset and controllers see of a posture.
  TrackedInput seen(const Posture& posture) const {
    Frames<double> frames;
    forward_kinematics(body.skeleton, posture, frames);
    TrackedInput out;
    out.head = {frames.pose(Joint::Head) * math::Pose{math::kIdentity, rig.eyes_in_head}, true};
    out.hands[0].wrist = {frames.pose(Joint::LeftHand), true};
    out.hands[1].wrist = {frames.pose(Joint::RightHand), true};
    return out;
  }
  FitResult tick(int count = 1, double dt = 1.0 / 90.0) {
    FitResult result;
    for (int i = 0; i < count; ++i) result = fit_tracked(rig, input, ground, dt, state);
    return result;
  }
  /// From the input as it is to another in `seconds`, eased; `each` sees every tick.
  template <class Each>
  void move_to(const TrackedInput& to, double seconds, Each&& each) {
    const TrackedInput from = input;
    const int ticks = static_cast<int>(seconds * 90.0);
    for (int i = 1; i <= ticks; ++i) {
      const double t = math::smooth_step(static_cast<double>(i) / ticks);
      input.head.pose = math::interpolate(from.head.pose, to.head.pose, t);
      for (std::size_t s = 0; s < 2; ++s) {
        input.hands[s].wrist.pose = math::interpolate(from.hands[s].wrist.pose, to.hands[s].wrist.pose, t);
      }
      each(tick());
    }
  }
};

inline bool finite(const Posture& posture) {
  double sum = posture.world_from_pelvis.position.x + posture.world_from_pelvis.position.y +
               posture.world_from_pelvis.position.z;
  for (const math::Quat& q : posture.rotations) sum += q.w + q.x + q.y + q.z;
  return std::isfinite(sum);
}

/// The lowest point of both soles over the floor at 0.
inline double lowest_sole(const FitRig& rig, const FitResult& result) {
  double lowest = 1e9;
  for (const Side side : kSides) {
    const math::Pose foot = result.frames.pose(on_side(Joint::RightFoot, side));
    const math::Pose toes = result.frames.pose(on_side(Joint::RightToes, side));
    const math::Vec3 ball = rig.body->skeleton.offsets[index_of(on_side(Joint::RightToes, side))];
    for (const math::Vec3& p : rig.soles[index_of(side)].whole) {
      lowest = std::min(lowest, p.z < ball.z ? toes.point(p - ball).y : foot.point(p).y);
    }
  }
  return lowest;
}

}  // namespace fh::human
