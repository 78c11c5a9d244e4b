// SPDX-License-Identifier: Apache-2.0
#include "render/targets/external_target.h"

#include "core/assert.h"
#include "gpu/check.h"
#include "gpu/image.h"
#include "render/targets/eye_buffers.h"

namespace fh::render {

core::Result<ExternalTarget::Views> ExternalTarget::make_views(gpu::Device& device, VkImage image, VkFormat format,
                                                               VkImageAspectFlags aspect, std::uint32_t layers) {
  Views views;
  FH_TRY(all, gpu::make_array_view(device.get(), image, format, aspect, 0, layers));
  views.all = std::move(all);
  for (std::uint32_t i = 0; i < layers; ++i) {
    FH_TRY(layer, gpu::make_array_view(device.get(), image, format, aspect, i, 1));
    views.layers[i] = std::move(layer);
  }
  return views;
}

core::Result<ExternalTarget> ExternalTarget::create(gpu::Device& device, const ExternalImages& images) {
  if (images.layers < 1 || images.layers > 2)
    return core::fail("an eye target has one layer or two, not {}", images.layers);
  ExternalTarget target;
  target.images_ = images;
  for (const VkImage image : images.colour) {
    FH_TRY(views, make_views(device, image, images.format, VK_IMAGE_ASPECT_COLOR_BIT, images.layers));
    target.colour_.push_back(std::move(views));
  }
  for (const VkImage image : images.depth) {
    FH_TRY(views, make_views(device, image, kDepthFormat, gpu::aspect_of(kDepthFormat), images.layers));
    target.depth_.push_back(std::move(views));
  }
  return target;
}

void ExternalTarget::select(std::uint32_t colour_index, std::uint32_t depth_index) {
  FH_ASSERT(colour_index < colour_.size(), "no such image");
  colour_index_ = colour_index;
  depth_index_ = depth_index;
}

core::Result<std::optional<TargetImage>> ExternalTarget::begin() {
  const Views& views = colour_[colour_index_];
  TargetImage image;
  image.image = images_.colour[colour_index_];
  image.view = views.all.get();
  image.layer_views = {views.layers[0].get(), views.layers[1].get()};
  image.format = images_.format;
  image.extent = images_.extent;
  image.layers = images_.layers;
  image.before = gpu::Use::ColourTarget;
  image.after = gpu::Use::ColourTarget;
  if (depth_index_ < depth_.size()) {
    const Views& depth = depth_[depth_index_];
    image.depth_image = images_.depth[depth_index_];
    image.depth_view = depth.all.get();
    image.depth_layer_views = {depth.layers[0].get(), depth.layers[1].get()};
  }
  return image;
}

}  // namespace fh::render
