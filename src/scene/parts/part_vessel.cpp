// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

enum class VesselStyle : std::uint8_t { Can, Bucket, Barrel, Extinguisher, Bin };

struct VesselSpec {
  VesselStyle style = VesselStyle::Can;
  double radius = 0.05, height = 0.14;
  double mass = 1.0;
  Finish finish{"paint_blue", ""};
};

void paint_can(SceneBuilder& builder, ObjectBuilder& can, const VesselSpec& spec) {
  const double r = spec.radius, h = spec.height;
  const Vec2 tin[9] = {{0.0, 0.004},   {r - 0.004, 0.004},     {r - 0.003, 0.0},     {r, 0.0},        {r, h},
                       {r - 0.004, h}, {r - 0.006, h - 0.006}, {0.3 * r, h - 0.006}, {0.0, h - 0.006}};
  append_lathe(can.surface(builder.material("steel")), {}, tin, 32);
  append_cylinder(can.surface(builder.material(spec.finish)), {math::kIdentity, {0.0, 0.5 * h, 0.0}}, r + 0.0006,
                  0.42 * h, 32);
  can.feel_cylinder({math::kIdentity, {0.0, 0.5 * h, 0.0}}, r, 0.5 * h);
}

void bucket(SceneBuilder& builder, ObjectBuilder& can, const VesselSpec& spec) {
  const double r = spec.radius, h = spec.height, low = 0.78 * r;
  const Vec2 wall[8] = {{0.0, 0.0},     {low, 0.0},     {r, h - 0.01},        {r + 0.006, h - 0.006},
                        {r + 0.004, h}, {r - 0.004, h}, {low - 0.005, 0.006}, {0.0, 0.006}};
  append_lathe(can.surface(builder.material(spec.finish)), {}, wall, 32);
  std::vector<Vec3> bail;
  for (int i = 0; i <= 12; ++i) {
    const auto sc = math::sin_cos(math::kPi * i / 12.0);
    bail.push_back({r * sc.cos, h - 0.02 + 0.3 * r * sc.sin, r * 0.9 * sc.sin});
  }
  append_tube(can.surface(builder.material("steel")), {}, bail, 0.003, 8);
  math::TriMesh shell;
  const Vec2 solid[4] = {{0.0, 0.0}, {low, 0.0}, {r, h}, {0.0, h}};
  append_lathe(shell, {}, solid, 16);
  CollisionShape shape;
  shape.kind = ShapeKind::ConvexHull;
  shape.mesh = builder.add_mesh(can.object.name + " hull", std::move(shell), builder.material(spec.finish));
  can.object.collision.push_back(shape);
}

void barrel(SceneBuilder& builder, ObjectBuilder& can, const VesselSpec& spec) {
  const double r = spec.radius, h = spec.height;
  std::vector<Vec2> wall{{0.0, 0.012}, {r - 0.012, 0.012}, {r - 0.01, 0.0}, {r, 0.0}};
  for (const double ring : {0.34, 0.66}) {
    wall.push_back({r, ring * h - 0.018});
    wall.push_back({r + 0.01, ring * h - 0.008});
    wall.push_back({r + 0.01, ring * h + 0.008});
    wall.push_back({r, ring * h + 0.018});
  }
  wall.insert(wall.end(), {{r, h}, {r - 0.01, h}, {r - 0.012, h - 0.012}, {0.0, h - 0.012}});
  append_lathe(can.surface(builder.material(spec.finish)), {}, wall, 40);
  append_cylinder(can.surface(builder.material("steel")), {math::kIdentity, {0.6 * r, h - 0.006, 0.0}}, 0.03, 0.008, 16,
                  0.002);
  can.feel_cylinder({math::kIdentity, {0.0, 0.5 * h, 0.0}}, r, 0.5 * h);
}

