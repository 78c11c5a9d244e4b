// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far conclusions about posture survive the reconstruction: the steps of RULA that hang on one angle each, of the
// true body and of the one rebuilt, and how often they agree. Edges are those of posture/rula_bins.h.
#include <array>

#include "core/json.h"
#include "human/body/kinematics.h"

namespace fh::evaluation {

/// 1 … 4 each.
struct RulaSteps {
  std::array<int, 2> upper_arms{1, 1};  // left, right
  int trunk = 1, neck = 1;
};
RulaSteps rula_steps(const human::Frames<double>& frames);

/// How often a step of the truth (first index) was rebuilt as which (second).
struct StepTable {
  std::array<std::array<int, 4>, 4> counts{};

  void add(int truth, int made) { ++counts[static_cast<std::size_t>(truth - 1)][static_cast<std::size_t>(made - 1)]; }
  int total() const;
  double agreement() const;  // share on the diagonal; 1 of nothing
};

/// In frames; both arms count.
struct RulaConfusion {
  StepTable upper_arm, trunk, neck;

  void add(const RulaSteps& truth, const RulaSteps& made);
  void add(const RulaConfusion& other);
};

/// For each: "counts" (rows: the truth), "agreement".
core::Json to_json(const RulaConfusion& confusion);

}  // namespace fh::evaluation
