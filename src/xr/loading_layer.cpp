// SPDX-License-Identifier: Apache-2.0
#include "xr/loading_layer.h"

#include <vector>

#include "xr/check.h"
#include "xr/platform.h"
#include "xr/tracking.h"

namespace fh::xr {
namespace {

constexpr double kDistance = 2.0;  // m: text is best read at 1 to 3 m (convention of headset applications)
constexpr XrDuration kSignWait = 1000000000;

}  // namespace

core::Result<std::unique_ptr<Sign>> Sign::create(XrSession session, VkFormat format, VkExtent2D pixels, double width) {
  std::unique_ptr<Sign> made(new Sign);
  made->pixels_ = pixels;
  made->width_ = width;
  XrSwapchainCreateInfo info{XR_TYPE_SWAPCHAIN_CREATE_INFO};
  info.createFlags = XR_SWAPCHAIN_CREATE_STATIC_IMAGE_BIT;
  info.usageFlags =
      XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT | XR_SWAPCHAIN_USAGE_TRANSFER_DST_BIT | XR_SWAPCHAIN_USAGE_SAMPLED_BIT;
  info.format = format;
  info.sampleCount = info.faceCount = info.arraySize = info.mipCount = 1;
  info.width = pixels.width;
  info.height = pixels.height;
  FH_XR(xrCreateSwapchain(session, &info, &made->chain_));
  return made;
}

core::Result<VkImage> Sign::acquire() {
  std::uint32_t count = 0;
  FH_XR(xrEnumerateSwapchainImages(chain_, 0, &count, nullptr));
  std::vector<XrSwapchainImageVulkan2KHR> images(count, {XR_TYPE_SWAPCHAIN_IMAGE_VULKAN2_KHR});
  FH_XR(
      xrEnumerateSwapchainImages(chain_, count, &count, reinterpret_cast<XrSwapchainImageBaseHeader*>(images.data())));
  std::uint32_t index = 0;
  FH_XR(xrAcquireSwapchainImage(chain_, nullptr, &index));
  XrSwapchainImageWaitInfo wait{XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO};
  wait.timeout = kSignWait;
  const XrResult result = xrWaitSwapchainImage(chain_, &wait);
  if (XR_FAILED(result)) return tl::make_unexpected(failure(result, "xrWaitSwapchainImage"));
  if (result == XR_TIMEOUT_EXPIRED || index >= images.size())
    return core::fail("OpenXR: the runtime gives no image for the sign");
  return images[index].image;
}

core::Result<> Sign::release() {
  FH_XR(xrReleaseSwapchainImage(chain_, nullptr));
  released_ = true;
  return {};
}

void Sign::stand_before(const math::Pose& floor_from_head) {
  if (stands_) return;
  stands_ = true;
  const math::Pose upright{math::from_axis_angle(math::kUp, math::yaw_of(floor_from_head.rotation)),
                           floor_from_head.position};
  floor_from_sign_ = upright * math::Pose{math::kIdentity, {0.0, 0.0, -kDistance}};
}

XrCompositionLayerQuad Sign::layer(XrSpace floor) const {
  XrCompositionLayerQuad quad{XR_TYPE_COMPOSITION_LAYER_QUAD};
  quad.space = floor;
  quad.eyeVisibility = XR_EYE_VISIBILITY_BOTH;
  quad.subImage.swapchain = chain_;
  quad.subImage.imageRect.extent = {static_cast<std::int32_t>(pixels_.width),
                                    static_cast<std::int32_t>(pixels_.height)};
  quad.pose = to_xr(floor_from_sign_);
  quad.size = {static_cast<float>(width_), static_cast<float>(width_ * pixels_.height / pixels_.width)};
  return quad;
}

Sign::~Sign() {
  if (chain_ != XR_NULL_HANDLE) xrDestroySwapchain(chain_);
}

}  // namespace fh::xr
