// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small places with agents, for the tests of the world.
#include <catch2/catch_test_macros.hpp>

#include "core/files.h"
#include "evaluation/agent_walks.h"
#include "samples.h"
#include "scene/scenario/scenario.h"
#include "session/measuring.h"
#include "world/world.h"

namespace fh::test {

/// A floor of 12 x 12 m, whatever `parts` and `agents` add.
inline scene::Scenario place(const std::string& parts, const std::string& agents, const std::string& user = "[5, 0, 5]",
                             int seed = 3) {
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario = scene::parse_scenario(R"({ "name": "test", "seed": )" + std::to_string(seed) +
                                            R"(, "user": {"at": )" + user + R"(}, "parts": [
        {"part": "floor", "name": "floor", "width": 12, "depth": 12})" +
                                            parts + R"(], "agents": [)" + agents + "]}",
                                        "test", ".");
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

inline std::string wall(const std::string& name, double x, double z, double length, double yaw_deg,
                        const std::string& openings = "[]") {
  return fmt::format(
      R"(, {{"part": "wall", "name": "{}", "at": [{}, 0, {}], "yaw_deg": {}, "length": {}, "height": 2.6, "thickness": 0.15, "openings": {}}})",
      name, x, z, yaw_deg, length, openings);
}

inline std::string walker(const std::string& name, double x, double z, double to_x, double to_z,
                          const std::string& more = "") {
  return fmt::format(
      R"({{"name": "{}", "at": [{}, 0, {}], "behaviour": "errands", "errands": [{{"at": [{}, 0, {}]}}]{}}})", name, x,
      z, to_x, to_z, more);
}

/// A world with an observer of its agents.
class WatchedWorld : public world::World {
 public:
  explicit WatchedWorld(world::World world) : World(std::move(world)), measuring_(*this) {}

  void tick(const frame::FrameInput& input) {
    World::tick(input);
    measuring_.tick_done(*this);
  }
  const evaluation::AgentWalks::Tally& tally(std::size_t agent) const {
    return static_cast<const evaluation::AgentWalks*>(measuring_.observers().find("agent_walks"))->agents()[agent];
  }

 private:
  session::Measuring measuring_;
};

inline WatchedWorld world_of(const scene::Scenario& scenario, unsigned workers = 1) {
  auto world = world::World::create(scenario, {.workers = workers});
  if (!world) FAIL(world.error().message);
  return WatchedWorld(std::move(*world));
}

/// Nobody wears the headset.
template <class AnyWorld>
void idle(AnyWorld& world, int ticks) {
  const frame::FrameInput nobody;
  for (int i = 0; i < ticks; ++i) world.tick(nobody);
}

inline frame::FrameInput standing_user(const math::Vec3& at) {
  frame::FrameInput input;
  input.head.pose.position = {at.x, 1.62, at.z};
  input.head.valid = input.head.tracked = 1;
  return input;
}

inline constexpr int kMost = scaled(40 * 90, 8 * 90);

/// Runs until everybody is done; the ticks it took, or -1.
template <class AnyWorld>
int until_done(AnyWorld& world, int most = 40 * 90) {
  const frame::FrameInput nobody;
  for (int i = 0; i < most; ++i) {
    if (world.all_done()) return i;
    world.tick(nobody);
  }
  return world.all_done() ? most : -1;
}

inline const std::string kKnows = R"(, "knows": "structure")";

/// A wall across the whole place at z = 0 with one opening.
inline std::string screen(double width, double height = 2.1) {
  const auto opening = fmt::format(R"([{{"x": 0.0, "width": {}, "height": {}}}])", width, height);
  return wall("screen", 0.0, 0.0, 11.9, 0.0, opening);
}

/// A corridor along z from -2.5 to 2.5, the only way between the two ends of the place.
inline std::string corridor(double width) {
  const double x = 0.5 * width + 0.075, rest = 5.95 - x;
  std::string parts = wall("left", -x, 0.0, 5.0, 90.0) + wall("right", x, 0.0, 5.0, 90.0);
  for (const double z : {-2.5, 2.5}) {
    for (const double side : {-1.0, 1.0}) {
      parts += wall(fmt::format("end.{}.{}", z > 0 ? "s" : "n", side > 0 ? "r" : "l"), side * (x + 0.5 * rest), z, rest,
                    0.0);
    }
  }
  return parts;
}

inline void check_arrived(const WatchedWorld& world) {
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    const auto& agent = world.agents()[i];
    INFO(agent.plan->name << ": " << agent.mind.why());
    CHECK(agent.mind.task().tally.arrived == 1);
    CHECK(world.tally(i).wall_contacts == 0);
    CHECK(world.tally(i).nearest_person > 0.43);
  }
}

}  // namespace fh::test
