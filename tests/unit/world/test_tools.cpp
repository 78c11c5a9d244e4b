// SPDX-License-Identifier: Apache-2.0
// Tools in a place: sections, looks, views, notes, moving, taking back.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <map>

#include "agent_stage.h"
#include "core/rng.h"
#include "scene/scenario/placed.h"
#include "world/object_card.h"
#include "world/tools/place_surface.h"

using namespace fh;
using Catch::Approx;
using frame::CommandId;
using frame::MeasureKind;
using math::Vec3;

namespace tools_tests {
namespace {

constexpr const char* kParts = R"(,
  {"part": "wall", "name": "wall", "at": [0, 0, -3], "length": 6, "height": 2.6, "thickness": 0.2},
  {"part": "table", "name": "table", "at": [1.5, 0, -2]},
  {"part": "shelf", "name": "rack.west", "at": [-2, 0, -2], "width": 1.2, "depth": 0.5, "height": 2},
  {"part": "carton", "name": "carton", "at": [0, 0, 2]})";

const scene::Scenario& place() {
  static const scene::Scenario scenario = test::place(kParts, "", "[0, 0, 0]");
  return scenario;
}

world::World make_world() {
  auto world = world::World::create(place(), {.user = {}, .workers = 1});
  REQUIRE(world);
  return std::move(*world);
}

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

void give(world::World& world, const frame::Command& command, std::string_view text = {}) {
  auto input = standing();
  REQUIRE(input.commands.add(command, text));
  world.tick(input);
}
void give(world::World& world, CommandId id, std::string_view text = {}) {
  give(world, frame::Command{id, {}, 0.0, {}}, text);
}
void give_at(world::World& world, CommandId id, const Vec3& at, double number = 0.0, std::string_view text = {}) {
  give(world, frame::Command{id, {}, number, {math::kIdentity, at}}, text);
}
void cut(world::World& world, const Vec3& through, const Vec3& away) {
  give(world, frame::Command{CommandId::SectionPlane, {}, 0.0, {math::looking_along(away), through}});
}
void measure(world::World& world, MeasureKind kind, const Vec3& at) {
  give_at(world, CommandId::MeasureAt, at, static_cast<double>(kind));
}

core::ObjectId id_of(const char* name) {
  const scene::Object* object = place().scene.find(name);
  REQUIRE(object);
  return object->id;
}

bool is_visible(const world::World& world, const char* name) {
  frame::Snapshot snapshot;
  world.fill(snapshot);
  bool visible = false;
  for (const auto& object : snapshot.objects) visible |= object.id == id_of(name) && object.visible;
  return visible;
}

std::vector<std::byte> bytes_of(const world::World& world) {
  const world::Listing listing = world::listing_of(world.measurements(), world.tools().lists());
  std::vector<std::byte> all;
  for (const auto& list : listing) {
    for (const auto& element : list) all.insert(all.end(), element.begin(), element.end());
    all.push_back(static_cast<std::byte>(list.size()));
  }
  return all;
}

}  // namespace

