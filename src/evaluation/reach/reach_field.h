// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a standing or sitting body reaches straight ahead, point by point, and with how much of itself: a slice of the
// hand's reachable field by height and distance. Torso, pelvis, balance and joint limits are those of least_effort().
#include <optional>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/reach/least_effort.h"

namespace fh::evaluation {

/// Where a check of reach lets the body stand.
struct ReachStand {
  std::string check;           // its name
  math::Vec3 at{0.0};          // on the ground
  math::Vec3 ahead{0, 0, -1};  // where it faces: horizontal, of length 1
  std::vector<bool> seen{};    // by cell of the field: its middle is in sight of the eyes of a body that stands so
};

inline constexpr double kKneelBelow = 0.9;  // m over the ground: higher than that nobody kneels down for anything

struct ReachField {
  static constexpr double kCell = 0.2;                         // m
  static constexpr std::size_t kColumns = 10, kRows = 12;      // 2 m ahead, 2.4 m high
  std::string body;                                            // "f05"
  double seat = 0.0;                                           // m, of the seat; 0: it stands
  double eye_height = 0.0, shoulder_height = 0.0;              // m
  std::array<scene::ReachEffort, kColumns * kRows> classes{};  // row by row upwards; cell middles, nearest first
  std::vector<ReachStand> stands;                              // one for each check of reach

  /// Points of a class or less as an area of the slice, m².
  double area(scene::ReachEffort most) const;
  /// Of the cell that a point ahead and up from the ankles, or from under the pelvis of a body that sits, is in; No
  /// outside.
  scene::ReachEffort at(double ahead, double up) const;
  static double middle(std::size_t cell) { return (static_cast<double>(cell) + 0.5) * kCell; }
};

/// Makes a field posture by posture, for callers with little time.
class ReachFieldBuilder {
 public:
  ReachFieldBuilder(const std::string& name, const human::Body& body, double seat = 0.0);
  ReachFieldBuilder(const ReachFieldBuilder&) = delete;
  ReachFieldBuilder& operator=(const ReachFieldBuilder&) = delete;
  /// Tries one more posture; true when the field is whole.
  bool step();
  const ReachField& field() const { return field_; }
  bool whole() const { return next_ >= field_.classes.size(); }

 private:
  void begin_cell();

  ReachField field_;
  scene::Object point_;
  ReachQuestion question_;
  std::optional<ReachSearch> search_;  // of the cell under way
  std::size_t next_ = 0;
  bool reached_ = false;  // a nearer cell of the row
};

/// The right palm of this body; left is its mirror image. `seat`: m, that it sits at; 0: it stands.
ReachField reach_field(const std::string& name, const human::Body& body, double seat = 0.0);
core::Json reach_field_json(const ReachField& field);

}  // namespace fh::evaluation
