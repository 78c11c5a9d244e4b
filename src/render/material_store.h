// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place's materials and textures on the device. All textures are layers of two arrays (colours and data) scaled to
// one size, so that every surface is drawn with the same descriptor set: Vulkan 1.3 without descriptor indexing.
#include <cstdint>

#include "core/result.h"
#include "gpu/buffer.h"
#include "gpu/device.h"
#include "gpu/image.h"
#include "scene/place/scene.h"

namespace fh::render {

class MaterialStore {
 public:
  /// `most_texture_size`: side of the layers in pixels, a power of two; smaller when all textures are smaller.
  static core::Result<MaterialStore> create(gpu::Device& device, const scene::Scene& scene,
                                            std::uint32_t most_texture_size);

  VkBuffer materials() const { return materials_.get(); }
  /// The plain white material that bodies use: their colours come with the vertices.
  std::uint32_t body_material() const { return body_material_; }
  const gpu::Image& colours() const { return colours_; }
  const gpu::Image& data() const { return data_; }

 private:
  gpu::Buffer materials_;
  gpu::Image colours_;
  gpu::Image data_;
  std::uint32_t body_material_ = 0;
};

}  // namespace fh::render
