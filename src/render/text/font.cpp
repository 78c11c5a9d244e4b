#include "render/text/font.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "render/text/font_strokes.h"

namespace fh::render {
namespace {

constexpr float kPixels = 3.2f;       // texels per tenth of a capital
constexpr float kHalfStroke = 0.58f;  // tenths
constexpr float kRange = 1.6f;        // tenths: distance that the map can tell on either side
constexpr float kBearing = 1.3f;      // tenths of space on each side
constexpr int kCurveSteps = 8;

using Point = math::Vec2f;
struct Stroke {
  Point a, b;
};

/// Walks the drawing language of font_strokes.h.
class Pen {
 public:
  Pen(std::vector<Stroke>& out, Point offset) : out_(out), offset_(offset) {}

  void draw(const char* text) {
    while (*text != '\0') {
      const char command = *text++;
      switch (command) {
        case 'M':
          at_ = point(text);
          break;
        case 'L':
          line(point(text));
          break;
        case 'Q': {
          const Point control = point(text), end = point(text), start = at_;
          for (int i = 1; i <= kCurveSteps; ++i) {
            const float t = static_cast<float>(i) / kCurveSteps, s = 1.0f - t;
            line(s * s * start + 2.0f * s * t * control + t * t * end);
          }
          break;
        }
        case 'O': {
          const Point centre = point(text), radius = point(text);
          at_ = centre + Point(radius.x, 0.0f);
          for (int i = 1; i <= 4 * kCurveSteps; ++i) {
            const float angle = 6.2831853f * static_cast<float>(i) / (4 * kCurveSteps);
            line(centre + Point(radius.x * std::cos(angle), radius.y * std::sin(angle)));
          }
          break;
        }
        case 'D':
          at_ = point(text);
          line(at_ + Point(0.0f, 0.15f));
          break;
        default:
          break;
      }
    }
  }

 private:
  static Point point(const char*& text) {
    char* end = nullptr;
    const float x = std::strtof(text, &end);
    const float y = std::strtof(end, &end);
    text = end;
    return {x, y};
  }
  void line(Point to) {
    out_.push_back({at_ + offset_, to + offset_});
    at_ = to;
  }

  std::vector<Stroke>& out_;
  Point offset_;
  Point at_{0.0f};
};

float distance_to(const Stroke& stroke, Point p) {
  const Point d = stroke.b - stroke.a;
  const float length2 = glm::dot(d, d);
  const float t = length2 > 0.0f ? std::clamp(glm::dot(p - stroke.a, d) / length2, 0.0f, 1.0f) : 0.0f;
  return glm::length(p - stroke.a - t * d);
}

const StrokeGlyph* find_strokes(char32_t code) {
  for (const StrokeGlyph& g : stroke_glyphs()) {
    if (g.code == code) return &g;
  }
  return nullptr;
}

/// Packs letters into rows of the atlas and draws their distances.
class AtlasPainter {
 public:
  AtlasPainter(std::vector<std::uint8_t>& atlas, std::uint32_t size)
      : atlas_(atlas), size_(static_cast<int>(size)), distances_(std::size_t{size} * size, 1e9f) {}

