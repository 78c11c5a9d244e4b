// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scene/parts/part.h"
#include "scene/place/lettering.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;

struct MachineSpec {
  double width = 1.4, depth = 0.9, height = 1.7;
  double hatch_width = 0.5, hatch_height = 0.4, hatch_middle = 0.5;  // hatch_middle: its height above the floor
  bool locked = false;
  std::string title = "PRESS 4";
  Finish finish{"machine_green", ""};
};

/// The service opening: a box-shaped cavity behind the hatch.
struct Cavity {
  double x, y0, y1, depth;  // half width, lower and upper edge, how far in from the front
};

void add_shell(SceneBuilder& builder, ObjectBuilder& body, const MachineSpec& spec, const Cavity& cavity) {
  const std::uint32_t paint = builder.material(spec.finish), dark = builder.material("paint_dark");
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, plinth = 0.08;
  body.box(dark, Vec3(0.0, 0.5 * plinth, 0.0), {x - 0.03, 0.5 * plinth, z - 0.03}, 0.004);
  const auto block = [&](double x0, double x1, double y0, double y1, double z0, double z1) {
    if (x1 - x0 < 1e-6 || y1 - y0 < 1e-6 || z1 - z0 < 1e-6) return;
    body.box(paint, Vec3(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)),
             {0.5 * (x1 - x0), 0.5 * (y1 - y0), 0.5 * (z1 - z0)}, 0.0);
  };
  const double inner = z - cavity.depth;
  block(-x, x, plinth, spec.height, -z, inner);         // behind the cavity
  block(-x, -cavity.x, plinth, spec.height, inner, z);  // left and right of it
  block(cavity.x, x, plinth, spec.height, inner, z);
  block(-cavity.x, cavity.x, plinth, cavity.y0, inner, z);  // below and above it
  block(-cavity.x, cavity.x, cavity.y1, spec.height, inner, z);
  // Inside: what a fitter comes for.
  const double middle = 0.5 * (cavity.y0 + cavity.y1);
  append_box(body.surface(dark), {math::kIdentity, {0.0, middle, inner + 0.002}},
             {cavity.x - 0.004, 0.48 * (cavity.y1 - cavity.y0), 0.002});
  for (const double side : {-1.0, 1.0}) {
    const Vec3 pipe[4] = {{side * 0.6 * cavity.x, cavity.y0 + 0.01, inner + 0.06},
                          {side * 0.6 * cavity.x, middle, inner + 0.06},
                          {side * 0.2 * cavity.x, middle + 0.05, inner + 0.06},
                          {side * 0.2 * cavity.x, cavity.y1 - 0.01, inner + 0.06}};
    append_tube(body.surface(builder.material("copper")), {}, pipe, 0.011, 14);
  }
  body.site("filter", Vec3(0.0, middle, inner + 0.1));
  body.site("hatch_front", Pose{math::kIdentity, {0.0, 0.0, z + 0.55}});
}

/// A viewing window with a frame, and a screen with keys.
void add_machine_controls(SceneBuilder& builder, ObjectBuilder& body, const MachineSpec& spec) {
  const std::uint32_t dark = builder.material("paint_dark");
  const double z = 0.5 * spec.depth, h = spec.height;
  const double y = 0.76 * h;
  body.box(dark, Vec3(-0.22 * spec.width, y, z + 0.006), {0.2 * spec.width, 0.1 * h, 0.008}, 0.006, Solid::Seen);
  body.box(builder.material("screen"), Vec3(-0.22 * spec.width, y, z + 0.014), {0.18 * spec.width, 0.08 * h, 0.002},
           0.001, Solid::Seen);
  body.box(builder.material("plastic_grey"), Vec3(0.28 * spec.width, y, z + 0.01), {0.14 * spec.width, 0.1 * h, 0.012},
           0.006, Solid::Seen);
  body.box(builder.material("screen"), Vec3(0.28 * spec.width, y + 0.035 * h, z + 0.0225),
           {0.11 * spec.width, 0.045 * h, 0.001}, 0.0, Solid::Seen);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) {
      body.box(builder.material(column == 3 ? "paint_orange" : "plastic_white"),
               Vec3(0.28 * spec.width + 0.045 * (column - 1.5), y - 0.03 * h - 0.028 * row, z + 0.024),
               {0.015, 0.009, 0.004}, 0.002, Solid::Seen);
    }
  }
}

