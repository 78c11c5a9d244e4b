// SPDX-License-Identifier: Apache-2.0
// Action nets: the machine against hand-worked times and a recursive account of random nets; agents that run nets.
#include <map>

#include "agent_stage.h"
#include "core/archive.h"
#include "core/hash.h"
#include "core/rng.h"
#include "mind/net.h"

using namespace fh;
using namespace fh::test;

namespace {

constexpr double kTick = 1.0 / 90.0;

/// Seconds that take exactly so many ticks.
std::string ticks(int count) {
  return fmt::format("{:.6f}", (count - 0.5) * kTick);
}

std::string wait(const std::string& name, int count, const std::string& to) {
  return fmt::format(R"({{"name": "{}", "do": "wait", "seconds": {}, "edges": [{{"to": "{}"}}]}}, )", name,
                     ticks(count), to);
}

const std::string kEnd = R"({"name": "end", "do": "end"}]})";

std::string waiting_net(const std::string& name, int count) {
  return fmt::format(R"({{"name": "{}", "nodes": [)", name) + wait("a", count, "end") + kEnd;
}

scene::Scenario place_of_nets(const std::string& nets, const std::string& agents, const std::string& parts = "",
                              int seed = 3) {
  return place(parts, agents + R"(], "nets": [)" + nets, "[5, 0, 5]", seed);
}

/// An agent's net without the agent: beliefs are what the test says.
struct Bench {
  explicit Bench(const std::string& nets, int seed = 3)
      : scenario(place_of_nets(nets, R"({"name": "ada", "at": [0, 0, 0], "net": "n"})", "", seed)),
        catalogue(scenario.scene, {"user", "ada"}, 1),
        net(mind::begin_net(scenario.agents[0])),
        task(mind::begin_task(scenario.agents[0], static_cast<std::uint64_t>(seed), core::BodyId{2})) {
    beliefs.believed = [this](const std::string& name) -> std::optional<mind::BelievedItem> {
      const auto found = believed.find(name);
      if (found == believed.end()) return {};
      return found->second;
    };
  }
  Bench(const Bench&) = delete;

  void tick() {
    const auto wish = mind::advance_net(scenario.agents[0], catalogue, beliefs, kTick, net, task);
    for (const auto& text : wish.signal) heard.push_back({core::BodyId{2}, beliefs.seconds, beliefs.seconds, text});
    beliefs.heard = heard;
    beliefs.seconds += kTick;
    ++ticked;
  }
  /// Ticks until the net has ended; -1: not within `most`.
  int run(int most = 2000) {
    while (task.stage != mind::Stage::Done && ticked < most) tick();
    return task.stage == mind::Stage::Done ? ticked : -1;
  }
  core::Bytes saved() {
    core::Bytes bytes;
    auto archive = core::Archive::saving(bytes);
    archive.field("net", net);
    archive.field("task", task);
    return bytes;
  }
  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const auto& entry : net.log) all.push_back(mind::in_words(scenario.agents[0], entry));
    return all;
  }

  scene::Scenario scenario;
  mind::Catalogue catalogue;
  mind::NetState net;
  mind::TaskState task;
  mind::TaskBeliefs beliefs;
  std::map<std::string, mind::BelievedItem> believed;
  std::vector<mind::Heard> heard;
  int ticked = 0;
};

std::string parallel(const std::string& join) {
  return R"({"name": "n", "nodes": [{"name": "p", "do": "parallel", "branches": ["long", "short"], "join": ")" + join +
         R"(", "edges": [{"to": "end"}]}, )" + kEnd + ", " + waiting_net("long", 20) + ", " + waiting_net("short", 7);
}

/// A random net of nets that only wait, and how many ticks it takes by the rules of docs/scenarios.md.
struct RandomNets {
  core::Rng chance;
  std::string text;
  int count = 0;

