// SPDX-License-Identifier: Apache-2.0
// RULA, REBA and OWAS against a walk through the printed tables that shares nothing with the program: tables as the
// work sheets print them (lines of digits), steps as their sentences. Angles against the joint centres of random
// postures.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <sstream>

#include "core/rng.h"
#include "evaluation/posture/niosh.h"
#include "evaluation/posture_load.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "human/body/spine.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Numbers of a printed table, in reading order.
std::vector<int> printed(const char* text) {
  std::istringstream in(text);
  std::vector<int> numbers;
  for (int n = 0; in >> n;) numbers.push_back(n);
  return numbers;
}

int walk_rula(const PostureAngles& a, std::size_t side, const Exertion& e) {
  // Work sheet: a block of three lines per upper arm, a line per lower arm; wrist 1 … 4, each with twist 1, 2.
  static const auto kA = printed(
      "1 2 2 2 2 3 3 3  2 2 2 2 3 3 3 3  2 3 3 3 3 3 4 4  2 3 3 3 3 4 4 4  3 3 3 3 3 4 4 4  3 4 4 4 4 4 5 5 "
      "3 3 4 4 4 4 5 5  3 4 4 4 4 4 5 5  4 4 4 4 4 5 5 5  4 4 4 4 4 5 5 5  4 4 4 4 4 5 5 5  4 4 4 5 5 5 6 6 "
      "5 5 5 5 5 6 6 7  5 6 6 6 6 7 7 7  6 6 6 7 7 7 7 8  7 7 7 7 7 8 8 9  8 8 8 8 8 9 9 9  9 9 9 9 9 9 9 9");
  static const auto kB = printed(
      "1 3 2 3 3 4 5 5 6 6 7 7  2 3 2 3 4 5 5 5 6 7 7 7  3 3 3 4 4 5 5 6 6 7 7 7 "
      "5 5 5 6 6 7 7 7 7 7 8 8  7 7 7 7 7 8 8 8 8 8 8 8  8 8 8 8 8 8 8 9 9 9 9 9");
  static const auto kC = printed(
      "1 2 3 3 4 5 5  2 2 3 4 4 5 5  3 3 3 4 4 5 6  3 3 3 4 5 6 6  4 4 4 5 6 7 7  4 4 5 6 6 7 7  5 5 6 6 7 7 7 "
      "5 5 6 7 7 7 7");
  const ArmAngles& arm = a.arms[side];
  int upper = 0;
  if (arm.flexion >= -20 && arm.flexion <= 20)
    upper = 1;
  else if (arm.flexion < -20 || arm.flexion <= 45)
    upper = 2;
  else if (arm.flexion <= 90)
    upper = 3;
  else
    upper = 4;
  if (arm.abduction > 20) ++upper;
  int lower = arm.elbow < 60 || arm.elbow > 100 ? 2 : 1;
  if (arm.wrist_out < -0.02)
    ++lower;
  else if (arm.outside > 0.10)
    ++lower;
  int wrist = std::fabs(arm.wrist) <= 5 ? 1 : std::fabs(arm.wrist) <= 15 ? 2 : 3;
  if (std::fabs(arm.deviation) > 10) ++wrist;
  const int twist = std::fabs(arm.pronation) <= 60 ? 1 : 2;
  int neck = a.neck < -5 ? 4 : a.neck <= 10 ? 1 : a.neck <= 20 ? 2 : 3;
  if (std::fabs(a.neck_twist) > 15) ++neck;
  if (std::fabs(a.neck_aside) > 10) ++neck;
  int trunk = a.trunk > 60 ? 4 : a.trunk > 20 ? 3 : std::fabs(a.trunk) > 5 ? 2 : 1;
  if (std::fabs(a.trunk_twist) > 15) ++trunk;
  if (std::fabs(a.trunk_aside) > 10) ++trunk;
  const int legs = a.seated || e.walking || !e.on_one_foot ? 1 : 2;
  const double load = e.load[side];
  int force = load < 2 ? 0 : load <= 10 ? 1 : 2;
  if (force > 0 && e.arm_static[side]) ++force;
  const auto at = [](const std::vector<int>& t, int i) { return t.at(static_cast<std::size_t>(i)); };
  int sa = at(kA, (upper - 1) * 24 + (lower - 1) * 8 + (wrist - 1) * 2 + twist - 1);
  int sb = at(kB, (neck - 1) * 12 + (trunk - 1) * 2 + legs - 1);
  sa += force + (e.arm_static[side] ? 1 : 0);
  sb += force + (e.body_static ? 1 : 0);
  if (sa > 8) sa = 8;
  if (sb > 7) sb = 7;
  return at(kC, (sa - 1) * 7 + sb - 1);
}

