// SPDX-License-Identifier: Apache-2.0
#include "pretend_layer.h"

#include <openxr/openxr.h>

#include <atomic>
#include <cstring>
#include <string>
#include <vector>

// The loader's side of an API layer (OpenXR loader specification, "API Layer Interaction"); older packages lack its
// header.
extern "C" {
struct LoaderInfo {
  std::uint32_t type, version;
  std::size_t size;
  std::uint32_t min_interface, max_interface;
  XrVersion min_api, max_api;
};
struct LayerCreateInfo;
using CreateLayerInstance = XrResult(XRAPI_PTR*)(const XrInstanceCreateInfo*, const LayerCreateInfo*, XrInstance*);
struct LayerRequest {
  std::uint32_t type, version;
  std::size_t size;
  std::uint32_t interface_version;
  XrVersion api_version;
  PFN_xrGetInstanceProcAddr get_proc;
  CreateLayerInstance create;
};
struct NextInfo {
  std::uint32_t type, version;
  std::size_t size;
  char name[XR_MAX_API_LAYER_NAME_SIZE];
  PFN_xrGetInstanceProcAddr get_proc;
  CreateLayerInstance create;
  NextInfo* next;
};
struct LayerCreateInfo {
  std::uint32_t type, version;
  std::size_t size;
  XrInstance loader_instance;
  char settings[512];
  NextInfo* next;
};
}

namespace {

using fh::test::Pretend;

struct State {
  PFN_xrGetInstanceProcAddr get_proc = nullptr;
  XrInstance instance = XR_NULL_HANDLE;
  XrSession session = XR_NULL_HANDLE;
  XrAction tracker = XR_NULL_HANDLE;
  XrSpace waist = XR_NULL_HANDLE;
};
State g_state;
std::atomic<int> g_event{-1};
std::atomic<bool> g_fail_begin{false};
std::atomic<float> g_shift{0.0f};
std::atomic<int> g_vibrations{0}, g_failed_begins{0}, g_out_of_order{0};
std::atomic<int> g_waited{0};      // frames that were waited for and not begun
std::atomic<bool> g_begun{false};  // and not ended

template <class Function>
Function next(const char* name) {
  PFN_xrVoidFunction found = nullptr;
  g_state.get_proc(g_state.instance, name, &found);
  return reinterpret_cast<Function>(found);
}

std::string text_of(XrPath path) {
  char text[XR_MAX_PATH_LENGTH] = {};
  std::uint32_t size = 0;
  if (path != XR_NULL_PATH)
    next<PFN_xrPathToString>("xrPathToString")(g_state.instance, path, sizeof text, &size, text);
  return text;
}

const float* worn_at(XrPath role) {
  const std::string name = text_of(role);
  if (name == "/user/vive_tracker_htcx/role/waist") return fh::test::kPretendWaist;
  if (name == "/user/vive_tracker_htcx/role/left_foot") return fh::test::kPretendLeftFoot;
  return nullptr;
}

XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer* out) {
  const int wanted = g_event.exchange(-1);
  if (wanted == static_cast<int>(Pretend::MaskChanged)) {
    auto& event = reinterpret_cast<XrEventDataVisibilityMaskChangedKHR&>(*out);
    event = {XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR};
    event.session = g_state.session;
    event.viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
    return XR_SUCCESS;
  }
  if (wanted == static_cast<int>(Pretend::LossPending)) {
    auto& event = reinterpret_cast<XrEventDataSessionStateChanged&>(*out);
    event = {XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED};
    event.session = g_state.session;
    event.state = XR_SESSION_STATE_LOSS_PENDING;
    return XR_SUCCESS;
  }
  return next<PFN_xrPollEvent>("xrPollEvent")(instance, out);
}

XrResult XRAPI_CALL create_session(XrInstance instance, const XrSessionCreateInfo* info, XrSession* out) {
  const XrResult result = next<PFN_xrCreateSession>("xrCreateSession")(instance, info, out);
  if (XR_SUCCEEDED(result)) g_state.session = *out;
  g_waited = 0;
  g_begun = false;
  return result;
}

XrResult XRAPI_CALL suggest(XrInstance instance, const XrInteractionProfileSuggestedBinding* bindings) {
  if (text_of(bindings->interactionProfile) == "/interaction_profiles/htc/vive_tracker_htcx")
    return bindings->countSuggestedBindings == 5 ? XR_SUCCESS : XR_ERROR_VALIDATION_FAILURE;
  return next<PFN_xrSuggestInteractionProfileBindings>("xrSuggestInteractionProfileBindings")(instance, bindings);
}

XrResult XRAPI_CALL create_action(XrActionSet set, const XrActionCreateInfo* info, XrAction* out) {
  XrActionCreateInfo known = *info;
  const bool tracker = std::strcmp(info->actionName, "tracker") == 0;
  if (tracker) known.countSubactionPaths = 0;  // the runtime below knows no trackers
  const XrResult result = next<PFN_xrCreateAction>("xrCreateAction")(set, &known, out);
  if (tracker && XR_SUCCEEDED(result)) g_state.tracker = *out;
  return result;
}

XrResult XRAPI_CALL create_action_space(XrSession session, const XrActionSpaceCreateInfo* info, XrSpace* out) {
  if (info->action != g_state.tracker) return next<PFN_xrCreateActionSpace>("xrCreateActionSpace")(session, info, out);
  XrReferenceSpaceCreateInfo stage{XR_TYPE_REFERENCE_SPACE_CREATE_INFO};
  stage.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_STAGE;
  stage.poseInReferenceSpace.orientation.w = 1.0f;
  if (const float* at = worn_at(info->subactionPath)) stage.poseInReferenceSpace.position = {at[0], at[1], at[2]};
  const XrResult result = next<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace")(session, &stage, out);
  if (worn_at(info->subactionPath) == fh::test::kPretendWaist && XR_SUCCEEDED(result)) g_state.waist = *out;
  return result;
}

