// SPDX-License-Identifier: Apache-2.0
#pragma once
// A recording simulated again, or a scenario visited anew, and everything about it measured.
#include "app/commands/commands.h"
#include "report/evaluation_report.h"

namespace fh::app {

/// Fails with one message when the subject cannot be read or visited. When the user interrupts, the report is of what
/// was measured until then (EvaluationReport::partial).
core::Result<report::EvaluationReport> measured_report(const EvaluateOptions& options);

}  // namespace fh::app
