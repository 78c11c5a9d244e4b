// SPDX-License-Identifier: Apache-2.0
#pragma once
// The room that somebody took on the way: every cell of a grid that the body's solids were in. What is built must leave
// it free for the same way to be gone again.
#include <cstdint>
#include <set>
#include <span>

#include "human/body/joints.h"
#include "human/skin/collision_body.h"
#include "math/pose.h"

namespace fh::evaluation {

class SweptVolume {
 public:
  static constexpr double kCell = 0.05;  // m

  struct Cell {
    std::int32_t x = 0, y = 0, z = 0;
    auto operator<=>(const Cell&) const = default;
    math::Vec3 middle() const { return kCell * (math::Vec3(x, y, z) + 0.5); }
  };

  /// Adds the cells whose middles are in a body that stands so.
  void add(const human::CollisionBody& body, std::span<const math::Pose> world_from_joint);
  const std::set<Cell>& cells() const { return cells_; }
  double cubic_metres() const { return kCell * kCell * kCell * static_cast<double>(cells_.size()); }

 private:
  std::set<Cell> cells_;
};

}  // namespace fh::evaluation
