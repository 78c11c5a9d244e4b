// SPDX-License-Identifier: Apache-2.0
#include "app/commands/measured_report.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const EvaluateOptions& options) {
  if (!options.out.empty()) return options.out;
  return fs::path(options.subject).stem().string() + "-report";
}

int exit_code_of(const report::EvaluationReport& report) {
  if (!report.partial.is_null()) return kNo;
  for (const core::Json& check : report.checks) {
    if (check["result"] != "pass") return kNo;
  }
  return kDone;
}

std::string partial_text(const core::Json& partial) {
  std::string text = fmt::format("interrupted: the report is partial, body {} was measured for {:.1f} s",
                                 partial["body"].get<std::string>(), partial["measured_s"].get<double>());
  if (partial["of_s"].is_number()) text += fmt::format(" of {:.1f} s", partial["of_s"].get<double>());
  return text;
}

}  // namespace

int evaluate(const EvaluateOptions& options) {
  if (auto may = report::may_write_report(folder_of(options), options.force); !may) return cannot(may.error());
  auto report = measured_report(options);
  if (!report) return cannot(report.error());
  const fs::path folder = folder_of(options);
  if (auto written = report::write_report(*report, folder, options.force); !written) return cannot(written.error());
  if (options.json) {
    print_json(report::report_json(*report));
  } else {
    for (const core::Json& check : report->checks)
      print_line(fmt::format("{}: {}", check["result"].get<std::string>(), check["name"].get<std::string>()));
    if (!report->partial.is_null()) print_line(partial_text(report->partial));
    print_line(fmt::format("report: {}", (folder / "report.html").string()));
  }
  return exit_code_of(*report);
}

}  // namespace fh::app
