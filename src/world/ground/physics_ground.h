// SPDX-License-Identifier: Apache-2.0
#pragma once
// The physical place as feet meet it: floors, steps and ramps. Furniture is stepped round, not on. May be asked by many
// threads at once while nobody steps the place.
#include "human/motion/ground.h"
#include "physics/queries.h"

namespace fh::world {

class PhysicsGround final : public human::Ground {
 public:
  /// Both must outlive the ground.
  PhysicsGround(const physics::World& physics, const scene::Scene& scene) : physics_(physics), scene_(scene) {}

  double height(double x, double z, double from_y) const override;

 private:
  const physics::World& physics_;
  const scene::Scene& scene_;
};

}  // namespace fh::world
