// SPDX-License-Identifier: Apache-2.0
// Things that users add to a place, take out of it and make larger.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "agent_stage.h"
#include "physics/queries.h"
#include "scene/scenario/placed.h"

using namespace fh;
using Catch::Approx;
using frame::CommandId;
using math::Vec3;

namespace tool_makes_tests {
namespace {

constexpr const char* kParts = R"(,
  {"part": "wall", "name": "wall", "at": [0, 0, -4], "length": 6, "height": 2.6, "thickness": 0.2},
  {"part": "table", "name": "table", "at": [0, 0, -2]},
  {"part": "carton", "name": "carton", "at": [0, 0, 2]})";

frame::FrameInput standing() {
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.6, 0.0};
  input.head.valid = input.head.tracked = 1;
  for (auto& hand : input.hands) {
    hand.active = hand.grip.valid = hand.grip.tracked = hand.aim.valid = hand.aim.tracked = 1;
    hand.aim.pose.position = {&hand == &input.hands[0] ? -0.2 : 0.2, 1.2, -0.3};
    hand.grip.pose = frame::grip_of(hand.aim.pose);
  }
  return input;
}

void give(world::World& world, CommandId id, std::string_view text = {}, const Vec3& at = Vec3(0.0)) {
  auto input = standing();
  REQUIRE(input.commands.add(frame::Command{id, {}, 0.0, {math::kIdentity, at}}, text));
  world.tick(input);
}

void run(world::World& world, int ticks) {
  for (int i = 0; i < ticks; ++i) world.tick(standing());
}

world::World make_world(const scene::Scenario& scenario) {
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  return std::move(*world);
}

const scene::Object& thing(const world::World& world, const char* name) {
  const scene::Object* found = world.scenario().scene.find(std::string_view(name));
  REQUIRE(found);
  return *found;
}

math::Aabb box_of(const world::World& world, const char* name) {
  const scene::Object& object = thing(world, name);
  return math::transformed(world.physics().pose(object.id), object.bounds);
}

bool is_drawn(const world::World& world, const char* name) {
  frame::Snapshot snapshot;
  world.fill(snapshot);
  const core::ObjectId id = thing(world, name).id;
  return std::any_of(snapshot.objects.begin(), snapshot.objects.end(), [&](const auto& draw) { return draw.id == id; });
}

/// What a ray straight down meets.
std::string under(const world::World& world, double x, double z) {
  const auto hit = physics::cast_ray(world.physics(), {{x, 3.0, z}, {0.0, -1.0, 0.0}}, 5.0);
  return hit && hit->what.object.valid() ? world.scenario().scene.find(hit->what.object)->name : "";
}

}  // namespace

TEST_CASE("tools: duplicates, parts and other sizes are solid, drawn, taken back and made again") {
  const scene::Scenario scenario = test::place(kParts, "", "[0, 0, 0]");
  auto world = make_world(scenario);
  give(world, CommandId::SelectNamed, "table");
  give(world, CommandId::Duplicate);
  run(world, 2);
  const math::Aabb table = box_of(world, "table"), copy = box_of(world, "table.2");
  CHECK(copy.low.x > table.high.x);
  CHECK(glm::length(copy.size() - table.size()) < 1e-6);
  CHECK(under(world, copy.centre().x, copy.centre().z) == "table.2");
  CHECK(is_drawn(world, "table.2"));

  // Twice as deep: the middle of the base stays; the first copy is no longer there.
  give(world, CommandId::ScaleBy, {}, {1.0, 1.0, 2.0});
  run(world, 2);
  const math::Aabb deep = box_of(world, "table.3");
  CHECK(deep.size().z == Approx(2.0 * copy.size().z).margin(1e-6));
  CHECK(deep.size().x == Approx(copy.size().x).margin(1e-6));
  CHECK(deep.centre().x == Approx(copy.centre().x).margin(1e-6));
  CHECK(deep.low.y == Approx(copy.low.y).margin(1e-6));
  CHECK_FALSE(is_drawn(world, "table.2"));
  CHECK(under(world, deep.centre().x, deep.low.z + 0.05) == "table.3");

  give(world, CommandId::AddPart, "chair");
  give(world, CommandId::PutAt, {}, {-2.0, 0.0, -1.0});
  run(world, 2);
  CHECK(box_of(world, "chair.2").centre().x == Approx(-2.0).margin(1e-3));
  CHECK(under(world, -2.0, -1.0) == "chair.2");
  give(world, CommandId::AddPart, "no such part");
  CHECK(world.users()[0].state.notice == world::Notice::NoSuchPart);

  for (int i = 0; i < 3; ++i) give(world, CommandId::Undo);
  run(world, 2);
  CHECK_FALSE(is_drawn(world, "chair.2"));
  CHECK_FALSE(is_drawn(world, "table.3"));
  CHECK(under(world, copy.centre().x, copy.centre().z) == "table.2");
  give(world, CommandId::Redo);
  run(world, 2);
  CHECK(glm::length(box_of(world, "table.3").centre() - deep.centre()) < 1e-9);
  // What waits outside is used again: ten sizes back and forth are two things.
  const std::size_t made = world.tools().made().size();
  give(world, CommandId::SelectNamed, "table.3");
  for (int i = 0; i < 10; ++i) give(world, CommandId::ScaleBy, {}, {1.0, 1.0, i % 2 ? 2.0 : 0.5});
  CHECK(world.tools().made().size() == made);
}

