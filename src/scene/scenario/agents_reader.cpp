#include <fmt/format.h>

#include <algorithm>

#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

using core::JsonReader;

constexpr std::size_t kMostAgents = 500, kMostErrands = 1000;

const std::vector<std::string> kBehaviours = {"stand", "errands", "patrol", "wander", "follow", "pursue", "queue"};
const std::vector<std::string> kKnowledge = {"nothing", "structure", "place"};

template <class Enum>
Enum read_enum(JsonReader& reader, const char* key, const std::vector<std::string>& words) {
  const std::string word = reader.choice(key, words, words.front());
  return static_cast<Enum>(std::find(words.begin(), words.end(), word) - words.begin());
}

BodySpec read_body(PlaceReader& scenario, JsonReader& agent) {
  BodySpec body;
  auto reader = agent.object("body");
  if (!reader) return body;
  body.female = reader->choice("sex", {"f", "m"}, "f") == "f";
  body.stature_percentile = reader->number("stature_percentile", {.fallback = 50.0, .minimum = 0.1, .maximum = 99.9});
  body.appearance_seed = static_cast<std::uint64_t>(reader->integer("looks", 1, 0, 1'000'000));
  if (auto measures = reader->object("measures")) {
    for (const auto& key : measures->keys()) {
      body.measures[key] = measures->number(key.c_str(), {.minimum = 0.001, .maximum = 500.0});
    }
  }
  scenario.finish("agent.body", *reader);
  return body;
}

Errand read_errand(PlaceReader& scenario, JsonReader& reader) {
  Errand errand;
  errand.at = read_position(reader, "at");
  if (!reader.has("at")) reader.problem("at", "is missing: where shall the agent go?");
  if (const auto yaw = reader.optional_number("yaw_deg", {.minimum = -3600.0, .maximum = 3600.0})) {
    errand.yaw = math::radians(*yaw);
  }
  errand.within = reader.number("within", {.fallback = 0.25, .minimum = 0.02, .maximum = 50.0});
  errand.seconds = reader.number("seconds", {.fallback = 0.0, .minimum = 0.0, .maximum = 86400.0});
  errand.look_at = reader.text("look_at");
  errand.reach = reader.text("reach");
  for (auto& place : reader.objects("or")) {
    errand.choice.push_back(read_position(place, "at"));
    scenario.finish("agent.errand.or", place);
  }
  scenario.finish("agent.errand", reader);
  return errand;
}

AgentSpec read_agent(PlaceReader& scenario, JsonReader& reader) {
  AgentSpec agent;
  agent.name = read_name(reader);
  agent.body = read_body(scenario, reader);
  agent.start = read_standing_pose(reader);
  agent.speed = reader.number("speed", {.fallback = 1.3, .minimum = 0.1, .maximum = 3.5});
  agent.behaviour = read_enum<Behaviour>(reader, "behaviour", kBehaviours);
  agent.knowledge = read_enum<Knowledge>(reader, "knows", kKnowledge);
  agent.whom = reader.text("whom");
  agent.personal_space = reader.number("personal_space", {.fallback = 1.2, .minimum = 0.0, .maximum = 5.0});
  agent.sees_mirrors = reader.boolean("sees_mirrors", false);
  agent.sensing_hz = reader.number("sensing_hz", {.fallback = 10.0, .minimum = 1.0, .maximum = 90.0});
  agent.start_after = reader.number("start_after", {.fallback = 0.0, .minimum = 0.0, .maximum = 86400.0});
  for (auto& errand : reader.objects("errands")) {
    if (agent.errands.size() == kMostErrands) {
      reader.problem("errands", fmt::format("has more than {} entries", kMostErrands));
      break;
    }
    agent.errands.push_back(read_errand(scenario, errand));
  }
  scenario.finish("agent", reader);
  return agent;
}

void need(core::Problems& problems, bool fine, const std::string& pointer, std::string message) {
  if (!fine) problems.add(pointer, std::move(message));
}

bool needs_errands(Behaviour behaviour) {
  return behaviour == Behaviour::Errands || behaviour == Behaviour::Patrol || behaviour == Behaviour::Queue;
}

void check_agent(PlaceReader& scenario, const std::vector<AgentSpec>& cast, std::size_t index) {
  const AgentSpec& agent = cast[index];
  const std::string pointer = fmt::format("/agents/{}", index);
  const Scene& scene = scenario.builder.scene();
  const auto is_person = [&](const std::string& name) {
    return name == "user" ||
           std::any_of(cast.begin(), cast.end(), [&](const AgentSpec& other) { return other.name == name; });
  };
  need(scenario.problems, agent.name != "user", pointer + "/name", "\"user\" is the visitor's name");
  for (std::size_t i = 0; i < index; ++i) {
    need(scenario.problems, cast[i].name != agent.name, pointer + "/name",
         fmt::format("the name \"{}\" is already taken by /agents/{}", agent.name, i));
  }
  need(scenario.problems, !needs_errands(agent.behaviour) || !agent.errands.empty(), pointer + "/errands",
       fmt::format("is missing: \"{}\" needs at least one", kBehaviours[static_cast<std::size_t>(agent.behaviour)]));
  if (agent.behaviour == Behaviour::Follow || agent.behaviour == Behaviour::Pursue) {
    need(scenario.problems, is_person(agent.whom) && agent.whom != agent.name, pointer + "/whom",
         fmt::format("there is nobody called \"{}\" to go to; name an agent or \"user\"", agent.whom));
  }
  for (std::size_t i = 0; i < agent.errands.size(); ++i) {
    const auto& errand = agent.errands[i];
    const std::string at = fmt::format("{}/errands/{}", pointer, i);
    need(scenario.problems, errand.look_at.empty() || is_person(errand.look_at) || scene.find(errand.look_at),
         at + "/look_at", fmt::format("there is no object or person \"{}\"", errand.look_at));
    need(scenario.problems, errand.reach.empty() || scene.find(errand.reach), at + "/reach",
         fmt::format("there is no object \"{}\"", errand.reach));
  }
}

}  // namespace

void read_agents(PlaceReader& scenario, JsonReader& root, std::vector<AgentSpec>& cast) {
  for (auto& agent : root.objects("agents")) {
    if (cast.size() == kMostAgents) {
      root.problem("agents", fmt::format("has more than {} entries", kMostAgents));
      break;
    }
    cast.push_back(read_agent(scenario, agent));
  }
  for (std::size_t i = 0; i < cast.size(); ++i) check_agent(scenario, cast, i);
}

}  // namespace fh::scene
