// SPDX-License-Identifier: Apache-2.0
#pragma once
// Waiting for the user to show the calibration pose (J-88): asked for by frame::CommandId::Calibrate, it takes the
// first pose that is held still, and says what is wrong until then. Part of the simulation's state, so that a replay
// calibrates again.
#include <array>
#include <optional>
#include <string>

#include "core/archive.h"
#include "frame/frame_input.h"
#include "human/tracking/calibration.h"

namespace fh::world {

inline constexpr std::int64_t kCalibrationPatience = 20 * 90;  // ticks until a request is given up
inline constexpr std::int64_t kCalibrationStill = 90;          // ticks the pose is held

struct CalibrationWatch {
  std::int64_t ticks_left = 0;  // until it is given up; 0: nothing is asked for
  std::int64_t still_ticks = 0;
  std::array<math::Vec3, 3> held{};  // head, left, right, where they began to be still; tracking space
  std::int64_t said_ticks = 0;       // left to show what was said
  std::string said;                  // to the user: what to do, what came of it

  bool is_waiting() const { return ticks_left > 0; }
  void ask();
  /// One tick. A pose that was held long enough comes back once; tell it what came of it with conclude() or refuse().
  std::optional<human::CalibrationPose> advance(const frame::FrameInput& input, bool seated);
  void conclude(const human::CalibratedUser& user);
  /// Waiting goes on.
  void refuse(const std::string& reason);

  void visit(core::Archive& archive);
};

}  // namespace fh::world