TEST_CASE("tools: a hand makes things higher, wider and larger, and turns them about level axes") {
  const scene::Scenario scenario = test::place(kParts, "", "[0, 0, 0]");
  auto world = make_world(scenario);
  const auto tick_at = [&](const Vec3& target, CommandId id = CommandId::None, const char* text = "") {
    auto input = standing();
    auto& hand = input.hands[frame::kRight];
    const Vec3 way = target - world.users()[0].state.hands[frame::kRight].world_from_aim.position;
    hand.aim.pose.rotation = math::looking_along(math::normalized_or(way, math::kForward));
    hand.grip.pose = frame::grip_of(hand.aim.pose);
    if (id != CommandId::None) REQUIRE(input.commands.add(frame::Command{id, {}, 0.0, {}}, text));
    world.tick(input);
  };
  const auto carried = [&](const char* how, const Vec3& from, const Vec3& to) {
    for (int i = 0; i < 20; ++i) tick_at(from);
    tick_at(from, CommandId::CarryAs, how);
    for (int i = 0; i < 20; ++i) tick_at(to);
    const std::size_t before = world.tools().history().done();
    tick_at(to, CommandId::CarryAs, how);
    CHECK(world.tools().history().done() == before + 1);
    run(world, 2);
  };
  give(world, CommandId::SelectNamed, "table");
  const math::Aabb table = box_of(world, "table");
  const Vec3 size = table.size(), base{table.centre().x, table.low.y, table.centre().z};
  // Half as high again: in steps of 50 mm.
  carried("size_y", base + Vec3(0.0, 0.8, 0.0), base + Vec3(0.0, 1.2, 0.0));
  const double higher = 0.05 * std::round(0.5 * size.y / 0.05);
  CHECK(box_of(world, "table.2").size().y == Approx(size.y + higher).margin(1e-6));
  CHECK(box_of(world, "table.2").size().x == Approx(size.x).margin(1e-6));
  CHECK(box_of(world, "table.2").low.y == Approx(table.low.y).margin(1e-6));
  carried("size_x", base + Vec3(0.5, 0.0, 0.0), base + Vec3(0.8, 0.0, 0.0));
  CHECK(box_of(world, "table.3").size().x == Approx(size.x + 0.05 * std::round(0.6 * size.x / 0.05)).margin(1e-6));
  CHECK(box_of(world, "table.3").size().y == Approx(size.y + higher).margin(1e-6));
  give(world, CommandId::Undo);
  give(world, CommandId::Undo);
  CHECK(box_of(world, "table").size() == size);
  CHECK(is_drawn(world, "table"));
  CHECK_FALSE(is_drawn(world, "table.3"));
  give(world, CommandId::SelectNamed, "table");
  carried("size", base + Vec3(0.5, 0.3, 0.0), base + Vec3(1.0, 0.6, 0.0));
  const Vec3 large = box_of(world, "table.4").size();
  CHECK(large.x == Approx(2.0 * size.x).margin(0.1));
  CHECK(large.y / size.y == Approx(large.x / size.x).epsilon(1e-6));
  give(world, CommandId::Undo);
  // Tilted by steps of 15 degrees about z through the middle of its base.
  give(world, CommandId::SelectNamed, "table");
  carried("turn_z", base + Vec3(0.6, 0.0, 0.0), base + Vec3(0.52, 0.3, 0.0));
  const math::Quat tilted = world.physics().pose(thing(world, "table").id).rotation;
  CHECK(math::angle_between(tilted, math::from_axis_angle({0.0, 0.0, 1.0}, math::radians(30.0))) < 1e-9);
  give(world, CommandId::Undo);
  give(world, CommandId::CarryAs, "sideways");
  CHECK(world.users()[0].state.notice == world::Notice::NoSuchWay);
}

