// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/commands/commands.h"
#include "app/commands/visit_tours.h"
#include "app/config/profiles.h"
#include "core/files.h"
#include "scene/scenario/scenario.h"
#include "session/tour/tour.h"
#include "world/agents/visit_check.h"
#include "world/users/free_start.h"

namespace fh::app {
namespace {

struct Problem {
  std::string place, kind, text;  // JSON pointer or file:line:column; "syntax" or what is wrong; the whole message
};

struct FileReport {
  std::string file, kind;
  std::vector<Problem> problems;
  std::vector<std::string> warnings;
};

/// Of a message of the readers: "file:line:column: /pointer: what".
std::string place_in(const std::string& line) {
  const std::size_t begin = line.find(": /");
  if (begin != std::string::npos) return line.substr(begin + 2, line.find(": ", begin + 2) - begin - 2);
  return line.substr(0, line.find(": "));
}

std::vector<Problem> problems_of(const std::string& text) {
  std::vector<Problem> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back({place_in(text.substr(at, end - at)), "content", text.substr(at, end - at)});
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

/// The tour that a scenario names is part of what `run` will meet.
void check_tour(const scene::Scenario& scenario, const std::string& file, core::Outside outside, FileReport& report) {
  const auto path = tour_of(scenario, outside);
  if (path && path->empty()) return;
  const auto tour = path ? session::load_tour(*path) : tl::make_unexpected(path.error());
  const auto good = tour ? check_commands(*tour, *path) : tl::make_unexpected(tour.error());
  if (good) return;
  for (const Problem& problem : problems_of(good.error().message))
    report.problems.push_back({"/tour", "tour", fmt::format("{}: /tour: {}", file, problem.text)});
}

void check_scenario(const std::string& file, core::Outside outside, FileReport& report) {
  report.kind = "scenario";
  const auto scenario = is_model(file) ? open_model(file, {}) : scene::load_scenario(file, outside);
  if (!scenario) return void(report.problems = problems_of(scenario.error().message));
  report.warnings = scenario->warnings;
  const auto population = human::load_default_population();
  if (!population) return void(report.problems = problems_of(population.error().message));
  for (const world::Finding& finding : world::check_visit(*scenario, *population)) {
    std::string text = fmt::format("{}: {}: {}", file, finding.place, finding.text);
    if (finding.then == world::Consequence::Odd)
      report.warnings.push_back(std::move(text));
    else
      report.problems.push_back({finding.place, finding.kind, std::move(text)});
  }
  check_tour(*scenario, file, outside, report);
  // What is left is the geometry that physics cannot use.
  const auto physics = physics::World::create(scenario->scene);
  for (Problem& problem : physics ? std::vector<Problem>() : problems_of(physics.error().message)) {
    problem.kind = "geometry";
    report.problems.push_back(problem);
  }
  if (!physics) return;
  for (std::size_t i = 0; i < scenario->users.size(); ++i) {
    const std::string warning = world::free_start(*physics, scenario->users[i]).warning;
    if (!warning.empty())
      report.warnings.push_back(fmt::format("{}: {}/at: {}", file, scenario->user_pointers[i], warning));
  }
  for (std::string& sunk : world::check_things(scenario->scene, *physics)) report.warnings.push_back(std::move(sunk));
}

FileReport check(const std::string& argument, core::Outside outside) {
  FileReport report;
  const auto found = scene::find_scenario(argument);
  report.file = found ? found->string() : argument;
  if (!found) {
    report.problems = {{argument, "file", found.error().message}};
    return report;
  }
  if (is_model(report.file)) {
    check_scenario(report.file, outside, report);
    report.kind = "model";
    return report;
  }
  auto text = core::read_text(report.file);
  if (!text) {
    report.problems = {{argument, "file", text.error().message}};
    return report;
  }
  const auto json = core::JsonFile::parse(std::move(*text), report.file);
  if (!json) {
    report.problems = problems_of(json.error().message);
    for (Problem& problem : report.problems) problem.kind = "syntax";
    return report;
  }
  report.kind = kind_of(json->root());
  if (report.kind == "tour") {
    const auto tour = session::parse_tour(*json);
    const auto good = tour ? check_commands(*tour, report.file) : tl::make_unexpected(tour.error());
    if (!good) report.problems = problems_of(good.error().message);
  } else if (report.kind == "profile") {
    if (auto profile = parse_profile(json->text(), report.file); !profile)
      report.problems = problems_of(profile.error().message);
  } else if (report.kind == "configuration") {
    Config config;
    if (auto merged = config.merge(*json); !merged) report.problems = problems_of(merged.error().message);
  } else {
    check_scenario(report.file, outside, report);
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
  const auto outside = options.allow_outside ? core::Outside::Allowed : core::Outside::Refused;
  for (const auto& file : options.files) reports.push_back(check(file, outside));
  std::size_t problems = 0;
  core::Json all = core::Json::array();
  for (const auto& report : reports) {
    problems += report.problems.size();
    core::Json rows = core::Json::array();
    for (const auto& [place, kind, text] : report.problems) {
      rows.push_back({{"place", place}, {"kind", kind}, {"text", text}});
    }
    all.push_back({{"file", report.file}, {"kind", report.kind}, {"problems", rows}, {"warnings", report.warnings}});
    if (options.json) continue;
    for (const auto& problem : report.problems) {
      if (problem.kind != "file") print_line(problem.text);  // told at the end
    }
    for (const auto& line : report.warnings) print_line("warning: " + line);
    if (report.problems.empty()) print_line(fmt::format("ok: {} ({})", report.file, report.kind));
  }
  if (options.json) print_json(all);
  // What is not there cannot be checked, whatever came of the others.
  for (const auto& report : reports) {
    if (!report.problems.empty() && report.problems.front().kind == "file")
      return cannot({report.problems.front().text});
  }
  return problems == 0 ? kDone : kNo;
}

}  // namespace fh::app