/// A signal tower and a duct.
void add_machine_top(SceneBuilder& builder, ObjectBuilder& body, const MachineSpec& spec) {
  const std::uint32_t steel = builder.material("steel");
  const double x = 0.5 * spec.width, h = spec.height;
  const char* tower[3] = {"glow_green", "glow_amber", "glow_red"};
  body.cylinder(steel, {math::kIdentity, {x - 0.12, h + 0.06, -0.2 * spec.depth}}, 0.014, 0.06, 14);
  for (int i = 0; i < 3; ++i) {
    body.cylinder(builder.material(tower[i]), {math::kIdentity, {x - 0.12, h + 0.15 + 0.065 * i, -0.2 * spec.depth}},
                  0.032, 0.03, 24, 0.004);
  }
  const Vec3 duct[4] = {{-0.25 * spec.width, h - 0.01, -0.2 * spec.depth},
                        {-0.25 * spec.width, h + 0.35, -0.2 * spec.depth},
                        {-0.25 * spec.width, h + 0.5, -0.35 * spec.depth},
                        {-0.25 * spec.width, h + 0.55, -0.5 * spec.depth}};
  append_tube(body.surface(builder.material("aluminium")), {}, duct, 0.09, 24);
  body.feel_cylinder({math::kIdentity, {-0.25 * spec.width, h + 0.17, -0.2 * spec.depth}}, 0.09, 0.17);
}

void add_machine_details(SceneBuilder& builder, ObjectBuilder& body, const MachineSpec& spec) {
  const std::uint32_t dark = builder.material("paint_dark"), steel = builder.material("steel");
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, h = spec.height;
  for (const double side : {-1.0, 1.0}) {  // ventilation louvres
    for (int i = 0; i < 7; ++i) {
      body.box(dark, Vec3(side * x, 0.55 * h + 0.045 * i, 0.0), {0.004, 0.01, 0.3 * spec.depth}, 0.003, Solid::Seen);
    }
  }
  add_machine_controls(builder, body, spec);
  for (const double sx : {-1.0, 1.0}) {  // bolts round the edge
    for (int i = 0; i < 6; ++i) {
      append_cylinder(body.surface(steel), along({0, 0, 1}, {sx * (x - 0.03), 0.14 + (h - 0.2) * i / 5.0, z + 0.002}),
                      0.009, 0.004, 6);
    }
  }
  add_machine_top(builder, body, spec);
  body.box(builder.material("hazard"), Vec3(0.0, 0.12, z + 0.001), {x - 0.05, 0.03, 0.0015}, 0.0, Solid::Seen);
  if (!spec.title.empty()) {
    const double width = std::min(0.8 * spec.width, 0.06 * double(spec.title.size()) + 0.06);
    const SignStyle style{math::Vec3f(0.95f, 0.95f, 0.93f), math::Vec3f(0.1f, 0.2f, 0.18f), false};
    append_picture(body.surface(builder.picture(make_sign(spec.title, width / 0.1, style))),
                   {math::kIdentity, {0.0, 0.92 * h, z + 0.001}}, {0.5 * width, 0.05});
  }
}

