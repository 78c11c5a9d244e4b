// SPDX-License-Identifier: Apache-2.0
#include "xr/eye_images.h"

#include <algorithm>

#include "core/log.h"
#include "xr/check.h"
#include "xr/platform.h"

namespace fh::xr {
namespace {

constexpr std::uint32_t kEyeLayers = 2;
constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT_S8_UINT;
// sRGB-coded, since the picture is: a runtime takes other formats as linear.
constexpr VkFormat kColourFormats[] = {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_SRGB};
constexpr XrDuration kLongestWait = 1000000000;  // ns for an image; then the frame is dropped

core::Result<std::vector<std::int64_t>> offered_formats(XrSession session) {
  std::uint32_t count = 0;
  FH_XR(xrEnumerateSwapchainFormats(session, 0, &count, nullptr));
  std::vector<std::int64_t> formats(count);
  FH_XR(xrEnumerateSwapchainFormats(session, count, &count, formats.data()));
  return formats;
}

core::Result<VkExtent2D> eye_size(const Instance& instance, double scale) {
  std::uint32_t count = 0;
  std::vector<XrViewConfigurationView> views(kEyeLayers, {XR_TYPE_VIEW_CONFIGURATION_VIEW});
  FH_XR(xrEnumerateViewConfigurationViews(instance.get(), instance.system(), XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO,
                                          kEyeLayers, &count, views.data()));
  const auto side = [&](std::uint32_t wished, std::uint32_t most) {
    return std::clamp(static_cast<std::uint32_t>(wished * scale + 0.5), 16u, std::max(most, 16u));
  };
  VkExtent2D size{};
  for (const auto& view : views) {
    size.width = std::max(size.width, side(view.recommendedImageRectWidth, view.maxImageRectWidth));
    size.height = std::max(size.height, side(view.recommendedImageRectHeight, view.maxImageRectHeight));
  }
  return size;
}

}  // namespace

core::Result<std::unique_ptr<EyeImages>> EyeImages::create(const Instance& instance, XrSession session, VkDevice device,
                                                           double scale, bool with_depth) {
  std::unique_ptr<EyeImages> made(new EyeImages);
  made->device_ = device;
  FH_TRY(formats, offered_formats(session));
  const auto offers = [&](VkFormat format) {
    return std::find(formats.begin(), formats.end(), std::int64_t{format}) != formats.end();
  };
  for (const VkFormat format : kColourFormats) {
    if (made->format_ == VK_FORMAT_UNDEFINED && offers(format)) made->format_ = format;
  }
  if (made->format_ == VK_FORMAT_UNDEFINED)
    return core::fail("the OpenXR runtime offers no 8-bit sRGB image; update it or use another one");
  FH_TRY(size, eye_size(instance, scale));
  made->extent_ = size;
  FH_TRY_VOID(made->make(made->colour_, session, made->format_, false));
  if (with_depth && instance.has(XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME) && offers(kDepthFormat)) {
    FH_TRY_VOID(made->make(made->depth_, session, kDepthFormat, true));
  }
  core::log_info("headset images: {} x {} for each eye, {} depth", size.width, size.height,
                 made->has_depth() ? "with" : "no");
  return made;
}

core::Result<> EyeImages::make(Chain& out, XrSession session, VkFormat format, bool depth) {
  XrSwapchainCreateInfo info{XR_TYPE_SWAPCHAIN_CREATE_INFO};
  info.usageFlags = depth ? XR_SWAPCHAIN_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                          : XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_SRC_BIT;
  info.format = format;
  info.sampleCount = 1;
  info.width = extent_.width;
  info.height = extent_.height;
  info.faceCount = 1;
  info.arraySize = kEyeLayers;
  info.mipCount = 1;
  FH_XR(xrCreateSwapchain(session, &info, &out.chain));
  std::uint32_t count = 0;
  FH_XR(xrEnumerateSwapchainImages(out.chain, 0, &count, nullptr));
  std::vector<XrSwapchainImageVulkan2KHR> images(count, {XR_TYPE_SWAPCHAIN_IMAGE_VULKAN2_KHR});
  FH_XR(xrEnumerateSwapchainImages(out.chain, count, &count,
                                   reinterpret_cast<XrSwapchainImageBaseHeader*>(images.data())));
  for (const auto& image : images) {
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = image.image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    view.format = format;
    view.subresourceRange = {
        depth ? static_cast<VkImageAspectFlags>(VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT)
              : static_cast<VkImageAspectFlags>(VK_IMAGE_ASPECT_COLOR_BIT),
        0, 1, 0, kEyeLayers};
    VkImageView made = VK_NULL_HANDLE;
    if (vkCreateImageView(device_, &view, nullptr, &made) != VK_SUCCESS)
      return core::fail("a view of the headset's image cannot be made (vkCreateImageView); free graphics memory");
    out.images.push_back(image.image);
    out.views.push_back(made);
    auto& layers = out.layers.emplace_back();
    for (std::uint32_t eye = 0; eye < kEyeLayers; ++eye) {
      view.subresourceRange.baseArrayLayer = eye;
      view.subresourceRange.layerCount = 1;
      if (vkCreateImageView(device_, &view, nullptr, &layers[eye]) != VK_SUCCESS)
        return core::fail("a view of the headset's image cannot be made (vkCreateImageView); free graphics memory");
    }
  }
  return {};
}

core::Result<std::uint32_t> EyeImages::acquire(const Chain& chain) const {
  std::uint32_t index = 0;
  FH_XR(xrAcquireSwapchainImage(chain.chain, nullptr, &index));
  XrSwapchainImageWaitInfo wait{XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO};
  wait.timeout = kLongestWait;
  const XrResult result = xrWaitSwapchainImage(chain.chain, &wait);
  if (result == XR_TIMEOUT_EXPIRED)
    return core::fail("OpenXR: the runtime holds the headset's image for over a second");
  if (XR_FAILED(result)) return tl::make_unexpected(failure(result, "xrWaitSwapchainImage"));
  return index;
}

core::Result<EyeImage> EyeImages::acquire() {
  EyeImage image;
  FH_TRY(colour, acquire(colour_));
  image.colour = colour_.images[colour];
  image.colour_view = colour_.views[colour];
  image.colour_layers = colour_.layers[colour];
  if (has_depth()) {
    FH_TRY(depth, acquire(depth_));
    image.depth = depth_.images[depth];
    image.depth_view = depth_.views[depth];
    image.depth_layers = depth_.layers[depth];
  }
  return image;
}

core::Result<> EyeImages::release() {
  FH_XR(xrReleaseSwapchainImage(colour_.chain, nullptr));
  if (has_depth()) FH_XR(xrReleaseSwapchainImage(depth_.chain, nullptr));
  return {};
}

XrSwapchainSubImage EyeImages::part(const Chain& chain, std::uint32_t eye) const {
  XrSwapchainSubImage part{};
  part.swapchain = chain.chain;
  part.imageRect.extent = {static_cast<std::int32_t>(extent_.width), static_cast<std::int32_t>(extent_.height)};
  part.imageArrayIndex = eye;
  return part;
}
XrSwapchainSubImage EyeImages::colour_part(std::uint32_t eye) const {
  return part(colour_, eye);
}
XrSwapchainSubImage EyeImages::depth_part(std::uint32_t eye) const {
  return part(depth_, eye);
}

EyeImages::~EyeImages() {
  for (const Chain* chain : {&colour_, &depth_}) {
    for (const VkImageView view : chain->views) vkDestroyImageView(device_, view, nullptr);
    for (const auto& layers : chain->layers) {
      for (const VkImageView view : layers) vkDestroyImageView(device_, view, nullptr);
    }
    if (chain->chain != XR_NULL_HANDLE) xrDestroySwapchain(chain->chain);
  }
}

}  // namespace fh::xr
