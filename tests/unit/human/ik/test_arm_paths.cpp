// SPDX-License-Identifier: Apache-2.0
// What moving hands show: no jumps, no snapping elbows, natural elbows.
#include <catch2/catch_test_macros.hpp>

#include "arm_support.h"
#include "human/ik/arm_swivel.h"

using namespace arm_test;
using math::degrees;
using math::radians;

namespace {

Vec3 elbow_of(const Arm& arm, const ArmSolution& s) {
  return arm.clavicle + math::rotate(s.clavicle, arm.shoulder) +
         math::rotate(s.clavicle * s.upper_arm, Vec3(0.0, -arm.links.upper, 0.0));
}

// Hand orientation that leaves the wrist straight at the natural elbow.
Pose comfortable(const Arm& arm, const Vec3& wrist) {
  const Vec3 way = wrist - (arm.clavicle + arm.shoulder), axis = glm::normalize(way);
  const double distance = std::min(glm::length(way), 0.999 * arm.links.farthest);
  const HingeCircle circle = hinge_circle(arm.links, distance, axis, elbow_pole(axis));
  const Swivel s = natural_swivel(axis, circle.pole, distance / (arm.links.upper + arm.links.lower));
  const Vec3 hinge = circle.hinge(s), along = circle.lower(s);
  return {math::from_matrix({hinge, -along, glm::cross(along, hinge)}), wrist};
}

// Every swivel from `a` to `b` is allowed at this hand pose: no reason to jump.
bool connected(const Arm& arm, const Pose& wanted, ArmSettings settings, double a, double b) {
  for (int k = 0; k <= 100; ++k) {
    settings.swivel = a + math::wrap_angle(b - a) * k / 100.0;
    const ArmSolution s = solve_arm(arm, {}, wanted, settings);
    if (s.status != LimbStatus::Reached || std::abs(math::wrap_angle(s.swivel - *settings.swivel)) > 1e-3) return false;
  }
  return true;
}

template <class Place>
double fastest_elbow(const Arm& arm, const ArmSettings& settings, Place&& place) {
  double fastest = 0.0;
  Vec3 elbow_before{0.0}, hand_before{0.0};
  const int steps = 2000;
  for (int k = 0; k <= steps; ++k) {
    const Vec3 hand = place(static_cast<double>(k) / steps);
    const Vec3 elbow = elbow_of(arm, solve_arm(arm, {}, comfortable(arm, hand), settings));
    if (k > 0) fastest = std::max(fastest, glm::length(elbow - elbow_before) / glm::length(hand - hand_before));
    elbow_before = elbow;
    hand_before = hand;
  }
  return fastest;
}

}  // namespace

TEST_CASE("a hand step of 1 mm turns no joint by more than 1 deg, away from limits and singular postures") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  core::Rng rng(21);
  for (const bool girdle : {false, true}) {
    const ArmSettings settings{.mode = LimbMode::Measure, .girdle = girdle, .swivel = {}};
    double worst = 0.0;
    int tested = 0, over = 0, all = 0, jumps = 0;
    for (int n = 0; n < 100000 / kShare; ++n) {
      ArmAngles angles = random_arm_angles(arm, rng);
      // The elbow alone turns by more than 1 deg per mm when it is straighter than 25 deg, and the wrist's two first
      // axes come into line at 90 deg of flexion.
      angles.bend = rng.uniform(radians(35.0), radians(140.0));
      const Pose from = hand_pose(arm, {}, posed(arm, angles, girdle));
      const Pose to{from.rotation, from.position + 1e-3 * random_direction(rng)};
      const ArmSolution a = solve_arm(arm, {}, from, settings), b = solve_arm(arm, {}, to, settings);
      if (a.status != LimbStatus::Reached || b.status != LimbStatus::Reached) continue;
      const double step = degrees(largest_step(a, b));
      ++all;
      over += step > 1.0 ? 1 : 0;
      double wrist[2];
      joint_angles(Joint::RightHand, a.hand, wrist);
      if (std::min(a.margin, b.margin) < radians(10.0) || std::abs(wrist[0]) > radians(60.0)) continue;
      ++tested;
      // Over a gap that the limits leave, or from one end of what they leave to the other, the preferred elbow being
      // opposite: without memory there is no way round this.
      const bool opposite = std::abs(math::wrap_angle(a.swivel - a.natural_swivel)) > 2.0;
      if (step > 1.0 && (opposite || !connected(arm, from, settings, a.swivel, b.swivel))) {
        ++jumps;
        continue;
      }
      worst = std::max(worst, step);
    }
    INFO("girdle " << girdle << ": worst " << worst << " deg in " << tested << "; over 1 deg in " << over << " of all "
                   << all);
    INFO(jumps << " jumps over what the limits forbid");
    CHECK(tested > all / 8);
    CHECK(worst <= 1.0);
    CHECK(jumps <= all / 10000);
    CHECK(over < all / 25);
  }
}

