// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"
#include "scene/scenario/net_verbs.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

using core::JsonReader;

constexpr std::size_t kMostAgents = 500, kMostErrands = 1000, kMostSteering = 64;

const std::vector<std::string> kKnowledge = {"nothing", "structure", "place"};
const std::vector<std::string> kGaits = {"natural", "march", "stroll", "shuffle"};
const std::vector<std::string> kSteering = {"attract", "avoid", "go_around", "line_up"};
const std::vector<std::string> kMoods = {"neutral", "brisk", "tired", "cautious", "proud"};
const std::vector<std::string> kMemories = {"rules", "keep", "temporal"};
constexpr int kBoundaryCases = 8;
constexpr std::uint64_t kLargestClip = 256ull << 20;  // bytes

std::vector<std::string> behaviour_words() {
  std::vector<std::string> words;
  for (const auto& kind : kBehaviours) {
    if (kind.needs != BehaviourNeeds::Node) words.emplace_back(kind.word);
  }
  return words;
}

/// "`stand`: stays where it is; …"
std::string behaviours_in_words() {
  std::vector<std::string> texts;
  for (const auto& kind : kBehaviours) {
    if (kind.needs != BehaviourNeeds::Node) texts.push_back(fmt::format("`{}`: {}", kind.word, kind.text));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::string> behaviours_with(BehaviourNeeds needs) {
  std::vector<std::string> words;
  for (const auto& kind : kBehaviours) {
    if (kind.needs == needs) words.emplace_back(kind.word);
  }
  return words;
}

/// "For `follow`, `pursue`: …"
std::string for_those_with(BehaviourNeeds needs, const char* text) {
  return fmt::format("For `{}`: {}", fmt::join(behaviours_with(needs), "`, `"), text);
}

/// What a behaviour needs, in the agent's schema.
void describe_needs(core::Json& agent) {
  const auto add = [&](BehaviourNeeds needs, const char* key, core::Json schema) {
    agent["allOf"].push_back(
        {{"if", {{"properties", {{"behaviour", {{"enum", behaviours_with(needs)}}}}}, {"required", {"behaviour"}}}},
         {"then", {{"properties", {{key, std::move(schema)}}}, {"required", {key}}}}});
  };
  agent["allOf"] = core::Json::array();
  add(BehaviourNeeds::Errands, "errands", {{"minItems", 1}});
  add(BehaviourNeeds::Person, "whom", {{"minLength", 1}});
}

/// A file beside the scenario, whose content counts for the scenario's hash. Empty, with a problem, when it cannot be
/// read.
std::filesystem::path read_file_key(PlaceReader& scenario, KeyReader& keys, const char* key, const std::string& file) {
  const auto path = core::file_within(scenario.folder, file, scenario.outside);
  if (!path) {
    keys.problem(key, path.error().message);
    return {};
  }
  const auto text = core::read_text(*path, kLargestClip);
  if (!text) {
    keys.problem(key, text.error().message);
    return {};
  }
  scenario.hash = core::hash_text(*text, scenario.hash);
  return *path;
}

/// Whole families of bodies instead of single traits.
void read_family(PlaceReader& scenario, KeyReader& keys, BodySpec& body) {
  std::string population;
  keys.text("population", population,
            "Population file (docs/human-model.md), from the scenario's folder; absent: the bundled survey");
  if (!population.empty()) body.population = read_file_key(scenario, keys, "population", population);
  if (keys.has("sample") || keys.describes()) {
    int seed = 1;
    keys.integer("sample", seed, "", 0, 1'000'000);
    body.sample = static_cast<std::uint64_t>(seed);
  }
  keys.describe("sample", {{"type", "integer"}, {"minimum", 0}, {"maximum", 1'000'000}},
                "A person drawn at random from the population; the number is the seed");
  if (keys.has("boundary") || keys.describes()) {
    int index = 0;
    keys.integer("boundary", index, "", 0, kBoundaryCases);
    body.boundary = index;
  }
  keys.describe(
      "boundary", {{"type", "integer"}, {"minimum", 0}, {"maximum", kBoundaryCases}},
      "One of the boundary family that encloses 95 % of the population: 0 the median person, 1 … 8 around it");
  if (keys.describes()) return;
  const char* family = body.sample ? "sample" : "boundary";
  if (body.sample && body.boundary) keys.problem("boundary", "there is \"sample\" too; give one of the two");
  for (const char* key : {"stature_percentile", "measures"}) {
    if ((body.sample || body.boundary) && keys.has(key)) {
      keys.problem(key, fmt::format("\"{}\" already says the whole body; leave one of the two out", family));
    }
  }
}

/// A style by name, or a captured walk by its file.
void read_gait(PlaceReader& scenario, KeyReader& keys, AgentSpec& agent) {
  std::string gait = kGaits.front();
  keys.text("gait", gait, "");
  keys.describe(
      "gait", {{"type", "string"}, {"default", kGaits.front()}, {"examples", kGaits}},
      fmt::format("`{}`, or a captured walk: a .bvh file, from the scenario's folder", fmt::join(kGaits, "`, `"))
          .c_str());
  const auto style = std::find(kGaits.begin(), kGaits.end(), gait);
  if (style != kGaits.end()) {
    agent.gait = static_cast<Gait>(style - kGaits.begin());
  } else if (gait.ends_with(".bvh") || gait.ends_with(".BVH")) {
    agent.gait_clip = read_file_key(scenario, keys, "gait", gait);
  } else {
    const std::string nearest = core::nearest_word(gait, kGaits);
    keys.problem("gait", fmt::format("\"{}\" is neither a style ({}) nor a .bvh file{}", gait, fmt::join(kGaits, ", "),
                                     nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)));
  }
}

BodySpec read_body(PlaceReader& scenario, KeyReader& agent) {
  BodySpec body;
  auto entry = agent.object("body", "agent.body", "Size and looks");
  if (!entry) return body;
  KeyReader keys = scenario.keys(*entry, "agent.body");
  std::string sex = "f";
  keys.word("sex", sex, {"f", "m"}, "Female or male");
  body.female = sex == "f";
  keys.number("stature_percentile", body.stature_percentile, "Of the surveyed population", {0.1, 99.9});
  int looks = 1;
  keys.integer("looks", looks, "Seed of skin tone, hair and clothes", 0, 1'000'000);
  body.appearance_seed = static_cast<std::uint64_t>(looks);
  constexpr Range kMeasures{0.001, 500.0};
  keys.describe("measures",
                {{"type", "object"},
                 {"additionalProperties",
                  {{"type", "number"}, {"minimum", kMeasures.minimum}, {"maximum", json_number(kMeasures.maximum)}}}},
                "Further dimensions by name (`firsthand body` lists them), m or kg");
  if (auto measures = entry->object("measures")) {
    for (const auto& key : measures->keys()) {
      body.measures[key] = measures->number(key.c_str(), {.minimum = kMeasures.minimum, .maximum = kMeasures.maximum});
    }
  }
  read_family(scenario, keys, body);
  keys.end();
  return body;
}

Errand read_errand(PlaceReader& scenario, JsonReader& entry) {
  KeyReader keys = scenario.keys(entry, "agent.errand");
  Errand errand;
  keys.position("at", errand.at, "");
  keys.describe("at", {{"$ref", "#/$defs/point"}}, "Where to stand; with `take`, `put` or `operate` it may be absent",
                Need::Optional);
  if (const auto yaw = keys.optional_number("yaw_deg", "Heading there, degrees; absent: as on arrival", kHeadings)) {
    errand.yaw = math::radians(*yaw);
  }
  keys.number("within", errand.within, "Distance that counts as there, m", {0.02, 50.0});
  keys.number("seconds", errand.seconds, "Time to stay", {0.0, 86400.0});
  keys.text("look_at", errand.look_at, "Object or person to look at meanwhile");
  keys.text("reach", errand.reach, "Object to put a hand on meanwhile");
  read_deed(scenario.builder.scene(), keys, errand);
  errand.stands = keys.has("at");
  if (!errand.stands && errand.deed == Deed::None && !keys.describes())
    keys.problem("at", "is missing: where shall the agent go?");
  if (errand.deed != Deed::None && !errand.reach.empty())
    keys.problem("reach", "there is another deed too; an errand has one");
  for (auto& place : keys.objects("or", "agent.errand.or", "Places that would do as well; the cheapest is taken")) {
    KeyReader of_place = scenario.keys(place, "agent.errand.or");
    of_place.position("at", errand.choice.emplace_back(0.0), "Where to stand");
    of_place.end();
  }
  keys.end();
  return errand;
}

SteeringSpec read_steering(PlaceReader& scenario, JsonReader& entry) {
  KeyReader keys = scenario.keys(entry, "agent.steering");
  SteeringSpec steering;
  keys.choice("do", steering.kind, kSteering,
              "Towards the thing; away from it; past its nearer edge when it is in the way; along its longer side",
              Need::Required);
  keys.text("what", steering.what, "An object or a person, where the agent believes it to be", 0, Need::Required);
  keys.number("within", steering.within, "Distance from which it acts, m from body to outline", {0.05, 50.0});
  double view = 360.0;
  keys.number("view_deg", view, "Field in front of the body in which it acts, degrees", {1.0, 360.0});
  steering.view = math::radians(view);
  keys.number("strength", steering.strength, "Against 1, the way that the agent wants anyway", {0.0, 100.0});
  keys.number("distance_exponent", steering.distance_exponent,
              "How it grows from `within` to the outline, for `attract` the other way round; 0: at once", {0.0, 8.0});
  keys.number("angle_exponent", steering.angle_exponent,
              "How it grows from the edge of the field to straight ahead; 0: at once", {0.0, 8.0});
  keys.number("beside", steering.beside, "For `line_up`: distance kept from the outline, m", {0.0, 10.0});
  keys.end();
  return steering;
}

AgentSpec read_agent(PlaceReader& scenario, JsonReader& entry) {
  KeyReader keys = scenario.keys(entry, "agent");
  AgentSpec agent;
  agent.name = keys.name("Unique among agents; `user` is the visitor");
  agent.body = read_body(scenario, keys);
  agent.start =
      keys.standing_pose("Where it starts, on a floor", "Heading, degrees; 0 looks along -Z, positive turns left");
  keys.number("speed", agent.speed, "Walking speed on a free way, m/s", {0.1, 3.5});
  read_gait(scenario, keys, agent);
  keys.choice("mood", agent.mood, kMoods, "How it carries itself: cadence, arms, trunk, width of its steps");
  keys.choice("behaviour", agent.behaviour, behaviour_words(), behaviours_in_words().c_str());
  keys.choice("knows", agent.knowledge, kKnowledge,
              "What it knows before it has seen anything: nothing, not even the floor; what cannot be moved, as people "
              "who work there do; "
              "everything as it stood at the start");
  keys.choice("memory", agent.memory, kMemories,
              "How long it believes what it has sensed: lifetimes by the kind of thing; until something else is seen "
              "there; 30 s for all that can move");
  keys.text("whom", agent.whom, for_those_with(BehaviourNeeds::Person, "an agent's name, or `user`").c_str());
  keys.text("net", agent.net_name, "The action net that it runs, of `nets`; instead of `behaviour`");
  keys.describe(
      "relations", {{"type", "object"}, {"additionalProperties", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}}},
      "How much it likes people, by name, 0 to 1; others 0.5. Of several people who would do it chooses those "
      "it likes; of several agents who could help, who likes the asker more is more likely to");
  if (auto relations = entry.object("relations")) {
    for (const auto& key : relations->keys())
      agent.relations[key] = relations->number(key.c_str(), {.minimum = 0.0, .maximum = 1.0});
  }
  agent.cannot = keys.texts("cannot", "Actions of nets that it is not qualified for: told to do them, it refuses");
  agent.in_charge_of = keys.texts(
      "in_charge_of", "Objects that it alone works on with its hands: others who are told to refuse and name it");
  for (auto& steering :
       keys.objects("steering", "agent.steering",
                    "What its way bends to; the planner finds the way, and nothing turns it back", 0, kMostSteering))
    agent.steering.push_back(read_steering(scenario, steering));
  keys.number("personal_space", agent.personal_space, "Distance kept from the user, m", {0.0, 5.0});
  keys.boolean("sees_mirrors", agent.sees_mirrors, "Recognises what it sees in mirrors");
  keys.number("sensing_hz", agent.sensing_hz, "Looks per second", {1.0, 90.0});
  keys.number("start_after", agent.start_after, "Seconds before it sets off", {0.0, 86400.0});
  for (auto& errand : keys.objects("errands", "agent.errand",
                                   for_those_with(BehaviourNeeds::Errands, "where to go and what to do there").c_str(),
                                   0, kMostErrands)) {
    if (agent.errands.size() == kMostErrands) {
      keys.problem("errands", fmt::format("has more than {} entries", kMostErrands));
      break;
    }
    agent.errands.push_back(read_errand(scenario, errand));
  }
  keys.end();
  return agent;
}

