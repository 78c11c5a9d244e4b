// SPDX-License-Identifier: Apache-2.0
#include "world/users/users.h"

namespace fh::world {
namespace {

struct BodyDigest {
  UserBody* body;
  void visit(core::Archive& archive) { body->visit_digest(archive); }
};

}  // namespace

math::Vec3 User::feet() const {
  const math::Vec3& pelvis = avatar.fit().posture.world_from_pelvis.position;
  return {pelvis.x, state.world_from_tracking.position.y, pelvis.z};
}

void User::join_hands() {
  if (!avatar.present()) return;
  for (std::size_t side = 0; side < frame::kHands; ++side)
    follow_body(state.hands[side], avatar.world_from_grip(side), avatar.fit().hands[side].tracking, avatar.jumped());
}

void User::weigh(const physics::World& physics, bool stepped) {
  std::array<physics::HandLoad, frame::kHands> loads;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    loads[side] = physics.load_of({id, static_cast<std::uint32_t>(side)});
    loads[side].asleep = loads[side].asleep || !stepped;
  }
  avatar.weigh(loads);
}

void User::feel(const physics::World& physics, const scene::Scene& scene) {
  if (!avatar.present()) return;
  FeelingHands feeling{id, {UserSolids::kLeftHand, UserSolids::kRightHand}, avatar.fit().hands};
  for (std::size_t side = 0; side < frame::kHands; ++side)
    feeling.speeds[side] = glm::length(state.hands[side].grip.velocity);
  haptics.advance(physics, scene, feeling);
}

void User::visit_digest(core::Archive& archive) {
  archive.field("settings", settings);
  archive.field("moving", moving);
  archive.field("state", state);
  archive.field("locomotion", locomotion);
  BodyDigest digest{&body};
  archive.field("body", digest);
  // Another name than when backs bent by range alone and eyes did not move.
  archive.field("figure", avatar);
  archive.field("gaze", gaze);
}

}  // namespace fh::world
