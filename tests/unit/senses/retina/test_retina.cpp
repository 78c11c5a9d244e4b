// SPDX-License-Identifier: Apache-2.0
// The retina against a plain double-precision ray caster that shares nothing with it but the scene.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/jobs.h"
#include "ray_caster.h"
#include "rooms.h"

namespace fh::test {
namespace {

using namespace senses;

struct Agreement {
  std::size_t interior = 0, same_label = 0, same_distance = 0;
};

Agreement compare(const Retina& retina, const RayCaster& caster) {
  const Field& field = *retina.field;
  Agreement sum;
  std::vector<RayHit> hits;
  for (std::size_t i = 0; i < field.size(); ++i) {
    hits.push_back(caster.cast({retina.world_from_eye.position, retina.direction(i)}, 0.0));
  }
  for (std::size_t r = 1; r + 1 < field.rows(); ++r) {
    for (std::size_t c = 1; c + 1 < field.columns(); ++c) {
      const std::size_t i = r * field.columns() + c;
      bool interior = true;
      for (const std::size_t j : {i - 1, i + 1, i - field.columns(), i + field.columns()}) {
        interior &= hits[i].id == hits[j].id;
      }
      if (!interior) continue;
      ++sum.interior;
      if (retina.labels[i] != hits[i].id) continue;
      ++sum.same_label;
      const bool nothing = hits[i].id == 0;
      sum.same_distance += nothing || std::abs(retina.distance(i) - hits[i].distance) < 1e-3 * hits[i].distance ? 1 : 0;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("the field covers what it says, dense at the centre") {
  const Field field = Field::human();
  CHECK(field.size() >= 16000);
  double sum = 0.0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    sum += field.solid_angle(i);
    CHECK(std::abs(glm::length(field.direction(i)) - 1.0) < 1e-6);
    REQUIRE(field.sample_at(field.direction(i)) == i);
  }
  // 200 degrees of longitude, 65 degrees of latitude up and down.
  CHECK(std::abs(sum - math::radians(200) * 2.0 * std::sin(math::radians(65))) < 1e-3);
  const auto spacing = [&](std::size_t column) {
    const std::size_t row = field.rows() / 2 * field.columns();
    return math::degrees(std::acos(glm::dot(field.direction(row + column), field.direction(row + column + 1))));
  };
  CHECK(spacing(80) < 0.2);
  CHECK(spacing(0) > 2.5);
  for (std::size_t c = 81; c + 1 < field.columns(); ++c) CHECK(spacing(c) >= spacing(c - 1));
  CHECK_FALSE(field.sample_at({0, 1, 0}));
  CHECK_FALSE(field.sample_at({0, 0, 1}));
}

TEST_CASE("a tile's planes hold all its samples") {
  for (const Field& field : {Field::human(), Field::window({-1.2, 0.7, 0.9, -0.4}, 64, 48)}) {
    for (const FieldTile& tile : field.tiles()) {
      for (std::size_t i = 0; i < kTileSamples; ++i) {
        for (const math::Vec3f& side : tile.sides) {
          REQUIRE(glm::dot(side, math::Vec3f(tile.x[i], tile.y[i], tile.z[i])) >= 0.0f);
        }
      }
    }
  }
}

TEST_CASE("the retina agrees with a ray caster in the workshop") {
  const scene::Scene& scene = workshop();
  const frame::Snapshot snapshot = snapshot_of(scene);
  const RayCaster caster(scene, snapshot);
  RetinaScene world(scene);
  const Field field = Field::human();
  Retina retina;
  core::Rng rng(5);
  Agreement sum;
  for (int view = 0; view < scaled(20, 2); ++view) {
    see(world, field, random_eye(scene, rng), {}, retina);
    const Agreement one = compare(retina, caster);
    sum.interior += one.interior;
    sum.same_label += one.same_label;
    sum.same_distance += one.same_distance;
  }
  INFO(sum.interior << " interior, " << sum.same_label << " same label, " << sum.same_distance << " same distance");
  CHECK(sum.interior > 10000);
  CHECK(double(sum.same_label) >= 0.9995 * double(sum.interior));
  CHECK(double(sum.same_distance) >= 0.9995 * double(sum.same_label));
}

TEST_CASE("looks, percepts and memories are the same with 1, 2 and 4 workers") {
  const scene::Scene& scene = workshop();
  RetinaScene world(scene);
  const Person& person = Person::standard();
  core::Rng rng(8);
  constexpr std::size_t kAgents = 8;
  std::vector<math::Pose> eyes;
  for (std::uint32_t i = 0; i < kAgents; ++i) {
    eyes.push_back(random_eye(scene, rng));
    world.add_body({i + 1}, person.solid, person.standing({eyes[i].position.x, 0, eyes[i].position.z}, i));
  }
  world.settle();
  const Field field = Field::human();
  std::vector<std::byte> first;
  for (const unsigned workers : {1u, 2u, 4u}) {
    core::JobPool pool(workers);
    std::vector<Memory> memories(kAgents, Memory(scene));
    std::vector<Percepts> percepts(kAgents);
    for (int round = 0; round < 2; ++round) {
      pool.parallel_for(kAgents, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          Retina retina;
          PerceptScratch scratch;
          const Percepts before = percepts[i];
          SeeSettings own;
          own.viewer = core::BodyId{static_cast<std::uint32_t>(i + 1)};
          own.mirrors = true;
          see(world, field, eyes[i], own, retina);
          perceive(world, retina, 9 * (round + 1), {}, before, scratch, percepts[i]);
          memories[i].look(world, retina, percepts[i]);
        }
      });
    }
    std::vector<std::byte> bytes;
    for (const Memory& memory : memories) core::save(memory, bytes);
    for (const Percepts& p : percepts) core::save(p, bytes);
    if (first.empty()) first = bytes;
    CHECK(bytes == first);
  }
  CHECK(first.size() > 1000);
}

TEST_CASE("rounded boxes, capsules and spheres are met where their distance function is zero") {
  const scene::Scene nothing;
  const Person& person = Person::standard();
  const auto frames = person.standing({0, 0, 0}, 0.4);
  const math::Pose world_from_joint = frames.pose(human::Joint::Pelvis);
  const Field field = Field::window({-0.5, 0.5, 0.4, -0.4}, 96, 64);
  core::Rng rng(21);
  Retina retina;
  std::size_t met = 0, passed = 0;
  for (int round = 0; round < scaled(60, 6); ++round) {
    human::CollisionPiece piece;
    for (int axis = 0; axis < 3; ++axis) piece.shape.half[axis] = std::max(0.0, rng.uniform(-0.2, 0.3));
    piece.shape.radius = rng.uniform(0.01, 0.2);
    piece.shape.joint_from_box.rotation =
        math::from_yaw_pitch_roll(rng.uniform(-3, 3), rng.uniform(-1.5, 1.5), rng.uniform(-3, 3));
    RetinaScene world(nothing);
    world.add_body({1}, human::CollisionBody{{piece}}, frames);
    world.settle();
    const math::Pose at = world_from_joint * piece.shape.joint_from_box;
    const Vec3 ahead(rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), -rng.uniform(0.8, 3.0));
    const math::Pose eye{math::from_yaw_pitch_roll(rng.uniform(-3, 3), rng.uniform(-1, 1), 0.0), at.position};
    const math::Pose world_from_eye{eye.rotation, eye.point(-ahead)};
    see(world, field, world_from_eye, {}, retina);
    const math::Pose joint_from_eye = math::inverse(world_from_joint) * world_from_eye;
    for (std::size_t i = 0; i < field.size(); ++i) {
      // Along the ray to the surface moved by `by`: how far, or nothing.
      const auto march = [&](double by) -> std::optional<double> {
        for (double t = 0.0, gap = 1.0; t < 6.0; t += gap) {
          gap = human::signed_distance(piece.shape, joint_from_eye.point(t * field.direction(i))) - by;
          if (gap < 1e-7) return t;
        }
        return std::nullopt;
      };
      const auto inner = march(-5e-4);
      const bool seen = retina.labels[i] != 0;
      if (inner) {
        ++met;
        REQUIRE(seen);
        REQUIRE(retina.distance(i) < *inner);
      } else if (!march(5e-4)) {
        ++passed;
        REQUIRE_FALSE(seen);
      }
      if (!seen) continue;
      // At right angles to the surface, the point found is not off by more than 0.2 mm.
      const Vec3 found = joint_from_eye.point(retina.distance(i) * field.direction(i));
      REQUIRE(std::abs(human::signed_distance(piece.shape, found)) < 2.1e-4);
    }
  }
  CHECK(met > 2000);
  CHECK(passed > 2000);
}

TEST_CASE("a body is seen as large as it is") {
  Room room;
  RetinaScene world(room.scene);
  const Person& person = Person::standard();
  const auto frames = person.standing({0, 0, -4});
  world.add_body({1}, person.solid, frames);
  world.settle();
  const math::Aabb bounds = world.bounds(ItemId::of(core::BodyId{1}));
  CHECK(bounds.size().y > 1.55);
  CHECK(bounds.size().y < 1.95);
  // Every direction the collision pieces cover is covered, and hardly any other.
  const Field field = Field::window({-0.15, 0.15, 0.15, -0.30}, 32, 48);
  Retina retina;
  see(world, field, {math::kIdentity, {0, 1.2, 0}}, {}, retina);
  std::size_t both = 0, either = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    const bool seen = item_of(retina.labels[i]).is_body();
    double nearest = 1.0;
    for (const human::CollisionPiece& piece : person.solid.pieces) {
      const math::Pose from_world = math::inverse(frames.pose(piece.joint));
      for (double t = 3.6; t < 4.5 && nearest > 0.0; t += 0.02) {
        const Vec3 p = Vec3(0, 1.2, 0) + t * field.direction(i);
        nearest = std::min(nearest, human::signed_distance(piece.shape, from_world.point(p)));
      }
    }
    both += seen && nearest < 0.0 ? 1 : 0;
    either += seen || nearest < 0.0 ? 1 : 0;
  }
  CHECK(both > 120);
  CHECK(double(both) > 0.98 * double(either));
}

}  // namespace fh::test