  int add(const std::string& name, int depth) {
    std::string nodes;
    int total = 0;
    const int items = 1 + static_cast<int>(chance.below(3));
    for (int i = 0; i < items; ++i) {
      const std::string to = i + 1 < items ? fmt::format("s{}", i + 1) : "end";
      const int kind = depth == 0 ? 0 : static_cast<int>(chance.below(5));
      if (kind == 0) {
        const int waits = 1 + static_cast<int>(chance.below(30));
        nodes += wait(fmt::format("s{}", i), waits, to);
        total += waits;
        continue;
      }
      std::vector<std::string> names;
      std::vector<int> lasts;
      for (std::uint32_t k = 0; k < (kind == 1 ? 1 : 2 + chance.below(2)); ++k) {
        names.push_back(fmt::format("m{}", count++));
        lasts.push_back(add(names.back(), depth - 1));
      }
      constexpr const char* kJoins[] = {"all", "first", "while"};
      if (kind == 1)
        nodes +=
            fmt::format(R"({{"name": "s{}", "do": "net", "net": "{}", "edges": [{{"to": "{}"}}]}}, )", i, names[0], to);
      else
        nodes += fmt::format(
            R"({{"name": "s{}", "do": "parallel", "branches": ["{}"], "join": "{}", "edges": [{{"to": "{}"}}]}}, )", i,
            fmt::join(names, "\", \""), kJoins[kind - 2], to);
      if (kind == 2) total += *std::max_element(lasts.begin(), lasts.end());
      if (kind == 3) total += *std::min_element(lasts.begin(), lasts.end());
      if (kind == 1 || kind == 4) total += lasts[0];
    }
    text += fmt::format(R"({}{{"name": "{}", "nodes": [)", text.empty() ? "" : ", ", name) + nodes + kEnd;
    return total;
  }
};

}  // namespace

TEST_CASE("nets: a parallel ends with all, with the first, or with the one that leads") {
  CHECK(Bench(parallel("all")).run() == 20);
  CHECK(Bench(parallel("first")).run() == 7);
  CHECK(Bench(parallel("while")).run() == 20);
  Bench leader(parallel("first"));
  leader.run();
  CHECK(leader.net.frames.size() == 1);  // what did not come first is stopped
}

TEST_CASE("nets: an edge asks what is believed, and says why it was taken") {
  Bench bench(R"({"name": "n", "nodes": [{"name": "idle", "do": "wait", "seconds": 1000, "edges": [
      {"to": "late", "on": "always", "when": [{"is": "near", "what": "user", "within": 2}, {"is": "sees", "what": "user"}]},
      {"to": "end"}]}, {"name": "late", "do": "wait", "seconds": 1000, "edges": [
      {"to": "end", "on": "always", "when": [{"is": "knows", "what": "user", "not": true}, {"is": "after", "seconds": 0.5}]}, {"to": "end"}]}, )" +
              kEnd);
  for (int i = 0; i < 50; ++i) bench.tick();
  CHECK(bench.net.transitions == 1);  // entered; nobody is believed to be anywhere
  bench.believed["user"] = {.middle = {3.0, 0.0, 0.0}, .age = 0.1, .sighted = true};
  bench.tick();
  CHECK(bench.net.transitions == 1);  // too far away
  bench.believed["user"].middle.x = 1.5;
  bench.believed["user"].sighted = false;  // heard
  bench.tick();
  CHECK(bench.net.transitions == 1);
  bench.believed["user"].sighted = true;
  bench.tick();
  CHECK(bench.net.transitions == 2);
  CHECK(bench.words().back() == "n: idle -> late: interrupted, within 2 m of user, sees user");
  bench.believed.clear();
  for (int i = 0; i < 44; ++i) bench.tick();
  CHECK(bench.net.transitions == 2);  // not yet half a second in the node
  bench.tick();
  bench.tick();
  CHECK(bench.task.stage == mind::Stage::Done);
}

