// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

enum class ToolKind : std::uint8_t { Hammer, Wrench, Screwdriver, Drill, Toolbox, Pliers };

struct ToolSpec {
  ToolKind kind = ToolKind::Hammer;
  double mass = 0.6;
  Finish finish{"paint_red", ""};
};

/// The palm is over the handle, fingers around it, the thumb towards the tool's head (-X).
Pose hand_on(const Vec3& at) {
  return hand_at(at, {-1, 0, 0}, {0, -1, 0});
}

void hammer(SceneBuilder& builder, ObjectBuilder& tool, std::uint32_t grip) {
  const std::uint32_t iron = builder.material("steel_dark");
  // Lies on its side: the head along Z, resting on its thickness.
  const Vec2 handle[6] = {{0.0, -0.14}, {0.013, -0.138}, {0.0155, -0.06}, {0.011, 0.03}, {0.0105, 0.13}, {0.0, 0.131}};
  append_lathe(tool.surface(builder.material("wood")), along({-1, 0, 0}, {0.05, 0.0165, 0.0}), handle, 16);
  append_cylinder(tool.surface(grip), along({1, 0, 0}, {0.12, 0.0165, 0.0}), 0.0158, 0.05, 16, 0.002);
  tool.feel_cylinder(along({1, 0, 0}, {0.05, 0.0165, 0.0}), 0.0155, 0.14);
  const Vec2 head[7] = {{0.0, -0.055}, {0.0165, -0.055}, {0.0165, -0.035}, {0.012, -0.028},
                        {0.0145, 0.0}, {0.013, 0.02},    {0.0, 0.021}};
  append_lathe(tool.surface(iron), along({0, 0, -1}, {-0.075, 0.0165, 0.0}), head, 20);
  const Vec2 claw[4] = {{0.0, -0.012}, {0.06, 0.004}, {0.06, 0.007}, {0.0, 0.012}};
  append_prism(tool.surface(iron), {math::from_axis_angle(math::kUp, 0.5 * math::kPi), {-0.075, 0.0165, -0.012}}, claw,
               0.02);
  tool.feel_box({math::kIdentity, {-0.075, 0.0165, -0.008}}, {0.0145, 0.0165, 0.064});
  tool.grasp("handle", hand_on({0.11, 0.0165, 0.0}), 0.032);
}

void wrench(SceneBuilder& builder, ObjectBuilder& tool, std::uint32_t) {
  const std::uint32_t steel = builder.material("chrome");
  const double t = 0.008;
  const Vec2 body[20] = {{0.1, -0.009},   {0.118, -0.017}, {0.137, -0.014},  {0.145, 0.0},     {0.137, 0.014},
                         {0.118, 0.017},  {0.1, 0.009},    {-0.09, 0.008},   {-0.105, 0.021},  {-0.125, 0.022},
                         {-0.14, 0.013},  {-0.14, 0.007},  {-0.115, 0.008},  {-0.106, 0.0},    {-0.115, -0.008},
                         {-0.14, -0.007}, {-0.14, -0.013}, {-0.125, -0.022}, {-0.105, -0.021}, {-0.09, -0.008}};
  // Flat on the table: the outline's plane is turned to XZ.
  append_prism(tool.surface(steel), {math::from_axis_angle(math::kRight, -0.5 * math::kPi), {0.0, 0.5 * t, 0.0}}, body,
               t);
  append_cylinder(tool.surface(builder.material("plastic_black")), {math::kIdentity, {0.122, 0.5 * t, 0.0}}, 0.008,
                  0.5 * t + 0.0004, 6);
  tool.feel_box({math::kIdentity, {0.005, 0.5 * t, 0.0}}, {0.1, 0.5 * t, 0.009});
  tool.feel_box({math::kIdentity, {-0.115, 0.5 * t, 0.0}}, {0.025, 0.5 * t, 0.021});
  tool.feel_cylinder({math::kIdentity, {0.122, 0.5 * t, 0.0}}, 0.018, 0.5 * t);
  tool.grasp("handle", hand_on({0.04, 0.5 * t, 0.0}), 0.025);
}

