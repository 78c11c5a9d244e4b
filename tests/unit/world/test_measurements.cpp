// SPDX-License-Identifier: Apache-2.0
// Measuring in a place: dimensions that the scenario states, snapping, state, and what is shown.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "core/files.h"
#include "core/rng.h"
#include "math/distances.h"
#include "math/trig.h"
#include "world/tools/place_surface.h"
#include "world/world.h"

using namespace fh;
using Catch::Approx;
using frame::CommandId;
using frame::MeasureKind;
using math::Vec3;

namespace {

const scene::Scenario& workshop() {
  core::set_data_folder(FH_SOURCE_DIR);
  static const auto scenario = scene::load_scenario(std::string(FH_SOURCE_DIR) + "/assets/scenarios/workshop.json");
  REQUIRE(scenario);
  return *scenario;
}

/// The two racks of the workshop alone.
const scene::Scenario& racks() {
  static const auto scenario = scene::parse_scenario(
      R"({"name": "racks", "user": {"at": [4.475, 0, 0]}, "parts": [
        {"part": "floor", "name": "floor", "width": 20, "depth": 20},
        {"part": "wall", "name": "wall", "at": [4, 0, -5], "length": 12, "height": 3.3, "thickness": 0.2},
        {"part": "ceiling", "name": "ceiling", "at": [0, 3.3, 0], "width": 20, "depth": 20},
        {"part": "shelf", "name": "rack.west", "at": [3.15, 0, -2.2], "width": 2.1, "depth": 0.5, "height": 2.2},
        {"part": "shelf", "name": "rack.east", "at": [5.85, 0, -2.2], "width": 2.2, "depth": 0.5, "height": 2.2}]})",
      "racks.json", ".");
  REQUIRE(scenario);
  return *scenario;
}

world::World make_world(const scene::Scenario& scenario) {
  auto world = world::World::create(scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  return std::move(*world);
}

/// The right hand aims along -Z of the scenario's start.
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

/// One for the tests that only measure: its bodies take a while to make.
world::World& in_workshop() {
  static world::World world = make_world(workshop());
  return world;
}

void command(world::World& world, CommandId id) {
  auto input = standing();
  input.commands.add(id);
  world.tick(input);
}

void measure_at(world::World& world, MeasureKind kind, const Vec3& at) {
  auto input = standing();
  input.commands.add({CommandId::MeasureAt, {}, static_cast<double>(kind), {math::kIdentity, at}});
  world.tick(input);
}

const world::Measurement& last(const world::World& world) {
  REQUIRE_FALSE(world.measurements().done().empty());
  return world.measurements().done().back();
}

std::string texts_in_view(const world::World& world) {
  frame::Snapshot snapshot;
  world.fill(snapshot);
  std::string all;
  for (const auto& text : snapshot.overlay.texts) all += text.text + "\n";
  return all;
}

// The racks of the workshop as its file has them: x, width; depth 0.5 about z = -2.2, 2.2 m high.
constexpr double kWestEnd = 3.15 + 0.5 * 2.1, kEastBegin = 5.85 - 0.5 * 2.2, kFront = -2.2 + 0.25, kTop = 2.2;

}  // namespace

