// SPDX-License-Identifier: Apache-2.0
// A panel is the symbolic record of its controls (JB-67) at named sites (JB-68): each control is an object with its
// own joint whose parent is the panel.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/parts/gauge.h"
#include "scene/parts/part.h"
#include "scene/place/lettering.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

constexpr std::size_t kMostControls = 200;
constexpr const char* kNeedle = "paint_red";        // nothing else of a gauge is made of it
constexpr double kNeedleAt = math::radians(40.0);   // as made, from upright
constexpr double kScaleEnd = math::radians(135.0);  // of the scale, to either side (make_gauge_face())

enum class ControlKind : std::uint8_t { Button, Emergency, Dial, Lever, Switch, Gauge, Lamp, Siren };

struct ControlSpec {
  std::string name;  // "start": the object becomes "<panel>.start"
  std::string label;
  ControlKind kind = ControlKind::Button;
  double x = 0.0, y = 0.0;  // on the panel's face
  Finish finish{"paint_green", ""};
  std::string unit = "BAR";  // of a gauge
};

struct PanelSpec {
  double width = 0.8, height = 0.5, depth = 0.08;
  std::string title;
  Finish finish{"paint_grey", ""};
  std::vector<ControlSpec> controls;
};

/// A finger comes straight at the face, palm down.
void add_press_sites(ObjectBuilder& control, double depth) {
  const Pose hand{math::looking_along({0, 0, -1}), {0.0, 0.0, depth}};
  control.site("touch", hand);
  control.grasp("touch", hand, 0.03, HandShape::Pinch);
}

void add_button(SceneBuilder& builder, ObjectBuilder& button, const ControlSpec& spec) {
  const bool emergency = spec.kind == ControlKind::Emergency;
  const double radius = emergency ? 0.028 : 0.016, travel = emergency ? 0.008 : 0.005,
               height = emergency ? 0.034 : 0.014;
  const std::uint32_t cap = builder.material(emergency ? Finish{"paint_red", ""} : spec.finish);
  if (emergency) {  // a mushroom head
    const Vec2 head[6] = {{0.0, travel},  {0.012, travel},       {0.012, 0.018},
                          {radius, 0.02}, {radius * 0.92, 0.03}, {0.0, height}};
    append_lathe(button.surface(cap), along({0, 0, 1}, {}), head, 32);
    button.feel_cylinder(along({0, 0, 1}, {0, 0, 0.5 * (travel + height)}), radius, 0.5 * (height - travel));
  } else {
    button.cylinder(cap, along({0, 0, 1}, {0, 0, 0.5 * (travel + height)}), radius, 0.5 * (height - travel), 28, 0.003);
  }
  ObjectJoint& joint = button.object.joint;
  joint.kind = JointKind::Button;
  joint.axis = {0, 0, -1};  // pressed into the panel
  joint.maximum = travel;
  joint.friction = emergency ? 4.0 : 0.3;
  joint.spring = emergency ? 0.0 : 900.0;
  joint.detents = emergency ? 1 : 0;  // it latches: in until it is pulled out
  button.object.mass = 0.05;
  add_press_sites(button, height);
}

void add_dial(SceneBuilder& builder, ObjectBuilder& dial, const ControlSpec& spec) {
  const std::uint32_t body = builder.material("plastic_black");
  dial.cylinder(body, along({0, 0, 1}, {0, 0, 0.013}), 0.026, 0.01, 32, 0.003);
  for (int i = 0; i < 12; ++i) {  // knurls
    const auto sc = math::sin_cos(math::kTau * i / 12.0);
    append_cylinder(dial.surface(body), along({0, 0, 1}, {0.0255 * sc.cos, 0.0255 * sc.sin, 0.012}), 0.0025, 0.008, 8);
  }
  dial.box(builder.material(spec.finish), Vec3(0.0, 0.014, 0.0235), {0.002, 0.011, 0.0008}, 0.0, Solid::Seen);
  ObjectJoint& joint = dial.object.joint;
  joint.kind = JointKind::Dial;
  joint.axis = {0, 0, -1};  // clockwise, as seen, counts up
  joint.minimum = math::radians(-135.0);
  joint.maximum = math::radians(135.0);
  joint.friction = 0.02;
  joint.detents = 10;
  dial.object.mass = 0.06;
  add_press_sites(dial, 0.022);
}

