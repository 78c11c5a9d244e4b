// SPDX-License-Identifier: Apache-2.0
#include "app/commands/visit_tours.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "app/stages/file_name.h"
#include "core/log.h"
#include "core/text.h"
#include "scene/scenario/additions.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestVisit = 600.0;  // s: --until done gives up
constexpr double kUnvisited = 60.0;      // s of a visit without a user when nothing says how long

std::vector<std::string> bundled_tours() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(core::data_folder() / "assets" / "tours", error))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

core::Result<fs::path> tour_of(const scene::Scenario& scenario, core::Outside outside) {
  if (scenario.tour.empty()) return fs::path();
  const fs::path path(scenario.tour);
  if (scenario.tour.find('/') != std::string::npos || path.extension() == ".json")
    return core::file_within(scenario.file.parent_path(), scenario.tour, outside);
  const fs::path bundled = core::data_folder() / "assets" / "tours" / (scenario.tour + ".json");
  std::error_code error;
  if (fs::exists(bundled, error)) return bundled;
  const auto names = bundled_tours();
  const std::string nearest = core::nearest_word(scenario.tour, names);
  return core::fail("there is no tour \"{}\"{}; bundled are: {}; a file of your own ends in .json", scenario.tour,
                    nearest.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", nearest), fmt::join(names, ", "));
}

namespace {

/// Why a command can never be carried out, in whatever place; "" when it can.
std::string never_done(const session::CommandKey& key) {
  switch (key.command.id) {
    case frame::CommandId::AddPart: {
      scene::Scene nothing;
      const auto added = scene::append(nothing, {{}, key.text}, key.text, {});
      return added ? "" : added.error().message;
    }
    case frame::CommandId::ScaleBy: {
      const math::Vec3& by = key.command.pose.position;
      const bool good =
          std::min({by.x, by.y, by.z}) >= scene::kLeastScale && std::max({by.x, by.y, by.z}) <= scene::kMostScale;
      return good ? "" : fmt::format("factors must be between {} and {}", scene::kLeastScale, scene::kMostScale);
    }
    case frame::CommandId::CarryAs: {
      std::vector<std::string_view> words;
      for (const auto& row : frame::kCarryWays) words.push_back(row.word);
      return frame::find_carry_way(key.text) ? "" : fmt::format("the ways are: {}", fmt::join(words, ", "));
    }
    case frame::CommandId::SaveAs:
      return is_file_name(key.text) ? "" : "a name has letters, digits, _, - and ., at most 80";
    case frame::CommandId::VoiceNote:
      if (is_file_name(key.text) && key.text.ends_with(".wav")) return "";
      return "a name has letters, digits, _, - and ., at most 80, and ends with .wav";
    default:
      return "";
  }
}

/// Commands of a tour that do nothing in a scripted visit, each word once.
void note_idle_commands(const session::Tour& tour, const fs::path& file, bool pictures, VisitTours& tours) {
  if (pictures) return;
  for (const auto& [id, remedy] :
       {std::pair(frame::CommandId::Snapshot, "takes no picture here: give a folder with --shots")}) {
    const auto key = std::find_if(tour.commands.begin(), tour.commands.end(), [&](const session::CommandKey& command) {
      return command.command.id == id && command.at < tours.seconds;
    });
    if (key == tour.commands.end()) continue;
    tours.idle.push_back(
        fmt::format("{}: \"{}\" at {:g} s {}", file.string(), frame::find_command(id)->word, key->at, remedy));
  }
}

/// Whoever is told something is there.
core::Result<> check_told(const session::Tour& tour, const fs::path& file, const scene::Scenario& scenario) {
  std::vector<std::string> names;
  for (const auto& agent : scenario.agents) names.push_back(agent.name);
  for (const auto& key : tour.commands) {
    if (key.command.id != frame::CommandId::Tell) continue;
    const std::string who = key.text.substr(0, key.text.find(": "));
    if (std::find(names.begin(), names.end(), who) != names.end()) continue;
    const std::string nearest = core::nearest_word(who, names);
    return core::fail("{}: \"tell\" at {:g} s: there is no agent \"{}\" in {}{}", file.string(), key.at, who,
                      scenario.name, nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest));
  }
  return {};
}

}  // namespace

core::Result<> check_commands(const session::Tour& tour, const fs::path& file) {
  for (const session::CommandKey& key : tour.commands) {
    const std::string why = never_done(key);
    if (!why.empty())
      return core::fail("{}: \"{}\" at {:g} s: {}", file.string(), frame::find_command(key.command.id)->word, key.at,
                        key.text.empty() ? why : fmt::format("\"{}\": {}", key.text, why));
  }
  return {};
}

core::Result<VisitTours> visit_tours(const RunOptions& options, const scene::Scenario& scenario,
                                     const world::World& world, core::Outside outside) {
  const std::vector<world::User>& users = world.users();
  if (options.tours.size() > users.size())
    return core::fail("{} tours for {} users: {} has no more to be scripted", options.tours.size(), users.size(),
                      scenario.name);
  VisitTours tours;
  tours.files.assign(options.tours.begin(), options.tours.end());
  tours.named_by_scenario = options.tours.empty() && !scenario.tour.empty() && !users.empty();
  if (tours.named_by_scenario) {
    auto file = tour_of(scenario, outside);
    if (!file) return core::fail_within(fmt::format("{}: /tour", scenario.file.string()), file.error());
    tours.files.push_back(std::move(*file));
  }
  std::vector<session::Tour> read;
  for (const fs::path& file : tours.files) {
    FH_TRY(tour, session::load_tour(file));
    FH_TRY_VOID(check_commands(tour, file));
    FH_TRY_VOID(check_told(tour, file, scenario));
    tours.seconds = std::max(tours.seconds, tour.duration);
    read.push_back(std::move(tour));
  }
  if (tours.files.empty()) tours.seconds = kUnvisited;
  if (!options.until.empty()) tours.seconds = kLongestVisit;
  if (options.seconds >= 0.0) tours.seconds = options.seconds;
  // Users whose tours end earlier stay where those left them.
  tours.driver = session::TourDriver(tours.seconds);
  for (std::size_t i = 0; i < read.size(); ++i) {
    note_idle_commands(read[i], tours.files[i], !options.shots.empty(), tours);
    read[i].duration = std::min(read[i].duration, tours.seconds);
    tours.driver.add(std::move(read[i]), users[i].start, users[i].state.scale);
  }
  return tours;
}

void say_who(const VisitTours& tours, const scene::Scenario& scenario) {
  for (const std::string& idle : tours.idle) core::log_warning("{}", idle);
  if (tours.named_by_scenario) core::log_info("tour: {}, named by the scenario", tours.files.front().string());
  if (tours.files.empty() && !scenario.users.empty())
    core::log_info("no user in this visit: {} names no tour and no --tour is given", scenario.name);
}

}  // namespace fh::app
