// SPDX-License-Identifier: Apache-2.0
#pragma once
// A flat picture that stands in front of the user while there is nothing else to show. The runtime itself keeps it in
// place as the head moves (a quad layer), so it is steady even while this program is busy loading.
#include <openxr/openxr.h>
#include <vulkan/vulkan.h>

#include <memory>

#include "core/result.h"
#include "math/pose.h"

namespace fh::xr {

class Sign {
 public:
  /// `width`: metres; the height follows from the pixels. The session must outlive the sign.
  static core::Result<std::unique_ptr<Sign>> create(XrSession session, VkFormat format, VkExtent2D pixels,
                                                    double width);
  ~Sign();
  Sign(const Sign&) = delete;
  Sign& operator=(const Sign&) = delete;

  /// The image to fill, once; it is a colour attachment and must be one again at release().
  core::Result<VkImage> acquire();
  core::Result<> release();
  /// 2 m ahead of a head and upright; the first head counts.
  void stand_before(const math::Pose& floor_from_head);
  bool is_ready() const { return released_ && stands_; }
  XrCompositionLayerQuad layer(XrSpace floor) const;

 private:
  Sign() = default;

  XrSwapchain chain_ = XR_NULL_HANDLE;
  VkExtent2D pixels_{};
  double width_ = 1.0;
  math::Pose floor_from_sign_;
  bool released_ = false, stands_ = false;
};

}  // namespace fh::xr
