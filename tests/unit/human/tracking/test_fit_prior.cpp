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

}  // namespace fh::human
