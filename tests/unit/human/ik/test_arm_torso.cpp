// SPDX-License-Identifier: Apache-2.0
// Elbow and forearm beside the body's trunk: trunk, pelvis and thighs, standing, bowed and seated.
#include <catch2/catch_test_macros.hpp>

#include "arm_support.h"
#include "human/body/named_postures.h"
#include "human/ik/arm_torso.h"
#include "human/skin/body.h"
#include "samples.h"

namespace fh::human {
namespace {

using namespace arm_test;
using math::degrees;
using math::radians;

struct Situation {
  const char* name;
  double thighs, spine;  // rad: flexion of both hips, of every vertebra
  Vec3 low, high;        // the wrist, frame of T2
};
constexpr Situation kSituations[] = {
    {"before the trunk", 0.0, 0.0, {-0.25, -0.50, -0.40}, {0.35, -0.15, 0.15}},
    {"beside the hips", 0.0, 0.0, {0.05, -0.62, -0.25}, {0.40, -0.30, 0.20}},
    {"behind the back", 0.0, 0.0, {-0.20, -0.60, 0.02}, {0.35, -0.25, 0.30}},
    {"seated", 1.5, 0.0, {-0.20, -0.60, -0.40}, {0.35, -0.30, 0.10}},
    {"bowed", 0.7, -0.06, {-0.25, -0.60, -0.45}, {0.35, -0.15, 0.15}},
};

struct Scene {
  Body body;
  Arm arm;
  ArmObstacles own;
};

/// How far the probed places of the line elbow - wrist keep off, m; negative inside. In the obstacles' frame.
double arm_clearance(const ArmObstacles& obstacles, const Vec3& elbow, const Vec3& wrist) {
  double least = 10.0;
  for (const double share : kArmProbes) {
    const Vec3 at = elbow + share * (wrist - elbow);
    for (const RoundedPlate& plate : obstacles) least = std::min(least, plate.distance(at));
  }
  return least;
}

Scene scene_of(const Situation& situation, Sex sex = Sex::Male, Side side = Side::Right) {
  BodySpec spec;
  spec.person.sex = sex;
  auto made = make_body(ansur(), spec);
  REQUIRE(made);
  Posture posture = standing_posture(made->skeleton);
  for (const Joint thigh : {Joint::LeftThigh, Joint::RightThigh}) {
    posture[thigh] = math::from_axis_angle(math::kRight, situation.thighs) * posture[thigh];
  }
  for (std::size_t i = kSpine.first; i < kSpine.end; ++i) {
    posture.rotations[i] = math::from_axis_angle(math::kRight, situation.spine) * posture.rotations[i];
  }
  Frames<double> frames;
  forward_kinematics(made->skeleton, posture, frames);
  const Arm arm = build_arm(made->skeleton, side);
  const ArmObstacles own = arm_obstacles(build_body_solids(made->dimensions, made->skeleton), frames, side);
  return {std::move(*made), arm, own};
}

/// A hand near the body but not in it.
bool random_hand(const Scene& scene, const Situation& situation, core::Rng& rng, Pose& hand) {
  const auto in = [&](int axis) { return rng.uniform(situation.low[axis], situation.high[axis]); };
  const Vec3 turn(rng.uniform(-0.4, 1.8), rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8));
  hand = {math::from_rotation_vector(turn), {in(0), in(1), in(2)}};
  return arm_clearance(scene.own, hand.position, hand.position) >= 0.01;
}

/// By forward kinematics, in the thorax frame.
double clearance(const Scene& scene, const ArmSolution& s) {
  const Pose upper = Pose{s.clavicle, scene.arm.clavicle} * Pose{s.upper_arm, scene.arm.shoulder};
  return arm_clearance(scene.own, upper.point({0.0, -scene.arm.links.upper, 0.0}),
                       hand_pose(scene.arm, {}, s).position);
}

/// The best clearance of any swivel within the limits.
double best_clearance(const Scene& scene, const Pose& hand) {
  double best = -1.0;
  for (int k = 0; k < 120; ++k) {
    const ArmSolution s = solve_arm(scene.arm, {}, hand, {.swivel = math::kTau * k / 120.0 - math::kPi});
    if (s.status == LimbStatus::Reached) best = std::max(best, clearance(scene, s));
  }
  return best;
}

/// m of clearance that the swivel gains per radian; 0 on a ridge between two obstacles. Where it is little the elbow's
/// circle meets the body at a flat angle, and whoever keeps off the body must turn fast.
double gain(const Scene& scene, const Pose& hand, const ArmSolution& s) {
  const auto at = [&](double turn) {
    return clearance(scene, solve_arm(scene.arm, {}, hand, {.mode = LimbMode::Present, .swivel = s.swivel + turn}));
  };
  const double left = at(0.02) - at(0.0), right = at(0.0) - at(-0.02);
  return left * right > 0.0 ? std::min(std::abs(left), std::abs(right)) / 0.02 : 0.0;
}

}  // namespace

