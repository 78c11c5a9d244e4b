// SPDX-License-Identifier: Apache-2.0
#pragma once
// The session with the headset: its states and events (OpenXR 1.1, "Session Lifecycle").
#include <openxr/openxr.h>

#include <memory>
#include <vector>

#include "core/result.h"
#include "frame/frame_input.h"
#include "xr/instance.h"

namespace fh::xr {

class Session {
 public:
  /// `graphics_binding`: a structure for XrSessionCreateInfo::next; null for a headless session. The instance must
  /// outlive the session.
  static core::Result<std::unique_ptr<Session>> create(Instance& instance, const void* graphics_binding);
  /// Leaves the session in order when the runtime still answers; waits for it at most a second.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Handles all waiting events: begins and ends the session as the runtime wants. An error means it is lost.
  core::Result<> poll();

  XrSession get() const { return session_; }
  XrSessionState state() const { return state_; }
  /// Between begin and end: frames may be waited for.
  bool is_running() const { return running_; }
  bool has_ended() const { return ended_; }
  frame::SessionFocus focus() const;
  /// False while the headset lies on the table (XR_EXT_user_presence); true where that cannot be known.
  bool user_is_present() const { return present_; }
  /// Asks the runtime to end the session; poll() then sees it stop.
  void request_exit();
  /// The destructor ends the session without the frames that the runtime would still want: it takes none.
  void leave_at_once() { lost_ = true; }

  // What happened since the last call; each call empties its list.
  std::vector<XrEventDataReferenceSpaceChangePending> take_space_changes();
  bool take_profile_change();
  bool take_mask_change();

 private:
  explicit Session(Instance& instance) : instance_(instance) {}
  core::Result<> handle(const XrEventDataBuffer& event);
  core::Result<> enter(XrSessionState state);

  Instance& instance_;
  XrSession session_ = XR_NULL_HANDLE;
  XrSessionState state_ = XR_SESSION_STATE_UNKNOWN;
  bool running_ = false, ended_ = false, lost_ = false, present_ = true;
  bool profile_changed_ = false, mask_changed_ = false;
  std::vector<XrEventDataReferenceSpaceChangePending> space_changes_;
};

}  // namespace fh::xr