int walk_reba(const PostureAngles& a, std::size_t side, const Exertion& e) {
  // Table A by neck (as most work sheets print it): a block of five trunk lines per neck.
  static const auto kA = printed(
      "1 2 3 4  2 3 4 5  2 4 5 6  3 5 6 7  4 6 7 8   1 2 3 4  3 4 5 6  4 5 6 7  5 6 7 8  6 7 8 9 "
      "3 3 5 6  4 5 6 7  5 6 7 8  6 7 8 9  7 8 9 9");
  static const auto kB = printed("1 2 2 1 2 3  1 2 3 2 3 4  3 4 5 4 5 5  4 5 5 5 6 7  6 7 8 7 8 8  7 8 8 8 9 9");
  static const auto kC = printed(
      "1 1 1 2 3 3 4 5 6 7 7 7  1 2 2 3 4 4 5 6 6 7 7 8  2 3 3 3 4 5 6 7 7 8 8 8  3 4 4 4 5 6 7 8 8 9 9 9 "
      "4 4 4 5 6 7 8 8 9 9 9 9  6 6 6 7 8 8 9 9 10 10 10 10  7 7 7 8 9 9 9 10 10 11 11 11 "
      "8 8 8 9 10 10 10 10 10 11 11 11  9 9 9 10 10 10 11 11 11 12 12 12  10 10 10 11 11 11 11 12 12 12 12 12 "
      "11 11 11 11 12 12 12 12 12 12 12 12  12 12 12 12 12 12 12 12 12 12 12 12");
  const ArmAngles& arm = a.arms[side];
  int trunk = std::fabs(a.trunk) <= 5 ? 1 : std::fabs(a.trunk) <= 20 ? 2 : a.trunk > 60 ? 4 : 3;
  if (std::fabs(a.trunk_twist) > 15 || std::fabs(a.trunk_aside) > 10) ++trunk;
  int neck = a.neck >= -5 && a.neck <= 20 ? 1 : 2;
  if (std::fabs(a.neck_twist) > 15 || std::fabs(a.neck_aside) > 10) ++neck;
  int legs = 1;
  if (!a.seated && !e.walking) {
    if (e.on_one_foot) ++legs;
    const double knee = a.knees[0] > a.knees[1] ? a.knees[0] : a.knees[1];
    if (knee > 30) ++legs;
    if (knee > 60) ++legs;
  }
  int upper = arm.flexion > 90 ? 4 : arm.flexion > 45 ? 3 : std::fabs(arm.flexion) > 20 ? 2 : 1;
  if (arm.abduction > 20) ++upper;
  const int lower = arm.elbow >= 60 && arm.elbow <= 100 ? 1 : 2;
  int wrist = std::fabs(arm.wrist) > 15 ? 2 : 1;
  if (std::fabs(arm.deviation) > 10 || std::fabs(arm.pronation) > 60) ++wrist;
  const double load = e.load[0] + e.load[1];
  const auto at = [](const std::vector<int>& t, int i) { return t.at(static_cast<std::size_t>(i)); };
  const int sa = at(kA, (neck - 1) * 20 + (trunk - 1) * 4 + legs - 1) + (load < 5 ? 0 : load <= 10 ? 1 : 2);
  const int sb = at(kB, (upper - 1) * 6 + (lower - 1) * 3 + wrist - 1);
  return at(kC, (sa - 1) * 12 + sb - 1) + (e.arm_static[side] || e.body_static ? 1 : 0);
}

