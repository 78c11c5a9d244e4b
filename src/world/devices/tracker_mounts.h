// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the trackers that a user wears on waist, feet and elbows sit on the body. Nobody straps one on exactly: where it
// sits is taken when it is first seen, against the body as it is then, and again after each calibration.
#include <array>

#include "core/archive.h"
#include "frame/frame_input.h"
#include "human/body/kinematics.h"
#include "human/tracking/fit_input.h"

namespace fh::world {

/// The segment that a tracker of this role sits on: pelvis, foot or forearm. Role None has none.
human::Joint segment_of(frame::TrackerRole role);

struct SeenTracker {
  frame::TrackerRole role = frame::TrackerRole::None;
  math::Pose world_from_tracker;
};

class TrackerMounts {
 public:
  /// Adds what a worn tracker says to `tracked`. `body`: the frames of the last tick, null when the body was not there
  /// or was put elsewhere; then no mount is taken.
  void read(const SeenTracker& seen, const human::Frames<double>* body, human::TrackedInput& tracked);
  /// Another body, or the same one measured anew.
  void forget() { *this = {}; }
  /// segment_from_tracker; nothing before it was taken.
  const math::Pose* mount(frame::TrackerRole role) const {
    const auto index = static_cast<std::size_t>(role);
    return known_[index] ? &segment_from_tracker_[index] : nullptr;
  }

  void visit(core::Archive& archive);

 private:
  static constexpr std::size_t kRoles = 6;  // of frame::TrackerRole, None included
  std::array<math::Pose, kRoles> segment_from_tracker_{};
  std::array<std::uint8_t, kRoles> known_{};
};

}  // namespace fh::world
