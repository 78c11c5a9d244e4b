// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user as solid things in physics: head, trunk, arms, palms and fingers push what they meet, shanks and feet push
// light things aside (physics::Layer::Leg), and hands hold what they squeeze (user_grips.h).
#include <array>

#include "core/archive.h"
#include "physics/world.h"
#include "world/people/person.h"
#include "world/users/user.h"
#include "world/users/user_grips.h"

namespace fh::world {

class UserSolids {
 public:
  /// Segments of the user's body as physics knows them.
  enum Segment : std::uint32_t { kHead, kLeftHand, kRightHand, kTrunk, kLeftArm, kRightArm, kLeftLeg, kRightLeg };

  /// Adds the solids to `physics`. Until the user is first seen, head and hands are at the start, and the rest nowhere.
  UserSolids(physics::World& physics, const Person& person, const math::Pose& start);

  /// Before each step: moves the solids to where the body is; squeezing hands take hold, opening hands let
  /// go.
  GripNews drive(physics::World& physics, const scene::Scene& scene, const UserState& user, const HandPair& hands,
                 const human::Frames<double>& frames, bool far_grab, UserGrips& grips);

  /// In a pause: what the hands hold comes along, all else stands still.
  void carry(physics::World& physics, const HandPair& hands);
  /// After a pause: the solids are put where the body is now, not swept there.
  void resume() { placed_ = 0; }

  bool squeezes(std::size_t side) const { return closed_[side] != 0; }

  void visit(core::Archive& archive);

 private:
  /// A leg pushes while its foot moves. One that stands is put where it is, without a velocity: where knees are guessed
  /// to go when somebody crouches must not push what the hands are about to take.
  void drive_legs(physics::World& physics, const human::Frames<double>& frames, bool jumped) const;

  core::BodyId user_;
  physics::KinematicId head_;
  struct Piece {
    physics::KinematicId id;
    human::Joint joint{};
  };
  // Of the body that the user started with.
  std::vector<Piece> pieces_;                           // palms, fingers, trunk and arms
  std::array<std::vector<Piece>, frame::kHands> legs_;  // shank, foot, toes
  std::array<std::uint8_t, frame::kHands> closed_{};    // squeeze with hysteresis
  std::uint8_t placed_ = 0;
  std::int64_t jumps_ = 0;  // teleports, turns and recentres seen: solids are put there, not swept
};

}  // namespace fh::world