void add_machine(SceneBuilder& builder, const Placement& place, const MachineSpec& spec) {
  ObjectBuilder body(builder, place.name, label_or(place, "Machine"), {"machine", "equipment"}, place.world_from_part);
  const double z = 0.5 * spec.depth;
  const Cavity cavity{0.5 * spec.hatch_width, spec.hatch_middle - 0.5 * spec.hatch_height,
                      spec.hatch_middle + 0.5 * spec.hatch_height, std::min(0.45, 0.6 * spec.depth)};
  add_shell(builder, body, spec, cavity);
  add_machine_details(builder, body, spec);
  const core::ObjectId id = body.finish();

  const double gap = 0.003, width = spec.hatch_width - 2.0 * gap, height = spec.hatch_height - 2.0 * gap, thick = 0.02;
  // Hinged at its left edge; the plate closes flush with the front.
  ObjectBuilder hatch(
      builder, place.name + ".hatch", "Access hatch", {"hatch", "door", "equipment"},
      place.world_from_part * Pose{math::kIdentity, {-0.5 * width, spec.hatch_middle, z - 0.5 * thick}});
  hatch.box(builder.material(Finish{"paint_yellow", ""}), Vec3(0.5 * width, 0.0, 0.0),
            {0.5 * width, 0.5 * height, 0.5 * thick}, 0.005);
  for (int i = 0; i < 4; ++i) {
    hatch.box(builder.material("paint_dark"), Vec3(0.5 * width, 0.1 * height * (i - 1.5), 0.5 * thick + 0.0005),
              {0.25 * width, 0.006, 0.0012}, 0.0, Solid::Seen);
  }
  const Vec3 at{0.86 * width, 0.0, 0.5 * thick};
  const Vec3 bow[4] = {at + Vec3(0, -0.06, 0), at + Vec3(0, -0.06, 0.04), at + Vec3(0, 0.06, 0.04),
                       at + Vec3(0, 0.06, 0)};
  append_tube(hatch.surface(builder.material("chrome")), {}, bow, 0.007, 12);
  for (const double y : {-0.35, 0.35}) {
    append_cylinder(hatch.surface(builder.material("steel")), {math::kIdentity, {0.0, y * height, 0.5 * thick}}, 0.008,
                    0.03, 12);
  }
  const Vec3 bar = at + Vec3(0, 0, 0.04);
  hatch.feel_cylinder(along({0, 1, 0}, bar), 0.007, 0.06);
  hatch.site("handle", Pose{math::looking_along({0, 0, -1}), bar});
  hatch.grasp("handle", hand_at(bar, {0, 1, 0}, {0, 0, -1}), 0.03);
  hatch.object.parent = id;
  hatch.object.mass = 4.0;
  hatch.object.openable = true;
  hatch.object.locked = spec.locked;
  hatch.hinge({0.0, 0.0, 0.5 * thick}, {0.0, -1.0, 0.0}, 0.0, math::radians(120.0), 0.3);
  hatch.finish();
}

}  // namespace

void read_machine(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  MachineSpec spec;
  keys.number("width", spec.width, "Along X, m", {0.5, 20.0});
  keys.number("depth", spec.depth, "Along Z, m", {0.3, 20.0});
  keys.number("height", spec.height, "Height, m", {0.6, 20.0});
  keys.number("hatch_width", spec.hatch_width, "Width of the hatch, m", {0.1, 20.0});
  keys.number("hatch_height", spec.hatch_height, "Height of the hatch, m", {0.1, 20.0});
  keys.number("hatch_middle", spec.hatch_middle, "Height of the hatch's middle above the floor, m", {0.1, 20.0});
  keys.boolean("locked", spec.locked, "The hatch is locked");
  keys.text("title", spec.title, "Written on the front", 60);
  keys.finish(spec.finish, "Surface");
  if (spec.hatch_width > spec.width - 0.05 || spec.hatch_middle - 0.5 * spec.hatch_height < 0.08 ||
      spec.hatch_middle + 0.5 * spec.hatch_height > spec.height - 0.05) {
    reader.problems.add(keys.json().pointer(), "the hatch does not fit into the machine's front");
    return;
  }
  add_machine(reader.builder, place, spec);
}

}  // namespace fh::scene
