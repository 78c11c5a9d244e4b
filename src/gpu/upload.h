// SPDX-License-Identifier: Apache-2.0
#pragma once
// One-off work on the device: filling buffers and textures at load time, reading pictures back. Each call waits.
#include <vulkan/vulkan.h>

#include <cstddef>
#include <functional>
#include <span>

#include "core/result.h"
#include "gpu/buffer.h"
#include "gpu/device.h"
#include "gpu/image.h"

namespace fh::gpu {

/// Records, submits and waits.
core::Result<> run_once(Device& device, const std::function<void(VkCommandBuffer)>& record);
/// A device-local buffer with these contents.
core::Result<Buffer> make_filled_buffer(Device& device, std::span<const std::byte> bytes, VkBufferUsageFlags usage);
/// A sampled texture array; `bytes` holds level 0 of every layer, one after the other. With more than one level in
/// `shape` the smaller ones are made by averaging (linear light for sRGB formats).
core::Result<Image> make_texture(Device& device, ImageShape shape, std::span<const std::byte> bytes);
std::uint32_t full_mip_levels(VkExtent2D extent);

}  // namespace fh::gpu
