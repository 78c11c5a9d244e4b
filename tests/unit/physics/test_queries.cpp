// SPDX-License-Identifier: Apache-2.0
// Rays, sweeps, overlaps and distances against all triangles of a random place.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "oracle.h"
#include "physics/convex_distance.h"
#include "physics/queries.h"
#include "samples.h"

using namespace fh;
using Catch::Approx;
using places::at;

namespace {

constexpr int kRays = scaled(100000, 4000), kDistances = scaled(20000, 800);
constexpr double kRange = 30.0;
constexpr double kAccuracy = 1e-4;
const math::Vec3 kLow{-7, -1, -6}, kHigh{7, 5, 6};

math::Ray random_ray(core::Rng& rng) {
  const math::Vec3 a = places::random_point(rng, kLow, kHigh), b = places::random_point(rng, kLow, kHigh);
  return {a, math::normalized_or(b - a, math::kForward)};
}

bool agrees(const std::optional<physics::RayHit>& ours, const std::vector<oracle::Place::Hit>& truth) {
  if (!ours) return truth.empty();
  if (truth.empty() || std::fabs(ours->distance - truth[0].distance) > kAccuracy) return false;
  for (const auto& hit : truth) {  // things as near as the nearest may win
    if (hit.distance - truth[0].distance < 1e-5 && hit.id == ours->what.object) return true;
  }
  return false;
}

/// A ray that grazes an edge may hit or miss in single precision: then it must agree with a ray a hair beside it.
bool agrees_beside(const oracle::Place& place, const math::Ray& ray, const std::optional<physics::RayHit>& ours) {
  const math::Vec3 u = math::any_orthogonal(ray.direction), v = glm::cross(ray.direction, u);
  for (int i = 0; i < 8; ++i) {
    const math::SinCos sc = math::sin_cos(math::kTau * i / 8);
    if (agrees(ours, place.cast({ray.origin + 2e-5 * (sc.cos * u + sc.sin * v), ray.direction}, kRange))) return true;
  }
  return false;
}

oracle::Probe random_probe(core::Rng& rng, int kind, std::vector<math::Vec3>& hull_points, const math::TriMesh& ball) {
  oracle::Probe probe;
  const math::Pose pose{places::random_rotation(rng), places::random_point(rng, kLow, kHigh)};
  probe.middle = pose.position;
  if (kind == 0) {
    const double radius = rng.uniform(0.02, 0.3);
    probe.part = physics::make_sphere({pose.position, radius});
    probe.capsule = {{pose.position, pose.position}, radius};
  } else if (kind == 1) {
    const math::Vec3 along = pose.direction({0, rng.uniform(0.05, 0.4), 0});
    probe.capsule = {{pose.position - along, pose.position + along}, rng.uniform(0.02, 0.15)};
    probe.part = physics::make_capsule(probe.capsule);
  } else if (kind == 2) {
    const math::Vec3 half = places::random_point(rng, math::Vec3(0.02), math::Vec3(0.3));
    probe.part = places::box_part({pose, half});
    probe.triangles = oracle::box_triangles(pose, half);
  } else {
    const math::Vec3 scale = places::random_point(rng, math::Vec3(0.05), math::Vec3(0.3));
    hull_points.clear();
    for (const math::Vec3f& p : ball.positions) hull_points.push_back(math::Vec3(p) * scale);
    for (std::size_t i = 0; i < ball.triangle_count(); ++i) {
      const math::Triangle t = ball.triangle(i);
      probe.triangles.push_back({pose.point(t.a * scale), pose.point(t.b * scale), pose.point(t.c * scale)});
    }
    probe.part = physics::make_hull(pose, hull_points);
  }
  probe.box = physics::bounds(probe.part);
  return probe;
}

}  // namespace

