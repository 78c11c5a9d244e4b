// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plots of a visit as SVG: ways on the plan, scores and clearances over time.
#include "report/evaluation_report.h"

namespace fh::report {

/// Those whose tables the visit has. `number`: of the visit in the page, whose replay marks the moment in them.
std::string plots(const MeasuredVisit& visit, std::size_t number);

}  // namespace fh::report
