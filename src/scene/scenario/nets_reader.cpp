// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/scenario/net_verbs.h"
#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

using core::JsonReader;

constexpr std::size_t kMostNets = 200, kMostNodes = 200, kMostEdges = 50, kMostTests = 20, kMostBranches = 16;
constexpr double kBeside = 0.6;  // m from the outline of a thing to where an agent stands at it

const std::vector<std::string> kOns = {"ended", "done", "failed", "always"};
const std::vector<std::string> kJoins = {"all", "first", "while"};
const std::vector<std::string> kBeliefs = {"knows", "sees",  "near",   "lies_at", "moved",
                                           "after", "clock", "stands", "moves",   "heard"};
// Relations of language/relations.h that name a place to stand at.
const std::vector<std::string> kWheres = {"at",       "near",        "beside",  "on",       "in",
                                          "behind",   "in_front_of", "left_of", "right_of", "between",
                                          "opposite", "outside",     "towards"};
const std::vector<std::string> kResults = {"done", "failed"};

/// What names may be used, and where they are found.
struct Names {
  const Scenario& scenario;

  bool is_person(const std::string& name) const {
    const auto named = [&](const auto& person) { return person.name == name; };
    return std::any_of(scenario.users.begin(), scenario.users.end(), named) ||
           std::any_of(scenario.agents.begin(), scenario.agents.end(), named);
  }
  const Object* thing(const std::string& name) const { return scenario.scene.find(name); }
};

/// Names that are only known when every net was read.
struct Wanted {
  std::string pointer, name;
  std::size_t net, node, edge;  // edge: of an edge's `to`; else of nets
};

struct NetReading {
  PlaceReader& scenario;
  Names names;
  std::vector<Net> nets;
  std::vector<Wanted> nodes, sub_nets, monitors;
};

void need_thing(const NetReading& all, KeyReader& keys, const char* key, const std::string& name) {
  if (keys.describes() || name.empty() || all.names.thing(name)) return;
  keys.problem(key, all.names.is_person(name) ? fmt::format("\"{}\" is a person; name an object", name)
                                              : fmt::format("there is no object \"{}\"", name));
}

void need_any(const NetReading& all, KeyReader& keys, const char* key, const std::string& name) {
  if (keys.describes() || name.empty() || all.names.thing(name) || all.names.is_person(name)) return;
  keys.problem(key, fmt::format("there is no object or person \"{}\"", name));
}

void check_test(NetReading& all, KeyReader& keys, NetTest& test) {
  const bool timed = test.is == NetBelief::After || test.is == NetBelief::Clock;
  if (timed && !test.what.empty()) keys.problem("what", "times are not asked of an object or a person");
  if (timed) return;
  if (test.is == NetBelief::Heard) {
    if (!test.what.empty() && !all.names.is_person(test.what))
      keys.problem("what", fmt::format("there is nobody called \"{}\"", test.what));
    return;
  }
  if (test.what.empty()) keys.problem("what", "is missing: what is the question about?");
  if (test.is == NetBelief::LiesAt && !keys.has("at")) keys.problem("at", "is missing: where shall it lie?");
  if (test.is == NetBelief::Stands) {
    if (test.of.empty()) keys.problem("of", "is missing: where to what?");
    need_any(all, keys, "of", test.of);
    if (test.where == "between" || test.where == "towards")
      keys.problem("where", "is not asked: it needs two things or a motion");
  }
  if (test.is == NetBelief::Moved) {
    need_thing(all, keys, "what", test.what);
    if (const Object* thing = all.names.thing(test.what)) test.placed = thing->world_from_object;
  } else {
    need_any(all, keys, "what", test.what);
  }
}