TEST_CASE("nets: weighted edges are drawn as often as their weights say") {
  int second = 0;
  constexpr int kRounds = 2000;
  Bench bench(
      R"({"name": "n", "nodes": [{"name": "a", "do": "wait", "seconds": 0.001, "edges": [{"to": "b", "weight": 1}, {"to": "c", "weight": 3}]}, )" +
      wait("b", 1, "a") + wait("c", 1, "a").substr(0, wait("c", 1, "a").size() - 2) + "]}");
  int drawn = 0;
  while (drawn < kRounds) {
    const auto before = bench.net.transitions;
    bench.tick();
    for (auto i = bench.net.log.size() - static_cast<std::size_t>(bench.net.transitions - before);
         i < bench.net.log.size(); ++i) {
      if (bench.net.log[i].from != 0) continue;
      ++drawn;
      second += bench.net.log[i].to == 2 ? 1 : 0;
    }
  }
  CHECK(std::abs(second / static_cast<double>(drawn) - 0.75) < 4.0 * std::sqrt(0.75 * 0.25 / drawn));
  CHECK(bench.net.log.size() == mind::NetState::kMostLogged);
}

TEST_CASE("nets: a monitor holds its net, runs another one and lets it go on where it was") {
  Bench bench(R"({"name": "n", "monitors": [{"when": [{"is": "knows", "what": "user"}], "net": "m"}], "nodes": [)" +
              wait("a", 20, "end") + kEnd + ", " + waiting_net("m", 6));
  for (int i = 0; i < 8; ++i) bench.tick();
  bench.believed["user"] = {};
  bench.tick();  // held
  REQUIRE(bench.net.frames.size() == 2);
  CHECK(mind::fits(bench.scenario.agents[0], bench.net));
  CHECK(mind::queue_tree(bench.scenario.agents[0], bench.net) == "  n/a: wait (held)\n    m/a: wait");
  CHECK(bench.words()[1] == "n: interrupted at a: knows where user is");
  CHECK(bench.run() == 20 + 1 + 6);  // one tick to notice; what still holds does not interrupt again
  CHECK(bench.words()[3] == "m: a -> end: done");
  CHECK(bench.words()[4] == "n: goes on at a");
  CHECK(bench.task.tally.failed == 0);
}

TEST_CASE("nets: a node lasts at least and takes at most as long as it says") {
  const auto timed = [](const char* time) {
    return fmt::format(
               R"({{"name": "n", "nodes": [{{"name": "a", "do": "wait", "seconds": {}, {}, "edges": [{{"to": "end", "on": "done"}}, {{"to": "late", "on": "failed"}}]}}, {{"name": "late", "do": "end", "result": "failed"}}, )",
               ticks(10), time) +
           kEnd;
  };
  Bench least(timed(fmt::format("\"at_least\": {}", ticks(15)).c_str()));
  CHECK(least.run() == 15);
  CHECK(least.task.tally.failed == 0);
  Bench most(timed(fmt::format("\"at_most\": {}", ticks(4)).c_str()));
  CHECK(most.run() == 4);
  CHECK(most.task.tally.failed == 1);
  CHECK(most.words().back() == "n: a -> late: failed (too late)");
}

TEST_CASE("nets: a signal is heard by the agent's own nets, beside which it runs") {
  Bench bench(
      R"({"name": "n", "nodes": [{"name": "p", "do": "parallel", "branches": ["tell", "hear"], "edges": [{"to": "end"}]}, )" +
      kEnd + R"(, {"name": "tell", "nodes": [)" + wait("a", 5, "b") +
      R"({"name": "b", "do": "signal", "text": "go", "edges": [{"to": "end"}]}, )" + kEnd +
      R"(, {"name": "hear", "nodes": [{"name": "a", "do": "wait", "seconds": 60, "edges": [
                {"to": "end", "on": "always", "when": [{"is": "heard", "text": "go", "seconds": 9}]}, {"to": "end"}]}, )" +
      kEnd);
  const int ended = bench.run();
  CHECK(ended > 5);
  CHECK(ended < 20);
}

