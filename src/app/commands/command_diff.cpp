// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/commands/measured_report.h"
#include "app/commands/outputs.h"
#include "core/files.h"
#include "report/comparison.h"

namespace fh::app {
namespace {

/// A folder is a report that was made before; everything else is measured now.
core::Result<report::EvaluationReport> side(const std::string& name, const DiffOptions& options) {
  std::error_code error;
  if (std::filesystem::is_directory(name, error)) return report::read_report(name);
  if (name.find(':') != std::string::npos && !std::filesystem::exists(name, error))
    return core::fail(
        "{}: scenarios have no variants that could be named after a colon; write the variant as a scenario of its own "
        "and give that file",
        name);
  EvaluateOptions measuring;
  measuring.subject = name;
  measuring.workers = options.workers;
  measuring.config = options.config;
  measuring.progress = options.progress;
  auto report = measured_report(measuring);
  if (report && !report->partial.is_null())
    return core::fail("interrupted while {} was measured; nothing was compared", name);
  return report;
}

std::string number_text(const core::Json& value) {
  if (value.is_number()) return fmt::format("{:.4g}", value.get<double>());
  return value.is_string() ? value.get<std::string>() : "-";
}

std::string line_of(const report::Compared& row) {
  std::string line =
      fmt::format("  {}, {} (body {}): {} -> {}", row.who, row.what, row.body, number_text(row.a), number_text(row.b));
  if (!row.unit.empty()) line += " " + row.unit;
  if (row.low.is_number())
    line += fmt::format(", {:+.3g} ({:+.3g} to {:+.3g})", row.difference.get<double>(), row.low.get<double>(),
                        row.high.get<double>());
  if (row.effect.is_number()) line += fmt::format(", {:+.2g} SD", row.effect.get<double>());
  return line;
}

void print_rows(const char* title, const std::vector<report::Compared>& rows) {
  if (rows.empty()) return;
  print_line(fmt::format("{} ({}):", title, rows.size()));
  for (const report::Compared& row : rows) print_line(line_of(row));
}

void print_comparison(const report::Comparison& comparison) {
  for (const std::string& note : comparison.notes) print_line("note: " + note);
  print_rows("better", comparison.better);
  print_rows("worse", comparison.worse);
  if (comparison.better.empty() && comparison.worse.empty()) print_line("nothing is better or worse");
  print_line(fmt::format("cannot be told apart: {}; equal: {}; only in A: {}; only in B: {}",
                         comparison.cannot_tell.size(), comparison.equal, comparison.only_in_a.size(),
                         comparison.only_in_b.size()));
}

}  // namespace

int diff(const DiffOptions& options) {
  OutputClaims claims;
  if (!options.out.empty()) {
    if (auto mine = claims.take(options.out, options.force); !mine) return cannot(mine.error().within("--out"));
  }
  const auto a = side(options.a, options);
  if (!a) return cannot(a.error());
  const auto b = side(options.b, options);
  if (!b) return cannot(b.error());
  const report::Comparison comparison = report::compare(*a, *b);
  if (comparison.equal + comparison.better.size() + comparison.worse.size() + comparison.cannot_tell.size() == 0)
    return cannot({fmt::format("{} and {} have no figure in common: visits in the same body, people of the same name",
                               options.a, options.b)});
  if (!options.out.empty()) {
    if (auto written = core::write_text(options.out, report::comparison_page(comparison)); !written)
      return cannot(written.error());
  }
  if (options.json)
    print_json(report::comparison_json(comparison));
  else
    print_comparison(comparison);
  return comparison.worse.empty() ? kDone : kNo;
}

}  // namespace fh::app
