// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_vision.h"

#include <fmt/format.h>

#include <time.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/rivals/body_mesh.h"
#include "bench/rivals/rival_embree.h"
#include "core/hash.h"
#include "core/rng.h"
#include "gpu/device.h"
#include "human/skin/body.h"
#include "render/renderer.h"
#include "scene/scenario/scenario.h"
#include "senses/perception/memory.h"
#include "senses/retina/retina.h"

namespace fh::bench {
namespace {

using namespace senses;
using math::Vec3;

// Processor time of this thread: looking uses one core, and the machine's others may be busy.
template <class Work>
core::Timing time_thread(int samples, Work&& work) {
  const auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
  };
  std::vector<double> us;
  work();
  for (int i = 0; i < samples; ++i) {
    const double start = now();
    work();
    us.push_back(now() - start);
  }
  std::sort(us.begin(), us.end());
  return {us[us.size() / 2], us[us.size() * 95 / 100], samples};
}

core::BenchRow row_of(const std::string& name, const core::Timing& timing, std::uint64_t hash, std::string note = {}) {
  core::BenchRow row;
  row.name = "vision";
  row.case_name = name;
  row.median_us = timing.median_us;
  row.p95_us = timing.p95_us;
  row.n = timing.n;
  row.hash = hash;
  row.note = std::move(note);
  return row;
}

struct Person {
  human::Body body;
  human::CollisionBody solid;

