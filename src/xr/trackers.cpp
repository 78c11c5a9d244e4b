// SPDX-License-Identifier: Apache-2.0
#include "xr/trackers.h"

#include <cstring>
#include <utility>

#include "core/log.h"
#include "xr/check.h"
#include "xr/tracking.h"

namespace fh::xr {
namespace {

struct RoleRow {
  frame::TrackerRole role;
  const char* path;
};
constexpr std::array<RoleRow, frame::kExtraTrackers> kRoles = {{
    {frame::TrackerRole::Waist, "/user/vive_tracker_htcx/role/waist"},
    {frame::TrackerRole::LeftFoot, "/user/vive_tracker_htcx/role/left_foot"},
    {frame::TrackerRole::RightFoot, "/user/vive_tracker_htcx/role/right_foot"},
    {frame::TrackerRole::LeftElbow, "/user/vive_tracker_htcx/role/left_elbow"},
    {frame::TrackerRole::RightElbow, "/user/vive_tracker_htcx/role/right_elbow"},
}};

}  // namespace

core::Result<Trackers> Trackers::create(const Instance& instance, XrSession session) {
  Trackers trackers(session);
  if (!instance.has(XR_HTCX_VIVE_TRACKER_INTERACTION_EXTENSION_NAME)) {
    core::log_info("no body trackers: the runtime lacks {}", XR_HTCX_VIVE_TRACKER_INTERACTION_EXTENSION_NAME);
    return trackers;
  }
  FH_TRY_VOID(trackers.make_action(instance));
  return trackers;
}

core::Result<> Trackers::make_action(const Instance& instance) {
  XrActionSetCreateInfo set{XR_TYPE_ACTION_SET_CREATE_INFO};
  std::strcpy(set.actionSetName, "body");
  std::strcpy(set.localizedActionSetName, "Body trackers");
  FH_XR(xrCreateActionSet(instance.get(), &set, &set_));
  for (std::size_t i = 0; i < kRoles.size(); ++i) roles_[i] = instance.path_of(kRoles[i].path);
  XrActionCreateInfo info{XR_TYPE_ACTION_CREATE_INFO};
  std::strcpy(info.actionName, "tracker");
  std::strcpy(info.localizedActionName, "Tracker");
  info.actionType = XR_ACTION_TYPE_POSE_INPUT;
  info.countSubactionPaths = static_cast<std::uint32_t>(roles_.size());
  info.subactionPaths = roles_.data();
  FH_XR(xrCreateAction(set_, &info, &pose_));
  std::vector<XrActionSuggestedBinding> bindings;
  for (const RoleRow& row : kRoles)
    bindings.push_back({pose_, instance.path_of(fmt::format("{}/input/grip/pose", row.path).c_str())});
  XrInteractionProfileSuggestedBinding suggested{XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING};
  suggested.interactionProfile = instance.path_of("/interaction_profiles/htc/vive_tracker_htcx");
  suggested.countSuggestedBindings = static_cast<std::uint32_t>(bindings.size());
  suggested.suggestedBindings = bindings.data();
  if (const XrResult result = xrSuggestInteractionProfileBindings(instance.get(), &suggested); XR_FAILED(result))
    core::log_warning("the runtime does not take our body trackers ({})", name_of(result));
  return {};
}

core::Result<> Trackers::make_spaces() {
  for (std::size_t i = 0; i < spaces_.size() && set_ != XR_NULL_HANDLE; ++i) {
    XrActionSpaceCreateInfo info{XR_TYPE_ACTION_SPACE_CREATE_INFO};
    info.action = pose_;
    info.subactionPath = roles_[i];
    info.poseInActionSpace.orientation.w = 1.0f;
    FH_XR(xrCreateActionSpace(session_, &info, &spaces_[i]));
  }
  return {};
}

void Trackers::read(XrSpace floor, XrTime time, frame::FrameInput& input) const {
  std::size_t worn = 0;
  for (std::size_t i = 0; i < spaces_.size(); ++i) {
    if (spaces_[i] == XR_NULL_HANDLE) continue;
    XrActionStateGetInfo info{XR_TYPE_ACTION_STATE_GET_INFO};
    info.action = pose_;
    info.subactionPath = roles_[i];
    XrActionStatePose state{XR_TYPE_ACTION_STATE_POSE};
    if (XR_FAILED(xrGetActionStatePose(session_, &info, &state)) || !state.isActive) continue;
    auto& tracker = input.trackers[worn++];
    tracker.role = kRoles[i].role;
    tracker.pose = locate(spaces_[i], floor, time);
  }
}

Trackers::Trackers(Trackers&& other) noexcept
    : session_(other.session_),
      set_(std::exchange(other.set_, XR_NULL_HANDLE)),
      pose_(other.pose_),
      roles_(other.roles_),
      spaces_(std::exchange(other.spaces_, {})) {}

Trackers::~Trackers() {
  for (const XrSpace space : spaces_) {
    if (space != XR_NULL_HANDLE) xrDestroySpace(space);
  }
  if (set_ != XR_NULL_HANDLE) xrDestroyActionSet(set_);
}

}  // namespace fh::xr
