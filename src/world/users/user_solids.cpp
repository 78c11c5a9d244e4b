// SPDX-License-Identifier: Apache-2.0
#include "world/users/user_solids.h"

#include "physics/queries.h"

namespace fh::world {
namespace {

constexpr double kHeadRadius = 0.11;  // m
constexpr double kReach = 0.08;       // m from the palm's surface
constexpr double kCloseAt = 0.6, kOpenAt = 0.35;

/// Takes the nearest thing within reach of the palm that can be moved; walls and bodies are not asked.
void take_hold(physics::World& physics, physics::HandId hand, const math::Pose& world_from_hand) {
  const auto palm = physics::make_sphere({world_from_hand.position, kHandRadius});
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Dynamic) | physics::layer_bit(physics::Layer::Jointed);
  const auto thing = physics::nearest(physics, palm, kReach, filter);
  if (thing && thing->what.object.valid()) physics.grab(thing->what.object, hand, world_from_hand);
}

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

void UserSolids::drive(physics::World& physics, const UserState& user) {
  if (!user.placed) return;
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
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const math::Pose& grip = user.hands[side].grip.world_from_point;
    const physics::HandId id{user_, static_cast<std::uint32_t>(side)};
    if (jumped && !physics.carry_held(id, grip)) physics.release(id);
    move(hands_[side], grip);
    drive_hand(physics, user.hands[side], side);
  }
}

void UserSolids::carry(physics::World& physics, const UserState& user) {
  for (std::size_t side = 0; side < frame::kHands; ++side)
    physics.carry_held({user_, static_cast<std::uint32_t>(side)}, user.hands[side].grip.world_from_point);
}

void UserSolids::drive_hand(physics::World& physics, const HandState& hand, std::size_t side) {
  const math::Pose& world_from_grip = hand.grip.world_from_point;
  const physics::HandId id{user_, static_cast<std::uint32_t>(side)};
  // Lost tracking keeps the last squeeze: nothing is dropped by a glitch.
  const bool closing = hand.squeeze > kCloseAt, opening = hand.squeeze < kOpenAt;
  if (opening && closed_[side]) {
    closed_[side] = 0;
    physics.release(id);
  }
  if (closing && !closed_[side]) {
    closed_[side] = 1;
    take_hold(physics, id, world_from_grip);
  }
  if (physics.held_by(id).valid()) physics.move_hand(id, world_from_grip);
}

void UserSolids::visit(core::Archive& archive) {
  archive.field("closed", closed_);
  archive.field("placed", placed_);
  archive.field("jumps", jumps_);
}

}  // namespace fh::world
