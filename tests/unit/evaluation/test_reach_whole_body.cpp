// SPDX-License-Identifier: Apache-2.0
// The fields of lean, step and kneel against brute force (reach_archive.h). Whoever is said to reach is looked at: the
// posture has to hold by forward kinematics. Whoever is said not to reach must not have been reached by brute force,
// but for points in cells at the edge, which is as fine as the cells.
#include <catch2/catch_test_macros.hpp>

#include "evaluation/reach/least_effort.h"
#include "human/body/kinematics.h"
#include "human_support.h"
#include "reach_archive.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Effort;

namespace {

struct Agreement {
  int points = 0, agree = 0, reached = 0, refuted = 0, found = 0;  // found: of those reached, by brute force too
  std::string first_wrong;
};

struct FieldCase {
  Effort least, most;
  double nearest, farthest;  // m of steps
  double longest, highest;   // m, of the points
};
constexpr FieldCase kLean{Effort::Arm, Effort::Pelvis, 0.0, 0.0, 1.3, 2.3};
constexpr FieldCase kStep{Effort::Arm, Effort::Step, 0.0, 0.6, 1.9, 2.3};
constexpr FieldCase kKneel{Effort::Kneel, Effort::Kneel, -0.3, 0.3, 2.2, 0.9};

Agreement compare(const human::Body& body, const ReachArchive& archive, const FieldCase& field, int points) {
  scene::Object point;
  point.bounds = {math::Vec3(0.0), math::Vec3(0.0)};
  ReachQuestion question{body, math::Vec3(0.0), {{"right_hand", {"point", &point, nullptr}}}};
  question.least = field.least;
  question.most = field.most;
  core::Rng rng(79);
  const human::BodySite palm = human::palm_site(body.dimensions, human::Side::Right);
  Agreement all;
  for (; all.points < points; ++all.points) {
    const double ahead = rng.uniform(0.15, field.longest), up = rng.uniform(0.02, field.highest);
    point.world_from_object.position = {0.0, up, -ahead};
    const ReachAnswer answer = least_effort(question);
    const int around = archive.around(ahead, up, field.nearest, field.farthest);
    if (!answer.reached()) {
      all.refuted += around == 9 ? 1 : 0;
      all.agree += around < 9 ? 1 : 0;
      continue;
    }
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, answer.solution.posture, frames);
    const math::Vec3 at = (frames.pose(palm.joint) * palm.joint_from_site).position;
    auto wrong = archive.wrong(answer.solution.posture, -answer.at.z);
    if (glm::length(at - point.world_from_object.position) > 2e-3) wrong = "the palm is elsewhere";
    ++all.reached;
    all.found += around > 0 ? 1 : 0;
    all.agree += wrong ? 0 : 1;
    if (wrong && all.first_wrong.empty())
      all.first_wrong = fmt::format("{:.3f} ahead, {:.3f} up: {}", ahead, up, *wrong);
  }
  return all;
}

/// `covered`: percent of what is reached that brute force has to find too, else it could not refute much.
void check(const Agreement& all, const ReachArchive& archive, int covered) {
  INFO(all.agree << " of " << all.points << " agree; " << all.reached << " reached, of them " << all.found
                 << " by brute force; refuted " << all.refuted << "; cells " << archive.cells() << "; "
                 << all.first_wrong);
  CHECK(all.agree * 100 >= all.points * 99);
  if (!kSanitized) CHECK(all.found * 100 >= all.reached * covered);
}

}  // namespace

TEST_CASE("reach: whole-body fields agree with brute force") {
  const human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  ReachArchive standing(body, Stance::Standing), kneeling(body, Stance::Kneeling);
  standing.grow(scaled(100'000, 2'000));
  kneeling.grow(scaled(20'000, 500));
  check(compare(body, standing, kLean, samples(60)), standing, 60);
  check(compare(body, standing, kStep, samples(20)), standing, 60);
  check(compare(body, kneeling, kKneel, samples(20)), kneeling, 40);
}

TEST_CASE("reach: whole-body fields at 20 000 points against brute force", "[.all]") {
  const human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  ReachArchive standing(body, Stance::Standing), kneeling(body, Stance::Kneeling);
  standing.grow(3'000'000);
  kneeling.grow(1'000'000);
  check(compare(body, standing, kLean, 8'000), standing, 95);
  check(compare(body, standing, kStep, 6'000), standing, 95);
  check(compare(body, kneeling, kKneel, 6'000), kneeling, 90);
}