void need(core::Problems& problems, bool fine, const std::string& pointer, std::string message) {
  if (!fine) problems.add(pointer, std::move(message));
}

void check_agent(PlaceReader& scenario, std::span<const UserSpec> users, const std::vector<AgentSpec>& cast,
                 std::size_t index) {
  const AgentSpec& agent = cast[index];
  const std::string pointer = fmt::format("/agents/{}", index);
  const Scene& scene = scenario.builder.scene();
  const auto is_user = [&](const std::string& name) {
    return std::any_of(users.begin(), users.end(), [&](const UserSpec& user) { return user.name == name; });
  };
  const auto is_person = [&](const std::string& name) {
    return is_user(name) ||
           std::any_of(cast.begin(), cast.end(), [&](const AgentSpec& other) { return other.name == name; });
  };
  need(scenario.problems, !is_user(agent.name), pointer + "/name",
       fmt::format("\"{}\" is the name of a user", agent.name));
  for (std::size_t i = 0; i < index; ++i) {
    need(scenario.problems, cast[i].name != agent.name, pointer + "/name",
         fmt::format("the name \"{}\" is already taken by /agents/{}", agent.name, i));
  }
  const BehaviourKind& kind = kind_of(agent.behaviour);
  need(scenario.problems, kind.needs != BehaviourNeeds::Errands || !agent.errands.empty(), pointer + "/errands",
       fmt::format("is missing: \"{}\" needs at least one", kind.word));
  if (kind.needs == BehaviourNeeds::Person) {
    need(scenario.problems, !agent.whom.empty(), pointer + "/whom",
         fmt::format("is missing: \"{}\" needs somebody to go to", kind.word));
    need(scenario.problems, agent.whom.empty() || (is_person(agent.whom) && agent.whom != agent.name),
         pointer + "/whom", fmt::format("there is nobody called \"{}\" to go to; name an agent or a user", agent.whom));
  }
  for (const auto& [name, liking] : agent.relations)
    need(scenario.problems, is_person(name) && name != agent.name, pointer + "/relations/" + name,
         fmt::format("there is nobody else called \"{}\"", name));
  const auto verbs = net_verb_words();
  for (const auto& action : agent.cannot)
    need(scenario.problems, std::find(verbs.begin(), verbs.end(), action) != verbs.end(), pointer + "/cannot",
         fmt::format("there is no action \"{}\"; there are {}", action, fmt::join(verbs, ", ")));
  for (const auto& thing : agent.in_charge_of)
    need(scenario.problems, scene.find(thing) != nullptr, pointer + "/in_charge_of",
         fmt::format("there is no object \"{}\"", thing));
  for (std::size_t i = 0; i < agent.steering.size(); ++i) {
    const std::string& what = agent.steering[i].what;
    need(scenario.problems, what.empty() || (is_person(what) && what != agent.name) || scene.find(what),
         fmt::format("{}/steering/{}/what", pointer, i), fmt::format("there is no object or person \"{}\"", what));
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

void read_agents(PlaceReader& scenario, KeyReader& root, std::span<const UserSpec> users,
                 std::vector<AgentSpec>& cast) {
  for (auto& agent : root.objects("agents", "agent", "Virtual humans", 0, kMostAgents)) {
    if (cast.size() == kMostAgents) {
      root.problem("agents", fmt::format("has more than {} entries", kMostAgents));
      break;
    }
    cast.push_back(read_agent(scenario, agent));
  }
  if (scenario.schema) describe_needs((*scenario.schema)["agent"]);
  for (std::size_t i = 0; i < cast.size(); ++i) check_agent(scenario, users, cast, i);
}

}  // namespace fh::scene