NetTest read_test(NetReading& all, JsonReader& entry) {
  KeyReader keys = all.scenario.keys(entry, "net.test");
  NetTest test;
  keys.choice("is", test.is, kBeliefs,
              "`knows`: where `what` is; `sees`: saw it within the last `seconds`; `near`: believes it `within` m; "
              "`lies_at`: saw it last `within` m of `at`; `moved`: saw it last farther than `within` m, or turned by "
              "more than 10 degrees, from where the file puts it; `after`: `seconds` in the node; `clock`: `seconds` "
              "since the start; `stands`: believes it `where` to `of`; `moves`: saw it move, faster than 0.2 m/s; "
              "`heard`: heard `text` (or anything) from `what` (or anybody) within the last `seconds`",
              Need::Required);
  keys.boolean("not", test.negated, "Asks for the contrary");
  keys.text("what", test.what, "An object or a person, as the agent believes them to be");
  keys.position("at", test.at, "For `lies_at`: a point, m");
  keys.number("within", test.within, "For `near`, `lies_at`, `moved`: m", {0.01, 100.0});
  keys.number("seconds", test.seconds, "For `sees`, `after`, `clock`, `heard`", {0.0, 86400.0});
  test.where = kWheres.front();
  keys.word("where", test.where, kWheres, "For `stands`: the relation (docs/instructions.md)");
  keys.text("of", test.of, "For `stands`: an object or a person");
  keys.text("text", test.text, "For `heard`: the words", 200);
  keys.end();
  if (!keys.describes()) check_test(all, keys, test);
  return test;
}

std::vector<NetTest> read_tests(NetReading& all, KeyReader& keys, const char* text, std::size_t fewest) {
  std::vector<NetTest> tests;
  for (auto& test : keys.objects("when", "net.test", text, fewest, kMostTests)) {
    if (tests.size() == kMostTests) {
      keys.problem("when", fmt::format("has more than {} entries", kMostTests));
      break;
    }
    tests.push_back(read_test(all, test));
  }
  return tests;
}

NetEdge read_edge(NetReading& all, JsonReader& entry, std::size_t node, std::size_t index) {
  KeyReader keys = all.scenario.keys(entry, "net.edge");
  NetEdge edge;
  std::string to;
  keys.text("to", to, "The node it leads to", 80, Need::Required);
  all.nodes.push_back({entry.pointer() + "/to", to, all.nets.size() - 1, node, index});
  keys.choice("on", edge.on, kOns, "When it may be taken: the node's action has ended, in which way; or at any time");
  keys.number("weight", edge.weight, "Above 0: drawn by chance among the weighted edges that may be taken",
              {0.0, 1000.0});
  edge.when = read_tests(all, keys, "What the agent must believe; all of it", 0);
  keys.end();
  return edge;
}

/// Where a node leads: one of `at` and `to`.
void read_place(NetReading& all, KeyReader& keys, const NetVerbKind& kind, Errand& errand) {
  keys.position("at", errand.at, for_verbs("at", "where to stand").c_str());
  keys.text("to", errand.to, for_verbs("to", "an object to stand at").c_str());
  keys.word("where", errand.where, kWheres, for_verbs("where", "how to stand to `to`; absent: anyhow near").c_str());
  keys.text("and", errand.second, for_verbs("and", "the other object of `between`").c_str());
  if (const auto yaw =
          keys.optional_number("yaw_deg", for_verbs("yaw_deg", "heading there, degrees").c_str(), kHeadings))
    errand.yaw = math::radians(*yaw);
  const bool has_within = keys.has("within");
  keys.number("within", errand.within,
              for_verbs("within", "distance that counts as there, m; from the outline of `to`").c_str(), {0.02, 50.0});
  if (!has_within && kind.verb == NetVerb::Act) errand.within = 0.0;  // as the behaviour has it
  if (kind.behaviour == Behaviour::Lead && !has_within) errand.within = Errand{}.within;
  if (keys.describes() || use_of(kind, "to") == KeyUse::Unknown) return;
  const bool goes_on = kind.behaviour == Behaviour::Push && keys.has("ahead");
  if (goes_on && (keys.has("at") || !errand.to.empty()))
    keys.problem("ahead", "there is a place too; give one of them");
  if (!keys.has("at") && errand.to.empty() && !goes_on)
    keys.problem("at", "is missing: where shall the agent go (or \"to\")?");
  if (keys.has("at") && !errand.to.empty()) keys.problem("to", "there is \"at\" too; give one of the two");
  if (errand.to.empty() && !errand.where.empty()) keys.problem("where", "needs \"to\": how to stand to what?");
  if ((errand.where == "between") == errand.second.empty())
    keys.problem("and", "goes with \"between\": the two things are `to` and `and`");
  need_thing(all, keys, "to", errand.to);
  need_thing(all, keys, "and", errand.second);
  const Object* thing = all.names.thing(errand.to);
  if (!thing || !errand.where.empty() || kind.behaviour == Behaviour::Push) return;
  const math::Vec3 size = thing->bounds.size();
  errand.within = (has_within ? errand.within : kBeside) + 0.5 * glm::length(math::Vec2(size.x, size.z));
}

