// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a foot can stand, and what lies on its way there: whole soles on treads, one step at a time (CA-23, CA-61).
// World space, metres; feet are 0 left, 1 right.
#include <array>

#include "human/motion/foot_roll.h"
#include "human/motion/ground.h"

namespace fh::human {

/// Share of the way to its goal that a first-order lag goes in dt.
inline double fraction(double dt, double time_constant) {
  return dt / (time_constant + dt);
}

/// The side of a foot: -1 left, 1 right.
constexpr double side_sign(std::size_t foot) {
  return foot == 0 ? -1.0 : 1.0;
}

/// Rise / run (>= 0) of the ground along the direction of travel: the greater of that under the body and that ahead.
double ground_slope(const human::Ground& ground, const math::Vec3& root, const math::Vec3& velocity);
/// Length of a step (m) on stairs: one tread.
double stair_step(double slope, double riser);

/// Heights of the ground below a flat sole.
struct SoleGround {
  double ankle = 0.0;
  double heel = 0.0, ball = 0.0, tip = 0.0;  // the lower of both sides: what it stands on
  double highest = 0.0;                      // anywhere below it: what it would cut into

  bool level() const;  // one surface under all of it
};
/// Whether a foot coming from `from_y` stands there: level, and not more than one riser up or down.
bool stands(const SoleGround& sole, double from_y);
/// `from_y`: the height the foot comes from (Ground::height()).
SoleGround sole_ground(const Walker& walker, std::size_t foot, const human::Ground& ground, const Foothold& hold,
                       double from_y);

/// Feet do not stand on each other: moves `target` outward when it is beside `other` and too near. One far behind the
/// other they may cross.
void keep_apart(const Foothold& other, std::size_t foot, Foothold& target);

/// The nearest place along `way` (unit vector over the floor, both senses) to `wish` where the sole stands on one level
/// and cuts into nothing, at most one riser from `from_y` if that can be had; its height is set.
Foothold nearest_hold(const Walker& walker, std::size_t foot, const human::Ground& ground, const Foothold& wish,
                      const math::Vec3& way, double from_y);

/// The ground below a foot in the air, from where it left to where it goes.
struct SwingWay {
  static constexpr std::size_t kPoints = 11;
  bool uneven = false;
  std::array<double, kPoints> heights{};  // m, world: highest under heel, ball or toes at (k + 1) / (kPoints + 1)

  void visit(core::Archive& archive) {
    archive.field("uneven", uneven);
    archive.field("heights", heights);
  }
};
SwingWay survey_way(const Walker& walker, std::size_t foot, const human::Ground& ground, const Foothold& from,
                    const Foothold& to);
/// Height (world, m) a foot needs at the share `along` of its way: the tightest line without dents over the ground.
double height_over(const SwingWay& way, double from_y, double to_y, double along);

}  // namespace fh::human
