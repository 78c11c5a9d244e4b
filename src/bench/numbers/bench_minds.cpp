// SPDX-License-Identifier: Apache-2.0
#include "bench/numbers/bench_minds.h"

#include <fmt/format.h>

#include "scene/scenario/scenario.h"
#include "world/world.h"

namespace fh::bench {
namespace {

constexpr int kSteps = 30, kAgents = 4;

/// A round of 30 steps: places, things to look at, words, turns and waits, with a monitor beside them.
std::string round_of(int agent) {
  std::string nodes;
  for (int i = 0; i < kSteps; ++i) {
    const std::string next = fmt::format("s{}", (i + 1) % kSteps);
    const double x = 4.0 * ((i * 7 + agent * 3) % 9) / 8.0 - 2.0, z = 4.0 * ((i * 5 + agent) % 9) / 8.0 - 2.0;
    std::string what;
    if (i % 3 == 0) what = fmt::format(R"("do": "go", "at": [{}, 0, {}], "within": 0.5)", x, z);
    if (i % 3 == 1) what = i % 2 == 0 ? R"("do": "look_at", "what": "crate")" : R"("do": "turn", "turn_deg": 60)";
    if (i % 3 == 2) what = i % 2 == 0 ? R"("do": "wait", "seconds": 0.5)" : R"("do": "say", "text": "Next.")";
    nodes += fmt::format(R"({}{{"name": "s{}", {}, "at_least": 0.2, "edges": [{{"to": "{}"}}]}})", i == 0 ? "" : ", ",
                         i, what, next);
  }
  return fmt::format(
      R"({{"name": "round.{}", "nodes": [{}], "monitors": [{{"when": [{{"is": "near", "what": "a{}", "within": 0.8}}], "net": "greet"}}]}})",
      agent, nodes, (agent + 1) % kAgents);
}

std::string place() {
  std::string nets =
      R"({"name": "greet", "nodes": [{"name": "hello", "do": "say", "text": "Hello.", "edges": [{"to": "end"}]},
          {"name": "end", "do": "end"}]})";
  std::string agents;
  for (int i = 0; i < kAgents; ++i) {
    nets += ", " + round_of(i);
    agents += fmt::format(R"({}{{"name": "a{}", "at": [{}, 0, {}], "knows": "place", "net": "round.{}"}})",
                          i == 0 ? "" : ", ", i, i % 2 == 0 ? -2 : 2, i < 2 ? -2 : 2, i);
  }
  return R"({"name": "minds", "users": [], "parts": [{"part": "floor", "name": "floor", "width": 8, "depth": 8},
      {"part": "crate", "name": "crate", "at": [0, 0, 0]}], "agents": [)" +
         agents + R"(], "nets": [)" + nets + "]}";
}

mind::Self self_of(const world::Agent& agent, core::Tick now) {
  mind::Self self;
  self.position = agent.gait.root;
  self.facing = agent.gait.yaw;
  self.velocity = agent.gait.velocity;
  self.world_from_eye = agent.world_from_eye();
  self.tick = now;
  return self;
}

}  // namespace

std::vector<core::BenchRow> bench_minds(const core::BenchSettings& settings) {
  auto scenario = scene::parse_scenario(place(), "minds", ".");
  if (!scenario) return {};
  auto world = world::World::create(*scenario, {.workers = 1});
  if (!world) return {};
  const int ticks = settings.quick ? 180 : 5400;
  std::vector<double> us;
  mind::MindScratch scratch;
  for (int i = 0; i < ticks; ++i) {
    world->tick(std::span<const frame::FrameInput>{});
    if (i % 7 != 0) continue;  // ticks with a look and without
    std::vector<mind::Mind> minds;
    for (const auto& agent : world->agents()) minds.push_back(agent.mind);
    const core::Stopwatch watch;
    for (std::size_t k = 0; k < minds.size(); ++k) {
      const auto& agent = world->agents()[k];
      core::keep(
          minds[k].decide(self_of(agent, world->simulated()), agent.percepts, core::kTickSeconds, scratch).facing);
    }
    us.push_back(watch.seconds() * 1e6);
  }
  std::int64_t transitions = 0;
  for (const auto& agent : world->agents()) transitions += agent.mind.net()->transitions;
  return {core::bench_row("minds", "30 steps 4 agents", core::timing_of(std::move(us)), world->state_hash(),
                          fmt::format("decide of all, per tick; {} transitions", transitions))};
}

}  // namespace fh::bench