  human::Frames<double> standing(const Vec3& at, double yaw) const {
    human::Posture posture = human::zero_posture(body.skeleton);
    posture.world_from_pelvis = math::standing_at(at, yaw) * posture.world_from_pelvis;
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    return frames;
  }
};

core::Result<Person> make_person() {
  FH_TRY(population, human::load_default_population());
  FH_TRY(body, human::make_body(population, {}));
  Person person{std::move(body), {}};
  person.solid = human::make_collision_body(person.body, human::make_skin(person.body));
  return person;
}

/// Eyes of standing people within a place.
std::vector<math::Pose> eyes_in(const math::Aabb& bounds, std::size_t count) {
  core::Rng rng(5);
  const math::Aabb inner = bounds.grown(-0.15 * std::min(bounds.size().x, bounds.size().z));
  std::vector<math::Pose> eyes;
  for (std::size_t i = 0; i < count; ++i) {
    math::Pose eye;
    eye.position = {rng.uniform(inner.low.x, inner.high.x), rng.uniform(1.4, 1.75),
                    rng.uniform(inner.low.z, inner.high.z)};
    eye.rotation = math::from_yaw_pitch_roll(rng.uniform(-math::kPi, math::kPi), rng.uniform(-0.4, 0.1), 0.0);
    eyes.push_back(eye);
  }
  return eyes;
}

human::Frames<double> standing_below(const Person& person, std::span<const math::Pose> eyes, std::uint32_t b) {
  const Vec3 at = eyes[b % eyes.size()].position;
  return person.standing({at.x, 0.0, at.z}, 0.7 * b);
}

void add_people(RetinaScene& world, const Person& person, std::span<const math::Pose> eyes, std::uint32_t count) {
  for (std::uint32_t b = 0; b < count; ++b) {
    world.add_body(core::BodyId{b + 1}, person.solid, standing_below(person, eyes, b));
  }
  world.settle();
}

std::uint64_t hash_of(const Retina& retina) {
  return core::hash_bytes(std::as_bytes(std::span(retina.labels)),
                          core::hash_bytes(std::as_bytes(std::span(retina.nearness))));
}

/// All triangles a look meets, in the world.
void collect(const TriTree& tree, std::vector<math::Triangle>& triangles, std::vector<std::uint32_t>& labels) {
  for (const TriBlock& block : tree.blocks) {
    for (std::size_t i = 0; i < 8; ++i) {
      if (block.label[i] == 0) continue;
      const auto corner = [&](std::size_t c) { return Vec3(block.corner(i, c)); };
      triangles.push_back({corner(0), corner(1), corner(2)});
      if (block.is_quad(i)) triangles.push_back({corner(0), corner(2), corner(3)});
      labels.resize(triangles.size(), block.label[i]);
    }
  }
}

/// Median time of casting the same samples with Embree, microseconds; 0 without it. Bodies as meshes.
double embree_us(const RetinaScene& world, const Person& person, std::uint32_t people, const Field& field,
                 std::span<const math::Pose> eyes, int samples) {
  std::vector<math::Triangle> triangles;
  std::vector<std::uint32_t> labels;
  collect(world.static_tree(), triangles, labels);
  for (const RetinaScene::Mover& mover : world.movers()) collect(mover.placed, triangles, labels);
  for (std::uint32_t b = 0; b < people; ++b) {
    const auto mesh = body_mesh(person.solid, standing_below(person, eyes, b));
    triangles.insert(triangles.end(), mesh.begin(), mesh.end());
    labels.resize(triangles.size(), label_of(core::BodyId{b + 1}, 0));
  }
  const auto rival = EmbreeRival::open(triangles, labels);
  if (!rival) return 0.0;
  std::vector<std::vector<math::Vec3f>> directions(eyes.size());  // turned beforehand: a gift to the rival
  for (std::size_t e = 0; e < eyes.size(); ++e) {
    for (std::size_t tile = 0; tile < field.tiles().size(); ++tile) {
      for (std::size_t lane = 0; lane < kTileSamples; ++lane) {
        directions[e].push_back(math::Vec3f(eyes[e].direction(field.direction(field.sample_of(tile, lane)))));
      }
    }
  }
  std::vector<std::uint32_t> out(field.size());
  std::size_t at = 0;
  return time_thread(samples,
                     [&] {
                       const std::size_t e = at++ % eyes.size();
                       rival->cast(math::Vec3f(eyes[e].position), directions[e], out);
                       core::keep(out[0]);
                     })
      .median_us;
}

/// The GPU's id pass of as many pixels, read back; microseconds, 0 without a device.
double id_pass_us(const scene::Scene& scene, std::span<const math::Pose> eyes, int samples) {
  auto instance = gpu::Instance::create({});
  if (!instance) return 0.0;
  auto device = gpu::Device::create(**instance);
  if (!device) return 0.0;
  render::RenderSettings settings;
  settings.shadows = false;
  auto renderer = render::Renderer::create(**device, scene, {}, settings);
  if (!renderer) return 0.0;
  frame::Snapshot snapshot;
  for (const scene::Object& object : scene.objects) {
    for (const scene::Part& part : object.parts) {
      frame::DrawObject& draw = snapshot.objects.emplace_back();
      draw.id = object.id;
      draw.mesh = part.mesh;
      draw.world_from_mesh = object.world_from_object * part.object_from_mesh;
      draw.scale = math::Vec3f(part.scale);
    }
  }
  std::size_t at = 0;
  return core::time_work(samples, 1,
                         [&] {
                           frame::EyeView eye;
                           eye.world_from_eye = eyes[at++ % eyes.size()];
                           eye.fov = frame::symmetric_fov(math::radians(100), 160.0 / 104.0);
                           core::keep((*renderer)->draw_ids(snapshot, eye, 160, 104).has_value());
                         })
      .median_us;
}

void bench_look(const scene::Scene& scene, const Person& person, const core::BenchSettings& settings,
                std::vector<core::BenchRow>& rows) {
  const Field field = Field::human();
  const int samples = settings.quick ? 6 : 400;
  const auto eyes = eyes_in(scene.bounds(), 50);
  RetinaScene world(scene);
  constexpr std::uint32_t kPeople = 10;
  add_people(world, person, eyes, kPeople);
  Retina retina;
  see(world, field, eyes[0], {}, retina);
  const std::uint64_t hash = hash_of(retina);
  std::size_t at = 0;
  const auto look = time_thread(samples, [&] { see(world, field, eyes[at++ % 50], {}, retina); });
  core::BenchRow row = row_of("one look, workshop, 10 bodies", look, hash,
                              fmt::format("{} samples, {} triangles, {} rounded boxes", field.size(),
                                          world.triangle_count(), kPeople * person.solid.pieces.size()));
  row.rival_median_us = embree_us(world, person, kPeople, field, eyes, samples);
  if (row.rival_median_us > 0.0) row.rival = "Embree, packets of 16";
  rows.push_back(row);
  core::BenchRow gpu = row;
  gpu.case_name = "one look against the GPU id pass";
  gpu.rival_median_us = id_pass_us(scene, eyes, settings.quick ? 2 : 20);
  gpu.rival = gpu.rival_median_us > 0.0 ? "id pass 160 x 104, 100 degrees, no bodies" : "";
  gpu.note.clear();
  rows.push_back(gpu);
  const auto place = time_thread(samples, [&] {
    const double turn = 0.01 * static_cast<double>(at++);
    for (std::uint32_t b = 0; b < 10; ++b) {
      const Vec3 p = eyes[b].position;
      world.place_body(core::BodyId{b + 1}, person.standing({p.x, 0.0, p.z}, turn));
    }
    world.settle();
  });
  rows.push_back(row_of("placing 10 bodies", place, 0, "per tick, for all eyes; forward kinematics included"));
}

SeeSettings own_eye(std::uint32_t agent) {
  SeeSettings settings;
  settings.viewer = core::BodyId{agent + 1};
  return settings;
}

/// Fifty agents among each other: everything an agent's look costs.
void bench_agents(const scene::Scene& scene, const Person& person, const core::BenchSettings& settings,
                  std::vector<core::BenchRow>& rows) {
  constexpr std::uint32_t kAgents = 50;
  const Field field = Field::human();
  const auto eyes = eyes_in(scene.bounds(), kAgents);
  RetinaScene world(scene);
  add_people(world, person, eyes, kAgents);
  Retina retina;
  PerceptScratch scratch;
  std::vector<Percepts> percepts(kAgents), before(kAgents);
  std::vector<Memory> memories(kAgents, Memory(scene));
  core::Tick now = 0;
  std::uint32_t agent = 0;
  const auto think = time_thread(settings.quick ? 10 : 1000, [&] {
    see(world, field, eyes[agent], own_eye(agent), retina);
    std::swap(percepts[agent], before[agent]);
    perceive(world, retina, now, {}, before[agent], scratch, percepts[agent]);
    memories[agent].look(world, retina, percepts[agent]);
    agent = (agent + 1) % kAgents;
    if (agent == 0) now += 9;
  });
  const auto place = time_thread(settings.quick ? 2 : 50, [&] {
    for (std::uint32_t b = 0; b < kAgents; ++b) {
      const Vec3 p = eyes[b].position;
      world.place_body(core::BodyId{b + 1}, person.standing({p.x, 0.0, p.z}, 0.01 * b));
    }
    world.settle();
  });
  std::uint64_t hash = 0;
  std::vector<std::byte> bytes;
  for (const Memory& memory : memories) core::save(memory, bytes);
  hash = settings.quick ? 0 : core::hash_bytes(bytes);
  const auto just_see = time_thread(settings.quick ? 10 : 500, [&] {
    agent = (agent + 1) % kAgents;
    see(world, field, eyes[agent], own_eye(agent), retina);
  });
  const double core_share = (kAgents * 10.0 * think.median_us + 90.0 * place.median_us) * 1e-4;
  rows.push_back(
      row_of("an agent's look, percepts and memory, 50 agents", think, hash,
             fmt::format("50 agents at 10 Hz: {:.1f} % of a core, {:.1f} of it looking, {:.1f} placing bodies at 90 Hz",
                         core_share, kAgents * 10.0 * just_see.median_us * 1e-4, 90.0 * place.median_us * 1e-4)));
}

/// A hall of balls: the same picture from ever more triangles.
scene::Scene hall_of(std::uint32_t around) {
  scene::Scene scene;
  scene.materials.emplace_back();
  scene::Mesh mesh;
  const std::uint32_t rows = around / 2;
  for (std::uint32_t r = 0; r <= rows; ++r) {
    const math::SinCos polar = math::sin_cos(math::kPi * r / rows);
    for (std::uint32_t c = 0; c <= around; ++c) {
      const math::SinCos turn = math::sin_cos(math::kTau * c / around);
      mesh.geometry.positions.push_back(0.4f * math::Vec3f(polar.sin * turn.sin, -polar.cos, polar.sin * turn.cos));
    }
  }
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < around; ++c) {
      const std::uint32_t a = r * (around + 1) + c, d = a + around + 1;
      mesh.geometry.indices.insert(mesh.geometry.indices.end(), {a, a + 1, d + 1, a, d + 1, d});
    }
  }
  mesh.bounds = mesh.geometry.bounds();
  scene.meshes.push_back(std::move(mesh));
  core::Rng rng(9);
  for (std::uint32_t i = 0; i < 100; ++i) {
    scene::Object& ball = scene.objects.emplace_back();
    ball.id = core::ObjectId{i + 1};
    ball.parts.push_back({0, {}, Vec3(1.0)});
    ball.world_from_object.position = {rng.uniform(-8, 8), rng.uniform(0.2, 2.5), rng.uniform(-8, 8)};
  }
  return scene;
}