TEST_CASE("tools: a thing that lies on its side in its own space grows as it stands") {
  for (const double tilt : {90.0, -90.0, 180.0}) {
    const scene::Scenario scenario = test::place(kParts, "", "[0, 0, 0]");
    auto world = make_world(scenario);
    give(world, CommandId::SelectNamed, "table");
    auto input = standing();
    input.commands.add(
        frame::Command{CommandId::TurnBy, {}, tilt, {math::looking_along({1.0, 0.0, 0.0}, math::kUp), {}}});
    world.tick(input);
    run(world, 1);
    const math::Aabb before = box_of(world, "table");
    give(world, CommandId::ScaleBy, {}, {1.0, 1.5, 1.0});
    run(world, 2);
    const math::Aabb after = box_of(world, "table.2");
    INFO("turned by " << tilt);
    CHECK(after.size().y == Approx(1.5 * before.size().y).margin(1e-6));
    CHECK(after.size().x == Approx(before.size().x).margin(1e-6));
    CHECK(after.size().z == Approx(before.size().z).margin(1e-6));
    CHECK(after.low.y == Approx(before.low.y).margin(1e-6));
    CHECK(after.centre().z == Approx(before.centre().z).margin(1e-6));
  }
}

TEST_CASE("tools: a height that is made by hand meets the face above") {
  const scene::Scenario scenario = test::place(
      R"(, {"part": "table", "name": "table", "at": [0, 0, -2]},
         {"part": "pallet", "name": "above", "at": [0, 1.5, -2]})",
      "", "[0, 0, 0]");
  auto world = make_world(scenario);
  give(world, CommandId::SelectNamed, "table");
  give(world, CommandId::SnapTo);
  CHECK(world.users()[0].state.notice == world::Notice::SnapsToFaces);
  const math::Aabb table = box_of(world, "table");
  const double under_pallet = box_of(world, "above").low.y;
  for (int i = 0; i < 40; ++i) {
    auto input = standing();
    auto& hand = input.hands[frame::kRight];
    const Vec3 from = world.users()[0].state.hands[frame::kRight].world_from_aim.position,
               to{0.0, i <= 20 ? 0.7 : 0.7 * (under_pallet + 0.03) / table.size().y, -2.0};
    hand.aim.pose.rotation = math::looking_along(math::normalized_or(to - from, math::kForward));
    hand.grip.pose = frame::grip_of(hand.aim.pose);
    if (i == 20) input.commands.add(frame::Command{CommandId::CarryAs, {}, 0.0, {}}, "size_y");
    world.tick(input);
  }
  give(world, CommandId::Carry);
  run(world, 2);
  const double top = box_of(world, "table.2").high.y;
  INFO("the pallet begins at " << under_pallet << " m, the table ends at " << top);
  CHECK(std::abs(top - under_pallet) < 0.02);
}

TEST_CASE("tools: what is taken out leaves its place to others and comes back, also what can be carried") {
  const scene::Scenario scenario = test::place(kParts, "", "[0, 0, 0]");
  auto world = make_world(scenario);
  run(world, 30);
  for (const char* name : {"table", "carton"}) {
    const Vec3 at = box_of(world, name).centre();
    give(world, CommandId::SelectNamed, name);
    give(world, CommandId::Remove);
    run(world, 90);
    CHECK(under(world, at.x, at.z) == "floor");
    CHECK_FALSE(is_drawn(world, name));
    const double depth = world.physics().pose(thing(world, name).id).position.y;
    run(world, 90);
    CHECK(world.physics().pose(thing(world, name).id).position.y == depth);  // it waits, it does not fall
    give(world, CommandId::Undo);
    run(world, 30);
    CHECK(glm::length(box_of(world, name).centre() - at) < 2e-3);
    CHECK(under(world, at.x, at.z) == name);
  }
}

