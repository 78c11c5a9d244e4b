// SPDX-License-Identifier: Apache-2.0
#include "render/targets/offscreen_target.h"

#include <cstring>

#include "gpu/buffer.h"
#include "gpu/check.h"
#include "gpu/upload.h"

namespace fh::render {

core::Result<OffscreenTarget> OffscreenTarget::create(gpu::Device& device, std::uint32_t width, std::uint32_t height,
                                                      std::uint32_t layers) {
  const std::uint32_t most = device.limits().maxImageDimension2D;
  if (width == 0 || height == 0 || width > most || height > most) {
    return core::fail("a picture of {} x {} pixels cannot be made; each side must be 1 to {}", width, height, most);
  }
  if (layers < 1 || layers > 2) return core::fail("a picture has one layer or two, not {}", layers);
  OffscreenTarget target;
  target.device_ = &device;
  gpu::ImageShape shape;
  shape.format = VK_FORMAT_R8G8B8A8_SRGB;
  shape.extent = {width, height};
  shape.layers = layers;
  shape.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  FH_TRY(image, gpu::Image::create(device.memory(), shape));
  target.image_ = std::move(image);
  for (std::uint32_t i = 0; i < layers; ++i) {
    FH_TRY(view,
           gpu::make_array_view(device.get(), target.image_.get(), shape.format, VK_IMAGE_ASPECT_COLOR_BIT, i, 1));
    target.layer_views_[i] = std::move(view);
  }
  return target;
}

OffscreenTarget::~OffscreenTarget() {
  if (image_ && drawn_) (void)device_->wait_idle();
}

core::Result<std::optional<TargetImage>> OffscreenTarget::begin() {
  TargetImage image;
  image.image = image_.get();
  image.view = image_.view();
  image.format = image_.shape().format;
  image.extent = image_.shape().extent;
  image.layers = image_.shape().layers;
  image.before = gpu::Use::TransferSource;
  image.after = gpu::Use::TransferSource;
  image.layer_views = {layer_views_[0].get(), layer_views_[1].get()};
  drawn_ = true;
  return image;
}

core::Result<Picture> OffscreenTarget::read_back(std::uint32_t layer) {
  if (!drawn_ || layer >= image_.shape().layers) return core::fail("nothing was drawn on layer {} yet", layer);
  const VkExtent2D extent = image_.shape().extent;
  const std::uint64_t bytes = std::uint64_t{4} * extent.width * extent.height;
  FH_TRY(buffer,
         gpu::Buffer::create(device_->memory(), bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Access::HostRead));
  FH_TRY_VOID(gpu::run_once(*device_, [&](VkCommandBuffer commands) {
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, layer, 1};
    copy.imageExtent = {extent.width, extent.height, 1};
    vkCmdCopyImageToBuffer(commands, image_.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer.get(), 1, &copy);
    gpu::memory_barrier(commands, gpu::Use::TransferTarget, gpu::Use::HostRead);
  }));
  buffer.invalidate();
  Picture picture{extent.width, extent.height, {}};
  picture.rgba.resize(bytes);
  std::memcpy(picture.rgba.data(), buffer.data(), bytes);
  return picture;
}

}  // namespace fh::render
