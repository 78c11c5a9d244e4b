#pragma once
// The letters as strokes: a small drawing language in tenths of the height of a capital letter, base line at 0.
//   M x y   lift the pen        L x y   straight to        Q cx cy x y   curve to, by one control point
//   O cx cy rx ry   ellipse     D x y   dot
#include <span>

namespace fh::render {

struct StrokeGlyph {
  char32_t code;
  float width;  // tenths, without the space around
  const char* strokes;
};

/// A letter made of another one and an accent.
struct ComposedGlyph {
  char32_t code;
  char32_t base;
  char32_t accent;  // a code of stroke_glyphs(), drawn around x = 0 above small letters
  float raise;      // tenths, for capitals
};

std::span<const StrokeGlyph> stroke_glyphs();
std::span<const ComposedGlyph> composed_glyphs();

}  // namespace fh::render
