// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a standing body reaches straight ahead, point by point, and with how much of itself: a slice of the hand's
// reachable field by height and distance. Torso, pelvis, balance and joint limits are those of least_effort().
#include "core/json.h"
#include "core/result.h"
#include "evaluation/reach/least_effort.h"

namespace fh::evaluation {

/// Where a check of reach lets the body stand.
struct ReachStand {
  std::string check;           // its name
  math::Vec3 at{0.0};          // on the ground
  math::Vec3 ahead{0, 0, -1};  // where it faces: horizontal, of length 1
};

struct ReachField {
  static constexpr double kCell = 0.2;                         // m
  static constexpr std::size_t kColumns = 10, kRows = 12;      // 2 m ahead, 2.4 m high
  std::string body;                                            // "f05"
  double eye_height = 0.0, shoulder_height = 0.0;              // m
  std::array<scene::ReachEffort, kColumns * kRows> classes{};  // row by row upwards; cell middles, nearest first
  std::vector<ReachStand> stands;                              // one for each check of reach

  /// Points of a class or less as an area of the slice, m².
  double area(scene::ReachEffort most) const;
};

/// The right palm of this body; left is its mirror image.
ReachField reach_field(const std::string& name, const human::Body& body);
core::Json reach_field_json(const ReachField& field);

}  // namespace fh::evaluation
