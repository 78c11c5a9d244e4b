// SPDX-License-Identifier: Apache-2.0
#include "order_layer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "frame_order.h"
#include "loader_interface.h"

namespace {

std::mutex g_mutex;
fh::test::OrderCounts g_counts;
PFN_xrGetInstanceProcAddr g_get_proc = nullptr;
XrInstance g_instance = XR_NULL_HANDLE;
bool g_headless = false;

/// Line by line, so that a killed program leaves what it did wrong.
void write_line(const std::string& text) {
  const std::string line = text + "\n";
  if (const char* file = std::getenv("FH_XR_ORDER_LOG")) {
    const int out = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out >= 0 && write(out, line.data(), line.size()) < 0) std::perror("FH_XR_ORDER_LOG");
    if (out >= 0) close(out);
  }
}

fh::test::FrameOrder g_order([](const std::string& rule) {
  ++g_counts.broken;
  write_line("broken: " + rule);
  std::fprintf(stderr, "OpenXR order: %s\n", rule.c_str());
});

template <class Function>
Function next(const char* name) {
  PFN_xrVoidFunction found = nullptr;
  g_get_proc(g_instance, name, &found);
  return reinterpret_cast<Function>(found);
}

/// Calls what is below, then tells the rules.
template <class Tell>
XrResult told(XrResult result, Tell&& tell) {
  const std::lock_guard lock(g_mutex);
  tell(result);
  return result;
}

XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer* out) {
  return told(next<PFN_xrPollEvent>("xrPollEvent")(instance, out), [&](XrResult result) {
    if (result != XR_SUCCESS || out->type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) return;
    g_order.entered(reinterpret_cast<const XrEventDataSessionStateChanged&>(*out).state);
  });
}

XrResult XRAPI_CALL create_session(XrInstance instance, const XrSessionCreateInfo* info, XrSession* out) {
  return told(next<PFN_xrCreateSession>("xrCreateSession")(instance, info, out), [&](XrResult result) {
    if (XR_SUCCEEDED(result)) g_order.created_session(g_headless);
  });
}

XrResult XRAPI_CALL destroy_session(XrSession session) {
  return told(next<PFN_xrDestroySession>("xrDestroySession")(session), [](XrResult) { g_order.destroyed_session(); });
}

XrResult XRAPI_CALL begin_session(XrSession session, const XrSessionBeginInfo* info) {
  return told(next<PFN_xrBeginSession>("xrBeginSession")(session, info), [](XrResult r) { g_order.began_session(r); });
}

XrResult XRAPI_CALL end_session(XrSession session) {
  return told(next<PFN_xrEndSession>("xrEndSession")(session), [](XrResult r) { g_order.ended_session(r); });
}

XrResult XRAPI_CALL request_exit(XrSession session) {
  return told(next<PFN_xrRequestExitSession>("xrRequestExitSession")(session),
              [](XrResult r) { g_order.requested_exit(r); });
}

XrResult XRAPI_CALL wait_frame(XrSession session, const XrFrameWaitInfo* info, XrFrameState* out) {
  return told(next<PFN_xrWaitFrame>("xrWaitFrame")(session, info, out),
              [&](XrResult r) { g_order.waited(r, out->predictedDisplayTime); });
}

XrResult XRAPI_CALL begin_frame(XrSession session, const XrFrameBeginInfo* info) {
  return told(next<PFN_xrBeginFrame>("xrBeginFrame")(session, info), [](XrResult r) {
    g_counts.failed_begins += XR_FAILED(r);
    g_order.began(r);
  });
}

XrResult XRAPI_CALL end_frame(XrSession session, const XrFrameEndInfo* info) {
  {
    const std::lock_guard lock(g_mutex);
    g_order.ends(*info);
  }
  return told(next<PFN_xrEndFrame>("xrEndFrame")(session, info),
              [&](XrResult r) { g_order.ended(r, info->displayTime); });
}

XrResult XRAPI_CALL sync_actions(XrSession session, const XrActionsSyncInfo* info) {
  return told(next<PFN_xrSyncActions>("xrSyncActions")(session, info), [](XrResult r) {
    g_counts.failed_syncs += XR_FAILED(r);
    g_order.synced(r);
  });
}

