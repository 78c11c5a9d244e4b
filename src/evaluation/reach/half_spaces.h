// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeping parts of a body out of convex pieces of a place (JU-09): the part has to be beyond one of the faces of the
// piece's box. Which one is scored by how far the part has to go, by whether it fits there, and by the side on which
// the goal of its arm is (JU-11). World frame, metres.
#include <functional>
#include <optional>
#include <vector>

#include "human/ik/whole_body.h"
#include "math/shapes.h"

namespace fh::evaluation {

/// A part of a body that is in a convex piece of the place.
struct Hindrance {
  human::Joint joint = human::Joint::Pelvis;
  math::Capsule limb;  // the part, in the joint's frame
  math::Box box;       // about the piece
  double depth = 0.0;
};

/// What a place is asked.
struct HinderingPlace {
  std::function<std::vector<Hindrance>(const human::Posture&)> hindrances;  // the deepest first; none: it is free
  std::function<double(const math::Capsule&)> depth;                        // that a capsule is in it
};

inline constexpr double kTouches = 0.01;  // m that a body may be in the place: skin gives way

/// A face, as what a part has to be beyond.
struct FaceChoice {
  math::Plane plane;
  double score = 0.0;  // m, the less the better
};
/// The faces worth trying, the best first. `goal`: where the hand of the part's arm is to go; a hand has to be on its
/// side. None for other parts.
std::vector<FaceChoice> ranked_faces(const Hindrance& hindrance, const human::Frames<double>& frames,
                                     const HinderingPlace& place, const std::optional<math::Vec3>& goal);

/// Goals that keep both ends of the part beyond the plane.
std::vector<human::BodyGoal> keep_beyond(const Hindrance& hindrance, const math::Plane& plane);

}  // namespace fh::evaluation
