#pragma once
// The trunk's outline, shared by shirt and trousers; private to the skin's sources. Rows run downwards; half a ring
// runs from the front over the right side to the back.
#include "human/skin_parts.h"

namespace fh::human {

inline constexpr std::size_t kTorsoHalf = 7;  // points of half a ring of 12

struct TorsoRow {
  double y, half_width, front, back;   // front and back: z of the outline, front negative
  double squareness = 2.3;             // exponent of the outline, 2 is an ellipse
  double front_centre = 1.0;           // share of `front` at the mid-line
  double y_front = 0.0, y_back = 0.0;  // added at the mid-lines

  /// The same row with its outline moved outwards (metres) or scaled.
  TorsoRow grown(double by) const;
  TorsoRow scaled(double factor) const;
};

struct Torso {
  TorsoRow collar, chest, ribs, waist, hips, seat;
};

/// From breadths, depths and heights of the person, with a little ease for the cloth.
Torso torso_rows(const SkinContext& context);
Ring torso_ring(Cage& cage, const TorsoRow& row, const BoneWeights& weight);

}  // namespace fh::human
