#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/parts.h"
#include "scene/place/lettering.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

/// Both hands at the sides, palms inwards.
void add_side_grasps(ObjectBuilder& object, double x, double y, double opening) {
  for (const double side : {-1.0, 1.0}) {
    const Pose hand{math::looking_along({-side, 0, 0}), {side * x, y, 0.0}};
    object.grasp(side < 0 ? "left" : "right", hand, opening);
    object.site(side < 0 ? "left" : "right", hand);
  }
}

void add_mass_label(SceneBuilder& builder, ObjectBuilder& object, const BoxSpec& spec, double z) {
  if (!spec.written_mass) return;
  const double width = std::min(0.14, 0.5 * spec.width), height = 0.45 * width;
  const SignStyle style{math::Vec3f(0.96f, 0.95f, 0.9f), math::Vec3f(0.08f), true};
  const Texture label = make_sign(fmt::format("{:g} KG", spec.mass), width / height, style);
  append_picture(object.surface(builder.picture(label)), {math::kIdentity, {0.0, 0.55 * spec.height, z}},
                 {0.5 * width, 0.5 * height});
}

}  // namespace

void add_pallet(SceneBuilder& builder, const Placement& place, const PalletSpec& spec) {
  ObjectBuilder pallet(builder, place.name, label_or(place, "Pallet"), {"pallet", "goods"}, place.world_from_part);
  const std::uint32_t wood = builder.material("wood_light");
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth;
  // EUR pallet: boards 22 mm, blocks 78 mm, 144 mm in all.
  for (const double row : {-1.0, 0.0, 1.0}) {
    pallet.box(wood, Vec3(0.0, 0.011, row * (z - 0.05)), {x, 0.011, 0.05}, 0.002);
    for (const double column : {-1.0, 0.0, 1.0}) {
      pallet.box(wood, Vec3(column * (x - 0.0725), 0.061, row * (z - 0.05)), {0.0725, 0.039, 0.05}, 0.003);
    }
  }
  for (const double column : {-1.0, 0.0, 1.0}) {
    pallet.box(wood, Vec3(column * (x - 0.0725), 0.111, 0.0), {0.0725, 0.011, z}, 0.002, Solid::Seen);
  }
  for (int i = 0; i < 5; ++i) {
    const double at = -z + 0.06 + (2.0 * z - 0.12) * i / 4.0;
    pallet.box(wood, Vec3(0.0, 0.133, at), {x, 0.011, i % 2 ? 0.05 : 0.06}, 0.002, Solid::Seen);
  }
  pallet.feel_box({math::kIdentity, {0.0, 0.122, 0.0}}, {x, 0.022, z});
  if (spec.movable) pallet.movable(spec.mass);
  pallet.object.mass = spec.mass;
  pallet.site("top", Vec3(0.0, 0.144, 0.0));
  pallet.finish();
}

void add_crate(SceneBuilder& builder, const Placement& place, const BoxSpec& spec) {
  ObjectBuilder crate(builder, place.name, label_or(place, fmt::format("Crate, {:g} kg", spec.mass).c_str()),
                      {"crate", "container", "goods"}, place.world_from_part);
  const std::uint32_t wood = builder.material(spec.finish), dark = builder.material("wood_dark");
  const double x = 0.5 * spec.width, y = 0.5 * spec.height, z = 0.5 * spec.depth;
  const double slat = 0.012, post = std::min(0.022, 0.2 * std::min(x, z));
  crate.box(wood, Vec3(0.0, y, 0.0), {x - slat, y - slat, z - slat}, 0.0, Solid::Seen);
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      crate.box(wood, Vec3(sx * (x - post), y, sz * (z - post)), {post, y, post}, 0.003, Solid::Seen);
    }
  }
  const int rows = std::max(2, static_cast<int>(spec.height / 0.1));
  const double step = spec.height / rows;
  for (int i = 0; i < rows; ++i) {
    const double at = step * (i + 0.5), half = 0.5 * step - 0.006;
    for (const double side : {-1.0, 1.0}) {
      crate.box(wood, Vec3(0.0, at, side * (z - 0.5 * slat)), {x - 0.002, half, 0.5 * slat}, 0.002, Solid::Seen);
      crate.box(wood, Vec3(side * (x - 0.5 * slat), at, 0.0), {0.5 * slat, half, z - 0.002}, 0.002, Solid::Seen);
    }
  }
  crate.box(wood, Vec3(0.0, spec.height - 0.5 * slat, 0.0), {x - 0.004, 0.5 * slat, z - 0.004}, 0.002, Solid::Seen);
  const double grip = 0.78 * spec.height, reach = std::min(0.05, 0.3 * spec.depth);
  for (const double side : {-1.0, 1.0}) {  // hand holes, seen as dark recesses
    crate.box(dark, Vec3(side * x, grip, 0.0), {0.0008, 0.014, reach}, 0.0, Solid::Seen);
  }
  crate.feel_box({math::kIdentity, {0.0, y, 0.0}}, {x, y, z});
  add_mass_label(builder, crate, spec, z + 0.0008);
  add_side_grasps(crate, x, grip, 0.03);
  crate.movable(spec.mass, 0.55);
  crate.finish();
}

void add_carton(SceneBuilder& builder, const Placement& place, const BoxSpec& spec) {
  ObjectBuilder carton(builder, place.name, label_or(place, fmt::format("Carton, {:g} kg", spec.mass).c_str()),
                       {"carton", "container", "goods"}, place.world_from_part);
  const double x = 0.5 * spec.width, y = 0.5 * spec.height, z = 0.5 * spec.depth;
  carton.box(builder.material(spec.finish), Vec3(0.0, y, 0.0), {x, y, z}, 0.004);
  const std::uint32_t tape = builder.material(Finish{"plastic_grey", "#c8a878"});
  const double half = std::min(0.024, 0.3 * z), over = std::min(0.06, 0.4 * spec.height);
  carton.box(tape, Vec3(0.0, spec.height, 0.0), {x, 0.0006, half}, 0.0, Solid::Seen);
  for (const double side : {-1.0, 1.0}) {
    carton.box(tape, Vec3(side * x, spec.height - 0.5 * over, 0.0), {0.0006, 0.5 * over, half}, 0.0, Solid::Seen);
  }
  add_mass_label(builder, carton, spec, z + 0.0008);
  add_side_grasps(carton, x, 0.5 * spec.height, std::min(0.1, spec.depth));
  carton.movable(spec.mass, 0.5);
  carton.finish();
}

namespace {

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

}  // namespace

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
  const Pose hand{math::looking_along({0, 0, -1}), {0.0, 0.6 * spec.height, spec.radius}};
  vessel.grasp("side", hand, std::min(0.11, 2.0 * spec.radius));
  vessel.site("top", Vec3(0.0, spec.height, 0.0));
  vessel.movable(spec.mass, 0.5);
  vessel.finish();
}

}  // namespace fh::scene
