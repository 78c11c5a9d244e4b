// SPDX-License-Identifier: Apache-2.0
#include "pretend_layer.h"

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loader_interface.h"

namespace {

using fh::test::Pretend;
using fh::test::PretendPose;

constexpr std::array<const char*, fh::test::kPretendRoles> kRoles = {
    "/user/vive_tracker_htcx/role/waist", "/user/vive_tracker_htcx/role/left_foot",
    "/user/vive_tracker_htcx/role/right_foot", "/user/vive_tracker_htcx/role/left_elbow",
    "/user/vive_tracker_htcx/role/right_elbow"};

/// Called by the test's thread, which is the one of the frames.
struct State {
  PFN_xrGetInstanceProcAddr get_proc = nullptr;
  XrInstance instance = XR_NULL_HANDLE;
  XrSession session = XR_NULL_HANDLE;
  XrAction tracker = XR_NULL_HANDLE;
  std::array<XrSpace, fh::test::kPretendRoles> spaces{};
};
State g_state;
std::array<std::optional<PretendPose>, fh::test::kPretendRoles> g_worn = {fh::test::kPretendWaist,
                                                                          fh::test::kPretendLeftFoot};
int g_event = -1;
bool g_menu_open = false;
int g_begins_to_fail = 0, g_syncs_to_fail = 0;
fh::test::PretendCounts g_counts;

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

int role_of(XrPath path) {
  const std::string name = text_of(path);
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    if (name == kRoles[i]) return static_cast<int>(i);
  }
  return -1;
}

XrResult tell_state(XrSessionState state, XrEventDataBuffer* out) {
  auto& event = reinterpret_cast<XrEventDataSessionStateChanged&>(*out);
  event = {XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED};
  event.session = g_state.session;
  event.state = state;
  return XR_SUCCESS;
}

XrResult XRAPI_CALL poll_event(XrInstance instance, XrEventDataBuffer* out) {
  switch (std::exchange(g_event, -1)) {
    case static_cast<int>(Pretend::MaskChanged): {
      auto& event = reinterpret_cast<XrEventDataVisibilityMaskChangedKHR&>(*out);
      event = {XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR};
      event.session = g_state.session;
      event.viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
      return XR_SUCCESS;
    }
    case static_cast<int>(Pretend::LossPending):
      return tell_state(XR_SESSION_STATE_LOSS_PENDING, out);
    case static_cast<int>(Pretend::Visible):
      g_menu_open = true;
      return tell_state(XR_SESSION_STATE_VISIBLE, out);
    case static_cast<int>(Pretend::Focused):
      g_menu_open = false;
      return tell_state(XR_SESSION_STATE_FOCUSED, out);
    default:
      return next<PFN_xrPollEvent>("xrPollEvent")(instance, out);
  }
}

XrResult XRAPI_CALL create_session(XrInstance instance, const XrSessionCreateInfo* info, XrSession* out) {
  const XrResult result = next<PFN_xrCreateSession>("xrCreateSession")(instance, info, out);
  if (XR_SUCCEEDED(result)) g_state.session = *out;
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
  const XrResult result = next<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace")(session, &stage, out);
  const int role = role_of(info->subactionPath);
  if (role >= 0 && XR_SUCCEEDED(result)) g_state.spaces[static_cast<std::size_t>(role)] = *out;
  return result;
}

