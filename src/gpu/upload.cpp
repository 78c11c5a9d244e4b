// SPDX-License-Identifier: Apache-2.0
#include "gpu/upload.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gpu/barrier.h"
#include "gpu/check.h"

namespace fh::gpu {
namespace {

void level_barrier(VkCommandBuffer commands, VkImage image, std::uint32_t level, Use from, Use to) {
  const UseState before = state_of(from);
  const UseState after = state_of(to);
  VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
  barrier.srcStageMask = before.stages;
  barrier.srcAccessMask = before.access;
  barrier.dstStageMask = after.stages;
  barrier.dstAccessMask = after.access;
  barrier.oldLayout = before.layout;
  barrier.newLayout = after.layout;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, 0, VK_REMAINING_ARRAY_LAYERS};
  VkDependencyInfo info{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
  info.imageMemoryBarrierCount = 1;
  info.pImageMemoryBarriers = &barrier;
  vkCmdPipelineBarrier2(commands, &info);
}

void halve(VkCommandBuffer commands, const Image& image, std::uint32_t level) {
  const auto side = [](std::uint32_t full, std::uint32_t l) {
    return static_cast<std::int32_t>(std::max(full >> l, 1u));
  };
  const ImageShape& shape = image.shape();
  VkImageBlit blit{};
  blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level - 1, 0, shape.layers};
  blit.srcOffsets[1] = {side(shape.extent.width, level - 1), side(shape.extent.height, level - 1), 1};
  blit.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, shape.layers};
  blit.dstOffsets[1] = {side(shape.extent.width, level), side(shape.extent.height, level), 1};
  vkCmdBlitImage(commands, image.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image.get(),
                 VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR);
}

core::Result<Buffer> staging(Device& device, std::span<const std::byte> bytes) {
  FH_TRY(buffer, Buffer::create(device.memory(), bytes.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, Access::HostWrite));
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  buffer.flush();
  return buffer;
}

}  // namespace

core::Result<> run_once(Device& device, const std::function<void(VkCommandBuffer)>& record) {
  VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool_info.queueFamilyIndex = device.queue_family();
  VkCommandPool raw = VK_NULL_HANDLE;
  FH_VK(vkCreateCommandPool(device.get(), &pool_info, nullptr, &raw));
  const CommandPool pool(device.get(), raw);
  VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  allocate.commandPool = raw;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  FH_VK(vkAllocateCommandBuffers(device.get(), &allocate, &commands));
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  FH_VK(vkBeginCommandBuffer(commands, &begin));
  record(commands);
  FH_VK(vkEndCommandBuffer(commands));
  VkCommandBufferSubmitInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
  buffer.commandBuffer = commands;
  VkSubmitInfo2 submit{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
  submit.commandBufferInfoCount = 1;
  submit.pCommandBufferInfos = &buffer;
  FH_VK(vkQueueSubmit2(device.queue(), 1, &submit, VK_NULL_HANDLE));
  FH_VK(vkQueueWaitIdle(device.queue()));
  return {};
}

core::Result<Buffer> make_filled_buffer(Device& device, std::span<const std::byte> bytes, VkBufferUsageFlags usage) {
  FH_TRY(source, staging(device, bytes));
  FH_TRY(target,
         Buffer::create(device.memory(), bytes.size(), usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, Access::Device));
  if (bytes.empty()) return target;
  FH_TRY_VOID(run_once(device, [&](VkCommandBuffer commands) {
    const VkBufferCopy copy{0, 0, bytes.size()};
    vkCmdCopyBuffer(commands, source.get(), target.get(), 1, &copy);
    memory_barrier(commands, Use::TransferTarget, Use::VertexRead);
  }));
  return target;
}

core::Result<Image> make_texture(Device& device, ImageShape shape, std::span<const std::byte> bytes) {
  shape.usage |= VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  FH_TRY(source, staging(device, bytes));
  FH_TRY(image, Image::create(device.memory(), shape));
  FH_TRY_VOID(run_once(device, [&](VkCommandBuffer commands) {
    image_barrier(commands, image.get(), VK_IMAGE_ASPECT_COLOR_BIT, Use::Nothing, Use::TransferTarget);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, shape.layers};
    copy.imageExtent = {shape.extent.width, shape.extent.height, 1};
    vkCmdCopyBufferToImage(commands, source.get(), image.get(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    for (std::uint32_t level = 1; level < shape.levels; ++level) {
      level_barrier(commands, image.get(), level - 1, Use::TransferTarget, Use::TransferSource);
      halve(commands, image, level);
      level_barrier(commands, image.get(), level - 1, Use::TransferSource, Use::Sampled);
    }
    level_barrier(commands, image.get(), shape.levels - 1, Use::TransferTarget, Use::Sampled);
  }));
  return image;
}

std::uint32_t full_mip_levels(VkExtent2D extent) {
  return static_cast<std::uint32_t>(std::bit_width(std::max(extent.width, extent.height)));
}

}  // namespace fh::gpu
