// SPDX-License-Identifier: Apache-2.0
#pragma once
// The postures of a body's picture sheet: front, side (the same, seen from the side), T, reach and crouch.
#include <array>
#include <string_view>

#include "human/body/posture.h"

namespace fh::human {

/// Relaxed standing on the floor at the origin, looking along -Z.
Posture standing_posture(const Skeleton& skeleton);
/// Arms stretched to the sides: the posture of the span.
Posture t_posture(const Skeleton& skeleton);
/// The right hand reaches forward and up, the torso and the gaze follow.
Posture reach_posture(const Skeleton& skeleton);
/// Squatting with both feet on the floor, arms forward.
Posture crouch_posture(const Skeleton& skeleton);

struct SheetView {
  std::string_view name;
  Posture posture;
  double camera_yaw = 0.0;  // radians the camera goes round to the body's right; 0 looks at its face
};
std::array<SheetView, 5> sheet_views(const Skeleton& skeleton);

/// Looking closely: head from three sides, hand, raised arms, bent elbows, and the seat and knees of a squat, where
/// skins tend to collapse.
struct CloseUp {
  std::string_view name;
  Posture posture;
  Joint middle = Joint::Head;  // in the middle of the picture
  double camera_yaw = 0.0;     // as in SheetView
  double tall = 0.34;          // metres of the picture's height
};
std::array<CloseUp, 8> close_ups(const Skeleton& skeleton);

/// Curls the fingers of a hand, thumb first, each 0 straight … 1 as in a fist.
void curl_fingers(Posture& posture, Side side, const std::array<double, 5>& curls);
/// All of them alike.
void curl_fingers(Posture& posture, Side side, double curl);

}  // namespace fh::human
