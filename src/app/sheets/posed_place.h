// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place of a scenario about a posed body: what of the body is in it, and a picture of both.
#include <memory>
#include <string>
#include <vector>

#include "evaluation/reach/half_spaces.h"
#include "human/skin/body.h"
#include "human/skin/collision_body.h"
#include "render/targets/offscreen_target.h"
#include "world/world.h"

namespace fh::app {

/// A part of the body that is in a thing.
struct PoseCollision {
  std::string part, object;
  evaluation::Hindrance where;
};

class PosedPlace {
 public:
  /// People are left out. `scenario` and `body` must outlive it.
  static core::Result<std::unique_ptr<PosedPlace>> open(const scene::Scenario& scenario, const human::Body& body);

  /// Deeper than skin gives way, the deepest first. Hands may touch the things of `reached_for`; feet and knees stand
  /// on what is below them.
  std::vector<PoseCollision> collisions(const human::Posture& posture,
                                        std::span<const core::ObjectId> reached_for) const;
  /// The same as what reach is told to keep out of. Both arguments must outlive it.
  evaluation::HinderingPlace hindering(std::span<const core::ObjectId> reached_for) const;
  /// The body among the things about it, from the side that is open.
  core::Result<render::Picture> picture(const human::Posture& posture) const;

 private:
  PosedPlace(const scene::Scenario& scenario, const human::Body& body);
  math::Box box_of(const physics::Touching& piece) const;
  math::Vec3 camera_about(const math::Vec3& middle, double yaw) const;

  scene::Scenario scenario_;
  const human::Body& body_;
  human::CollisionBody solids_;
  std::unique_ptr<world::World> world_;
};

}  // namespace fh::app
