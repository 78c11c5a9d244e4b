// SPDX-License-Identifier: Apache-2.0
#pragma once
// Landmarks of the face, shared by the head and what sits on it; private to the skin's sources.
#include "human/skin/skin_parts.h"

namespace fh::human {

inline constexpr std::size_t kHeadHalf = 9;   // control points of half a ring of 16
inline constexpr std::size_t kHeadRows = 14;  // crown to the root of the neck
inline constexpr double kEyeballRadius = 0.0122;

/// Heights above the floor and a few distances, metres.
struct FaceMarks {
  double top, eye, eye_x, eye_z, root, chin, brow, tip, nose_base, mouth, cheek, front, back;
  double nose_height, brow_ridge, mouth_half;
  math::Vec3 ear;  // middle of its root
  bool female;
};
FaceMarks face_marks(const SkinContext& context);

/// Adds row `row` of the head's cage (right half) and returns its vertices.
Ring head_ring(Cage& cage, const SkinContext& context, std::size_t row);

/// Where the hair begins, by the angle about the head: 0 at the face, 180 at the nape.
class Hairline {
 public:
  Hairline(const SkinContext& context, const FaceMarks& marks);
  /// How far above the line (metres, negative on bare skin) a point of the head lies.
  double above(const math::Vec3& p) const;
  /// Thickness of the hair on the scalp, metres.
  double thickness(const math::Vec3& p, double above) const;

 private:
  struct Knot {
    double angle_deg, y;
  };
  double line(double angle_deg) const;

  std::array<Knot, 12> knots_;
  double full_, chin_, eye_, top_;
};

}  // namespace fh::human
