// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two evaluations compared, figure by figure: better, worse, cannot be told apart, or equal. The interval of a
// difference holds what the reports say about their own uncertainty; visits with other seeds or people may differ by
// more.
#include <filesystem>
#include <string>
#include <vector>

#include "report/evaluation_report.h"

namespace fh::report {

struct Compared {
  std::string body, who, what, unit;
  std::string wants;                 // "less", "more"; of checks "pass"
  core::Json a, b;                   // numbers; of checks results
  core::Json at_a_s, at_b_s;         // moments, where there are such
  core::Json difference, low, high;  // b - a with its interval; null for checks
  core::Json relative;               // difference / |a|; null where a is 0
  core::Json effect;                 // Cohen's d of figures over time; else null
};

struct Comparison {
  core::Json subject_a, subject_b;
  std::vector<std::string> notes;  // what else differs between the two: place, seed, program, source
  double confidence = 0.95;        // of the intervals of means: such that all of them hold together with 95 %
  std::vector<Compared> better, worse, cannot_tell;
  std::size_t equal = 0;
  std::vector<std::string> only_in_a, only_in_b;
};

Comparison compare(const EvaluationReport& a, const EvaluationReport& b);
core::Json comparison_json(const Comparison& comparison);
/// The page for people: one file that opens offline.
std::string comparison_page(const Comparison& comparison);

/// A report as write_report() left it. Fails with a message when it is none, or not whole.
core::Result<EvaluationReport> read_report(const std::filesystem::path& folder);

}  // namespace fh::report