TEST_CASE("tools: measuring on what a section leaves") {
  auto world = make_world();
  const auto last = [&]() -> const world::Measurement& {
    REQUIRE_FALSE(world.measurements().done().empty());
    return world.measurements().done().back();
  };
  measure(world, MeasureKind::ClearHeight, {0.0, 0.0, -1.0});
  CHECK(world.measurements().done().empty());  // the sky

  cut(world, {0.0, 1.2, 0.0}, {0.0, 1.0, 0.0});
  // Across the cut of the wall: its thickness, corner to corner and edge to edge.
  measure(world, MeasureKind::Distance, {-3.0 + 0.004, 1.2 - 0.003, -3.0 - 0.1 + 0.002});
  measure(world, MeasureKind::Distance, {-3.0 + 0.003, 1.2 + 0.004, -3.0 + 0.1 - 0.003});
  CHECK(last().points[0].snapped == world::SnapTo::Vertex);
  CHECK(last().points[1].snapped == world::SnapTo::Vertex);
  CHECK(last().value == Approx(0.2).margin(0.001));
  measure(world, MeasureKind::Distance, {0.31, 1.2, -3.0 - 0.1 + 0.002});
  measure(world, MeasureKind::Distance, {0.31, 1.2, -3.0 + 0.1 - 0.003});
  CHECK(last().points[0].snapped == world::SnapTo::Edge);  // not at the diagonals of its triangles
  CHECK(last().value == Approx(0.2).margin(0.001));

  // A ray from above meets the cut, not the top of the wall that is cut away.
  const world::PlaceSurface surface(place().scene, world.physics(), nullptr, world.tools().lists().section());
  const auto met = surface.along({{0.5, 3.0, -3.0}, {0.0, -1.0, 0.0}}, 10.0);
  REQUIRE(met);
  CHECK(met->at.y == Approx(1.2).margin(1e-9));
  CHECK(met->object == id_of("wall"));
  CHECK(met->normal.y == Approx(1.0));
  const auto beside = surface.along({{0.5, 3.0, -1.0}, {0.0, -1.0, 0.0}}, 10.0);
  REQUIRE(beside);
  CHECK(beside->at.y == Approx(0.0).margin(1e-6));
  // What is cut away is no surface any more.
  CHECK_FALSE(surface.near({0.5, 2.6, -3.0}, 0.05, world::Facing::Any));
  CHECK_FALSE(surface.along({{0.5, 2.0, 0.0}, {0.0, 0.0, -1.0}}, 10.0));
  give(world, CommandId::SectionOff);
  const world::PlaceSurface whole(place().scene, world.physics());
  CHECK(whole.along({{0.5, 2.0, 0.0}, {0.0, 0.0, -1.0}}, 10.0));
}

TEST_CASE("tools: section boxes from two corners and around things, moved and ended") {
  auto world = make_world();
  give_at(world, CommandId::SectionBox, {-1.0, 0.0, -4.0});
  CHECK(world.tools().lists().section() == nullptr);
  give_at(world, CommandId::SectionBox, {1.0, 1.0, 0.0});
  const frame::Section* section = world.tools().lists().section();
  REQUIRE(section);
  CHECK(section->kind == frame::Section::Kind::Box);
  CHECK(section->box.half == Vec3(1.0, 0.5, 2.0));
  give(world, frame::Command{CommandId::SectionMove, {}, 0.25, {}});
  CHECK(world.tools().lists().section()->box.half == Vec3(1.25, 0.75, 2.25));
  frame::Snapshot snapshot;
  world.fill(snapshot);
  CHECK(snapshot.section.kind == frame::Section::Kind::Box);
  CHECK(snapshot.overlay.lines.size() == 12);
  give(world, CommandId::SelectNamed, "table");
  give(world, frame::Command{CommandId::SectionAround, {}, 0.1, {}});
  const scene::Object& table = *place().scene.find("table");
  const Vec3 size = math::transformed(table.world_from_object, table.bounds).size();
  CHECK(glm::length(world.tools().lists().section()->box.half - (0.5 * size + Vec3(0.1))) < 0.05);
  give(world, CommandId::SectionOff);
  CHECK(world.tools().lists().section() == nullptr);
}

