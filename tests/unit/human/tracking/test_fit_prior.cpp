// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_prior.h"

#include "core/files.h"
#include "fit_user.h"

namespace fh::human {
namespace {

/// Walks a metre ahead with a nod and hands that swing, then reaches out ahead and stands; `each` sees every tick.
template <class Each>
void walk_and_reach(FitUser& user, Each&& each) {
  user.tick(20);
  TrackedInput there = user.input;
  there.head.pose.position += math::Vec3(0.0, -0.02, -1.0);
  there.hands[0].wrist.pose.position += math::Vec3(0.0, 0.08, -1.15);
  there.hands[1].wrist.pose.position += math::Vec3(0.0, 0.08, -0.9);
  user.move_to(there, 1.5, each);
  there.hands[1].wrist.pose.position += math::Vec3(-0.05, 0.35, -0.5);
  user.move_to(there, 1.0, each);
  user.move_to(there, 1.0, each);
}

}  // namespace

TEST_CASE("what a prior says of a body that stands at ease is that it stands so, wherever it looks and is") {
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  const auto population = load_default_population();
  REQUIRE(population);
  for (const auto& [sex, percentile] : {std::pair(Sex::Male, 0.5), {Sex::Female, 0.05}, {Sex::Male, 0.95}}) {
    BodySpec spec;
    spec.person.sex = sex;
    spec.person.percentiles[Dimension::Stature] = percentile;
    const auto made = make_body(*population, spec);
    REQUIRE(made);
    const Skeleton& skeleton = made->skeleton;
    Posture posture = standing_posture(skeleton);
    const math::Pose moved{math::from_axis_angle(math::kUp, -1.9), {4.0, 0.0, 7.0}};
    posture.world_from_pelvis = moved * posture.world_from_pelvis;
    Frames<double> frames;
    forward_kinematics(skeleton, posture, frames);
    PriorSight sight;
    sight.head = frames.pose(Joint::Head);
    sight.wrists = {frames.pose(Joint::LeftHand), frames.pose(Joint::RightHand)};
    sight.tracked = {true, true};
    const auto off = [&](const PriorBody& body, std::size_t i) {
      PriorMotion motion;
      const PriorGuess guess = advance_prior(*prior, body, sight, 1.0 / 90.0, motion);
      return glm::length(guess.places[i] - frames.position(kLandmarks[i].joint));
    };
    const PriorBody own = prior_body(skeleton, *prior), learnt = prior_body(skeleton);
    double most = 0.0;
    for (const std::size_t i : {kAtNeck, kAtT5, kAtT12, kAtL5, kAtHips, kAtShoulders}) {
      INFO(percentile << ", landmark " << i);
      CHECK(off(own, i) < 0.015);
      most = std::max(most, off(learnt, i));
    }
    CHECK(most > 0.02);  // captured people stand otherwise
    CHECK(off(own, kAtAnkles) < 0.05);
    CHECK(off(own, kAtAnkles) < off(learnt, kAtAnkles));
  }
}

TEST_CASE("a body that follows a prior keeps head, hands, limits and ground, and is not the body of the rules") {
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  FitUser led, ruled;
  led.rig = build_fit_rig(led.body, &*prior);
  std::vector<math::Vec3> ways, again;
  double apart = 0.0;
  walk_and_reach(led, [&](const FitResult& result) {
    CHECK(result.head_gap < 1e-9);
    for (const HandFit& hand : result.hands) CHECK(hand.gap < 1e-3);
    CHECK(limit_excess(led.body.skeleton, result.posture) < 1e-6);
    CHECK(lowest_sole(led.rig, result) > -0.01);
    ways.push_back(result.posture.world_from_pelvis.position);
  });
  std::size_t at = 0;
  walk_and_reach(ruled, [&](const FitResult& result) {
    apart = std::max(apart, glm::length(result.posture.world_from_pelvis.position - ways[at++]));
  });
  CHECK(apart > 0.01);
  FitUser repeated;
  repeated.rig = build_fit_rig(repeated.body, &*prior);
  walk_and_reach(repeated,
                 [&](const FitResult& result) { again.push_back(result.posture.world_from_pelvis.position); });
  CHECK(again == ways);
}

TEST_CASE("a body that follows a prior comes to rest with its user, with both hands and with one lost") {
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  for (const bool lost : {false, true}) {
    FitUser user;
    user.rig = build_fit_rig(user.body, &*prior);
    user.input.hands[1].wrist.pose.position += math::Vec3(-0.05, 0.3, -0.25);
    user.tick(90);
    user.input.hands[1].wrist.valid = !lost;
    FitResult before = user.tick(360);
    double most = 0.0;
    for (int i = 0; i < 30; ++i) {
      const FitResult now = user.tick();
      for (const Joint joint : {Joint::Pelvis, Joint::T2, Joint::RightHand, Joint::LeftForearm, Joint::RightShank})
        most = std::max(most, 90.0 * glm::length(now.frames.position(joint) - before.frames.position(joint)));
      before = now;
    }
    INFO((lost ? "one hand lost: " : "both hands: ") << most << " m/s");
    CHECK(most < 0.01);
  }
}

TEST_CASE("a standing body that follows a prior leans for a hand that the arm alone would not bring there") {
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  for (const Side side : kSides) {
    FitUser user;
    user.rig = build_fit_rig(user.body, &*prior);
    user.tick(90);
    const math::Vec3 shoulder = user.tick().frames.position(on_side(Joint::RightUpperArm, side));
    TrackedInput there = user.input;
    const double aside = side == Side::Left ? -0.1 : 0.1;
    there.hands[index_of(side)].wrist.pose.position =
        shoulder + (user.rig.arm_length + 0.03) * math::normalized_or(math::Vec3(aside, -0.2, -1.0), math::kForward);
    user.move_to(there, 1.0, [](const FitResult&) {});
    const FitResult result = user.tick(90);
    INFO(1e3 * result.hands[index_of(side)].gap << " mm short");
    CHECK(result.hands[index_of(side)].gap < 1e-3);
    CHECK(result.balanced);
    CHECK(limit_excess(user.body.skeleton, result.posture) < 1e-6);
  }
}

TEST_CASE("a body that follows a prior does not bend for a hand that no arm brings there, and stands still with it") {
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  const auto hanging = [&](double beyond) {
    FitUser user;
    user.rig = build_fit_rig(user.body, &*prior);
    user.input.hands[1].wrist.pose.position += math::Vec3(-0.05, 0.35, -0.35);
    user.tick(90);
    const math::Vec3 shoulder = user.tick().frames.position(Joint::LeftUpperArm);
    user.input.hands[0].wrist.pose.position =
        shoulder + (user.rig.arm_length + beyond) * math::normalized_or(math::Vec3(-0.1, -1.0, -0.1), math::kForward);
    FitResult before = user.tick(300);
    double most = 0.0;
    for (int i = 0; i < 60; ++i) {
      const FitResult now = user.tick();
      for (const Joint joint : {Joint::Pelvis, Joint::T2, Joint::LeftForearm, Joint::RightForearm, Joint::RightShank})
        most = std::max(most, glm::length(now.frames.position(joint) - before.frames.position(joint)));
      before = now;
    }
    INFO(1e3 * beyond << " mm beyond the arm: " << 1e3 * most << " mm in a tick");
    CHECK(most < 5e-4);
    return before.frames.rotation(Joint::T2);
  };
  const math::Quat near = hanging(-0.02);
  for (const double beyond : {0.03, 0.06, 0.12}) {
    INFO(1e3 * beyond << " mm beyond the arm");
    CHECK(math::angle_between(near, hanging(beyond)) < math::radians(20.0));
  }
}

TEST_CASE("a standing body that follows a prior keeps its weight over its feet and its heels down") {
  const auto prior = BodyPrior::load(core::data_folder() / "assets" / "human" / "body_prior.bin");
  REQUIRE(prior);
  FitUser user;
  user.rig = build_fit_rig(user.body, &*prior);
  user.tick(90);
  const TrackedInput rest = user.input;
  int ticks = 0, outside = 0, raised = 0;
  const auto count = [&](const FitResult& result) {
    const auto& feet = user.state.feet.feet;
    if (!feet[0].planted() || !feet[1].planted()) return;
    ++ticks;
    outside += result.balance_margin < 0.0 ? 1 : 0;
    raised += feet[0].heel > 0.05 || feet[1].heel > 0.05 ? 1 : 0;
  };
  // Leans to every side with the knees a little bent, as far as the feet can hold it, and stays there.
  for (const math::Vec3 way : {math::Vec3(0.0, -0.03, -0.14), math::Vec3(0.08, -0.03, 0.0),
                               math::Vec3(0.0, -0.03, 0.06), math::Vec3(-0.08, -0.03, 0.0)}) {
    TrackedInput there = rest;
    there.head.pose.position += way;
    for (TrackedHand& hand : there.hands) hand.wrist.pose.position += way;
    user.move_to(there, 1.0, count);
    user.move_to(there, 1.0, count);
    user.move_to(rest, 1.0, count);
  }
  CHECK(ticks > 800);
  INFO(ticks << " ticks, " << outside << "  out of balance, heels raised in " << raised);
  CHECK(outside == 0);
  CHECK(raised == 0);
}

}  // namespace fh::human
