// SPDX-License-Identifier: Apache-2.0
// Random physics scenes, each run with 1, 2, 4 and 7 workers: the motion must be the same bit by bit, also where more
// things touch than a step has room for.
//
// usage: fh_random_scenes [--seed N] [--count N]     prints one line; exit 1 and the scene's seed when hashes differ.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "../unit/physics/places.h"
#include "core/log.h"

using namespace fh;

namespace {

constexpr unsigned kWorkers[] = {1, 2, 4, 7};

struct Trial {
  scene::Scene scene;
  int ticks = 0;
  unsigned room = 0;  // contacts; 0 = what the world takes by itself
  bool hands = false;
};

double any_mass(core::Rng& rng) {
  return math::pow(10.0, rng.uniform(-3.0, 5.0));  // 0.001 kg to 100 t
}

scene::CollisionShape any_shape(core::Rng& rng, double size) {
  scene::CollisionShape shape = places::box_shape(places::random_point(rng, math::Vec3(0.2 * size), math::Vec3(size)));
  if (rng.below(3) == 0) {
    shape.kind = scene::ShapeKind::Sphere;
    shape.radius = rng.uniform(0.3, 1.0) * size;
  }
  return shape;
}

/// Things thrown on a heap, or all put at one place.
void add_pile(scene::Scene& scene, core::Rng& rng, std::uint32_t count) {
  const bool one_place = count < 400 && rng.below(3) == 0;
  const double spread = one_place ? rng.uniform(0.0, 0.05) : 0.2 * math::pow(count, 0.4);
  const double size = rng.uniform(0.05, 0.3);
  for (std::uint32_t i = 0; i < count; ++i) {
    const math::Vec3 where = places::random_point(rng, {-spread, 0.3, -spread}, {spread, 0.3 + 3.0 * spread, spread});
    scene::Object& object = places::add_box(scene, "thing" + std::to_string(i), {places::random_rotation(rng), where},
                                            math::Vec3(size), any_mass(rng));
    object.collision[0] = any_shape(rng, size);
    if (rng.below(4) == 0) {
      object.collision.push_back(any_shape(rng, size));
      object.collision[1].object_from_shape.position = places::random_point(rng, math::Vec3(-size), math::Vec3(size));
    }
    object.friction = rng.uniform(0.0, 1.0);
    object.restitution = rng.uniform(0.0, 0.9);
  }
}

/// Leaves hinged to one another, the first to a post that never moves.
void add_chain(scene::Scene& scene, core::Rng& rng, std::uint32_t links) {
  const math::Vec3 start = places::random_point(rng, {-3, 2, -3}, {3, 5, 3});
  core::ObjectId parent = places::add_box(scene, "post", {math::kIdentity, start}, math::Vec3(0.1), 0.0).id;
  for (std::uint32_t i = 0; i < links; ++i) {
    scene::Object& link = places::add_box(scene, "link" + std::to_string(scene.objects.size()),
                                          {math::kIdentity, start + math::Vec3(0.3 * (i + 1), 0.0, 0.0)},
                                          {0.14, 0.05, 0.05}, any_mass(rng));
    link.movable = false;
    link.parent = parent;
    link.joint = {scene::JointKind::Hinge, {-0.15, 0, 0}, {0, 0, 1}, -1.5, 1.5, 0.0, 0.0, rng.uniform(0.0, 0.5)};
    parent = link.id;
  }
}

Trial any_trial(std::uint64_t seed) {
  core::Rng rng(seed);
  Trial trial;
  places::add_floor(trial.scene);
  const std::uint32_t kind = rng.below(20);
  const std::uint32_t things = kind == 0  ? 1000 + rng.below(2000)
                               : kind < 5 ? 150 + rng.below(200)
                                          : 5 + rng.below(120);
  add_pile(trial.scene, rng, things);
  for (std::uint32_t i = rng.below(3); i > 0; --i) add_chain(trial.scene, rng, 2 + rng.below(12));
  trial.ticks = kind == 0 ? 4 : kind < 5 ? 12 : 40;
  if (rng.below(3) == 0) trial.room = 16 + rng.below(things * 2);
  trial.hands = rng.below(2) == 0;
  return trial;
}

/// One hash of all ticks. What the hands do depends on the seed alone.
std::uint64_t hash_with(const Trial& trial, std::uint64_t seed, unsigned workers, std::uint64_t& crowded) {
  physics::World world = places::make(trial.scene, {.workers = workers, .contact_room = trial.room});
  core::Rng rng(seed ^ 0x5eed);
  physics::KinematicId hand;
  math::Pose palm = places::at(0, 0.5, 0);
  if (trial.hands)
    hand = world.add_kinematic({1}, 4, physics::make_sphere({{0, 0, 0}, 0.1}), physics::Layer::Hand, palm);
  std::uint64_t hash = 0;
  for (int tick = 0; tick < trial.ticks; ++tick) {
    if (trial.hands) {
      palm.position += places::random_point(rng, math::Vec3(-0.1), math::Vec3(0.1));
      world.set_kinematic_target(hand, palm);
      const core::ObjectId object{2 + rng.below(static_cast<std::uint32_t>(trial.scene.objects.size() - 1))};
      if (rng.below(8) == 0) world.grab(object, {{1}, 1}, palm);
      if (rng.below(12) == 0) world.release({{1}, 1});
      if (world.held_by({{1}, 1}).valid()) world.move_hand({{1}, 1}, palm);
    }
    world.step();
    hash = core::hash_bytes(std::as_bytes(std::span(&hash, 1)), places::motion_hash(world));
  }
  crowded = world.crowded_steps();
  return hash;
}

std::uint64_t number_after(int argc, char** argv, const char* option, std::uint64_t otherwise) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], option) == 0) return std::strtoull(argv[i + 1], nullptr, 10);
  }
  return otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = number_after(argc, argv, "--seed", 1), count = number_after(argc, argv, "--count", 40);
  std::uint64_t crowded_scenes = 0, different = 0, bodies = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Trial trial = any_trial(seed);
    std::uint64_t crowded = 0, expected = 0;
    for (const unsigned workers : kWorkers) {
      const std::uint64_t hash = hash_with(trial, seed, workers, crowded);
      if (workers == 1) expected = hash;
      if (hash == expected) continue;
      ++different;
      std::printf("seed %llu: another hash with %u workers\n", static_cast<unsigned long long>(seed), workers);
    }
    bodies += trial.scene.objects.size();
    crowded_scenes += crowded > 0 ? 1 : 0;
  }
  std::printf("%llu scenes, %llu objects, %llu scenes without room for all contacts, %llu different\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(bodies),
              static_cast<unsigned long long>(crowded_scenes), static_cast<unsigned long long>(different));
  return different == 0 ? 0 : 1;
}
