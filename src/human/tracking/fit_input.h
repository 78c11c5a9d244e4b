// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is tracked of a user, in the scene (world space, metres). Raw grips become wrists by calibration.h.
#include <array>
#include <cmath>

#include "math/pose.h"

namespace fh::human {

struct Tracker {
  math::Pose pose;
  bool valid = false;
};

struct TrackedHand {
  Tracker wrist;                  // world_from_hand: the hand's joint frame (human/body/joints.h), origin in the wrist
  std::array<double, 5> curls{};  // thumb … little finger, 0 straight … 1 closed
  bool curls_valid = false;
  std::array<math::Quat, 15>
      grip{};                   // of the fingers on what is held (finger_closing.h), in the order of fingers(side)
  double grip_share = 0.0;      // 0: as curled … 1: as on what is held
  double held_mass = 0.0;       // kg that this hand carries
  math::Vec3 held_centre{0.0};  // of what it carries: centre of mass in the hand's joint frame
};

struct TrackedInput {
  double floor = 0.0;                // height of the floor of tracking space: where feet are first looked for
  Tracker head;                      // world_from_eyes: between the eyes, -Z looks
  std::array<TrackedHand, 2> hands;  // left, right
  Tracker pelvis;                    // world_from_pelvis, when a tracker is worn
  std::array<Tracker, 2> feet;       // world_from_foot (the ankle), when trackers are worn
  std::array<Tracker, 2> elbows;     // world_from_forearm, when trackers are worn: its origin says where the elbow is
};

/// Tracking may deliver anything: no number of the pose is infinite or none.
inline bool finite(const math::Pose& pose) {
  const double sum = pose.position.x + pose.position.y + pose.position.z + pose.rotation.x + pose.rotation.y +
                     pose.rotation.z + pose.rotation.w;
  return std::isfinite(sum);
}

}  // namespace fh::human