void read_sub_nets(NetReading& all, KeyReader& keys, NetNode& node) {
  const std::size_t net = all.nets.size() - 1, index = all.nets.back().nodes.size();
  const auto want = [&](const std::string& name, const std::string& pointer) {
    all.sub_nets.push_back({pointer, name, net, index, node.nets.size()});
    node.nets.push_back(-1);
  };
  std::string sub_net;
  keys.text("net", sub_net, "For `net`: the net to run", 80);
  const auto branches = keys.texts("branches", "For `parallel`: the nets to run, at least two");
  keys.choice("join", node.join, kJoins,
              "For `parallel`: ends when all have, when the first has, when the first of the list has");
  if (keys.describes()) return;
  const std::string at = keys.json().pointer();
  if (node.verb == NetVerb::Net && sub_net.empty()) keys.problem("net", "is missing: which net shall it run?");
  if (node.verb == NetVerb::Net && !sub_net.empty()) want(sub_net, at + "/net");
  if (node.verb != NetVerb::Parallel) return;
  if (branches.size() < 2) keys.problem("branches", "needs at least two nets");
  if (branches.size() > kMostBranches)
    return keys.problem("branches", fmt::format("has more than {} entries", kMostBranches));
  for (std::size_t i = 0; i < branches.size(); ++i) want(branches[i], fmt::format("{}/branches/{}", at, i));
}

/// Keys of another verb are mistakes: they would do nothing. Those that are needed are there.
void check_keys(NetReading& all, KeyReader& keys, const NetVerbKind& kind, const NetNode& node, const Errand& errand) {
  for (const std::string& key : net_verb_keys()) {
    const KeyUse use = use_of(kind, key);
    if (use == KeyUse::Unknown && keys.has(key.c_str()))
      keys.problem(key.c_str(), fmt::format("means nothing to \"{}\"", kind.word));
    if (use != KeyUse::Needed || keys.has(key.c_str())) continue;
    if (key == "whom") keys.problem("whom", "is missing: who is meant?");
    if (key == "what") keys.problem("what", "is missing: what is meant?");
    if (key == "text") keys.problem("text", "is missing: what shall it say?");
    if (key == "at") keys.problem("at", "is missing: where?");
  }
  need_any(all, keys, "look_at", errand.look_at);
  need_any(all, keys, "what", errand.what);
  need_thing(all, keys, "reach", errand.reach);
  if (kind.behaviour == Behaviour::HandOver || kind.behaviour == Behaviour::TakeOver) {
    need_thing(all, keys, "what", errand.what);
    const Object* thing = all.names.thing(errand.what);
    if (thing && (!thing->movable || thing->joint.kind != JointKind::None))
      keys.problem("what", fmt::format("\"{}\" cannot be carried", errand.what));
  }
  if (kind.behaviour == Behaviour::Push) {
    need_thing(all, keys, "what", errand.what);
    const Object* thing = all.names.thing(errand.what);
    if (thing && (!thing->movable || thing->joint.kind != JointKind::None))
      keys.problem("what", fmt::format("\"{}\" cannot be pushed about", errand.what));
  }
  if (!node.plan.whom.empty() && !all.names.is_person(node.plan.whom))
    keys.problem("whom", fmt::format("there is nobody called \"{}\"", node.plan.whom));
  if (node.verb == NetVerb::Reach && errand.reach.empty()) keys.problem("reach", "is missing: what shall it touch?");
  if (node.verb == NetVerb::Deed && errand.deed == Deed::None)
    keys.problem(kind.word, "is missing: the name of an object is expected");
  if (kind.behaviour == Behaviour::Turn && keys.has("what") + keys.has("turn_deg") + keys.has("yaw_deg") != 1)
    keys.problem("what", "give one of \"what\", \"turn_deg\" and \"yaw_deg\": where shall it turn to?");
  if (node.at_most > 0.0 && node.at_most < node.at_least) keys.problem("at_most", "is shorter than \"at_least\"");
}

