// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a standing or sitting body reaches, and with how much of itself: straight ahead point by point, a slice of the
// hand's reachable field by height and distance; to the sides the surface that bounds it. Torso, pelvis, balance and
// joint limits are those of least_effort().
#include <atomic>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/reach/least_effort.h"
#include "math/constants.h"

namespace fh::evaluation {

/// Where a check of reach lets the body stand.
struct ReachStand {
  std::string check;           // its name
  math::Vec3 at{0.0};          // on the ground
  math::Vec3 ahead{0, 0, -1};  // where it faces: horizontal, of length 1
  std::vector<bool> seen{};    // by cell of the field: its middle is in sight of the eyes of a body that stands so
  std::array<std::vector<bool>, 4> seen_faces{};  // likewise by face of each shell
};

/// A piece of a shell: its corners in order, world frame.
using ReachFace = std::array<math::Vec3, 4>;

inline constexpr double kKneelBelow = 0.9;  // m over the ground: higher than that nobody kneels down for anything

struct ReachField {
  static constexpr double kCell = 0.2;                         // m
  static constexpr std::size_t kColumns = 10, kRows = 12;      // 2 m ahead, 2.4 m high
  std::string body;                                            // "f05"
  double seat = 0.0;                                           // m, of the seat; 0: it stands
  double eye_height = 0.0, shoulder_height = 0.0;              // m
  std::array<scene::ReachEffort, kColumns * kRows> classes{};  // row by row upwards; cell middles, nearest first
  /// How far the palm of the nearer hand comes with at most an effort, m from above the ankles or the pelvis: by
  /// direction from straight ahead to that hand's side (the other side is its mirror image), height of the row's middle
  /// and effort, Arm to Kneel. 0: not at all, or not worked out yet. Feet and seat face ahead until the body steps or
  /// kneels, for which it turns.
  static constexpr std::size_t kDirections = 5;
  static constexpr double kTurn = math::kPi / 6.0;  // rad from one direction to the next
  std::array<std::array<std::array<double, 4>, kRows>, kDirections> edges{};
  std::vector<ReachStand> stands;  // one for each check of reach

  /// Points of a class or less as an area of the slice, m².
  double area(scene::ReachEffort most) const;
  /// Of the cell that a point ahead and up from the ankles, or from under the pelvis of a body that sits, is in; No
  /// outside.
  scene::ReachEffort at(double ahead, double up) const;
  /// The surface that bounds an effort around a body that stands or sits at `at`. `ahead`: horizontal, of length 1.
  std::vector<ReachFace> shell(scene::ReachEffort effort, const math::Vec3& at, const math::Vec3& ahead) const;
  static double middle(std::size_t cell) { return (static_cast<double>(cell) + 0.5) * kCell; }
};

/// The right palm of this body; left is its mirror image. `seat`: m, that it sits at; 0: it stands. `stop`: gives up
/// soon when it becomes true.
ReachField reach_field(const std::string& name, const human::Body& body, double seat = 0.0,
                       const std::atomic<bool>* stop = nullptr);
core::Json reach_field_json(const ReachField& field);

}  // namespace fh::evaluation
