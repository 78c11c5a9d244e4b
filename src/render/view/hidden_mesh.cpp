// SPDX-License-Identifier: Apache-2.0
#include "render/view/hidden_mesh.h"

#include <cmath>

#include "gpu/check.h"
#include "gpu/upload.h"

namespace fh::render {

core::Result<HiddenMesh> HiddenMesh::create(gpu::Device& device, const frame::HiddenArea& area) {
  HiddenMesh made;
  std::vector<math::Vec2f> all;
  for (std::size_t eye = 0; eye < made.eyes.size(); ++eye) {
    const auto& corners = area.triangles[eye];
    if (corners.size() % 3 != 0)
      return core::fail("the hidden area of an eye has {} corners, not triangles", corners.size());
    for (const math::Vec2f& c : corners) {
      if (!std::isfinite(c.x) || !std::isfinite(c.y)) return core::fail("the hidden area of an eye is not finite");
    }
    made.eyes[eye] = {static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(corners.size())};
    all.insert(all.end(), corners.begin(), corners.end());
  }
  if (all.empty()) return made;
  FH_TRY(buffer, gpu::make_filled_buffer(device, std::as_bytes(std::span(std::as_const(all))),
                                         VK_BUFFER_USAGE_VERTEX_BUFFER_BIT));
  made.vertices = std::move(buffer);
  return made;
}

}  // namespace fh::render
