// SPDX-License-Identifier: Apache-2.0
#include "scene/place/lettering.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/trig.h"
#include "text/ink.h"

namespace fh::scene {
namespace {

using math::Vec2;
using math::Vec3f;

struct Stroke {
  Vec2 a, b;
};

constexpr double kLineStep = 1.5;  // heights of a capital from base line to base line
constexpr double kEdge = 0.1;      // heights of a capital left free around the text

class Canvas {
 public:
  Canvas(std::uint32_t width, std::uint32_t height, const Vec3f& colour)
      : width_(static_cast<int>(width)),
        height_(static_cast<int>(height)),
        pixels_(std::size_t{width} * height, colour) {}

  /// Blends `ink` over the pixels within `radius` of the stroke; y runs upwards.
  void draw(const Stroke& stroke, double radius, const Vec3f& ink) {
    const Vec2 low = glm::min(stroke.a, stroke.b) - Vec2(radius + 1.0);
    const Vec2 high = glm::max(stroke.a, stroke.b) + Vec2(radius + 1.0);
    const Vec2 along = stroke.b - stroke.a;
    const double length2 = std::max(1e-9, glm::dot(along, along));
    for (int y = std::max(0, int(low.y)); y < std::min<double>(height_, high.y); ++y) {
      for (int x = std::max(0, int(low.x)); x < std::min<double>(width_, high.x); ++x) {
        const Vec2 p(x + 0.5, y + 0.5);
        const double t = math::clamp(glm::dot(p - stroke.a, along) / length2, 0.0, 1.0);
        const Vec2 off = p - (stroke.a + t * along);
        blend(x, y, radius + 0.5 - std::sqrt(glm::dot(off, off)), ink);
      }
    }
  }
  /// Blends `ink` over the inside of outlines.
  void fill(const std::vector<text::Edge>& edges, const Vec3f& ink) {
    const text::Ink filled = text::fill(edges, width_, height_);
    for (int y = 0; y < filled.height; ++y) {
      for (int x = 0; x < filled.width; ++x) blend(filled.left + x, filled.bottom + y, filled.at(x, y), ink);
    }
  }
  Texture finish(std::string name) const {
    Texture texture{std::move(name), std::uint32_t(width_), std::uint32_t(height_), {}, true};
    texture.rgba.reserve(pixels_.size() * 4);
    for (int y = height_ - 1; y >= 0; --y) {  // the top row first
      for (int x = 0; x < width_; ++x) {
        const Vec3f& p = pixels_[std::size_t(y) * width_ + x];
        for (int c = 0; c < 3; ++c) {
          texture.rgba.push_back(static_cast<std::uint8_t>(math::clamp(p[c], 0.0f, 1.0f) * 255.0f + 0.5f));
        }
        texture.rgba.push_back(255);
      }
    }
    return texture;
  }

 private:
  void blend(int x, int y, double cover, const Vec3f& ink) {
    const auto amount = static_cast<float>(math::clamp(cover, 0.0, 1.0));
    Vec3f& pixel = pixels_[std::size_t(y) * width_ + x];
    pixel = pixel + amount * (ink - pixel);
  }

