// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one typeface of the program (DejaVu Sans, embedded at build time): what signs, labels and panels are written
// with. Lengths are in heights of a capital letter, x to the right of the pen, y up from the base line.
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "math/vector.h"

namespace fh::text {

/// A directed piece of an outline. A point is inside where the pieces around it wind at least once.
struct Edge {
  math::Vec2 a{0.0}, b{0.0};
};

/// Distances to a letter's outline, one byte a texel, top row first.
struct DistanceMap {
  int width = 0, height = 0;
  int left = 0, top = 0;  // texels from the pen on the base line to the map's upper left corner, x right and y down
  std::vector<std::uint8_t> values;  // 128 on the outline, more inside; empty: the letter has no ink
};

class Typeface {
 public:
  Typeface();
  ~Typeface();
  Typeface(Typeface&&) noexcept;
  Typeface& operator=(Typeface&&) noexcept;

  /// False: the letter is drawn as the typeface's empty box.
  bool has(char32_t code) const;
  /// From one pen to the next. Kerning is left out.
  double advance(char32_t code) const;
  /// Appends the letter's outline with the pen at `pen` and capitals `height` high. Curves become straight pieces by
  /// plain arithmetic on the font's whole numbers: every machine gets the same bits.
  void outline(char32_t code, const math::Vec2& pen, double height, std::vector<Edge>& out) const;
  /// `value_per_texel`: how much the stored value (0..255) falls with each texel away from the inside. For pictures
  /// only: its last bits depend on the machine's mathematics library.
  DistanceMap distances(char32_t code, float texels_per_capital, int margin, float value_per_texel) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// Code points of UTF-8 text; a malformed byte becomes '?'.
std::vector<char32_t> decode_utf8(std::string_view text);

}  // namespace fh::text
