// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user's own body in the scene: tracked head and hands in, a balanced human out (human/tracking/tracked_fit.h).
#include <memory>

#include "frame/frame_input.h"
#include "human/body/gaze.h"
#include "human/tracking/calibration.h"
#include "human/tracking/tracked_fit.h"
#include "physics/world.h"
#include "world/devices/tracker_mounts.h"
#include "world/people/person.h"
#include "world/users/solid_body.h"
#include "world/users/user.h"
#include "world/users/user_grips.h"

namespace fh::world {

class Avatar {
 public:
  using Grips = std::array<math::Pose, 2>;  // hand_from_grip: left, right
  /// `person` must outlive the avatar.
  Avatar(const Person& person, const Grips& hand_from_grip);
  /// `person` has got another body.
  void replace_body(const Grips& hand_from_grip);

  /// One tick, after the user's points were moved. Nothing happens before the head was first seen. `goals`: where the
  /// hands' joint frames go; `grips`: how the hands lie on what they hold.
  void advance(const UserState& user, const frame::FrameInput& input,
               const std::array<math::Pose, frame::kHands>& goals, const UserGrips& grips,
               const physics::World& physics, const human::Ground& ground, const UserSettings& settings, double dt);
  /// Where the hands' joint frames go: hands stop at what they meet (world/hands/solid_hand.h). `id`: the user.
  std::array<math::Pose, frame::kHands> hand_goals(const UserState& user, const frame::FrameInput& input,
                                                   const UserGrips& grips, const physics::World& physics) const;
  /// Where the tracked hands have their wrists: the hands' joint frames.
  std::array<math::Pose, frame::kHands> world_from_wanted(const UserState& user) const;
  /// The drawn hands, for what they hold.
  HandPair hands(const UserGrips& grips) const;

  /// After the step of physics: what the hands carry counts in the balance of this tick, and in the next fit. Things
  /// that stand on something are not carried.
  void weigh(const std::array<physics::HandLoad, frame::kHands>& loads);

  /// Leads the eyes to a point of the world; after advance().
  void look(const math::Vec3& point, double dt);

  bool present() const { return present_ != 0; }
  const human::FitResult& fit() const { return fit_; }
  /// The last tick put the body elsewhere without a way between.
  bool jumped() const { return jumped_ != 0; }
  const TrackerMounts& mounts() const { return mounts_; }
  std::span<const human::HeldLoad> loads() const { return loads_; }
  /// Where the avatar's hand holds things: the grip of the drawn hand. The one hand pose of the user.
  math::Pose world_from_grip(std::size_t side) const;

  /// Body, and for each hand that falls short a marker where the controller is, with words.
  /// `own`: the viewer looks through these eyes; only then the head is hidden and hands are marked.
  void draw(bool own, frame::Snapshot& snapshot) const;

  void visit(core::Archive& archive);

 private:
  /// Where the jump of this tick brings what was with the user: new_from_old of the world.
  math::Pose jump_of(const UserState& user, const frame::FrameInput& input) const;

  const Person* person_;
  human::FitRig rig_;
  Grips grips_;
  TrackerMounts mounts_;
  human::FitState state_;
  human::FitResult fit_;
  human::GazeState gaze_;
  std::array<math::Pose, frame::kHands> goals_;  // of the last tick: where the arms were asked to bring the hands
  BodyStop stop_;                                // by what the body meets
  std::array<human::HeldLoad, frame::kHands> loads_{};  // as the last tick left them
  std::array<std::uint8_t, frame::kHands> stands_{};    // what the hand holds stood on something when last told
  std::uint8_t present_ = 0;
  std::int64_t jumps_ = 0;   // teleports, turns and recentres taken in
  std::uint8_t jumped_ = 0;  // in the last tick
  math::Pose rig_before_;    // world_from_tracking of the last tick
  std::int64_t space_changes_ = 0;
};

}  // namespace fh::world