  int width_, height_;
  std::vector<Vec3f> pixels_;
};

/// Outlines of lines ('\n'), each centred on x = 0, capitals 1 high, the last base line at y = 0.
std::vector<text::Edge> outlines_of(std::string_view words) {
  const text::Typeface typeface;
  std::vector<std::u32string> lines(1);
  for (const char32_t code : text::decode_utf8(words)) {
    if (code == U'\n') {
      lines.emplace_back();
    } else {
      lines.back() += code;
    }
  }
  std::vector<text::Edge> edges;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    double width = 0.0;
    for (const char32_t code : lines[i]) width += typeface.advance(code);
    Vec2 pen(-0.5 * width, kLineStep * double(lines.size() - 1 - i));
    for (const char32_t code : lines[i]) {
      typeface.outline(code, pen, 1.0, edges);
      pen.x += typeface.advance(code);
    }
  }
  return edges;
}

/// How outlines fill a rectangle of this size.
struct Fit {
  Vec2 centre;  // of the outlines
  double unit;  // height of a capital
};
Fit fit_of(const std::vector<text::Edge>& edges, const Vec2& room) {
  // At least a capital high: a "-" is not blown up.
  Vec2 from(edges[0].a.x, 0.0), to(edges[0].a.x, 1.0);
  for (const text::Edge& e : edges) {
    from = glm::min(from, glm::min(e.a, e.b));
    to = glm::max(to, glm::max(e.a, e.b));
  }
  const Vec2 size = to - from + Vec2(2.0 * kEdge);
  return {0.5 * (from + to), std::min(room.x / size.x, room.y / size.y)};
}

/// Writes lines centred in the rectangle `low`..`high`, as large as they fit.
void write(Canvas& canvas, std::string_view words, const Vec2& low, const Vec2& high, const Vec3f& ink) {
  std::vector<text::Edge> edges = outlines_of(words);
  if (edges.empty()) return;
  const auto [centre, unit] = fit_of(edges, high - low);
  const Vec2 middle = 0.5 * (low + high);
  for (text::Edge& e : edges) e = {middle + unit * (e.a - centre), middle + unit * (e.b - centre)};
  canvas.fill(edges, ink);
}

struct Pixels {
  std::uint32_t width, height;
};
Pixels pixels_of(double aspect) {
  aspect = math::clamp(aspect, 0.125, 8.0);
  return {static_cast<std::uint32_t>(aspect >= 1.0 ? 256.0 : std::max(32.0, 256.0 * aspect)),
          static_cast<std::uint32_t>(aspect >= 1.0 ? std::max(32.0, 256.0 / aspect) : 256.0)};
}

double margin_of(double w, double h, const SignStyle& style) {
  return (style.border ? 0.12 : 0.08) * std::min(w, h);
}

}  // namespace

Texture make_sign(std::string_view text, double aspect, const SignStyle& style) {
  const auto [width, height] = pixels_of(aspect);
  Canvas canvas(width, height, style.background);
  const double w = width, h = height, margin = margin_of(w, h, style);
  if (style.border) {
    const double inset = 0.05 * std::min(w, h), line = 0.014 * std::min(w, h) + 0.6;
    const Vec2 corner[4] = {{inset, inset}, {w - inset, inset}, {w - inset, h - inset}, {inset, h - inset}};
    for (int i = 0; i < 4; ++i) canvas.draw({corner[i], corner[(i + 1) % 4]}, line, style.ink);
  }
  write(canvas, text.substr(0, 200), {margin, margin}, {w - margin, h - margin}, style.ink);
  return canvas.finish("sign " + std::string(text.substr(0, 40)));
}

double capital_share(std::string_view text, double aspect, const SignStyle& style) {
  const auto [width, height] = pixels_of(aspect);
  const double w = width, h = height, margin = margin_of(w, h, style);
  const std::vector<text::Edge> edges = outlines_of(text.substr(0, 200));
  return edges.empty() ? 0.0 : fit_of(edges, {w - 2.0 * margin, h - 2.0 * margin}).unit / h;
}

Texture make_gauge_face(std::string_view unit, int ticks) {
  constexpr double kMiddle = 64.0;
  Canvas canvas(128, 128, {0.96f, 0.96f, 0.93f});
  const Vec3f ink{0.06f, 0.06f, 0.07f}, red{0.80f, 0.10f, 0.08f};
  const auto at = [&](double share, double radius) {  // share 0..1 of the scale, clockwise from lower left
    const auto sc = math::sin_cos(math::radians(225.0 - 270.0 * share));
    return Vec2(kMiddle + radius * sc.cos, kMiddle + radius * sc.sin);
  };
  for (int i = 0; i < 24; ++i) {
    const double from = i / 24.0, to = (i + 1) / 24.0;
    canvas.draw({at(from, 52.0), at(to, 52.0)}, from >= 0.79 ? 3.0 : 1.0, from >= 0.79 ? red : ink);
  }
  for (int i = 0; i <= ticks; ++i) {
    const double share = double(i) / std::max(1, ticks);
    canvas.draw({at(share, 42.0), at(share, 51.0)}, i % 2 ? 0.8 : 1.6, ink);
    if (i % 2 == 0) {
      const Vec2 p = at(share, 32.0);
      write(canvas, std::to_string(i), p - Vec2(7.0), p + Vec2(7.0), ink);
    }
  }
  write(canvas, unit.substr(0, 12), {46.0, 22.0}, {82.0, 36.0}, ink);
  return canvas.finish("gauge " + std::string(unit.substr(0, 12)));
}

}  // namespace fh::scene