TEST_CASE("rays hit what all triangles say") {
  const scene::Scene scene = oracle::random_place(11);
  const physics::World world = places::make(scene);
  const oracle::Place place(scene, world);
  core::Rng rng(12);
  int grazing = 0, hits = 0, triangles_checked = 0;
  for (int i = 0; i < kRays; ++i) {
    math::Ray ray = random_ray(rng);
    while (place.inside_a_solid(ray.origin)) ray = random_ray(rng);
    const auto ours = physics::cast_ray(world, ray, kRange);
    const auto truth = place.cast(ray, kRange);
    if (!agrees(ours, truth)) {
      INFO("ray " << i << ", ours " << (ours ? ours->distance : -1.0) << ", truth "
                  << (truth.empty() ? -1.0 : truth[0].distance));
      REQUIRE(agrees_beside(place, ray, ours));
      ++grazing;
      continue;
    }
    if (!ours) continue;
    ++hits;
    REQUIRE(glm::dot(ours->normal, ray.direction) <= 0.0);
    REQUIRE(std::fabs(glm::length(ours->normal) - 1.0) < 1e-5);
    if (ours->triangle != physics::kNoTriangle && ours->what.object == truth[0].id) {
      const auto& thing = place.things()[ours->what.object.value - 1];
      const math::Vec3 on = math::nearest_point(thing.triangles[ours->triangle], ours->point);
      REQUIRE(glm::length(on - ours->point) < kAccuracy);
      ++triangles_checked;
    }
  }
  CHECK(hits > kRays / 2);
  CHECK(triangles_checked > kRays / 10);
  CHECK(grazing < kRays / 500);
}

TEST_CASE("all hits are those of all triangles, in order") {
  const scene::Scene scene = oracle::random_place(21);
  const physics::World world = places::make(scene);
  const oracle::Place place(scene, world);
  core::Rng rng(22);
  std::vector<physics::RayHit> hits;
  int odd = 0;
  for (int i = 0; i < kRays / 50; ++i) {
    math::Ray ray = random_ray(rng);
    while (place.inside_a_solid(ray.origin)) ray = random_ray(rng);
    physics::all_hits(world, ray, kRange, hits);
    for (std::size_t k = 1; k < hits.size(); ++k) REQUIRE(hits[k - 1].distance <= hits[k].distance);
    std::vector<core::ObjectId> ours, truth;
    for (const auto& hit : hits) ours.push_back(hit.what.object);
    for (const auto& hit : place.cast(ray, kRange)) truth.push_back(hit.id);
    std::sort(ours.begin(), ours.end());
    ours.erase(std::unique(ours.begin(), ours.end()), ours.end());
    std::sort(truth.begin(), truth.end());
    if (ours != truth) ++odd;  // grazed edges
    const auto nearest = physics::cast_ray(world, ray, kRange);
    REQUIRE(nearest.has_value() == !hits.empty());
    if (nearest) REQUIRE(nearest->distance == Approx(hits[0].distance).margin(1e-5));
  }
  CHECK(odd <= kRays / 50 / 200);
}

TEST_CASE("a ray that starts inside a solid hits it at once; long rays keep their precision") {
  scene::Scene scene;
  places::add_box(scene, "box", at(0, 0, 0), math::Vec3(0.5), 0.0);
  const physics::World world = places::make(scene);
  const auto inside = physics::cast_ray(world, {{0.1, 0.2, 0}, math::kRight}, 10);
  REQUIRE(inside);
  CHECK(inside->distance == 0.0);
  const auto far = physics::cast_ray(world, {{5.25, 0.1, 0.1}, -math::kRight}, 1e6);
  REQUIRE(far);
  CHECK(far->distance == Approx(4.75).margin(1e-5));
  CHECK(!physics::cast_ray(world, {{5.25, 0.1, 0.1}, -math::kRight}, 4.7));
}

