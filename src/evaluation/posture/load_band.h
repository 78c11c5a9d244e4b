// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far loads of a body that is rebuilt from head and hands may be from those of the true one: what 3 and 97 of 100
// captured frames of 76 clips had (load_errors.h), those of the weight of the body in shares of its weight, those of a
// load in the hands as an error of its lever.
#include "evaluation/posture/joint_loads.h"
#include "evaluation/posture/niosh.h"

namespace fh::evaluation {

struct Span {
  double low = 0.0, high = 0.0;
};

class LoadBand {
 public:
  /// Around a figure: that of a rebuilt body, else the figure alone.
  Span torque(LoadGroup group, double newton_metres) const;
  /// Also over the lever arms that the muscles may have (low_back.h).
  Span compression(const LowBack& back) const;
  Span shear(const LowBack& back) const;

 private:
  friend LoadBand load_band(const human::MassModel& masses, std::span<const math::Pose> frames, double held,
                            bool rebuilt);
  Span around(std::size_t row, double value) const;

  bool rebuilt_ = false, bent_ = false;
  double weight_ = 0.0, held_ = 0.0;  // N, kg
};
/// `held`: kg in the hands.
LoadBand load_band(const human::MassModel& masses, std::span<const math::Pose> frames, double held, bool rebuilt);

/// The least and the most that the limit may be where ankles and pelvis, which the equation measures from, are guessed.
Span limit_band(const LiftTask& task, double origin_vertical, bool bent);

}  // namespace fh::evaluation
