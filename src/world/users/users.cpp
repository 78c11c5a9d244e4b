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

void User::follow_held(const physics::World& physics, const frame::FrameInput& input) {
  grips.bend(physics, input.hands, avatar.hands(grips).hands,
             {solids.squeezes(frame::kLeft), solids.squeezes(frame::kRight)});
  if (!avatar.present()) return;
  const auto tracked = [&](std::size_t side) { return state.hands[side].grip.tracked != 0; };
  grips.advance(physics, id, avatar.world_from_wanted(state), {tracked(frame::kLeft), tracked(frame::kRight)});
}

void User::drive(physics::World& physics, const scene::Scene& scene) {
  HandPair hands = avatar.hands(grips);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    hands.world_from_aim[side] = state.hands[side].world_from_aim;
    hands.world_from_tracked[side] = state.hands[side].world_from_measured;
    // A hand that stays on a thing pulls as it is tracked, whatever the arm can do there; one that could never bring
    // the thing to itself, from where it took hold.
    const HeldGrip& grip = grips.hand(side);
    if (grip.staying == 0.0 || !state.hands[side].grip.tracked) continue;
    hands.world_from_pull[side] = hands.world_from_tracked[side];
    if (grip.always) hands.world_from_pull[side] = hands.world_from_pull[side] * grip.tracked_from_pull;
  }
  switch (solids.drive(physics, scene, state, hands, avatar.fit().frames, settings.far_grab != 0, grips)) {
    case GripNews::None:
      return;
    case GripNews::Lost:
      return tell(state, Notice::GripLost);
    case GripNews::TooHeavyForOne:
      return tell(state, Notice::TooHeavy);
    case GripNews::TooHeavy:
      return tell(state, Notice::TooHeavyThere);
    case GripNews::Taken:
      return tell(state, Notice::Taken);
  }
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
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    feeling.speeds[side] = glm::length(state.hands[side].grip.velocity);
    feeling.refused[side] = grips.hand(side).refused;
    if (grips.hand(side).staying > 0.0) feeling.fits[side].gap = 0.0;  // the thing holds it back, not the arm
  }
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
  archive.field("grips", grips);
}

}  // namespace fh::world
