#include "world/world.h"

#include "core/hash.h"
#include "core/jobs.h"
#include "world/live_settings.h"
#include "world/physics_footing.h"

namespace fh::world {
namespace {

/// What the physics phase is hashed by: everything that moves.
struct Motion {
  physics::World* world;
  void visit(core::Archive& archive) { world->visit_motion(archive); }
};

/// The user and the scenario's agents. Bodies take a fraction of a second each: they are made side by side.
core::Result<std::vector<Person>> make_people(const scene::Scenario& scenario, const WorldSettings& settings) {
  const auto population = human::load_default_population();
  if (!population) return tl::make_unexpected(population.error());
  const std::size_t count = scenario.agents.size() + 1;
  std::vector<core::Result<Person>> made(count, Person{});
  core::JobPool pool(settings.workers);
  pool.parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const core::BodyId id{static_cast<std::uint32_t>(i + 1)};
      if (i == 0) {
        made[i] = make_person(*population, id, "user", settings.user_body);
        continue;
      }
      const auto& plan = scenario.agents[i - 1];
      const auto spec = body_spec(plan.body);
      made[i] = spec ? make_person(*population, id, plan.name, *spec)
                     : core::Result<Person>(core::fail_within(plan.name, spec.error()));
    }
  });
  std::vector<Person> people;
  for (auto& person : made) {
    if (!person) return tl::make_unexpected(person.error());
    people.push_back(std::move(*person));
  }
  return people;
}

}  // namespace

const std::vector<std::string>& phase_names() {
  static const std::vector<std::string> kNames = {"user", "physics", "measure"};
  return kNames;
}

World::World(const scene::Scenario& scenario, const WorldSettings& settings, physics::World physics,
             std::vector<Person> people)
    : scenario_(&scenario),
      settings_(settings),
      people_(std::move(people)),
      user_(user_at(scenario.user_start)),
      physics_(std::move(physics)),
      user_solids_(physics_, scenario.user_start) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

core::Result<World> World::create(const scene::Scenario& scenario, const WorldSettings& settings) {
  auto physics = physics::World::create(scenario.scene, {.workers = settings.workers});
  if (!physics) return core::fail_within(scenario.name, physics.error());
  auto people = make_people(scenario, settings);
  if (!people) return core::fail_within(scenario.name, people.error());
  return World(scenario, settings, std::move(*physics), std::move(*people));
}

void World::tick(const frame::FrameInput& input, bool first_of_frame) {
  user_phase(input, first_of_frame);
  physics_phase();
  measure_phase();
  ++tick_;
}

void World::user_phase(const frame::FrameInput& input, bool first_of_frame) {
  if (first_of_frame) apply(input.change, settings_.user, settings_.locomotion);
  advance(locomotion_, user_, input, PhysicsFooting(physics_), settings_.locomotion, settings_.user);
  advance(user_, input, first_of_frame, scenario_->user_start, settings_.user);
}

void World::physics_phase() {
  user_solids_.drive(physics_, user_);
  physics_.step();
}

void World::measure_phase() {
  advance(measures_, user_);
}

void World::fill(frame::Snapshot& snapshot) const {
  snapshot.clear();
  snapshot.tick = tick_;
  snapshot.fade = static_cast<float>(fade_of(user_, settings_.user));
  draw(locomotion_, snapshot);
  const scene::Scene& scene = scenario_->scene;
  for (const auto& object : scene.objects) {
    const math::Pose world_from_object = physics_.pose(object.id);
    for (const auto& part : object.parts) {
      frame::DrawObject draw;
      draw.id = object.id;
      draw.mesh = part.mesh;
      draw.world_from_mesh = world_from_object * part.object_from_mesh;
      draw.scale = math::Vec3f(part.scale);
      draw.casts_shadow = !scene.materials[scene.meshes[part.mesh].material].glass;
      snapshot.objects.push_back(draw);
    }
  }
  snapshot.sun.direction_to_sun = scene.sky.direction_to_sun;
  snapshot.sun.illuminance = scene.sky.sun;
  snapshot.ambient = scene.sky.ambient;
  for (const auto& light : scene.lights) {
    snapshot.lights.push_back({light.position, light.colour, light.intensity, light.range});
  }
}

void World::visit(core::Archive& archive) {
  archive.field("tick", tick_);
  archive.field("user_settings", settings_.user);
  archive.field("locomotion_settings", settings_.locomotion);
  archive.field("user", user_);
  archive.field("locomotion", locomotion_);
  archive.field("physics", physics_);
  archive.field("user_solids", user_solids_);
  archive.field("measures", measures_);
}

void World::visit_phase(Phase phase, core::Archive& archive) {
  switch (phase) {
    case Phase::User:
      archive.field("user_settings", settings_.user);
      archive.field("locomotion_settings", settings_.locomotion);
      archive.field("user", user_);
      return archive.field("locomotion", locomotion_);
    case Phase::Physics: {
      Motion motion{&physics_};
      archive.field("physics", motion);
      return archive.field("user_solids", user_solids_);
    }
    case Phase::Measure:
      return archive.field("measures", measures_);
  }
}

void World::digest(Phase phase, PhaseDigest& out) {
  scratch_.clear();
  scratch_fields_.clear();
  auto archive = core::Archive::saving(scratch_, scratch_fields_, false);
  visit_phase(phase, archive);
  out.all = core::hash_bytes(scratch_);
  out.fields.clear();
  for (const auto& field : scratch_fields_) {
    const auto bytes = std::span(scratch_).subspan(field.begin, field.end - field.begin);
    out.fields.push_back(static_cast<std::uint32_t>(core::hash_bytes(bytes)));
  }
}

std::vector<std::string> World::field_paths(Phase phase) {
  std::vector<std::byte> bytes;
  std::vector<core::FieldRange> fields;
  auto archive = core::Archive::saving(bytes, fields, true);
  visit_phase(phase, archive);
  std::vector<std::string> paths;
  for (auto& field : fields) paths.push_back(std::move(field.path));
  return paths;
}

std::uint64_t World::state_hash() {
  scratch_.clear();
  auto archive = core::Archive::saving(scratch_);
  visit(archive);
  return core::hash_bytes(scratch_);
}

}  // namespace fh::world