void read_action(NetReading& all, KeyReader& keys, NetNode& node) {
  const NetVerbKind& kind = kind_of(node);
  Errand errand;
  read_place(all, keys, kind, errand);
  const auto text = [](const char* key, const char* meaning) { return for_verbs(key, meaning); };
  keys.number("seconds", errand.seconds, text("seconds", "time to stay or to go on").c_str(), {0.0, 86400.0});
  keys.text("look_at", errand.look_at, text("look_at", "an object or a person to look at meanwhile").c_str());
  keys.text("reach", errand.reach, text("reach", "an object to put a hand on").c_str());
  read_deed(all.names.scenario.scene, keys, errand);
  errand.stands = errand.deed == Deed::None;
  keys.text("whom", node.plan.whom, text("whom", "an agent's name, or `user`").c_str());
  keys.text("what", errand.what, text("what", "an object or a person").c_str());
  keys.text("text", errand.text, text("text", "the words").c_str(), 200);
  keys.number("speed", errand.speed, text("speed", "m/s; 0: as the agent walks").c_str(), {0.0, 3.5});
  keys.number("ahead", errand.ahead, text("ahead", "m").c_str(), {-100.0, 100.0});
  keys.number("aside", errand.aside, text("aside", "m to the right").c_str(), {-100.0, 100.0});
  if (const auto turn = keys.optional_number("turn_deg", text("turn_deg", "degrees to the left").c_str(), kHeadings))
    errand.turn = math::radians(*turn);
  keys.number("at_least", node.at_least, "s that the node lasts, whatever it does", {0.0, 86400.0});
  keys.number("at_most", node.at_most, "s after which it fails as too late; 0: never", {0.0, 86400.0});
  if (!keys.describes()) check_keys(all, keys, kind, node, errand);
  if (node.verb == NetVerb::Net || node.verb == NetVerb::Parallel || node.verb == NetVerb::End) return;
  node.plan.behaviour = kind.behaviour;
  node.plan.errands = {std::move(errand)};
}

void read_node(NetReading& all, JsonReader& entry) {
  KeyReader keys = all.scenario.keys(entry, "net.node");
  NetNode node;
  node.name = keys.name("Unique in its net; a net begins with its first node");
  keys.choice("do", node.kind, net_verb_words(), net_verbs_in_words().c_str(), Need::Required);
  node.verb = kind_of(node).verb;
  read_action(all, keys, node);
  read_sub_nets(all, keys, node);
  std::string result = kResults.front();
  keys.word("result", result, kResults, "For `end`: how the net has ended");
  node.fails = result == "failed";
  std::size_t index = 0;
  for (auto& edge : keys.objects("edges", "net.edge", "Where it goes on, in order of preference", 0, kMostEdges)) {
    if (index == kMostEdges) {
      keys.problem("edges", fmt::format("has more than {} entries", kMostEdges));
      break;
    }
    node.edges.push_back(read_edge(all, edge, all.nets.back().nodes.size(), index++));
  }
  keys.end();
  for (const auto& other : all.nets.back().nodes) {
    if (other.name == node.name && !node.name.empty())
      keys.problem("name", fmt::format("the name \"{}\" is already taken in this net", node.name));
  }
  all.nets.back().nodes.push_back(std::move(node));
}

void read_monitor(NetReading& all, JsonReader& entry) {
  KeyReader keys = all.scenario.keys(entry, "net.monitor");
  NetMonitor monitor;
  std::string net;
  monitor.when = read_tests(all, keys, "What it waits for; all of it", 1);
  keys.text("net", net, "The net to run then; afterwards the held net goes on where it was", 80, Need::Required);
  keys.end();
  const std::size_t index = all.nets.back().monitors.size();
  all.monitors.push_back({entry.pointer() + "/net", net, all.nets.size() - 1, index, 0});
  if (!keys.describes() && monitor.when.empty()) keys.problem("when", "is missing: what does it wait for?");
  all.nets.back().monitors.push_back(std::move(monitor));
}

