#pragma once
// The letters of labels and panels: strokes of our own drawing, turned into a map of signed distances at start-up, so
// that text is sharp at any size. One weight, round ends, upright; ASCII and the Latin-1 letters and signs of Western
// European languages and of measures (° ± ² µ …).
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "math/vector.h"

namespace fh::render {

/// Lengths in heights of a capital letter.
struct Glyph {
  float advance = 0.0f;     // to the next letter
  math::Vec4f box{0.0f};    // x0, y0, x1, y1 of the drawn quad from the pen on the base line
  math::Vec4f atlas{0.0f};  // u0, v0 (top), u1, v1 (bottom)
  bool visible = false;
};

class Font {
 public:
  /// Draws all letters; takes some tens of milliseconds.
  Font();

  const Glyph& glyph(char32_t code) const;
  static constexpr float kLineHeight = 1.62f;  // base line to base line
  static constexpr float kDescent = 0.30f;     // below the base line
  static constexpr float kValuePerAtlas = 75;  // change of the stored value (0..1) per atlas width of distance
  float width(const char32_t* text, std::size_t count) const;

  std::uint32_t atlas_size() const { return kAtlasSize; }
  /// One byte a texel: 128 on the edge of the strokes, more inside.
  const std::vector<std::uint8_t>& atlas() const { return atlas_; }

 private:
  static constexpr std::uint32_t kAtlasSize = 768;
  std::array<Glyph, 256> glyphs_{};
  std::vector<std::uint8_t> atlas_;
};

/// Latin-1 code points of UTF-8 text; what has no glyph becomes '?'.
void decode_utf8(std::string_view text, std::vector<char32_t>& out);

}  // namespace fh::render
