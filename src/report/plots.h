// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plots of a visit as SVG: ways on the plan, scores and clearances over time.
#include "report/evaluation_report.h"

namespace fh::report {

/// What stands on the ground of a place, for the plan: boxes of things that do not move and cannot be walked over or
/// under.
std::vector<math::Aabb> standing_boxes(const scene::Scene& scene);

/// Those whose tables the visit has. `number`: of the visit in the page, whose replay marks the moment in them.
std::string plots(const MeasuredVisit& visit, std::size_t number);

}  // namespace fh::report