int walk_owas(const PostureAngles& a, const Exertion& e) {
  static const auto kTable = printed(
      "1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 1 1 1 1 1 1  1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 1 1 1 1 1 1 "
      "1 1 1 1 1 1 1 1 1 2 2 3 2 2 3 1 1 1 1 1 2  2 2 3 2 2 3 2 2 3 3 3 3 3 3 3 2 2 2 2 3 3 "
      "2 2 3 2 2 3 2 3 3 3 4 4 3 4 4 3 3 4 2 3 4  3 3 4 2 2 3 3 3 3 3 4 4 4 4 4 4 4 4 2 3 4 "
      "1 1 1 1 1 1 1 1 2 3 3 3 4 4 4 1 1 1 1 1 1  2 2 3 1 1 1 1 1 2 4 4 4 4 4 4 3 3 3 1 1 1 "
      "2 2 3 1 1 1 2 3 3 4 4 4 4 4 4 4 4 4 1 1 1  2 3 3 2 2 3 2 2 3 4 4 4 4 4 4 4 4 4 2 3 4 "
      "3 3 4 2 3 4 3 3 4 4 4 4 4 4 4 4 4 4 2 3 4  4 4 4 2 3 4 3 3 4 4 4 4 4 4 4 4 4 4 2 3 4");
  const bool bent = std::fabs(a.trunk) > 20;
  const bool turned = std::fabs(a.trunk_twist) > 20 || std::fabs(a.trunk_aside) > 20;
  const int back = bent && turned ? 4 : turned ? 3 : bent ? 2 : 1;
  const int up = (a.arms[0].raised ? 1 : 0) + (a.arms[1].raised ? 1 : 0);
  const bool knee = a.knees[0] > 30 || a.knees[1] > 30;
  int legs = 2;
  if (a.seated)
    legs = 1;
  else if (a.kneeling)
    legs = 6;
  else if (e.walking)
    legs = 7;
  else if (knee)
    legs = e.on_one_foot ? 5 : 4;
  else if (e.on_one_foot)
    legs = 3;
  const double load = e.load[0] + e.load[1];
  const int kg = load <= 10 ? 0 : load <= 20 ? 1 : 2;
  return kTable.at(static_cast<std::size_t>((back - 1) * 63 + up * 21 + (legs - 1) * 3 + kg));
}

PostureAngles random_posture(core::Rng& rng) {
  PostureAngles a;
  a.trunk = rng.uniform(-30, 110);
  a.trunk_aside = rng.uniform(-30, 30);
  a.trunk_twist = rng.uniform(-40, 40);
  a.neck = rng.uniform(-40, 50);
  a.neck_aside = rng.uniform(-25, 25);
  a.neck_twist = rng.uniform(-40, 40);
  for (ArmAngles& arm : a.arms) {
    arm = {rng.uniform(-60, 180),  rng.uniform(-30, 60),   rng.uniform(0, 150),
           rng.uniform(-70, 80),   rng.uniform(-30, 20),   rng.uniform(-80, 80),
           rng.uniform(-0.2, 0.6), rng.uniform(-0.3, 0.3), rng.uniform(0, 1) > 0.5};
  }
  for (double& knee : a.knees) knee = rng.uniform(0, 140);
  a.seated = rng.uniform(0, 1) > 0.8;
  a.kneeling = rng.uniform(0, 1) > 0.8;
  return a;
}

Exertion random_exertion(core::Rng& rng) {
  Exertion e;
  for (double& load : e.load) load = rng.uniform(0, 1) > 0.5 ? rng.uniform(0, 14) : 0.0;
  e.walking = rng.uniform(0, 1) > 0.7;
  e.on_one_foot = rng.uniform(0, 1) > 0.6;
  for (bool& is_static : e.arm_static) is_static = rng.uniform(0, 1) > 0.7;
  e.body_static = rng.uniform(0, 1) > 0.7;
  return e;
}

std::vector<math::Pose> frames_in(const human::Skeleton& skeleton, const human::Posture& posture) {
  human::Frames<double> frames;
  human::forward_kinematics(skeleton, posture, frames);
  std::vector<math::Pose> poses;
  for (std::size_t i = 0; i < human::kJointCount; ++i) poses.push_back(frames.pose(human::joint_at(i)));
  return poses;
}

double between_degrees(const math::Vec3& a, const math::Vec3& b) {
  return std::acos(std::min(1.0, std::max(-1.0, glm::dot(a, b) / (glm::length(a) * glm::length(b))))) / kDegree;
}

}  // namespace