XrResult XRAPI_CALL locate_space(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation* out) {
  const XrResult result = next<PFN_xrLocateSpace>("xrLocateSpace")(space, base, time, out);
  if (space == g_state.waist && XR_SUCCEEDED(result)) out->pose.position.x += g_shift;
  return result;
}

XrResult XRAPI_CALL vibrate(XrSession session, const XrHapticActionInfo* info, const XrHapticBaseHeader* haptic) {
  ++g_vibrations;
  return next<PFN_xrApplyHapticFeedback>("xrApplyHapticFeedback")(session, info, haptic);
}

XrResult XRAPI_CALL wait_frame(XrSession session, const XrFrameWaitInfo* info, XrFrameState* out) {
  const XrResult result = next<PFN_xrWaitFrame>("xrWaitFrame")(session, info, out);
  if (XR_SUCCEEDED(result)) ++g_waited;
  return result;
}

XrResult XRAPI_CALL begin_frame(XrSession session, const XrFrameBeginInfo* info) {
  if (g_fail_begin.exchange(false)) {
    ++g_failed_begins;
    return XR_ERROR_RUNTIME_FAILURE;
  }
  if (g_waited <= 0) ++g_out_of_order;
  const XrResult result = next<PFN_xrBeginFrame>("xrBeginFrame")(session, info);
  if (XR_SUCCEEDED(result)) {
    --g_waited;
    g_begun = true;
  }
  return result;
}

XrResult XRAPI_CALL end_frame(XrSession session, const XrFrameEndInfo* info) {
  if (!g_begun.exchange(false)) ++g_out_of_order;
  return next<PFN_xrEndFrame>("xrEndFrame")(session, info);
}

XrResult XRAPI_CALL pose_state(XrSession session, const XrActionStateGetInfo* info, XrActionStatePose* out) {
  if (info->action != g_state.tracker)
    return next<PFN_xrGetActionStatePose>("xrGetActionStatePose")(session, info, out);
  out->isActive = worn_at(info->subactionPath) ? XR_TRUE : XR_FALSE;
  return XR_SUCCESS;
}

XrResult XRAPI_CALL get_proc(XrInstance instance, const char* name, PFN_xrVoidFunction* out) {
  const struct {
    const char* name;
    PFN_xrVoidFunction function;
  } kPanelCommands[] = {
      {"xrGetInstanceProcAddr", reinterpret_cast<PFN_xrVoidFunction>(get_proc)},
      {"xrPollEvent", reinterpret_cast<PFN_xrVoidFunction>(poll_event)},
      {"xrCreateSession", reinterpret_cast<PFN_xrVoidFunction>(create_session)},
      {"xrSuggestInteractionProfileBindings", reinterpret_cast<PFN_xrVoidFunction>(suggest)},
      {"xrCreateAction", reinterpret_cast<PFN_xrVoidFunction>(create_action)},
      {"xrCreateActionSpace", reinterpret_cast<PFN_xrVoidFunction>(create_action_space)},
      {"xrGetActionStatePose", reinterpret_cast<PFN_xrVoidFunction>(pose_state)},
      {"xrLocateSpace", reinterpret_cast<PFN_xrVoidFunction>(locate_space)},
      {"xrApplyHapticFeedback", reinterpret_cast<PFN_xrVoidFunction>(vibrate)},
      {"xrWaitFrame", reinterpret_cast<PFN_xrVoidFunction>(wait_frame)},
      {"xrBeginFrame", reinterpret_cast<PFN_xrVoidFunction>(begin_frame)},
      {"xrEndFrame", reinterpret_cast<PFN_xrVoidFunction>(end_frame)},
  };
  for (const auto& ours : kPanelCommands) {
    if (std::strcmp(name, ours.name) != 0) continue;
    *out = ours.function;
    return XR_SUCCESS;
  }
  return g_state.get_proc(instance, name, out);
}

XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo* info, const LayerCreateInfo* layer, XrInstance* out) {
  XrInstanceCreateInfo known = *info;
  std::vector<const char*> extensions;
  for (std::uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
    if (std::strcmp(info->enabledExtensionNames[i], XR_HTCX_VIVE_TRACKER_INTERACTION_EXTENSION_NAME) != 0)
      extensions.push_back(info->enabledExtensionNames[i]);
  }
  known.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  known.enabledExtensionNames = extensions.data();
  LayerCreateInfo below = *layer;
  below.next = layer->next->next;
  g_state = {};
  g_state.get_proc = layer->next->get_proc;
  const XrResult result = layer->next->create(&known, &below, out);
  if (XR_SUCCEEDED(result)) g_state.instance = *out;
  return result;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void fh_pretend_event(Pretend what) {
  if (what == Pretend::FailBegin)
    g_fail_begin = true;
  else
    g_event = static_cast<int>(what);
}

extern "C" __attribute__((visibility("default"))) void fh_pretend_shift(float right) {
  g_shift = right;
}

extern "C" __attribute__((visibility("default"))) fh::test::PretendCounts fh_pretend_counts() {
  return {g_vibrations, g_failed_begins, g_out_of_order};
}

extern "C" __attribute__((visibility("default"))) XrResult xrNegotiateLoaderApiLayerInterface(const LoaderInfo*,
                                                                                              const char*,
                                                                                              LayerRequest* out) {
  out->interface_version = 1;
  out->api_version = XR_MAKE_VERSION(1, 0, 0);  // any loader takes it
  out->get_proc = get_proc;
  out->create = create_instance;
  return XR_SUCCESS;
}
