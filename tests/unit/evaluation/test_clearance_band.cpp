// SPDX-License-Identifier: Apache-2.0
// Bands of distances: whoever is moved by no more than the radii that are promised of the joints stays inside of them.
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "core/rng.h"
#include "evaluation/clearance/clearance.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "human/skin/body.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;

namespace {

std::vector<math::Pose> frames_of(const human::Body& body, const human::Posture& posture) {
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, posture, frames);
  std::vector<math::Pose> poses;
  for (std::size_t i = 0; i < human::kJointCount; ++i) poses.push_back(frames.pose(human::joint_at(i)));
  return poses;
}

}  // namespace

TEST_CASE("clearance bands: a segment that is moved within its radius keeps its distance within the band") {
  const human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  const human::CollisionBody solids = human::make_collision_body(body, human::make_skin(body));
  scene::Scenario scenario;
  test::add_box(scenario, "wall", math::Vec3(0.0, 1.5, -1.0), math::Vec3(2.0, 3.0, 0.1));
  const auto place = SolidPlace::create(scenario.scene);
  REQUIRE(place);
  const auto frames = frames_of(body, human::standing_posture(body.skeleton));
  core::Rng rng(17);
  for (int i = 0; i < samples(40); ++i) {
    for (const human::CollisionPiece& piece : solids.pieces) {
      const auto does = static_cast<BodyDoes>(i % kDoingCount);
      const double distance = place->nearest(piece, frames, {}, 3.0).distance;
      const Span band = clearance_band(distance, piece.joint, does);
      math::Vec3 way(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0));
      way *= segment_radius(piece.joint, does) / std::max(1.0, glm::length(way));
      auto moved = frames;
      moved[human::index_of(piece.joint)].position += way;
      const double other = place->nearest(piece, moved, {}, 3.0).distance;
      CHECK((other >= band.low - 1e-4 && other <= band.high + 1e-4));
    }
  }
}

TEST_CASE("clearance bands: hands that are tracked are known well, feet that are guessed are not") {
  for (const BodyDoes does : {BodyDoes::Walks, BodyDoes::Stands, BodyDoes::GoesLow}) {
    CHECK(segment_radius(Joint::RightIndex2, does) < 0.04);
    CHECK(segment_radius(Joint::Head, does) <= 0.01);
    CHECK(segment_radius(Joint::LeftHand, does) == segment_radius(Joint::RightHand, does));
    CHECK(segment_radius(Joint::LeftForearm, does) < segment_radius(Joint::LeftThigh, does));
    CHECK(segment_radius(Joint::RightThigh, does) < segment_radius(Joint::RightToes, does));
  }
  CHECK(clearance_band(0.01, Joint::RightFoot, BodyDoes::Stands).low == 0.0);
}

TEST_CASE("clearance bands: standing, walking and going low are told apart") {
  const human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  const auto upright = frames_of(body, human::standing_posture(body.skeleton));
  const auto low = frames_of(body, human::crouch_posture(body.skeleton));
  const math::Vec3 still = upright[0].position;
  CHECK(doing(upright, &body, still) == BodyDoes::Stands);
  CHECK(doing(upright, &body, still - math::Vec3(0.0, 0.0, 0.011)) == BodyDoes::Walks);
  CHECK(doing(upright, &body, still - math::Vec3(0.0, 0.0, 1.0)) == BodyDoes::Stands);  // put elsewhere
  CHECK(doing(low, &body, low[0].position) == BodyDoes::GoesLow);
  CHECK(doing(low, nullptr, low[0].position) == BodyDoes::Stands);
}
