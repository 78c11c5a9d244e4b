// SPDX-License-Identifier: Apache-2.0
#include "world/users/user_solids.h"

namespace fh::world {
namespace {

constexpr double kHeadRadius = 0.11;  // m
constexpr double kCloseAt = 0.6, kOpenAt = 0.35;

}  // namespace

UserSolids::UserSolids(physics::World& physics, core::BodyId user, const math::Pose& start) : user_(user) {
  const auto ball = [](double radius) { return physics::make_sphere({math::Vec3(0.0), radius}); };
  const math::Pose above = start * math::Pose{math::kIdentity, {0.0, 1.6, 0.0}};
  head_ = physics.add_kinematic(user_, kHead, ball(kHeadRadius), physics::Layer::Body, above);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const double across = side == frame::kLeft ? -0.24 : 0.24;
    const math::Pose beside = start * math::Pose{math::kIdentity, {across, 0.9, 0.0}};
    hands_[side] = physics.add_kinematic(user_, static_cast<std::uint32_t>(kLeftHand + side), ball(kHandRadius),
                                         physics::Layer::Hand, beside);
  }
}

GripNews UserSolids::drive(physics::World& physics, const scene::Scene& scene, const UserState& user,
                           const HandPair& hands, bool far_grab, UserGrips& grips) {
  if (!user.placed) return GripNews::None;
  const bool jumped = !placed_ || jumps_ != user.jumps();
  placed_ = 1;
  jumps_ = user.jumps();
  const auto move = [&](physics::KinematicId id, const math::Pose& pose) {
    if (jumped)
      physics.place_kinematic(id, pose);
    else
      physics.set_kinematic_target(id, pose);
  };
  move(head_, user.head.world_from_point);
  GripNews news = GripNews::None;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const physics::HandId id{user_, static_cast<std::uint32_t>(side)};
    if (jumped && !physics.carry_held(id, hands.world_from_pull[side])) {
      grips.let_go(physics, scene, id, hands);
      news = GripNews::Lost;
    }
    move(hands_[side], user.hands[side].grip.world_from_point);
    // Lost tracking keeps the last squeeze: nothing is dropped by a glitch.
    const double squeeze = user.hands[side].squeeze;
    if (squeeze < kOpenAt && closed_[side]) {
      closed_[side] = 0;
      grips.let_go(physics, scene, id, hands);
    }
    if (squeeze > kCloseAt && !closed_[side]) {
      closed_[side] = 1;
      if (const GripNews taken = grips.take(physics, scene, id, hands, far_grab); taken != GripNews::None) news = taken;
    }
  }
  const GripNews pulled = grips.pull(physics, scene, user_, hands, jumped);
  return pulled == GripNews::None ? news : pulled;
}

void UserSolids::carry(physics::World& physics, const HandPair& hands) {
  for (std::size_t side = 0; side < frame::kHands; ++side)
    physics.carry_held({user_, static_cast<std::uint32_t>(side)}, hands.world_from_pull[side]);
}

void UserSolids::visit(core::Archive& archive) {
  archive.field("closed", closed_);
  archive.field("placed", placed_);
  archive.field("jumps", jumps_);
}

}  // namespace fh::world
