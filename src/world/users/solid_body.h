// SPDX-License-Identifier: Apache-2.0
#pragma once
// A user's body that does not pass into what cannot move. Hands are led first (world/hands/solid_hand.h); then the body
// stays before walls while its user leans or walks into them, and elbows are turned about the line from shoulder to
// wrist until upper arm, elbow and forearm are outside. Tracked points stay where they are: a view is never moved. Only
// asks physics, changes nothing in it.
#include "human/tracking/tracked_fit.h"
#include "physics/queries.h"
#include "world/people/person.h"

namespace fh::world {

/// What a stopped body remembers.
struct BodyStop {
  math::Vec3 at{0.0};                   // of the drawn pelvis in the last tick
  math::Vec3 aside{0.0};                // m, level, of the drawn body against where its user is
  std::uint8_t passes = 0;              // it was left too far behind, and goes through what it is in
  std::array<double, 2> elbow_turns{};  // rad, left and right, against where they would be

  void visit(core::Archive& archive);
};

/// Moves the body that was just fitted out of what stops it, level, and its arms after it. `jumped`: it was put
/// elsewhere. `seen_elbows`: trackers show them; those arms are left as they are.
void keep_body_out(const physics::World& physics, const Person& person, const human::FitRig& rig, bool jumped,
                   const std::array<bool, 2>& seen_elbows, BodyStop& stop, human::FitResult& fit);

}  // namespace fh::world