XrQuaternionf product(const XrQuaternionf& a, const XrQuaternionf& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

XrResult XRAPI_CALL locate_space(XrSpace space, XrSpace base, XrTime time, XrSpaceLocation* out) {
  const XrResult result = next<PFN_xrLocateSpace>("xrLocateSpace")(space, base, time, out);
  for (std::size_t i = 0; i < kRoles.size() && XR_SUCCEEDED(result); ++i) {
    if (space != g_state.spaces[i] || !g_worn[i]) continue;
    // What the runtime gave is where STAGE is.
    const auto& [p, q] = *g_worn[i];
    const XrQuaternionf stage = out->pose.orientation;
    const XrQuaternionf moved =
        product(product(stage, {p[0], p[1], p[2], 0.0f}), {-stage.x, -stage.y, -stage.z, stage.w});
    XrVector3f& at = out->pose.position;
    at = {at.x + moved.x, at.y + moved.y, at.z + moved.z};
    out->pose.orientation = product(stage, {q[0], q[1], q[2], q[3]});
  }
  return result;
}

XrResult XRAPI_CALL vibrate(XrSession session, const XrHapticActionInfo* info, const XrHapticBaseHeader* haptic) {
  const XrResult result = next<PFN_xrApplyHapticFeedback>("xrApplyHapticFeedback")(session, info, haptic);
  if (result != XR_SUCCESS) return result;
  const auto& vibration = reinterpret_cast<const XrHapticVibration&>(*haptic);
  ++g_counts.vibrations[text_of(info->subactionPath) == "/user/hand/right" ? 1 : 0];
  g_counts.strength = vibration.amplitude;
  g_counts.seconds = 1e-9 * static_cast<double>(vibration.duration);
  return result;
}

XrResult XRAPI_CALL begin_frame(XrSession session, const XrFrameBeginInfo* info) {
  if (g_begins_to_fail > 0) {
    --g_begins_to_fail;
    return XR_ERROR_RUNTIME_FAILURE;
  }
  return next<PFN_xrBeginFrame>("xrBeginFrame")(session, info);
}

XrResult XRAPI_CALL sync_actions(XrSession session, const XrActionsSyncInfo* info) {
  if (g_syncs_to_fail > 0) {
    --g_syncs_to_fail;
    return XR_ERROR_RUNTIME_FAILURE;
  }
  const XrResult result = next<PFN_xrSyncActions>("xrSyncActions")(session, info);
  return g_menu_open && XR_SUCCEEDED(result) ? XR_SESSION_NOT_FOCUSED : result;
}

XrResult XRAPI_CALL pose_state(XrSession session, const XrActionStateGetInfo* info, XrActionStatePose* out) {
  if (info->action != g_state.tracker)
    return next<PFN_xrGetActionStatePose>("xrGetActionStatePose")(session, info, out);
  const int role = role_of(info->subactionPath);
  out->isActive = role >= 0 && !g_menu_open && g_worn[static_cast<std::size_t>(role)] ? XR_TRUE : XR_FALSE;
  return XR_SUCCESS;
}

XrResult XRAPI_CALL get_proc(XrInstance instance, const char* name, PFN_xrVoidFunction* out) {
  const struct {
    const char* name;
    PFN_xrVoidFunction function;
  } kOurs[] = {
      {"xrGetInstanceProcAddr", reinterpret_cast<PFN_xrVoidFunction>(get_proc)},
      {"xrPollEvent", reinterpret_cast<PFN_xrVoidFunction>(poll_event)},
      {"xrCreateSession", reinterpret_cast<PFN_xrVoidFunction>(create_session)},
      {"xrSuggestInteractionProfileBindings", reinterpret_cast<PFN_xrVoidFunction>(suggest)},
      {"xrCreateAction", reinterpret_cast<PFN_xrVoidFunction>(create_action)},
      {"xrCreateActionSpace", reinterpret_cast<PFN_xrVoidFunction>(create_action_space)},
      {"xrGetActionStatePose", reinterpret_cast<PFN_xrVoidFunction>(pose_state)},
      {"xrLocateSpace", reinterpret_cast<PFN_xrVoidFunction>(locate_space)},
      {"xrApplyHapticFeedback", reinterpret_cast<PFN_xrVoidFunction>(vibrate)},
      {"xrBeginFrame", reinterpret_cast<PFN_xrVoidFunction>(begin_frame)},
      {"xrSyncActions", reinterpret_cast<PFN_xrVoidFunction>(sync_actions)},
  };
  for (const auto& ours : kOurs) {
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
  g_menu_open = false;
  g_state.get_proc = layer->next->get_proc;
  const XrResult result = layer->next->create(&known, &below, out);
  if (XR_SUCCEEDED(result)) g_state.instance = *out;
  return result;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void fh_pretend_event(Pretend what, int times) {
  if (what == Pretend::FailBegin)
    g_begins_to_fail = times;
  else if (what == Pretend::FailSync)
    g_syncs_to_fail = times;
  else
    g_event = static_cast<int>(what);
}

extern "C" __attribute__((visibility("default"))) void fh_pretend_wear(int role, const PretendPose* at) {
  auto& worn = g_worn[static_cast<std::size_t>(role)];
  worn.reset();
  if (at) worn = *at;
}

extern "C" __attribute__((visibility("default"))) fh::test::PretendCounts fh_pretend_counts() {
  return g_counts;
}

FH_OFFER_LAYER(get_proc, create_instance)
