// SPDX-License-Identifier: Apache-2.0
#pragma once
// OMPL's RRT-Connect with FCL's broad phase as a rival of our own arm planning. Both come in a library of their own
// (rival_ompl_library.cpp) that is opened when asked for: the program does not depend on them.
#include <memory>
#include <span>

#include "planning/reaching/arm_solids.h"

namespace fh::bench {

class OmplRival {
 public:
  /// Null when the library was not built or cannot be opened. The base stays, boxes do not move.
  static std::unique_ptr<OmplRival> open(const planning::ArmModel& model, std::span<const planning::ArmBox> boxes);
  virtual ~OmplRival() = default;
  /// Microseconds that a plan took; at most two seconds.
  virtual double plan(const planning::ArmState& from, const planning::ArmState& to) = 0;
};

}  // namespace fh::bench
