#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/parts.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

/// A bow handle of `width` across X that stands off the face at `at` towards +Z.
void add_bow_handle(SceneBuilder& builder, ObjectBuilder& object, const Vec3& at, double width) {
  const double x = 0.5 * width;
  const Vec3 path[4] = {at + Vec3(-x, 0, 0), at + Vec3(-x, 0, 0.035), at + Vec3(x, 0, 0.035), at + Vec3(x, 0, 0)};
  append_tube(object.surface(builder.material("chrome")), {}, path, 0.005, 8);
  const Pose hand{math::looking_along({0, 0, -1}), at + Vec3(0, 0, 0.035)};
  object.site("handle", hand);
  object.grasp("handle", hand, 0.025);
}

}  // namespace

void add_table(SceneBuilder& builder, const Placement& place, const TableSpec& spec) {
  ObjectBuilder table(builder, place.name, label_or(place, spec.workbench ? "Workbench" : "Table"),
                      {spec.workbench ? "workbench" : "table", "furniture"}, place.world_from_part);
  const std::uint32_t top = builder.material(spec.finish), frame = builder.material(spec.frame);
  const double thick = spec.workbench ? 0.05 : 0.028, leg = spec.workbench ? 0.035 : 0.022;
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, under = spec.height - thick;
  table.box(top, Vec3(0.0, spec.height - 0.5 * thick, 0.0), {x, 0.5 * thick, z}, 0.006);
  const double lx = x - leg - 0.03, lz = z - leg - 0.03;
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      table.box(frame, Vec3(sx * lx, 0.5 * under, sz * lz), {leg, 0.5 * under, leg}, 0.004);
      append_cylinder(table.surface(builder.material("rubber")), {math::kIdentity, {sx * lx, 0.008, sz * lz}},
                      leg * 1.25, 0.008, 16, 0.002);
    }
    table.box(frame, Vec3(sx * lx, under - 0.04, 0.0), {0.012, 0.035, lz - leg}, 0.003);
    table.box(frame, Vec3(0.0, under - 0.04, sx * lz), {lx - leg, 0.035, 0.012}, 0.003);
  }
  if (spec.workbench) {
    table.box(top, Vec3(0.0, 0.22, -0.05), {lx + leg, 0.012, lz - 0.02}, 0.003);
    table.box(frame, Vec3(0.0, 0.19, lz - 0.1), {lx - leg, 0.018, 0.012}, 0.003, Solid::Seen);
    table.box(frame, Vec3(0.0, 0.19, -lz), {lx - leg, 0.018, 0.012}, 0.003, Solid::Seen);
    for (const double sx : {-1.0, 1.0}) {
      for (const double y : {0.30, 0.45}) {  // bolts of the frame
        append_cylinder(table.surface(builder.material("steel")), along({0, 0, 1}, {sx * lx, y, lz + leg}), 0.009,
                        0.006, 6);
      }
    }
  }
  table.site("top", Vec3(0.0, spec.height, 0.0));
  table.site("front", Pose{math::kIdentity, {0.0, 0.0, z + 0.35}});  // where to stand, facing it
  table.finish();
}

void add_shelf(SceneBuilder& builder, const Placement& place, const ShelfSpec& spec) {
  ObjectBuilder shelf(builder, place.name, label_or(place, "Shelf"), {"shelf", "furniture"}, place.world_from_part);
  const std::uint32_t board = builder.material(spec.finish), frame = builder.material(spec.frame);
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, post = 0.02, thick = 0.024;
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      shelf.box(frame, Vec3(sx * (x - post), 0.5 * spec.height, sz * (z - post)), {post, 0.5 * spec.height, post});
    }
    // Diagonal braces at the ends, and a cross at the back.
    for (int i = 0; i < 3; ++i) {
      const double y0 = spec.height * (0.1 + 0.28 * i), y1 = y0 + 0.26 * spec.height;
      const bool up = i % 2 == 0;
      const Vec3 brace[2] = {{sx * (x - 0.004), y0, up ? -z + post : z - post},
                             {sx * (x - 0.004), y1, up ? z - post : -z + post}};
      append_tube(shelf.surface(frame), {}, brace, 0.006, 8);
    }
    const Vec3 cross[2] = {{-sx * (x - post), 0.12 * spec.height, -z + 0.004},
                           {sx * (x - post), 0.92 * spec.height, -z + 0.004}};
    append_tube(shelf.surface(frame), {}, cross, 0.005, 8);
  }
  int number = 1;
  for (const double level : spec.levels) {
    shelf.box(board, Vec3(0.0, level - 0.5 * thick, 0.0), {x - 0.002, 0.5 * thick, z - 0.002}, 0.003);
    for (const double sz : {-1.0, 1.0}) {
      shelf.box(frame, Vec3(0.0, level - 0.5 * thick - 0.006, sz * (z - 0.004)), {x - 2.0 * post, 0.024, 0.006}, 0.002,
                Solid::Seen);
    }
    shelf.site(fmt::format("level{}", number++), Vec3(0.0, level, 0.0));
  }
  shelf.finish();
}

