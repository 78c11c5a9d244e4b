// SPDX-License-Identifier: Apache-2.0
#pragma once
// The posture in which a standing body puts the fingertips on a point: with the arm alone when that will do, else with
// the trunk, else with the whole body over feet that stay. Pure, no allocation. World frame, metres.
#include "human/ik/whole_body.h"

namespace fh::human {

/// How much of a body moves, the least first.
enum class Effort : std::uint8_t {
  Arm,     // the trunk stays as it is
  Torso,   // the pelvis stays
  Pelvis,  // the feet stay: leans and crouches
  Step,    // the same from another place
};
/// Chooses the root of a problem and locks the joints that an effort leaves as they are. From Pelvis on the root is the
/// left foot; contact goals must hold the right one.
void keep_to(Effort effort, PostureProblem& problem);

/// What a hand is to do: its site goes to the point, the rest as far as it costs nothing.
struct ReachGoal {
  BodySite site;  // of the hand
  math::Vec3 point{0.0};
  std::optional<math::Vec3> fingers;  // unit: where they point; absent: along the way from the shoulder
  std::optional<math::Vec3> palm;     // unit: where the palm looks; absent: anywhere
  std::optional<math::Vec3> upright;  // unit vector of the hand's frame that is to point up: a vessel's axis
  std::span<const HeldLoad> loads;    // what the hands hold counts in balance
};

struct ReachPosture {
  Posture posture;
  Effort effort = Effort::Arm;
  double gap = 0.0;  // m from the site to the point
};
/// The least effort that brings the site within 3 mm; when none does, what comes nearest without bending deeply. The
/// centre of mass stays over the soles as they stand in `stand`, joints within their limits; the head turns to the
/// point.
ReachPosture reach_posture(const WholeBody& body, const Dimensions& dimensions, const Posture& stand, Side side,
                           const ReachGoal& goal);

}  // namespace fh::human
