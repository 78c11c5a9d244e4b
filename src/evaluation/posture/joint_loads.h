// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the joints of one posture have to hold (J-39): the static torque of the body's weight and of what the hands
// carry about the axes of each joint, the largest by group of joints, and the load of the low back. The ground bears
// the whole weight under the centre of mass, shared by the feet by the lever rule; without feet on the ground legs are
// not told.
#include <array>

#include "evaluation/posture/low_back.h"
#include "frame/moment.h"
#include "human/body/masses.h"

namespace fh::evaluation {

enum class LoadGroup : std::uint8_t { Back, Neck, Shoulder, Elbow, Wrist, Hip, Knee, Ankle };
inline constexpr std::size_t kLoadGroups = 8;
inline constexpr std::array<const char*, kLoadGroups> kLoadGroupNames = {"back",  "neck", "shoulder", "elbow",
                                                                         "wrist", "hip",  "knee",     "ankle"};

using HandLoads = std::array<frame::MomentLoad, frame::kHands>;  // left, right

struct JointLoad {
  double torque = -1.0;  // N m; negative: not told
  human::Joint joint = human::Joint::Pelvis;
  std::uint8_t axis = 0;
};

struct BodyLoads {
  std::array<JointLoad, kLoadGroups> joints;
  LowBack back;
};

/// World frame. `borne_by`: frame::Bearing bits.
BodyLoads body_loads(const human::MassModel& masses, const human::Dimensions& dimensions,
                     const human::Frames<double>& frames, const HandLoads& loads, std::uint8_t borne_by);

}  // namespace fh::evaluation
