#include "app/commands/agents_report.h"

#include <fmt/format.h>

namespace fh::app {
namespace {

const char* word_of(mind::Stage stage) {
  switch (stage) {
    case mind::Stage::Waiting:
      return "waiting";
    case mind::Stage::Going:
      return "going";
    case mind::Stage::Doing:
      return "doing";
    case mind::Stage::Searching:
      return "searching";
    case mind::Stage::Done:
      return "done";
  }
  return "";
}

const char* word_of(planning::NavReason reason) {
  switch (reason) {
    case planning::NavReason::None:
      return "none";
    case planning::NavReason::NoPath:
      return "no path";
    case planning::NavReason::GoalOccupied:
      return "goal occupied";
    case planning::NavReason::Person:
      return "person in the way";
    case planning::NavReason::Door:
      return "door does not open";
    case planning::NavReason::NoProgress:
      return "no progress";
    case planning::NavReason::NotFound:
      return "person not found";
  }
  return "";
}

core::Json known_people(const world::World& world, const world::Agent& agent) {
  core::Json people = core::Json::array();
  for (const auto& seen : agent.mind.memory().observations()) {
    if (seen.kind != senses::Kind::Person || seen.known_from > world.now()) continue;
    people.push_back({{"name", world.people()[seen.item.body().value - 1].name},
                      {"age_s", core::seconds_of(world.now() - seen.seen)},
                      {"confidence", agent.mind.memory().confidence(seen, world.now())}});
  }
  return people;
}

core::Json agent_json(const world::World& world, const world::Agent& agent, const core::Json& measured) {
  const auto& task = agent.mind.task();
  core::Json json;
  json["name"] = agent.plan->name;
  json["stage"] = word_of(task.stage);
  json["last_failure"] = word_of(task.tally.reason);
  json["searches"] = agent.mind.navigator().counters().searches;
  json["replans_spared"] = agent.mind.navigator().counters().kept;
  json.update(measured);
  json["percepts"]["remembered"] = agent.mind.memory().observations().size();
  json["percepts"]["people"] = known_people(world, agent);
  json["why"] = agent.mind.why();
  return json;
}

}  // namespace

core::Json agents_json(const world::World& world, const core::Json& measured) {
  core::Json list = core::Json::array();
  for (std::size_t i = 0; i < world.agents().size(); ++i)
    list.push_back(agent_json(world, world.agents()[i], measured["agents"][i]));
  return list;
}

std::string agents_text(const world::World& world, const core::Json& measured) {
  std::string text;
  for (std::size_t i = 0; i < world.agents().size(); ++i) {
    const world::Agent& agent = world.agents()[i];
    const core::Json& row = measured["agents"][i];
    const auto count = [](const core::Json& value) { return value.get<std::int64_t>(); };
    text +=
        fmt::format("{:<10} {} errands done, {} given up, walked {:.1f} m, {} waits, touched {} walls {} people; {}\n",
                    agent.plan->name, count(row["errands_done"]), count(row["errands_failed"]),
                    row["walked_m"].get<double>(), count(row["waits"]), count(row["contacts"]["walls"]),
                    count(row["contacts"]["people"]) + count(row["contacts"]["user"]), agent.mind.why());
  }
  return text;
}

}  // namespace fh::app