TEST_CASE("nets: edges that lead in a circle within a tick stop the net as failed") {
  const std::string circle =
      R"({"to": "%", "on": "always", "when": [{"is": "knows", "what": "user"}]}, {"to": "end"}]}, )";
  const auto to = [&](const char* node) { return std::string(circle).replace(circle.find('%'), 1, node); };
  Bench bench(R"({"name": "n", "nodes": [{"name": "a", "do": "wait", "seconds": 100, "edges": [)" + to("b") +
              R"({"name": "b", "do": "wait", "seconds": 100, "edges": [)" + to("a") + kEnd);
  for (int i = 0; i < 10; ++i) bench.tick();
  CHECK(bench.task.stage == mind::Stage::Doing);
  bench.believed["user"] = {};
  bench.tick();
  CHECK(bench.task.stage == mind::Stage::Done);
  CHECK(bench.task.tally.failed == 1);
  CHECK(bench.words().back() == "n: a -> (stopped): its edges take no time");
}

TEST_CASE("nets: random nets take as long as their parts say, alike in every run and after loading") {
  for (int seed = 1; seed <= scaled(200, 20); ++seed) {
    RandomNets random{core::Rng(static_cast<std::uint64_t>(seed)), "", 0};
    const int expected = random.add("n", 3);
    INFO(seed << ": " << random.text);
    Bench once(random.text, seed), again(random.text, seed);
    for (int i = 0; i < expected / 2; ++i) {
      once.tick();
      REQUIRE(mind::fits(once.scenario.agents[0], once.net));
    }
    const core::Bytes half = once.saved();
    auto archive = core::Archive::loading({half.begin(), half.size()});
    archive.field("net", again.net);
    archive.field("task", again.task);
    REQUIRE(archive.ok());
    again.ticked = once.ticked;
    again.beliefs.seconds = once.beliefs.seconds;
    REQUIRE(once.run() == expected);
    REQUIRE(again.run() == expected);
    const core::Bytes a = once.saved(), b = again.saved();
    REQUIRE(core::hash_bytes({a.begin(), a.size()}) == core::hash_bytes({b.begin(), b.size()}));
    REQUIRE(once.task.tally.failed == 0);
  }
}

TEST_CASE("nets: an agent that leaves a queue is in a state that can be loaded") {
  Bench bench(R"({"name": "n", "nodes": [{"name": "a", "do": "queue", "at": [1, 0, 1], "edges": [{"to": "end"}]}, )" +
              kEnd);
  mind::NetFrame& frame = bench.net.frames.front();
  frame.node = 0;
  frame.status = mind::NetStatus::Running;
  frame.task.outcomes.resize(1);
  for (const std::int32_t errand : {0, 1}) {
    frame.task.errand = errand;
    CHECK(mind::fits(bench.scenario.agents[0], bench.net));
  }
  frame.task.errand = 2;
  CHECK_FALSE(mind::fits(bench.scenario.agents[0], bench.net));
}

TEST_CASE("nets: a loaded state that cannot be one of the plan is refused") {
  Bench bench(parallel("all"));
  for (int i = 0; i < 3; ++i) bench.tick();
  const auto& plan = bench.scenario.agents[0];
  REQUIRE(bench.net.frames.size() == 3);
  const auto broken = [&](auto change) {
    mind::NetState net = bench.net;
    change(net.frames);
    return !mind::fits(plan, net);
  };
  CHECK_FALSE(broken([](auto&) {}));
  CHECK(broken([](auto& f) { f.clear(); }));
  CHECK(broken([](auto& f) { f.pop_back(); }));
  CHECK(broken([](auto& f) { f[1].net = 77; }));
  CHECK(broken([](auto& f) { f[2].node = 9; }));
  CHECK(broken([](auto& f) { f[2].parent = 2; }));
  CHECK(broken([](auto& f) { f[2].parent = 1; }));
  CHECK(broken([](auto& f) { f[1].task.errand = 5; }));
  CHECK(broken([](auto& f) { f[0].node = -1; }));
}

