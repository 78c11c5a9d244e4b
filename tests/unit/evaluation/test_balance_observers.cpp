// SPDX-License-Identifier: Apache-2.0
// Balance and joint torques over moments made by hand, against sums made by hand.
#include <catch2/catch_test_macros.hpp>

#include "evaluation/balance_series.h"
#include "evaluation/joint_torques.h"
#include "human/body/named_postures.h"
#include "math/constants.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;

namespace {

human::Body make_person() {
  const auto population = human::load_default_population();
  REQUIRE(population);
  auto body = human::make_body(*population, human::BodySpec{});
  REQUIRE(body);
  return std::move(*body);
}

/// One user who stands with the right arm held forward.
struct Stander {
  human::Body body = make_person();
  human::Frames<double> frames;
  frame::Moment moment;

  Stander() {
    human::Posture posture = human::standing_posture(body.skeleton);
    posture[Joint::RightUpperArm] = math::from_axis_angle({1.0, 0.0, 0.0}, 0.5 * math::kPi);
    human::forward_kinematics(body.skeleton, posture, frames);
    frame::MomentPerson person;
    person.id = {1};
    person.is_user = person.present = 1;
    person.joint_count = human::kJointCount;
    person.borne_by = frame::kLeftFootBears | frame::kRightFootBears;
    for (std::size_t i = 0; i < human::kJointCount; ++i) {
      moment.rotations.push_back(posture.rotations[i]);
      moment.world_from_joint.push_back(frames.pose(human::joint_at(i)));
    }
    moment.people.push_back(person);
  }
  frame::MomentPerson& person() { return moment.people[0]; }
  Surroundings surroundings() const {
    Surroundings s;
    s.people.push_back({{1}, "user", {}, &body});
    return s;
  }
};

}  // namespace

TEST_CASE("balance series: the least margin of every half second, time outside and what was held") {
  Stander stander;
  const Surroundings surroundings = stander.surroundings();
  BalanceSeries observer(surroundings);
  observer.begin(stander.moment);
  for (core::Tick tick = 1; tick <= 120; ++tick) {
    stander.moment.tick = tick;
    auto& person = stander.person();
    person.balance_margin = tick == 50 ? -0.02 : tick <= 45 ? 0.05 : 0.06;
    person.borne_by = tick > 90 ? 0 : 3;  // in the air
    person.loads[1] = {tick == 60 ? 7.5 : 0.0, {}};
    observer.observe(stander.moment);
  }
  core::Json report;
  observer.write(report);
  const core::Json& row = report["users"][0]["balance"];
  CHECK(row["series"]["margin_m"] == core::Json::array({0.05, -0.02, nullptr}));
  CHECK(row["series"]["every_s"] == 0.5);
  CHECK(row["least_margin_m"] == -0.02);
  CHECK(row["least_at_s"] == core::seconds_of(50));
  CHECK(row["outside_s"] == core::seconds_of(1));
  CHECK(row["borne_s"] == 1.0);
  CHECK(row["most_held_kg"] == 7.5);
}

TEST_CASE("joint torques: arm and ankle hold what sums made by hand say, and a load adds its weight times its lever") {
  Stander stander;
  const Surroundings surroundings = stander.surroundings();
  const auto most = [&](LoadGroup group) {
    JointTorques observer(surroundings);
    observer.begin(stander.moment);
    observer.observe(stander.moment);
    return observer.people()[0].most[static_cast<std::size_t>(group)].load.torque;
  };
  const auto& masses = stander.body.masses;
  const auto weight_about = [&](Joint joint, std::initializer_list<Joint> parts) {  // N m about the line to the right
    double sum = 0.0;
    for (const Joint part : parts) {
      const auto& segment = masses.segments[human::index_of(part)];
      const double ahead = stander.frames.position(joint).z - stander.frames.pose(part).point(segment.centre).z;
      sum += segment.mass * math::kGravity * ahead;
    }
    return sum;
  };
  const double arm = weight_about(
      Joint::RightUpperArm, {Joint::RightUpperArm, Joint::RightForearm, Joint::RightForearmTwist, Joint::RightHand});
  CHECK(arm > 5.0);
  CHECK(std::abs(most(LoadGroup::Shoulder) - arm) < 0.02 * arm);  // the axis is not quite level

  const double empty = most(LoadGroup::Elbow);
  const math::Vec3 load = stander.frames.position(Joint::RightHand) + math::Vec3(0.0, 0.0, -0.1);
  stander.person().loads[1] = {10.0, load};
  const double lever = stander.frames.position(Joint::RightForearm).z - load.z;
  CHECK(lever > 0.3);
  CHECK(std::abs(most(LoadGroup::Elbow) - empty - 10.0 * math::kGravity * lever) < 1.0);

  // Both feet together bear body and load under the common centre of mass.
  const std::array<human::HeldLoad, 1> held{
      {{Joint::RightHand, math::inverse(stander.frames.pose(Joint::RightHand)).point(load), 10.0}}};
  const math::Vec3 centre = human::centre_of_mass(masses, stander.frames, held);
  const double right_share =
      0.5 +
      (centre.x - 0.5 * (stander.frames.position(Joint::LeftFoot).x + stander.frames.position(Joint::RightFoot).x)) /
          (stander.frames.position(Joint::RightFoot).x - stander.frames.position(Joint::LeftFoot).x);
  const double ahead = stander.frames.position(Joint::RightFoot).z - centre.z;
  const double expected =
      right_share * (masses.total + 10.0) * math::kGravity * ahead - weight_about(Joint::RightFoot, {Joint::RightFoot});
  INFO("ankle " << most(LoadGroup::Ankle) << " N m, by hand " << expected);
  CHECK(expected > 20.0);
  CHECK(std::abs(most(LoadGroup::Ankle) - expected) < 0.05 * expected);
  // Out of balance, as in the midst of a step, no ground is under the centre of mass.
  stander.person().balance_margin = -0.01;
  CHECK(most(LoadGroup::Ankle) < 0.0);
  stander.person().balance_margin = 0.0;
  // On the knees the ground is not under the feet: of the legs nothing is told.
  stander.person().borne_by |= frame::kKneeBears;
  CHECK(most(LoadGroup::Ankle) < 0.0);
  CHECK(most(LoadGroup::Shoulder) > arm);
}
