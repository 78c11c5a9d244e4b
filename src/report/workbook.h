// SPDX-License-Identifier: Apache-2.0
#pragma once
// The report as a workbook (.xlsx): a sheet of the checks, a sheet of what can be better or worse, and a sheet for each
// table. The same report gives the same bytes.
#include "report/evaluation_report.h"

namespace fh::report {

/// Writes the file; only the owner may read it. Tables longer than a sheet is end with a row that says so.
core::Result<> write_workbook(const EvaluationReport& report, const std::filesystem::path& file);

}  // namespace fh::report