XrResult XRAPI_CALL locate_space(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation* out) {
  return told(next<PFN_xrLocateSpace>("xrLocateSpace")(space, base, time, out),
              [](XrResult) { g_order.located_space(); });
}

XrResult XRAPI_CALL locate_views(XrSession session, const XrViewLocateInfo* info, XrViewState* state,
                                 std::uint32_t room, std::uint32_t* count, XrView* views) {
  return told(next<PFN_xrLocateViews>("xrLocateViews")(session, info, state, room, count, views),
              [&](XrResult r) { g_order.located_views(r, info->displayTime, room, views); });
}

XrResult XRAPI_CALL acquire(XrSwapchain chain, const XrSwapchainImageAcquireInfo* info, std::uint32_t* index) {
  return told(next<PFN_xrAcquireSwapchainImage>("xrAcquireSwapchainImage")(chain, info, index),
              [&](XrResult r) { g_order.acquired(chain, r); });
}

XrResult XRAPI_CALL wait_image(XrSwapchain chain, const XrSwapchainImageWaitInfo* info) {
  return told(next<PFN_xrWaitSwapchainImage>("xrWaitSwapchainImage")(chain, info),
              [&](XrResult r) { g_order.waited_for(chain, r); });
}

XrResult XRAPI_CALL release(XrSwapchain chain, const XrSwapchainImageReleaseInfo* info) {
  return told(next<PFN_xrReleaseSwapchainImage>("xrReleaseSwapchainImage")(chain, info),
              [&](XrResult r) { g_order.released(chain, r); });
}

XrResult XRAPI_CALL destroy_chain(XrSwapchain chain) {
  return told(next<PFN_xrDestroySwapchain>("xrDestroySwapchain")(chain), [&](XrResult) { g_order.destroyed(chain); });
}

template <class Function>
PFN_xrVoidFunction plain(Function function) {
  return reinterpret_cast<PFN_xrVoidFunction>(function);
}

XrResult XRAPI_CALL get_proc(XrInstance instance, const char* name, PFN_xrVoidFunction* out) {
  const struct {
    const char* name;
    PFN_xrVoidFunction function;
  } kOurs[] = {
      {"xrGetInstanceProcAddr", plain(get_proc)},    {"xrPollEvent", plain(poll_event)},
      {"xrCreateSession", plain(create_session)},    {"xrDestroySession", plain(destroy_session)},
      {"xrBeginSession", plain(begin_session)},      {"xrEndSession", plain(end_session)},
      {"xrRequestExitSession", plain(request_exit)}, {"xrWaitFrame", plain(wait_frame)},
      {"xrBeginFrame", plain(begin_frame)},          {"xrEndFrame", plain(end_frame)},
      {"xrSyncActions", plain(sync_actions)},        {"xrLocateSpace", plain(locate_space)},
      {"xrLocateViews", plain(locate_views)},        {"xrAcquireSwapchainImage", plain(acquire)},
      {"xrWaitSwapchainImage", plain(wait_image)},   {"xrReleaseSwapchainImage", plain(release)},
      {"xrDestroySwapchain", plain(destroy_chain)},
  };
  for (const auto& ours : kOurs) {
    if (std::strcmp(name, ours.name) != 0) continue;
    *out = ours.function;
    return XR_SUCCESS;
  }
  return g_get_proc(instance, name, out);
}

XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo* info, const LayerCreateInfo* layer, XrInstance* out) {
  LayerCreateInfo below = *layer;
  below.next = layer->next->next;
  g_get_proc = layer->next->get_proc;
  g_headless = false;
  for (std::uint32_t i = 0; i < info->enabledExtensionCount; ++i)
    g_headless = g_headless || std::strcmp(info->enabledExtensionNames[i], XR_MND_HEADLESS_EXTENSION_NAME) == 0;
  const XrResult result = layer->next->create(info, &below, out);
  if (XR_SUCCEEDED(result)) {
    g_instance = *out;
    write_line("watching");
  }
  return result;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) fh::test::OrderCounts fh_order_counts() {
  const std::lock_guard lock(g_mutex);
  return g_counts;
}

FH_OFFER_LAYER(get_proc, create_instance)
