// SPDX-License-Identifier: Apache-2.0
// Action nets in scenario files: what is right is read, every planted mistake is named with its place.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "core/files.h"
#include "scene/scenario/nets.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {
namespace {

using Catch::Matchers::ContainsSubstring;

core::Result<Scenario> with_nets(const std::string& nets, const std::string& agent = R"("net": "n")") {
  core::set_data_folder(FH_SOURCE_DIR);
  return parse_scenario(R"({"name": "t", "user": {"at": [2, 0, 2]},
    "parts": [{"part": "floor", "name": "floor"}, {"part": "crate", "name": "crate", "at": [1, 0, 0]}],
    "agents": [{"name": "ada", "at": [0, 0, 0], )" +
                            agent + R"(}], "nets": [)" + nets + "]}",
                        "t", ".");
}

/// A net "n" of these nodes.
std::string net(const std::string& nodes) {
  return R"({"name": "n", "nodes": [)" + nodes + "]}";
}

const std::string kEnd = R"(, {"name": "end", "do": "end"})";
const std::string kOn = R"("edges": [{"to": "end"}]})" + kEnd;  // closes a node and leads to the end

std::string walking(const std::string& name) {
  return R"(, {"name": ")" + name + R"(", "nodes": [{"name": "a", "do": "go", "at": [0, 0, 1], )" + kOn + "]}";
}

/// Nets that run three of the next, n times over: 3 to the power of n at the same time.
std::string fan_of_nets(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) {
    const std::string next = "\"f" + std::to_string(i + 1) + "\"";
    text += (i > 0 ? ", " : "") + (R"({"name": ")" + (i == 0 ? std::string("n") : "f" + std::to_string(i)) +
                                   R"(", "nodes": [{"name": "a", "do": "parallel", "branches": [)" + next + ", " +
                                   next + ", " + next + "], " + kOn + "]}");
  }
  return text + R"(, {"name": "f)" + std::to_string(depth) +
         R"(", "nodes": [{"name": "a", "do": "wait", "seconds": 1, )" + kOn + "]}";
}

struct Planted {
  std::string nets;
  const char* place;
  const char* message;
};

}  // namespace

TEST_CASE("nets: one with every kind of node is read, with what its nodes stand for") {
  const auto scenario = with_nets(
      net(R"({"name": "go", "do": "go", "to": "crate", "edges": [{"to": "both", "on": "done"}, {"to": "bad", "on": "failed"}]},
             {"name": "both", "do": "parallel", "branches": ["walk", "look"], "join": "while",
              "edges": [{"to": "chase", "weight": 1}, {"to": "in", "weight": 2}]},
             {"name": "in", "do": "net", "net": "look", "edges": [{"to": "chase", "on": "always", "when": [{"is": "sees", "what": "user"}]}, {"to": "touch"}]},
             {"name": "touch", "do": "reach", "reach": "crate", "edges": [{"to": "end"}]},
             {"name": "chase", "do": "pursue", "whom": "user", "edges": [{"to": "stroll"}]},
             {"name": "stroll", "do": "wander", "edges": [{"to": "behind", "on": "always", "when": [{"is": "after", "seconds": 3}]}]},
             {"name": "behind", "do": "follow", "whom": "user", "edges": [{"to": "bad", "on": "failed"}, {"to": "end", "on": "always", "when": [{"is": "moved", "what": "crate", "not": true}]}]},
             {"name": "bad", "do": "end", "result": "failed"})" +
          kEnd) +
      walking("walk") +
      R"(, {"name": "look", "nodes": [{"name": "a", "do": "wait", "seconds": 1, "look_at": "crate", )" + kOn + "]}");
  if (!scenario) FAIL(scenario.error().message);
  const AgentSpec& ada = scenario->agents[0];
  REQUIRE(ada.nets);
  const Net& n = (*ada.nets)[static_cast<std::size_t>(ada.net)];
  CHECK(n.name == "n");
  CHECK(n.can_end);
  CHECK(n.can_fail);
  CHECK_FALSE((*ada.nets)[1].can_fail);
  CHECK(n.nodes[0].plan.errands[0].to == "crate");
  CHECK(n.nodes[0].plan.errands[0].within > 0.6);  // from the outline, not from the middle
  CHECK(n.nodes[1].nets == std::vector<int>{1, 2});
  CHECK(n.nodes[1].edges[1].to == 2);
}

