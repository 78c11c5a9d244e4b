// SPDX-License-Identifier: Apache-2.0
#pragma once
// The letters of labels and panels as a map of signed distances, made at start-up, so that text is sharp at any size:
// ASCII, the rest of Latin-1 and common marks beyond it (– — ‘ ’ “ ” • … € ≤ ≥ → …).
#include <cstdint>
#include <vector>

#include "math/vector.h"
#include "text/typeface.h"

namespace fh::render {

/// Lengths in heights of a capital letter.
struct Glyph {
  char32_t code = 0;
  float advance = 0.0f;     // to the next letter
  math::Vec4f box{0.0f};    // x0, y0, x1, y1 of the drawn quad from the pen on the base line
  math::Vec4f atlas{0.0f};  // u0, v0 (top), u1, v1 (bottom)
  bool visible = false;
};

class Font {
 public:
  /// Draws all letters; takes about a tenth of a second.
  Font();

  /// The glyph of '?' for letters that the map does not hold.
  const Glyph& glyph(char32_t code) const;
  static constexpr float kLineHeight = 1.62f;  // base line to base line
  static constexpr float kValuePerAtlas = 75;  // change of the stored value (0..1) per atlas width of distance
  float width(const char32_t* text, std::size_t count) const;

  std::uint32_t atlas_size() const { return kAtlasSize; }
  /// One byte a texel: 128 on the edge of the letters, more inside.
  const std::vector<std::uint8_t>& atlas() const { return atlas_; }

 private:
  static constexpr std::uint32_t kAtlasSize = 768;
  std::vector<Glyph> glyphs_;  // by code
  std::vector<std::uint8_t> atlas_;
};

}  // namespace fh::render
