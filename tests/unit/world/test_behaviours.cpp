// SPDX-License-Identifier: Apache-2.0
// What each behaviour does in a visit: follow, wander, patrol, queue. (Pursue and the search for a lost person are in
// test_agents.cpp.)
#include <algorithm>
#include <set>

#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

namespace {

double apart(const math::Vec3& a, const math::Vec3& b) {
  return std::hypot(a.x - b.x, a.z - b.z);
}

}  // namespace

TEST_CASE("behaviours: a follower keeps about 1.5 m behind the person, and walks when they walk") {
  const auto scenario =
      place("", R"({"name": "ada", "at": [0, 0, 4.8], "behaviour": "follow", "whom": "user", "knows": "structure"})",
            "[0, 0, 3]");
  auto world = world_of(scenario);
  double behind_sum = 0.0, farthest = 0.0, nearest = 1e9;
  int counted = 0;
  for (int i = 0; i < 11 * 90; ++i) {
    const double way = std::min(std::max(i / 90.0 - 1.0, 0.0) * 0.9, 6.5);
    auto input = standing_user({0.0, 0.0, -way});
    world.tick(input);
    const math::Vec3 user = world.users()[0].feet();
    const double distance = apart(world.agents()[0].gait.root, user);
    if (i > 4 * 90) {
      farthest = std::max(farthest, distance);
      nearest = std::min(nearest, distance);
      behind_sum += world.agents()[0].gait.root.z - user.z;
      ++counted;
    }
  }
  CHECK(nearest > 1.0);
  CHECK(farthest < 2.8);
  CHECK(behind_sum / counted > 1.0);  // behind, not beside: the user walks along -z
  CHECK(world.agents()[0].gait.root.z < 0.5);
}

TEST_CASE("behaviours: a wanderer goes to one place after another") {
  const auto scenario = place(wall("screen", 0, 0, 6, 0),
                              R"({"name": "ada", "at": [0, 0, 4], "behaviour": "wander", "knows": "structure"})");
  auto world = world_of(scenario);
  std::set<std::pair<int, int>> visited;  // squares of 1 m
  for (int i = 0; i < scaled(40, 15) * 90; ++i) {
    idle(world, 1);
    const auto& root = world.agents()[0].gait.root;
    visited.insert({static_cast<int>(std::floor(root.x)), static_cast<int>(std::floor(root.z))});
  }
  CHECK(world.agents()[0].mind.task().tally.arrived >= scaled(3, 1));
  CHECK(visited.size() >= scaled(15u, 5u));
  CHECK(world.tally(0).wall_contacts == 0);
}

TEST_CASE("behaviours: a patrol leaves out what somebody stands in the way of, counts it and says why") {
  // A passage of 0.7 m with the user in it is the only way to the first errand.
  const auto scenario = place(wall("left", -5.15, 0, 9.6, 0) + wall("right", 5.15, 0, 9.6, 0),
                              R"({"name": "ada", "at": [0, 0, 3], "behaviour": "patrol", "knows": "structure",
                "errands": [{"at": [0, 0, -3]}, {"at": [2, 0, 3]}]})",
                              "[0, 0, 0]");
  auto world = world_of(scenario);
  const auto input = standing_user({0.0, 0.0, 0.0});
  for (int i = 0; i < 80 * 90 && world.agents()[0].mind.task().tally.arrived == 0; ++i) world.tick(input);
  const auto& task = world.agents()[0].mind.task();
  CHECK(task.tally.arrived == 1);
  CHECK(task.tally.failed == 1);
  CHECK(world.errands_given_up() == 1);
  CHECK(task.outcomes[0].kind == mind::ErrandOutcome::Kind::GivenUp);
  CHECK(task.outcomes[0].way != planning::NavReason::None);
  CHECK(task.outcomes[1].kind == mind::ErrandOutcome::Kind::Done);
}

TEST_CASE("behaviours: who is on the way and stays on the spot for a minute gives the errand up") {
  const auto scenario = place("", R"({"name": "ada", "at": [0, 0, 3], "behaviour": "patrol",
      "errands": [{"at": [0, 0, -3]}, {"at": [2, 0, 3]}]})");
  const mind::Catalogue catalogue(scenario.scene, {"user", "ada"}, 1);
  mind::TaskState task = mind::begin_task(scenario.agents[0], 1, core::BodyId{2});
  mind::TaskBeliefs beliefs;
  beliefs.knows_ground = false;
  beliefs.way = planning::NavStatus::Walking;  // as navigation believes
  int ticks = 0;
  for (; ticks < 90 * 90 && task.tally.failed == 0; ++ticks) {
    beliefs.position = {0.0, 0.0, 3.0 + 0.2 * (ticks % 2)};
    mind::advance_task(scenario.agents[0], catalogue, beliefs, 1.0 / 90.0, task);
  }
  CHECK(std::abs(ticks / 90.0 - 60.0) < 1.0);
  CHECK(task.outcomes[0].failure == mind::Failure::NoWay);
  CHECK(task.outcomes[0].way == planning::NavReason::NoProgress);
  CHECK(task.errand == 1);
}

