// SPDX-License-Identifier: Apache-2.0
#include "world/devices/tracker_mounts.h"

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

void TrackerMounts::read(const SeenTracker& seen, const human::Frames<double>* body, human::TrackedInput& tracked) {
  if (seen.role == TrackerRole::None) return;
  const auto role = static_cast<std::size_t>(seen.role);
  if (!known_[role]) {
    if (!body) return;
    segment_from_tracker_[role] = math::inverse(body->pose(segment_of(seen.role))) * seen.world_from_tracker;
    known_[role] = 1;
  }
  slot_of(seen.role, tracked) = {seen.world_from_tracker * math::inverse(segment_from_tracker_[role]), true};
}

void TrackerMounts::visit(core::Archive& archive) {
  archive.field("segment_from_tracker", segment_from_tracker_);
  archive.field("known", known_);
}

}  // namespace fh::world
