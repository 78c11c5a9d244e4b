// SPDX-License-Identifier: Apache-2.0
#pragma once
// The physical place as locomotion sees it. Read before the tick's physics step: the place as it was left by the last.
#include "physics/queries.h"
#include "physics/world.h"
#include "world/users/locomotion.h"

namespace fh::world {

class PhysicsLanding final : public Landing {
 public:
  /// `physics` must outlive the landing. `self`: whose own body is not in the way; none where nobody moves.
  PhysicsLanding(const physics::World& physics, core::BodyId self) : physics_(physics), self_(self) {}

  std::optional<Hit> between(const math::Vec3& from, const math::Vec3& to) const override;
  bool body_fits(const math::Vec3& ground) const override;
  bool is_in_structure(const math::Vec3& point) const override;

 private:
  physics::QueryFilter place_only(std::uint32_t layers) const;

  const physics::World& physics_;
  core::BodyId self_;
};

}  // namespace fh::world
