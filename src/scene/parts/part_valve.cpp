// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

/// A hand wheel on a stem; its axis is +Z and it turns `turns` times.
struct ValveSpec {
  double radius = 0.11;
  double turns = 1.5;
  Finish finish{"paint_red", ""};
};

void add_valve(SceneBuilder& builder, const Placement& place, const ValveSpec& spec) {
  const std::uint32_t paint = builder.material(spec.finish), iron = builder.material("cast_iron");
  ObjectBuilder body(builder, place.name + ".body", label_or(place, "Valve") + " body", {"valve_body", "fixture"},
                     place.world_from_part);
  const Vec2 bonnet[6] = {{0.0, -0.12}, {0.05, -0.12}, {0.05, -0.08}, {0.03, -0.05}, {0.018, -0.02}, {0.0, -0.018}};
  append_lathe(body.surface(iron), along({0, 0, 1}, {}), bonnet, 24);
  body.feel_cylinder(along({0, 0, 1}, {0, 0, -0.07}), 0.05, 0.05);
  const core::ObjectId id = body.finish();
  ObjectBuilder wheel(builder, place.name, label_or(place, "Valve"), {"valve", "control"}, place.world_from_part);
  append_ring(wheel.surface(paint), along({0, 0, 1}, {}), spec.radius, 0.011, 40, 12);
  for (int i = 0; i < 5; ++i) {
    const auto sc = math::sin_cos(math::kTau * i / 5.0);
    const Vec3 spoke[2] = {{0.0, 0.0, 0.0}, {spec.radius * sc.cos, spec.radius * sc.sin, 0.0}};
    append_tube(wheel.surface(paint), {}, spoke, 0.007, 8);
  }
  append_cylinder(wheel.surface(iron), along({0, 0, 1}, {}), 0.02, 0.014, 20, 0.002);
  wheel.feel_cylinder(along({0, 0, 1}, {}), spec.radius + 0.011, 0.011);
  ObjectJoint& joint = wheel.object.joint;
  joint.kind = JointKind::Dial;
  joint.axis = {0, 0, 1};  // anticlockwise opens
  joint.maximum = math::kTau * spec.turns;
  joint.friction = 1.5;
  wheel.object.parent = id;
  wheel.object.mass = 1.2;
  for (const double side : {-1.0, 1.0}) {
    const Pose hand = hand_at({side * spec.radius, 0.0, 0.0}, {0, 1, 0}, {0, 0, -1});
    wheel.grasp(side < 0 ? "left" : "right", hand, 0.03);
  }
  wheel.site("rim", Vec3(0.0, spec.radius, 0.011));
  wheel.finish();
}

}  // namespace

void read_valve(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  ValveSpec spec;
  keys.number("radius", spec.radius, "Of the wheel, m", {0.03, 2.0});
  keys.number("turns", spec.turns, "From closed to open", {0.1, 50.0});
  keys.finish(spec.finish, "Wheel");
  add_valve(reader.builder, place, spec);
}

}  // namespace fh::scene
