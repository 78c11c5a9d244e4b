// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rules that a program keeps with an OpenXR runtime, and a list of what broke them: the order of frames, what a
// frame may contain, the order of swapchain images, calls that need a certain state of the session. The frame rules are
// those of Khronos' best-practices layer, which no Debian or Ubuntu package contains; the others are from the
// specification. One difference: xrBeginFrame may be tried again after a failure, because xrWaitFrame would block until
// the frame is begun.
//
// Each function is told of one call after it was made, with its result. Not thread-safe.
#include <openxr/openxr.h>

#include <array>
#include <functional>
#include <map>
#include <string>

namespace fh::test {

class FrameOrder {
 public:
  using Report = std::function<void(const std::string& broken_rule)>;
  explicit FrameOrder(Report report) : report_(std::move(report)) {}

  /// `headless`: the session has no frames; its actions and spaces may be read at any time.
  void created_session(bool headless);
  void destroyed_session();
  void entered(XrSessionState state) { state_ = state; }
  void began_session(XrResult result);
  void ended_session(XrResult result);
  void requested_exit(XrResult result);

  void waited(XrResult result, XrTime display_time);
  void began(XrResult result);
  /// Before the call: the images and poses in it are those of this moment.
  void ends(const XrFrameEndInfo& info);
  void ended(XrResult result, XrTime display_time);

  void synced(XrResult result);
  void located_space();
  void located_views(XrResult result, XrTime display_time, std::uint32_t count, const XrView* views);

  void acquired(XrSwapchain chain, XrResult result);
  void waited_for(XrSwapchain chain, XrResult result);
  void released(XrSwapchain chain, XrResult result);
  void destroyed(XrSwapchain chain);

 private:
  enum class Image { Free, Acquired, Ready };
  struct Chain {
    Image image = Image::Free;
    bool ever_released = false;
  };
  void check_part(const XrSwapchainSubImage& part, const char* what);
  void check_layer(const XrCompositionLayerProjection& layer);
  void needs_frames(const char* call);

  Report report_;
  XrSessionState state_ = XR_SESSION_STATE_UNKNOWN;
  bool headless_ = false;
  bool running_ = false;
  bool waited_ = false;  // for a frame that is not begun
  bool begun_ = false;   // and not ended
  bool synced_ = false, located_ = false;
  XrTime display_time_ = 0;  // of the frame under way
  XrTime waited_time_ = 0;   // of the frame that is waited for and not begun
  XrTime failed_end_ = 0;    // of the last xrEndFrame that failed
  std::array<XrView, 2> views_{};
  std::map<XrSwapchain, Chain> chains_;
};

}  // namespace fh::test