TEST_CASE("nets: each planted mistake is named with its place") {
  const std::string sub = R"({"name": "a", "do": "net", "net": )";
  const Planted planted[] = {
      {R"({"nodes": [{"name": "a", "do": "wait", )" + kOn + "]}", "/nets/0", "name"},
      {net(R"({"name": "a", "do": "wait", )" + kOn) + ", " + net(R"({"name": "a", "do": "wait", )" + kOn),
       "/nets/1/name", "already taken"},
      {R"({"name": "n", "nodes": []})", "/nets/0/nodes", "empty"},
      {net(R"({"do": "wait", )" + kOn), "/nets/0/nodes/0", "name"},
      {net(R"({"name": "end", "do": "wait", )" + kOn), "/nets/0/nodes/1/name", "already taken"},
      {net(R"({"name": "a", "do": "dance", )" + kOn), "/nets/0/nodes/0/do", "dance"},
      {net(R"({"name": "a", )" + kOn), "/nets/0/nodes/0", "do"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "ende"}]})" + kEnd), "/nets/0/nodes/0/edges/0/to",
       "did you mean \"end\""},
      {net(R"({"name": "a", "do": "wait", "edges": [{}]})" + kEnd), "/nets/0/nodes/0/edges/0", "to"},
      {net(R"({"name": "a", "do": "wait", )" + kOn + R"(, {"name": "b", "do": "wait", "edges": [{"to": "end"}]})"),
       "/nets/0/nodes/2", "cannot be reached"},
      {net(R"({"name": "a", "do": "wait"})"), "/nets/0/nodes/0", "dead end"},
      {net(R"({"name": "a", "do": "go", "at": [0, 0, 1], "edges": [{"to": "end", "on": "done"}]})" + kEnd),
       "/nets/0/nodes/0/edges", "when the node has failed"},
      {net(R"({"name": "a", "do": "go", "at": [0, 0, 1], "edges": [{"to": "end", "on": "failed"}]})" + kEnd),
       "/nets/0/nodes/0/edges", "when the node is done"},
      {net(R"({"name": "a", "do": "wander", )" + kOn), "/nets/0/nodes/0/edges", "has no end"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "b"}]}, {"name": "b", "do": "wait", "edges": [{"to": "a"}]})"),
       "/nets/0/nodes/0", "takes no time"},
      {net(R"({"name": "a", "do": "wander", "edges": [{"to": "a", "on": "always"}]})"), "/nets/0/nodes/0",
       "takes no time"},
      {net(sub + R"("n", )" + kOn), "/nets/0/nodes/0", "contain itself"},
      {net(sub + R"("m", )" + kOn) + R"(, {"name": "m", "nodes": [)" + sub + R"("n", )" + kOn + "]}", "/nets/1/nodes/0",
       "contain itself"},
      {net(sub + R"("m", )" + kOn), "/nets/0/nodes/0/net", "no net \"m\""},
      {net(R"({"name": "a", "do": "net", )" + kOn), "/nets/0/nodes/0", "which net"},
      {net(R"({"name": "a", "do": "go", )" + kOn), "/nets/0/nodes/0", "where shall"},
      {net(R"({"name": "a", "do": "go", "at": [0, 0, 1], "to": "crate", )" + kOn), "/nets/0/nodes/0/to",
       "one of the two"},
      {net(R"({"name": "a", "do": "go", "to": "box", )" + kOn), "/nets/0/nodes/0/to", "no object \"box\""},
      {net(R"({"name": "a", "do": "go", "to": "user", )" + kOn), "/nets/0/nodes/0/to", "is a person"},
      {net(R"({"name": "a", "do": "reach", "reach": "box", )" + kOn), "/nets/0/nodes/0/reach", "no object \"box\""},
      {net(R"({"name": "a", "do": "reach", )" + kOn), "/nets/0/nodes/0", "what shall it touch"},
      {net(R"({"name": "a", "do": "wait", "look_at": "box", )" + kOn), "/nets/0/nodes/0/look_at", "\"box\""},
      {net(R"({"name": "a", "do": "pursue", "whom": "bob", )" + kOn), "/nets/0/nodes/0/whom", "nobody called \"bob\""},
      {net(R"({"name": "a", "do": "pursue", )" + kOn), "/nets/0/nodes/0", "who is meant"},
      {net(R"({"name": "a", "do": "wait", "whom": "user", )" + kOn), "/nets/0/nodes/0/whom",
       "means nothing to \"wait\""},
      {net(R"({"name": "a", "do": "parallel", "branches": ["w"], )" + kOn) + walking("w"), "/nets/0/nodes/0/branches",
       "at least two"},
      {net(R"({"name": "a", "do": "parallel", "branches": ["v", "w"], )" + kOn) + walking("v") + walking("w"),
       "/nets/0/nodes/0/branches/1", "needs the legs"},
      {net(R"({"name": "a", "do": "end", "edges": [{"to": "a"}]})"), "/nets/0/nodes/0/edges", "leads nowhere"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "on": "success"}]})" + kEnd),
       "/nets/0/nodes/0/edges/0/on", "success"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "weight": -1}]})" + kEnd),
       "/nets/0/nodes/0/edges/0/weight", "0"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "when": [{"is": "feels", "what": "user"}]}]})" +
           kEnd),
       "/nets/0/nodes/0/edges/0/when/0/is", "feels"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "when": [{"is": "sees", "what": "box"}]}]})" + kEnd),
       "/nets/0/nodes/0/edges/0/when/0/what", "\"box\""},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "when": [{"is": "sees"}]}]})" + kEnd),
       "/nets/0/nodes/0/edges/0/when/0", "what is the question about"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "when": [{"is": "lies_at", "what": "crate"}]}]})" +
           kEnd),
       "/nets/0/nodes/0/edges/0/when/0", "where shall it lie"},
      {net(R"({"name": "a", "do": "wander", "edges": [{"to": "end", "on": "always"}, {"to": "end", "on": "always"}]})" +
           kEnd),
       "/nets/0/nodes/0/edges/1", "never taken"},
      {net(sub + R"("m", )" + kOn) +
           R"(, {"name": "m", "nodes": [{"name": "a", "do": "wait", "seconds": 1, "edges": [{"to": "a"}]}]})",
       "/nets/0/nodes/0/edges", "has no end"},
      {fan_of_nets(4), "/nets/0/nodes/0", "more than 64 nets"},
      {net(R"({"name": "a", "do": "wait", "colour": 1, )" + kOn), "/nets/0/nodes/0", "colour"},
      {net(R"({"name": "a", "do": "say", )" + kOn), "/nets/0/nodes/0", "what shall it say"},
      {net(R"({"name": "a", "do": "search", )" + kOn), "/nets/0/nodes/0", "what is meant"},
      {net(R"({"name": "a", "do": "look_at", "what": "box", )" + kOn), "/nets/0/nodes/0/what", "\"box\""},
      {net(R"({"name": "a", "do": "turn", )" + kOn), "/nets/0/nodes/0", "where shall it turn to"},
      {net(R"({"name": "a", "do": "go", "at": [0, 0, 1], "where": "behind", )" + kOn), "/nets/0/nodes/0/where",
       "needs \"to\""},
      {net(R"({"name": "a", "do": "go", "to": "crate", "where": "between", )" + kOn), "/nets/0/nodes/0", "between"},
      {net(R"({"name": "a", "do": "go", "to": "crate", "where": "beneath", )" + kOn), "/nets/0/nodes/0/where",
       "beneath"},
      {net(R"({"name": "a", "do": "flee", "whom": "user", )" + kOn), "/nets/0/nodes/0/edges", "has no end"},
      {net(R"({"name": "a", "do": "wait", "at_least": 5, "at_most": 2, )" + kOn), "/nets/0/nodes/0/at_most", "shorter"},
      {R"({"name": "n", "monitors": [{"when": [], "net": "w"}], "nodes": [{"name": "a", "do": "wait", )" + kOn + "]}" +
           walking("w"),
       "/nets/0/monitors/0", "what does it wait for"},
      {R"({"name": "n", "monitors": [{"when": [{"is": "knows", "what": "user"}], "net": "n"}], "nodes": [{"name": "a", "do": "wait", )" +
           kOn + "]}",
       "/nets/0/monitors/0/net", "contain itself"},
      {R"({"name": "n", "monitors": [{"when": [{"is": "knows", "what": "user"}], "net": "w"}], "nodes": [{"name": "a", "do": "wait", )" +
           kOn + R"(]}, {"name": "w", "nodes": [{"name": "a", "do": "wait", "seconds": 1, "edges": [{"to": "a"}]}]})",
       "/nets/0/monitors/0/net", "has no end"},
      {net(R"({"name": "a", "do": "wait", "edges": [{"to": "end", "when": [{"is": "stands", "what": "crate"}]}]})" +
           kEnd),
       "/nets/0/nodes/0/edges/0/when/0", "where to what"},
  };
  for (const Planted& mistake : planted) {
    INFO(mistake.nets);
    const auto scenario = with_nets(mistake.nets);
    REQUIRE_FALSE(scenario);
    CHECK_THAT(scenario.error().message, ContainsSubstring(mistake.place));
    CHECK_THAT(scenario.error().message, ContainsSubstring(mistake.message));
  }
  CHECK(with_nets(fan_of_nets(3)));
}

