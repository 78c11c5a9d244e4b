// SPDX-License-Identifier: Apache-2.0
#pragma once
// Following a path (K-22, K-23 with errata): a point ahead on the path attracts; heading errors are wrapped; the yaw
// loop is critically damped (k_w = 4 k_theta) and discretised exactly, so it is stable at any step; a body slows where
// it must turn sharply, walks sideways and backwards slower than forwards, and stops at the goal without overshoot.
#include "planning/navigation/path.h"

namespace fh::planning {

/// Gains of K-23; speeds are our choice: asserted by test_follow (damping, corners) and test_walk ("takes its time").
struct FollowSettings {
  double speed = 1.3;             // m/s, preferred
  double max_speed = 1.8;         // m/s, to make way or catch up
  double side_speed = 0.6;        // m/s, side-stepping
  double back_speed = 0.5;        // m/s
  double slow_speed = 0.2;        // m/s while turning round
  double corner_speed = 1.6;      // m/s through a slight corner; falls with the cosine of half the turn
  double look_ahead = 0.6;        // m
  double goal_gain = 1.5;         // 1/s: speed per metre left; with k_v = 5 the approach does not overshoot
  double yaw_gain = 5.0;          // 1/s, k_theta
  double yaw_rate_gain = 20.0;    // 1/s, k_w = 4 k_theta
  double max_turn_rate = 3.5;     // rad/s
  double speed_gain = 5.0;        // 1/s, k_v
  double max_acceleration = 4.0;  // m/s², in curves too: less than feet hold (human::kFirmestCurve)
};

/// Unit vector (x, z) of a heading, and the heading of a vector: 0 looks along -Z, positive turns left (math::yaw_of).
Vec2 direction_of(double yaw);
double yaw_of(const Vec2& direction);

/// Highest speed in a direction at `angle` (rad) to the facing; backwards faster when it is on purpose, else the body
/// turns round first.
double speed_limit(const FollowSettings& settings, double angle, bool on_purpose = false);

struct PathVelocity {
  Vec2 velocity{0.0};
  double straight = 0.0;  // m that the way goes on in this direction before it turns or ends
};

/// The velocity that follows the path; how fast the body can go there depends on where it faces (speed_limit).
PathVelocity follow(const WalkMap& map, const Path& path, PathPlace& place, const Vec2& position,
                    const FollowSettings& settings);

/// One step of the yaw loop: returns the new facing, updates the turn rate (rad/s).
double turn(double facing, double wanted, double& turn_rate, double dt, const FollowSettings& settings);

/// One step of the speed loop: towards `wanted`, at most max_acceleration.
Vec2 accelerate(const Vec2& velocity, const Vec2& wanted, double dt, const FollowSettings& settings);

}  // namespace fh::planning
