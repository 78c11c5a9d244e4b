// SPDX-License-Identifier: Apache-2.0
#pragma once
// The trunk's outline, shared by shirt and trousers; private to the skin's sources. Rows run downwards; half a ring
// runs from the front over the right side to the back.
#include "human/skin/skin_parts.h"

namespace fh::human {

inline constexpr std::size_t kTorsoHalf = 7;  // points of half a ring of 12
inline constexpr double kCloth = 0.002;       // thickness of shirt and trousers, metres: all the ease the trunk has

struct TorsoRow {
  double y, half_width, front, back;   // front and back: z of the outline, front negative
  double squareness = 2.3;             // exponent of the outline, 2 is an ellipse
  double front_centre = 1.0;           // share of the depth at the front's mid-line
  double back_centre = 1.0;            // and at the back's
  double y_front = 0.0, y_back = 0.0;  // added at the mid-lines

  /// The same row with its outline moved outwards (metres), at another height.
  TorsoRow grown(double by, double new_y) const;
};
/// Between two rows, t from 0 to 1.
TorsoRow between(const TorsoRow& a, const TorsoRow& b, double t);

struct Torso {
  TorsoRow collar, chest, ribs, waist, hips, seat;
};

/// The row at a height between waist and hips, moved outwards by `out`.
TorsoRow below_waist(const Torso& torso, double y, double out);
inline double belt_top(const Torso& torso) {
  return torso.waist.y - 0.022;
}

/// Breadths, depths and girths of the person with the cloth on it: exactly what the survey measured, where it did.
Torso torso_rows(const SkinContext& context);
Ring torso_ring(Cage& cage, const TorsoRow& row, const BoneWeights& weight);

}  // namespace fh::human
