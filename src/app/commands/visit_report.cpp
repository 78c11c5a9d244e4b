// SPDX-License-Identifier: Apache-2.0
#include "app/commands/visit_report.h"

#include <filesystem>

#include "app/commands/agents_report.h"
#include "app/stages/tools_report.h"
#include "core/hash.h"
#include "world/agents/blackboard.h"

namespace fh::app {
namespace {

/// A default that could not be kept leaves no file.
bool is_kept(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && std::filesystem::is_regular_file(path, ignored);
}

/// Figures of the observers, and what can be said of the bodies.
core::Json users_json(const world::World& world, const core::Json& measured, const VisitTours& tours) {
  core::Json users = core::Json::array();
  for (std::size_t i = 0; i < world.users().size(); ++i) {
    const world::User& user = world.users()[i];
    const human::Body& body = world.people()[user.id.value - 1].body;
    core::Json row = measured["users"][i];
    row["name"] = user.name;
    row["tour"] = i < tours.files.size() ? core::Json(tours.files[i].string()) : core::Json();
    row["profile"] = user.body.calibration().name;
    row["calibrations"] = user.body.calibrations();
    row["wear"] = human::text_of(user.body.wear());
    row["scale"] = user.state.scale;
    row["stature_m"] = body.dimensions[human::Dimension::Stature];
    row["eye_height_m"] = human::eye_height_of(body);
    row["balance_margin_m"] = user.avatar.present() ? core::Json(user.avatar.fit().balance_margin) : core::Json();
    users.push_back(std::move(row));
  }
  return users;
}

std::string page_of(const RunOptions& options) {
  return options.report.empty() ? std::string() : (std::filesystem::path(options.report) / "report.html").string();
}

}  // namespace

core::Json visit_json(const session::LoopReport& report, const world::World& world, const core::Json& measured,
                      const RunOptions& options, const VisitTours& tours, const Pictures& pictures) {
  core::Json json = measured;  // observers may have keys of their own; users and agents are completed below
  json["scenario"] = options.scenario;
  json["ended_by"] = report.ended_by;
  json["frames"] = report.frames;
  json["ticks"] = report.ticks;
  json["simulated_seconds"] = core::seconds_of(report.ticks);
  json["wall_seconds"] = report.seconds;
  json["state_hash"] = core::hash_string(report.state_hash);
  json["users"] = users_json(world, measured, tours);
  json["refused_poses"] = report.refused_poses;
  json["not_finite"] = {{"count", world.guard().stopped()}, {"first", world.guard().first()}};
  json["agents"] = agents_json(world, measured);
  json["blackboard"] = core::Json::array();
  for (const world::Job& job : world::blackboard(world.agents()))
    json["blackboard"].push_back({{"who", job.who}, {"what", job.what}, {"by", job.by}, {"state", job.state}});
  add_tools(world, pictures.taken, pictures.numbers, json);
  if (!options.record.empty()) json["recording"] = options.record;
  if (is_kept(options.sound)) json["sound"] = options.sound;
  if (is_kept(page_of(options))) json["report"] = page_of(options);
  if (!report.recording_error.empty()) json["recording_error"] = report.recording_error;
  json["pictures"] = core::Json::array();
  for (const auto& picture : pictures.taken.files) json["pictures"].push_back(picture.string());
  for (const auto& file : pictures.saved) json["saved"].push_back(file.string());
  for (const Shot& shot : pictures.not_taken)
    json["pictures_not_taken"].push_back({{"at_s", shot.at}, {"view", shot.view}});
  return json;
}

void print_visit(const session::LoopReport& report, const world::World& world, const core::Json& measured,
                 const RunOptions& options, const Pictures& pictures) {
  std::string walked;
  for (const world::User& user : world.users()) {
    if (user.avatar.present()) walked += fmt::format(", {} walked {:.1f} m", user.name, user.state.walked);
  }
  std::printf("%s: %s after %.1f s (%lld ticks in %.2f s)%s, state %s\n", options.scenario.c_str(),
              report.ended_by.c_str(), core::seconds_of(report.ticks), static_cast<long long>(report.ticks),
              report.seconds, walked.c_str(), core::hash_string(report.state_hash).c_str());
  std::printf("%s", agents_text(world, measured).c_str());
  for (const std::string& line : tool_lines(world)) print_line(line);
  if (world.guard().stopped() > 0)
    print_line(fmt::format("DEFECT: {} values were not finite, first {}; the last good ones were kept",
                           world.guard().stopped(), world.guard().first()));
  for (const auto& picture : pictures.taken.files) std::printf("picture: %s\n", picture.c_str());
  for (const auto& file : pictures.saved) print_line("scenario: " + file.string());
  if (is_kept(options.sound)) print_line("sound: " + options.sound);
  if (is_kept(page_of(options))) print_line("report: " + page_of(options));
  for (const Shot& shot : pictures.not_taken)
    std::printf("picture: NOT TAKEN at %g s (%s): the visit ended before\n", shot.at, shot.view.c_str());
  if (!report.recording_error.empty()) {
    print_line("recording: NOT WHOLE, " + report.recording_error);
  } else if (!options.record.empty()) {
    std::printf("recording: %s\n  replay it: firsthand replay %s --verify\n", options.record.c_str(),
                options.record.c_str());
  }
}

}  // namespace fh::app