TEST_CASE("measurements: the gap of the workshop by its clear width and between snapped corners") {
  world::World& world = in_workshop();
  const double gap = kEastBegin - kWestEnd;
  REQUIRE(gap == Approx(0.55));
  measure_at(world, MeasureKind::ClearWidth, {kWestEnd + 0.01, 1.1, kFront - 0.02});
  CHECK(last(world).value == Approx(gap).margin(0.002));
  CHECK(workshop().scene.find(last(world).points[0].object)->name == "rack.west");
  CHECK(workshop().scene.find(last(world).points[1].object)->name == "rack.east");

  // Points that are a few millimetres off the corners.
  measure_at(world, MeasureKind::Distance, {kWestEnd + 0.004, kTop - 0.005, kFront + 0.003});
  CHECK(last(world).kind == MeasureKind::ClearWidth);
  measure_at(world, MeasureKind::Distance, {kEastBegin - 0.006, kTop + 0.004, kFront + 0.002});
  CHECK(last(world).points[0].snapped == world::SnapTo::Vertex);
  CHECK(last(world).value == Approx(gap).margin(0.001));
  CHECK(last(world).horizontal() == Approx(gap).margin(0.001));
  CHECK(last(world).vertical() < 0.001);

  // From an edge of one to an edge of the other, at other heights: Pythagoras.
  measure_at(world, MeasureKind::Distance, {kWestEnd + 0.003, 0.5, kFront + 0.004});
  measure_at(world, MeasureKind::Distance, {kEastBegin - 0.003, 1.25, kFront + 0.004});
  CHECK(last(world).points[0].snapped == world::SnapTo::Edge);
  CHECK(last(world).value == Approx(std::sqrt(gap * gap + 0.75 * 0.75)).margin(0.001));
  CHECK(last(world).vertical() == Approx(0.75).margin(0.001));
}

TEST_CASE("measurements: clear heights and angles of the workshop") {
  world::World& world = in_workshop();
  measure_at(world, MeasureKind::ClearHeight, {4.475, 0.01, -1.2});
  CHECK(last(world).value == Approx(3.3).margin(0.002));  // floor to ceiling
  measure_at(world, MeasureKind::ClearHeight, {1.6, 0.0, 4.4});
  CHECK(last(world).value == Approx(1.75).margin(0.002));  // under the low beam
  CHECK(workshop().scene.find(last(world).points[1].object)->name == "beam.low");
  // A corner of the rack: along its post and along its end.
  const Vec3 corner{kWestEnd, kTop, kFront};
  for (const Vec3& p : {corner - Vec3(0.0, 0.4, 0.0), corner, Vec3{kEastBegin, kTop, kFront}})
    measure_at(world, MeasureKind::Angle, p);
  CHECK(last(world).kind == MeasureKind::Angle);
  CHECK(last(world).value == Approx(90.0).margin(0.2));
  // A free point is taken for a distance, and not for a clear width.
  const std::size_t before = world.measurements().done().size();
  measure_at(world, MeasureKind::ClearWidth, {4.475, 1.0, -0.8});
  CHECK(world.measurements().done().size() == before);
  CHECK(texts_in_view(world).find("There is no surface to measure") != std::string::npos);
  measure_at(world, MeasureKind::Distance, {4.475, 1.0, -0.8});
  measure_at(world, MeasureKind::Distance, {4.475, 2.0, -0.8});
  CHECK(last(world).points[1].snapped == world::SnapTo::Nothing);
  CHECK(last(world).value == Approx(1.0).margin(1e-9));
}

TEST_CASE("measurements: the hand's ray, kinds, taking back, and what is seen") {
  auto world = make_world(racks());
  for (int i = 0; i < 30; ++i) world.tick(standing());
  command(world, CommandId::Measure);
  REQUIRE(world.measurements().tools()[0].points.size() == 1);
  CHECK(texts_in_view(world).find("Point taken") != std::string::npos);
  const math::Pose aim = world.users()[0].state.hands[frame::kRight].world_from_aim;
  const Vec3 way = world.measurements().tools()[0].points[0].at - aim.position;
  CHECK(glm::length(glm::cross(way, aim.direction(math::kForward))) <= world::kSnapDistance + world::kBevel);
  command(world, CommandId::MeasureUndo);
  CHECK(world.measurements().tools()[0].points.empty());
  command(world, CommandId::MeasureKind);
  CHECK(texts_in_view(world).find("clear width") != std::string::npos);

  measure_at(world, MeasureKind::ClearWidth, {kWestEnd, 1.1, kFront - 0.02});
  CHECK(texts_in_view(world).find("clear width 550 mm") != std::string::npos);
  frame::Snapshot snapshot;
  world.fill(snapshot);
  REQUIRE(snapshot.overlay.lines.size() == 1);
  CHECK(snapshot.overlay.lines[0].a == last(world).points[0].at);
  CHECK(snapshot.overlay.lines[0].b == last(world).points[1].at);
  CHECK(snapshot.overlay.points.size() == 2);
  command(world, CommandId::MeasureUndo);
  CHECK(world.measurements().done().empty());
  command(world, CommandId::MeasureUndo);  // nothing is left

  for (std::size_t i = 0; i <= world::kMostMeasurements; ++i)
    measure_at(world, MeasureKind::ClearHeight, {4.475, 0.0, -1.2});
  CHECK(world.measurements().done().size() == world::kMostMeasurements);
}

