// SPDX-License-Identifier: Apache-2.0
#pragma once
// Means of figures over time, compared. Neighbouring samples of a motion are nearly the same, so not samples but the
// means of blocks of time are taken as independent (batch means).
#include <cstddef>
#include <optional>
#include <span>

namespace fh::report {

/// The t that a Student variable of this many degrees of freedom stays within, either sign, with this probability
/// (0 < confidence < 1).
double student_t(double confidence, double freedom);

struct MeanDifference {
  double difference = 0.0;       // mean of b - mean of a
  double low = 0.0, high = 0.0;  // with the confidence that was asked for
  double effect = 0.0;           // difference in standard deviations of the samples (Cohen's d); 0 where they are equal
};

/// Series of the same length are compared moment by moment (paired), others by Welch's interval. None with fewer than
/// three blocks on a side.
std::optional<MeanDifference> mean_difference(std::span<const double> a, std::span<const double> b,
                                              std::size_t samples_per_block, double confidence);

}  // namespace fh::report
