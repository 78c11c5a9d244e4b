// SPDX-License-Identifier: Apache-2.0
#include "world/agents/blackboard.h"

#include <fmt/format.h>

#include "mind/net.h"

namespace fh::world {
namespace {

std::string words_of(const scene::Errand& errand) {
  switch (errand.deed) {
    case scene::Deed::Take:
      return "take " + errand.thing;
    case scene::Deed::Put:
      return fmt::format("put {} on {}", errand.thing, errand.onto);
    case scene::Deed::Operate:
      return "operate " + errand.thing;
    case scene::Deed::None:
      break;
  }
  if (!errand.reach.empty()) return "reach for " + errand.reach;
  if (!errand.to.empty()) return "go to " + errand.to;
  if (!errand.look_at.empty()) return "look at " + errand.look_at;
  return fmt::format("go to ({:.1f}, {:.1f})", errand.at.x, errand.at.z);
}

void add_errands(const Agent& agent, bool held, std::vector<Job>& jobs) {
  using Kind = mind::ErrandOutcome::Kind;
  const mind::TaskState& task = agent.mind.task();
  const bool again = agent.plan->behaviour == scene::Behaviour::Patrol;
  for (std::size_t i = 0; i < agent.plan->errands.size(); ++i) {
    const Kind outcome = i < task.outcomes.size() ? task.outcomes[i].kind : Kind::Open;
    const bool now = task.errand == static_cast<std::int32_t>(i) && task.stage != mind::Stage::Done;
    const char* state = now                              ? held ? "held" : "doing"
                        : again || outcome == Kind::Open ? "open"
                        : outcome == Kind::Done          ? "done"
                                                         : "given up";
    jobs.push_back({agent.plan->name, words_of(agent.plan->errands[i]), "", state});
  }
}

}  // namespace

std::vector<Job> blackboard(std::span<const Agent> agents) {
  std::vector<Job> jobs;
  for (const Agent& agent : agents) {
    const auto& told = agent.mind.told();
    if (told) jobs.push_back({agent.plan->name, told->sentence, told->by, "doing"});
    for (const auto& rule : agent.mind.forbidden()) jobs.push_back({agent.plan->name, rule, "", "forbidden"});
    add_errands(agent, told.has_value(), jobs);
    const auto& net = agent.mind.net();
    if (!net) continue;
    const bool done = agent.mind.task().stage == mind::Stage::Done;
    jobs.push_back({agent.plan->name, mind::where_in_net(*agent.plan, *net), "",
                    done   ? "done"
                    : told ? "held"
                           : "doing"});
  }
  return jobs;
}

std::string to_text(const Job& job) {
  return fmt::format("{}: {} ({}{})", job.who, job.what, job.state, job.by.empty() ? "" : ", told by " + job.by);
}

}  // namespace fh::world
