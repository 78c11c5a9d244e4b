// SPDX-License-Identifier: Apache-2.0
#include "world/users/user_solids.h"

#include "core/time.h"
#include "human/tracking/fit_rig.h"

namespace fh::world {
namespace {

constexpr double kHeadRadius = 0.11;  // m
constexpr double kCloseAt = 0.6, kOpenAt = 0.35;
constexpr double kNowhere = -500.0;  // m: trunk, arms and legs wait so far below the start

}  // namespace

UserSolids::UserSolids(physics::World& physics, const Person& person, const math::Pose& start) : user_(person.id) {
  const math::Pose above = start * math::Pose{math::kIdentity, {0.0, 1.6, 0.0}};
  head_ = physics.add_kinematic(user_, kHead, physics::make_sphere({math::Vec3(0.0), kHeadRadius}),
                                physics::Layer::Body, above);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const human::Side of = side == frame::kLeft ? human::Side::Left : human::Side::Right;
    const double across = side == frame::kLeft ? -0.24 : 0.24;
    const math::Pose beside = start * math::Pose{math::kIdentity, {across, 0.9, 0.0}};
    const auto add = [&](human::Joint joint, const physics::ConvexPart& part) {
      const auto segment = static_cast<std::uint32_t>(kLeftHand + side);
      pieces_.push_back({physics.add_kinematic(user_, segment, part, physics::Layer::Hand, beside), joint});
    };
    const human::Joint hand = human::on_side(human::Joint::RightHand, of);
    if (const human::RoundedBox* palm = human::piece_of(person.solids, hand)) {
      physics::ConvexPart box;
      box.kind = physics::ConvexKind::Box;
      box.world_from_part = palm->joint_from_box;
      box.half = palm->half + math::Vec3(palm->radius);
      add(hand, box);
    }
    const auto fingers = human::finger_capsules(person.solids, of);
    for (std::size_t i = 0; i < fingers.size(); ++i)
      add(human::joint_at(human::fingers(of).first + i), physics::make_capsule(fingers[i]));
  }
  const math::Pose nowhere = start * math::Pose{math::kIdentity, {0.0, kNowhere, 0.0}};
  const auto add_piece = [&](human::Joint joint, Segment segment, physics::Layer layer, std::vector<Piece>& pieces) {
    const human::RoundedBox* shape = human::piece_of(person.solids, joint);
    if (!shape) return;
    const physics::ConvexPart part = physics::make_capsule(human::as_capsule(*shape));
    pieces.push_back({physics.add_kinematic(user_, segment, part, layer, nowhere), joint});
  };
  for (const human::Joint joint :
       {human::Joint::Pelvis, human::Joint::L1, human::Joint::T10, human::Joint::T7, human::Joint::T4})
    add_piece(joint, kTrunk, physics::Layer::Body, pieces_);
  for (const human::Side of : human::kSides) {
    const bool left = of == human::Side::Left;
    for (const human::Joint joint :
         {human::Joint::RightUpperArm, human::Joint::RightForearm, human::Joint::RightForearmTwist})
      add_piece(human::on_side(joint, of), left ? kLeftArm : kRightArm, physics::Layer::Body, pieces_);
    for (const human::Joint joint :
         {human::Joint::RightThigh, human::Joint::RightShank, human::Joint::RightFoot, human::Joint::RightToes})
      add_piece(human::on_side(joint, of), left ? kLeftLeg : kRightLeg, physics::Layer::Leg,
                legs_[human::index_of(of)]);
  }
}

void UserSolids::drive_legs(physics::World& physics, const human::Frames<double>& frames, bool jumped) const {
  constexpr double kSteps = 0.2;  // m/s of the ball of a foot
  constexpr double kSame = 1e-4;  // m
  for (const std::vector<Piece>& leg : legs_) {
    if (leg.empty()) continue;
    const auto moved = [&](const Piece& piece) {
      return glm::length(frames.position(piece.joint) - physics.kinematic_pose(piece.id).position);
    };
    const bool steps = !jumped && moved(leg.back()) > kSteps * core::kTickSeconds;
    for (const Piece& piece : leg) {
      if (steps)
        physics.set_kinematic_target(piece.id, frames.pose(piece.joint));
      else if (moved(piece) > kSame)
        physics.place_kinematic(piece.id, frames.pose(piece.joint));
    }
  }
}

GripNews UserSolids::drive(physics::World& physics, const scene::Scene& scene, const UserState& user,
                           const HandPair& hands, const human::Frames<double>& frames, bool far_grab,
                           UserGrips& grips) {
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
  for (const Piece& piece : pieces_) move(piece.id, frames.pose(piece.joint));
  drive_legs(physics, frames, jumped);
  GripNews news = GripNews::None;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const physics::HandId id{user_, static_cast<std::uint32_t>(side)};
    if (jumped && !physics.carry_held(id, hands.world_from_pull[side])) {
      grips.let_go(physics, scene, id, hands);
      news = GripNews::Lost;
    }
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