TEST_CASE("nets: an agent runs a net that exists, and nothing besides") {
  const std::string fine = net(R"({"name": "a", "do": "wait", )" + kOn);
  CHECK(with_nets(fine));
  const auto unknown = with_nets(fine, R"("net": "m")");
  REQUIRE_FALSE(unknown);
  CHECK_THAT(unknown.error().message, ContainsSubstring("/agents/0/net: there is no net \"m\""));
  const auto both = with_nets(fine, R"("net": "n", "behaviour": "wander")");
  REQUIRE_FALSE(both);
  CHECK_THAT(both.error().message, ContainsSubstring("give one of the two"));
}

TEST_CASE("nets and errands: deeds of the hands") {
  const auto crate = with_nets(net(R"({"name": "a", "do": "take", "take": "crate", "edges": [{"to": "b"}]},
    {"name": "b", "do": "put", "put": "crate", "on": "floor", )" +
                                   kOn));
  REQUIRE(crate);
  const auto& nodes = (*crate->agents[0].nets)[0].nodes;
  CHECK(nodes[0].plan.errands[0].deed == Deed::Take);
  CHECK(nodes[0].plan.errands[0].thing == "crate");
  CHECK_FALSE(nodes[0].plan.errands[0].stands);
  CHECK(nodes[1].plan.errands[0].onto == "floor");
  const Planted planted[] = {
      {net(R"({"name": "a", "do": "take", )" + kOn), "/nets/0/nodes/0/take", "is missing"},
      {net(R"({"name": "a", "do": "take", "take": "cup", )" + kOn), "/take", "there is no object \"cup\""},
      {net(R"({"name": "a", "do": "take", "take": "floor", )" + kOn), "/take", "cannot be carried"},
      {net(R"({"name": "a", "do": "put", "put": "crate", )" + kOn), "/on", "is missing"},
      {net(R"({"name": "a", "do": "put", "put": "crate", "on": "crate", )" + kOn), "/on", "on itself"},
      {net(R"({"name": "a", "do": "operate", "operate": "crate", )" + kOn), "/operate", "on no joint"},
      {net(R"({"name": "a", "do": "take", "take": "crate", "on": "floor", )" + kOn), "/on", "means"}};
  for (const Planted& mistake : planted) {
    INFO(mistake.nets);
    const auto scenario = with_nets(mistake.nets);
    REQUIRE_FALSE(scenario);
    CHECK_THAT(scenario.error().message, ContainsSubstring(mistake.place));
    CHECK_THAT(scenario.error().message, ContainsSubstring(mistake.message));
  }
  const std::string two = R"("behaviour": "errands", "errands": [{"take": "crate", "operate": "crate"}])";
  const auto both = with_nets("", two);
  REQUIRE_FALSE(both);
  CHECK_THAT(both.error().message, ContainsSubstring("another deed"));
}

}  // namespace fh::scene
