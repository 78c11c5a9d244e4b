// SPDX-License-Identifier: Apache-2.0
// Clearance of posed bodies among boxes against FCL, another library's distances. Where FCL is missing the test is
// skipped.
#ifdef FH_HAVE_FCL
#include <fcl/fcl.h>
#endif

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

#ifdef FH_HAVE_FCL
namespace {

fcl::Transform3d as_fcl(const math::Pose& pose) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  result.translation() = fcl::Vector3d(pose.position.x, pose.position.y, pose.position.z);
  result.linear() =
      fcl::Quaterniond(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z).toRotationMatrix();
  return result;
}

/// A rounded box is all that is within its radius of a box; FCL's boxes may be flat, but not to nothing.
double fcl_distance(const math::Pose& core, const math::Vec3& half, double radius, const scene::Object& object) {
  const math::Vec3 size = glm::max(2.0 * half, math::Vec3(1e-7)), other = 2.0 * object.collision[0].half;
  fcl::CollisionObjectd a(std::make_shared<fcl::Boxd>(size.x, size.y, size.z), as_fcl(core));
  fcl::CollisionObjectd b(std::make_shared<fcl::Boxd>(other.x, other.y, other.z), as_fcl(object.world_from_object));
  fcl::DistanceRequestd request(true);
  request.distance_tolerance = 1e-9;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::DistanceResultd result;
  fcl::distance(&a, &b, request, result);
  return std::max(0.0, result.min_distance - radius);
}

/// The largest difference over so many bodies, each among three boxes. `compared`: pairs of piece and place.
double worst_difference(int bodies, std::uint64_t seed, int& compared) {
  const human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  const human::CollisionBody solids = human::make_collision_body(body, human::make_skin(body));
  core::Rng rng(seed);
  double worst = 0.0;
  for (int i = 0; i < bodies; ++i) {
    scene::Scene scene;
    for (std::uint32_t id = 1; id <= 3; ++id) scene.objects.push_back(test::random_box(rng, id));
    const auto place = SolidPlace::create(scene);
    human::Posture posture = human::zero_posture(body.skeleton);
    human::set_angles(posture, random_angles(body.skeleton, rng, 0.7));
    posture.world_from_pelvis.position = {0.0, 1.0, 0.0};
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    std::vector<math::Pose> poses;
    for (std::size_t j = 0; j < human::kJointCount; ++j) poses.push_back(frames.pose(human::joint_at(j)));
    for (const human::CollisionPiece& piece : solids.pieces) {
      const math::Pose core = poses[human::index_of(piece.joint)] * piece.shape.joint_from_box;
      double expected = kClearanceRange;
      for (const scene::Object& box : scene.objects)
        expected = std::min(expected, fcl_distance(core, piece.shape.half, piece.shape.radius, box));
      worst = std::max(worst, std::abs(place->nearest(piece, poses, {}).distance - expected));
      ++compared;
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("clearance: pieces of posed bodies are as far from boxes as FCL finds") {
  int compared = 0;
  CHECK(worst_difference(samples(20), 31, compared) < 1e-4);
  CHECK(compared > 20 * samples(20));
}

TEST_CASE("clearance: 10 000 posed bodies against FCL", "[.all]") {
  int compared = 0;
  CHECK(worst_difference(10'000, 32, compared) < 1e-4);
  CHECK(compared > 200'000);
}
#else
TEST_CASE("clearance: pieces of posed bodies are as far from boxes as FCL finds") {
  SKIP("FCL is not installed");
}
#endif
