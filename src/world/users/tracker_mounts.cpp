// SPDX-License-Identifier: Apache-2.0
#include "world/users/tracker_mounts.h"

namespace fh::world {
namespace {

using frame::TrackerRole;
using human::Joint;

human::Tracker& slot_of(TrackerRole role, human::TrackedInput& tracked) {
  switch (role) {
    case TrackerRole::LeftFoot:
      return tracked.feet[frame::kLeft];
    case TrackerRole::RightFoot:
      return tracked.feet[frame::kRight];
    case TrackerRole::LeftElbow:
      return tracked.elbows[frame::kLeft];
    case TrackerRole::RightElbow:
      return tracked.elbows[frame::kRight];
    case TrackerRole::Waist:
    case TrackerRole::None:
      break;
  }
  return tracked.pelvis;
}

}  // namespace

Joint segment_of(TrackerRole role) {
  switch (role) {
    case TrackerRole::LeftFoot:
      return Joint::LeftFoot;
    case TrackerRole::RightFoot:
      return Joint::RightFoot;
    case TrackerRole::LeftElbow:
      return Joint::LeftForearm;
    case TrackerRole::RightElbow:
      return Joint::RightForearm;
    case TrackerRole::Waist:
    case TrackerRole::None:
      break;
  }
  return Joint::Pelvis;
}

void TrackerMounts::read(const UserState& user, const frame::FrameInput& input, const UserSettings& settings,
                         const human::Frames<double>* body, human::TrackedInput& tracked) {
  if (input.focus != frame::SessionFocus::Focused) return;
  for (const auto& tracker : input.trackers) {
    if (tracker.role == TrackerRole::None || !tracker.pose.valid) continue;
    const auto role = static_cast<std::size_t>(tracker.role);
    const math::Pose world_from_tracker = in_scene(user, tracker.pose.pose, settings);
    if (!known_[role]) {
      if (!body) continue;
      segment_from_tracker_[role] = math::inverse(body->pose(segment_of(tracker.role))) * world_from_tracker;
      known_[role] = 1;
    }
    slot_of(tracker.role, tracked) = {world_from_tracker * math::inverse(segment_from_tracker_[role]), true};
  }
}

const math::Pose* TrackerMounts::mount(TrackerRole role) const {
  const auto index = static_cast<std::size_t>(role);
  return known_[index] ? &segment_from_tracker_[index] : nullptr;
}

void TrackerMounts::visit(core::Archive& archive) {
  archive.field("segment_from_tracker", segment_from_tracker_);
  archive.field("known", known_);
}

}  // namespace fh::world
