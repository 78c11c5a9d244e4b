// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tours that play the users of a visit without headset and window, and how long that visit lasts.
#include <filesystem>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "core/files.h"
#include "scene/scenario/scenario.h"
#include "session/tour/tour_driver.h"
#include "world/world.h"

namespace fh::app {

struct VisitTours {
  std::vector<std::filesystem::path> files;  // of the first users; the others are not there
  bool named_by_scenario = false;
  double seconds = 0.0;           // the visit ends then, or before
  std::vector<std::string> idle;  // commands that do nothing here, one sentence each
  session::TourDriver driver{0.0};
};

/// The file of the tour that the scenario names; "" when it names none. A bare word is a bundled tour.
core::Result<std::filesystem::path> tour_of(const scene::Scenario& scenario, core::Outside outside);

/// What the commands of a tour name can be done: parts that can be added, sizes, names of files.
core::Result<> check_commands(const session::Tour& tour, const std::filesystem::path& file);

/// The tours that were asked for, one per user; without any, the scenario's for the first user; without that, nobody
/// is there. The visit lasts --seconds, or until the agents are done, or as long as its tours.
core::Result<VisitTours> visit_tours(const RunOptions& options, const scene::Scenario& scenario,
                                     const world::World& world, core::Outside outside);
/// On the log: which tour was not asked for by name, or that there is nobody; which commands do nothing.
void say_who(const VisitTours& tours, const scene::Scenario& scenario);

}  // namespace fh::app
