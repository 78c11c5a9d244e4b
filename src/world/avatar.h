// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user's own body in the scene: tracked head and hands in, a balanced human out (human/tracking/tracked_fit.h).
#include <memory>

#include "frame/frame_input.h"
#include "human/tracking/calibration.h"
#include "human/tracking/tracked_fit.h"
#include "world/person.h"
#include "world/user.h"

namespace fh::world {

class Avatar {
 public:
  using Grips = std::array<math::Pose, 2>;  // hand_from_grip: left, right
  /// `person` must outlive the avatar.
  Avatar(const Person& person, const Grips& hand_from_grip);
  /// `person` has got another body.
  void replace_body(const Grips& hand_from_grip);

  /// One tick, after the user's points were moved. Nothing happens before the head was first seen.
  void advance(const UserState& user, const frame::FrameInput& input, const human::Ground& ground, double dt);

  bool present() const { return present_ != 0; }
  const human::FitResult& fit() const { return fit_; }
  /// Where the avatar's hand holds things: the grip of the reached hand.
  math::Pose world_from_grip(std::size_t side) const;

  /// Body, and for each hand that falls short a marker where the controller is, with words.
  /// `own`: the viewer looks through these eyes; only then the head is hidden and hands are marked.
  void draw(bool own, frame::Snapshot& snapshot) const;

  void visit(core::Archive& archive);

 private:
  const Person* person_;
  human::FitRig rig_;
  Grips grips_;
  human::FitState state_;
  human::FitResult fit_;
  std::uint8_t present_ = 0;
  std::int64_t jumps_ = 0;  // teleports, turns and recentres taken in
};

}  // namespace fh::world