void screwdriver(SceneBuilder& builder, ObjectBuilder& tool, std::uint32_t grip) {
  const double r = 0.014;
  const Vec2 handle[8] = {{0.0, -0.055}, {0.008, -0.054}, {0.0125, -0.045}, {r, -0.02},
                          {r, 0.02},     {0.009, 0.038},  {0.0085, 0.05},   {0.0, 0.0505}};
  append_lathe(tool.surface(grip), along({-1, 0, 0}, {0.06, r, 0.0}), handle, 16);
  append_cylinder(tool.surface(builder.material("plastic_black")), along({1, 0, 0}, {0.075, r, 0.0}), r + 0.0004, 0.008,
                  16);
  append_cylinder(tool.surface(builder.material("chrome")), along({1, 0, 0}, {-0.05, r, 0.0}), 0.003, 0.062, 12,
                  0.0005);
  append_box(tool.surface(builder.material("chrome")), {math::kIdentity, {-0.115, r, 0.0}}, {0.006, 0.0011, 0.0034},
             0.0005);
  // Eight flats, as handles have: what is put down does not roll away.
  math::TriMesh flats;
  const double corner = r / math::cos(math::kPi / 8.0);
  const Vec2 felt[4] = {{0.0, -0.055}, {corner, -0.055}, {corner, 0.055}, {0.0, 0.055}};
  Pose turned = along({1, 0, 0}, {0.06, r, 0.0});
  turned.rotation = turned.rotation * math::from_axis_angle(math::kUp, math::kPi / 8.0);
  append_lathe(flats, turned, felt, 8);
  CollisionShape handle_solid;
  handle_solid.kind = ShapeKind::ConvexHull;
  handle_solid.mesh = builder.add_mesh(tool.object.name + " hull", std::move(flats), grip);
  tool.object.collision.push_back(handle_solid);
  tool.feel_cylinder(along({1, 0, 0}, {-0.055, r, 0.0}), 0.0034, 0.065);
  tool.grasp("handle", hand_on({0.07, r, 0.0}), 0.028);
}

void drill(SceneBuilder& builder, ObjectBuilder& tool, std::uint32_t body) {
  // Stands on its battery: the grip upright, the chuck towards -X.
  const std::uint32_t black = builder.material("plastic_black"), steel = builder.material("steel_dark");
  tool.box(black, Vec3(0.02, 0.025, 0.0), {0.055, 0.025, 0.036}, 0.008);
  const Pose grip{math::from_axis_angle({0, 0, 1}, 0.17), {0.024, 0.105, 0.0}};
  tool.box(body, grip, {0.021, 0.062, 0.017}, 0.01);
  append_box(tool.surface(black), {grip.rotation, grip.point({0.012, 0.0, 0.0})}, {0.0115, 0.05, 0.0178}, 0.006);
  const Vec2 motor[7] = {{0.0, -0.075}, {0.024, -0.074}, {0.03, -0.06}, {0.031, 0.03},
                         {0.026, 0.06}, {0.022, 0.066},  {0.0, 0.067}};
  append_lathe(tool.surface(body), along({-1, 0, 0}, {0.0, 0.19, 0.0}), motor, 28);
  append_box(tool.surface(black), {math::kIdentity, {-0.022, 0.15, 0.0}}, {0.006, 0.013, 0.008}, 0.003);
  const Vec2 chuck[6] = {{0.0, 0.06}, {0.02, 0.062}, {0.021, 0.08}, {0.016, 0.1}, {0.009, 0.106}, {0.0, 0.106}};
  append_lathe(tool.surface(steel), along({-1, 0, 0}, {0.0, 0.19, 0.0}), chuck, 24);
  append_cylinder(tool.surface(builder.material("chrome")), along({1, 0, 0}, {-0.13, 0.19, 0.0}), 0.003, 0.03, 10);
  for (int i = 0; i < 4; ++i) {
    append_box(tool.surface(black), {math::kIdentity, {0.035 + 0.009 * i, 0.19, 0.0}}, {0.002, 0.012, 0.0312}, 0.0);
  }
  tool.feel_cylinder(along({1, 0, 0}, {-0.015, 0.19, 0.0}), 0.031, 0.085);
  const Vec3 up = grip.direction(math::kUp);
  tool.grasp("handle", hand_at(grip.position, up, grip.direction({-1, 0, 0})), 0.04);
}

