// SPDX-License-Identifier: Apache-2.0
#include "xr/tracking.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/log.h"
#include "xr/check.h"

namespace fh::xr {
namespace {

math::Vec3 to_vec(const XrVector3f& v) {
  return {v.x, v.y, v.z};
}

std::vector<XrReferenceSpaceType> offered_spaces(XrSession session) {
  std::uint32_t count = 0;
  xrEnumerateReferenceSpaces(session, 0, &count, nullptr);
  std::vector<XrReferenceSpaceType> types(count);
  xrEnumerateReferenceSpaces(session, count, &count, types.data());
  return types;
}

}  // namespace

math::Pose to_pose(const XrPosef& pose) {
  const double x = pose.orientation.x, y = pose.orientation.y, z = pose.orientation.z, w = pose.orientation.w;
  const double norm = std::sqrt(x * x + y * y + z * z + w * w);
  math::Pose out;
  if (norm > 1e-6) {
    out.rotation.x = x / norm;
    out.rotation.y = y / norm;
    out.rotation.z = z / norm;
    out.rotation.w = w / norm;
  }
  out.position = to_vec(pose.position);
  return out;
}

XrPosef to_xr(const math::Pose& pose) {
  const auto f = [](double v) { return static_cast<float>(v); };
  return {{f(pose.rotation.x), f(pose.rotation.y), f(pose.rotation.z), f(pose.rotation.w)},
          {f(pose.position.x), f(pose.position.y), f(pose.position.z)}};
}

frame::TrackedPose locate(XrSpace space, XrSpace base, XrTime time) {
  XrSpaceVelocity velocity{XR_TYPE_SPACE_VELOCITY};
  XrSpaceLocation location{XR_TYPE_SPACE_LOCATION, &velocity};
  frame::TrackedPose out;
  if (XR_FAILED(xrLocateSpace(space, base, time, &location))) return out;
  constexpr XrSpaceLocationFlags kValid =
      XR_SPACE_LOCATION_POSITION_VALID_BIT | XR_SPACE_LOCATION_ORIENTATION_VALID_BIT;
  constexpr XrSpaceLocationFlags kTracked =
      XR_SPACE_LOCATION_POSITION_TRACKED_BIT | XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT;
  if ((location.locationFlags & kValid) != kValid) return out;
  out.valid = 1;
  out.tracked = (location.locationFlags & kTracked) == kTracked ? 1 : 0;
  out.pose = to_pose(location.pose);
  constexpr XrSpaceVelocityFlags kBoth = XR_SPACE_VELOCITY_LINEAR_VALID_BIT | XR_SPACE_VELOCITY_ANGULAR_VALID_BIT;
  if ((velocity.velocityFlags & kBoth) == kBoth) {
    out.velocity_valid = 1;
    out.linear_velocity = to_vec(velocity.linearVelocity);
    out.angular_velocity = to_vec(velocity.angularVelocity);
  }
  return out;
}

core::Result<Spaces> Spaces::create(const Instance& instance, XrSession session, double assumed_eye_height) {
  Spaces spaces;
  spaces.session_ = session;
  const auto offered = offered_spaces(session);
  const auto offers = [&](XrReferenceSpaceType type) {
    return std::find(offered.begin(), offered.end(), type) != offered.end();
  };
  const auto keep = [&](XrSpace& space, XrReferenceSpaceType type, const math::Pose& pose) -> core::Result<> {
    FH_TRY(made, spaces.make(type, pose));
    space = made;
    return {};
  };
  FH_TRY_VOID(keep(spaces.head_, XR_REFERENCE_SPACE_TYPE_VIEW, {}));
  const bool has_floor = (instance.is_1_1() || instance.has(XR_EXT_LOCAL_FLOOR_EXTENSION_NAME)) &&
                         offers(XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR);
  spaces.floor_type_ = has_floor ? XR_REFERENCE_SPACE_TYPE_LOCAL_FLOOR : XR_REFERENCE_SPACE_TYPE_LOCAL;
  math::Pose lowered;
  if (!has_floor) lowered.position.y = -assumed_eye_height;
  FH_TRY_VOID(keep(spaces.floor_, spaces.floor_type_, lowered));
  if (!has_floor && offers(XR_REFERENCE_SPACE_TYPE_STAGE)) {
    FH_TRY_VOID(keep(spaces.local_, XR_REFERENCE_SPACE_TYPE_LOCAL, {}));
    FH_TRY_VOID(keep(spaces.stage_, XR_REFERENCE_SPACE_TYPE_STAGE, {}));
    spaces.emulating_ = true;
  }
  if (!has_floor && !spaces.emulating_)
    core::log_warning("the runtime does not know the floor: {:.2f} m below the eyes is assumed", assumed_eye_height);
  return spaces;
}

core::Result<XrSpace> Spaces::make(XrReferenceSpaceType type, const math::Pose& pose) const {
  XrReferenceSpaceCreateInfo info{XR_TYPE_REFERENCE_SPACE_CREATE_INFO};
  info.referenceSpaceType = type;
  info.poseInReferenceSpace = to_xr(pose);
  XrSpace space = XR_NULL_HANDLE;
  FH_XR(xrCreateReferenceSpace(session_, &info, &space));
  return space;
}

void Spaces::emulate_floor(XrTime time) {
  const frame::TrackedPose stage = locate(stage_, local_, time);
  if (!stage.valid) return;  // not tracking yet: tried again next frame
  math::Pose lowered;
  lowered.position.y = stage.pose.position.y;
  auto made = make(XR_REFERENCE_SPACE_TYPE_LOCAL, lowered);
  if (!made) return;
  xrDestroySpace(floor_);
  floor_ = *made;
  emulating_ = false;
}

void Spaces::change_is_coming(const XrEventDataReferenceSpaceChangePending& event) {
  if (event.referenceSpaceType == floor_type_) coming_.push_back(event);
}

frame::SpaceChange Spaces::update(XrTime time) {
  frame::SpaceChange change;
  for (auto event = coming_.begin(); event != coming_.end();) {
    if (event->changeTime > time) {
      ++event;
      continue;
    }
    change.happened = 1;
    change.pose_known = event->poseValid == XR_TRUE ? 1 : 0;
    // The event gives the new origin in old coordinates.
    if (change.pose_known) change.new_from_old = math::inverse(to_pose(event->poseInPreviousSpace));
    event = coming_.erase(event);
    if (stage_ != XR_NULL_HANDLE) emulating_ = true;
    core::log_info("tracking space was recentred");
  }
  if (emulating_) emulate_floor(time);
  return change;
}

Spaces::Spaces(Spaces&& other) noexcept
    : session_(other.session_),
      floor_(std::exchange(other.floor_, XR_NULL_HANDLE)),
      head_(std::exchange(other.head_, XR_NULL_HANDLE)),
      local_(std::exchange(other.local_, XR_NULL_HANDLE)),
      stage_(std::exchange(other.stage_, XR_NULL_HANDLE)),
      floor_type_(other.floor_type_),
      emulating_(other.emulating_),
      coming_(std::move(other.coming_)) {}

Spaces::~Spaces() {
  for (const XrSpace space : {floor_, head_, local_, stage_}) {
    if (space != XR_NULL_HANDLE) xrDestroySpace(space);
  }
}

}  // namespace fh::xr