void read_net(NetReading& all, JsonReader& entry) {
  KeyReader keys = all.scenario.keys(entry, "net");
  Net net;
  net.name = keys.name("Unique among nets");
  for (const auto& other : all.nets) {
    if (other.name == net.name && !net.name.empty())
      keys.problem("name", fmt::format("the name \"{}\" is already taken", net.name));
  }
  all.nets.push_back(std::move(net));
  for (auto& node : keys.objects("nodes", "net.node", "What it does; begins with the first", 1, kMostNodes)) {
    if (all.nets.back().nodes.size() == kMostNodes) {
      keys.problem("nodes", fmt::format("has more than {} entries", kMostNodes));
      break;
    }
    read_node(all, node);
  }
  for (auto& monitor : keys.objects("monitors", "net.monitor", "What interrupts it, in order of preference", 0,
                                    static_cast<std::size_t>(kMostMonitors))) {
    if (all.nets.back().monitors.size() == static_cast<std::size_t>(kMostMonitors)) {
      keys.problem("monitors", fmt::format("has more than {} entries", kMostMonitors));
      break;
    }
    read_monitor(all, monitor);
  }
  keys.end();
  if (!keys.describes() && all.nets.back().nodes.empty()) keys.problem("nodes", "is missing or empty");
}

template <class List>
int index_of(const List& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

template <class List>
std::string unknown(const char* what, const List& list, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& item : list) known.push_back(item.name);
  const std::string nearest = core::nearest_word(name, known);
  return fmt::format("there is no {} \"{}\"{}", what, name,
                     nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest));
}

void resolve(NetReading& all) {
  for (const auto& wanted : all.nodes) {
    Net& net = all.nets[wanted.net];
    int& to = net.nodes[wanted.node].edges[wanted.edge].to;
    to = index_of(net.nodes, wanted.name);
    if (to < 0 && !wanted.name.empty())
      all.scenario.problems.add(wanted.pointer, unknown("node", net.nodes, wanted.name));
  }
  for (const auto& wanted : all.sub_nets) {
    int& net = all.nets[wanted.net].nodes[wanted.node].nets[wanted.edge];
    net = index_of(all.nets, wanted.name);
    if (net < 0) all.scenario.problems.add(wanted.pointer, unknown("net", all.nets, wanted.name));
  }
  for (const auto& wanted : all.monitors) {
    int& net = all.nets[wanted.net].monitors[wanted.node].net;
    net = index_of(all.nets, wanted.name);
    if (net < 0) all.scenario.problems.add(wanted.pointer, unknown("net", all.nets, wanted.name));
  }
}

void give_nets(NetReading& all, std::vector<AgentSpec>& agents) {
  const auto shared = std::make_shared<const std::vector<Net>>(std::move(all.nets));
  for (std::size_t i = 0; i < agents.size(); ++i) {
    AgentSpec& agent = agents[i];
    if (agent.net_name.empty()) continue;
    const std::string pointer = fmt::format("/agents/{}", i);
    agent.net = index_of(*shared, agent.net_name);
    if (agent.net >= 0)
      agent.nets = shared;
    else
      all.scenario.problems.add(pointer + "/net", unknown("net", *shared, agent.net_name));
    if (agent.behaviour != Behaviour::Stand || !agent.errands.empty())
      all.scenario.problems.add(pointer + "/net", "there is a behaviour or errands too; give one of the two");
  }
}

void read_all_nets(NetReading& all, KeyReader& root) {
  for (auto& net : root.objects("nets", "net", "Action nets, which agents run", 0, kMostNets)) {
    if (all.nets.size() == kMostNets) {
      root.problem("nets", fmt::format("has more than {} entries", kMostNets));
      break;
    }
    read_net(all, net);
  }
  if (root.describes()) return;
  resolve(all);
  check_nets(all.scenario, all.nets);
}

}  // namespace

core::Result<std::shared_ptr<const std::vector<Net>>> parse_nets(const std::string& text, const Scenario& of) {
  FH_TRY(file, core::JsonFile::parse(text, "nets"));
  core::Problems problems(file);
  Scene nothing;
  SceneBuilder builder(nothing);
  PlaceReader place{builder, problems, {}, {}, 0};
  JsonReader reader(file.root(), problems);
  KeyReader root(reader);
  NetReading all{place, {of}, {}, {}, {}, {}};
  if (file.root().is_object()) read_all_nets(all, root);
  root.end();
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  return std::make_shared<const std::vector<Net>>(std::move(all.nets));
}

void read_nets(PlaceReader& scenario, KeyReader& root, Scenario& result) {
  NetReading all{scenario, {result}, {}, {}, {}, {}};
  read_all_nets(all, root);
  if (!root.describes()) give_nets(all, result.agents);
}

}  // namespace fh::scene