TEST_CASE("tools: a world with added things is saved and goes on bit by bit, in a new world and in itself") {
  const scene::Scenario scenario = test::place(
      kParts, R"({"name": "mira", "behaviour": "errands", "at": [3, 0, 3], "errands": [{"at": [-3, 0, -3]}]})",
      "[0, 0, 0]");
  auto straight = make_world(scenario);
  give(straight, CommandId::SelectNamed, "table");
  give(straight, CommandId::Duplicate);
  give(straight, CommandId::ScaleBy, {}, {2.0, 1.0, 1.0});
  give(straight, CommandId::SelectNamed, "carton");
  give(straight, CommandId::Remove);
  run(straight, 30);
  std::vector<std::byte> bytes;
  core::save(straight, bytes);
  const auto go_on = [](world::World& world) {
    give(world, CommandId::AddPart, "pallet");
    give(world, CommandId::PutAt, {}, {0.0, 0.0, 0.5});
    give(world, CommandId::Undo);
    run(world, 60);
    return world.state_hash();
  };
  auto other = make_world(scenario);
  REQUIRE(core::load(other, bytes));
  const std::uint64_t first = go_on(straight);
  CHECK(go_on(other) == first);
  REQUIRE(core::load(straight, bytes));  // back in time: the pallet is there already
  CHECK(go_on(straight) == first);
}

TEST_CASE("tools: an agent walks round a thing that was put in its way") {
  const char* const kMira =
      R"({"name": "mira", "behaviour": "errands", "at": [0, 0, 3], "errands": [{"at": [0, 0, -3]}]})";
  const scene::Scenario scenario = test::place("", kMira, "[-4, 0, 0]");
  auto world = make_world(scenario);
  give(world, CommandId::AddPart, "pillar");
  give(world, CommandId::PutAt, {}, {0.0, 0.0, 0.0});
  double nearest = 1e9;
  for (int i = 0; i < 900 && !world.all_done(); ++i) {
    world.tick(standing());
    const Vec3 at = world.agents()[0].gait.root;
    nearest = std::min(nearest, std::hypot(at.x, at.z));
  }
  CHECK(world.all_done());
  CHECK(nearest > 0.2);
}

TEST_CASE("tools: a scenario with added and removed things is written and read back") {
  const scene::Scenario scenario = test::place(kParts, "", "[0, 0, 0]");
  const auto id = [&](const char* name) { return scenario.scene.find(std::string_view(name))->id; };
  scene::PlaceChanges changes;
  const math::Pose at{math::from_axis_angle(math::kUp, 0.3), {2.0, 0.1, 1.0}};
  changes.added.push_back({"table.2", {id("table"), {}, {1.5, 1.0, 0.5}}, at});
  changes.added.push_back({"chair.2", {{}, "chair", Vec3(1.0)}, at});
  changes.removed = {id("table")};
  const auto text = scene::with_changes(scenario, "after", changes);
  REQUIRE(text);
  const auto read = scene::parse_scenario(*text, "after", {});
  REQUIRE(read);
  CHECK(read->scene.objects.size() == scenario.scene.objects.size() + 1);
  CHECK(read->scene.find(std::string_view("table")) == nullptr);
  const Vec3 old = scenario.scene.find(std::string_view("table"))->bounds.size();
  const scene::Object& table = *read->scene.find(std::string_view("table.2"));
  CHECK(glm::length(table.bounds.size() - old * Vec3(1.5, 1.0, 0.5)) < 1e-6);
  CHECK(glm::length(table.world_from_object.position - at.position) < 1e-12);
  for (std::size_t i = 0; i < read->scene.objects.size(); ++i) CHECK(read->scene.objects[i].id.value == i + 1);
  CHECK(read->scene.find(std::string_view("chair.2"))->is_static());
  for (const char* wrong :
       {R"([{"name": "a", "of": "nothing"}])", R"([{"name": "a"}])", R"([{"name": "a", "part": "sofa"}])",
        R"([{"name": "a", "of": "wall", "scale": [0, 1, 1]}])"}) {
    core::Json json = core::Json::parse(scenario.text, nullptr, true, true);
    json["added"] = core::Json::parse(wrong);
    CHECK_FALSE(scene::parse_scenario(json.dump(), "wrong", {}));
  }
}

}  // namespace tool_makes_tests
