// SPDX-License-Identifier: Apache-2.0
#pragma once
// A picture nobody sees until it is read back: reports, tests, insets.
#include <memory>

#include "gpu/device.h"
#include "gpu/image.h"
#include "render/targets/png.h"
#include "render/targets/target.h"

namespace fh::render {

class OffscreenTarget final : public Target {
 public:
  /// `layers`: 1 (mono) or 2 (left and right eye).
  static core::Result<OffscreenTarget> create(gpu::Device& device, std::uint32_t width, std::uint32_t height,
                                              std::uint32_t layers = 1);

  OffscreenTarget(OffscreenTarget&&) = default;
  OffscreenTarget& operator=(OffscreenTarget&&) = delete;
  /// Waits for the device if something was drawn.
  ~OffscreenTarget() override;

  core::Result<std::optional<TargetImage>> begin() override;
  core::Result<> end() override { return {}; }
  /// Waits for the device and copies one layer out.
  core::Result<Picture> read_back(std::uint32_t layer = 0);
  VkExtent2D extent() const { return image_.shape().extent; }
  std::uint32_t layers() const { return image_.shape().layers; }

 private:
  OffscreenTarget() = default;
  gpu::Device* device_ = nullptr;
  gpu::Image image_;
  std::array<gpu::ImageView, 2> layer_views_;
  bool drawn_ = false;
};

}  // namespace fh::render
