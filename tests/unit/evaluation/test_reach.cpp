// SPDX-License-Identifier: Apache-2.0
// Reach against points that forward kinematics alone shows to be in reach of an arm, against the lengths of limbs that
// no posture can exceed, and against what a small woman and a tall man can and cannot do.
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "evaluation/checks.h"
#include "evaluation/reach/least_effort.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;

namespace {

scene::Scene with_site(const math::Vec3& at) {
  scene::Scene scene;
  scene::Object object;
  object.id = {1};
  object.name = "panel";
  object.sites.push_back({"knob", {{}, at}});
  scene.objects.push_back(object);
  return scene;
}

ReachAnswer reach(const human::Body& body, const math::Vec3& point) {
  const scene::Scene scene = with_site(point);
  ReachQuestion question{body, math::Vec3(0.0), {{"right_hand", scene::find_target(scene, "panel.knob").value()}}};
  return least_effort(question);
}

/// Where the palm is when the arm of a standing body takes random angles and nothing else moves.
math::Vec3 palm_of_random_arm(const human::Body& body, core::Rng& rng) {
  human::Posture posture = human::standing_posture(body.skeleton);
  human::Angles angles = human::angles_of(posture);
  const human::Angles random = random_angles(body.skeleton, rng, 0.9);
  for (std::size_t dof = 0; dof < human::kDofCount; ++dof) {
    const Joint joint = human::place_of_dof(dof).joint;
    if (joint == Joint::RightUpperArm || joint == Joint::RightForearm || joint == Joint::RightHand)
      angles[dof] = random[dof];
  }
  human::set_angles(posture, angles);
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, posture, frames);
  const human::BodySite palm = human::palm_site(body.dimensions, human::Side::Right);
  return (frames.pose(palm.joint) * palm.joint_from_site).position;
}

}  // namespace

TEST_CASE("reach: what a standing body's arm reaches by forward kinematics needs the arm alone") {
  const human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  core::Rng rng(31);
  int asked = 0, arm = 0;
  for (int i = 0; i < 200'000 && asked < samples(100); ++i) {
    const math::Vec3 point = palm_of_random_arm(body, rng);
    // The body turns to face its goal: only points straight ahead stay where they are.
    if (point.z > -0.25 || std::abs(point.x) > 0.004) continue;
    ++asked;
    const ReachAnswer answer = reach(body, point);
    arm += answer.reached() && answer.effort == human::Effort::Arm ? 1 : 0;
  }
  CHECK(asked == samples(100));
  CHECK(arm * 100 >= asked * 97);
}

TEST_CASE("reach: an answer holds by forward kinematics, and no arm is longer than its bones") {
  const human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  human::Frames<double> standing, frames;
  human::forward_kinematics(body.skeleton, human::standing_posture(body.skeleton), standing);
  const human::BodySite palm = human::palm_site(body.dimensions, human::Side::Right);
  const auto length = [&](Joint a, Joint b) { return glm::length(standing.position(a) - standing.position(b)); };
  const double bones = length(Joint::RightUpperArm, Joint::RightForearm) +
                       length(Joint::RightForearm, Joint::RightHand) + glm::length(palm.joint_from_site.position);
  core::Rng rng(32);
  int reached = 0, arms = 0, others = 0;
  for (int i = 0; i < samples(60); ++i) {
    const math::Vec3 point(0.0, rng.uniform(0.3, 2.0), -rng.uniform(0.2, 1.6));
    const ReachAnswer answer = reach(body, point);
    if (!answer.reached()) continue;
    ++reached;
    human::forward_kinematics(body.skeleton, answer.solution.posture, frames);
    CHECK(glm::length((frames.pose(palm.joint) * palm.joint_from_site).position - point) < 2e-3);
    const math::Vec3 moved = answer.at;  // by a step, else nothing
    CHECK((answer.effort == human::Effort::Step) == (glm::length(moved) > 0.0));
    CHECK(glm::length(frames.position(Joint::LeftFoot) - standing.position(Joint::LeftFoot) - moved) < 2e-3);
    CHECK(glm::length(frames.position(Joint::RightUpperArm) - point) < bones + 2e-3);
    if (answer.effort != human::Effort::Arm) {
      ++others;
      continue;
    }
    ++arms;
    CHECK(glm::length(frames.position(Joint::Pelvis) - standing.position(Joint::Pelvis)) < 1e-6);
    CHECK(glm::length(frames.position(Joint::Head) - standing.position(Joint::Head)) < 0.2);
  }
  CHECK(reached >= samples(30));
  CHECK((kSanitized || (arms > 0 && others > 0)));
}

TEST_CASE("reach: checks tell a small woman from a tall man, and near a border they cannot tell") {
  std::vector<std::string> bodies{"f05", "m95"};
  scene::Check check;
  check.name = "knob";
  check.kind = scene::CheckKind::Reachable;
  check.object = "panel.knob";
  check.limit = static_cast<double>(scene::ReachEffort::Step);
  const auto judged = [&](const math::Vec3& at) {
    return judge_reach(std::span(&check, 1), with_site(at), bodies).value();
  };
  const core::Json high = judged({0.0, 2.1, -0.3});  // above what a woman of 1.53 m can reach on flat feet
  REQUIRE(high.size() == 2);
  CHECK(high[0]["body"] == "f05");
  CHECK(high[0]["result"] == "fail");
  CHECK(high[0]["effort"] == "no");
  CHECK(high[0]["margins"]["gap_m"].get<double>() > 0.05);
  CHECK(high[1]["result"] == "pass");
  check.limit = static_cast<double>(scene::ReachEffort::Arm);
  int undecided = 0;
  double before = 0.0;
  bodies = {"m95"};
  for (const double ahead : {0.4, 0.48, 0.56, 0.64, 0.72, 0.8, 1.0, 1.4, 2.7}) {  // the last: farther than all limbs
    const core::Json row = judged({0.0, 1.2, -ahead})[0];
    CHECK(row["low"] <= row["value"]);
    CHECK(row["value"] <= row["high"]);
    CHECK(row["value"].get<double>() >= before);  // farther is never easier
    before = row["value"];
    if (row["low"] == 0.0 && row["high"] > 0.0) {
      ++undecided;
      CHECK(row["result"] == "cannot_tell");
    }
  }
  CHECK(before == 4.0);
  CHECK(undecided >= 1);
  CHECK_FALSE(judge_reach(std::span(&check, 1), with_site({}), std::vector<std::string>{"own"}).has_value());
}
