// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;

struct CabinetSpec {
  double width = 0.6, depth = 0.5, height = 0.9;
  int drawers = 4;
  int doors = 0;  // 0, 1 or 2, instead of drawers
  bool locked = false;
  Finish finish{"paint_red", ""};
};

/// A bow handle of `width` across X that stands off the face at `at` towards +Z.
void add_bow_handle(SceneBuilder& builder, ObjectBuilder& object, const Vec3& at, double width) {
  const double x = 0.5 * width;
  const Vec3 path[4] = {at + Vec3(-x, 0, 0), at + Vec3(-x, 0, 0.035), at + Vec3(x, 0, 0.035), at + Vec3(x, 0, 0)};
  append_tube(object.surface(builder.material("chrome")), {}, path, 0.005, 8);
  const Vec3 bar = at + Vec3(0, 0, 0.035);
  object.feel_cylinder(along({1, 0, 0}, bar), 0.005, x);
  object.site("handle", Pose{math::looking_along({0, 0, -1}), bar});
  object.grasp("handle", hand_at(bar, {-1, 0, 0}, {0, 0, -1}), 0.025);
}

void add_drawer(SceneBuilder& builder, const Placement& place, const CabinetSpec& spec, core::ObjectId carcass,
                int index, double y, double height) {
  const double x = 0.5 * spec.width - 0.018 - 0.003, depth = spec.depth - 0.05, wall = 0.006;
  const Pose part_from_drawer{math::kIdentity, {0.0, y, 0.5 * spec.depth}};  // in the middle of its front
  ObjectBuilder drawer(builder, fmt::format("{}.drawer{}", place.name, index), fmt::format("Drawer {}", index),
                       {"drawer", "container", "furniture"}, place.world_from_part * part_from_drawer);
  const std::uint32_t front = builder.material(spec.finish), inside = builder.material("steel");
  const double h = 0.5 * height;
  drawer.box(front, Vec3(0.0, 0.0, -0.009), {x, h - 0.003, 0.009}, 0.004);
  const double low = -h + 0.012, top = h - 0.02, side_height = 0.5 * (top - low), side_y = 0.5 * (top + low);
  drawer.box(inside, Vec3(0.0, low, -0.018 - 0.5 * depth), {x - 0.004, wall, 0.5 * depth}, 0.0);
  for (const double sx : {-1.0, 1.0}) {
    drawer.box(inside, Vec3(sx * (x - 0.004 - wall), side_y, -0.018 - 0.5 * depth), {wall, side_height, 0.5 * depth},
               0.0);
  }
  drawer.box(inside, Vec3(0.0, side_y, -0.018 - depth + wall), {x - 0.004 - 2.0 * wall, side_height, wall}, 0.0);
  add_bow_handle(builder, drawer, Vec3(0.0, 0.25 * h, 0.0), std::min(0.16, 0.5 * spec.width));
  drawer.box(builder.material("paper"), Vec3(0.0, -0.4 * h, 0.0005), {0.035, std::min(0.012, 0.3 * h), 0.0008}, 0.0,
             Solid::Seen);
  drawer.object.parent = carcass;
  drawer.object.mass = 3.0;
  drawer.object.openable = true;
  drawer.object.locked = spec.locked;
  drawer.slider({0, 0, 1}, 0.0, 0.8 * depth, 6.0);
  drawer.site("inside", Vec3(0.0, low + wall, -0.018 - 0.5 * depth));
  drawer.finish();
}

