#pragma once
// The physical place as locomotion sees it. Read before the tick's physics step: the place as it was left by the last.
#include "physics/world.h"
#include "world/locomotion.h"

namespace fh::world {

class PhysicsLanding final : public Landing {
 public:
  /// `physics` must outlive the landing.
  explicit PhysicsLanding(const physics::World& physics) : physics_(physics) {}

  std::optional<Hit> between(const math::Vec3& from, const math::Vec3& to) const override;
  bool body_fits(const math::Vec3& ground) const override;
  bool is_in_structure(const math::Vec3& point) const override;

 private:
  const physics::World& physics_;
};

}  // namespace fh::world
