#pragma once
// What is tracked of a user, in the scene (world space, metres). Raw grips become wrists by calibration.h.
#include <array>

#include "math/pose.h"

namespace fh::human {

struct Tracker {
  math::Pose pose;
  bool valid = false;
};

struct TrackedHand {
  Tracker wrist;                  // world_from_hand: the hand's joint frame (human/joints.h), origin in the wrist
  std::array<double, 5> curls{};  // thumb … little finger, 0 straight … 1 closed
  bool curls_valid = false;
};

struct TrackedInput {
  Tracker head;                      // world_from_eyes: between the eyes, -Z looks
  std::array<TrackedHand, 2> hands;  // left, right
  Tracker pelvis;                    // world_from_pelvis, when a tracker is worn
  std::array<Tracker, 2> feet;       // world_from_foot (the ankle), when trackers are worn
};

}  // namespace fh::human