TEST_CASE("measurements: are part of the state that is saved, hashed and loaded") {
  auto straight = make_world(racks()), saved = make_world(racks());
  for (world::World* world : {&straight, &saved}) {
    measure_at(*world, MeasureKind::ClearWidth, {kWestEnd, 1.1, kFront - 0.02});
    measure_at(*world, MeasureKind::Distance, {kWestEnd, kTop, kFront});
  }
  std::vector<std::byte> bytes;
  core::save(saved, bytes);
  auto loaded = make_world(racks());
  REQUIRE(core::load(loaded, bytes));
  CHECK(loaded.state_hash() == straight.state_hash());
  for (world::World* world : {&straight, &loaded})
    measure_at(*world, MeasureKind::Distance, {kEastBegin, kTop, kFront});
  CHECK(loaded.measurements().done().size() == 2);
  CHECK(loaded.state_hash() == straight.state_hash());
  world::PhaseDigest with, without;
  loaded.digest(world::Phase::User, with);
  command(straight, CommandId::MeasureUndo);
  loaded.tick(standing());
  straight.digest(world::Phase::User, without);
  loaded.digest(world::Phase::User, with);
  CHECK(with.all != without.all);

  // A state with another kind, snap or person than there are is refused.
  bytes.clear();
  core::save(saved.measurements(), bytes);
  world::Measurements same(1), other(2);
  CHECK(core::load(same, bytes));
  CHECK_FALSE(core::load(other, bytes));
  std::size_t refused = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto bad = bytes;
    bad[i] = std::byte{0xff};
    world::Measurements into(1);
    if (!core::load(into, bad)) ++refused;
  }
  CHECK(refused > 10);
}

TEST_CASE("measurements: rays and nearest faces agree with a search over all triangles") {
  const world::World& world = in_workshop();
  const world::PlaceSurface place(workshop().scene, world.physics());
  std::vector<math::Triangle> all;
  for (const auto& object : workshop().scene.objects) {
    for (const auto& part : object.parts) {
      const math::TriMesh& mesh = workshop().scene.meshes[part.mesh].geometry;
      const math::Pose pose = world.physics().pose(object.id) * part.object_from_mesh;
      for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const math::Triangle t = mesh.triangle(i);
        all.push_back({pose.point(part.scale * t.a), pose.point(part.scale * t.b), pose.point(part.scale * t.c)});
      }
    }
  }
  core::Rng rng(7);
  for (int i = 0; i < 40; ++i) {
    const Vec3 from{rng.uniform(-6.0, 6.0), rng.uniform(0.1, 3.0), rng.uniform(-4.5, 4.5)};
    const double turn = rng.uniform(0.0, math::kTau), up = rng.uniform(-0.9, 0.9), level = std::sqrt(1.0 - up * up);
    const math::Ray ray{from, {level * math::cos(turn), up, level * math::sin(turn)}};
    double first = 50.0, nearest = 0.3;
    for (const math::Triangle& t : all) {
      const auto hit = math::hit(ray, t);
      if (hit && *hit >= 1e-4) first = std::min(first, *hit);
      nearest = std::min(nearest, glm::length(math::nearest_point(t, from) - from));
    }
    const auto along = place.along(ray, 50.0);
    REQUIRE(along.has_value() == (first < 50.0));
    if (along) CHECK(glm::length(along->at - from) == Approx(first).margin(1e-6));
    const auto near = place.near(from, 0.3, world::Facing::Any);
    REQUIRE(near.has_value() == (nearest < 0.3));
    if (near) CHECK(glm::length(near->at - from) == Approx(nearest).margin(1e-6));
  }
}
