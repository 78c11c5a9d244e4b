// SPDX-License-Identifier: Apache-2.0
#pragma once
// Static load of the lumbosacral joint (L5/S1): what is above it must be held by back or belly muscles close to the
// spine, whose pull presses the joint together (the single equivalent muscle of Chaffin 1969). Abdominal pressure,
// other muscles and motion are left out.
#include <span>

#include "math/pose.h"

namespace fh::evaluation {

/// Lever arm of the muscles, m: 0.06 in the middle, 0.05 (Chaffin 1969) to 0.07 as the band. Belly muscles, which hold
/// a trunk that leans back, act at about twice that (our choice).
inline constexpr double kMuscleArm = 0.06, kShortArm = 0.05, kLongArm = 0.07;

inline constexpr const char* kLowBackSource =
    "L5/S1: static single equivalent muscle, lever arm 6 (5 to 7) cm, Chaffin 1969; limits: NIOSH 1981 (3400 N), 500 N "
    "shear as other programs use";

struct Weight {
  math::Vec3 at{0.0};  // m, world
  double mass = 0.0;   // kg
};

struct LowBack {
  double compression = 0.0, compression_low = 0.0, compression_high = 0.0;  // N
  double shear = 0.0;                                                       // N
};

/// `world_from_joint`: frame of the joint, +Y along the spine upwards, -Z forwards. `above`: everything the joint
/// bears.
LowBack low_back(const math::Pose& world_from_joint, std::span<const Weight> above);

}  // namespace fh::evaluation
