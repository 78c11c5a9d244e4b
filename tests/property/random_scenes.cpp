// SPDX-License-Identifier: Apache-2.0
// Random physics scenes, each run with 1, 2, 4 and 7 workers, and once saved half-way and continued by another world:
// motion and contacts must be the same bit by bit, also where more things touch than a step has room for.
//
// usage: fh_random_scenes [--seed N] [--count N] [--also N,N,...]
// Prints one line for each difference, with the scene's seed, and a sum; exit 1 when there is a difference.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "../unit/physics/places.h"
#include "core/log.h"

using namespace fh;

namespace {

struct Trial {
  scene::Scene scene;
  int ticks = 0;
  unsigned room = 0;  // contacts; 0 = what the world takes by itself
  bool hands = false;
  double speed = 0.0;    // m/s downwards at the start, of every other thing
  bool gathers = false;  // half-way all things are put at one place
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

/// Things that are alike, thin enough to be swept, in stacks or all at one place: where contacts are equal to the last
/// bit, only an order that is fixed decides between them.
void make_alike(scene::Scene& scene, core::Rng& rng) {
  const math::Vec3 half(0.15, 0.03, 0.15);
  const bool one_place = rng.below(2) == 0;
  std::uint32_t index = 0;
  for (scene::Object& object : scene.objects) {
    if (!object.movable) continue;
    const std::uint32_t column = index % 9, floor = index / 9;
    object.world_from_object =
        one_place ? places::at(0, 0.5, 0) : places::at(0.3 * (column % 3), 0.2 + 0.2 * floor, 0.3 * (column / 3));
    object.collision.assign(1, places::box_shape(half));
    object.mass = 1.0;
    object.friction = 0.5;
    object.restitution = 0.3;
    ++index;
  }
}

/// Long and thin and across each other: the boxes around them meet far more often than they do.
void make_rods(scene::Scene& scene, core::Rng& rng) {
  for (scene::Object& object : scene.objects) {
    if (!object.movable) continue;
    object.collision.assign(1, places::box_shape({rng.uniform(0.5, 2.0), 0.02, 0.02}));
    object.world_from_object.position.y += 1.0;
  }
}

/// What was added to the scenes later draws from a generator of its own: seeds keep their scenes.
void add_special(Trial& trial, std::uint64_t seed) {
  core::Rng rng(seed ^ 0x5bec1a1);
  const std::uint32_t kind = rng.below(8);
  if (kind == 0) make_alike(trial.scene, rng);
  if (kind == 1) make_rods(trial.scene, rng);
  if (kind <= 1) trial.speed = rng.below(2) == 0 ? rng.uniform(1.0, 20.0) : 0.0;
  trial.gathers = kind == 2;
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
  add_special(trial, seed);
  return trial;
}

constexpr physics::HandId kHand{{1}, 1};

physics::World world_of(const Trial& trial, unsigned workers) {
  physics::World world = places::make(trial.scene, {.workers = workers, .contact_room = trial.room});
  if (trial.hands) {
    world.add_kinematic({1}, 4, physics::make_sphere({{0, 0, 0}, 0.1}), physics::Layer::Hand, places::at(0, 0.5, 0));
  }
  return world;
}

/// What happens to the world before a tick; depends on the seed alone.
class Hands {
 public:
  Hands(const Trial& trial, std::uint64_t seed) : trial_(trial), rng_(seed ^ 0x5eed) {}

  void act(physics::World& world, int tick) {
    for (const scene::Object& object : trial_.scene.objects) {
      if (!object.movable) continue;
      if (tick == 0 && trial_.speed > 0.0 && object.id.value % 2 == 0) {
        world.set_velocity(object.id, {{0, -trial_.speed, 0}, {}});
      }
      if (tick == trial_.ticks / 2 && trial_.gathers) world.place(object.id, places::at(1, 0.4, 1));
    }
    if (!trial_.hands) return;
    palm_.position += places::random_point(rng_, math::Vec3(-0.1), math::Vec3(0.1));
    world.set_kinematic_target(physics::KinematicId{1}, palm_);
    const core::ObjectId object{2 + rng_.below(static_cast<std::uint32_t>(trial_.scene.objects.size() - 1))};
    if (rng_.below(8) == 0) world.grab(object, kHand, palm_);
    if (rng_.below(12) == 0) world.release(kHand);
    if (world.held_by(kHand).valid()) world.move_hand(kHand, palm_);
  }

