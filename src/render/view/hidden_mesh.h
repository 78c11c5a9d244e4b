// SPDX-License-Identifier: Apache-2.0
#pragma once
// The hidden area of both eyes on the device.
#include <array>

#include "core/result.h"
#include "frame/hidden_area.h"
#include "gpu/buffer.h"
#include "gpu/device.h"

namespace fh::render {

struct HiddenMesh {
  struct Range {
    std::uint32_t first = 0, count = 0;  // vertices
  };
  /// No buffer when nothing is hidden. Fails where a list is no list of triangles or a corner is not finite.
  static core::Result<HiddenMesh> create(gpu::Device& device, const frame::HiddenArea& area);

  gpu::Buffer vertices;  // math::Vec2f
  std::array<Range, 2> eyes;
};

}  // namespace fh::render
