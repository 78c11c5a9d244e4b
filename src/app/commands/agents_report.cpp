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

/// Null where there is nothing to tell.
core::Json maybe(double value, bool known) {
  return known ? core::Json(value) : core::Json();
}

core::Json agent_json(const world::World& world, const world::Agent& agent) {
  const auto& tally = agent.tally;
  const auto& task = agent.mind.task();
  core::Json json;
  json["name"] = agent.plan->name;
  json["stage"] = word_of(task.stage);
  json["errands_done"] = task.tally.arrived;
  json["errands_failed"] = task.tally.failed;
  json["last_failure"] = word_of(task.tally.reason);
  json["first_arrival_s"] = maybe(task.tally.first_arrival, task.tally.first_arrival >= 0.0);
  json["last_arrival_s"] = maybe(task.tally.last_arrival, task.tally.last_arrival >= 0.0);
  json["walked_m"] = tally.walked;
  json["walked_on_errands_m"] = tally.walked_on_errands;
  json["optimum_m"] = tally.optimum;
  json["walked_over_optimum"] = maybe(tally.walked_on_errands / tally.optimum, tally.optimum > 0.5);
  json["searches"] = agent.mind.navigator().counters().searches;
  json["replans_spared"] = agent.mind.navigator().counters().kept;
  json["contacts"] = {{"walls", tally.wall_contacts},
                      {"objects", tally.thing_contacts},
                      {"people", tally.people_contacts},
                      {"user", tally.user_contacts}};
  json["nearest_person_m"] = maybe(tally.nearest_person, tally.nearest_person < 1e8);
  json["nearest_user_m"] = maybe(tally.nearest_user, tally.nearest_user < 1e8);
  json["came_to_user_m"] = maybe(tally.came_to_user, tally.came_to_user < 1e8);
  json["waits"] = tally.waits;
  json["jams"] = tally.jams;
  json["jams_resolved"] = tally.jams_resolved;
  json["steps"] = tally.steps;
  json["foot_skate_cm_per_step"] = maybe(100.0 * tally.skate / static_cast<double>(tally.steps), tally.steps > 0);
  json["percepts"] = {{"looks", tally.looks},
                      {"things_per_look",
                       tally.looks > 0 ? static_cast<double>(tally.percepts) / static_cast<double>(tally.looks) : 0.0},
                      {"remembered", agent.mind.memory().observations().size()},
                      {"user_known_from_s", maybe(core::seconds_of(tally.user_seen_at), tally.user_seen_at >= 0)},
                      {"people", known_people(world, agent)}};
  json["why"] = agent.mind.why();
  return json;
}

}  // namespace

core::Json agents_json(const world::World& world) {
  core::Json list = core::Json::array();
  for (const auto& agent : world.agents()) list.push_back(agent_json(world, agent));
  return list;
}

std::string agents_text(const world::World& world) {
  std::string text;
  for (const auto& agent : world.agents()) {
    const auto& tally = agent.tally;
    text +=
        fmt::format("{:<10} {} errands done, {} given up, walked {:.1f} m, {} waits, touched {} walls {} people; {}\n",
                    agent.plan->name, agent.mind.task().tally.arrived, agent.mind.task().tally.failed, tally.walked,
                    tally.waits, tally.wall_contacts, tally.people_contacts + tally.user_contacts, agent.mind.why());
  }
  return text;
}

}  // namespace fh::app
