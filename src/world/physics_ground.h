#pragma once
// The physical place as feet meet it: the height of what cannot be pushed away. May be asked by many threads at once
// while nobody steps the place.
#include "human/ground.h"
#include "physics/queries.h"

namespace fh::world {

class PhysicsGround final : public human::Ground {
 public:
  /// `physics` must outlive the ground.
  explicit PhysicsGround(const physics::World& physics) : physics_(physics) {}

  double height(double x, double z, double from_y) const override;

 private:
  const physics::World& physics_;
};

}  // namespace fh::world
