// SPDX-License-Identifier: Apache-2.0
#include "xr/session.h"

#include <thread>
#include <utility>

#include "core/log.h"
#include "core/time.h"
#include "xr/check.h"

namespace fh::xr {

core::Result<std::unique_ptr<Session>> Session::create(Instance& instance, const void* graphics_binding) {
  std::unique_ptr<Session> made(new Session(instance));
  XrSessionCreateInfo info{XR_TYPE_SESSION_CREATE_INFO};
  info.next = graphics_binding;
  info.systemId = instance.system();
  FH_XR(xrCreateSession(instance.get(), &info, &made->session_));
  return made;
}

core::Result<> Session::poll() {
  for (;;) {
    XrEventDataBuffer event{XR_TYPE_EVENT_DATA_BUFFER};
    const XrResult result = xrPollEvent(instance_.get(), &event);
    if (result == XR_EVENT_UNAVAILABLE) return {};
    if (XR_FAILED(result)) {
      lost_ = lost_ || is_loss(result);
      return tl::make_unexpected(failure(result, "xrPollEvent"));
    }
    if (auto done = handle(event); !done) return done;
  }
}

core::Result<> Session::handle(const XrEventDataBuffer& event) {
  switch (event.type) {
    case XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED: {
      const auto& change = reinterpret_cast<const XrEventDataSessionStateChanged&>(event);
      return change.session == session_ ? enter(change.state) : core::Result<>{};
    }
    case XR_TYPE_EVENT_DATA_INSTANCE_LOSS_PENDING:
      lost_ = true;
      return tl::make_unexpected(failure(XR_ERROR_INSTANCE_LOST, "xrPollEvent"));
    case XR_TYPE_EVENT_DATA_REFERENCE_SPACE_CHANGE_PENDING:
      space_changes_.push_back(reinterpret_cast<const XrEventDataReferenceSpaceChangePending&>(event));
      return {};
    case XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED:
      profile_changed_ = true;
      return {};
    case XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR:
      mask_changed_ = true;
      return {};
    case XR_TYPE_EVENT_DATA_VIVE_TRACKER_CONNECTED_HTCX: {
      const auto& tracker = reinterpret_cast<const XrEventDataViveTrackerConnectedHTCX&>(event);
      if (tracker.paths) core::log_info("tracker connected: {}", instance_.text_of(tracker.paths->rolePath));
      return {};
    }
    case XR_TYPE_EVENT_DATA_EVENTS_LOST:
      core::log_warning("OpenXR: the runtime dropped events");
      return {};
    case XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT:
      present_ = reinterpret_cast<const XrEventDataUserPresenceChangedEXT&>(event).isUserPresent == XR_TRUE;
      core::log_info("the headset was {}", present_ ? "put on" : "taken off");
      return {};
    default:
      return {};
  }
}

core::Result<> Session::enter(XrSessionState state) {
  state_ = state;
  core::log_debug("OpenXR: {}", name_of(state));
  switch (state) {
    case XR_SESSION_STATE_READY: {
      XrSessionBeginInfo info{XR_TYPE_SESSION_BEGIN_INFO};
      info.primaryViewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
      FH_XR(xrBeginSession(session_, &info));
      running_ = true;
      return {};
    }
    case XR_SESSION_STATE_STOPPING:
      running_ = false;
      FH_XR(xrEndSession(session_));
      return {};
    case XR_SESSION_STATE_EXITING:
      ended_ = true;
      return {};
    case XR_SESSION_STATE_LOSS_PENDING:
      lost_ = true;
      return tl::make_unexpected(failure(XR_ERROR_SESSION_LOST, "xrPollEvent"));
    default:
      return {};
  }
}

frame::SessionFocus Session::focus() const {
  if (!running_) return frame::SessionFocus::Idle;
  if (state_ == XR_SESSION_STATE_FOCUSED) return frame::SessionFocus::Focused;
  return state_ == XR_SESSION_STATE_VISIBLE ? frame::SessionFocus::Visible : frame::SessionFocus::Idle;
}

void Session::request_exit() {
  if (!running_) return;
  if (const XrResult result = xrRequestExitSession(session_); XR_FAILED(result)) lost_ = lost_ || is_loss(result);
}

std::vector<XrEventDataReferenceSpaceChangePending> Session::take_space_changes() {
  return std::exchange(space_changes_, {});
}
bool Session::take_profile_change() {
  return std::exchange(profile_changed_, false);
}
bool Session::take_mask_change() {
  return std::exchange(mask_changed_, false);
}

Session::~Session() {
  if (session_ == XR_NULL_HANDLE) return;
  request_exit();
  // A session that is asked to exit still wants frames on its way to STOPPING; empty ones will do.
  for (const core::Stopwatch watch; running_ && !lost_ && watch.seconds() < 1.0;) {
    if (!poll()) break;
    if (!running_ || state_ == XR_SESSION_STATE_STOPPING) continue;
    if (instance_.is_headless()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    XrFrameState frame{XR_TYPE_FRAME_STATE};
    if (XR_FAILED(xrWaitFrame(session_, nullptr, &frame)) || XR_FAILED(xrBeginFrame(session_, nullptr))) break;
    XrFrameEndInfo end{XR_TYPE_FRAME_END_INFO};
    end.displayTime = frame.predictedDisplayTime;
    end.environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
    if (XR_FAILED(xrEndFrame(session_, &end))) break;
  }
  xrDestroySession(session_);
}

}  // namespace fh::xr
