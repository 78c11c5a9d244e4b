// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the programs share that run many visits without a user: options, and worlds from the text of a scenario.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "core/files.h"
#include "evaluation/agent_walks.h"
#include "scene/scenario/scenario.h"
#include "session/measuring.h"
#include "world/world.h"

namespace fh::visits {

inline std::uint64_t number_after(int argc, char** argv, const char* option, std::uint64_t otherwise) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], option) == 0) return std::strtoull(argv[i + 1], nullptr, 10);
  }
  return otherwise;
}

[[noreturn]] inline void stop(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(2);
}

/// A visit without a user, measured as every visit is.
class Visit {
 public:
  /// Ends the program when the text is no scenario.
  Visit(const std::string& text, unsigned workers) {
    core::set_data_folder(FH_SOURCE_DIR);
    auto scenario = scene::parse_scenario(text, "random", ".");
    if (!scenario) stop(scenario.error().message);
    scenario_ = std::make_unique<scene::Scenario>(std::move(*scenario));
    auto world = world::World::create(*scenario_, {.workers = workers});
    if (!world) stop(world.error().message);
    world_ = std::make_unique<world::World>(std::move(*world));
    measuring_ = std::make_unique<session::Measuring>(*world_);
  }

  void tick(const frame::FrameInput& input = {}) {
    world_->tick(input);
    measuring_->tick_done(*world_);
  }
  const world::World& world() const { return *world_; }
  std::span<const evaluation::AgentWalks::Tally> tallies() const {
    return static_cast<const evaluation::AgentWalks*>(measuring_->observers().find("agent_walks"))->agents();
  }

 private:
  std::unique_ptr<scene::Scenario> scenario_;
  std::unique_ptr<world::World> world_;
  std::unique_ptr<session::Measuring> measuring_;
};

}  // namespace fh::visits
