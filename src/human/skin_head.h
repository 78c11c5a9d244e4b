#pragma once
// Landmarks of the face, shared by the head and what sits on it; private to the skin's sources.
#include "human/skin_parts.h"

namespace fh::human {

inline constexpr std::size_t kHeadHalf = 9;   // control points of half a ring of 16
inline constexpr std::size_t kHeadRows = 14;  // crown to the root of the neck

/// Heights above the floor and a few distances, metres.
struct FaceMarks {
  double eye, eye_x, root, chin, brow, tip, nose_base, mouth, cheek, nose_height, brow_ridge, front;
};
FaceMarks face_marks(const SkinContext& context);

/// Adds row `row` of the head's cage (right half) and returns its vertices.
Ring head_ring(Cage& cage, const SkinContext& context, std::size_t row);

}  // namespace fh::human