TEST_CASE("elbows do not snap: through the hanging arm, straight up and full stretch") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  const Vec3 shoulder = arm.clavicle + arm.shoulder;
  const double full = arm.links.farthest;
  for (const bool girdle : {false, true}) {
    const ArmSettings present{.mode = LimbMode::Present, .girdle = girdle, .swivel = {}};
    for (const double beside : {0.0, 0.001, 0.02}) {
      const auto hanging = [&](double t) {
        return shoulder + 0.95 * full * glm::normalize(Vec3(beside, -1.0, 0.8 * (t - 0.6)));
      };
      CHECK(fastest_elbow(arm, present, hanging) <= 4.0);
      const auto overhead = [&](double t) {
        return shoulder + 0.9 * full * glm::normalize(Vec3(0.3 + beside - 0.4 * t, 1.0, -0.3));
      };
      CHECK(fastest_elbow(arm, present, overhead) <= 4.0);
    }
    const auto stretch = [&](double t) {
      return shoulder + full * (0.85 + 0.3 * t) * glm::normalize(Vec3(0.1, -0.2, -1));
    };
    CHECK(fastest_elbow(arm, present, stretch) <= 4.0);
    const ArmSettings hard{.mode = LimbMode::Measure, .girdle = girdle, .swivel = {}};
    CHECK(fastest_elbow(arm, hard, stretch) > 4.0);  // what the easing is for
  }
  // The textbook pole "down" turns a thousand times faster than a hand passing the hanging arm: the check can fail.
  double fastest = 0.0;
  Vec3 before{0.0}, axis_before{0.0};
  for (int k = 0; k <= 2000; ++k) {
    const Vec3 axis = glm::normalize(Vec3(0.001, -1.0, 0.2 * (k / 2000.0 - 0.5)));
    const Vec3 pole = glm::normalize(Vec3(0, -1, 0) + axis.y * axis);
    if (k > 0) fastest = std::max(fastest, glm::length(pole - before) / glm::length(axis - axis_before));
    before = pole;
    axis_before = axis;
  }
  CHECK(fastest > 100.0);
}

TEST_CASE("the pole field turns slowly wherever an arm can point") {
  core::Rng rng(22);
  double worst = 0.0;
  for (int n = 0; n < 40000 / kShare; ++n) {
    const Vec3 axis = random_direction(rng);
    if (inside_reach(axis) < 0.0) continue;
    const Vec3 other = glm::normalize(axis + 1e-5 * random_direction(rng));
    const Vec3 pole = elbow_pole(axis);
    CHECK(std::abs(glm::dot(pole, axis)) < 1e-12);
    CHECK(std::abs(glm::length(pole) - 1.0) < 1e-12);
    worst = std::max(worst, glm::length(elbow_pole(other) - pole) / glm::length(other - axis));
  }
  INFO(worst);
  CHECK(worst < 2.5);
}

