// SPDX-License-Identifier: Apache-2.0
// Random nets of every action, run by agents in a small place: they come to an end or go on, but never hang, never use
// a part of the body twice at a time, never outgrow their limits, and are the same with one and two workers.
#include "agent_stage.h"
#include "core/rng.h"
#include "mind/net.h"

using namespace fh;
using namespace fh::test;

namespace {

/// Writes nets for one agent from a random stream; most of them pass the checks of the file.
class NetLottery {
 public:
  NetLottery(core::Rng chance, std::string agent, std::string other)
      : chance_(chance), agent_(std::move(agent)), other_(std::move(other)) {}

  std::string write() {
    const std::string branch = agent_ + ".b", main = agent_ + ".a";
    const bool parallel = below(3) == 0;
    std::string nets = net(main, parallel, branch);
    if (parallel) nets += ", " + net(branch, false, "", true) + ", " + net(branch + "2", false, "", false, true);
    return nets;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return chance_.below(n); }
  double between(double low, double high) { return chance_.uniform(low, high); }
  const std::string& person() { return below(2) ? other_ : user_; }
  std::string thing() { return below(2) ? "can" : "tin"; }

  std::string action(bool still, bool walks) {
    static constexpr const char* kStill[] = {"wait", "say", "signal", "wave"};
    static constexpr const char* kWalks[] = {"go",   "turn",   "move",   "pursue", "chase",
                                             "flee", "wander", "search", "hide"};
    static constexpr const char* kAll[] = {
        "go",    "turn", "move",    "pursue",    "chase",     "flee",        "wander",   "search",      "hide",
        "wait",  "say",  "signal",  "wave",      "ask",       "look_at",     "point_at", "look_around", "crouch",
        "take",  "put",  "operate", "hand_over", "take_over", "shake_hands", "follow",   "lead",        "queue",
        "reach", "tell", "report",  "kneel",     "sit",       "get_up",      "push"};
    if (still) return kStill[below(std::size(kStill))];
    if (walks) return kWalks[below(std::size(kWalks))];
    return kAll[below(std::size(kAll))];
  }

  std::string keys(const std::string& verb) {
    const std::string at = fmt::format(R"("at": [{:.2f}, 0, {:.2f}])", between(-4, 4), between(-4, 4));
    const double seconds = between(0.2, 6.0);
    if (verb == "go")
      return below(3) ? at : fmt::format(R"("to": "desk", "where": "near", "seconds": {:.2f})", seconds);
    if (verb == "turn") return fmt::format(R"("turn_deg": {:.1f})", between(-180, 180));
    if (verb == "move") return fmt::format(R"("ahead": {:.2f}, "aside": {:.2f})", between(-1, 2), between(-1, 1));
    if (verb == "search") return fmt::format(R"("what": "{}", "seconds": {:.2f})", thing(), 3.0 * seconds);
    if (verb == "wait") return fmt::format(R"("seconds": {:.2f})", seconds);
    if (verb == "say") return R"("text": "something")";
    if (verb == "signal") return R"("text": "now")";
    if (verb == "report") return fmt::format(R"("what": "{}")", thing());
    if (verb == "tell") return fmt::format(R"("whom": "{}", "text": "wave")", other_);
    if (verb == "ask") return fmt::format(R"("whom": "{}", "text": "well?", "seconds": {:.2f})", person(), seconds);
    if (verb == "look_at" || verb == "point_at")
      return fmt::format(R"("what": "{}", "seconds": {:.2f})", below(2) ? thing() : person(), seconds);
    if (verb == "take") return fmt::format(R"("take": "{}")", thing());
    if (verb == "put") return fmt::format(R"("put": "{}", "on": "bench")", thing());
    if (verb == "operate")
      return fmt::format(R"("operate": "cab.drawer1", {})",
                         below(3) ? (below(2) ? R"("state": "open")" : R"("state": "closed")") : R"("share": 0.4)");
    if (verb == "hand_over" || verb == "take_over")
      return fmt::format(R"("what": "{}", "whom": "{}", "seconds": {:.2f})", thing(), person(), seconds);
    if (verb == "push") return R"("what": "chair", )" + (below(2) ? at : R"("to": "cab")");
    if (verb == "lead") return fmt::format(R"("whom": "{}", )", other_) + at;
    if (verb == "queue") return at;
    if (verb == "reach") return fmt::format(R"("reach": "desk", "seconds": {:.2f})", seconds);
    if (verb == "look_around") return "";
    if (verb == "sit") return fmt::format(R"("what": "{}", "seconds": {:.2f})", below(3) ? "chair" : "bench", seconds);
    if (verb == "get_up") return "";
    if (verb == "crouch" || verb == "kneel") return fmt::format(R"("seconds": {:.2f})", seconds);
    if (verb == "wander") return "";
    if (verb == "wave") return fmt::format(R"("seconds": {:.2f})", seconds);
    if (verb == "hide") return fmt::format(R"("whom": "{}", "seconds": {:.2f})", person(), seconds);
    return fmt::format(R"("whom": "{}")", person());
  }

