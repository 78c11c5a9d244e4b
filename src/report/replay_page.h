// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of a page in which a visit is shown again: a picture with time, eyes and a ruler, and the scripts for it.
#include "report/evaluation_report.h"

namespace fh::report {

/// Whether the scripts were there when the program was built.
bool has_replay_scripts();
/// The section of the visit with this number; a sentence where it cannot be shown again.
std::string replay_section(const MeasuredVisit& visit, std::size_t number);
/// Heat maps that every such section offers; before the scripts.
std::string replay_layers(const EvaluationReport& report);
/// For the end of a page with such sections: three.js with its licence, and ours.
std::string replay_scripts();
/// A time that leads to the moment in the replay; `who` may be empty, `points` are six coordinates or none.
std::string moment_link(const core::Json& at_s, std::size_t number, const std::string& who,
                        const core::Json& points = {});

}  // namespace fh::report