 private:
  const Trial& trial_;
  core::Rng rng_;
  math::Pose palm_ = places::at(0, 0.5, 0);
};

std::uint64_t contacts_hash(const physics::World& world, std::uint64_t hash) {
  for (const physics::Contact& contact : world.contacts()) {
    const double numbers[] = {contact.point.x,  contact.point.y,  contact.point.z, contact.normal.x,
                              contact.normal.y, contact.normal.z, contact.depth,   contact.impulse};
    const std::uint32_t ids[] = {contact.first.object.value,  contact.first.part,  contact.first.body.value,
                                 contact.second.object.value, contact.second.part, contact.second.body.value};
    hash = core::hash_bytes(std::as_bytes(std::span(ids)), core::hash_bytes(std::as_bytes(std::span(numbers)), hash));
  }
  return hash;
}

struct Outcome {
  std::uint64_t hash = 0;     // of all ticks
  std::uint64_t crowded = 0;  // steps
};

/// `successor`: workers of another world that is made half-way, loads the state and goes on; 0 for none.
Outcome outcome_of(const Trial& trial, std::uint64_t seed, unsigned workers, unsigned successor = 0) {
  physics::World world = world_of(trial, workers);
  Hands hands(trial, seed);
  Outcome out;
  for (int tick = 0; tick < trial.ticks; ++tick) {
    if (successor > 0 && tick == trial.ticks / 2) {
      core::Bytes state;
      core::Archive saving = core::Archive::saving(state);
      world.visit(saving);
      world = world_of(trial, successor);
      core::Archive loading = core::Archive::loading(state);
      world.visit(loading);
      if (!loading.ok()) throw std::runtime_error("a world refused the state of its like");
    }
    hands.act(world, tick);
    world.step();
    out.hash =
        contacts_hash(world, core::hash_bytes(std::as_bytes(std::span(&out.hash, 1)), places::motion_hash(world)));
  }
  out.crowded = world.crowded_steps();
  return out;
}

/// Differences found in one scene.
std::uint64_t compare(const Trial& trial, std::uint64_t seed, const Outcome& expected) {
  std::uint64_t different = 0;
  const auto check = [&](unsigned workers, unsigned successor) {
    if (outcome_of(trial, seed, workers, successor).hash == expected.hash) return;
    ++different;
    std::printf("seed %llu: another hash with %u workers%s\n", static_cast<unsigned long long>(seed), workers,
                successor > 0 ? ", continued by another world" : "");
    std::fflush(stdout);
  };
  for (const unsigned workers : {2u, 4u, 7u}) check(workers, 0);
  check(2, 7);
  return different;
}

std::uint64_t number_after(int argc, char** argv, const char* option, std::uint64_t otherwise) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], option) == 0) return std::strtoull(argv[i + 1], nullptr, 10);
  }
  return otherwise;
}

/// The seeds to run: a range, and a list behind --also.
std::vector<std::uint64_t> seeds_of(int argc, char** argv) {
  const std::uint64_t first = number_after(argc, argv, "--seed", 1), count = number_after(argc, argv, "--count", 40);
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < count; ++i) seeds.push_back(first + i);
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], "--also") != 0) continue;
    for (const char* at = argv[i + 1]; *at != 0; at += std::strcspn(at, ","), at += *at != 0) {
      seeds.push_back(std::strtoull(at, nullptr, 10));
    }
  }
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t crowded_scenes = 0, different = 0, bodies = 0;
  const std::vector<std::uint64_t> seeds = seeds_of(argc, argv);
  for (const std::uint64_t seed : seeds) {
    const Trial trial = any_trial(seed);
    const Outcome alone = outcome_of(trial, seed, 1);
    different += compare(trial, seed, alone);
    bodies += trial.scene.objects.size();
    crowded_scenes += alone.crowded > 0 ? 1 : 0;
  }
  std::printf("%zu scenes, %llu objects, %llu scenes without room for all contacts, %llu different\n", seeds.size(),
              static_cast<unsigned long long>(bodies), static_cast<unsigned long long>(crowded_scenes),
              static_cast<unsigned long long>(different));
  return different == 0 ? 0 : 1;
}
