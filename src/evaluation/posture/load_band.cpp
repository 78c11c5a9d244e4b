// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/load_band.h"

#include <algorithm>
#include <array>

#include "evaluation/posture/load_errors.h"
#include "evaluation/posture/posture_band.h"
#include "math/constants.h"

namespace fh::evaluation {
namespace {

constexpr double kBestHeight = 75.0;  // cm at which the equation allows most

}  // namespace

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
  const double near = std::max(0.0, task.horizontal + error.horizontal_low);
  const double low = std::max(0.0, task.vertical - error.vertical), high = task.vertical + error.vertical;
  // The limit falls with the distance and with the angle, and has its peak at one height: these hold its extremes.
  const std::array heights{low, high, std::clamp(kBestHeight, low, high)};
  const double limit = recommended_weight(task, origin_vertical).limit;
  Span span{limit, limit};
  for (const double horizontal : {near, task.horizontal + error.horizontal_high}) {
    for (const double asymmetry :
         {std::max(0.0, task.asymmetry - error.asymmetry), std::min(180.0, task.asymmetry + error.asymmetry)}) {
      for (const double vertical : heights) {
        LiftTask other = task;
        other.horizontal = horizontal;
        other.asymmetry = asymmetry;
        other.vertical = vertical;
        const double may_be = recommended_weight(other, origin_vertical).limit;
        span.low = std::min(span.low, may_be);
        span.high = std::max(span.high, may_be);
      }
    }
  }
  return span;
}

}  // namespace fh::evaluation
