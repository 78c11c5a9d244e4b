// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

struct RampSpec {
  double length = 2.0, width = 1.2, rise = 0.2;  // climbs towards -Z from z = 0
  Finish finish{"concrete", ""};
};

void add_ramp(SceneBuilder& builder, const Placement& place, const RampSpec& spec) {
  ObjectBuilder ramp(builder, place.name, label_or(place, "Ramp"), {"ramp", "structure"}, place.world_from_part);
  // The side view lies in XY and is turned so that its +X becomes -Z.
  const Pose turned{math::from_axis_angle(math::kUp, 0.5 * math::kPi), Vec3(0.0)};
  const Vec2 side[3] = {{0.0, 0.0}, {spec.length, 0.0}, {spec.length, spec.rise}};
  math::TriMesh wedge;
  append_prism(wedge, turned, side, spec.width);
  ramp.hull(builder.material(spec.finish), wedge);
  const double slope = math::atan2(spec.rise, spec.length);
  const Pose surface{math::from_axis_angle(math::kRight, slope), Vec3(0.0)};
  const double run = std::sqrt(spec.length * spec.length + spec.rise * spec.rise);
  for (const double edge : {-1.0, 1.0}) {
    const Pose strip{surface.rotation, surface.point({edge * (0.5 * spec.width - 0.05), 0.001, -0.5 * run})};
    ramp.box(builder.material("hazard"), strip, {0.04, 0.0015, 0.5 * run - 0.02}, 0.0, Solid::Seen);
  }
  ramp.object.friction = 0.8;
  ramp.finish();
}

}  // namespace

void read_ramp(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  RampSpec spec;
  keys.number("length", spec.length, "Along -Z, m", kSizes);
  keys.number("width", spec.width, "Along X, m", {0.1, 1000.0});
  keys.number("rise", spec.rise, "Height at the end, m", kSizes);
  keys.finish(spec.finish, "Surface");
  add_ramp(reader.builder, place, spec);
}

}  // namespace fh::scene
