// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small picture laid over a corner of the main one, made by the CPU: what an agent sees.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fh::frame {

struct Inset {
  using Pixel = std::array<std::uint8_t, 3>;  // sRGB-coded

  std::uint32_t columns = 0, rows = 0;
  std::vector<Pixel> pixels;  // row by row, top row first
  std::string title, words;   // one line each

  bool empty() const { return pixels.empty(); }
  const Pixel* row(std::uint32_t y) const { return pixels.data() + std::size_t{y} * columns; }
};

}  // namespace fh::frame
