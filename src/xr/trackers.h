// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trackers worn on the body (XR_HTCX_vive_tracker_interaction): waist, feet and elbows, by the
// roles the user gave them in the runtime. Absent where the runtime lacks the extension.
#include <openxr/openxr.h>

#include <array>

#include "core/result.h"
#include "frame/frame_input.h"
#include "xr/instance.h"

namespace fh::xr {

class Trackers {
 public:
  /// Makes the action set and suggests its bindings; both must happen before action sets are attached.
  static core::Result<Trackers> create(const Instance& instance, XrSession session);
  Trackers(Trackers&& other) noexcept;
  Trackers& operator=(Trackers&&) = delete;
  ~Trackers();

  /// To be attached and synchronised with the others; null where there are no trackers.
  XrActionSet set() const { return set_; }
  /// Once the set is attached.
  core::Result<> make_spaces();
  /// Worn trackers into the first places of FrameInput::trackers.
  void read(XrSpace floor, XrTime time, frame::FrameInput& input) const;

 private:
  explicit Trackers(XrSession session) : session_(session) {}
  core::Result<> make_action(const Instance& instance);

  XrSession session_;
  XrActionSet set_ = XR_NULL_HANDLE;
  XrAction pose_ = XR_NULL_HANDLE;
  std::array<XrPath, frame::kExtraTrackers> roles_{};
  std::array<XrSpace, frame::kExtraTrackers> spaces_{};
};

}  // namespace fh::xr