void add_lever(SceneBuilder& builder, ObjectBuilder& lever, const ControlSpec& spec) {
  const std::uint32_t steel = builder.material("chrome");
  const Vec3 rod[2] = {{0.0, 0.0, -0.005}, {0.0, 0.0, 0.085}};
  append_tube(lever.surface(steel), {}, rod, 0.006, 12);
  append_sphere(lever.surface(builder.material(spec.finish)), {math::kIdentity, {0.0, 0.0, 0.095}}, 0.018, 20);
  CollisionShape ball;
  ball.kind = ShapeKind::Sphere;
  ball.object_from_shape.position = {0.0, 0.0, 0.095};
  ball.radius = 0.018;
  lever.object.collision.push_back(ball);
  lever.feel_cylinder(along({0, 0, 1}, {0, 0, 0.05}), 0.006, 0.03);
  lever.hinge({}, {1, 0, 0}, math::radians(-35.0), math::radians(35.0), 0.4);
  lever.object.mass = 0.2;
  const Pose hand{math::looking_along({0, 0, -1}), {0.0, 0.0, 0.095}};
  lever.site("knob", hand);
  lever.grasp("knob", hand, 0.036, HandShape::Pinch);
}

void add_switch(SceneBuilder& builder, ObjectBuilder& toggle, const ControlSpec& spec) {
  const Vec2 profile[5] = {{0.0, -0.004}, {0.004, -0.004}, {0.003, 0.02}, {0.0055, 0.03}, {0.0, 0.034}};
  append_lathe(toggle.surface(builder.material(spec.finish)), along({0, 0, 1}, {}), profile, 16);
  toggle.feel_cylinder(along({0, 0, 1}, {0, 0, 0.018}), 0.0055, 0.016);
  toggle.hinge({}, {1, 0, 0}, math::radians(-18.0), math::radians(18.0), 0.05);
  toggle.object.mass = 0.03;
  add_press_sites(toggle, 0.03);
}

void add_gauge(SceneBuilder& builder, ObjectBuilder& gauge, const ControlSpec& spec) {
  const Vec2 rim[6] = {{0.0, 0.0}, {0.06, 0.0}, {0.06, 0.02}, {0.056, 0.024}, {0.052, 0.024}, {0.052, 0.008}};
  append_lathe(gauge.surface(builder.material("chrome")), along({0, 0, 1}, {}), rim, 40);
  append_round_picture(gauge.surface(builder.picture(make_gauge_face(spec.unit, 10))), {math::kIdentity, {0, 0, 0.009}},
                       0.0525, 40);
  const Pose needle{math::from_axis_angle({0, 0, 1}, kNeedleAt), {0.0, 0.0, 0.013}};
  const Vec2 arrow[3] = {{-0.003, -0.01}, {0.003, -0.01}, {0.0, 0.04}};
  append_prism(gauge.surface(builder.material(kNeedle)), needle, arrow, 0.002);
  append_cylinder(gauge.surface(builder.material("plastic_black")), along({0, 0, 1}, {0, 0, 0.014}), 0.006, 0.003, 16);
  gauge.feel_cylinder(along({0, 0, 1}, {0, 0, 0.012}), 0.06, 0.012);
  gauge.site("face", Vec3(0.0, 0.0, 0.01));
}

void add_signal_lamp(SceneBuilder& builder, ObjectBuilder& lamp, const ControlSpec& spec) {
  append_cylinder(lamp.surface(builder.material("chrome")), along({0, 0, 1}, {0, 0, 0.003}), 0.016, 0.003, 24, 0.001);
  const Vec2 dome[5] = {{0.0, 0.004}, {0.013, 0.004}, {0.012, 0.012}, {0.008, 0.017}, {0.0, 0.019}};
  append_lathe(lamp.surface(builder.material(spec.finish)), along({0, 0, 1}, {}), dome, 24);
  lamp.feel_cylinder(along({0, 0, 1}, {0, 0, 0.009}), 0.014, 0.009);
  lamp.site("light", Vec3(0.0, 0.0, 0.019));
}

/// A horn behind slots; it is lit from within while it sounds.
void add_siren(SceneBuilder& builder, ObjectBuilder& siren, const ControlSpec& spec) {
  append_cylinder(siren.surface(builder.material("plastic_black")), along({0, 0, 1}, {0, 0, 0.012}), 0.034, 0.012, 32,
                  0.004);
  const std::uint32_t glow = builder.material(spec.finish);
  for (int i = -2; i <= 2; ++i)
    siren.box(glow, Vec3(0.0, 0.009 * i, 0.0245), {0.022 - 0.004 * std::abs(i), 0.0022, 0.0008}, 0.0, Solid::Seen);
  siren.feel_cylinder(along({0, 0, 1}, {0, 0, 0.012}), 0.034, 0.012);
  siren.site("horn", Vec3(0.0, 0.0, 0.025));
}

