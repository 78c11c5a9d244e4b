// SPDX-License-Identifier: Apache-2.0
#include "app/stages/sign_picture.h"

#include <algorithm>
#include <cmath>

#include "text/ink.h"

namespace fh::app {
namespace {

constexpr std::uint8_t kBoard[3] = {24, 28, 34}, kInk[3] = {236, 240, 244};  // sRGB

void blend(render::Picture& picture, const text::Ink& ink) {
  for (int y = 0; y < ink.height; ++y) {
    for (int x = 0; x < ink.width; ++x) {
      const std::size_t row = picture.height - 1 - static_cast<std::size_t>(ink.bottom + y);
      std::uint8_t* pixel = &picture.rgba[4 * (row * picture.width + static_cast<std::size_t>(ink.left + x))];
      for (int i = 0; i < 3; ++i)
        pixel[i] = static_cast<std::uint8_t>(std::lround(pixel[i] + ink.at(x, y) * float(kInk[i] - pixel[i])));
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
  const text::Typeface typeface;
  const double row = height / (static_cast<double>(lines.size()) + 0.6);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<char32_t> letters = text::decode_utf8(lines[i]);
    double length = 0.0;
    for (const char32_t letter : letters) length += typeface.advance(letter);
    const double wished = row * (i == 0 ? 0.55 : 0.36);
    const double capital = std::min(wished, 0.9 * width / std::max(length, 1.0));
    math::Vec2 pen(0.5 * (width - capital * length), height - row * (static_cast<double>(i) + 0.95));
    std::vector<text::Edge> edges;
    for (const char32_t letter : letters) {
      typeface.outline(letter, pen, capital, edges);
      pen.x += capital * typeface.advance(letter);
    }
    blend(picture, text::fill(edges, static_cast<int>(width), static_cast<int>(height)));
  }
  return picture;
}

}  // namespace fh::app
