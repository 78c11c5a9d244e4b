// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a user's hands hold, and how the hands lie on it. A free thing comes into the hand; on a thing that cannot come
// (it hangs on a joint, another hand leads it, or it is held back) the hand stays where it took hold, while the tracked
// hand pulls. Nothing is dropped by lost tracking; a hand that is pulled too far off loses its grip.
#include <array>
#include <vector>

#include "core/archive.h"
#include "frame/frame_input.h"
#include "math/trig.h"
#include "physics/world.h"
#include "world/hands/grip.h"

namespace fh::world {

inline constexpr double kHandRadius = 0.045;  // m, of the palm about the place where it holds things

/// One hand.
struct HeldGrip {
  static constexpr std::size_t kPast = 6;  // ticks: 55 ms between the first and the last

  core::ObjectId object;        // held now; none: nothing
  math::Pose object_from_hand;  // the hand's joint frame, where it took hold
  std::array<math::Quat, human::kFingerJoints> fingers;
  double closed = 0.0;           // share of the fingers' way, 0 … 1
  std::uint8_t leads = 0;        // this hand turns what it holds; a second hand on it only pulls
  std::uint8_t always = 0;       // the thing cannot come into this hand: it hangs on a joint, or another hand leads it
  std::uint8_t stays = 0;        // the hand stays on the thing
  std::uint8_t refused = 0;      // what it pulls up is too heavy
  double staying = 0.0;          // follows `stays`, 0 … 1
  math::Pose wanted_from_stay;   // the place on the thing against the tracked hand, joint frames
  math::Pose tracked_from_pull;  // where it takes hold against the tracked hand, grips: an arm may fall short of that
  math::Pose pull_from_reel;     // a thing taken from afar: where it is held against the hand, at first
  double reeling = 0.0;          // share of that way that is left
  double reel_seconds = 1.0;
  std::array<math::Pose, kPast> past;  // where the hand pulled, the newest last: what is let go flies on so
  std::uint8_t past_count = 0;
  std::array<double, 5> curls{};  // of the fingers where they do not lie on a thing, as frame::HandInput::curls
  std::uint8_t poised = 0;        // it closes about a thing that it has not taken yet

  HeldGrip() { fingers.fill(math::kIdentity); }
  /// Where the hand goes, against the tracked hand.
  math::Pose offset() const { return math::interpolate(math::Pose{}, wanted_from_stay, math::smooth_step(staying)); }
  void visit(core::Archive& archive);
};

/// What a user should be told about a hand.
enum class GripNews : std::uint8_t { None, Lost, TooHeavyForOne, TooHeavy, Taken };

/// The drawn hands of a user, left and right, and where each pulls at what it holds: the same place, but for a hand
/// that stays on a thing.
struct HandPair {
  std::array<TakingHand, frame::kHands> hands;
  std::array<math::Pose, frame::kHands> world_from_pull;     // grips
  std::array<math::Pose, frame::kHands> world_from_tracked;  // grips of the controllers
  std::array<math::Pose, frame::kHands> world_from_aim;      // -Z points
  std::array<math::Vec3, frame::kHands> shoulders{};
};

class UserGrips {
 public:
  const HeldGrip& hand(std::size_t side) const { return hands_[side]; }
  /// What somebody holds out to this user, who may take it; set anew in each tick, no state.
  std::vector<core::ObjectId> held_out;

  /// Takes hold of the nearest thing before or beside the palm, if one is near enough; else, when `far`, of the free
  /// thing that the hand points at, which comes to the hand. What somebody else holds and does not hold out is refused
  /// (CB-10).
  GripNews take(physics::World& physics, const scene::Scene& scene, physics::HandId id, const HandPair& hands,
                bool far);
  /// A free thing that no other hand holds comes to rest at a site that snaps (scene::Site) where one is near, else
  /// flies on as the hand moved in the last 50 ms.
  void let_go(physics::World& physics, const scene::Scene& scene, physics::HandId id, const HandPair& hands);
  /// Before each step: moves what is held. `jumped`: the hands were put elsewhere.
  GripNews pull(physics::World& physics, const scene::Scene& scene, core::BodyId user, const HandPair& hands,
                bool jumped);

  /// Once per tick, before the body follows. Controllers bend the fingers as they are squeezed: fingers that close
  /// about a thing wait until it is taken, so that they do not push it away. `closed`: hands that are squeezed far
  /// enough to take.
  void bend(const physics::World& physics, const std::array<frame::HandInput, frame::kHands>& hands,
            const std::array<TakingHand, frame::kHands>& drawn, const std::array<bool, frame::kHands>& closed);
  /// Once per tick, before the body follows. `world_from_wanted`: the tracked hands' joint frames; while a hand is not
  /// tracked it stays as it is.
  void advance(const physics::World& physics, core::BodyId user,
               const std::array<math::Pose, frame::kHands>& world_from_wanted,
               const std::array<bool, frame::kHands>& tracked);

  void visit(core::Archive& archive);

 private:
  GripNews take_thing(physics::World& physics, const scene::Scene& scene, physics::HandId id, const HandPair& hands,
                      core::ObjectId object, const math::Vec3* from_afar);
  GripNews bear(physics::World& physics, core::BodyId user, const HandPair& hands);

  std::array<HeldGrip, frame::kHands> hands_;
};

}  // namespace fh::world
