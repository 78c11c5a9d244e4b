// SPDX-License-Identifier: Apache-2.0
// A body written as BVH and read back by the reader of captured motion stands as it stood.
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "human/body/kinematics.h"
#include "human/body/population.h"
#include "human/motion/clip.h"
#include "human/skin/body.h"
#include "report/motion/motion_writer.h"
#include "temporary_folder.h"

using namespace fh;
using human::ClipJoint;
using human::Joint;

namespace {

constexpr std::pair<ClipJoint, Joint> kSame[] = {{ClipJoint::Pelvis, Joint::Pelvis},
                                                 {ClipJoint::Spine1, Joint::L5},
                                                 {ClipJoint::Spine3, Joint::T7},
                                                 {ClipJoint::Neck, Joint::Neck},
                                                 {ClipJoint::Head, Joint::Head},
                                                 {ClipJoint::LeftClavicle, Joint::LeftClavicle},
                                                 {ClipJoint::LeftShoulder, Joint::LeftUpperArm},
                                                 {ClipJoint::RightElbow, Joint::RightForearm},
                                                 {ClipJoint::RightWrist, Joint::RightHand},
                                                 {ClipJoint::LeftHip, Joint::LeftThigh},
                                                 {ClipJoint::RightKnee, Joint::RightShank},
                                                 {ClipJoint::LeftAnkle, Joint::LeftFoot},
                                                 {ClipJoint::RightToes, Joint::RightToes}};

/// Turns of any size, and some that put the middle angle at a right angle.
math::Quat any_turn(core::Rng& rng, bool at_the_pole) {
  if (at_the_pole) return math::from_axis_angle({0.0, 1.0, 0.0}, rng.below(2) ? 0.5 * math::kPi : -0.5 * math::kPi);
  return math::from_yaw_pitch_roll(rng.uniform(-3.0, 3.0), rng.uniform(-1.5, 1.5), rng.uniform(-3.0, 3.0));
}

}  // namespace

TEST_CASE("a body written as BVH is read back exactly") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const auto body = human::make_body(*population, {});
  REQUIRE(body);
  const test::TemporaryFolder folder;
  const auto file = folder.path / "body.bvh";
  const auto writer = report::make_bvh_writer(file, core::BodyId{1}, 1.0 / 30.0);
  core::Rng rng(23);
  std::vector<frame::Moment> moments(40);
  for (std::size_t k = 0; k < moments.size(); ++k) {
    human::Posture posture;
    posture.world_from_pelvis = {any_turn(rng, false), {rng.uniform(-5, 5), rng.uniform(0.5, 1.5), rng.uniform(-5, 5)}};
    for (auto& rotation : posture.rotations) rotation = any_turn(rng, rng.below(8) == 0);
    posture.rotations[0] = math::kIdentity;
    human::Frames<double> frames;
    human::forward_kinematics(body->skeleton, posture, frames);
    frame::MomentPerson person;
    person.id = core::BodyId{1};
    person.present = k == 0 ? 0 : 1;  // comes with the second moment
    person.body_number = k > 35 ? 1 : 0;
    person.joint_count = human::kJointCount;
    for (std::size_t i = 0; i < human::kJointCount; ++i)
      moments[k].world_from_joint.push_back(frames.pose(human::joint_at(i)));
    moments[k].people.push_back(person);
    writer->add(moments[k]);
  }
  CHECK(writer->samples() == 35);  // without the first, and without those of another body
  const auto written = writer->end();
  if (!written) FAIL(written.error().message);
  const auto clip = human::load_clip(file);
  if (!clip) FAIL(clip.error().message);
  REQUIRE(clip->frames.size() == 35);
  CHECK(std::abs(clip->frame_time - 1.0 / 30.0) < 1e-8);
  CHECK(clip->unit == 1.0);
  double worst = 0.0;
  for (std::size_t k = 0; k < clip->frames.size(); ++k) {
    for (const auto& [read, ours] : kSame) {
      const math::Vec3 was = moments[k + 1].world_from_joint[human::index_of(ours)].position;
      worst = std::max(worst, glm::length(clip->frames[k][read].position - was));
    }
  }
  CHECK(worst < 1e-5);
}

TEST_CASE("nobody is no motion") {
  const test::TemporaryFolder folder;
  const auto writer = report::make_bvh_writer(folder.path / "nobody.bvh", core::BodyId{3}, 0.1);
  writer->add({});
  CHECK_FALSE(writer->end());
  CHECK_FALSE(std::filesystem::exists(folder.path / "nobody.bvh"));
}
