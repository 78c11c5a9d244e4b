// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingers that close on what a hand holds (J-80, K-53, CA-17): each digit bends from an open hand until its segments
// touch, one after the other: a segment that touches holds the joints before it, those after it bend on, until the
// last segment touches or the joints are bent as in a fist. Steps are never longer than what is left to the surface
// (conservative advancement), so that no finger passes into a thing that it was outside of. Pure: no history, the same
// question has the same answer. Knows neither users nor agents nor physics: whoever asks says how far a capsule is from
// what may be touched.
#include <array>
#include <functional>
#include <span>

#include "human/body/posture.h"
#include "math/shapes.h"

namespace fh::human {

inline constexpr std::size_t kDigits = 5, kFingerJoints = 15;  // thumb … little finger, three joints each
/// The solid of each segment in its joint's frame, in the order of fingers(side).
using FingerSolids = std::array<math::Capsule, kFingerJoints>;
/// Metres from a capsule to what may be touched, negative where they overlap; never more than the true distance. Far
/// things may be told as any distance above 5 cm.
using Clearance = std::function<double(const math::Capsule&)>;

inline constexpr double kFingerTouch = 0.8e-3;  // m: a segment this near touches (K-53 allows 2 mm)

struct DigitTouch {
  std::uint8_t touches = 0;  // bits: segment 0 (next to the palm), 1, 2 touches
  double gap = 0.0;          // m from the nearest segment to what may be touched; negative: it overlaps
};

/// How the fingers of one hand are bent.
struct FingerShape {
  std::array<math::Quat, kFingerJoints> rotations;  // parent_from_joint, in the order of fingers(side)
  std::array<DigitTouch, kDigits> digits;           // thumb … little finger

  FingerShape() { rotations.fill(math::kIdentity); }
};

/// `frame_from_hand`: the hand's joint frame in the frame that `clearance` is asked in.
FingerShape close_fingers(const Skeleton& skeleton, Side side, const FingerSolids& solids,
                          const math::Pose& frame_from_hand, const Clearance& clearance);

/// The ball of the thumb of an open hand, in the hand's joint frame: with the palm, what a thing is laid against.
math::Capsule open_thumb_base(const Skeleton& skeleton, Side side, const FingerSolids& solids);

/// Leads the fingers of a posture from how they are to `rotations`; share in [0, 1].
void blend_fingers(Posture& posture, Side side, std::span<const math::Quat, kFingerJoints> rotations, double share);

/// The segments' solids of a hand in this shape, in the frame of `frame_from_hand`.
FingerSolids placed_fingers(const Skeleton& skeleton, Side side, const FingerSolids& solids,
                            const math::Pose& frame_from_hand, std::span<const math::Quat, kFingerJoints> rotations);

}  // namespace fh::human
