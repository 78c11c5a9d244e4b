// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;

/// A bench vice: fixed jaw, sliding jaw, screw with a bar. The jaws open towards +Z.
struct ViceSpec {
  double width = 0.14;
  Finish finish{"paint_blue", ""};
};

void add_vice(SceneBuilder& builder, const Placement& place, const ViceSpec& spec) {
  const std::uint32_t paint = builder.material(spec.finish), steel = builder.material("steel");
  const double x = 0.5 * spec.width;
  ObjectBuilder body(builder, place.name, label_or(place, "Vice"), {"vice", "equipment"}, place.world_from_part);
  body.cylinder(paint, {math::kIdentity, {0.0, 0.02, 0.0}}, 0.8 * x + 0.02, 0.02, 32, 0.004);
  body.box(paint, Vec3(0.0, 0.075, -0.01), {0.55 * x, 0.035, 0.07}, 0.01);
  body.box(paint, Vec3(0.0, 0.115, -0.03), {x, 0.04, 0.025}, 0.008);
  body.box(steel, Vec3(0.0, 0.135, -0.003), {x, 0.015, 0.004}, 0.001, Solid::Seen);
  const core::ObjectId id = body.finish();
  ObjectBuilder jaw(builder, place.name + ".jaw", "Sliding jaw", {"vice_jaw", "equipment"},
                    place.world_from_part * Pose{math::kIdentity, {0.0, 0.115, 0.045}});
  jaw.box(paint, Vec3(0.0, 0.0, 0.0), {x, 0.04, 0.022}, 0.008);
  jaw.box(steel, Vec3(0.0, 0.02, -0.024), {x, 0.015, 0.004}, 0.001, Solid::Seen);
  append_box(jaw.surface(paint), {math::kIdentity, {0.0, -0.035, 0.05}}, {0.4 * x, 0.02, 0.035}, 0.006);
  append_cylinder(jaw.surface(steel), along({0, 0, 1}, {0.0, -0.02, 0.1}), 0.011, 0.03, 20, 0.003);
  const Vec3 bar[2] = {{-0.09, -0.02, 0.115}, {0.09, -0.02, 0.115}};
  append_tube(jaw.surface(steel), {}, bar, 0.006, 12);
  for (const double side : {-1.0, 1.0})
    append_sphere(jaw.surface(steel), {math::kIdentity, {side * 0.09, -0.02, 0.115}}, 0.009, 14);
  jaw.object.parent = id;
  jaw.object.mass = 2.0;
  jaw.slider({0, 0, 1}, -0.02, 0.09, 20.0);
  const Vec3 hold{0.06, -0.02, 0.115};
  jaw.feel_cylinder(along({1, 0, 0}, {0.0, -0.02, 0.115}), 0.006, 0.09);
  jaw.site("bar", Pose{math::looking_along({0, 0, -1}), hold});
  jaw.grasp("bar", hand_at(hold, {-1, 0, 0}, {0, 0, -1}), 0.02);
  jaw.finish();
}

}  // namespace

void read_vice(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  ViceSpec spec;
  keys.number("width", spec.width, "Of the jaws, m", {0.05, 0.5});
  keys.finish(spec.finish, "Surface");
  add_vice(reader.builder, place, spec);
}

}  // namespace fh::scene