void add_cabinet_door(SceneBuilder& builder, const Placement& place, const CabinetSpec& spec, core::ObjectId carcass,
                      int index) {
  const double inner = spec.width - 2.0 * 0.021, width = inner / spec.doors - 0.003;
  const double height = spec.height - 0.06 - 0.05;
  const double side = index == 0 ? 1.0 : -1.0;  // the first hangs on the left, the second on the right
  const Pose part_from_door{math::kIdentity, {-side * 0.5 * inner, 0.06, 0.5 * spec.depth - 0.009}};
  ObjectBuilder door(builder, fmt::format("{}.door{}", place.name, index + 1),
                     fmt::format("Cabinet door {}", index + 1), {"cabinet_door", "door", "furniture"},
                     place.world_from_part * part_from_door);
  door.box(builder.material(spec.finish), Vec3(side * 0.5 * width, 0.5 * height, 0.0),
           {0.5 * width, 0.5 * height, 0.009}, 0.004);
  for (int i = 0; i < 5; ++i) {  // louvres
    door.box(builder.material("paint_dark"), Vec3(side * 0.5 * width, height * 0.86 + 0.02 * i - 0.04, 0.0095),
             {0.25 * width, 0.004, 0.001}, 0.0, Solid::Seen);
  }
  const Vec3 grip{side * (width - 0.04), 0.55 * height, 0.009};
  const Vec3 path[4] = {grip + Vec3(0, -0.06, 0), grip + Vec3(0, -0.06, 0.03), grip + Vec3(0, 0.06, 0.03),
                        grip + Vec3(0, 0.06, 0)};
  append_tube(door.surface(builder.material("chrome")), {}, path, 0.005, 8);
  const Vec3 bar = grip + Vec3(0, 0, 0.03);
  door.feel_cylinder(along({0, 1, 0}, bar), 0.005, 0.06);
  door.site("handle", Pose{math::looking_along({0, 0, -1}), bar});
  door.grasp("handle", hand_at(bar, {0, 1, 0}, {0, 0, -1}), 0.025);
  door.object.parent = carcass;
  door.object.mass = 5.0;
  door.object.openable = true;
  door.object.locked = spec.locked;
  door.hinge({0.0, 0.0, 0.009}, {0.0, -side, 0.0}, 0.0, math::radians(105.0), 0.2);
  door.finish();
}

void add_cabinet(SceneBuilder& builder, const Placement& place, const CabinetSpec& spec) {
  ObjectBuilder body(builder, place.name, label_or(place, "Cabinet"), {"cabinet", "container", "furniture"},
                     place.world_from_part);
  const std::uint32_t paint = builder.material(spec.finish), dark = builder.material("paint_dark");
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, sheet = 0.009, base = 0.06;
  for (const double sx : {-1.0, 1.0}) {
    body.box(paint, Vec3(sx * (x - sheet), 0.5 * (spec.height + base), 0.0), {sheet, 0.5 * (spec.height - base), z});
  }
  body.box(paint, Vec3(0.0, spec.height - 0.02, 0.0), {x - 2.0 * sheet, 0.02, z}, 0.004);
  body.box(paint, Vec3(0.0, 0.5 * (spec.height + base), -z + sheet),
           {x - 2.0 * sheet, 0.5 * (spec.height - base), sheet});
  body.box(dark, Vec3(0.0, 0.5 * base, 0.0), {x, 0.5 * base, z - 0.02});
  body.site("top", Vec3(0.0, spec.height, 0.0));
  const double low = base + 0.004, room = spec.height - 0.044 - low;
  if (spec.doors > 0) {
    for (const double share : {0.33, 0.66}) {
      body.box(paint, Vec3(0.0, low + share * room, -0.02), {x - 2.0 * sheet, 0.008, z - 0.04});
    }
  }
  const core::ObjectId carcass = body.finish();
  if (spec.doors > 0) {
    for (int i = 0; i < spec.doors; ++i) add_cabinet_door(builder, place, spec, carcass, i);
    return;
  }
  const double height = room / spec.drawers;
  for (int i = 0; i < spec.drawers; ++i) {  // drawer1 is the uppermost
    add_drawer(builder, place, spec, carcass, i + 1, low + height * (spec.drawers - i - 0.5), height);
  }
}

}  // namespace

void read_cabinet(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  CabinetSpec spec;
  keys.number("width", spec.width, "Along X, m", {0.15, 10.0});
  keys.number("depth", spec.depth, "Along Z, m", {0.15, 10.0});
  keys.number("height", spec.height, "Height, m", {0.3, 10.0});
  keys.integer("drawers", spec.drawers, "Number of drawers", 1, 20);
  keys.integer("doors", spec.doors, "1 or 2 doors instead of drawers", 0, 2);
  keys.boolean("locked", spec.locked, "Drawers or doors are locked");
  keys.finish(spec.finish, "Surface");
  add_cabinet(reader.builder, place, spec);
}

}  // namespace fh::scene
