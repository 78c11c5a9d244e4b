// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "human/body/shoulder.h"
#include "human/ik/kneel.h"
#include "human/ik/posture_rows.h"
#include "human/ik/reach_posture.h"
#include "posture_problems.h"
#include "samples.h"

using namespace posture_test;

namespace {

const Subject& median() {
  static const Subject subject(person(Sex::Female, 0.5));
  return subject;
}

Frames<double> frames_of(const Subject& s, const Posture& posture) {
  Frames<double> frames;
  forward_kinematics(s.skeleton, posture, frames);
  return frames;
}

}  // namespace

TEST_CASE("Whole body: slopes agree with differences of the cost", "[human][ik]") {
  core::Rng rng(3);
  QuadraticModel model;
  for (int i = 0; i < samples(60); ++i) {
    Problem p;
    random_problem(median(), rng, p);
    const PostureRows rows(median().body, p.posture);
    Unknowns x = rows.start();
    for (std::size_t u = 0; u < rows.count(); ++u)
      x[u] = math::clamp(x[u] + rng.uniform(-0.4, 0.4), rows.lower()[u], rows.upper()[u]);
    rows.linearise(x, model);
    CHECK(std::abs(model.cost - rows.cost(x)) <= 1e-12 * (1.0 + model.cost));
    double largest = 0.0;
    for (std::size_t u = 0; u < rows.count(); ++u) largest = std::max(largest, std::abs(model.gradient[u]));
    for (std::size_t u = 0; u < rows.count(); ++u) {
      const double step = 1e-6;
      Unknowns more = x, less = x;
      more[u] += step, less[u] -= step;
      const double slope = (rows.cost(more) - rows.cost(less)) / (2.0 * step);
      INFO("problem " << i << " unknown " << u << ": " << model.gradient[u] << " against " << slope);
      CHECK(std::abs(slope - model.gradient[u]) <= 1e-5 * (largest + 1e-3));
    }
  }
}

TEST_CASE("Whole body: a hand within reach is met by everybody, feet and balance kept", "[human][ik]") {
  for (const double percentile : {0.05, 0.5, 0.95}) {
    const Subject s(person(Sex::Male, percentile));
    const double tall = s.dimensions[Dimension::Stature];
    // Before the chest, over the head, at knee height beside the feet, behind the hip.
    for (const Vec3& point : {Vec3(0.2, 0.75 * tall, -0.4), Vec3(0.2, 1.15 * tall, -0.1), Vec3(0.3, 0.3 * tall, -0.3),
                              Vec3(0.35, 0.55 * tall, 0.15)}) {
      Problem p;
      stand(s, p);
      p.goals.push_back(place_goal(palm_site(s.dimensions, Side::Right), point));
      p.posture.goals = p.goals;
      p.posture.support = &p.support;
      const PostureSolution got = solve_posture(s.body, p.posture);
      INFO("percentile " << percentile << ", height " << point.y << ", gap " << got.gaps[2]);
      CHECK(got.status == PostureStatus::Reached);
      CHECK(limit_excess(s.skeleton, got.posture) < 1e-9);
      CHECK(got.balance_margin >= 0.0);
      const Frames<double> before = frames_of(s, p.posture.start), after = frames_of(s, got.posture);
      CHECK(glm::length(after.position(Joint::LeftFoot) - before.position(Joint::LeftFoot)) < 1e-9);
      CHECK(glm::length(after.position(Joint::RightFoot) - before.position(Joint::RightFoot)) < 1e-3);
    }
  }
}

TEST_CASE("Whole body: gaps are measured on the posture that is returned", "[human][ik]") {
  core::Rng rng(17);
  int balanced = 0;
  for (int i = 0; i < samples(300); ++i) {
    Problem p;
    random_problem(median(), rng, p);
    const PostureSolution got = solve_posture(median().body, p.posture);
    const Frames<double> frames = frames_of(median(), got.posture);
    INFO("problem " << i);
    CHECK(limit_excess(median().skeleton, got.posture) < 1e-9);
    if (p.posture.support && p.posture.root != Joint::Pelvis) {
      const Balance balance = balance_of(p.support, centre_of_mass(median().masses, frames));
      CHECK(balance.margin >= 0.0);
      CHECK(std::abs(balance.margin - got.balance_margin) < 1e-9);
      ++balanced;
    }
    for (std::size_t g = 0; g < p.goals.size(); ++g) {
      if (p.goals[g].kind != GoalKind::Place || p.goals[g].lower != p.goals[g].upper) continue;
      const Vec3 at = frames.pose(p.goals[g].site.joint).point(p.goals[g].site.joint_from_site.position);
      CHECK(std::abs(glm::length(at - p.goals[g].target.position) - got.gaps[g]) < 1e-3);
      if (p.goals[g].firm) CHECK(got.gaps[g] < 2e-3);
    }
  }
  CHECK(balanced > 0);
}