void toolbox(SceneBuilder& builder, ObjectBuilder& tool, std::uint32_t body) {
  tool.box(body, Vec3(0.0, 0.085, 0.0), {0.21, 0.085, 0.1}, 0.01);
  const std::uint32_t black = builder.material("plastic_black"), steel = builder.material("chrome");
  math::TriMesh lid;
  const Vec2 profile[4] = {{-0.1, 0.0}, {0.1, 0.0}, {0.06, 0.045}, {-0.06, 0.045}};
  append_prism(lid, {math::from_axis_angle(math::kUp, 0.5 * math::kPi), {0.0, 0.17, 0.0}}, profile, 0.42);
  tool.hull(black, lid);
  const Vec3 bow[4] = {{-0.09, 0.21, 0.0}, {-0.08, 0.25, 0.0}, {0.08, 0.25, 0.0}, {0.09, 0.21, 0.0}};
  append_tube(tool.surface(steel), {}, bow, 0.008, 12);
  tool.feel_box({math::kIdentity, {0.0, 0.25, 0.0}}, {0.085, 0.008, 0.008});
  for (const double x : {-0.13, 0.13}) {
    append_box(tool.surface(steel), {math::kIdentity, {x, 0.165, 0.101}}, {0.018, 0.02, 0.004}, 0.002);
  }
  tool.grasp("handle", hand_on({0.0, 0.25, 0.0}), 0.03);
}

void pliers(SceneBuilder& builder, ObjectBuilder& tool, std::uint32_t grip) {
  const std::uint32_t steel = builder.material("steel_dark");
  for (const double side : {-1.0, 1.0}) {
    const Vec3 arm[4] = {
        {-0.02, 0.009, 0.0}, {0.02, 0.009, side * 0.014}, {0.06, 0.009, side * 0.024}, {0.12, 0.009, side * 0.02}};
    append_tube(tool.surface(grip), {}, arm, 0.007, 10);
    const Vec3 jaw[3] = {{-0.02, 0.009, side * 0.004}, {-0.05, 0.009, side * 0.006}, {-0.085, 0.009, side * 0.003}};
    append_tube(tool.surface(steel), {}, jaw, 0.0055, 10);
    tool.feel_box({math::from_axis_angle(math::kUp, side * -0.12), {0.06, 0.009, side * 0.018}}, {0.065, 0.009, 0.008});
  }
  tool.cylinder(steel, {math::kIdentity, {-0.02, 0.009, 0.0}}, 0.015, 0.009, 20, 0.002);
  tool.feel_box({math::kIdentity, {-0.05, 0.009, 0.0}}, {0.035, 0.006, 0.011});
  tool.grasp("handles", hand_on({0.07, 0.009, 0.0}), 0.05);
}

void add_tool(SceneBuilder& builder, const Placement& place, const ToolSpec& spec) {
  struct Kind {
    const char* name;
    const char* label;
    void (*build)(SceneBuilder&, ObjectBuilder&, std::uint32_t);
  };
  static constexpr Kind kKinds[] = {
      {"hammer", "Hammer", hammer},       {"wrench", "Wrench", wrench},    {"screwdriver", "Screwdriver", screwdriver},
      {"drill", "Cordless drill", drill}, {"toolbox", "Toolbox", toolbox}, {"pliers", "Pliers", pliers}};
  const Kind& kind = kKinds[static_cast<std::size_t>(spec.kind)];
  ObjectBuilder tool(builder, place.name, label_or(place, kind.label), {kind.name, "tool"}, place.world_from_part);
  kind.build(builder, tool, builder.material(spec.finish));
  tool.movable(spec.mass, 0.5);
  tool.finish();
}

}  // namespace

void read_tool(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  ToolSpec spec;
  keys.choice("kind", spec.kind, {"hammer", "wrench", "screwdriver", "drill", "toolbox", "pliers"}, "Kind",
              Need::Required);
  keys.number("mass", spec.mass, "kg", {1e-3, 1000.0});
  keys.finish(spec.finish, "Grip or body");
  add_tool(reader.builder, place, spec);
}

}  // namespace fh::scene
