// SPDX-License-Identifier: Apache-2.0
#pragma once
// What happens to a hand while its tracking is lost: the one policy for arms, picture, physics, touch and pointing.
// The hand keeps its pose against the chest for a grace period, with its swing fading, then is eased to rest
// beside the hip, and is eased back when it is seen again. A tracked hand passes through unchanged, bit by bit.
#include <cstdint>

#include "core/archive.h"
#include "math/pose.h"

namespace fh::human {

struct HandLossTimes {
  double grace = 0.25;  // s that the pose is kept with the body
  double ease = 0.75;   // s of the way to rest after that
  double back = 0.15;   // s at most of the way back

  void visit(core::Archive& archive);
};

enum class HandTracking : std::uint8_t {
  Absent,     // never seen: at rest
  Tracked,    // measured now
  Held,       // lost: kept with the body
  Easing,     // lost for longer than the grace: on its way to rest
  Resting,    // lost for long
  Returning,  // seen again: on its way back to where it is measured
};

/// One hand's wrist from tick to tick.
struct HandPath {
  math::Pose world_from_wrist;  // the answer
  math::Pose chest_from_wrist;  // the same against the chest of the last tick
  math::Pose offset_from;       // returning: measured_from_shown when it was seen again
  math::Vec3 velocity{0.0};     // against the chest, m/s; fades while the hand is lost
  double seconds = 0.0;         // since it was lost, or seen (again)
  HandTracking tracking = HandTracking::Absent;

  bool is_lost() const;
  void visit(core::Archive& archive);
};

/// One tick in which the hand is measured at `world_from_measured`. `chest_from_rest`: where it would rest.
void follow_seen(HandPath& hand, const math::Pose& world_from_measured, const math::Pose& world_from_chest,
                 const math::Pose& chest_from_rest, const HandLossTimes& times, double dt);
/// One tick without a measurement.
void follow_lost(HandPath& hand, const math::Pose& world_from_chest, const math::Pose& chest_from_rest,
                 const HandLossTimes& times, double dt);

}  // namespace fh::human