TEST_CASE("tools: hide, isolate, highlight and x-ray of chosen things, saved with views") {
  auto world = make_world();
  give(world, CommandId::Hide);  // nothing is chosen
  CHECK(world.tools().lists().looks.empty());
  give(world, CommandId::SelectNamed, "rack.*");
  REQUIRE_FALSE(world.tools().hands()[0].chosen.empty());
  give(world, CommandId::Hide);
  CHECK_FALSE(is_visible(world, "rack.west"));
  CHECK(is_visible(world, "table"));
  // What is hidden cannot be measured.
  const world::PlaceSurface surface(place().scene, world.physics(), &world.tools().lists().looks, nullptr);
  const auto behind = surface.along({{-2.0, 1.0, 0.0}, {0.0, 0.0, -1.0}}, 10.0);
  REQUIRE(behind);
  CHECK(behind->object == id_of("wall"));

  cut(world, {0.0, 1.0, 0.0}, {0.0, 1.0, 0.0});
  give(world, CommandId::SaveView, "low");
  give(world, CommandId::ShowAll);
  give(world, CommandId::SectionOff);
  CHECK(is_visible(world, "rack.west"));
  give(world, CommandId::SelectNamed, "table");
  give(world, CommandId::Isolate);
  CHECK(is_visible(world, "table"));
  CHECK_FALSE(is_visible(world, "wall"));
  give(world, CommandId::XRay);
  give(world, CommandId::Highlight);
  frame::Snapshot snapshot;
  world.fill(snapshot);
  for (const auto& object : snapshot.objects) CHECK(object.see_through == (object.id == id_of("table")));
  auto input = standing();
  input.commands.add({CommandId::Teleport, {}, 0.0, {math::kIdentity, {2.0, 0.0, 3.0}}});
  world.tick(input);
  for (int i = 0; i < 5; ++i) world.tick(standing());
  REQUIRE(world.users()[0].state.head.world_from_point.position.x == Approx(2.0).margin(0.01));
  give(world, CommandId::GoToView, "low");
  for (int i = 0; i < 5; ++i) world.tick(standing());
  CHECK(world.users()[0].state.head.world_from_point.position.x == Approx(0.0).margin(0.01));
  CHECK(world.users()[0].state.head.world_from_point.position.z == Approx(0.0).margin(0.01));
  CHECK_FALSE(is_visible(world, "rack.west"));
  CHECK(is_visible(world, "wall"));
  REQUIRE(world.tools().lists().section());
  CHECK(world.tools().lists().section()->plane.offset == Approx(1.0));
}

TEST_CASE("tools: notes are tied to things, and the card says what a thing is") {
  auto world = make_world();
  const math::Aabb table =
      math::transformed(place().scene.find("table")->world_from_object, place().scene.find("table")->bounds);
  give_at(world, CommandId::NoteAt, {1.5, table.high.y + 0.01, -2.0}, 0.0, "too low");
  REQUIRE(world.tools().lists().notes.size() == 1);
  const world::Annotation& note = world.tools().lists().notes[0];
  CHECK(note.text == "too low");
  CHECK(note.object == id_of("table"));
  give(world, CommandId::SelectNamed, "table");
  give_at(world, CommandId::MoveBy, {0.05, 0.0, 0.0});
  const Vec3 at = world.physics().pose(id_of("table")).point(note.object_points[0]);
  CHECK(at.x == Approx(1.55).margin(0.001));
  give(world, CommandId::Inspect);
  frame::Snapshot snapshot;
  world.fill(snapshot);
  bool shown = false, told = false;
  for (const auto& text : snapshot.overlay.texts) {
    shown |= text.text.find("too low") != std::string::npos;
    told |= text.text.find("table") != std::string::npos && text.text.find("mm") != std::string::npos;
  }
  CHECK(shown);
  CHECK(told);
  const world::ObjectCard card = world::card_of(world, id_of("carton"));
  CHECK(card.mass > 0.0);
  CHECK(card.classes.front() == "carton");
  // A stroke follows the hand until it is ended.
  give(world, CommandId::Paint);
  for (int i = 0; i < 30; ++i) {
    auto input = standing();
    input.hands[1].aim.pose.position.x += 0.01 * i;
    input.hands[1].grip.pose = frame::grip_of(input.hands[1].aim.pose);
    world.tick(input);
  }
  give(world, CommandId::Paint);
  REQUIRE(world.tools().lists().notes.size() == 2);
  const std::size_t points = world.tools().lists().notes[1].object_points.size();
  CHECK(points > 8);
  for (int i = 0; i < 5; ++i) world.tick(standing());
  CHECK(world.tools().lists().notes[1].object_points.size() == points);
  give(world, CommandId::Undo);  // the whole stroke
  CHECK(world.tools().lists().notes.size() == 1);
}