TEST_CASE("the natural elbow is that of Soechting and Flanders where they measured, and hangs low") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  double worst = 0.0;
  for (double azimuth = -30; azimuth <= 60; azimuth += 5) {
    for (double elevation = -45; elevation <= 45; elevation += 5) {
      for (double share = 0.5; share <= 0.95; share += 0.05) {
        const double x = radians(azimuth), y = radians(elevation);
        const Vec3 axis(std::cos(y) * std::sin(x), std::sin(y), -std::cos(y) * std::cos(x));
        const Vec3 pole = elbow_pole(axis);
        const Swivel natural = natural_swivel(axis, pole, share);
        // K-40, pointing in the dark: elevation from straight down and yaw of the upper arm, degrees and cm.
        const double up = radians(-4.0 + 1.10 * 56.0 * share + 0.90 * elevation);
        const double yaw = radians(13.2 + 0.86 * azimuth + 0.11 * elevation);
        const Vec3 elbow(std::sin(up) * std::sin(yaw), -std::cos(up), -std::sin(up) * std::cos(yaw));
        const Vec3 out = elbow - glm::dot(elbow, axis) * axis;
        if (glm::length(out) < 0.2) continue;  // the map has the arm straight
        const Vec3 ours = natural.cos * pole + natural.sin * glm::cross(axis, pole);
        worst = std::max(worst, degrees(std::acos(std::clamp(glm::dot(glm::normalize(out), ours), -1.0, 1.0))));
      }
    }
  }
  INFO("at most " << worst << " deg off");
  CHECK(worst <= 20.0);
  core::Rng rng(23);
  int above = 0, total = 0;
  for (int n = 0; n < 4000 / kShare; ++n) {
    const Vec3 shoulder = arm.clavicle + arm.shoulder;
    const Vec3 wrist = shoulder + Vec3(rng.uniform(-0.25, 0.3), rng.uniform(-0.5, -0.2), rng.uniform(-0.5, -0.1));
    if (glm::length(wrist - shoulder) > 0.98 * arm.links.farthest) continue;
    const Pose wanted = comfortable(arm, wrist);
    const ArmSolution s = solve_arm(arm, {}, wanted);
    ++total;
    above += elbow_of(arm, s).y > arm.clavicle.y + arm.shoulder.y ? 1 : 0;
  }
  CHECK(total > 500 / kShare);
  CHECK(above == 0);
}

TEST_CASE("in Present the hand falls short by exactly the easing") {
  const Skeleton skeleton = skeleton_of(Sex::Male, 0.5);
  const Arm arm = build_arm(skeleton, Side::Right);
  const Vec3 shoulder = arm.clavicle + arm.shoulder;
  const double full = arm.links.farthest, from = 0.99 * full, room = full - from;
  double most = 0.0;
  for (double share = 0.9; share < 1.4; share += 0.001) {
    const double d = share * full;
    const Vec3 wrist = shoulder + d * glm::normalize(Vec3(0.2, -0.3, -0.9));
    const Pose wanted{comfortable(arm, shoulder + 0.9 * full * glm::normalize(Vec3(0.2, -0.3, -0.9))).rotation, wrist};
    const ArmSolution s = solve_arm(arm, {}, wanted, {.mode = LimbMode::Present, .girdle = false, .swivel = {}});
    const double taken = d <= from ? d : from + room * (1.0 - std::exp((from - d) / room));
    CHECK(std::abs(s.gap - (d - taken)) < 1e-6);
    if (d <= full) most = std::max(most, s.gap);
    CHECK((s.status == LimbStatus::OutOfReach) == (d > full + 5e-6));
  }
  CHECK(most < 2.3e-3);
}

TEST_CASE("a fingertip led round the circle of CB-75 stays on it") {
  for (const double percentile : {0.05, 0.95}) {
    const Skeleton skeleton = skeleton_of(percentile < 0.5 ? Sex::Female : Sex::Male, percentile);
    const Arm arm = build_arm(skeleton, Side::Right);
    Vec3 tip = skeleton.offsets[index_of(Joint::RightIndex1)] + skeleton.offsets[index_of(Joint::RightIndex2)] +
               skeleton.offsets[index_of(Joint::RightIndex3)] * 1.7;
    const Pose thorax{math::from_axis_angle({0, 1, 0}, 0.7), {1.0, 1.35, 2.5}};
    // The hand points forward, palm down.
    const Quat pointing = math::from_axis_angle({0, 0, 1}, -0.5 * math::kPi) * math::from_axis_angle({1, 0, 0}, 1.3);
    for (const LimbMode mode : {LimbMode::Measure, LimbMode::Present}) {
      double sum = 0.0, most = 0.0;
      const int steps = 720;
      for (int k = 0; k < steps; ++k) {
        const math::SinCos sc = math::sin_cos(math::kTau * k / steps);
        const Vec3 on_circle = Vec3(0.05, -0.15, -0.55) + 0.1143 * Vec3(sc.cos, sc.sin, 0.0);
        const Pose hand{pointing, on_circle - math::rotate(pointing, tip)};
        const ArmSolution s = solve_arm(arm, thorax, thorax * hand, {.mode = mode, .girdle = true, .swivel = {}});
        const double off = glm::length(hand_pose(arm, thorax, s).point(tip) - thorax.point(on_circle));
        sum += off;
        most = std::max(most, off);
      }
      INFO("mean " << sum / steps << " m, largest " << most << " m");
      CHECK(sum / steps <= 1e-3);
      CHECK(most <= 1e-3);
    }
  }
}
