// SPDX-License-Identifier: Apache-2.0
// Worlds with no user, one and two.
#include <array>
#include <set>

#include "agent_stage.h"
#include "frame/moment.h"

using namespace fh;

namespace {

constexpr core::BodyId kAnna{1}, kBen{2};

/// A floor of 12 x 12 m with these users and agents.
scene::Scenario place_with(const std::string& users, const std::string& agents) {
  core::set_data_folder(FH_SOURCE_DIR);
  auto scenario =
      scene::parse_scenario(R"({"name": "test", "seed": 3, "users": [)" + users +
                                R"(], "parts": [{"part": "floor", "name": "floor", "width": 12, "depth": 12}],
                                            "agents": [)" +
                                agents + "]}",
                            "test", ".");
  if (!scenario) FAIL(scenario.error().message);
  return std::move(*scenario);
}

std::string user_at(const std::string& name, double x, double z) {
  return fmt::format(R"({{"name": "{}", "at": [{}, 0, {}]}})", name, x, z);
}

world::World make(const scene::Scenario& scenario, unsigned workers = 1) {
  auto world = world::World::create(scenario, {.workers = workers});
  if (!world) FAIL(world.error().message);
  return std::move(*world);
}

using Both = std::array<frame::FrameInput, 2>;

bool knows(const world::Agent& agent, core::BodyId who, core::Tick now) {
  return agent.mind.memory().find(senses::ItemId::of(who), now) != nullptr;
}

}  // namespace

TEST_CASE("users: agents see both of two users, keep out of their way, and go to the one they are sent to") {
  const auto scenario =
      place_with(user_at("anna", 0, 1) + "," + user_at("ben", 0.3, -2),
                 R"({"name": "ada", "at": [0, 0, 5], "behaviour": "errands", "errands": [{"at": [0, 0, -5]}]},
                    {"name": "bob", "at": [5, 0, 5], "behaviour": "pursue", "whom": "ben"})");
  world::World world = make(scenario);
  REQUIRE(world.users().size() == 2);
  CHECK(world.users()[1].name == "ben");
  CHECK(world.people()[1].name == "ben");
  CHECK(world.agents()[0].person->id == core::BodyId{3});
  session::Measuring measuring(world);
  const Both inputs = {test::standing_user({0, 0, 0}), test::standing_user({0, 0, 0})};
  for (int i = 0; i < test::kMost && !world.all_done(); ++i) {
    world.tick(inputs);
    measuring.tick_done(world);
  }
  if (kSanitized) return;  // not there yet
  CHECK(world.all_done());
  for (const auto who : {kAnna, kBen}) CHECK(knows(world.agents()[0], who, world.now()));
  const auto* walks = static_cast<const evaluation::AgentWalks*>(measuring.observers().find("agent_walks"));
  CHECK(walks->agents()[0].nearest_user > 0.43);
  CHECK(walks->agents()[0].user_contacts == 0);
  const math::Vec3 bob = world.agents()[1].gait.root;
  CHECK(glm::length(bob - math::Vec3(0.3, 0, -2)) < 2.0);
  CHECK(glm::length(bob - math::Vec3(0, 0, 1)) > 2.0);
}

TEST_CASE("users: an agent is pushed by either of two users, and knows by whom") {
  const auto scenario = place_with(user_at("anna", -1, 0) + "," + user_at("ben", 1, 0),
                                   R"({"name": "ada", "at": [0, 0, 0], "behaviour": "stand"})");
  world::World world = make(scenario);
  std::set<std::uint32_t> felt;
  for (int i = 0; i < 120; ++i) {
    const double way = std::min(0.01 * i, 0.85);
    world.tick(Both{test::standing_user({way, 0, 0}), test::standing_user({-way, 0, 0})});
    for (const auto& contact : world.agents()[0].touch.felt()) felt.insert(contact.item.body().value);
  }
  CHECK(felt == std::set<std::uint32_t>{1, 2});
}

TEST_CASE("users: each has their own settings, commands and view; the other's head is drawn") {
  const auto scenario = place_with(user_at("anna", -1, 0) + "," + user_at("ben", 1, 0), "");
  world::World world = make(scenario);
  Both inputs = {test::standing_user({0, 0, 0}), test::standing_user({0, 0, 0})};
  world.tick(inputs);
  inputs[1].change = {frame::LiveSetting::SnapTurn, 0, 30.0};
  inputs[1].commands.add(frame::CommandId::TurnLeft);
  world.tick(inputs);
  CHECK(world.users()[0].state.turns == 0);
  CHECK(world.users()[1].state.turns == 1);
  CHECK(std::abs(math::yaw_of(world.users()[1].state.head.world_from_point.rotation) - math::radians(30.0)) < 1e-9);
  CHECK(std::abs(world.users()[0].settings.snap_turn - math::radians(45.0)) < 1e-12);
  frame::Snapshot snapshot;
  for (std::size_t viewer = 0; viewer < 2; ++viewer) {
    world.fill(snapshot, viewer);
    REQUIRE(snapshot.bodies.size() == 2);
    CHECK(snapshot.bodies[viewer].hide_head);
    CHECK_FALSE(snapshot.bodies[1 - viewer].hide_head);
  }
  // Somebody who is not there has no body to be seen.
  inputs[1] = {};
  world::World alone = make(scenario);
  alone.tick(inputs);
  alone.fill(snapshot, 0);
  CHECK(snapshot.bodies.size() == 1);
}

TEST_CASE("users: without any, agents go about their errands alone") {
  const auto scenario = place_with("", test::walker("ada", 0, 4, 0, 2));
  world::World world = make(scenario);
  CHECK(world.users().empty());
  CHECK(world.agents()[0].person->id == core::BodyId{1});
  for (int i = 0; i < 8 * 90 && !world.all_done(); ++i) world.tick(std::span<const frame::FrameInput>());
  CHECK(world.agents()[0].mind.task().tally.arrived == 1);
  frame::Snapshot snapshot;
  world.fill(snapshot);
  CHECK(snapshot.bodies.size() == 1);
  CHECK(snapshot.fade == 0.0f);
  frame::Moment moment;
  world.observe(moment);
  REQUIRE(moment.people.size() == 1);
  CHECK_FALSE(moment.people[0].is_user);
}