  /// An edge of every kind that the action asks for: to any node, at latest after some seconds.
  std::string node(int index, int count, const std::string& verb) {
    const auto to = [&] { return below(6) == 0 ? std::string("end") : fmt::format("n{}", below(count)); };
    const std::string extra = keys(verb);
    return fmt::format(R"({{"name": "n{}", "do": "{}"{}{}, "at_most": {:.1f}, "edges": [
        {{"to": "{}", "weight": {:.2f}}}, {{"to": "{}", "weight": 1}}]}})",
                       index, verb, extra.empty() ? "" : ", ", extra, between(2.0, 12.0), to(), between(0.1, 3.0),
                       to());
  }

  std::string net(const std::string& name, bool parallel, const std::string& branch, bool walks = false,
                  bool still = false) {
    const int count = 2 + static_cast<int>(below(5));
    std::string nodes;
    for (int i = 0; i < count; ++i) {
      if (parallel && i == 1) {
        static constexpr const char* kJoins[] = {"all", "first", "while"};
        nodes += fmt::format(
            R"({{"name": "n1", "do": "parallel", "branches": ["{}", "{}2"], "join": "{}", "at_most": 15, "edges": [{{"to": "n0"}}]}}, )",
            branch, branch, kJoins[below(3)]);
        continue;
      }
      // From the first node all others are reached.
      std::string text = node(i, count, action(still, walks));
      if (i + 1 < count) {
        const std::size_t edges = text.find("\"edges\": [");
        text.insert(edges + 10, fmt::format(R"({{"to": "n{}", "weight": 2}}, )", i + 1));
      }
      nodes += text + ", ";
    }
    if (nodes.find(R"("to": "end")") == std::string::npos)
      nodes.insert(nodes.find("\"edges\": [") + 10, R"({"to": "end", "weight": 0.2}, )");
    return fmt::format(R"({{"name": "{}", "nodes": [{}{{"name": "end", "do": "end"}}]}})", name, nodes);
  }

  core::Rng chance_;
  std::string agent_, other_, user_ = "user";
};

const char* const kThings =
    R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
       {"part": "table", "name": "bench", "at": [3, 0, 0], "yaw_deg": 90, "width": 1.2, "depth": 0.6, "height": 0.9},
       {"part": "cabinet", "name": "cab", "at": [-3, 0, -2], "width": 0.6, "depth": 0.5, "height": 0.9, "drawers": 3},
       {"part": "chair", "name": "chair", "at": [1, 0, 3]},
       {"part": "vessel", "name": "can", "style": "can", "at": [0.2, 0.742, -1.85], "radius": 0.033, "height": 0.12, "mass": 0.4},
       {"part": "vessel", "name": "tin", "style": "can", "at": [-0.2, 0.742, -1.85], "radius": 0.033, "height": 0.1, "mass": 0.3})";

std::optional<scene::Scenario> random_place(int seed) {
  std::string agents, nets;
  for (int i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "ann" : "bob";
    NetLottery lottery(core::Rng(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(i), "nets"), name,
                       i == 0 ? "bob" : "ann");
    nets += (i ? ", " : "") + lottery.write();
    agents += fmt::format(R"({}{{"name": "{}", "at": [{}, 0, 1.5], "net": "{}.a", "knows": "place"}})", i ? ", " : "",
                          name, i == 0 ? -1.5 : 1.5, name);
  }
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario =
      scene::parse_scenario(fmt::format(R"({{ "name": "random", "seed": {}, "user": {{"at": [0, 0, 3]}}, "parts": [
        {{"part": "floor", "name": "floor", "width": 12, "depth": 12}}{}], "agents": [{}], "nets": [{}]}})",
                                        seed, kThings, agents, nets),
                            "random", ".");
  if (!scenario) {
    UNSCOPED_INFO(scenario.error().message);
    return {};
  }
  return std::move(*scenario);
}

/// Parts of the body that two running actions of an agent need at the same time.
unsigned shared_parts(const world::Agent& agent) {
  unsigned used = 0, twice = 0;
  const auto& nets = *agent.plan->nets;
  for (const auto& frame : agent.mind.net()->frames) {
    if (!frame.ran || frame.node < 0 || frame.status != mind::NetStatus::Running) continue;
    const auto& node = nets[static_cast<std::size_t>(frame.net)].nodes[static_cast<std::size_t>(frame.node)];
    twice |= used & scene::kind_of(node).parts;
    used |= scene::kind_of(node).parts;
  }
  return twice;
}

/// Runs places until `nets` valid nets were run for so long.
void run_random_nets(int nets, double seconds, int first = 1) {
  int ran = 0, refused = 0, transitions = 0;
  for (int seed = first; ran < nets && refused < 20 * nets; ++seed) {
    const auto scenario = random_place(seed);
    if (!scenario) {
      ++refused;
      continue;
    }
    WatchedWorld one = world_of(*scenario, 1), two = world_of(*scenario, 2);
    INFO("seed " << seed);
    const frame::FrameInput input = standing_user({0.0, 0.0, 0.0});
    for (int i = 0; i < static_cast<int>(90 * seconds); ++i) {
      one.tick(input);
      two.tick(input);
      for (const auto& agent : one.agents()) {
        REQUIRE(shared_parts(agent) == 0);
        if (agent.mind.told()) continue;
        REQUIRE(mind::fits(*agent.plan, *agent.mind.net()));
        REQUIRE(agent.mind.net()->log.size() <= mind::NetState::kMostLogged);
      }
    }
    REQUIRE(one.guard().stopped() == 0);
    REQUIRE(one.state_hash() == two.state_hash());
    for (const auto& agent : one.agents()) transitions += static_cast<int>(agent.mind.net()->transitions);
    ran += 2;
  }
  INFO(refused << " places refused, " << transitions << " transitions");
  CHECK(ran >= nets);
  CHECK(transitions > (kSanitized ? nets : 2 * nets));  // sanitizers leave time for the first steps only
}

}  // namespace

TEST_CASE("nets: random nets of every action share no part of the body, end or go on, and replay") {
  run_random_nets(scaled(6, 2), scaled(20, 5));
}

TEST_CASE("nets: 2 000 random nets of every action for 60 s", "[.][all]") {
  const char *count = std::getenv("FH_NETS"), *seed = std::getenv("FH_SEED");
  run_random_nets(count ? std::atoi(count) : 2000, 60.0, seed ? std::atoi(seed) : 1);
}
