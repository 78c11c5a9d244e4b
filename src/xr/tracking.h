// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenXR poses as FrameInput has them, and the spaces they are measured in.
#include <openxr/openxr.h>

#include <optional>
#include <vector>

#include "core/result.h"
#include "frame/frame_input.h"
#include "xr/instance.h"

namespace fh::xr {

math::Pose to_pose(const XrPosef& pose);
XrPosef to_xr(const math::Pose& pose);
/// Pose and velocity of a space at a time; not valid where the runtime says so or fails.
frame::TrackedPose locate(XrSpace space, XrSpace base, XrTime time);

/// Tracking space: the floor under the user's starting place. LOCAL_FLOOR where the runtime has it; else LOCAL lowered
/// to the STAGE's floor; else LOCAL lowered by `assumed_eye_height`.
class Spaces {
 public:
  static core::Result<Spaces> create(const Instance& instance, XrSession session, double assumed_eye_height);
  Spaces(Spaces&& other) noexcept;
  Spaces& operator=(Spaces&&) = delete;
  ~Spaces();

  XrSpace floor() const { return floor_; }
  XrSpace head() const { return head_; }
  /// Call once per frame before locating: finishes an emulated floor, and gives the recentring that takes effect now.
  frame::SpaceChange update(XrTime time);
  void change_is_coming(const XrEventDataReferenceSpaceChangePending& event);

 private:
  Spaces() = default;
  core::Result<XrSpace> make(XrReferenceSpaceType type, const math::Pose& pose) const;
  void emulate_floor(XrTime time);

  XrSession session_ = XR_NULL_HANDLE;
  XrSpace floor_ = XR_NULL_HANDLE, head_ = XR_NULL_HANDLE;
  XrSpace local_ = XR_NULL_HANDLE, stage_ = XR_NULL_HANDLE;  // only while emulating
  XrReferenceSpaceType floor_type_ = kNoType;
  bool emulating_ = false;
  std::vector<XrEventDataReferenceSpaceChangePending> coming_;

  static constexpr XrReferenceSpaceType kNoType = XR_REFERENCE_SPACE_TYPE_MAX_ENUM;
};

}  // namespace fh::xr
