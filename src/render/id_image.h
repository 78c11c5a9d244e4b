// SPDX-License-Identifier: Apache-2.0
#pragma once
// The id pass read back.
#include <cstdint>
#include <limits>
#include <vector>

#include "core/ids.h"

namespace fh::render {

/// What one pixel shows.
struct IdSample {
  core::ObjectId object;  // valid, or
  core::BodyId body;      // valid, or nothing but sky
  std::uint8_t segment = 0;
  bool operator==(const IdSample&) const = default;
};

struct IdImage {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint32_t> ids;  // 0 nothing; see sample()
  std::vector<float> distance;     // metres along the view axis; infinity where there is nothing

  IdSample sample(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t id = ids[std::size_t{y} * width + x];
    if ((id & 0x80000000u) == 0) return {core::ObjectId{id}, {}, 0};
    return {{}, core::BodyId{(id & 0x7fffffffu) >> 8}, static_cast<std::uint8_t>(id & 0xff)};
  }
};

}  // namespace fh::render
