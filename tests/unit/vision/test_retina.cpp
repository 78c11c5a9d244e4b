// The retina against a plain double-precision ray caster that shares nothing with it but the scene.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/jobs.h"
#include "places.h"
#include "ray_caster.h"
#include "vision/retina.h"

namespace fh::test {
namespace {

using namespace vision;

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
      for (std::size_t i = 0; i < 64; ++i) {
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

}  // namespace fh::test
