#include "app/stages/sign_picture.h"

#include <algorithm>
#include <cmath>

#include "render/text/font.h"

namespace fh::app {
namespace {

constexpr std::uint8_t kBoard[3] = {24, 28, 34}, kInk[3] = {236, 240, 244};  // sRGB

/// The font's distance map at a point (0..1), bilinear: 0.5 on the edge of the strokes.
double distance_at(const render::Font& font, double u, double v) {
  const auto size = static_cast<double>(font.atlas_size());
  const double x = std::clamp(u * size - 0.5, 0.0, size - 1.001), y = std::clamp(v * size - 0.5, 0.0, size - 1.001);
  const auto x0 = static_cast<std::size_t>(x), y0 = static_cast<std::size_t>(y);
  const double fx = x - static_cast<double>(x0), fy = y - static_cast<double>(y0);
  const auto texel = [&](std::size_t i, std::size_t j) { return font.atlas()[j * font.atlas_size() + i] / 255.0; };
  const double top = texel(x0, y0) * (1 - fx) + texel(x0 + 1, y0) * fx;
  const double bottom = texel(x0, y0 + 1) * (1 - fx) + texel(x0 + 1, y0 + 1) * fx;
  return top * (1 - fy) + bottom * fy;
}

/// `pen_x`, `base_y`: pixels of the letter's origin. `height`: of a capital letter, pixels.
void draw_glyph(render::Picture& picture, const render::Font& font, const render::Glyph& glyph, double pen_x,
                double base_y, double height) {
  const double x0 = pen_x + height * glyph.box.x, x1 = pen_x + height * glyph.box.z;
  const double top = base_y - height * glyph.box.w, bottom = base_y - height * glyph.box.y;
  // One pixel of distance in stored values: the edge is softened over that.
  const double value_per_pixel = render::Font::kValuePerAtlas * (glyph.atlas.z - glyph.atlas.x) / (x1 - x0);
  const auto first = [](double at) { return static_cast<std::uint32_t>(std::max(0.0, std::floor(at))); };
  for (std::uint32_t y = first(top); y < std::min<double>(bottom + 1.0, picture.height); ++y) {
    for (std::uint32_t x = first(x0); x < std::min<double>(x1 + 1.0, picture.width); ++x) {
      const double across = (x + 0.5 - x0) / (x1 - x0), down = (y + 0.5 - top) / (bottom - top);
      if (across < 0.0 || across > 1.0 || down < 0.0 || down > 1.0) continue;
      const double value = distance_at(font, glyph.atlas.x + across * (glyph.atlas.z - glyph.atlas.x),
                                       glyph.atlas.y + down * (glyph.atlas.w - glyph.atlas.y));
      const double ink = std::clamp((value - 0.5) / value_per_pixel + 0.5, 0.0, 1.0);
      std::uint8_t* pixel = &picture.rgba[4 * (std::size_t{y} * picture.width + x)];
      for (int i = 0; i < 3; ++i)
        pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + ink * (kInk[i] - pixel[i])));
    }
  }
}

}  // namespace

render::Picture sign_picture(std::uint32_t width, std::uint32_t height, const std::vector<std::string>& lines) {
  render::Picture picture;
  picture.width = width;
  picture.height = height;
  picture.rgba.resize(4 * std::size_t{width} * height, 255);
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) std::copy(kBoard, kBoard + 3, &picture.rgba[i]);
  const render::Font font;
  std::vector<char32_t> letters;
  const double row = height / (static_cast<double>(lines.size()) + 0.6);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    render::decode_utf8(lines[i], letters);
    const double length = font.width(letters.data(), letters.size());
    const double wished = row * (i == 0 ? 0.55 : 0.36);
    const double capital = std::min(wished, 0.9 * width / std::max(length, 1.0));
    double pen = 0.5 * (width - capital * length);
    const double base = row * (static_cast<double>(i) + 0.95);
    for (const char32_t letter : letters) {
      const render::Glyph& glyph = font.glyph(letter);
      if (glyph.visible) draw_glyph(picture, font, glyph, pen, base, capital);
      pen += capital * glyph.advance;
    }
  }
  return picture;
}

}  // namespace fh::app
