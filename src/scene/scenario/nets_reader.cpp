// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

using core::JsonReader;

constexpr std::size_t kMostNets = 200, kMostNodes = 200, kMostEdges = 50, kMostTests = 20, kMostBranches = 16;
constexpr double kBeside = 0.6;  // m from the outline of a thing to where an agent stands at it

const std::vector<std::string> kOns = {"ended", "done", "failed", "always"};
const std::vector<std::string> kJoins = {"all", "first", "while"};
const std::vector<std::string> kBeliefs = {"knows", "sees", "near", "lies_at", "moved", "after", "clock"};
const std::vector<std::string> kResults = {"done", "failed"};

const std::vector<NetVerbKind>& verbs() {
  static const std::vector<NetVerbKind> kVerbs = {
      {"go",
       "to `at`, or to the object `to` where it is believed to be; stays for `seconds`",
       kLegs,
       true,
       true,
       {"at", "to", "yaw_deg", "within", "seconds", "look_at", "reach"}},
      {"reach",
       "puts a hand on the object `reach` from where it stands",
       kNoPart,
       true,
       true,
       {"reach", "look_at", "seconds"}},
      {"wait", "for `seconds`, looking at `look_at`", kNoPart, true, false, {"seconds", "look_at"}},
      {"wander", "goes to places at random, without end", kLegs, false, false, {}},
      {"follow", "keeps behind `whom`, without end; fails when they are not found", kLegs, false, true, {"whom"}},
      {"pursue", "goes to `whom`", kLegs, true, true, {"whom"}},
      {"net", "runs the net `net`, and ends as it does", kNoPart, true, true, {"net"}},
      {"parallel", "runs the nets `branches` side by side", kNoPart, true, true, {"branches", "join"}},
      {"end", "ends the net", kNoPart, false, false, {"result"}}};
  return kVerbs;
}

std::vector<std::string> verb_words() {
  std::vector<std::string> words;
  for (const auto& kind : verbs()) words.emplace_back(kind.word);
  return words;
}

std::string verbs_in_words() {
  std::vector<std::string> texts;
  for (const auto& kind : verbs()) texts.push_back(fmt::format("`{}`: {}", kind.word, kind.text));
  return fmt::format("{}", fmt::join(texts, "; "));
}

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
  std::vector<Wanted> nodes, sub_nets;
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

NetTest read_test(NetReading& all, JsonReader& entry) {
  KeyReader keys = all.scenario.keys(entry, "net.test");
  NetTest test;
  keys.choice("is", test.is, kBeliefs,
              "`knows`: where `what` is; `sees`: saw it within the last `seconds`; `near`: believes it `within` m; "
              "`lies_at`: saw it last `within` m of `at`; `moved`: saw it last farther than `within` m, or turned by "
              "more than 10 degrees, from where the file puts it; `after`: `seconds` in the node; `clock`: `seconds` "
              "since the start",
              Need::Required);
  keys.boolean("not", test.negated, "Asks for the contrary");
  keys.text("what", test.what, "An object or a person, as the agent believes them to be");
  keys.position("at", test.at, "For `lies_at`: a point, m");
  keys.number("within", test.within, "For `near`, `lies_at`, `moved`: m", {0.01, 100.0});
  keys.number("seconds", test.seconds, "For `sees`, `after`, `clock`", {0.0, 86400.0});
  keys.end();
  if (keys.describes()) return test;
  const bool timed = test.is == NetBelief::After || test.is == NetBelief::Clock;
  if (timed && !test.what.empty()) keys.problem("what", "times are not asked of an object or a person");
  if (timed) return test;
  if (test.what.empty()) keys.problem("what", "is missing: what is the question about?");
  if (test.is == NetBelief::LiesAt && !keys.has("at")) keys.problem("at", "is missing: where shall it lie?");
  if (test.is == NetBelief::Moved) {
    need_thing(all, keys, "what", test.what);
    if (const Object* thing = all.names.thing(test.what)) test.placed = thing->world_from_object;
  } else {
    need_any(all, keys, "what", test.what);
  }
  return test;
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
  for (auto& test : keys.objects("when", "net.test", "What the agent must believe; all of it", 0, kMostTests)) {
    if (edge.when.size() == kMostTests) {
      keys.problem("when", fmt::format("has more than {} entries", kMostTests));
      break;
    }
    edge.when.push_back(read_test(all, test));
  }
  keys.end();
  return edge;
}