namespace {

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
  const Pose hand{math::looking_along({0, 0, -1}), grip + Vec3(0, 0, 0.03)};
  door.site("handle", hand);
  door.grasp("handle", hand, 0.025);
  door.object.parent = carcass;
  door.object.mass = 5.0;
  door.object.openable = true;
  door.object.locked = spec.locked;
  door.hinge({0.0, 0.0, 0.009}, {0.0, -side, 0.0}, 0.0, math::radians(105.0), 0.2);
  door.finish();
}

}  // namespace

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

namespace {

void plain_chair(SceneBuilder& builder, ObjectBuilder& chair, std::uint32_t seat) {
  const std::uint32_t steel = builder.material("steel_dark");
  chair.box(seat, Vec3(0.0, 0.44, 0.0), {0.21, 0.018, 0.21}, 0.012);
  chair.box(seat, {math::from_axis_angle(math::kRight, -0.12), {0.0, 0.73, -0.215}}, {0.2, 0.13, 0.013}, 0.01);
  for (const double sx : {-1.0, 1.0}) {
    chair.cylinder(steel, {math::kIdentity, {sx * 0.19, 0.211, 0.18}}, 0.011, 0.211, 12);
    chair.cylinder(steel, {math::kIdentity, {sx * 0.19, 0.211, -0.18}}, 0.011, 0.211, 12);
    const Vec3 back[3] = {{sx * 0.19, 0.42, -0.18}, {sx * 0.19, 0.5, -0.195}, {sx * 0.185, 0.83, -0.24}};
    append_tube(chair.surface(steel), {}, back, 0.011, 12);
    const Vec3 rail[2] = {{sx * 0.19, 0.2, 0.18}, {sx * 0.19, 0.2, -0.18}};
    append_tube(chair.surface(steel), {}, rail, 0.007, 8);
  }
}

void office_chair(SceneBuilder& builder, ObjectBuilder& chair, std::uint32_t seat) {
  const std::uint32_t black = builder.material("plastic_black"), steel = builder.material("chrome");
  chair.box(seat, Vec3(0.0, 0.46, 0.0), {0.24, 0.035, 0.23}, 0.025);
  chair.box(seat, {math::from_axis_angle(math::kRight, -0.1), {0.0, 0.78, -0.24}}, {0.22, 0.24, 0.03}, 0.022);
  chair.cylinder(steel, {math::kIdentity, {0.0, 0.26, 0.0}}, 0.025, 0.17, 16);
  const Vec3 spine[3] = {{0.0, 0.42, -0.1}, {0.0, 0.44, -0.25}, {0.0, 0.62, -0.27}};
  append_tube(chair.surface(black), {}, spine, 0.018, 10);
  for (int i = 0; i < 5; ++i) {
    const auto sc = math::sin_cos(math::kTau * i / 5.0);
    const Vec3 out{sc.sin, 0.0, sc.cos};
    const Vec3 arm[2] = {Vec3(0.0, 0.1, 0.0), 0.27 * out + Vec3(0.0, 0.07, 0.0)};
    append_tube(chair.surface(black), {}, arm, 0.017, 8);
    append_cylinder(chair.surface(black), along({sc.cos, 0.0, -sc.sin}, 0.28 * out + Vec3(0.0, 0.028, 0.0)), 0.028,
                    0.018, 16, 0.004);
  }
  chair.feel_cylinder({math::kIdentity, {0.0, 0.045, 0.0}}, 0.29, 0.045);
  for (const double sx : {-1.0, 1.0}) {
    const Vec3 rest[3] = {{sx * 0.24, 0.45, 0.0}, {sx * 0.29, 0.5, 0.0}, {sx * 0.29, 0.66, 0.0}};
    append_tube(chair.surface(black), {}, rest, 0.014, 8);
    chair.box(black, Vec3(sx * 0.29, 0.67, 0.02), {0.028, 0.012, 0.12}, 0.008);
  }
}

void stool(SceneBuilder& builder, ObjectBuilder& chair, std::uint32_t seat) {
  const std::uint32_t steel = builder.material("steel_dark");
  chair.cylinder(seat, {math::kIdentity, {0.0, 0.6, 0.0}}, 0.17, 0.025, 32, 0.01);
  for (int i = 0; i < 4; ++i) {
    const auto sc = math::sin_cos(math::kTau * (i + 0.5) / 4.0);
    const Vec3 leg[2] = {{0.19 * sc.sin, 0.004, 0.19 * sc.cos}, {0.12 * sc.sin, 0.58, 0.12 * sc.cos}};
    append_tube(chair.surface(steel), {}, leg, 0.012, 10);
    const Vec3 d = leg[1] - leg[0];
    chair.feel_cylinder(along(glm::normalize(d), 0.5 * (leg[0] + leg[1])), 0.012, 0.5 * glm::length(d));
  }
  append_ring(chair.surface(steel), {math::kIdentity, {0.0, 0.22, 0.0}}, 0.165, 0.009, 32, 8);
}

}  // namespace

