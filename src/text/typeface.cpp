// SPDX-License-Identifier: Apache-2.0
#include "text/typeface.h"

#include <stb_truetype.h>

#include "core/assert.h"

// The font file, placed into the program by the generated source of cmake/typeface.cmake.
extern "C" const unsigned char fh_typeface_file[];

namespace fh::text {
namespace {

// Straight pieces of a curve: at most 0.3 % of a capital's height off for the widest bows of the typeface.
constexpr int kCurvePieces = 6;

}  // namespace

struct Typeface::File {
  stbtt_fontinfo info{};
  double capital = 0.0;  // height of "H" in the font's units
};

Typeface::Typeface() : file_(std::make_unique<File>()) {
  const int opened = stbtt_InitFont(&file_->info, fh_typeface_file, 0);
  FH_ASSERT(opened != 0, "the embedded typeface is not a TrueType font");
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  stbtt_GetCodepointBox(&file_->info, 'H', &x0, &y0, &x1, &y1);
  FH_ASSERT(y1 > 0, "the embedded typeface has no capitals");
  file_->capital = y1;
}

Typeface::~Typeface() = default;
Typeface::Typeface(Typeface&&) noexcept = default;
Typeface& Typeface::operator=(Typeface&&) noexcept = default;

bool Typeface::has(char32_t code) const {
  return stbtt_FindGlyphIndex(&file_->info, static_cast<int>(code)) != 0;
}

double Typeface::advance(char32_t code) const {
  int units = 0, bearing = 0;
  stbtt_GetCodepointHMetrics(&file_->info, static_cast<int>(code), &units, &bearing);
  return units / file_->capital;
}

void Typeface::outline(char32_t code, const math::Vec2& pen, double height, std::vector<Edge>& out) const {
  stbtt_vertex* steps = nullptr;
  const int count = stbtt_GetCodepointShape(&file_->info, static_cast<int>(code), &steps);
  const double unit = height / file_->capital;
  const auto at = [&](int x, int y) { return pen + unit * math::Vec2(x, y); };
  math::Vec2 last = pen;
  for (int i = 0; i < count; ++i) {
    const stbtt_vertex& step = steps[i];
    const math::Vec2 end = at(step.x, step.y);
    if (step.type == STBTT_vline) {
      out.push_back({last, end});
    } else if (step.type == STBTT_vcurve) {
      const math::Vec2 start = last, control = at(step.cx, step.cy);
      for (int k = 1; k <= kCurvePieces; ++k) {
        const double t = double(k) / kCurvePieces, s = 1.0 - t;
        const math::Vec2 next = k == kCurvePieces ? end : s * s * start + 2.0 * s * t * control + t * t * end;
        out.push_back({last, next});
        last = next;
      }
    }
    last = end;
  }
  stbtt_FreeShape(&file_->info, steps);
}

DistanceMap Typeface::distances(char32_t code, float texels_per_capital, int margin, float value_per_texel) const {
  DistanceMap map;
  const float scale = texels_per_capital / static_cast<float>(file_->capital);
  unsigned char* values = stbtt_GetCodepointSDF(&file_->info, scale, static_cast<int>(code), margin, 128,
                                                value_per_texel, &map.width, &map.height, &map.left, &map.top);
  if (!values) return {};
  map.values.assign(values, values + std::size_t(map.width) * std::size_t(map.height));
  stbtt_FreeSDF(values, nullptr);
  return map;
}

std::vector<char32_t> decode_utf8(std::string_view text) {
  std::vector<char32_t> out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    char32_t code = length == 1 ? lead : lead & (0xffu >> (length + 1));
    if (lead >= 0x80 && lead < 0xc0) code = U'?';
    for (std::size_t k = 1; k < length; ++k) {
      const unsigned char next = i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0;
      if ((next & 0xc0) != 0x80) {
        code = U'?';
        length = k;
        break;
      }
      code = code << 6 | (next & 0x3fu);
    }
    out.push_back(code);
    i += length;
  }
  return out;
}

}  // namespace fh::text
