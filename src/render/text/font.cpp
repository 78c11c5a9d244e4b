// SPDX-License-Identifier: Apache-2.0
#include "render/text/font.h"

#include <algorithm>

#include "core/assert.h"

namespace fh::render {
namespace {

constexpr float kTexels = 32.0f;  // per height of a capital
constexpr int kMargin = 6;        // texels around a letter: as far as the map tells distances

// Beyond Latin-1, by code.
constexpr char32_t kFurtherCodes[] = U"ŒœŠšŸŽžΔΩαβγδθλμπρστφω–—‘’‚“”„•…‰′″‹›€™←↑→↓−√∞≈≠≤≥";

std::vector<char32_t> drawn_codes() {
  std::vector<char32_t> codes;
  for (char32_t c = 0x20; c < 0x7f; ++c) codes.push_back(c);
  for (char32_t c = 0xa0; c < 0x100; ++c) codes.push_back(c);
  for (const char32_t* c = kFurtherCodes; *c; ++c) codes.push_back(*c);
  std::sort(codes.begin(), codes.end());
  return codes;
}

/// Packs letters into rows of the atlas.
class AtlasPainter {
 public:
  AtlasPainter(std::vector<std::uint8_t>& atlas, std::uint32_t size) : atlas_(atlas), size_(static_cast<int>(size)) {}

  void paint(const text::DistanceMap& map, Glyph& glyph) {
    if (map.values.empty()) return;
    if (x_ + map.width > size_) {
      x_ = 0;
      y_ += row_;
      row_ = 0;
    }
    FH_ASSERT(y_ + map.height <= size_, "the letters do not fit into the atlas: enlarge it or draw fewer");
    for (int y = 0; y < map.height; ++y) {
      std::copy_n(map.values.begin() + std::ptrdiff_t{y} * map.width, map.width,
                  atlas_.begin() + (std::ptrdiff_t{y_} + y) * size_ + x_);
    }
    glyph.visible = true;
    glyph.box = math::Vec4f(map.left, -map.top - map.height, map.left + map.width, -map.top) / kTexels;
    glyph.atlas = math::Vec4f(x_, y_, x_ + map.width, y_ + map.height) / static_cast<float>(size_);
    x_ += map.width;
    row_ = std::max(row_, map.height);
  }

 private:
  std::vector<std::uint8_t>& atlas_;
  int size_;
  int x_ = 0, y_ = 0, row_ = 0;
};

}  // namespace

Font::Font() : atlas_(std::size_t{kAtlasSize} * kAtlasSize, 0) {
  const text::Typeface typeface;
  AtlasPainter painter(atlas_, kAtlasSize);
  for (const char32_t code : drawn_codes()) {
    Glyph& glyph = glyphs_.emplace_back();
    glyph.code = code;
    glyph.advance = static_cast<float>(typeface.advance(code));
    painter.paint(typeface.distances(code, kTexels, kMargin, 255.0f * kValuePerAtlas / kAtlasSize), glyph);
  }
}

const Glyph& Font::glyph(char32_t code) const {
  const auto found =
      std::lower_bound(glyphs_.begin(), glyphs_.end(), code, [](const Glyph& g, char32_t c) { return g.code < c; });
  return found != glyphs_.end() && found->code == code ? *found : glyphs_[U'?' - 0x20];
}

float Font::width(const char32_t* text, std::size_t count) const {
  float sum = 0.0f;
  for (std::size_t i = 0; i < count; ++i) sum += glyph(text[i]).advance;
  return sum;
}

}  // namespace fh::render
