// SPDX-License-Identifier: Apache-2.0
#include "app/commands/replay_place.h"

#include <algorithm>

#include "app/config/build_info.h"
#include "core/files.h"
#include "core/log.h"

namespace fh::app {
namespace {

core::Json versions_that_differ(const session::LogHeader& header) {
  core::Json rows = core::Json::array();
  if (header.versions.empty()) {  // of a format that knows them as one text
    if (header.build != build_id())
      rows.push_back({{"part", "build"}, {"recorded", header.build}, {"now", build_id()}});
    return rows;
  }
  for (const Part& part : build_parts()) {
    const auto then = std::find_if(header.versions.begin(), header.versions.end(),
                                   [&](const session::PartVersion& row) { return row.part == part.name; });
    const std::string version = then == header.versions.end() ? "unknown" : then->version;
    if (version != part.version) rows.push_back({{"part", part.name}, {"recorded", version}, {"now", part.version}});
  }
  return rows;
}

core::Json models_that_differ(const session::LogHeader& header, const scene::Scenario& scenario) {
  core::Json names = core::Json::array();
  for (std::size_t i = 0; i < std::min(header.files.size(), scenario.files.size()); ++i) {
    if (header.files[i].hash == scenario.files[i].hash) continue;
    names.push_back(scenario.files[i].name);
    core::log_warning("model {} has changed since the recording was made: the replay may differ",
                      scenario.files[i].name);
  }
  return names;
}

/// What became of the file that the recording names. A visit may have been made in a model without a scenario.
const char* file_now(const core::Result<std::filesystem::path>& file, const std::string& text) {
  if (!file) return "gone";
  if (is_model(*file)) return "same";
  const auto now = core::read_text(*file);
  return !now ? "gone" : *now == text ? "same" : "changed";
}

/// Beside the scenario's file, beside the recording, or where they were in the visit: the first folder that has the
/// models.
std::filesystem::path models_folder(const std::filesystem::path& file, const ReplayOptions& options,
                                    const session::LogHeader& header) {
  const std::filesystem::path beside = file.parent_path(), log = std::filesystem::path(options.log).parent_path();
  const auto has_all = [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::all_of(header.files.begin(), header.files.end(), [&](const session::FileHash& model) {
      return std::filesystem::exists(folder / model.name, ignored);
    });
  };
  for (const auto& folder : {beside, log}) {
    if (has_all(folder)) return folder;
  }
  return header.files_folder.empty() ? beside : std::filesystem::path(header.files_folder);
}

core::Result<scene::Scenario> carried_scenario(const ReplayOptions& options, const session::LogHeader& header,
                                               core::Outside outside, core::Json& origin) {
  const auto file = scene::find_scenario(header.scenario);
  const std::string now = file_now(file, header.scenario_text);
  origin = {{"source", "recording"}, {"file", now}};
  if (now != "same") {
    core::log_warning("{} {} since the recording was made: replaying the scenario that the recording holds",
                      header.scenario, now == "gone" ? "is gone" : "has changed");
  }
  const auto folder = models_folder(file ? *file : std::filesystem::path(header.scenario), options, header);
  auto scenario = scene::parse_scenario(header.scenario_text, header.scenario, folder, outside);
  if (!scenario) return core::fail_within("the scenario in " + options.log, scenario.error());
  if (file) scenario->file = *file;
  return scenario;
}

}  // namespace

core::Result<ReplayPlace> replay_place(const ReplayOptions& options, const session::LogHeader& header,
                                       core::Outside outside) {
  ReplayPlace place;
  core::Json origin;
  if (options.scenario.empty() && !header.scenario_text.empty()) {
    FH_TRY(scenario, carried_scenario(options, header, outside, origin));
    place.scenario = std::move(scenario);
  } else {
    const auto file = scene::find_scenario(options.scenario.empty() ? header.scenario : options.scenario);
    if (!file) return core::fail_within("the recording's scenario (give another with --scenario)", file.error());
    FH_TRY(scenario, scene::load_scenario(*file, outside));
    place.scenario = std::move(scenario);
    const bool same = place.scenario.content_hash == header.scenario_hash;
    origin = {{"source", options.scenario.empty() ? "file" : "option"}, {"file", same ? "same" : "changed"}};
    if (!same) core::log_warning("{} has changed since the recording was made: the replay may differ", file->string());
  }
  place.origin["scenario"] = std::move(origin);
  place.origin["models_changed"] = models_that_differ(header, place.scenario);
  place.origin["versions_differ"] = versions_that_differ(header);
  return place;
}

}  // namespace fh::app
