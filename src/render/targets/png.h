// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pictures as values and as PNG files.
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/result.h"

namespace fh::render {

/// 8 bits per channel, sRGB-coded, top row first.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;

  const std::uint8_t* at(std::uint32_t x, std::uint32_t y) const { return &rgba[4 * (std::size_t{y} * width + x)]; }
};

/// Creates missing parent folders.
core::Result<> write_png(const std::filesystem::path& file, const Picture& picture);
core::Result<Picture> read_png(const std::filesystem::path& file);

}  // namespace fh::render