TEST_CASE("tools: a fixed thing is moved and turned, solids and eyes follow, and it is put back bit by bit") {
  auto world = make_world();
  const core::ObjectId table = id_of("table");
  const math::Pose before = world.physics().pose(table);
  give(world, CommandId::SelectNamed, "table");
  give_at(world, CommandId::MoveBy, {0.05, 0.0, 0.0});
  CHECK(world.physics().pose(table).position.x == Approx(before.position.x + 0.05).margin(1e-12));
  give(world, frame::Command{CommandId::TurnBy, {}, 90.0, {math::looking_along(math::kUp, {0, 0, 1}), {}}});
  CHECK(math::angle_between(world.physics().pose(table).rotation, before.rotation) ==
        Approx(math::radians(90.0)).margin(1e-9));
  give(world, CommandId::Undo);
  give(world, CommandId::Undo);
  const math::Pose after = world.physics().pose(table);
  CHECK(after.position == before.position);
  CHECK(after.rotation == before.rotation);
  give(world, CommandId::Redo);
  CHECK(world.physics().pose(table).position.x == Approx(before.position.x + 0.05).margin(1e-12));
  CHECK(world.tools().history().undone() == 1);
}

TEST_CASE("tools: what is carried follows the hand in steps, and is one change") {
  auto world = make_world();
  const core::ObjectId table = id_of("table");
  give(world, CommandId::SelectNamed, "table");
  for (int i = 0; i < 30; ++i) world.tick(standing());
  const double x = world.physics().pose(table).position.x;
  give(world, CommandId::Carry);
  auto input = standing();
  for (int i = 0; i < 60; ++i) {
    input.hands[1].aim.pose.position.x = 0.2 + 0.003 * i;
    input.hands[1].grip.pose = frame::grip_of(input.hands[1].aim.pose);
    world.tick(input);
  }
  const double moved = world.physics().pose(table).position.x - x;
  CHECK(moved > 0.09);
  CHECK(std::abs(moved / 0.05 - std::round(moved / 0.05)) < 1e-6);
  input.commands.add(CommandId::Carry);
  world.tick(input);
  for (int i = 0; i < 30; ++i) world.tick(standing());
  CHECK(world.physics().pose(table).position.x == x + moved);
  give(world, CommandId::Undo);
  CHECK(world.physics().pose(table).position.x == x);
}

TEST_CASE("tools: a world with moved things goes on from a saved state bit by bit") {
  const auto run = [](world::World& world, int ticks) {
    for (int i = 0; i < ticks; ++i) world.tick(standing());
  };
  auto straight = make_world(), loaded = make_world();
  give(straight, CommandId::SelectNamed, "table");
  give_at(straight, CommandId::MoveBy, {-1.5, 0.0, 3.8});  // beside the carton
  cut(straight, {0.0, 1.2, 0.0}, {0.0, 1.0, 0.0});
  give_at(straight, CommandId::NoteAt, {0.0, 0.0, 1.0}, 0.0, "here");
  run(straight, 10);
  std::vector<std::byte> bytes;
  core::save(straight, bytes);
  give(loaded, CommandId::SelectNamed, "rack.west");
  give_at(loaded, CommandId::MoveBy, {0.0, 0.0, 0.3});  // must not stay there
  REQUIRE(core::load(loaded, bytes));
  CHECK(loaded.physics().pose(id_of("rack.west")).position ==
        place().scene.find("rack.west")->world_from_object.position);
  for (world::World* world : {&straight, &loaded}) {
    give(*world, CommandId::Undo);
    give_at(*world, CommandId::MoveBy, {0.1, 0.0, 0.0});
    run(*world, 20);
  }
  CHECK(loaded.state_hash() == straight.state_hash());
  CHECK(loaded.physics().pose(id_of("table")).position == straight.physics().pose(id_of("table")).position);
}