TEST_CASE("posture scores: equal to a walk through the printed tables on 100 000 random postures") {
  core::Rng rng(2026);
  int differ = 0;
  std::set<int> grand_rula, grand_reba, categories;
  for (int i = 0; i < samples(100000); ++i) {
    const PostureAngles angles = random_posture(rng);
    const Exertion exertion = random_exertion(rng);
    for (const std::size_t side : {0u, 1u}) {
      const int r = rula(angles, side, exertion).grand, b = reba(angles, side, exertion).grand;
      differ += r != walk_rula(angles, side, exertion) ? 1 : 0;
      differ += b != walk_reba(angles, side, exertion) ? 1 : 0;
      grand_rula.insert(r);
      grand_reba.insert(b);
    }
    const int o = owas(angles, exertion).action;
    differ += o != walk_owas(angles, exertion) ? 1 : 0;
    categories.insert(o);
  }
  CHECK(differ == 0);
  CHECK(grand_rula.size() >= 4);
  CHECK(grand_reba.size() >= 8);
  CHECK(categories == std::set<int>{1, 2, 3, 4});
}

TEST_CASE("posture scores: standing is harmless, a stoop with raised arms is not, and the way is told") {
  const auto skeleton = human::build_skeleton(person(human::Sex::Female, 0.5));
  const PostureAngles upright = posture_angles(frames_in(skeleton, human::zero_posture(skeleton)));
  const RulaScore calm = rula(upright, 1, {});
  CHECK(calm.upper_arm == 1);
  CHECK(calm.trunk == 1);
  CHECK(calm.neck == 1);
  CHECK(calm.grand <= 2);
  CHECK(reba(upright, 0, {}).grand == 1);
  CHECK(owas(upright, {}).action == 1);
  PostureAngles stoop = upright;
  stoop.trunk = 70.0;
  stoop.neck = -30.0;
  stoop.arms[1].flexion = 100.0;
  Exertion heavy;
  heavy.load = {0.0, 12.0};
  CHECK(rula(stoop, 1, heavy).grand == 7);
  CHECK(rula(stoop, 1, heavy).action() == 4);
  CHECK(reba(stoop, 1, heavy).grand >= 9);
  CHECK(owas(stoop, heavy).action >= 2);
  CHECK(row_text(rula(stoop, 1, heavy)).find("trunk 4") != std::string::npos);
}

TEST_CASE("posture angles: those of random postures agree with the places of their joints") {
  const auto skeleton = human::build_skeleton(person(human::Sex::Male, 0.5));
  core::Rng rng(73);
  for (int i = 0; i < samples(4000); ++i) {
    human::Posture posture = human::zero_posture(skeleton);
    human::set_angles(posture, random_angles(skeleton, rng, 0.8));
    posture.world_from_pelvis.rotation = math::from_axis_angle({0, 1, 0}, rng.uniform(-3.0, 3.0));
    posture.world_from_pelvis.position = {rng.uniform(-5, 5), 1.0, rng.uniform(-5, 5)};
    const auto frames = frames_in(skeleton, posture);
    const PostureAngles a = posture_angles(frames);
    const auto at = [&](Joint joint) { return frames[human::index_of(joint)].position; };
    const human::Angles angles = human::angles_of(posture);
    const auto dof = [&](Joint joint, std::size_t k) { return angles[human::info(joint).first_dof + k] / kDegree; };
    CHECK(std::abs(a.arms[1].elbow - dof(Joint::RightForearm, 0)) < 1e-6);
    CHECK(std::abs(a.arms[0].elbow - dof(Joint::LeftForearm, 0)) < 1e-6);
    CHECK(std::abs(a.arms[0].wrist - dof(Joint::LeftHand, 0)) < 1e-6);
    CHECK(std::abs(a.arms[1].deviation - dof(Joint::RightHand, 1)) < 1e-6);
    CHECK(std::abs(a.arms[1].pronation - dof(Joint::RightForearmTwist, 0)) < 1e-6);
    CHECK(std::abs(a.knees[0] - dof(Joint::LeftShank, 0)) < 1e-6);
    // The upper arm's line and its angles: cos(to hanging) = cos(abduction) cos(flexion) in the chest's frame.
    const math::Quat chest = frames[human::index_of(Joint::T2)].rotation;
    const math::Quat arm = frames[human::index_of(Joint::RightUpperArm)].rotation;
    const double hang = between_degrees(math::rotate(arm, {0, -1, 0}), math::rotate(chest, {0, -1, 0}));
    if (std::abs(a.arms[1].abduction) < 70.0)
      CHECK(std::abs(std::cos(hang * kDegree) -
                     std::cos(a.arms[1].abduction * kDegree) * std::cos(a.arms[1].flexion * kDegree)) < 1e-6);
    // Leaning: the height of T1 above the pelvis is what lean and sideways bend leave of its distance.
    const math::Vec3 line = at(Joint::T1) - at(Joint::Pelvis);
    const auto rest = frames_in(skeleton, human::zero_posture(skeleton));
    const math::Vec3 straight =
        rest[human::index_of(Joint::T1)].position - rest[human::index_of(Joint::Pelvis)].position;
    const double at_rest = std::atan2(-straight.z, straight.y) / kDegree;
    CHECK(std::abs(line.y / glm::length(line) -
                   std::cos(a.trunk_aside * kDegree) * std::cos((a.trunk + at_rest) * kDegree)) < 1e-6);
  }
}

