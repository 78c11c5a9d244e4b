// SPDX-License-Identifier: Apache-2.0
#include "xr/visibility_mask.h"

#include "core/log.h"
#include "xr/check.h"

namespace fh::xr {
namespace {

core::Result<std::vector<math::Vec2f>> hidden_triangles(PFN_xrGetVisibilityMaskKHR ask, XrSession session,
                                                        std::uint32_t eye) {
  const auto get = [&](XrVisibilityMaskKHR& mask) {
    return ask(session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, eye,
               XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR, &mask);
  };
  XrVisibilityMaskKHR mask{XR_TYPE_VISIBILITY_MASK_KHR};
  if (const XrResult result = get(mask); XR_FAILED(result))
    return tl::make_unexpected(failure(result, "xrGetVisibilityMaskKHR"));
  std::vector<XrVector2f> vertices(mask.vertexCountOutput);
  std::vector<std::uint32_t> indices(mask.indexCountOutput);
  mask.vertexCapacityInput = mask.vertexCountOutput;
  mask.indexCapacityInput = mask.indexCountOutput;
  mask.vertices = vertices.data();
  mask.indices = indices.data();
  if (vertices.empty() || indices.empty()) return std::vector<math::Vec2f>{};
  if (const XrResult result = get(mask); XR_FAILED(result))
    return tl::make_unexpected(failure(result, "xrGetVisibilityMaskKHR"));
  std::vector<math::Vec2f> corners;
  for (const std::uint32_t index : indices) {
    if (index >= vertices.size()) return core::fail("OpenXR: the visibility mask names a corner it does not have");
    corners.emplace_back(vertices[index].x, vertices[index].y);
  }
  corners.resize(corners.size() / 3 * 3);
  return corners;
}

}  // namespace

frame::HiddenArea read_hidden_area(const Instance& instance, XrSession session) {
  frame::HiddenArea area;
  const auto ask = instance.has(XR_KHR_VISIBILITY_MASK_EXTENSION_NAME)
                       ? instance.function<PFN_xrGetVisibilityMaskKHR>("xrGetVisibilityMaskKHR")
                       : nullptr;
  if (!ask) {
    core::log_info("headset: no visibility mask: the whole picture is drawn");
    return area;
  }
  for (std::uint32_t eye = 0; eye < 2; ++eye) {
    auto triangles = hidden_triangles(ask, session, eye);
    if (!triangles) {
      core::log_warning("{}; the whole picture is drawn", triangles.error().message);
      return {};
    }
    area.triangles[eye] = std::move(*triangles);
  }
  if (area.empty())
    core::log_info("headset: its lenses hide nothing");
  else
    core::log_info("headset: its lenses hide {} and {} triangles", area.triangles[0].size() / 3,
                   area.triangles[1].size() / 3);
  return area;
}

}  // namespace fh::xr