  Glyph paint(const std::vector<Stroke>& strokes, float width) {
    Glyph glyph;
    glyph.advance = (width + 2.0f * kBearing) * 0.1f;
    if (strokes.empty()) return glyph;
    Point low(1e9f), high(-1e9f);
    for (const Stroke& s : strokes) {
      low = glm::min(low, glm::min(s.a, s.b));
      high = glm::max(high, glm::max(s.a, s.b));
    }
    low -= kHalfStroke + kRange;
    high += kHalfStroke + kRange;
    const int w = static_cast<int>(std::ceil((high.x - low.x) * kPixels)) + 1;
    const int h = static_cast<int>(std::ceil((high.y - low.y) * kPixels)) + 1;
    if (x_ + w > size_) {
      x_ = 0;
      y_ += row_;
      row_ = 0;
    }
    if (y_ + h > size_) return glyph;  // cannot happen with the letters we have; see the font test
    for (const Stroke& s : strokes) paint_stroke(s, low, w, h);
    high = low + Point(static_cast<float>(w), static_cast<float>(h)) / kPixels;
    const auto scale = 1.0f / static_cast<float>(size_);
    glyph.visible = true;
    glyph.box = math::Vec4f(low.x + kBearing, low.y, high.x + kBearing, high.y) * 0.1f;
    glyph.box.y = low.y * 0.1f;
    glyph.box.w = high.y * 0.1f;
    glyph.atlas = math::Vec4f(x_, y_, x_ + w, y_ + h) * scale;
    x_ += w;
    row_ = std::max(row_, h);
    return glyph;
  }

  void finish() {
    for (std::size_t i = 0; i < distances_.size(); ++i) {
      const float value = 0.5f + (kHalfStroke - distances_[i]) / (2.0f * kRange);
      atlas_[i] = static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f));
    }
  }

 private:
  void paint_stroke(const Stroke& s, Point low, int w, int h) {
    const Point reach(kHalfStroke + kRange + 0.5f);
    const Point from = (glm::min(s.a, s.b) - reach - low) * kPixels, to = (glm::max(s.a, s.b) + reach - low) * kPixels;
    const int x0 = std::max(0, static_cast<int>(from.x)), x1 = std::min(w - 1, static_cast<int>(to.x));
    const int y0 = std::max(0, static_cast<int>(from.y)), y1 = std::min(h - 1, static_cast<int>(to.y));
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const Point p = low + Point(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f) / kPixels;
        // Rows of the atlas run down, letters up.
        float& d = distances_[static_cast<std::size_t>(y_ + h - 1 - y) * static_cast<std::size_t>(size_) +
                              static_cast<std::size_t>(x_ + x)];
        d = std::min(d, distance_to(s, p));
      }
    }
  }

  std::vector<std::uint8_t>& atlas_;
  int size_;
  std::vector<float> distances_;
  int x_ = 0, y_ = 0, row_ = 0;
};

}  // namespace

static_assert(kPixels * 2.0f * kRange * Font::kValuePerAtlas > 767.9f &&
                  kPixels * 2.0f * kRange * Font::kValuePerAtlas < 768.1f,
              "shaders/overlay.frag relies on it");

Font::Font() : atlas_(std::size_t{kAtlasSize} * kAtlasSize, 0) {
  AtlasPainter painter(atlas_, kAtlasSize);
  std::vector<Stroke> strokes;
  for (const StrokeGlyph& g : stroke_glyphs()) {
    if (g.code < 32) continue;
    strokes.clear();
    Pen(strokes, Point(0.0f)).draw(g.strokes);
    glyphs_[g.code] = painter.paint(strokes, g.width);
  }
  for (const ComposedGlyph& g : composed_glyphs()) {
    const StrokeGlyph *base = find_strokes(g.base), *accent = find_strokes(g.accent);
    strokes.clear();
    Pen(strokes, Point(0.0f)).draw(base->strokes);
    Pen(strokes, Point(0.5f * base->width, g.raise)).draw(accent->strokes);
    glyphs_[g.code] = painter.paint(strokes, base->width);
  }
  painter.finish();
  glyphs_[0xa0] = glyphs_[U' '];
}

const Glyph& Font::glyph(char32_t code) const {
  const bool known = code < glyphs_.size() && glyphs_[code].advance > 0.0f;
  return known ? glyphs_[code] : glyphs_[U'?'];
}

float Font::width(const char32_t* text, std::size_t count) const {
  float sum = 0.0f;
  for (std::size_t i = 0; i < count; ++i) sum += glyph(text[i]).advance;
  return sum;
}

void decode_utf8(std::string_view text, std::vector<char32_t>& out) {
  out.clear();
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
}

}  // namespace fh::render
