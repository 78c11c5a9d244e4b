// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finger joints (XR_EXT_hand_tracking, 26 per hand) as curls; bare hands without a controller as hands that can grab.
#include <openxr/openxr.h>

#include <array>

#include "core/result.h"
#include "frame/frame_input.h"
#include "xr/instance.h"

namespace fh::xr {

/// How closed each finger is, thumb first, 0 straight … 1 fist, from the bends of its joints.
std::array<double, 5> curls_of(const std::array<XrHandJointLocationEXT, XR_HAND_JOINT_COUNT_EXT>& joints);

class Fingers {
 public:
  /// Does nothing ever where the runtime cannot track hands.
  static Fingers create(const Instance& instance, XrSession session);
  Fingers(Fingers&& other) noexcept;
  Fingers& operator=(Fingers&&) = delete;
  ~Fingers();

  /// Adds curls; a hand without controller gets its palm as grip, pinch as trigger, fist as squeeze.
  void read(XrSpace floor, XrTime time, std::array<frame::HandInput, frame::kHands>& hands) const;

 private:
  Fingers() = default;
  std::array<XrHandTrackerEXT, frame::kHands> trackers_{};
  PFN_xrLocateHandJointsEXT locate_ = nullptr;
  PFN_xrDestroyHandTrackerEXT destroy_ = nullptr;
};

}  // namespace fh::xr