TEST_CASE("posture angles: a bow of the whole spine and a turned head are what they were made to be") {
  const auto skeleton = human::build_skeleton(person(human::Sex::Female, 0.5));
  human::Posture posture = human::zero_posture(skeleton);
  posture.world_from_pelvis.rotation = math::from_axis_angle({-1, 0, 0}, 40.0 * kDegree);
  posture[Joint::Neck] = math::from_axis_angle({0, 1, 0}, 30.0 * kDegree);
  PostureAngles a = posture_angles(frames_in(skeleton, posture));
  CHECK(std::abs(a.trunk - 40.0) < 1e-6);
  CHECK(std::abs(a.trunk_twist) < 1e-6);
  CHECK(std::abs(a.neck_twist - 30.0) < 1e-6);
  CHECK_FALSE(a.seated);
  a = posture_angles(frames_in(skeleton, human::crouch_posture(skeleton)));
  CHECK(a.knees[0] > 60.0);
  CHECK_FALSE(a.seated);  // a squat balances over the feet
}

TEST_CASE("posture bands: none for agents; a user's holds the value and widens at an edge") {
  const auto skeleton = human::build_skeleton(person(human::Sex::Female, 0.5));
  human::Posture posture = human::zero_posture(skeleton);
  posture.world_from_pelvis.rotation = math::from_axis_angle({-1, 0, 0}, 19.0 * kDegree);  // one degree below an edge
  const auto frames = frames_in(skeleton, posture);
  const BandedScores exact = banded_scores(frames, {}, false), guessed = banded_scores(frames, {}, true);
  for (const std::size_t side : {0u, 1u}) {
    CHECK(exact.rula[side].low == exact.rula[side].high);
    CHECK(guessed.rula[side].value == exact.rula[side].value);
    CHECK(guessed.rula[side].low <= guessed.rula[side].value);
    CHECK(guessed.rula[side].high > guessed.rula[side].value);
  }
}

// Tables 1 to 4 of NIOSH publication 94-110 print the multipliers with two digits.
TEST_CASE("lifting equation: the printed tables of multipliers, and limits of nothing beyond them") {
  const auto near = [](double mine, double table) { return std::abs(mine - table) <= 0.005 + 1e-9; };
  for (const auto& [h, hm] :
       {std::pair(25.0, 1.0), {28.0, 0.89}, {32.0, 0.78}, {40.0, 0.63}, {50.0, 0.50}, {63.0, 0.40}})
    CHECK(near(recommended_weight({.horizontal = h}).hm, hm));
  for (const auto& [v, vm] :
       {std::pair(0.0, 0.78), {30.0, 0.87}, {75.0, 1.0}, {100.0, 0.93}, {150.0, 0.78}, {175.0, 0.70}})
    CHECK(near(recommended_weight({.vertical = v}).vm, vm));
  for (const auto& [d, dm] : {std::pair(25.0, 1.0), {40.0, 0.93}, {55.0, 0.90}, {100.0, 0.87}, {175.0, 0.85}})
    CHECK(near(recommended_weight({.travel = d}).dm, dm));
  for (const auto& [a, am] : {std::pair(0.0, 1.0), {30.0, 0.90}, {60.0, 0.81}, {90.0, 0.71}, {135.0, 0.57}})
    CHECK(near(recommended_weight({.asymmetry = a}).am, am));
  CHECK(recommended_weight({.frequency = 0.2}).fm == 1.0);
  CHECK(recommended_weight({.frequency = 0.5}).fm == 0.97);
  CHECK(recommended_weight({.frequency = 1.0}).fm == 0.94);
  CHECK(recommended_weight({.frequency = 5.0, .hours = 2.0}).fm == 0.60);
  CHECK(recommended_weight({.frequency = 15.0}).fm == 0.28);
  CHECK(recommended_weight({.vertical = 74.0, .frequency = 15.0}).fm == 0.0);
  CHECK(recommended_weight({.vertical = 60.0}).cm == 0.95);
  // Everything at its best: the load constant.
  CHECK(std::abs(recommended_weight({.coupling = Coupling::Good}).limit - 23.0) < 1e-12);
  CHECK(lifting_index(11.5, recommended_weight({.coupling = Coupling::Good})) == 0.5);
  CHECK(recommended_weight({.horizontal = 64.0}).limit == 0.0);
  CHECK(std::isinf(lifting_index(1.0, recommended_weight({.asymmetry = 140.0}))));
}