void bench_growth(const core::BenchSettings& settings, std::vector<core::BenchRow>& rows) {
  const Field field = Field::human();
  double first_us = 0.0, first_count = 0.0;
  for (const std::uint32_t around : {14u, settings.quick ? 32u : 70u}) {
    const RetinaScene world(hall_of(around));
    const auto eyes = eyes_in({{-7, 0, -7}, {7, 3, 7}}, 20);
    Retina retina;
    std::size_t at = 0;
    const auto look = time_thread(settings.quick ? 4 : 100, [&] { see(world, field, eyes[at++ % 20], {}, retina); });
    see(world, field, eyes[0], {}, retina);
    const auto count = static_cast<double>(world.triangle_count());
    core::BenchRow row =
        row_of(fmt::format("one look, 100 balls, {} triangles", world.triangle_count()), look, hash_of(retina));
    if (first_us > 0.0) {
      row.note = fmt::format("time grows with triangles to the power {:.2f}",
                             std::log(look.median_us / first_us) / std::log(count / first_count));
    }
    first_us = look.median_us;
    first_count = count;
    rows.push_back(row);
  }
}

}  // namespace

std::vector<core::BenchRow> bench_vision(const core::BenchSettings& settings) {
  std::vector<core::BenchRow> rows;
  const auto file = scene::find_scenario("workshop");
  if (!file) return {row_of("not measured", {}, 0, file.error().message)};
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) return {row_of("not measured", {}, 0, scenario.error().message)};
  const auto person = make_person();
  if (!person) return {row_of("not measured", {}, 0, person.error().message)};
  bench_look(scenario->scene, *person, settings, rows);
  bench_agents(scenario->scene, *person, settings, rows);
  bench_growth(settings, rows);
  return rows;
}

}  // namespace fh::bench
