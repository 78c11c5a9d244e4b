// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/load_band.h"

#include <algorithm>

#include "evaluation/posture/load_errors.h"
#include "evaluation/posture/posture_band.h"
#include "math/constants.h"

namespace fh::evaluation {

Span LoadBand::around(std::size_t row, double value) const {
  if (!rebuilt_) return {value, value};
  const LoadError& error = kLoadErrors[bent_ ? 1 : 0][row];
  const double low = value + weight_ * error.weight_low + held_ * math::kGravity * error.load_low;
  const double high = value + weight_ * error.weight_high + held_ * math::kGravity * error.load_high;
  return {std::clamp(low, 0.0, value), std::max(high, value)};
}

Span LoadBand::torque(LoadGroup group, double newton_metres) const {
  return around(static_cast<std::size_t>(group), newton_metres);
}

Span LoadBand::compression(const LowBack& back) const {
  return {around(kCompressionRow, back.compression_low).low, around(kCompressionRow, back.compression_high).high};
}

Span LoadBand::shear(const LowBack& back) const {
  return around(kShearRow, back.shear);
}

LoadBand load_band(const human::MassModel& masses, std::span<const math::Pose> frames, double held, bool rebuilt) {
  LoadBand band;
  band.rebuilt_ = rebuilt;
  if (!rebuilt) return band;
  band.bent_ = is_bent(posture_angles(frames));
  band.weight_ = masses.total * math::kGravity;
  band.held_ = held;
  return band;
}

Span limit_band(const LiftTask& task, double origin_vertical, bool bent) {
  const LiftError& error = kLiftErrors[bent ? 1 : 0];
  const double limit = recommended_weight(task, origin_vertical).limit;
  Span span{limit, limit};
  for (const double away : {error.horizontal_low, error.horizontal_high}) {
    for (const double turn : {0.0, error.asymmetry}) {
      for (const double up : {-error.vertical, error.vertical}) {
        LiftTask other = task;
        other.horizontal = std::max(0.0, task.horizontal + away);
        other.vertical = std::max(0.0, task.vertical + up);
        for (const double side : {-turn, turn}) {
          other.asymmetry = std::abs(task.asymmetry + side);
          const double may_be = recommended_weight(other, origin_vertical).limit;
          span.low = std::min(span.low, may_be);
          span.high = std::max(span.high, may_be);
        }
      }
    }
  }
  return span;
}

}  // namespace fh::evaluation