TEST_CASE("Whole body: the hand on the rail stays while the other reaches for the floor", "[human][ik]") {
  const Subject& s = median();
  Problem p;
  stand(s, p);
  const Vec3 rail(-0.45, 0.95, -0.15);
  p.goals.push_back(place_goal(palm_site(s.dimensions, Side::Left), rail));
  p.posture.goals = p.goals;
  const PostureSolution leaning = solve_posture(s.body, p.posture);
  REQUIRE(leaning.status == PostureStatus::Reached);

  Problem q;
  stand(s, q);
  q.posture.start = leaning.posture;
  q.goals.push_back(place_goal(palm_site(s.dimensions, Side::Left), rail));
  q.goals.back().firm = true;
  q.goals.push_back(place_goal(palm_site(s.dimensions, Side::Right), {0.35, 0.25, -0.35}));
  q.posture.goals = q.goals;
  const PostureSolution got = solve_posture(s.body, q.posture);
  CHECK(got.gaps[2] < 1e-3);
  CHECK(got.gaps[3] < 1e-3);

  // Rooted in that hand instead: the body moves against it.
  q.posture.root = Joint::LeftHand;
  Frames<double> frames = frames_of(s, leaning.posture);
  for (const BodyGoal& goal : contact_goals(Joint::LeftFoot, frames.pose(Joint::LeftFoot))) q.goals.push_back(goal);
  q.posture.goals = q.goals;
  const PostureSolution hanging = solve_posture(s.body, q.posture);
  CHECK(glm::length(frames_of(s, hanging.posture).position(Joint::LeftHand) - frames.position(Joint::LeftHand)) < 1e-9);
  CHECK(hanging.gaps[3] < 1e-3);
}

TEST_CASE("Whole body: stiff and locked groups stay, the balance point draws the centre of mass", "[human][ik]") {
  const Subject& s = median();
  Problem p;
  stand(s, p);
  p.goals.push_back(place_goal(palm_site(s.dimensions, Side::Right), {0.1, 0.7, -0.75}));
  p.posture.goals = p.goals;
  const auto bend = [&](const PostureSolution& got) {
    return math::angle_between(math::kIdentity, math::conjugate(frames_of(s, got.posture).rotation(Joint::Pelvis)) *
                                                    frames_of(s, got.posture).rotation(Joint::T2));
  };
  const double usual = bend(solve_posture(s.body, p.posture));
  p.posture.stiffness[static_cast<std::size_t>(BodyGroup::Spine)] = 10.0;
  const double stiff = bend(solve_posture(s.body, p.posture));
  p.posture.stiffness[static_cast<std::size_t>(BodyGroup::Spine)] = kLockedGroup;
  const double locked = bend(solve_posture(s.body, p.posture));
  INFO("bend " << usual << ", stiff " << stiff);
  CHECK(usual > 0.02);
  CHECK(stiff < 0.5 * usual);
  CHECK(locked < 1e-9);

  p.posture.stiffness.fill(1.0);
  p.posture.support = &p.support;
  p.goals.pop_back();
  p.posture.goals = p.goals;
  const double right = frames_of(s, p.posture.start).position(Joint::RightFoot).x;
  p.posture.balance_point = math::Vec2(0.8 * right, 0.0);
  const PostureSolution shifted = solve_posture(s.body, p.posture);
  CHECK(std::abs(centre_of_mass(s.masses, frames_of(s, shifted.posture)).x - 0.8 * right) < 2e-3);
}

TEST_CASE("Whole body: the same question has the same answer", "[human][ik]") {
  core::Rng rng(5);
  Problem p;
  random_problem(median(), rng, p);
  const PostureSolution first = solve_posture(median().body, p.posture);
  const PostureSolution again = solve_posture(median().body, p.posture);
  CHECK(std::memcmp(&first.posture, &again.posture, sizeof(Posture)) == 0);
}

TEST_CASE("Whole body: a body kneels where it may not crouch, toes where they stood", "[human][ik]") {
  for (const double percentile : {0.05, 0.5, 0.95}) {
    const Subject s(person(Sex::Female, percentile));
    Problem p;
    stand(s, p);
    ReachGoal goal;
    goal.site = palm_site(s.dimensions, Side::Right);
    goal.point = {0.2, 0.3, -0.75};
    // A body with its heels down is in something; on the way to its knees they rise.
    goal.depth = [&](const Posture& posture) {
      double toes = 0.0;
      joint_angles(Joint::LeftToes, posture[Joint::LeftToes], &toes);
      return toes < 0.2 ? 0.3 : 0.0;
    };
    const ReachPosture got = reach_posture(s.body, s.dimensions, p.posture.start, Side::Right, goal);
    const Frames<double> before = frames_of(s, p.posture.start), after = frames_of(s, got.posture);
    INFO("percentile " << percentile << ", gap " << got.gap);
    CHECK(got.effort == Effort::Kneel);
    CHECK(got.gap < 3e-3);
    CHECK(got.deep == 0.0);
    CHECK(limit_excess(s.skeleton, got.posture) < 1e-9);
    for (const Joint knee : {Joint::LeftShank, Joint::RightShank}) {
      CHECK(after.position(knee).y > 0.045);
      CHECK(after.position(knee).y < 0.07);
    }
    for (const Joint toes : {Joint::LeftToes, Joint::RightToes})
      CHECK(glm::length(after.position(toes) - before.position(toes)) < 1e-3);
    const SupportPolygon support = kneeling_support(s.dimensions, after);
    CHECK(balance_of(support, centre_of_mass(s.masses, after)).margin > 0.0);
    // Where nothing hinders, what is near is met by crouching.
    goal.depth = nullptr;
    goal.point = {0.3, 0.3 * s.dimensions[Dimension::Stature], -0.3};
    CHECK(reach_posture(s.body, s.dimensions, p.posture.start, Side::Right, goal).effort == Effort::Pelvis);
  }
}
