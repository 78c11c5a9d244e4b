// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_posture.h"

#include <fmt/format.h>

#include "core/hash.h"
#include "core/rng.h"
#include "human/body/named_postures.h"
#include "human/body/population.h"
#include "human/ik/whole_body.h"

namespace fh::bench {
namespace {

using namespace human;
using math::Vec3;

constexpr std::size_t kPostureTargets = 64;

/// A median man standing on both feet, and what his postures are asked of.
struct Standing {
  Dimensions dimensions;
  Skeleton skeleton;
  MassModel masses;
  WholeBody body;
  Posture posture;
  SupportPolygon support;
  std::array<BodyGoal, 2> right_foot;

  explicit Standing(const Dimensions& d)
      : dimensions(d),
        skeleton(build_skeleton(d)),
        masses(build_masses(d, skeleton)),
        body(skeleton, masses),
        posture(standing_posture(skeleton)) {
    Frames<double> frames;
    forward_kinematics(skeleton, posture, frames);
    support = support_polygon(build_sole(d, Side::Left), {frames.pose(Joint::LeftFoot)}, build_sole(d, Side::Right),
                              {frames.pose(Joint::RightFoot)});
    right_foot = contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot));
  }
};

/// From the knees to above the head, before the body: most need the trunk.
Vec3 hand_target(core::Rng& rng, const Standing& s, Side side) {
  const double tall = s.dimensions[Dimension::Stature], across = side == Side::Right ? 1.0 : -1.0;
  return {across * rng.uniform(0.05, 0.4), tall * rng.uniform(0.35, 1.0), rng.uniform(-0.55, -0.25)};
}

core::BenchRow measure(const char* name, const core::BenchSettings& settings, const Standing& s, bool all) {
  core::Rng rng(11);
  std::vector<std::vector<BodyGoal>> problems;
  for (std::size_t i = 0; i < kPostureTargets; ++i) {
    std::vector<BodyGoal>& goals = problems.emplace_back(s.right_foot.begin(), s.right_foot.end());
    goals.push_back(place_goal(palm_site(s.dimensions, Side::Right), hand_target(rng, s, Side::Right)));
    if (!all) continue;
    goals.push_back(place_goal(palm_site(s.dimensions, Side::Left), hand_target(rng, s, Side::Left)));
    goals.push_back(aim_goal(sight_site(s.skeleton), {rng.uniform(-0.5, 0.5), rng.uniform(0.5, 1.8), -2.0}));
  }
  const auto solve = [&](const std::vector<BodyGoal>& goals) {
    PostureProblem problem;
    problem.start = s.posture;
    problem.goals = goals;
    if (all) problem.support = &s.support;
    return solve_posture(s.body, problem);
  };
  std::uint64_t hash = 0;
  std::size_t reached = 0;
  for (const auto& goals : problems) {
    const PostureSolution solution = solve(goals);
    reached += solution.status == PostureStatus::Reached ? 1 : 0;
    hash = hash * 1099511628211ull + core::hash_bytes(std::as_bytes(std::span(&solution.posture, 1)));
  }
  std::size_t at = 0;
  const core::Timing timing = core::time_work(settings.quick ? 4 : 1024, 1,
                                              [&] { core::keep(solve(problems[at++ % kPostureTargets]).status); });
  return core::bench_row("posture", name, timing, hash, fmt::format("{} of {} reached", reached, kPostureTargets));
}

}  // namespace

std::vector<core::BenchRow> bench_posture(const core::BenchSettings& settings) {
  const core::Result<Population> population = load_default_population();
  if (!population) return {core::bench_row("posture", "not run", {}, 0, population.error().message)};
  const Standing standing(complete_person(*population, {.sex = Sex::Male, .percentiles = {}, .measured = {}}).value());
  return {measure("one hand", settings, standing, false), measure("two hands gaze balance", settings, standing, true)};
}

}  // namespace fh::bench