TEST_CASE("distances are those of all triangles") {
  const scene::Scene scene = oracle::random_place(31);
  const physics::World world = places::make(scene);
  const oracle::Place place(scene, world);
  core::Rng rng(32);
  constexpr double kRadius = 1.0;
  std::vector<math::Vec3> points;
  int measured = 0, touching = 0;
  double worst = 0.0;
  for (int i = 0; i < kDistances; ++i) {
    const oracle::Probe probe = random_probe(rng, i % 4, points, scene.meshes[0].geometry);
    double truth = kRadius;
    core::ObjectId truth_id;
    std::vector<std::pair<double, core::ObjectId>> close;
    // The nearest boxes first: most things are then farther away than what was found.
    std::vector<std::pair<double, const oracle::Thing*>> order;
    for (const oracle::Thing& one : place.things()) order.emplace_back(oracle::gap(probe.box, one.bounds), &one);
    std::sort(order.begin(), order.end());
    for (const auto& [gap, one] : order) {
      const oracle::Thing& thing = *one;
      if (gap > truth + 1e-5) break;
      const double distance = probe.distance(thing, truth + 2e-5);
      if (distance > truth + 1e-5) continue;
      close.emplace_back(distance, thing.id);
      if (distance < truth) {
        truth = distance;
        truth_id = thing.id;
      }
    }
    const auto ours = physics::nearest(world, probe.part, kRadius);
    INFO("query " << i << " kind " << i % 4 << ", truth " << truth << " of " << truth_id.value);
    if (!truth_id.valid()) {
      if (ours) REQUIRE(ours->distance > kRadius - 1e-5);
      continue;
    }
    REQUIRE(ours);
    INFO("ours " << ours->distance << " of " << ours->what.object.value);
    worst = std::fmax(worst, std::fabs(ours->distance - truth));
    REQUIRE(std::fabs(ours->distance - truth) < kAccuracy);
    const bool same = std::any_of(close.begin(), close.end(), [&](const auto& c) {
      return c.second == ours->what.object && c.first <= truth + 1e-5;
    });
    REQUIRE(same);
    if (ours->distance == 0.0) {
      ++touching;
      continue;
    }
    ++measured;
    // Witness points: as far apart as told, one on the thing, one on the part.
    REQUIRE(glm::length(ours->on_part - ours->on_place) == Approx(ours->distance).margin(1e-9));
    const auto& thing = place.things()[ours->what.object.value - 1];
    double off = 1e30;
    for (const math::Triangle& t : thing.triangles) {
      off = std::fmin(off, glm::length(math::nearest_point(t, ours->on_place) - ours->on_place));
    }
    REQUIRE(off < 1e-5);
    const double off_part = physics::nearest(probe.part, physics::make_sphere({ours->on_part, 0.0})).distance;
    REQUIRE(off_part < 1e-9);
  }
  CHECK(measured > kDistances / 3);
  CHECK(touching > kDistances / 50);
  INFO("worst error " << worst);
  CHECK(worst < 1e-5);
}

TEST_CASE("near lists every object within the radius once, in order") {
  const scene::Scene scene = oracle::random_place(41);
  const physics::World world = places::make(scene);
  const oracle::Place place(scene, world);
  core::Rng rng(42);
  std::vector<physics::Near> rows;
  std::vector<math::Vec3> points;
  for (int i = 0; i < kDistances / 20; ++i) {
    const oracle::Probe probe = random_probe(rng, 1, points, scene.meshes[0].geometry);
    physics::near(world, probe.part, 0.8, rows);
    std::vector<core::ObjectId> ours, truth;
    for (const auto& row : rows) ours.push_back(row.what.object);
    for (std::size_t k = 1; k < rows.size(); ++k) REQUIRE(rows[k - 1].distance <= rows[k].distance);
    for (const oracle::Thing& thing : place.things()) {
      if (probe.distance(thing, 0.8) < 0.8) truth.push_back(thing.id);
    }
    std::sort(ours.begin(), ours.end());
    CHECK(ours == truth);
    const auto first = physics::nearest(world, probe.part, 0.8);
    REQUIRE(first.has_value() == !rows.empty());
    if (first) REQUIRE((first->distance == rows[0].distance && first->what == rows[0].what));
  }
}

TEST_CASE("cylinders and round solids are measured as such") {
  scene::Scene scene;
  scene::Object& post = places::add_object(scene, "post", at(0, 1, 0));
  scene::CollisionShape shape;
  shape.kind = scene::ShapeKind::Cylinder;
  shape.radius = 0.3;
  shape.half = {0, 1, 0};
  post.collision.push_back(shape);
  const physics::World world = places::make(scene);
  core::Rng rng(5);
  for (int i = 0; i < 500; ++i) {
    const math::Vec3 p = places::random_point(rng, {-1, 0, -1}, {1, 3, 1});
    const double across = std::sqrt(p.x * p.x + p.z * p.z), out = std::fmax(across - 0.3, 0.0);
    const double above = std::fmax(p.y - 2.0, 0.0), truth = std::fmax(std::sqrt(out * out + above * above) - 0.05, 0.0);
    const auto ours = physics::nearest(world, physics::make_sphere({p, 0.05}), 3.0);
    REQUIRE(ours);
    CHECK(ours->distance == Approx(truth).margin(1e-6));
  }
}

