// SPDX-License-Identifier: Apache-2.0
#pragma once
// The prior at work on one user: what was seen in the last second, the question that is asked of the network each tick,
// and its answer as places in the world that move smoothly. World space, metres, seconds.
#include <cstdint>

#include "human/body/skeleton.h"
#include "human/prior/body_prior.h"
#include "math/pose.h"

namespace fh::human {

/// What the prior needs of a body.
struct PriorBody {
  std::array<double, kLandmarkCount> lengths{};  // from the landmark each hangs on, in the zero posture
  // Where joints sit, and how bodies stand, differs between skeletons. Of the trunk's landmarks: directions as they are
  // said of a body at rest (right, up, back), and what this body's own are beyond that.
  std::array<math::Vec3, kAtElbows> rest{}, differs{};
  double feet_back = 0.0;  // m, the same of the feet
  double height = 1.5;     // of the head's joint over the floor
};
/// Of a body with the bones of a captured one: compared with the people it was learnt from in their zero posture.
PriorBody prior_body(const Skeleton& skeleton);
/// Of any other body: what is said of it while it stands at ease is that it stands so.
PriorBody prior_body(const Skeleton& skeleton, const BodyPrior& prior);

/// What is seen in a tick.
struct PriorSight {
  math::Pose head;                   // joint frame
  std::array<math::Pose, 2> wrists;  // hands' joint frames, left and right
  std::array<bool, 2> tracked{};
  double floor = 0.0;  // the lower ground of both feet
};

/// What the prior says in a tick.
struct PriorGuess {
  std::array<math::Vec3, kLandmarkCount> places{};      // smooth in time
  std::array<math::Vec3, kLandmarkCount> velocities{};  // m/s
  std::array<double, kLandmarkCount> radii{};           // of balls that hold the truth in 90 of 100 frames, m
  std::array<double, 2> stands{};                       // 0 … 1: that the left, right foot stands
};

/// Remembered from tick to tick: a ring of what was seen, and where the landmarks were said to be.
struct PriorMotion {
  static constexpr std::size_t kSightSize = 29;  // three places with two axes each, and the trust in both hands
  static constexpr std::size_t kSights = 112;    // a second of them, at least kApart from each other
  static constexpr double kApart = 0.0095;       // s
  std::array<float, kSights * kSightSize> sights{};
  std::array<double, kSights> times{};
  double time = 0.0;  // since the first
  double floor = 0.0;
  std::array<double, 2> trust{};  // in the hands, 0 … 1
  std::array<math::Vec3, kLandmarkCount> places{};
  std::array<double, 2> stands{};
  std::uint32_t newest = 0, count = 0;
};

/// One tick of `dt` seconds. The first one after a fresh state sets the places.
PriorGuess advance_prior(const BodyPrior& prior, const PriorBody& body, const PriorSight& sight, double dt,
                         PriorMotion& motion);

}  // namespace fh::human