const char* class_of(ControlKind kind) {
  switch (kind) {
    case ControlKind::Button:
      return "button";
    case ControlKind::Emergency:
      return "emergency_stop";
    case ControlKind::Dial:
      return "dial";
    case ControlKind::Lever:
      return "lever";
    case ControlKind::Switch:
      return "switch";
    case ControlKind::Gauge:
      return "gauge";
    case ControlKind::Lamp:
      return "signal_lamp";
    case ControlKind::Siren:
      return "siren";
  }
  return "control";
}

/// The name of a control, `below` metres under its middle.
void add_name_plate(SceneBuilder& builder, ObjectBuilder& panel, const ControlSpec& spec, double below) {
  const std::string text = spec.label.empty() ? spec.name : spec.label;
  const double width = std::min(0.11, 0.0095 * double(text.size()) + 0.012), height = 0.018;
  const SignStyle style{math::Vec3f(0.08f, 0.09f, 0.1f), math::Vec3f(0.95f), false};
  append_picture(panel.surface(builder.picture(make_sign(text, width / height, style))),
                 {math::kIdentity, Vec3(spec.x, spec.y, 0.0) + Vec3(0.0, -below, 0.0008)}, {0.5 * width, 0.5 * height});
}

/// What belongs to the panel around a control: base ring, scale and name plate.
void add_control_surround(SceneBuilder& builder, ObjectBuilder& panel, const ControlSpec& spec) {
  const Vec3 at{spec.x, spec.y, 0.0};
  const auto ring = [&](const char* material, double radius, double height) {
    append_cylinder(panel.surface(builder.material(material)), along({0, 0, 1}, at + Vec3(0, 0, 0.5 * height)), radius,
                    0.5 * height, 32, 0.001);
  };
  double below = 0.04;
  switch (spec.kind) {
    case ControlKind::Button:
      ring("chrome", 0.02, 0.004);
      break;
    case ControlKind::Emergency:
      ring("paint_yellow", 0.042, 0.003);
      ring("steel_dark", 0.014, 0.012);
      below = 0.058;
      break;
    case ControlKind::Dial:
      for (int i = 0; i <= 10; ++i) {
        const auto sc = math::sin_cos(math::radians(225.0 - 27.0 * i));
        const Pose tick{math::from_axis_angle({0, 0, 1}, math::radians(135.0 - 27.0 * i)),
                        at + Vec3(0.034 * sc.cos, 0.034 * sc.sin, 0.0005)};
        append_box(panel.surface(builder.material("plastic_white")), tick, {0.0009, i % 5 ? 0.002 : 0.004, 0.0005});
      }
      below = 0.052;
      break;
    case ControlKind::Lever:
      panel.box(builder.material("plastic_black"), at + Vec3(0, 0, 0.002), {0.014, 0.06, 0.002}, 0.001, Solid::Seen);
      below = 0.078;
      break;
    case ControlKind::Switch:
      ring("chrome", 0.011, 0.005);
      break;
    case ControlKind::Gauge:
      below = 0.078;
      break;
    case ControlKind::Lamp:
      below = 0.032;
      break;
    case ControlKind::Siren:
      below = 0.05;
      break;
  }
  add_name_plate(builder, panel, spec, below);
}

void add_control(SceneBuilder& builder, const Placement& place, const ControlSpec& spec, core::ObjectId panel) {
  ObjectBuilder control(builder, place.name + "." + spec.name, spec.label.empty() ? spec.name : spec.label,
                        {class_of(spec.kind), "control"},
                        place.world_from_part * Pose{math::kIdentity, {spec.x, spec.y, 0.0}});
  control.object.parent = panel;
  switch (spec.kind) {
    case ControlKind::Button:
    case ControlKind::Emergency:
      add_button(builder, control, spec);
      break;
    case ControlKind::Dial:
      add_dial(builder, control, spec);
      break;
    case ControlKind::Lever:
      add_lever(builder, control, spec);
      break;
    case ControlKind::Switch:
      add_switch(builder, control, spec);
      break;
    case ControlKind::Gauge:
      add_gauge(builder, control, spec);
      break;
    case ControlKind::Lamp:
      add_signal_lamp(builder, control, spec);
      break;
    case ControlKind::Siren:
      add_siren(builder, control, spec);
      break;
  }
  control.finish();
}