namespace {

/// Hands near the body, and what keeping off costs and gains.
struct Hands {
  int reached = 0;
  int in_without = 0, in_with = 0;  // elbow or forearm more than 1 cm inside
  int avoidable = 0;                // of in_with: an allowed swivel is more than 1 cm better
  double worst_avoidable = 0.0;     // m by which it is
  int missed = 0;                   // more than 2 mm inside though an allowed swivel is 1 cm clear
  double worst_missed = 0.0;
};

void keep_off(const Situation& situation, Sex sex, std::uint64_t seed, int count, Hands& sum) {
  const Scene scene = scene_of(situation, sex);
  core::Rng rng(seed);
  for (int i = 0; i < count; ++i) {
    Pose hand;
    if (!random_hand(scene, situation, rng, hand)) continue;
    const ArmSolution natural = solve_arm(scene.arm, {}, hand);
    if (natural.status != LimbStatus::Reached) continue;
    const ArmSolution kept = solve_arm(scene.arm, {}, hand, {.keep_off = &scene.own});
    ++sum.reached;
    REQUIRE(kept.status == LimbStatus::Reached);  // never at the hand's expense
    REQUIRE(arm_excess(scene.body.skeleton, Side::Right, kept) < 1e-6);
    sum.in_without += clearance(scene, natural) < -0.01 ? 1 : 0;
    const double now = clearance(scene, kept);
    if (now >= -0.002) continue;
    const double best = best_clearance(scene, hand);
    sum.in_with += now < -0.01 ? 1 : 0;
    sum.avoidable += now < -0.01 && best > now + 0.01 ? 1 : 0;
    if (now < -0.01) sum.worst_avoidable = std::max(sum.worst_avoidable, std::min(best, 0.0) - now);
    if (best > 0.01) ++sum.missed, sum.worst_missed = std::min(sum.worst_missed, now);
  }
}

void keep_off_everywhere(std::uint64_t seed, int count, Hands& sum) {
  for (const Situation& situation : kSituations) {
    for (const Sex sex : {Sex::Female, Sex::Male}) keep_off(situation, sex, seed, count, sum);
  }
}

void check(const Hands& hands, double most_avoidable) {
  INFO("reached " << hands.reached << ", more than 1 cm inside without " << hands.in_without << ", with "
                  << hands.in_with << ", avoidable " << hands.avoidable << " by " << hands.worst_avoidable
                  << "; missed " << hands.missed << ", worst " << hands.worst_missed);
  // Asked: none. Measured over a hundred seeds: of 226 169 hands 4 are missed, 3.0 cm inside at most; 87 are more than
  // 1 cm deeper inside than they need be, by 4.5 cm at most.
  CHECK(hands.missed <= hands.reached / 10000);
  CHECK(hands.worst_missed > -0.04);
  CHECK(hands.avoidable <= std::max(1, hands.reached / 500));  // one happens in the small samples under sanitizers
  CHECK(hands.worst_avoidable < most_avoidable);
}

}  // namespace

TEST_CASE("elbow and forearm keep off the trunk wherever a swivel within the limits does") {
  Hands sum;
  for (const std::uint64_t seed : {2000u, 1u, 2u, 3u}) {  // the first is hard: it has the most hands to clear of many
    keep_off_everywhere(seed, samples(500), sum);
  }
  CHECK(sum.reached > samples(20000) / 20);
  check(sum, 0.03);
}
TEST_CASE("elbow and forearm keep off the trunk, a hundred seeds", "[.all]") {
  Hands sum;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) keep_off_everywhere(seed, 1000, sum);
  check(sum, 0.046);
}