void add_chair(SceneBuilder& builder, const Placement& place, const ChairSpec& spec) {
  const char* kind = spec.style == ChairStyle::Stool ? "stool" : "chair";
  ObjectBuilder chair(builder, place.name, label_or(place, spec.style == ChairStyle::Stool ? "Stool" : "Chair"),
                      {kind, "seat", "furniture"}, place.world_from_part);
  const std::uint32_t seat = builder.material(spec.finish);
  double height = 0.46;
  if (spec.style == ChairStyle::Plain) plain_chair(builder, chair, seat);
  if (spec.style == ChairStyle::Office) office_chair(builder, chair, seat), height = 0.495;
  if (spec.style == ChairStyle::Stool) stool(builder, chair, seat), height = 0.625;
  chair.movable(spec.mass, 0.5);
  chair.site("seat", Vec3(0.0, height, 0.0));
  const double back = spec.style == ChairStyle::Stool ? 0.17 : 0.25;
  chair.grasp("back", {math::looking_along({0, -1, 0}, {0, 0, -1}), {0.0, height + (back > 0.2 ? 0.36 : 0.0), -back}},
              0.04);
  chair.finish();
}

void add_lamp(SceneBuilder& builder, const Placement& place, const LampSpec& spec) {
  ObjectBuilder lamp(builder, place.name, label_or(place, "Lamp"), {"lamp", "fixture"}, place.world_from_part);
  const std::uint32_t white = builder.material("paint_white"), glow = builder.material("glow_white");
  Vec3 source{0.0, -0.1, 0.0};
  if (spec.style == LampStyle::Tube) {
    const double x = 0.5 * spec.length;
    lamp.box(white, Vec3(0.0, -0.03, 0.0), {x, 0.03, 0.09}, 0.01, Solid::Seen);
    for (const double z : {-0.045, 0.045}) {
      append_cylinder(lamp.surface(glow), along({1, 0, 0}, {0.0, -0.072, z}), 0.014, x - 0.03, 16, 0.003);
    }
    lamp.feel_box({math::kIdentity, {0.0, -0.043, 0.0}}, {x, 0.043, 0.09});
  } else if (spec.style == LampStyle::Pendant) {
    const double drop = spec.length;
    const Vec3 cable[2] = {{0.0, 0.0, 0.0}, {0.0, -drop, 0.0}};
    append_tube(lamp.surface(builder.material("plastic_black")), {}, cable, 0.004, 8);
    const Vec2 shade[6] = {{0.17, -drop - 0.16}, {0.18, -drop - 0.16}, {0.16, -drop - 0.1},
                           {0.08, -drop - 0.03}, {0.04, -drop},        {0.0, -drop + 0.01}};
    append_lathe(lamp.surface(builder.material("paint_green")), {}, shade, 32);
    const Vec2 inner[4] = {{0.0, -drop - 0.02}, {0.07, -drop - 0.035}, {0.15, -drop - 0.1}, {0.17, -drop - 0.16}};
    append_lathe(lamp.surface(white), {}, inner, 32);
    append_sphere(lamp.surface(glow), {math::kIdentity, {0.0, -drop - 0.1, 0.0}}, 0.045, 20);
    lamp.feel_cylinder({math::kIdentity, {0.0, -drop - 0.08, 0.0}}, 0.17, 0.08);
    source = {0.0, -drop - 0.2, 0.0};
  } else {
    const std::uint32_t black = builder.material("plastic_black");
    lamp.cylinder(black, {math::kIdentity, {0.0, 0.012, 0.0}}, 0.085, 0.012, 32, 0.006);
    const Vec3 arm[4] = {{0.0, 0.02, -0.04}, {0.0, 0.24, -0.11}, {0.0, 0.44, 0.02}, {0.0, 0.42, 0.1}};
    append_tube(lamp.surface(builder.material("chrome")), {}, arm, 0.007, 10);
    const Vec2 shade[4] = {{0.065, -0.07}, {0.055, 0.0}, {0.028, 0.05}, {0.0, 0.055}};
    append_lathe(lamp.surface(black), {math::kIdentity, {0.0, 0.41, 0.13}}, shade, 24);
    append_cylinder(lamp.surface(glow), {math::kIdentity, {0.0, 0.345, 0.13}}, 0.06, 0.004, 24);
    lamp.feel_cylinder({math::kIdentity, {0.0, 0.4, 0.13}}, 0.065, 0.06);
    lamp.feel_box({math::kIdentity, {0.0, 0.23, -0.04}}, {0.01, 0.21, 0.07});
    source = {0.0, 0.3, 0.13};
  }
  Light light;
  light.position = place.world_from_part.point(source);
  light.colour = {1.0f, 0.95f, 0.86f};
  light.intensity = static_cast<float>(spec.intensity);
  light.range = static_cast<float>(spec.range);
  if (spec.intensity > 0.0) builder.scene().lights.push_back(light);
  lamp.finish();
}

}  // namespace fh::scene
