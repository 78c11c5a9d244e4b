// SPDX-License-Identifier: Apache-2.0
#pragma once
// The figures of a visit that say that something is better or worse: what `firsthand diff` compares. Figures that are
// neither (where somebody was, how long a visit took) are not among them.
#include <string>
#include <vector>

#include "report/evaluation_report.h"

namespace fh::report {

enum class Better : std::uint8_t { Less, More };

struct Figure {
  std::string who, what, unit;  // `who` and `what` are the key
  Better better = Better::Less;
  double value = 0.0, low = 0.0, high = 0.0;  // of a series: the mean
  double resolution = 0.0;                    // differences below it are not told apart, in the unit
  core::Json at_s;                            // the moment, where there is one
  // Over time, at a fixed rate; empty: one value. Low and high where the body is guessed.
  std::vector<double> series, series_low, series_high;
};

std::vector<Figure> figures_of(const MeasuredVisit& visit);

}  // namespace fh::report