namespace {

// Ada waits behind a screen until she sees Bob, then goes to him; Bob walks round the screen.
const std::string kMeeting =
    R"({"name": "watch", "nodes": [
      {"name": "look_out", "do": "wait", "seconds": 60, "edges": [
        {"to": "meet", "on": "always", "when": [{"is": "sees", "what": "bob"}]}, {"to": "missed"}]},
      {"name": "meet", "do": "pursue", "whom": "bob", "edges": [{"to": "end", "on": "done"}, {"to": "missed", "on": "failed"}]},
      {"name": "missed", "do": "end", "result": "failed"}, {"name": "end", "do": "end"}]},
     {"name": "round", "nodes": [
      {"name": "first", "do": "go", "at": [3.5, 0, -2], "edges": [{"to": "rest"}]},
      {"name": "rest", "do": "wait", "seconds": 1, "edges": [{"to": "crate"}]},
      {"name": "crate", "do": "go", "to": "crate", "edges": [{"to": "end", "on": "done"}, {"to": "bad", "on": "failed"}]},
      {"name": "bad", "do": "end", "result": "failed"}, {"name": "end", "do": "end"}]})";

scene::Scenario meeting(int seed) {
  return place_of_nets(kMeeting,
                       R"({"name": "ada", "at": [0, 0, 1.5], "yaw_deg": 0, "net": "watch", "knows": "structure"},
                          {"name": "bob", "at": [0, 0, -3], "yaw_deg": -90, "net": "round", "knows": "place"})",
                       wall("screen", 0, 0, 5, 0) + R"(, {"part": "crate", "name": "crate", "at": [3.5, 0, 3]})", seed);
}

}  // namespace

TEST_CASE("nets: two agents run theirs and react to a hidden agent only once they see it") {
  const auto scenario = meeting(3);
  auto world = world_of(scenario);
  const frame::FrameInput nobody;
  double seen_at = -1.0;
  for (int i = 0; i < 40 * 90 && !world.all_done(); ++i) {
    world.tick(nobody);
    const auto* seen =
        world.agents()[0].mind.memory().find(senses::ItemId::of(world.agents()[1].person->id), world.simulated());
    const bool sighted = seen && seen->source == senses::Source::Sight;
    if (sighted && seen_at < 0.0) seen_at = core::seconds_of(world.simulated());
    if (!sighted && seen_at < 0.0) REQUIRE(world.agents()[0].mind.net()->frames[0].node <= 0);
  }
  CHECK(world.all_done());
  CHECK(world.errands_given_up() == 0);
  const auto &ada = world.agents()[0], &bob = world.agents()[1];
  REQUIRE(ada.mind.net()->log.size() == 3);
  CHECK(ada.mind.net()->log[1].at >= seen_at - 0.05);
  CHECK(mind::in_words(*ada.plan, ada.mind.net()->log[1]) == "watch: look_out -> meet: interrupted, sees bob");
  REQUIRE(bob.mind.net()->log.size() == 4);
  CHECK(mind::in_words(*bob.plan, bob.mind.net()->log[3]) == "round: crate -> end: done");
  CHECK(std::hypot(bob.gait.root.x - 3.5, bob.gait.root.z - 3.0) < 1.6);
  CHECK(std::hypot(ada.gait.root.x - bob.gait.root.x, ada.gait.root.z - bob.gait.root.z) < 2.0);
}

TEST_CASE("nets: where an agent is in its net is state of the tick: saved, restored and hashed") {
  const auto scenario = meeting(5);
  auto one = world_of(scenario), other = world_of(scenario);
  idle(one, 5 * 90);
  core::Bytes bytes;
  auto saving = core::Archive::saving(bytes);
  one.visit(saving);
  auto loading = core::Archive::loading({bytes.begin(), bytes.size()});
  other.visit(loading);
  REQUIRE(loading.ok());
  CHECK(other.agents()[1].mind.net()->transitions == one.agents()[1].mind.net()->transitions);
  CHECK(one.agents()[1].mind.net()->transitions > 0);
  idle(one, 4 * 90);
  idle(other, 4 * 90);
  CHECK(one.state_hash() == other.state_hash());
  CHECK(one.agents()[1].mind.net()->transitions == other.agents()[1].mind.net()->transitions);
}