namespace {

/// Few ways to few places: what was made in a size is used again.
void carry_for_a_moment(world::World& world, core::Rng& rng) {
  static const char* const kHow[] = {"size_y", "size", "turn_x", "xy"};
  give(world, CommandId::CarryAs, kHow[rng.below(4)]);
  auto input = standing();
  input.hands[frame::kRight].aim.pose.rotation = math::from_axis_angle(math::kRight, rng.below(2) ? 0.2 : -0.2);
  input.hands[frame::kRight].grip.pose = frame::grip_of(input.hands[frame::kRight].aim.pose);
  for (int i = 0; i < 3; ++i) world.tick(input);
}

/// A random change, or a step back or forth.
void random_step(world::World& world, core::Rng& rng) {
  static const char* const kNames[] = {"table", "rack.west", "rack.*", "wall", "nothing"};
  const auto point = [&] { return Vec3{rng.uniform(-3.0, 3.0), rng.uniform(0.0, 2.0), rng.uniform(-3.0, 3.0)}; };
  switch (rng.below(23)) {
    case 0:
      return give(world, CommandId::SelectNamed, kNames[rng.below(5)]);
    case 1:
      return give_at(world, CommandId::MoveBy, 0.1 * point());
    case 2:
      return give(
          world, frame::Command{
                     CommandId::TurnBy, {}, rng.uniform(-90.0, 90.0), {math::looking_along(math::kUp, {0, 0, 1}), {}}});
    case 3:
      return give_at(world, CommandId::NoteAt, point(), 0.0, "note");
    case 4:
      return cut(world, point(), {0.0, 1.0, 0.0});
    case 5:
      return give_at(world, CommandId::SectionBox, point());
    case 6:
      return give(world, frame::Command{CommandId::SectionMove, {}, rng.uniform(-0.2, 0.2), {}});
    case 7:
      return give(world, rng.below(2) ? CommandId::Hide : CommandId::Isolate);
    case 8:
      return give(world, rng.below(2) ? CommandId::XRay : CommandId::Highlight);
    case 9:
      return give(world, CommandId::ShowAll);
    case 10:
      return give(world, CommandId::SaveView, rng.below(2) ? "a" : "b");
    case 11:
      return measure(world, MeasureKind::ClearHeight, {0.0, 0.0, -1.0});
    case 12:
      return measure(world, MeasureKind::Distance, point());
    case 13:
      return give(world, rng.below(3) == 0   ? CommandId::Carry
                         : rng.below(2) == 0 ? CommandId::SectionCarry
                                             : CommandId::Paint);
    case 14:
      return give(world, CommandId::Undo);
    case 15:
      return give(world, CommandId::Duplicate);
    case 16:
      return give(world, CommandId::Remove);
    case 17: {  // few sizes: what was made is used again
      const double factor = rng.below(2) ? 2.0 : 0.5;
      return give_at(world, CommandId::ScaleBy, {factor, 1.0, rng.below(2) ? factor : 1.0});
    }
    case 18:
      return give(world, CommandId::AddPart, rng.below(2) ? "chair" : "pallet");
    case 19:
      return give_at(world, CommandId::PutAt, point());
    case 20:
      return give(world, rng.below(2) ? CommandId::SnapTo : CommandId::CarryAlong);
    case 21:
      return carry_for_a_moment(world, rng);
    default:
      return give(world, CommandId::Redo);
  }
}

/// What would be saved is read again with the same things at the same places.
void check_saved(const world::World& world) {
  const std::size_t given = place().scene.objects.size();
  scene::PlaceChanges changes;
  std::map<std::string, math::Pose> stands;
  for (const auto& object : place().scene.objects) stands[object.name] = object.world_from_object;
  for (const world::Placement& p : world.tools().lists().placements) {
    const std::string& name = world.scenario().scene.find(p.object)->name;
    if (world::is_outside(p.to)) {
      changes.removed.push_back(p.object);
      stands.erase(name);
      continue;
    }
    stands[name] = p.to;
    if (world.tools().is_made(p.object))
      changes.added.push_back({name, world.tools().made()[p.object.value - given - 1].what, p.to});
    else
      changes.placed.push_back({p.object, p.to});
  }
  const auto text = scene::with_changes(place(), "saved", changes);
  REQUIRE(text);
  const auto read = scene::parse_scenario(*text, "saved", ".");
  if (!read) FAIL(read.error().message);
  REQUIRE(read->scene.objects.size() == stands.size());
  for (const auto& object : read->scene.objects) {
    INFO(object.name);
    REQUIRE(stands.count(object.name) == 1);
    const math::Pose& meant = stands[object.name];
    CHECK(glm::length(object.world_from_object.position - meant.position) < 1e-9);
    CHECK(std::abs(std::abs(math::dot(object.world_from_object.rotation, meant.rotation)) - 1.0) < 1e-9);
    const auto& original = *world.scenario().scene.find(std::string_view(object.name));
    CHECK(glm::length(object.bounds.size() - original.bounds.size()) < 1e-6);
  }
}

void random_sequences(std::uint64_t first, std::uint64_t count) {
  auto world = make_world();
  const std::vector<std::byte> start = bytes_of(world);
  std::vector<math::Pose> poses;
  for (const auto& object : place().scene.objects) poses.push_back(world.physics().pose(object.id));
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    INFO("seed " << seed);
    core::Rng rng(seed);
    for (int i = 0; i < 20; ++i) random_step(world, rng);
    check_saved(world);
    const std::vector<std::byte> end = bytes_of(world);
    const std::size_t edits = world.tools().history().done();
    // A pending point of a measurement is taken back first.
    for (std::size_t i = 0; i < edits + 3; ++i) give(world, CommandId::Undo);
    REQUIRE(world.tools().history().done() == 0);
    REQUIRE(bytes_of(world) == start);
    for (const auto& object : place().scene.objects) {
      if (!object.is_static()) continue;
      REQUIRE(world.physics().pose(object.id).position == poses[object.id.value - 1].position);
      REQUIRE(world.physics().pose(object.id).rotation == poses[object.id.value - 1].rotation);
    }
    const std::size_t undone = world.tools().history().undone();
    for (std::size_t i = 0; i < undone; ++i) give(world, CommandId::Redo);
    if (undone == edits) REQUIRE(bytes_of(world) == end);
    for (std::size_t i = 0; i < undone; ++i) give(world, CommandId::Undo);
    give(world, CommandId::SelectNamed, "nothing");
  }
}

}  // namespace

