// SPDX-License-Identifier: Apache-2.0
#pragma once
// RULA, REBA and OWAS of one posture, by the tables of score_tables.h and the edges of rula_bins.h. What a recording
// does not tell is taken as harmless and is listed in kNotTold.
#include <string>
#include <string_view>

#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {

inline constexpr std::string_view kNotTold =
    "shoulder raised, arm supported, repetition, shock and coupling are not told by tracking and count 0";

/// What a score depends on beside the posture.
struct Exertion {
  std::array<double, 2> load{};  // kg in the left and the right hand
  bool walking = false;
  bool on_one_foot = false;          // one foot carries nothing
  std::array<bool, 2> arm_static{};  // the arm's scores have not changed for more than a minute
  bool body_static = false;          // likewise neck, trunk and legs
};

struct RulaScore {
  int upper_arm = 1, lower_arm = 1, wrist = 1, twist = 1;  // table A
  int neck = 1, trunk = 1, legs = 1;                       // table B
  int table_a = 1, table_b = 1;
  int muscle_a = 0, muscle_b = 0, force = 0;
  int grand = 1;  // 1 … 7
  /// 1 acceptable, 2 investigate, 3 investigate and change soon, 4 investigate and change at once.
  int action() const { return grand <= 2 ? 1 : grand <= 4 ? 2 : grand <= 6 ? 3 : 4; }
};
RulaScore rula(const PostureAngles& angles, std::size_t side, const Exertion& exertion);

struct RebaScore {
  int trunk = 1, neck = 1, legs = 1;            // table A
  int upper_arm = 1, lower_arm = 1, wrist = 1;  // table B
  int table_a = 1, table_b = 1, load = 0, table_c = 1, activity = 0;
  int grand = 1;  // 1 … 15
  /// 0 none, 1 may be necessary, 2 necessary, 3 necessary soon, 4 necessary now.
  int action() const { return grand <= 1 ? 0 : grand <= 3 ? 1 : grand <= 7 ? 2 : grand <= 10 ? 3 : 4; }
};
RebaScore reba(const PostureAngles& angles, std::size_t side, const Exertion& exertion);

struct OwasScore {
  int back = 1, arms = 1, legs = 2, load = 1;
  int action = 1;  // category 1 … 4
};
OwasScore owas(const PostureAngles& angles, const Exertion& exertion);

/// The way through the tables, for reports.
std::string row_text(const RulaScore& score);
std::string row_text(const RebaScore& score);
std::string row_text(const OwasScore& score);

}  // namespace fh::evaluation