TEST_CASE("behaviours: a patrol comes round again, in the order of its errands") {
  const auto scenario = place("", R"({"name": "ada", "at": [0, 0, 3], "behaviour": "patrol", "knows": "structure",
      "errands": [{"at": [-2, 0, 2]}, {"at": [2, 0, 2]}, {"at": [0, 0, 4]}]})");
  auto world = world_of(scenario);
  const math::Vec3 places[] = {{-2, 0, 2}, {2, 0, 2}, {0, 0, 4}};
  std::vector<int> order;
  for (int i = 0; i < 30 * 90 && order.size() < 5; ++i) {
    idle(world, 1);
    for (int k = 0; k < 3; ++k) {
      if (apart(world.agents()[0].gait.root, places[k]) < 0.3 && (order.empty() || order.back() != k))
        order.push_back(k);
    }
  }
  CHECK(order == std::vector<int>{0, 1, 2, 0, 1});
}

TEST_CASE("behaviours: a queue is served in its order, at the counter, with room between people") {
  constexpr int kPeople = 4;
  std::string people;
  for (int i = 0; i < kPeople; ++i) {
    people += fmt::format(R"({}{{"name": "p{}", "at": [{}, 0, {}], "behaviour": "queue", "knows": "structure",
        "start_after": {}, "errands": [{{"at": [0, 0, -3], "yaw_deg": 0, "seconds": 2.5}}]}})",
                          i ? ", " : "", i, i % 2 ? 3.0 : -3.0, 1.0 + 0.8 * i, 1.5 * i);
  }
  const auto scenario = place("", people);
  auto world = world_of(scenario);
  const math::Vec3 counter(0.0, 0.0, -3.0);
  std::vector<std::size_t> joined, served;
  std::array<double, kPeople> least_off{1e9, 1e9, 1e9, 1e9}, off_when_served{};
  double row_spacing = 1e9, fell_back = 0.0;
  const auto in_row = [&](const world::Agent& agent) {
    const math::Vec3 off = agent.gait.root - counter;
    return agent.mind.task().tally.arrived == 0 && std::abs(off.x) < 0.4 && off.z < 0.9 * kPeople &&
           glm::length(agent.gait.velocity) < 0.2;
  };
  const auto note_once = [](std::vector<std::size_t>& list, std::size_t who) {
    if (std::find(list.begin(), list.end(), who) == list.end()) list.push_back(who);
  };
  for (int i = 0; i < 60 * 90 && !world.all_done(); ++i) {
    idle(world, 1);
    for (std::size_t k = 0; k < kPeople; ++k) {
      const auto& agent = world.agents()[k];
      const double off = agent.gait.root.z - counter.z;
      if (agent.mind.task().tally.arrived > 0) {
        if (std::find(served.begin(), served.end(), k) == served.end())
          off_when_served[k] = apart(agent.gait.root, counter);
        note_once(served, k);
      }
      if (!in_row(agent)) continue;
      note_once(joined, k);
      least_off[k] = std::min(least_off[k], off);
      fell_back = std::max(fell_back, off - least_off[k]);
      for (std::size_t j = 0; j < kPeople; ++j) {
        const auto& other = world.agents()[j];
        if (j != k && in_row(other)) row_spacing = std::min(row_spacing, apart(agent.gait.root, other.gait.root));
      }
    }
  }
  CHECK(world.all_done());
  CHECK(joined.size() == kPeople);
  CHECK(served == joined);  // nobody is overtaken
  for (std::size_t k = 0; k < kPeople; ++k) {
    INFO("p" << k << ": " << world.agents()[k].mind.why());
    CHECK(off_when_served[k] < 0.4);
    CHECK(world.agents()[k].mind.task().tally.failed == 0);
    CHECK(apart(world.agents()[k].gait.root, counter) > 1.0);  // it left the counter to the next
  }
  CHECK(row_spacing > 0.65);
  for (std::size_t k = 0; k < kPeople; ++k) CHECK(world.tally(k).nearest_person > 0.5);  // those who leave brush nobody
  CHECK(fell_back < 0.35);                                                               // people move up, not back
}