// The README of the package "ergonomics-metrics" (pypi.org/project/ergonomics-metrics, github.com/rs9000/ergonomics),
// section "Test": "Pose Left" with neck 2, trunk 2, legs 2, upper arm 1, lower arm 2, wrist 3 scores A 4, B 3, C 4 and
// REBA 4; "Pose Right", with wrist 2, A 4, B 2, C 4 and REBA 4.
TEST_CASE("posture scores: the two worked examples of the README of ergonomics-metrics") {
  PostureAngles a;
  a.neck = 25.0;
  a.trunk = 12.0;
  a.knees = {40.0, 40.0};
  for (ArmAngles& arm : a.arms) arm.elbow = 30.0;
  for (ArmAngles& arm : a.arms) arm.wrist = 20.0;
  a.arms[0].deviation = 15.0;
  const RebaScore left = reba(a, 0, {}), right = reba(a, 1, {});
  for (const RebaScore& score : {left, right}) {
    CHECK((score.neck == 2 && score.trunk == 2 && score.legs == 2));
    CHECK((score.upper_arm == 1 && score.lower_arm == 2));
    CHECK((score.table_a == 4 && score.table_c == 4 && score.grand == 4));
  }
  CHECK((left.wrist == 3 && left.table_b == 3));
  CHECK((right.wrist == 2 && right.table_b == 2));
}

// Canadian Centre for Occupational Health and Safety, OSH Answers, pages "How can the horizontal distance affect the
// weight limit?" and "How can the vertical distance …?" (ccohs.ca/oshanswers/ergonomics/niosh). It reads its
// multipliers from a table with few rows (the nearest), so that they and the limits agree as far as those are apart.
TEST_CASE("lifting equation: three worked examples of the Canadian Centre for Occupational Health and Safety") {
  struct Example {
    LiftTask task;
    double hm, vm, dm, cm, kilograms;
  };
  const LiftTask boxes{.horizontal = 50.0, .vertical = 75.0, .travel = 40.0, .frequency = 1.0 / 12.0};
  const LiftTask pieces{
      .horizontal = 30.0, .vertical = 0.0, .travel = 115.0, .frequency = 1.0 / 12.0, .coupling = Coupling::Poor};
  LiftTask raised = pieces;  // offered at the height of a table
  raised.vertical = 75.0;
  raised.travel = 40.0;
  for (const Example& example : {Example{boxes, 0.50, 1.00, 0.95, 1.00, 10.9},
                                 {pieces, 0.80, 0.80, 0.86, 0.90, 11.4},
                                 {raised, 0.80, 1.00, 0.95, 0.90, 15.7}}) {
    const WeightLimit limit = recommended_weight(example.task);
    CHECK(std::abs(limit.hm - example.hm) < 0.04);
    CHECK(std::abs(limit.vm - example.vm) < 0.03);
    CHECK(std::abs(limit.dm - example.dm) < 0.02);
    CHECK(limit.am == 1.0);
    CHECK(limit.fm == 1.0);
    CHECK(limit.cm == example.cm);
    CHECK(std::abs(limit.limit - example.kilograms) < 0.03 * example.kilograms);
  }
}
