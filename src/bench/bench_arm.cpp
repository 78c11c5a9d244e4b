// SPDX-License-Identifier: Apache-2.0
#include "bench/bench_arm.h"

#include <fmt/format.h>

#include "core/hash.h"
#include "core/rng.h"
#include "human/body/balance.h"
#include "human/body/population.h"
#include "human/body/shoulder.h"
#include "human/ik/arm.h"
#include "human/ik/arm_7dof.h"
#include "human/ik/leg.h"

namespace fh::bench {
namespace {

using namespace human;
using math::Pose;
using math::Vec3;

constexpr std::size_t kTargets = 2048;  // a power of two: too many for branch learning

core::BenchRow row(const char* case_name, const core::Timing& timing, std::uint64_t hash, std::string note) {
  return core::bench_row("arm", case_name, timing, hash, std::move(note));
}

// Solves every target once: what was computed, and how often it was reached.
template <class Target, class Solve>
std::pair<std::uint64_t, std::string> checked(const std::vector<Target>& targets, Solve&& solve) {
  std::uint64_t hash = 0;
  std::size_t reached = 0;
  for (const Target& target : targets) {
    const auto solution = solve(target);
    reached += solution.status == LimbStatus::Reached ? 1 : 0;
    hash = hash * 1099511628211ull + core::hash_bytes(std::as_bytes(std::span(&solution, 1)).first(56));
  }
  return {hash, fmt::format("{:.2f} % reached", 100.0 * static_cast<double>(reached) / static_cast<double>(kTargets))};
}

template <class Target, class Solve>
core::BenchRow measured(const char* case_name, const core::BenchSettings& settings, const std::vector<Target>& targets,
                        Solve&& solve) {
  std::size_t at = 0;
  // Short samples: few of them are interrupted on a shared machine.
  const core::Timing timing = core::time_work(settings.quick ? 10 : 1000, 256, [&] {
    const auto solution = solve(targets[at++ % kTargets]);
    core::keep(solution.status);
  });
  const auto [hash, note] = checked(targets, solve);
  return row(case_name, timing, hash, note);
}

std::vector<Pose> arm7_targets(const Arm7& arm) {
  core::Rng rng(12345);
  std::vector<Pose> targets;
  for (std::size_t i = 0; i < kTargets; ++i) {
    std::array<double, 7> angles;
    for (std::size_t k = 0; k < 7; ++k) angles[k] = rng.uniform(arm.limits[k].lower, arm.limits[k].upper);
    targets.push_back(tool_pose(arm, angles));
  }
  return targets;
}

// The plain way: closed form at one swivel after the other, every 5 deg, until all seven angles are in range.
Arm7Solution scan_arm7(const Arm7& arm, const Pose& wanted) {
  const math::Mat3 hand = math::to_matrix(wanted.rotation);
  const Vec3 wrist = wanted.position - arm.hand * hand[0];
  const double distance = glm::length(wrist);
  const Vec3 axis = wrist / distance;
  const HingeCircle circle =
      hinge_circle(arm.links, limb_distance(arm.links, distance, LimbMode::Measure), axis, math::any_orthogonal(axis));
  Arm7Solution result;
  for (int k = 0; k < 72; ++k) {
    const Swivel s = swivel_of(math::radians(5.0 * k));
    const Vec3 x = circle.upper(s), z = circle.hinge(s), y = glm::cross(z, x);
    const Vec3 fore_x = circle.lower(s), fore_y = glm::cross(z, fore_x);
    const math::Mat3 w = glm::transpose(math::Mat3(fore_x, fore_y, z)) * hand;
    result.angles = {math::atan2(x.y, x.x),        -math::asin(x.z),
                     math::atan2(y.z, z.z),        math::atan2(glm::dot(glm::cross(x, fore_x), z), glm::dot(x, fore_x)),
                     math::atan2(-w[2].y, w[2].z), math::asin(w[2].x),
                     math::atan2(-w[1].x, w[0].x)};
    bool inside = true;
    for (std::size_t i = 0; i < 7; ++i) {
      inside =
          inside && result.angles[i] >= arm.limits[i].lower - 1e-9 && result.angles[i] <= arm.limits[i].upper + 1e-9;
    }
    if (inside) return result;
  }
  result.status = LimbStatus::LimitClamped;
  return result;
}

// Random postures within the limits: most have the natural elbow forbidden.
std::vector<Pose> arm_targets(const Arm& arm, bool girdle) {
  core::Rng rng(7);
  std::vector<Pose> targets;
  while (targets.size() < kTargets) {
    const Vec3 v(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
    const double length = glm::length(v);
    if (length < 0.1 || length > 1.0 || inside_reach(v / length) < 0.0) continue;
    const auto in = [&rng](const Limit& limit) { return rng.uniform(limit.lower, limit.upper); };
    ArmSolution s;
    if (girdle) s.clavicle = right_clavicle(v / length);
    s.upper_arm = math::conjugate(s.clavicle) * right_upper_arm(v / length, in(kShoulderTurn));
    const double bend = in(arm.elbow), twist = in(arm.twist), hand[2] = {in(arm.flexion), in(arm.deviation)};
    s.forearm = joint_rotation(Joint::RightForearm, &bend);
    s.forearm_twist = joint_rotation(Joint::RightForearmTwist, &twist);
    s.hand = joint_rotation(Joint::RightHand, hand);
    targets.push_back(hand_pose(arm, {}, s));
  }
  return targets;
}

// What a worker does: hands before the body, wrists about straight.
std::vector<Pose> everyday_targets(const Arm& arm) {
  core::Rng rng(8);
  std::vector<Pose> targets;
  while (targets.size() < kTargets) {
    const Vec3 wrist = arm.clavicle + arm.shoulder +
                       Vec3(rng.uniform(-0.30, 0.25), rng.uniform(-0.45, 0.20), rng.uniform(-0.50, -0.10));
    if (glm::length(wrist - arm.clavicle - arm.shoulder) > 0.97 * arm.links.farthest) continue;
    const ArmSolution s = solve_arm(arm, {}, {math::kIdentity, wrist});
    if (s.status != LimbStatus::Reached) continue;
    const double twist = rng.uniform(-0.8, 0.8), hand[2] = {rng.uniform(-0.4, 0.4), rng.uniform(-0.2, 0.1)};
    targets.push_back({s.clavicle * s.upper_arm * s.forearm * joint_rotation(Joint::RightForearmTwist, &twist) *
                           joint_rotation(Joint::RightHand, hand),
                       wrist});
  }
  return targets;
}

std::vector<Pose> leg_targets(const Leg& leg) {
  core::Rng rng(9);
  std::vector<Pose> targets;
  for (std::size_t i = 0; i < kTargets; ++i) {
    targets.push_back({math::from_axis_angle(math::kUp, rng.uniform(-0.6, 0.2)),
                       leg.hip + Vec3(rng.uniform(-0.1, 0.2), -rng.uniform(0.72, 0.81), rng.uniform(-0.1, 0.2))});
  }
  return targets;
}

core::BenchRow bench_arm7(const core::BenchSettings& settings) {
  const Arm7 arm = reference_arm7();
  const std::vector<Pose> targets = arm7_targets(arm);
  core::BenchRow result = measured("ARM7, limits and natural swivel", settings, targets,
                                   [&arm](const Pose& target) { return solve_arm7(arm, target); });
  const core::BenchRow scan = measured("ARM7, swivel scanned every 5 deg", settings, targets,
                                       [&arm](const Pose& target) { return scan_arm7(arm, target); });
  result.rival = "swivel scan (" + scan.note + ")";
  result.rival_median_us = scan.median_us;
  result.note += "; elsewhere IKFast 2.5, TRAC-IK 222, KDL 134 us";
  return result;
}

}  // namespace

std::vector<core::BenchRow> bench_arm(const core::BenchSettings& settings) {
  std::vector<core::BenchRow> rows = {bench_arm7(settings)};
  const core::Result<Population> population = load_default_population();
  if (!population) {
    rows.push_back(row("human arm not run", {}, 0, population.error().message));
    return rows;
  }
  const Dimensions dimensions =
      complete_person(*population, {.sex = Sex::Male, .percentiles = {}, .measured = {}}).value();
  const Skeleton skeleton = build_skeleton(dimensions);
  const Arm arm = build_arm(skeleton, Side::Right);
  const Leg leg = build_leg(skeleton, Side::Right);
  const auto solve = [&arm](bool girdle) {
    return [&arm, girdle](const Pose& target) {
      return solve_arm(arm, {}, target, {.mode = LimbMode::Measure, .girdle = girdle, .swivel = {}});
    };
  };
  rows.push_back(measured("arm, any posture", settings, arm_targets(arm, false), solve(false)));
  rows.push_back(measured("arm with girdle, any posture", settings, arm_targets(arm, true), solve(true)));
  rows.push_back(measured("arm, hands at work", settings, everyday_targets(arm), solve(false)));
  rows.push_back(measured("arm with girdle, hands at work", settings, everyday_targets(arm), solve(true)));
  rows.push_back(measured("leg, feet on the floor", settings, leg_targets(leg),
                          [&leg](const Pose& target) { return solve_leg(leg, {}, target); }));
  const Sole left = build_sole(dimensions, Side::Left), right = build_sole(dimensions, Side::Right);
  FootContact feet[2] = {{{math::kIdentity, {-0.1, 0.0, 0.02}}, SoleContact::Whole},
                         {{math::kIdentity, {0.1, 0.0, -0.05}}, SoleContact::Whole}};
  double shift = 0.0;
  const core::Timing balance = core::time_work(settings.quick ? 10 : 1000, 256, [&] {
    feet[0].world_from_foot.position.z = shift = shift < 0.2 ? shift + 1e-4 : 0.0;
    core::keep(balance_of(support_polygon(left, feet[0], right, feet[1]), {0.0, 1.0, 0.0}).margin);
  });
  rows.push_back(row("support polygon and margin, two feet", balance, 0, ""));
  return rows;
}

}  // namespace fh::bench
