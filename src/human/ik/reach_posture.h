// SPDX-License-Identifier: Apache-2.0
#pragma once
// The posture in which a standing body puts the fingertips on a point: with the arm alone when that will do, else with
// the trunk, else with the whole body over feet that stay, else on the knees. Pure. World frame, metres.
#include <functional>

#include "human/ik/whole_body.h"

namespace fh::human {

/// How much of a body moves, the least first.
enum class Effort : std::uint8_t {
  Arm,     // the trunk stays as it is
  Torso,   // the pelvis stays
  Pelvis,  // the feet stay: leans and crouches
  Step,    // the same from another place
  Kneel,   // on both knees, the balls of the feet stay (human/ik/kneel.h)
};
/// Chooses the root of a problem and locks the joints that an effort leaves as they are. From Pelvis on the root is the
/// left foot, or its toes; contact goals must hold the right one.
void keep_to(Effort effort, PostureProblem& problem);

/// What a hand is to do: its site goes to the point, the rest as far as it costs nothing.
struct ReachGoal {
  BodySite site;  // of the hand
  math::Vec3 point{0.0};
  std::optional<math::Vec3> fingers;            // unit: where they point; absent: along the way from the shoulder
  std::optional<math::Vec3> palm;               // unit: where the palm looks; absent: anywhere
  std::optional<math::Vec3> upright;            // unit vector of the hand's frame that is to point up: a vessel's axis
  std::optional<math::Vec3> forearm;            // unit: where the forearm points, elbow to wrist; absent: anywhere
  std::span<const HeldLoad> loads;              // what the hands hold counts in balance
  std::function<double(const Posture&)> depth;  // m that a posture is in the place; none: nothing hinders
};

struct ReachPosture {
  Posture posture;
  Effort effort = Effort::Arm;
  double gap = 0.0;   // m from the site to the point
  double deep = 0.0;  // m that the body is in the place
  Posture kneeling;   // with Kneel: on the knees, before the hand goes to the point
};
/// The least effort that brings the site within 3 mm and keeps out of the place; when none does, what comes nearest
/// without bending deeply. The centre of mass stays over the soles as they stand in `stand`, or over toes and knees;
/// joints within their limits; the head turns to the point.
ReachPosture reach_posture(const WholeBody& body, const Dimensions& dimensions, const Posture& stand, Side side,
                           const ReachGoal& goal);

}  // namespace fh::human
