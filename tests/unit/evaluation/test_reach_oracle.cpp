// SPDX-License-Identifier: Apache-2.0
// The arm's reachable field against brute force: millions of random arm angles through forward kinematics, binned. Of
// standing and of sitting bodies; sitting itself against the measures of the body.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "core/rng.h"
#include "evaluation/reach/least_effort.h"
#include "evaluation/reach/reach_field.h"
#include "evaluation/reach/seat.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;

namespace {

constexpr double kBin = 0.02;     // m
constexpr double kSlice = 0.012;  // m to either side of straight ahead

struct Bins {
  std::set<std::pair<int, int>> hit;  // ahead, up

  static int of(double metres) { return static_cast<int>(std::floor(metres / kBin)); }
  int around(double ahead, double up) const {  // of the nine bins at and around a point
    int count = 0;
    for (int i = -1; i <= 1; ++i) {
      for (int j = -1; j <= 1; ++j) count += hit.count({of(ahead) + i, of(up) + j}) > 0 ? 1 : 0;
    }
    return count;
  }
};

/// Where the right palm comes in the slice straight ahead when its arm takes random angles and nothing else moves.
Bins brute_force(const human::Body& body, const human::Posture& base, int count) {
  core::Rng rng(77);
  const human::BodySite palm = human::palm_site(body.dimensions, human::Side::Right);
  const human::Angles rest = human::angles_of(base);
  Bins bins;
  human::Frames<double> frames;
  for (int i = 0; i < count; ++i) {
    human::Angles angles = rest;
    const human::Angles random = random_angles(body.skeleton, rng, 1.0);
    for (std::size_t dof = 0; dof < human::kDofCount; ++dof) {
      const Joint joint = human::place_of_dof(dof).joint;
      const bool arm = joint == Joint::RightClavicle || joint == Joint::RightUpperArm || joint == Joint::RightForearm ||
                       joint == Joint::RightForearmTwist || joint == Joint::RightHand;
      if (arm) angles[dof] = random[dof];
    }
    human::Posture posture = base;
    human::set_angles(posture, angles);
    human::forward_kinematics(body.skeleton, posture, frames);
    const math::Vec3 at = (frames.pose(palm.joint) * palm.joint_from_site).position;
    if (std::abs(at.x) < kSlice && at.z < 0.0) bins.hit.emplace(Bins::of(-at.z), Bins::of(at.y));
  }
  return bins;
}

/// Share of points on which both agree. A point at the edge of what was hit, which is as fine as the bins, agrees with
/// either answer.
double agreement(const human::Body& body, double seat, int postures, int points) {
  const human::Posture base = seat > 0.0 ? seated_posture(body, seat) : human::standing_posture(body.skeleton);
  const Bins bins = brute_force(body, base, postures);
  scene::Object point;
  point.bounds = {math::Vec3(0.0), math::Vec3(0.0)};
  ReachQuestion question{body, math::Vec3(0.0), {{"right_hand", {"point", &point, nullptr}}}};
  question.most = human::Effort::Arm;
  question.seat = seat;
  core::Rng rng(78);
  int agree = 0, inside = 0;
  for (int i = 0; i < points; ++i) {
    const double ahead = rng.uniform(0.15, 1.1), up = rng.uniform(0.3, 2.2);
    point.world_from_object.position = {0.0, up, -ahead};
    const bool reached = least_effort(question).reached();
    const int around = bins.around(ahead, up);
    agree += reached ? (around > 0 ? 1 : 0) : (around < 9 ? 1 : 0);
    inside += around == 9 ? 1 : 0;
  }
  INFO("inside " << inside << " of " << points);
  if (!kSanitized) CHECK(inside > points / 20);  // too few postures are drawn under sanitizers to surround a point
  return static_cast<double>(agree) / points;
}

}  // namespace

TEST_CASE("reach: the arm's field agrees with brute force, standing and sitting") {
  const human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  for (const double seat : {0.0, 0.42}) {
    const double share = agreement(body, seat, scaled(400'000, 20'000), samples(300));
    INFO("seat " << seat << ": " << share);
    CHECK(share >= (kSanitized ? 0.9 : 0.99));
  }
}

TEST_CASE("reach: 20 000 points against brute force", "[.all]") {
  const human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  for (const double seat : {0.0, 0.45}) {
    const double share = agreement(body, seat, 8'000'000, 10'000);
    INFO("seat " << seat << ": " << share);
    CHECK(share >= 0.99);
  }
}

TEST_CASE("reach: somebody who sits has the eyes where measures put them, feet on the ground, and is in balance") {
  for (const auto sex : {human::Sex::Female, human::Sex::Male}) {
    const human::Body body = human::make_body(person(sex, 0.5), 1);
    const double seat = body.dimensions[human::Dimension::PoplitealHeight];
    const human::Posture posture = seated_posture(body, seat);
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    CHECK(std::abs(frames.position(Joint::RightEye).y - seat - body.dimensions[human::Dimension::EyeHeightSitting]) <
          1e-6);
    const human::Sole sole = human::build_sole(body.dimensions, human::Side::Right);
    double lowest = 1e9;
    for (const math::Vec3& corner : sole.whole)
      lowest = std::min(lowest, frames.pose(Joint::RightFoot).point(corner).y);
    CHECK(std::abs(lowest) < 0.05);
    CHECK(std::abs(frames.position(Joint::RightThigh).y - frames.position(Joint::RightShank).y) < 0.15);
    const math::Vec3 centre = human::centre_of_mass(body.masses, frames);
    CHECK(human::balance_of(seated_support(body, posture), centre).margin > 0.05);
  }
}

TEST_CASE("reach: a sitting body reaches by arm and lean alone, and less far than one that stands and steps") {
  const human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  const ReachField sits = reach_field("f50", body, 0.42), stands = reach_field("f50", body);
  int leans = 0;
  for (std::size_t i = 0; i < sits.classes.size(); ++i) {
    const auto kind = sits.classes[i];
    CHECK((kind == scene::ReachEffort::Arm || kind == scene::ReachEffort::Lean || kind == scene::ReachEffort::No));
    leans += kind == scene::ReachEffort::Lean ? 1 : 0;
  }
  CHECK(leans >= 3);
  CHECK(sits.area(scene::ReachEffort::Arm) > 0.3);
  CHECK(sits.area(scene::ReachEffort::No) >= sits.area(scene::ReachEffort::Lean));
  CHECK(stands.area(scene::ReachEffort::Step) > sits.area(scene::ReachEffort::Lean));
  CHECK(sits.eye_height < stands.eye_height);
}
