// SPDX-License-Identifier: Apache-2.0
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

/// Why an errand was given up; empty when it was not.
std::string reason_of(const mind::ErrandOutcome& outcome, const scene::Errand& errand) {
  switch (outcome.failure) {
    case mind::Failure::None:
      return "";
    case mind::Failure::NoWay:
      return word_of(outcome.way);
    case mind::Failure::NotOnFloor:
      return "cannot be reached: not on a floor";
    case mind::Failure::TooFar:
      if (outcome.off < 0.0) return "no place to stand from which a hand would get there";
      return fmt::format("no free place within {:.2f} m: {:.2f} m away", errand.within, outcome.off);
    case mind::Failure::Reach:
      if (outcome.off < 0.0 && errand.deed == scene::Deed::None)
        return fmt::format("reach: does not know where \"{}\" is", errand.reach);
      if (outcome.off < 0.0) return fmt::format("reach: no hand gets to \"{}\"", errand.thing);
      return fmt::format("reach: {:.0f} cm short", 100.0 * outcome.off);
    case mind::Failure::Unknown:
      return fmt::format("does not know where \"{}\" is", !errand.to.empty()                ? errand.to
                                                          : errand.deed == scene::Deed::Put ? errand.onto
                                                                                            : errand.thing);
    case mind::Failure::NotSeen:
      if (errand.deed == scene::Deed::None) return mind::words_of(outcome.failure);
      return fmt::format("does not see \"{}\"", errand.thing);
    case mind::Failure::NotHeld:
      return fmt::format("does not hold \"{}\"", errand.thing);
    case mind::Failure::HandsFull:
      return fmt::format("no hand is free for \"{}\"", errand.thing);
    case mind::Failure::NoHandWay:
      return fmt::format("no way for the hand to \"{}\"", errand.thing);
    case mind::Failure::NoRoom:
      return fmt::format("no room on \"{}\"", errand.onto);
    case mind::Failure::Stuck:
      return fmt::format("\"{}\" does not move", errand.thing);
    default:
      return mind::words_of(outcome.failure);
  }
  return "";
}

core::Json errands_json(const world::Agent& agent) {
  static constexpr const char* kWords[] = {"open", "done", "given up"};
  core::Json list = core::Json::array();
  const auto& outcomes = agent.mind.task().outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    core::Json row{{"outcome", kWords[static_cast<std::size_t>(outcomes[i].kind)]}};
    if (outcomes[i].kind == mind::ErrandOutcome::Kind::GivenUp)
      row["reason"] = reason_of(outcomes[i], agent.plan->errands[i]);
    if (outcomes[i].off >= 0.0) row["short_m"] = outcomes[i].off;
    list.push_back(std::move(row));
  }
  return list;
}

/// Where the agent is in its action net and how it got there.
core::Json net_json(const world::Agent& agent) {
  const mind::NetState& net = *agent.mind.net();
  core::Json json{{"at", mind::where_in_net(*agent.plan, net)}, {"transitions", net.transitions}};
  json["last"] = core::Json::array();
  for (const auto& entry : net.log)
    json["last"].push_back({{"at_s", entry.at}, {"what", mind::in_words(*agent.plan, entry)}});
  return json;
}

/// What it said and what it is told to do.
void add_speech(const world::Agent& agent, core::Json& json) {
  json["said"] = core::Json::array();
  for (const auto& spoken : agent.mind.voice().said())
    json["said"].push_back({{"at_s", spoken.at}, {"to", spoken.words.to}, {"text", spoken.words.text}});
  const auto& told = agent.mind.told();
  if (!told) return;
  json["told"] = {{"sentence", told->sentence},
                  {"by", told->by},
                  {"at", mind::where_in_net(told->plan, told->net)},
                  {"net", core::Json::parse(told->text)}};
}

core::Json known_people(const world::World& world, const world::Agent& agent) {
  core::Json people = core::Json::array();
  for (const auto& seen : agent.mind.memory().observations()) {
    if (seen.kind != senses::Kind::Person || seen.known_from > world.simulated()) continue;
    people.push_back({{"name", world.people()[seen.item.body().value - 1].name},
                      {"age_s", core::seconds_of(world.simulated() - seen.seen)},
                      {"confidence", agent.mind.memory().confidence(seen, world.simulated())}});
  }
  return people;
}

core::Json agent_json(const world::World& world, const world::Agent& agent, const core::Json& measured) {
  const auto& task = agent.mind.task();
  core::Json json;
  json["name"] = agent.plan->name;
  json["stage"] = word_of(task.stage);
  json["errands"] = errands_json(agent);
  if (agent.mind.net()) json["net"] = net_json(agent);
  add_speech(agent, json);
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
    std::int64_t touched = 0;  // walls, things, agents and users
    for (const core::Json& contacts : row["contacts"]) touched += count(contacts);
    const std::int64_t walls = count(row["contacts"]["walls"]), things = count(row["contacts"]["objects"]);
    text += fmt::format(
        "{:<10} {} errands done, {} given up, walked {:.1f} m, {} waits, touched {} walls {} things {} people; {}\n",
        agent.plan->name, count(row["errands_done"]), count(row["errands_failed"]), row["walked_m"].get<double>(),
        count(row["waits"]), walls, things, touched - walls - things, agent.mind.why());
    const auto& outcomes = agent.mind.task().outcomes;
    for (std::size_t k = 0; k < outcomes.size(); ++k) {
      if (outcomes[k].kind != mind::ErrandOutcome::Kind::GivenUp) continue;
      text += fmt::format("  errand {} given up: {}\n", k + 1, reason_of(outcomes[k], agent.plan->errands[k]));
    }
  }
  return text;
}

}  // namespace fh::app
