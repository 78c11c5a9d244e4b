// SPDX-License-Identifier: Apache-2.0
#include "human/motion/clip.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "cmu_bvh.h"
#include "math/trig.h"

namespace fh::human {
namespace {

Clip small_clip(int frames, double speed, const ClipOptions& options = {}) {
  const auto bvh = read_bvh(test::cmu_bvh(frames, speed), "made.bvh");
  REQUIRE(bvh);
  auto clip = make_clip(*bvh, options);
  REQUIRE(clip);
  return *clip;
}

}  // namespace

TEST_CASE("a clip faces -Z, its left is -X, and its rest turned to hanging arms is the identity") {
  const Clip clip = small_clip(3, 0.0);
  const ClipFrame& t_pose = clip.frames[0];
  CHECK(t_pose[ClipJoint::LeftWrist].position.x < -0.6);
  CHECK(t_pose[ClipJoint::RightWrist].position.x > 0.6);
  CHECK(t_pose[ClipJoint::LeftToes].position.z < t_pose[ClipJoint::LeftAnkle].position.z);
  // The arm of a T-pose is our hanging arm raised by 90 degrees, thumbs forward.
  const math::Vec3 along = t_pose[ClipJoint::RightElbow].direction({0, -1, 0});
  CHECK(glm::length(along - math::Vec3(1, 0, 0)) < 1e-9);
  CHECK(glm::length(t_pose[ClipJoint::RightElbow].direction({0, 0, -1}) - math::Vec3(0, 0, -1)) < 1e-9);
  CHECK(glm::length(t_pose[ClipJoint::Head].direction({0, 0, -1}) - math::Vec3(0, 0, -1)) < 1e-9);
  CHECK(clip.finger_bases[1].y == Catch::Approx(-0.06));
}

TEST_CASE("bones keep their lengths and directions through every frame") {
  const Clip clip = small_clip(60, 1.2);
  for (const ClipFrame& frame : clip.frames) {
    for (const auto& [joint, child, length] :
         {std::tuple(ClipJoint::RightShoulder, ClipJoint::RightElbow, 0.28),
          std::tuple(ClipJoint::RightElbow, ClipJoint::RightWrist, 0.24),
          std::tuple(ClipJoint::LeftHip, ClipJoint::LeftKnee, 0.01 * std::sqrt(14.0 * 14 + 39 * 39))}) {
      const math::Vec3 bone = frame[child].position - frame[joint].position;
      CHECK(glm::length(bone - frame[joint].direction({0, -length, 0})) < 1e-9);
    }
  }
}

TEST_CASE("walking goes forward, and resampling keeps the path") {
  const Clip clip = small_clip(121, 1.2, {.drop_first_frame = true});
  REQUIRE(clip.frames.size() == 120);
  CHECK(clip.frames.back()[ClipJoint::Pelvis].position.z < -1.0);
  const Clip slow = resampled(clip, 60.0);
  CHECK(slow.frames.size() == 60);
  for (std::size_t f = 0; f < slow.frames.size(); f += 7) {
    CHECK(glm::length(slow.frames[f][ClipJoint::Head].position - clip.frames[2 * f][ClipJoint::Head].position) < 1e-3);
  }
}

TEST_CASE("a file without the joints of a body is refused with their names") {
  std::string text = test::cmu_bvh(2);
  for (std::size_t at = text.find("LeftHand\n"); at != std::string::npos; at = text.find("LeftHand\n")) {
    text.replace(at, 8, "Paw");
  }
  const auto bvh = read_bvh(text, "odd.bvh");
  REQUIRE(bvh);
  const auto clip = make_clip(*bvh);
  REQUIRE(!clip);
  CHECK(clip.error().message.find("LeftHand") != std::string::npos);
  CHECK(!make_clip(*read_bvh(test::cmu_bvh(1), "one.bvh"), {.drop_first_frame = true}));
}

}  // namespace fh::human
