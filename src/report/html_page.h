// SPDX-License-Identifier: Apache-2.0
#pragma once
// The page of an evaluation for people: one file that opens offline, prints, and follows the reader's choice of light
// or dark; scripts only show the visit again. Results are told by words, not by colour alone.
#include "report/evaluation_report.h"

namespace fh::report {

std::string html_page(const EvaluationReport& report);

}  // namespace fh::report
