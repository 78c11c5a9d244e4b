// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_body.h"

#include "core/hash.h"
#include "core/rng.h"
#include "human/body/masses.h"
#include "human/body/population.h"
#include "human/skin/body.h"
#include "human/skin/skinning.h"

namespace fh::bench {
namespace {

using namespace human;

constexpr std::size_t kPostures = 64;  // enough to defeat branch learning, small enough for the first-level cache

std::vector<Posture> random_postures(const Skeleton& skeleton) {
  std::vector<Posture> postures(kPostures, zero_posture(skeleton));
  core::Rng rng(2025);
  for (Posture& posture : postures) {
    Angles angles{};
    for (std::size_t i = 0; i < kDofCount; ++i) {
      angles[i] = rng.uniform(skeleton.limits[i].lower, skeleton.limits[i].upper);
    }
    set_angles(posture, angles);
  }
  return postures;
}

template <class T>
std::uint64_t hash_of(const T& value) {
  return core::hash_bytes(std::as_bytes(std::span(&value, 1)));
}

core::BenchRow row(const char* case_name, const core::Timing& timing, std::uint64_t hash, const char* note) {
  return core::bench_row("body", case_name, timing, hash, note);
}

}  // namespace

std::vector<core::BenchRow> bench_body(const core::BenchSettings& settings) {
  const core::Result<Population> population = load_default_population();
  if (!population) return {row("not run", {}, 0, population.error().message.c_str())};
  const Dimensions dimensions =
      complete_person(*population, {.sex = Sex::Male, .percentiles = {}, .measured = {}}).value();
  const Skeleton skeleton = build_skeleton(dimensions);
  const MassModel masses = build_masses(dimensions, skeleton);
  const Binding binding = build_binding(skeleton);
  const std::vector<Posture> postures = random_postures(skeleton);
  const int samples = settings.quick ? 20 : 400, repeats = settings.quick ? 100 : 2000;
  std::size_t at = 0;
  const auto next = [&]() -> const Posture& { return postures[at++ % kPostures]; };

  std::vector<core::BenchRow> rows;
  Frames<double> frames;
  Frames<float> frames_f;
  std::array<SkinningMatrix, kSkinBoneCount> matrices;
  const core::Timing fk = core::time_work(samples, repeats, [&] {
    forward_kinematics(skeleton, next(), frames);
    core::keep(frames.positions[kJointCount - 1].x);
  });
  forward_kinematics(skeleton, postures[0], frames);
  rows.push_back(row("FK, 70 joints, double", fk, hash_of(frames), "ozz, 67 joints: 0.54 us"));
  const core::Timing fk_f = core::time_work(samples, repeats, [&] {
    forward_kinematics(skeleton, next(), frames_f);
    core::keep(frames_f.positions[kJointCount - 1].x);
  });
  forward_kinematics(skeleton, postures[0], frames_f);
  rows.push_back(row("FK, 70 joints, float", fk_f, hash_of(frames_f), ""));
  const core::Timing com = core::time_work(samples, repeats, [&] { core::keep(centre_of_mass(masses, frames).x); });
  rows.push_back(
      row("centre of mass", com, hash_of(centre_of_mass(masses, frames)), "MuJoCo kinematics + CoM: 2.6 us"));
  std::array<math::Vec3, kDofCount> axes, columns;
  const core::Timing jacobian = core::time_work(samples, settings.quick ? 20 : 300, [&] {
    dof_axes(frames, axes);
    com_jacobian(masses, frames, axes, columns);
    core::keep(columns[0].x);
  });
  rows.push_back(row("CoM Jacobian, 135 axes", jacobian, hash_of(columns), "MuJoCo, 17 bodies: 1.5 us"));
  const core::Timing skin = core::time_work(samples, repeats, [&] {
    skinning_matrices(skeleton, binding, next(), matrices);
    core::keep(matrices[0].rows[0].x);
  });
  skinning_matrices(skeleton, binding, postures[0], matrices);
  rows.push_back(row("posture to 84 skinning matrices", skin, hash_of(matrices), ""));

  const Body body = make_body(dimensions, 1);
  Skin made;
  const auto making = core::time_work(settings.quick ? 1 : 10, 1, [&] { made = make_skin(body); });
  const auto& places = made.levels[0].mesh.positions;
  rows.push_back(
      row("skin of a body, three levels", making, core::hash_bytes(std::as_bytes(std::span(places))), "limit 0.5 s"));
  return rows;
}

}  // namespace fh::bench
