// SPDX-License-Identifier: Apache-2.0
#pragma once
// Eyes of bodies that are put into the place as it stands at the start, without people: where there is floor and room
// to stand, and what can be seen from there.
#include <vector>

#include "core/result.h"
#include "human/body/dimensions.h"
#include "physics/queries.h"
#include "scene/place/scene.h"
#include "senses/retina/inspect.h"

namespace fh::evaluation {

class StandingEyes {
 public:
  static core::Result<StandingEyes> create(const scene::Scene& scene);

  /// Around all floors; empty: there is none.
  const math::Aabb& ground() const { return ground_; }
  /// The highest floor at a place of the plan; none: minus infinity.
  double floor_at(double x, double z) const;
  /// A capsule of 0.2 m radius fits from 0.35 m over the floor to just above the eye.
  bool is_free(const math::Vec3& on_floor, double eye_height) const;
  /// Visible fraction.
  double fraction(const math::Vec3& eye, core::ObjectId thing, std::uint32_t side) const;
  /// Nothing is before a point, but what it lies on.
  bool in_sight(const math::Vec3& eye, const math::Vec3& point) const;
  math::Vec3 middle_of(core::ObjectId thing) const { return sight_.bounds(senses::ItemId::of(thing)).centre(); }

  /// Over the floor of a body that stands, or sits upright on a seat so high.
  static double eye_height(const human::Dimensions& body, double seat = 0.0);

 private:
  StandingEyes(const scene::Scene& scene, physics::World solids);

  math::Aabb ground_;
  std::vector<math::Aabb> floors_;
  senses::RetinaScene sight_;
  physics::World solids_;
  senses::Field beam_;
};

}  // namespace fh::evaluation
