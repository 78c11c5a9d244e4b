// SPDX-License-Identifier: Apache-2.0
// What a person reaches while a visit runs: on the seat that its eyes are over, by the field of a body that sits there.
#include <catch2/catch_test_macros.hpp>

#include "evaluation/live_reach.h"
#include "evaluation/reach/seat.h"
#include "human/body/kinematics.h"
#include "human/body/named_postures.h"
#include "human_support.h"

using namespace fh;
using namespace fh::evaluation;

namespace {

constexpr double kSeat = 0.45;

/// One person, and a stool that is two metres ahead of the origin.
struct Visitor {
  human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  scene::Scene scene;
  Surroundings surroundings;
  frame::Moment moment;
  std::vector<math::Pose> frames;

  Visitor() {
    scene::Object stool;
    stool.id = {1};
    stool.name = "stool";
    stool.world_from_object.position = {0.0, 0.0, -2.0};
    stool.sites.push_back({"seat", {{}, {0.0, kSeat, 0.0}}});
    scene.objects.push_back(stool);
    surroundings.scene = &scene;
    surroundings.people.push_back({{1}, "ann", {}, &body, nullptr});
  }
  Visitor(const Visitor&) = delete;

  void take(human::Posture posture, const math::Vec3& offset) {
    posture.world_from_pelvis.position += offset;
    human::Frames<double> all;
    human::forward_kinematics(body.skeleton, posture, all);
    frames.clear();
    for (std::size_t i = 0; i < human::kJointCount; ++i) frames.push_back(all.pose(human::joint_at(i)));
  }
};

}  // namespace

TEST_CASE("live reach: a body on a seat is told what a sitting body reaches, from under the seat") {
  Visitor v;
  LiveReach reach(v.surroundings, 0);
  const auto observe = [&](int times) {
    for (int i = 0; i < times; ++i) reach.observe(v.moment, v.frames);
  };
  const human::Posture sitting = seated_posture(v.body, kSeat), standing = human::standing_posture(v.body.skeleton);
  v.take(sitting, {0.0, 0.0, -2.0});
  observe(LiveReach::kTicks);
  CHECK(reach.field() == nullptr);
  CHECK(std::abs(reach.seat() - kSeat) <= 0.011);
  observe(1);
  REQUIRE(reach.field() != nullptr);
  CHECK(reach.field()->classes == reach_field("ann", v.body, reach.seat()).classes);
  CHECK(glm::length(reach.origin() - math::Vec3(0.0, reach.origin().y, -2.0)) < 1e-9);
  CHECK(std::abs(reach.origin().y) < 0.03);
  // Sitting nobody gets to the ground two paces ahead, nor as far up as standing.
  CHECK(reach.field()->at(0.5, 1.0) <= scene::ReachEffort::Lean);
  CHECK(reach.field()->at(1.1, 0.1) == scene::ReachEffort::No);

  // Leaning over the knees it still sits; as high beside the stool it does not; standing over it neither.
  human::Posture leaning = sitting;
  const std::array<double, 3> bow{math::radians(25.0), 0.0, 0.0};
  for (const human::Joint joint : {human::Joint::L5, human::Joint::L3})
    leaning[joint] = human::joint_rotation(joint, bow.data());
  v.take(leaning, {0.0, 0.0, -2.0});
  observe(1);
  CHECK(reach.seat() > 0.0);
  v.take(standing, {0.0, 0.0, -2.0});
  observe(1);
  CHECK(reach.seat() == 0.0);
  CHECK(reach.field() == nullptr);
  v.take(sitting, {1.0, 0.0, -2.0});
  observe(1);
  CHECK(reach.seat() == 0.0);
  // Back on the stool nothing has to be worked out again.
  v.take(sitting, {0.0, 0.0, -2.0});
  observe(1);
  CHECK(reach.field() != nullptr);
}
