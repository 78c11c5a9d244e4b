// SPDX-License-Identifier: Apache-2.0
#pragma once
// The swivel at which an arm keeps off its own body (arm_torso.h), among those the limits allow. Thorax frame of a
// right arm; pure, bounded, no allocation. Private to the arm's sources.
#include "human/ik/arm_limits.h"
#include "human/ik/arm_torso.h"

namespace fh::human {

/// What is wanted of an arm that is too near to its body, or in it.
struct ClearAim {
  Swivel from;          // where it is; farther swivels must gain more
  double wanted = 0.0;  // m off the obstacles
};

/// One arm on its circle among its obstacles; holds a reference to the circle.
class ClearSearch {
 public:
  ClearSearch(const ArmObstacles& obstacles, const TwoLink& links, const HingeCircle& circle,
              const math::Vec3& shoulder);

  /// True if elbow or forearm are too near at a swivel that the swivel could change; then `aim` says what to want.
  bool needed(const Swivel& at, ClearAim& aim) const;

  /// m that are lacking at a swivel, and a little for how far it is from where the arm was.
  double cost(const ClearAim& aim, const Swivel& s) const;

  /// Nothing is lacking that could be seen.
  bool is_met(const ClearAim& aim, const Swivel& s) const { return lack(aim, s) < 2e-4; }

  /// The allowed swivel of least cost: of all, or, if `whole` is false, near the allowed swivel `at`. Eased off limits.
  Swivel best(const ClearAim& aim, const ArmBounds& bounds, const Swivel& at, bool whole) const;
  /// Farthest off all obstacles, whatever the limits say; to 15 deg.
  Swivel clearest(const Swivel& at) const;

 private:
  struct Probe {
    math::Vec3 base{0.0};           // at a swivel: base + out · (direction of the swivel)
    double out = 0.0, asked = 0.0;  // asked: 0 … 1, little of a place that the swivel hardly moves
  };
  double off(const Probe& probe, const Swivel& s) const;
  double lack(const ClearAim& aim, const Swivel& s) const;
  bool allowed(const ArmBounds& bounds, const Swivel& s) const;

  /// The obstacles by columns, for all of them at once; those out of reach are far away.
  struct Columns {
    using Row = std::array<double, std::tuple_size_v<ArmObstacles>>;
    struct Vec {
      alignas(32) Row x, y, z;
    };
    Vec centre, right, up;
    alignas(32) Row half_right, half_up, radius;
  };

  const HingeCircle& circle_;
  std::array<Probe, kArmProbes.size()> probes_;
  Columns plates_;
  std::size_t probe_count_ = 0;
  bool any_ = false;  // obstacle within reach
};

}  // namespace fh::human
