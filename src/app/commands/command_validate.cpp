#include <algorithm>

#include "app/commands/commands.h"
#include "app/config/profiles.h"
#include "core/files.h"
#include "scene/scenario/scenario.h"
#include "session/tour/tour.h"

namespace fh::app {
namespace {

struct FileReport {
  std::string file, kind;
  std::vector<std::string> problems, warnings;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// By what the file holds, not by its name: tours have "duration", profiles "measures", configurations only known
/// sections.
std::string kind_of(const core::Json& root) {
  if (root.contains("duration") || root.contains("left_hand") || root.contains("eye_height")) return "tour";
  if (root.contains("measures") && root.contains("sex")) return "profile";
  if (root.is_object() && !root.empty()) {
    bool only_sections = true;
    for (const auto& [key, value] : root.items()) {
      const std::string section = key + ".";
      const bool known = std::any_of(config_keys().begin(), config_keys().end(),
                                     [&](const ConfigKey& k) { return k.name.rfind(section, 0) == 0; });
      only_sections = only_sections && (known || key == "$schema") && (value.is_object() || key == "$schema");
    }
    if (only_sections) return "configuration";
  }
  return "scenario";
}

void check_scenario(const std::string& file, FileReport& report) {
  report.kind = "scenario";
  const auto scenario = scene::load_scenario(file);
  if (!scenario)
    report.problems = lines_of(scenario.error().message);
  else
    report.warnings = scenario->warnings;
}

FileReport check(const std::string& argument) {
  FileReport report;
  const auto found = scene::find_scenario(argument);
  report.file = found ? found->string() : argument;
  if (!found) {
    report.problems = {found.error().message};
    return report;
  }
  const auto json = core::JsonFile::read(report.file);
  if (!json) {
    report.problems = lines_of(json.error().message);
    return report;
  }
  report.kind = kind_of(json->root());
  if (report.kind == "tour") {
    if (auto tour = session::parse_tour(*json); !tour) report.problems = lines_of(tour.error().message);
  } else if (report.kind == "profile") {
    if (auto profile = parse_profile(json->text(), report.file); !profile)
      report.problems = lines_of(profile.error().message);
  } else if (report.kind == "configuration") {
    Config config;
    if (auto merged = config.merge(*json); !merged) report.problems = lines_of(merged.error().message);
  } else {
    check_scenario(report.file, report);
  }
  return report;
}

}  // namespace

int validate(const ValidateOptions& options) {
  if (options.schema) {
    print_json(scene::scenario_schema());
    return kDone;
  }
  if (options.files.empty()) return cannot({"validate: which file? Name one or more, or a bundled scenario"});
  std::vector<FileReport> reports;
  for (const auto& file : options.files) reports.push_back(check(file));
  std::size_t problems = 0;
  core::Json all = core::Json::array();
  for (const auto& report : reports) {
    problems += report.problems.size();
    all.push_back(
        {{"file", report.file}, {"kind", report.kind}, {"problems", report.problems}, {"warnings", report.warnings}});
    if (options.json) continue;
    for (const auto& line : report.problems) print_line(line);
    for (const auto& line : report.warnings) print_line("warning: " + line);
  }
  if (options.json) print_json(all);
  return problems == 0 ? kDone : kNo;
}

}  // namespace fh::app