void extinguisher(SceneBuilder& builder, ObjectBuilder& can, const VesselSpec& spec) {
  const double r = spec.radius, h = spec.height;
  const Vec2 body[8] = {{0.0, 0.0},          {0.9 * r, 0.0},       {r, 0.02},           {r, 0.74 * h},
                        {0.85 * r, 0.8 * h}, {0.45 * r, 0.84 * h}, {0.3 * r, 0.86 * h}, {0.0, 0.87 * h}};
  append_lathe(can.surface(builder.material("paint_red")), {}, body, 32);
  const std::uint32_t black = builder.material("plastic_black");
  append_cylinder(can.surface(black), {math::kIdentity, {0.0, 0.9 * h, 0.0}}, 0.3 * r, 0.04 * h, 16, 0.003);
  append_box(can.surface(black), {math::from_axis_angle({0, 0, 1}, 0.2), {0.5 * r, 0.97 * h, 0.0}},
             {0.75 * r, 0.008, 0.012}, 0.004);
  append_box(can.surface(builder.material("steel")), {math::kIdentity, {0.45 * r, 0.93 * h, 0.0}},
             {0.65 * r, 0.005, 0.01}, 0.003);
  const Vec3 hose[5] = {{-0.25 * r, 0.9 * h, 0.0},
                        {-1.1 * r, 0.86 * h, 0.0},
                        {-1.25 * r, 0.6 * h, 0.0},
                        {-1.15 * r, 0.3 * h, 0.0},
                        {-1.12 * r, 0.2 * h, 0.0}};
  append_tube(can.surface(black), {}, hose, 0.009, 10);
  append_cylinder(can.surface(builder.material("paint_white")), {math::kIdentity, {0.0, 0.45 * h, 0.0}}, r + 0.0008,
                  0.12 * h, 32);
  can.feel_cylinder({math::kIdentity, {0.0, 0.4 * h, 0.0}}, r, 0.4 * h);
  can.feel_box({math::kIdentity, {0.2 * r, 0.9 * h, 0.0}}, {0.7 * r, 0.1 * h, 0.02});
}

void bin(SceneBuilder& builder, ObjectBuilder& can, const VesselSpec& spec) {
  bucket(builder, can, spec);
  append_cylinder(can.surface(builder.material("rubber")), {math::kIdentity, {0.0, 0.7 * spec.height, 0.0}},
                  0.72 * spec.radius, 0.004, 24);
}

void add_vessel(SceneBuilder& builder, const Placement& place, const VesselSpec& spec) {
  static constexpr const char* kLabels[] = {"Can", "Bucket", "Barrel", "Fire extinguisher", "Bin"};
  static constexpr const char* kClasses[] = {"can", "bucket", "barrel", "extinguisher", "bin"};
  const auto style = static_cast<std::size_t>(spec.style);
  ObjectBuilder vessel(builder, place.name, label_or(place, kLabels[style]), {kClasses[style], "container", "goods"},
                       place.world_from_part);
  switch (spec.style) {
    case VesselStyle::Can:
      paint_can(builder, vessel, spec);
      break;
    case VesselStyle::Bucket:
      bucket(builder, vessel, spec);
      break;
    case VesselStyle::Barrel:
      barrel(builder, vessel, spec);
      break;
    case VesselStyle::Extinguisher:
      extinguisher(builder, vessel, spec);
      break;
    case VesselStyle::Bin:
      bin(builder, vessel, spec);
      break;
  }
  const Pose hand = hand_at({0.0, 0.6 * spec.height, spec.radius}, {0, 1, 0}, {0, 0, -1});
  vessel.grasp("side", hand, std::min(0.11, 2.0 * spec.radius));
  vessel.site("top", Vec3(0.0, spec.height, 0.0));
  vessel.movable(spec.mass, 0.5);
  vessel.finish();
}

}  // namespace

void read_vessel(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  VesselSpec spec;
  keys.choice("style", spec.style, {"can", "bucket", "barrel", "extinguisher", "bin"}, "Kind");
  keys.number("radius", spec.radius, "Radius, m", {0.02, 5.0});
  keys.number("height", spec.height, "Height, m", {0.04, 10.0});
  keys.number("mass", spec.mass, "kg", {1e-3, 10000.0});
  keys.finish(spec.finish, "Surface");
  add_vessel(reader.builder, place, spec);
}

}  // namespace fh::scene
