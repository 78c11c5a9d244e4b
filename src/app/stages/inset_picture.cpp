// SPDX-License-Identifier: Apache-2.0
#include "app/stages/inset_picture.h"

#include <algorithm>

#include "app/stages/sign_picture.h"

namespace fh::app {
namespace {

constexpr std::uint8_t kFrame[3] = {236, 240, 244};  // sRGB

void put(render::Picture& picture, std::uint32_t x, std::uint32_t y, const std::uint8_t* colour) {
  std::copy_n(colour, 3, &picture.rgba[4 * (std::size_t{y} * picture.width + x)]);
}

}  // namespace

void paste(const frame::Inset& inset, render::Picture& picture) {
  if (inset.empty()) return;
  const std::uint32_t border = std::max(1u, picture.width / 640);
  const std::uint32_t width = picture.width / 3;
  const std::uint32_t height = std::min(width * inset.rows / inset.columns, picture.height / 2);
  const std::uint32_t sign = std::max(8u, height / 6);
  const std::uint32_t margin = picture.width / 80 + border;
  if (margin + sign + height + border > picture.height) return;  // a picture too small to hold it
  const std::uint32_t left = picture.width - width - margin, top = picture.height - height - sign - margin;
  for (std::uint32_t y = top - border; y < top + height + sign + border; ++y) {
    for (std::uint32_t x = left - border; x < left + width + border; ++x) put(picture, x, y, kFrame);
  }
  for (std::uint32_t y = 0; y < height; ++y) {
    const auto* row = inset.row(y * inset.rows / height);
    for (std::uint32_t x = 0; x < width; ++x) put(picture, left + x, top + y, row[x * inset.columns / width].data());
  }
  const render::Picture words = sign_picture(width, sign, {inset.title, inset.words});
  for (std::uint32_t y = 0; y < sign; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) put(picture, left + x, top + height + y, words.at(x, y));
  }
}

}  // namespace fh::app
