// SPDX-License-Identifier: Apache-2.0
#include "frame_order.h"

#include <cstring>

namespace fh::test {
namespace {

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

}  // namespace

void FrameOrder::created_session(bool headless) {
  headless_ = headless;
  state_ = XR_SESSION_STATE_UNKNOWN;
  running_ = waited_ = begun_ = synced_ = located_ = false;
  display_time_ = waited_time_ = failed_end_ = 0;
}

void FrameOrder::destroyed_session() {
  created_session(headless_);
  chains_.clear();
}

void FrameOrder::began_session(XrResult result) {
  if (state_ != XR_SESSION_STATE_READY) report_("xrBeginSession in another state than READY");
  if (XR_SUCCEEDED(result)) running_ = true;
}

void FrameOrder::ended_session(XrResult result) {
  if (state_ != XR_SESSION_STATE_STOPPING) report_("xrEndSession in another state than STOPPING");
  if (begun_) report_("xrEndSession inside a frame");
  if (XR_SUCCEEDED(result)) running_ = waited_ = begun_ = false;
}

void FrameOrder::requested_exit(XrResult result) {
  if (!running_ && result != XR_ERROR_SESSION_NOT_RUNNING) report_("xrRequestExitSession before xrBeginSession");
}

void FrameOrder::needs_frames(const char* call) {
  if (headless_ || waited_ || begun_) return;
  report_(std::string(call) + " before xrWaitFrame");
}

void FrameOrder::waited(XrResult result, XrTime display_time) {
  if (!running_) report_("xrWaitFrame outside a running session");
  if (waited_) report_("xrWaitFrame twice without xrBeginFrame between");
  if (XR_FAILED(result)) return;
  if (display_time <= 0) report_("xrWaitFrame gave no display time");
  waited_time_ = display_time;
  waited_ = true;
  synced_ = located_ = false;
}

void FrameOrder::began(XrResult result) {
  if (!waited_) report_("xrBeginFrame without xrWaitFrame");
  if (XR_FAILED(result)) return;
  if (begun_) report_("xrBeginFrame inside a frame that was not ended");
  waited_ = false;
  begun_ = true;
  display_time_ = waited_time_;
}

void FrameOrder::check_part(const XrSwapchainSubImage& part, const char* what) {
  const auto found = chains_.find(part.swapchain);
  if (found == chains_.end() || !found->second.ever_released)
    report_(std::string("xrEndFrame shows ") + what + " of a swapchain that was never released");
  else if (found->second.image != Image::Free)
    report_(std::string("xrEndFrame shows ") + what + " of a swapchain that is still acquired");
}

void FrameOrder::check_layer(const XrCompositionLayerProjection& layer) {
  if (!located_) report_("xrEndFrame shows views that were not located in this frame");
  for (std::uint32_t eye = 0; eye < layer.viewCount && eye < views_.size(); ++eye) {
    const XrCompositionLayerProjectionView& view = layer.views[eye];
    if (!same_bits(view.fov, views_[eye].fov)) report_("xrEndFrame shows a view with another field than was located");
    if (!same_bits(view.pose, views_[eye].pose)) report_("xrEndFrame shows a view from elsewhere than was located");
    if (view.fov.angleRight <= view.fov.angleLeft || view.fov.angleUp <= view.fov.angleDown)
      report_("xrEndFrame shows a view without a field");
    check_part(view.subImage, "the colour");
    for (auto* next = static_cast<const XrBaseInStructure*>(view.next); next; next = next->next) {
      if (next->type == XR_TYPE_COMPOSITION_LAYER_DEPTH_INFO_KHR)
        check_part(reinterpret_cast<const XrCompositionLayerDepthInfoKHR*>(next)->subImage, "the depth");
    }
  }
}

void FrameOrder::ends(const XrFrameEndInfo& info) {
  if (!begun_) report_("xrEndFrame without xrBeginFrame");
  if (info.displayTime != display_time_) report_("xrEndFrame with another display time than xrWaitFrame gave");
  if (info.displayTime == failed_end_ && failed_end_ != 0) report_("xrEndFrame tried again for the same frame");
  for (std::uint32_t i = 0; i < info.layerCount; ++i) {
    const XrCompositionLayerBaseHeader& layer = *info.layers[i];
    if (layer.type == XR_TYPE_COMPOSITION_LAYER_PROJECTION)
      check_layer(reinterpret_cast<const XrCompositionLayerProjection&>(layer));
    else if (layer.type == XR_TYPE_COMPOSITION_LAYER_QUAD)
      check_part(reinterpret_cast<const XrCompositionLayerQuad&>(layer).subImage, "a sign");
  }
}

void FrameOrder::ended(XrResult result, XrTime display_time) {
  begun_ = false;
  if (XR_FAILED(result)) failed_end_ = display_time;
}

void FrameOrder::synced(XrResult result) {
  needs_frames("xrSyncActions");
  if (begun_) report_("xrSyncActions between xrBeginFrame and xrEndFrame");
  if (synced_ && !headless_) report_("xrSyncActions twice in a frame");
  synced_ = synced_ || result == XR_SUCCESS;
}

void FrameOrder::located_space() {
  needs_frames("xrLocateSpace");
}

void FrameOrder::located_views(XrResult result, XrTime display_time, std::uint32_t count, const XrView* views) {
  needs_frames("xrLocateViews");
  if (!headless_ && display_time != (begun_ ? display_time_ : waited_time_))
    report_("xrLocateViews for another display time than xrWaitFrame gave");
  if (XR_FAILED(result)) return;
  located_ = true;
  for (std::uint32_t eye = 0; eye < count && eye < views_.size(); ++eye) views_[eye] = views[eye];
}

void FrameOrder::acquired(XrSwapchain chain, XrResult result) {
  if (chains_[chain].image != Image::Free) report_("xrAcquireSwapchainImage of a swapchain that is still acquired");
  if (XR_SUCCEEDED(result)) chains_[chain].image = Image::Acquired;
}

void FrameOrder::waited_for(XrSwapchain chain, XrResult result) {
  if (chains_[chain].image != Image::Acquired) report_("xrWaitSwapchainImage without an acquired image");
  if (result == XR_SUCCESS) chains_[chain].image = Image::Ready;
}

void FrameOrder::released(XrSwapchain chain, XrResult result) {
  if (chains_[chain].image != Image::Ready) report_("xrReleaseSwapchainImage of an image that was not waited for");
  if (XR_FAILED(result)) return;
  chains_[chain] = {Image::Free, true};
}

void FrameOrder::destroyed(XrSwapchain chain) {
  if (begun_ && chains_[chain].image != Image::Free) report_("xrDestroySwapchain while its image is drawn on");
  chains_.erase(chain);
}

}  // namespace fh::test