TEST_CASE("sweeps stop where the part touches") {
  const scene::Scene scene = oracle::random_place(51);
  const physics::World world = places::make(scene);
  core::Rng rng(52);
  std::vector<math::Vec3> points;
  int stopped = 0;
  for (int i = 0; i < kDistances / 20; ++i) {
    const oracle::Probe probe = random_probe(rng, i % 4, points, scene.meshes[0].geometry);
    const math::Vec3 motion = places::random_point(rng, math::Vec3(-3), math::Vec3(3));
    const auto hit = physics::sweep(world, probe.part, motion);
    const auto apart = physics::nearest(world, probe.part, 10.0);
    if (apart && apart->distance == 0.0) {
      REQUIRE(hit);
      CHECK(hit->distance == 0.0);
      continue;
    }
    // Where it stops it nearly touches; all the way there it is free.
    const double length = glm::length(motion), free = hit ? hit->distance : length;
    const auto moved_to = [&](double d) {
      return physics::moved({math::kIdentity, motion * (d / length)}, probe.part);
    };
    if (hit && hit->distance > 0.0) {
      ++stopped;
      const auto there = physics::nearest(world, moved_to(hit->distance), 0.1);
      REQUIRE(there);
      CHECK(there->distance < 1e-3);
      CHECK(glm::dot(hit->normal, motion) <= 1e-6);
    }
    for (const double share : {0.3, 0.6, 0.9}) {
      const double d = free * share;
      if (free - d < 5e-3) continue;
      const auto on_the_way = physics::nearest(world, moved_to(d), 0.1);
      if (on_the_way) CHECK(on_the_way->distance > 0.0);
    }
  }
  CHECK(stopped > kDistances / 100);
}

TEST_CASE("overlaps are found with their depth") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "crate", at(2, 0.5, 0), math::Vec3(0.5), 0.0);
  const physics::World world = places::make(scene);
  std::vector<physics::Overlap> rows;
  const auto capsule = physics::make_capsule({{{1.35, 0.25, 0}, {1.35, 0.8, 0}}, 0.2});
  physics::overlaps(world, capsule, rows);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].what.object == core::ObjectId{2});
  CHECK(rows[0].depth == Approx(0.05).margin(1e-3));
  CHECK(rows[0].normal.x == Approx(-1.0).margin(1e-2));
  CHECK(physics::any_overlap(world, capsule));
  physics::overlaps(world, places::box_part({at(1.4, 0.1, 0), math::Vec3(0.2)}), rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].what.object == core::ObjectId{1});
  CHECK(!physics::any_overlap(world, physics::make_sphere({{0, 1, 0}, 0.9})));
}

TEST_CASE("overlaps of a thing where it stands") {
  scene::Scene scene;
  places::add_floor(scene);
  places::add_box(scene, "wall", at(2, 0.5, 0), math::Vec3(0.5), 0.0);
  places::add_box(scene, "in wall", at(1.42, 0.1, 0), math::Vec3(0.1), 2.0);
  places::add_box(scene, "on floor", at(0, 0.1, 0), math::Vec3(0.1), 2.0);
  places::add_box(scene, "on the other", at(0, 0.27, 0), math::Vec3(0.1), 2.0);
  const physics::World world = places::make(scene);
  std::vector<physics::Overlap> rows;
  const auto deepest = [&](std::uint32_t thing) {
    physics::overlaps(world, core::ObjectId{thing}, rows);
    std::erase_if(rows, [](const physics::Overlap& row) { return row.depth < 5e-3; });
    return rows;
  };
  CHECK(deepest(2).empty());  // what cannot move is not asked
  REQUIRE(deepest(3).size() == 1);
  CHECK(rows[0].what.object == core::ObjectId{2});
  CHECK(rows[0].depth == Approx(0.02).margin(1e-3));
  REQUIRE(deepest(4).size() == 1);
  CHECK(rows[0].what.object == core::ObjectId{5});
  CHECK(rows[0].depth == Approx(0.03).margin(1e-3));
  CHECK(deepest(5).size() == 1);
}

