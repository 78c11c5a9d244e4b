// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kneeling on both knees and the balls of the feet, which stay where they stand: where a search for such a posture
// begins, what stays on the ground, and what bears. Pure, no allocation. World frame, metres.
#include "human/ik/leg.h"
#include "human/ik/whole_body.h"

namespace fh::human {

inline constexpr double kKneelingKnee = 0.05;  // m: centre of the knee over the ground it kneels on

struct Kneel {
  Posture start;                     // over bent toes, thighs leaning back, the upper body as it stood
  std::array<BodyGoal, 4> contacts;  // the right toes as they stand (LeftToes is the root), both knees on the ground
};
/// From standing on both soles; faces where the feet do.
Kneel kneel_from(const Skeleton& skeleton, const Dimensions& dimensions, const Posture& stand);

/// On the way down, or up: `share` 0 stands … 1 kneels. Toes stay, heels rise over them; the upper body is that of
/// `stand`.
Posture kneeling_down(const Skeleton& skeleton, const Posture& stand, const Posture& kneeling, double share);

/// The balls of the feet and both knees.
SupportPolygon kneeling_support(const Dimensions& dimensions, const Frames<double>& frames);

/// The foot's joint frame over toes that stay: world_from_foot for toes bent like this.
math::Pose foot_over_toes(const Skeleton& skeleton, Side side, const math::Pose& world_from_toes,
                          const math::Quat& foot_from_toes);

}  // namespace fh::human