/// Where a `go` leads: one of `at` and `to`.
void read_place(NetReading& all, KeyReader& keys, NetVerb verb, Errand& errand) {
  keys.position("at", errand.at, "For `go`: where to stand");
  keys.text("to", errand.to, "For `go`: an object to stand at");
  if (const auto yaw = keys.optional_number("yaw_deg", "For `go`: heading there, degrees", kHeadings))
    errand.yaw = math::radians(*yaw);
  const bool has_within = keys.has("within");
  keys.number("within", errand.within, "For `go`: distance that counts as there, m; from the outline of `to`",
              {0.02, 50.0});
  if (keys.describes() || verb != NetVerb::Go) return;
  if (!keys.has("at") && errand.to.empty()) keys.problem("at", "is missing: where shall the agent go (or \"to\")?");
  if (keys.has("at") && !errand.to.empty()) keys.problem("to", "there is \"at\" too; give one of the two");
  need_thing(all, keys, "to", errand.to);
  const Object* thing = all.names.thing(errand.to);
  if (!thing) return;
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

/// The action as the plan of an agent that has nothing else to do.
void make_plan(NetNode& node, Errand errand) {
  switch (node.verb) {
    case NetVerb::Go:
    case NetVerb::Reach:
    case NetVerb::Wait:
      node.plan.behaviour = Behaviour::Errands;
      node.plan.errands = {std::move(errand)};
      return;
    case NetVerb::Wander:
      node.plan.behaviour = Behaviour::Wander;
      return;
    case NetVerb::Follow:
      node.plan.behaviour = Behaviour::Follow;
      return;
    case NetVerb::Pursue:
      node.plan.behaviour = Behaviour::Pursue;
      return;
    case NetVerb::Net:
    case NetVerb::Parallel:
    case NetVerb::End:
      return;
  }
}

/// Keys of another verb are mistakes: they would do nothing.
void check_keys(KeyReader& keys, NetVerb verb) {
  std::set<std::string_view> others;
  for (const auto& kind : verbs()) others.insert(kind.keys.begin(), kind.keys.end());
  for (const char* key : kind_of(verb).keys) others.erase(key);
  for (const std::string_view key : others) {
    const std::string word(key);
    if (keys.has(word.c_str())) keys.problem(word.c_str(), fmt::format("means nothing to \"{}\"", kind_of(verb).word));
  }
}

void read_node(NetReading& all, JsonReader& entry) {
  KeyReader keys = all.scenario.keys(entry, "net.node");
  NetNode node;
  node.name = keys.name("Unique in its net; a net begins with its first node");
  keys.choice("do", node.verb, verb_words(), verbs_in_words().c_str(), Need::Required);
  Errand errand;
  read_place(all, keys, node.verb, errand);
  keys.number("seconds", errand.seconds, "For `go`, `reach`, `wait`: time to stay", {0.0, 86400.0});
  keys.text("look_at", errand.look_at, "For `go`, `reach`, `wait`: an object or a person to look at meanwhile");
  keys.text("reach", errand.reach, "For `go`, `reach`: an object to put a hand on");
  keys.text("whom", node.plan.whom, "For `follow`, `pursue`: an agent's name, or `user`");
  read_sub_nets(all, keys, node);
  std::string result = kResults.front();
  keys.word("result", result, kResults, "For `end`: how the net has ended");
  node.fails = result == "failed";
  if (!keys.describes()) {
    check_keys(keys, node.verb);
    need_any(all, keys, "look_at", errand.look_at);
    need_thing(all, keys, "reach", errand.reach);
    const bool person = node.verb == NetVerb::Follow || node.verb == NetVerb::Pursue;
    if (person && !all.names.is_person(node.plan.whom))
      keys.problem("whom", node.plan.whom.empty() ? "is missing: who is meant?"
                                                  : fmt::format("there is nobody called \"{}\"", node.plan.whom));
    if (node.verb == NetVerb::Reach && errand.reach.empty()) keys.problem("reach", "is missing: what shall it touch?");
  }
  make_plan(node, std::move(errand));
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

}  // namespace

const NetVerbKind& kind_of(NetVerb verb) {
  return verbs()[static_cast<std::size_t>(verb)];
}

void read_nets(PlaceReader& scenario, KeyReader& root, Scenario& result) {
  NetReading all{scenario, {result}, {}, {}, {}};
  for (auto& net : root.objects("nets", "net", "Action nets, which agents run", 0, kMostNets)) {
    if (all.nets.size() == kMostNets) {
      root.problem("nets", fmt::format("has more than {} entries", kMostNets));
      break;
    }
    read_net(all, net);
  }
  if (root.describes()) return;
  resolve(all);
  check_nets(scenario, all.nets);
  give_nets(all, result.agents);
}

}  // namespace fh::scene