TEST_CASE("tools: random changes are taken back to the start and made again") {
  random_sequences(1, 25);
}

TEST_CASE("tools: random changes are taken back to the start and made again, 10 000 times", "[.all]") {
  random_sequences(1000, 10000);
}

TEST_CASE("tools: agents see where a fixed thing was moved, and go round it") {
  // The rack is moved into the straight way of an agent who can see it.
  const auto scenario =
      test::place(R"(, {"part": "shelf", "name": "rack", "at": [-3, 0, 0], "width": 1.2, "depth": 0.5, "height": 2})",
                  test::walker("ada", 0, 4, 0, -4), "[5, 0, 5]");
  auto made = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(made);
  world::World& world = *made;
  const core::ObjectId rack = scenario.scene.find("rack")->id;
  give(world, CommandId::SelectNamed, "rack");
  give_at(world, CommandId::MoveBy, {3.0, 0.0, 0.0});
  double aside = 0.0;
  for (int i = 0; i < 90 * 25 && !world.all_done(); ++i) {
    world.tick(standing());
    const Vec3 at = world.agents()[0].gait.root;
    if (std::abs(at.z) < 0.2) aside = std::max(aside, std::abs(at.x));
  }
  CHECK(world.all_done());
  CHECK(world.errands_given_up() == 0);
  CHECK(aside > 0.6 + 0.1);  // half of the rack, and some body
  const auto* seen = world.agents()[0].mind.memory().find(senses::ItemId::of(rack), world.simulated());
  REQUIRE(seen);
  CHECK(seen->pose.position.x == Approx(0.0).margin(0.05));
}

}  // namespace tools_tests