/// The face leans as the placement says; the housing lies behind it (z < 0).
void add_panel(SceneBuilder& builder, const Placement& place, const PanelSpec& spec) {
  ObjectBuilder panel(builder, place.name, label_or(place, "Control panel"), {"panel", "equipment"},
                      place.world_from_part);
  const double x = 0.5 * spec.width, y = 0.5 * spec.height;
  panel.box(builder.material(spec.finish), Vec3(0.0, 0.0, -0.5 * spec.depth), {x, y, 0.5 * spec.depth}, 0.008);
  for (const double sx : {-1.0, 1.0}) {
    for (const double sy : {-1.0, 1.0}) {
      append_cylinder(panel.surface(builder.material("steel")),
                      along({0, 0, 1}, {sx * (x - 0.02), sy * (y - 0.02), 0.001}), 0.006, 0.0015, 6);
    }
  }
  if (!spec.title.empty()) {
    const SignStyle style{math::Vec3f(0.95f), math::Vec3f(0.1f), false};
    const double width = std::min(0.7 * spec.width, 0.022 * double(spec.title.size()) + 0.03);
    append_picture(panel.surface(builder.picture(make_sign(spec.title, width / 0.035, style))),
                   {math::kIdentity, {0.0, y - 0.035, 0.0008}}, {0.5 * width, 0.0175});
  }
  for (const ControlSpec& control : spec.controls) {
    add_control_surround(builder, panel, control);
    panel.site(control.name, Vec3(control.x, control.y, 0.0));
  }
  const core::ObjectId id = panel.finish();
  for (const ControlSpec& control : spec.controls) add_control(builder, place, control, id);
}

void read_controls(PlaceReader& reader, KeyReader& panel, PanelSpec& spec) {
  auto entries =
      panel.objects("controls", "panel.control", "Each becomes the object <panel>.<control>", 0, kMostControls);
  if (entries.size() > kMostControls) {
    panel.problem("controls", fmt::format("holds more than {} controls", kMostControls));
    entries.clear();
  }
  for (auto& entry : entries) {
    ControlSpec control;
    KeyReader keys = reader.keys(entry, "panel.control");
    control.name = keys.name("Unique on the panel");
    keys.text("label", control.label, "Written below it", 40);
    keys.choice("kind", control.kind, {"button", "emergency", "dial", "lever", "switch", "gauge", "lamp", "siren"},
                "Kind", Need::Required);
    keys.number("x", control.x, "From the middle of the face, m");
    keys.number("y", control.y, "From the middle of the face, m");
    const bool lamp = control.kind == ControlKind::Lamp, siren = control.kind == ControlKind::Siren;
    control.finish = {lamp ? "glow_green" : siren ? "glow_red" : "paint_white", ""};
    keys.finish(control.finish, "Surface; lamps are glow_green, sirens glow_red");
    keys.text("unit", control.unit, "Written on a gauge");
    keys.end();
    if (!(std::abs(control.x) <= 0.5 * spec.width && std::abs(control.y) <= 0.5 * spec.height)) {
      reader.problems.add(entry.pointer(),
                          fmt::format("the control at ({}, {}) is outside its panel", control.x, control.y));
      continue;
    }
    spec.controls.push_back(std::move(control));
  }
}

}  // namespace

bool is_needle(const Scene& scene, const Part& part) {
  return scene.materials[scene.meshes[part.mesh].material].name == kNeedle;
}

math::Pose needle_turn(double share) {
  return {math::from_axis_angle({0, 0, 1}, kScaleEnd * (1.0 - 2.0 * share) - kNeedleAt), {}};
}

void read_panel(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  PanelSpec spec;
  keys.number("width", spec.width, "Width, m", {0.05, 10.0});
  keys.number("height", spec.height, "Height, m", {0.05, 10.0});
  keys.number("depth", spec.depth, "Of the housing behind the face, m", {0.005, 5.0});
  keys.text("title", spec.title, "Written at the top", 60);
  keys.finish(spec.finish, "Surface");
  double tilt_deg = 0.0;
  keys.number("tilt_deg", tilt_deg, "Leans back, degrees", {-90.0, 90.0});
  Placement tilted = place;
  tilted.world_from_part.rotation =
      place.world_from_part.rotation * math::from_axis_angle(math::kRight, -math::radians(tilt_deg));
  read_controls(reader, keys, spec);
  add_panel(reader.builder, tilted, spec);
}

}  // namespace fh::scene