TEST_CASE("keeping off the trunk does not make the arm jump") {
  int tested = 0, turned = 0, all = 0, far = 0, free_far = 0, flat = 0;
  double worst = 0.0, worst_flat = 0.0;
  for (const Situation& situation : kSituations) {
    const Scene scene = scene_of(situation);
    const ArmSettings free{.mode = LimbMode::Present}, settings{.mode = LimbMode::Present, .keep_off = &scene.own};
    core::Rng rng(112);
    for (int i = 0; i < samples(8000); ++i) {
      Pose hand;
      if (!random_hand(scene, situation, rng, hand)) continue;
      const Pose next{hand.rotation, hand.position + 1e-3 * random_direction(rng)};
      const ArmSolution a = solve_arm(scene.arm, {}, hand, settings), b = solve_arm(scene.arm, {}, next, settings);
      if (a.status != LimbStatus::Reached || b.status != LimbStatus::Reached) continue;
      const ArmSolution natural = solve_arm(scene.arm, {}, hand, free);
      const double step = degrees(largest_step(a, b));
      ++all;
      far += step > 5.0 ? 1 : 0;
      free_far += degrees(largest_step(natural, solve_arm(scene.arm, {}, next, free))) > 5.0 ? 1 : 0;
      double bend = 0.0, wrist[2];
      joint_angles(Joint::RightForearm, a.forearm, &bend);
      joint_angles(Joint::RightHand, a.hand, wrist);
      // Away from limits and singular postures, as for the free arm (test_arm_paths.cpp).
      if (bend < radians(35.0) || bend > radians(140.0) || std::min(a.margin, b.margin) < radians(10.0) ||
          std::abs(wrist[0]) > radians(60.0)) {
        continue;
      }
      ++tested;
      turned += std::abs(math::wrap_angle(a.swivel - natural.swivel)) > 1e-3 ? 1 : 0;
      const bool is_flat = step > 1.0 && gain(scene, hand, a) < 0.075;
      flat += is_flat ? 1 : 0;
      (is_flat ? worst_flat : worst) = std::max(is_flat ? worst_flat : worst, step);
    }
  }
  INFO(flat << " where the elbow's circle meets the body at a flat angle, the worst " << worst_flat << " deg");
  INFO(tested << " tested, of them " << turned << " turned: worst " << worst << " deg; of all " << all << " over 5 deg "
              << far << ", " << free_far << " of the free arm");
  CHECK(turned > samples(100));
  CHECK(worst <= 1.0);
  CHECK(flat <= 1 + tested / 300);
  CHECK(worst_flat <= 2.0);
  // Where the limits leave separate intervals, of which the clear one is taken: without memory it must jump somewhere.
  CHECK(far <= free_far + all / 250);
}

TEST_CASE("a free arm is left alone, and left and right arms are mirror images") {
  const Situation& seated = kSituations[3];
  const Scene right = scene_of(seated), left = scene_of(seated, Sex::Male, Side::Left);
  const Pose free{math::from_axis_angle({1, 0, 0}, 1.5), {0.35, -0.05, -0.40}};
  CHECK(solve_arm(right.arm, {}, free, {.keep_off = &right.own}).swivel == solve_arm(right.arm, {}, free).swivel);
  core::Rng rng(13);
  for (int i = 0; i < samples(300); ++i) {
    Pose hand;
    if (!random_hand(right, seated, rng, hand)) continue;
    const Pose mirrored{mirrored_quat(hand.rotation), {-hand.position.x, hand.position.y, hand.position.z}};
    const ArmSolution r = solve_arm(right.arm, {}, hand, {.keep_off = &right.own});
    const ArmSolution l = solve_arm(left.arm, {}, mirrored, {.keep_off = &left.own});
    REQUIRE(l.status == r.status);
    CHECK(math::angle_between(mirrored_quat(l.upper_arm), r.upper_arm) < 1e-6);
  }
}

}  // namespace fh::human
