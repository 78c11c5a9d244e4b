// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small rooms for memory and percept tests: boxes that can move, a person, an eye.
#include "eye_places.h"
#include "human/body/population.h"
#include "human/skin/body.h"
#include "senses/perception/memory.h"
#include "senses/perception/percepts.h"
#include "senses/retina/retina.h"

namespace fh::test {

using math::Vec3;

/// Boxes in an empty hall. Object 1 is the floor, 2 a wall far ahead; then come what box() adds.
struct Room {
  scene::Scene scene;

  Room() {
    scene.materials.emplace_back();
    scene.materials.emplace_back().mirror = true;
    scene.materials.emplace_back().glass = true;
    box({20, 0.05, 20}, {0, -0.05, 0}, false);
    box({20, 3, 0.05}, {0, 3, -15}, false);
  }
  core::ObjectId box(const Vec3& half, const Vec3& at, bool movable = true, std::uint32_t material = 0) {
    scene::Mesh mesh;
    mesh.geometry = box_mesh(math::Vec3f(half));
    mesh.bounds = mesh.geometry.bounds();
    mesh.material = material;
    scene.meshes.push_back(std::move(mesh));
    scene::Object o;
    o.id = core::ObjectId{static_cast<std::uint32_t>(scene.objects.size() + 1)};
    o.name = "box" + std::to_string(o.id.value);
    o.world_from_object.position = at;
    o.movable = movable;
    o.mass = movable ? 1.0 : 0.0;
    o.parts.push_back({static_cast<std::uint32_t>(scene.meshes.size() - 1), {}, Vec3(1.0)});
    o.bounds = scene.meshes.back().bounds;
    scene.objects.push_back(std::move(o));
    return scene.objects.back().id;
  }
};

/// One person for all tests: making the skin takes a moment.
struct Person {
  human::Body body;
  human::CollisionBody solid;

  static const Person& standard() {
    static const Person kPerson = [] {
      const auto population = human::load_default_population();
      if (!population) throw std::runtime_error(population.error().message);
      auto made = human::make_body(*population, {});
      if (!made) throw std::runtime_error(made.error().message);
      Person p{std::move(*made), {}};
      p.solid = human::make_collision_body(p.body, human::make_skin(p.body));
      return p;
    }();
    return kPerson;
  }
  /// Upright on the floor.
  human::Frames<double> standing(const Vec3& at, double yaw = 0.0) const {
    human::Posture posture = human::zero_posture(body.skeleton);
    posture.world_from_pelvis = math::standing_at(at, yaw) * posture.world_from_pelvis;
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    return frames;
  }
};

/// An agent's eye and mind over a room.
struct Watcher {
  senses::RetinaScene world;
  senses::Memory memory;
  senses::Field field = senses::Field::human();
  senses::Retina retina;
  senses::Percepts percepts, before;
  senses::PerceptScratch scratch;
  senses::PerceptSettings percept_settings;
  senses::SeeSettings see_settings;
  core::Tick now = 0;

  explicit Watcher(const scene::Scene& scene, const senses::MemorySettings& settings = {})
      : world(scene), memory(scene, settings) {
    percept_settings.fractions = senses::Fractions::All;
  }

  /// One look, 0.1 s after the one before.
  void look(const Vec3& from, const Vec3& at) {
    now += 9;
    world.settle();
    const math::Pose eye{math::looking_along(glm::normalize(at - from)), from};
    senses::see(world, field, eye, see_settings, retina);
    std::swap(before, percepts);
    senses::perceive(world, retina, now, percept_settings, before, scratch, percepts);
    memory.look(world, retina, percepts);
  }
  bool knows(core::ObjectId id) const { return memory.find(senses::ItemId::of(id), now + 1000) != nullptr; }
  bool sees(senses::ItemId id) const { return percepts.find(id) != nullptr; }
};

}  // namespace fh::test
