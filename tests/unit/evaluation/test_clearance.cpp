// SPDX-License-Identifier: Apache-2.0
// Clearance of posed bodies against alternating projections onto two convex sets, which need nothing of the program's
// own distances: the nearest points of a rounded box and a box are where clamping to one and to the other no longer
// moves.
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "core/rng.h"
#include "evaluation/clearance/clearance.h"
#include "human/body/kinematics.h"
#include "human/skin/body.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;

namespace {

scene::Scene boxes(core::Rng& rng, std::size_t count) {
  scene::Scene scene;
  for (std::uint32_t i = 0; i < count; ++i) scene.objects.push_back(test::random_box(rng, i + 1));
  return scene;
}

math::Vec3 projected(const math::Pose& world_from_box, const math::Vec3& half, const math::Vec3& point) {
  return world_from_box.point(glm::clamp(math::inverse(world_from_box).point(point), -half, half));
}

double oracle_distance(const math::Pose& a, const math::Vec3& a_half, double radius, const math::Pose& b,
                       const math::Vec3& b_half) {
  math::Vec3 p = a.position, q = b.position;
  double before = 1e9;
  for (int i = 0; i < 4000; ++i) {
    q = projected(b, b_half, p);
    p = projected(a, a_half, q);
    const double now = glm::length(p - q);
    if (before - now < 1e-12) break;
    before = now;
  }
  return std::max(0.0, glm::length(p - q) - radius);
}

struct Figure {
  human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  human::CollisionBody solids = human::make_collision_body(body, human::make_skin(body));
};

std::vector<math::Pose> posed(const human::Skeleton& skeleton, core::Rng& rng) {
  human::Posture posture = human::zero_posture(skeleton);
  human::set_angles(posture, random_angles(skeleton, rng, 0.7));
  posture.world_from_pelvis.rotation = math::from_axis_angle({0, 1, 0}, rng.uniform(-3.0, 3.0));
  human::Frames<double> frames;
  human::forward_kinematics(skeleton, posture, frames);
  std::vector<math::Pose> poses;
  for (std::size_t i = 0; i < human::kJointCount; ++i) poses.push_back(frames.pose(human::joint_at(i)));
  return poses;
}

}  // namespace

TEST_CASE("clearance: pieces of posed bodies are as far from boxes as alternating projections find") {
  const Figure figure;
  core::Rng rng(11);
  double worst = 0.0, witness = 0.0;
  int measured = 0, missed = 0;
  for (int i = 0; i < samples(60); ++i) {
    const scene::Scene scene = boxes(rng, 6);
    const auto place = SolidPlace::create(scene);
    REQUIRE(place);
    const auto frames = posed(figure.body.skeleton, rng);
    for (const human::CollisionPiece& piece : figure.solids.pieces) {
      const math::Pose core = frames[human::index_of(piece.joint)] * piece.shape.joint_from_box;
      double expected = 1e9;
      for (const scene::Object& box : scene.objects)
        expected = std::min(expected, oracle_distance(core, piece.shape.half, piece.shape.radius, box.world_from_object,
                                                      box.collision[0].half));
      const Gap gap = place->nearest(piece, frames, {});
      if (!gap.found()) {
        missed += expected < kClearanceRange - 1e-4 ? 1 : 0;
        continue;
      }
      ++measured;
      worst = std::max(worst, std::abs(gap.distance - expected));
      if (gap.distance > 0.0)
        witness = std::max(witness, std::abs(glm::length(gap.on_other - gap.on_body) - gap.distance));
    }
  }
  CHECK(measured > samples(60) * 20);
  CHECK(missed == 0);
  CHECK(worst < 1e-4);
  CHECK(witness < 1e-6);
}

TEST_CASE("clearance: pieces of two people are as far apart as alternating projections find") {
  const Figure figure;
  core::Rng rng(12);
  double worst = 0.0;
  int measured = 0;
  for (int i = 0; i < samples(4); ++i) {
    const auto mine = posed(figure.body.skeleton, rng);
    auto theirs = posed(figure.body.skeleton, rng);
    for (math::Pose& pose : theirs) pose.position += math::Vec3(rng.uniform(0.3, 0.4), 0.0, 0.2);
    for (const human::CollisionPiece& a : figure.solids.pieces) {
      for (const human::CollisionPiece& b : figure.solids.pieces) {
        const Gap gap = between_pieces(a, mine, b, theirs, 0.5);
        const double expected = oracle_distance(
            mine[human::index_of(a.joint)] * a.shape.joint_from_box, a.shape.half, a.shape.radius + b.shape.radius,
            theirs[human::index_of(b.joint)] * b.shape.joint_from_box, b.shape.half);
        worst = std::max(worst, std::abs(gap.distance - std::min(expected, 0.5)));
        measured += gap.distance < 0.5 ? 1 : 0;
      }
    }
  }
  CHECK(measured > 100);
  CHECK(worst < 1e-4);
}

TEST_CASE("clearance: headroom and the width of a passage are those of the walls that make them") {
  scene::Scene scene;
  const auto add = [&](const math::Vec3& at, const math::Vec3& half) {
    scene::Object object;
    object.id = {static_cast<std::uint32_t>(scene.objects.size() + 1)};
    object.name = "wall" + std::to_string(scene.objects.size());
    object.world_from_object.position = at;
    object.collision.push_back({scene::ShapeKind::Box, {}, half});
    scene.objects.push_back(object);
  };
  add({-0.6, 1.0, 0.0}, {0.1, 1.0, 2.0});   // its face at x = -0.5
  add({0.5, 1.0, 0.0}, {0.1, 1.0, 2.0});    // at x = 0.4
  add({0.0, 2.25, 0.0}, {1.0, 0.05, 1.0});  // a ceiling at 2.2 m
  const auto place = SolidPlace::create(scene);
  REQUIRE(place);
  const auto width = place->width({0.0, 1.0, 0.0}, {0.0, 0.0, -1.0}, 1.5);
  REQUIRE(width);
  CHECK(std::abs(width->length - 0.9) < 1e-4);
  CHECK(std::abs(glm::length(width->to - width->from) - width->length) < 1e-9);
  CHECK(!place->width({0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}, 1.5));  // open along the passage
  human::CollisionPiece head;
  head.joint = human::Joint::Head;
  head.shape.radius = 0.1;
  std::vector<math::Pose> frames(human::kJointCount);
  frames[human::index_of(human::Joint::Head)].position = {0.0, 1.6, 0.0};
  CHECK(std::abs(place->headroom(head, frames, 1.0).length - 0.5) < 1e-3);
}