TEST_CASE("queries leave out what the filter says") {
  scene::Scene scene;
  scene.materials.resize(2);
  scene.materials[1].glass = true;
  oracle::add_mesh(scene, oracle::ball(false));
  scene.meshes[0].material = 1;
  places::add_box(scene, "pane", at(0, 0, -1), {1, 1, 0.01}, 0.0).parts.push_back({0, {}, math::Vec3(1)});
  places::add_box(scene, "wall", at(0, 0, -2), {1, 1, 0.1}, 0.0);
  places::add_box(scene, "cup", at(0, 0, -3), math::Vec3(0.1), 1.0);
  physics::World world = places::make(scene);
  world.add_kinematic({5}, 2, physics::make_sphere({{0, 0, 0}, 0.1}), physics::Layer::Hand, at(0, 0, -0.5));
  world.add_kinematic({6}, 0, physics::make_sphere({{0, 0, 0}, 0.1}), physics::Layer::Sensor, at(0, 0, -0.2));
  const math::Ray ray{{0, 0, 0}, math::kForward};
  const auto seen = [&](const physics::QueryFilter& filter) {
    const auto hit = physics::cast_ray(world, ray, 10, filter);
    return hit ? hit->what : physics::Touching{};
  };
  CHECK(seen({}).body == core::BodyId{5});
  CHECK(seen({}).segment == 2);
  CHECK(seen({.ignore_body = core::BodyId{5}}).object == core::ObjectId{1});
  CHECK(seen({.layers = physics::kAllLayers}).body == core::BodyId{6});
  CHECK(seen({.layers = physics::kPlaceLayers, .through_glass = true}).object == core::ObjectId{2});
  CHECK(seen({.layers = physics::layer_bit(physics::Layer::Dynamic)}).object == core::ObjectId{3});
  const core::ObjectId ignored[] = {{1}, {2}};
  CHECK(seen({.layers = physics::kPlaceLayers, .ignore_objects = ignored}).object == core::ObjectId{3});
  CHECK(!physics::cast_ray(world, ray, 2.85, {.layers = physics::kPlaceLayers, .ignore_objects = ignored}));
  const auto probe = physics::make_sphere({{0, 0, -0.7}, 0.05});
  CHECK(physics::nearest(world, probe, 5, {.ignore_body = {5}})->what.object == core::ObjectId{1});
  CHECK(physics::nearest(world, probe, 5, {.ignore_body = {5}, .through_glass = true})->what.object ==
        core::ObjectId{2});
  CHECK(physics::nearest(world, probe, 5)->what.body == core::BodyId{5});
  CHECK(physics::sweep(world, probe, {0, 0, -3}, {.through_glass = true})->what.object == core::ObjectId{2});
}

TEST_CASE("equal distances go to the smaller id, before and after a restore") {
  scene::Scene scene;
  for (int i = 0; i < 4; ++i) places::add_box(scene, "b" + std::to_string(i), at(0, 0, -2), math::Vec3(0.5), 0.0);
  physics::World world = places::make(scene);
  const auto hit = physics::cast_ray(world, {{0.1, 0.1, 0}, math::kForward}, 10);
  CHECK(hit->what.object == core::ObjectId{1});
  CHECK(physics::nearest(world, physics::make_sphere({{0, 0, 0}, 0.1}), 5)->what.object == core::ObjectId{1});
  CHECK(physics::sweep(world, physics::make_sphere({{0, 0, 0}, 0.1}), {0, 0, -3})->what.object == core::ObjectId{1});
}

TEST_CASE("batches give the same answers with any number of workers") {
  const scene::Scene scene = oracle::random_place(61);
  const physics::World world = places::make(scene);
  core::Rng rng(62);
  std::vector<math::Ray> rays;
  std::vector<physics::ConvexPart> parts;
  std::vector<math::Vec3> motions, unused;
  for (int i = 0; i < 3000; ++i) rays.push_back(random_ray(rng));
  for (int i = 0; i < 600; ++i) {
    parts.push_back(random_probe(rng, i % 3, unused, scene.meshes[0].geometry).part);
    motions.push_back(places::random_point(rng, math::Vec3(-2), math::Vec3(2)));
  }
  for (const unsigned workers : {1u, 2u, 4u}) {
    core::JobPool pool(workers);
    std::vector<std::optional<physics::RayHit>> hits(rays.size());
    pool.parallel_for(rays.size(), 128, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) hits[i] = physics::cast_ray(world, rays[i], kRange);
    });
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const auto one = physics::cast_ray(world, rays[i], kRange);
      REQUIRE(one.has_value() == hits[i].has_value());
      if (one) REQUIRE((one->distance == hits[i]->distance && one->what == hits[i]->what));
    }
    std::vector<std::optional<physics::Near>> nears(parts.size());
    std::vector<std::optional<physics::SweepHit>> sweeps(parts.size());
    pool.parallel_for(parts.size(), 32, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        nears[i] = physics::nearest(world, parts[i], 1.0);
        sweeps[i] = physics::sweep(world, parts[i], motions[i]);
      }
    });
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto one = physics::nearest(world, parts[i], 1.0);
      REQUIRE(one.has_value() == nears[i].has_value());
      if (one) REQUIRE((one->distance == nears[i]->distance && one->what == nears[i]->what));
      const auto swept = physics::sweep(world, parts[i], motions[i]);
      REQUIRE(swept.has_value() == sweeps[i].has_value());
      if (swept) REQUIRE((swept->distance == sweeps[i]->distance && swept->what == sweeps[i]->what));
    }
  }
}
