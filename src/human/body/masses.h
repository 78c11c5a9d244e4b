// SPDX-License-Identifier: Apache-2.0
#pragma once
// Segment masses, centres and inertias (J-30, J-31), the whole body's centre of mass and its Jacobian (J-49).
// Source: de Leva 1996, J. Biomech. 29, 1223-1230 (Zatsiorsky's data on 100 men and 15 women, referred to joint
// centres). The three parts of the trunk are spread over the vertebrae they span, keeping each part's mass and centre.
#include <array>
#include <span>

#include "human/body/kinematics.h"

namespace fh::human {

struct SegmentMass {
  double mass = 0.0;        // kg
  math::Vec3 centre{0.0};   // joint frame, m
  math::Vec3 inertia{0.0};  // principal moments about the centre along the joint frame's axes, kg m²
};

/// Kept apart from the table so that the hot loop reads only what weighs something.
struct MassModel {
  std::array<SegmentMass, kJointCount> segments;
  double total = 0.0;  // kg
  struct Loaded {
    std::uint32_t joint;
    double mass;
    math::Vec3 moment;  // mass * centre
  };
  std::array<Loaded, kJointCount> loaded;
  std::size_t loaded_count = 0;
};

MassModel build_masses(const Dimensions& dimensions, const Skeleton& skeleton);

/// Something held or worn: a point mass fixed to a joint.
struct HeldLoad {
  Joint joint = Joint::RightHand;
  math::Vec3 offset{0.0};  // joint frame, m
  double mass = 0.0;       // kg
};

/// World position of the body's centre of mass, loads included.
math::Vec3 centre_of_mass(const MassModel& masses, const Frames<double>& frames, std::span<const HeldLoad> loads = {});

/// Column k: velocity of the centre of mass per unit rate of degree of freedom k.
void com_jacobian(const MassModel& masses, const Frames<double>& frames, const std::array<math::Vec3, kDofCount>& axes,
                  std::array<math::Vec3, kDofCount>& columns, std::span<const HeldLoad> loads = {});

/// Static torque about each axis that gravity (m/s², world) asks of the joints, N m; positive along the axis (J-39).
void gravity_torques(const MassModel& masses, const Frames<double>& frames,
                     const std::array<math::Vec3, kDofCount>& axes, const math::Vec3& gravity,
                     std::array<double, kDofCount>& torques, std::span<const HeldLoad> loads = {});

}  // namespace fh::human
