// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;

struct DoorSpec {
  double width = 1.0, height = 2.1;  // of the opening in the wall
  double wall_thickness = 0.2;
  bool hinge_left = true;               // seen from the front; opens towards the front
  double swing = math::radians(110.0);  // how far it opens
  double open = 0.0;                    // how far it is open at the start
  bool locked = false;
  double shuts_after = 0.0;  // s; 0: never
  bool pane = false;         // a small window at eye height
  double mass = 28.0;
  Finish finish{"paint_blue", ""}, frame{"paint_dark", ""};
};

constexpr double kJamb = 0.04;        // width of a door frame seen from the front
constexpr double kLeaf = 0.045;       // thickness of a door leaf
constexpr double kClearance = 0.004;  // around a leaf, so that it never rubs

void add_door_frame(SceneBuilder& builder, const Placement& place, const DoorSpec& spec) {
  ObjectBuilder frame(builder, place.name + ".frame", label_or(place, "Door") + " frame", {"door_frame", "structure"},
                      place.world_from_part);
  const std::uint32_t material = builder.material(spec.frame);
  const double z = 0.5 * spec.wall_thickness + 0.01, x = 0.5 * spec.width;
  for (const double side : {-1.0, 1.0}) {
    frame.box(material, Vec3(side * (x - 0.5 * kJamb), 0.5 * spec.height, 0.0), {0.5 * kJamb, 0.5 * spec.height, z});
    // Casings hide the joint with the wall.
    for (const double face : {-1.0, 1.0}) {
      frame.box(material, Vec3(side * (x + 0.02), 0.5 * spec.height + 0.02, face * (z - 0.005)),
                {0.03, 0.5 * spec.height + 0.02, 0.008}, 0.003, Solid::Seen);
    }
  }
  frame.box(material, Vec3(0.0, spec.height - 0.5 * kJamb, 0.0), {x - kJamb, 0.5 * kJamb, z});
  for (const double face : {-1.0, 1.0}) {
    frame.box(material, Vec3(0.0, spec.height + 0.02, face * (z - 0.005)), {x + 0.05, 0.03, 0.008}, 0.003, Solid::Seen);
  }
  frame.finish();
}

/// A lever handle on both faces; `x` is its distance from the hinge (negative for leaves that extend to -X).
void add_door_handle(SceneBuilder& builder, ObjectBuilder& leaf, double x, double towards_hinge) {
  const std::uint32_t steel = builder.material("chrome");
  for (const double face : {-1.0, 1.0}) {
    const double z = face * 0.5 * kLeaf;
    append_cylinder(leaf.surface(steel), along({0, 0, 1}, {x, 1.02, z + face * 0.004}), 0.026, 0.004, 24, 0.001);
    const Vec3 path[3] = {
        {x, 1.02, z}, {x, 1.02, z + face * 0.055}, {x + towards_hinge * 0.12, 1.02, z + face * 0.058}};
    append_tube(leaf.surface(steel), {}, path, 0.0095, 12);
    const Vec3 grip{x + towards_hinge * 0.06, 1.02, z + face * 0.057};
    // The hand comes from the face's side, palm towards the leaf, thumb towards the lever's joint.
    const Pose hand = hand_at(grip, {-towards_hinge, 0, 0}, {0, 0, -face});
    leaf.feel_cylinder(along({1, 0, 0}, grip), 0.0095, 0.06);
    leaf.site(face > 0 ? "handle" : "handle_back", {math::looking_along({0, 0, -face}), grip});
    leaf.grasp(face > 0 ? "handle" : "handle_back", hand, 0.03);
  }
}

/// The leaf's boards around a small window at eye height; `side`: towards which X the leaf extends from its hinge.
void add_leaf_with_pane(SceneBuilder& builder, ObjectBuilder& leaf, std::uint32_t body, double side, double width,
                        double bottom, double height) {
  const double pane_low = 1.3, pane_high = 1.75, pane = 0.14;  // half width
  const double x = side * (width - 0.3);
  const auto piece = [&](double x0, double x1, double y0, double y1) {
    leaf.box(body, Vec3(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.0), {0.5 * (x1 - x0), 0.5 * (y1 - y0), 0.5 * kLeaf}, 0.002,
             Solid::Seen);
  };
  const double x0 = std::min(0.0, side * width), x1 = std::max(0.0, side * width), top = bottom + height;
  piece(x0, x - pane, bottom, top);
  piece(x + pane, x1, bottom, top);
  piece(x - pane, x + pane, bottom, pane_low);
  piece(x - pane, x + pane, pane_high, top);
  append_box(leaf.surface(builder.material("glass")), {math::kIdentity, {x, 0.5 * (pane_low + pane_high), 0.0}},
             {pane, 0.5 * (pane_high - pane_low), 0.003}, 0.0);
}

void add_door(SceneBuilder& builder, const Placement& place, const DoorSpec& spec) {
  add_door_frame(builder, place, spec);
  const double side = spec.hinge_left ? 1.0 : -1.0;  // the leaf extends from its hinge towards side * X
  const double width = spec.width - 2.0 * kJamb - 2.0 * kClearance;
  const double bottom = 0.008, height = spec.height - kJamb - kClearance - bottom;
  // The leaf is flush with the front, so that it can swing out over 90 degrees without touching its frame.
  const double z = 0.5 * spec.wall_thickness + 0.01 - 0.5 * kLeaf;
  const Pose part_from_leaf{math::kIdentity, {-side * (0.5 * spec.width - kJamb - kClearance), 0.0, z}};
  ObjectBuilder leaf(builder, place.name, label_or(place, "Door"), {"door", "barrier"},
                     place.world_from_part * part_from_leaf);
  const std::uint32_t body = builder.material(spec.finish);
  const Vec3 middle{side * 0.5 * width, bottom + 0.5 * height, 0.0}, half{0.5 * width, 0.5 * height, 0.5 * kLeaf};
  if (spec.pane && height > 1.9 && width > 0.5) {
    add_leaf_with_pane(builder, leaf, body, side, width, bottom, height);
    leaf.feel_box({math::kIdentity, middle}, half);
  } else {
    leaf.box(body, middle, half, 0.003);
    for (const double face : {-1.0, 1.0}) {  // two raised fields
      for (const double y : {0.27, 0.73}) {
        leaf.box(body, Vec3(middle.x, bottom + y * height, face * half.z), {0.36 * width, 0.17 * height, 0.006}, 0.005,
                 Solid::Seen);
      }
    }
  }
  leaf.box(builder.material("steel"), Vec3(middle.x, bottom + 0.12, half.z), {0.46 * width, 0.1, 0.0015}, 0.001,
           Solid::Seen);  // kick plate
  for (const double y : {0.2, 0.5 * height, height - 0.2}) {
    append_cylinder(leaf.surface(builder.material("steel")), {math::kIdentity, {0.0, bottom + y, half.z}}, 0.008, 0.05,
                    12, 0.001);
  }
  add_door_handle(builder, leaf, side * (width - 0.07), -side);
  leaf.object.mass = spec.mass;
  leaf.object.openable = true;
  leaf.object.locked = spec.locked;
  leaf.object.shuts_after = spec.shuts_after;
  // Positive angles open towards the front (+Z).
  leaf.hinge({0.0, 0.0, half.z}, {0.0, -side, 0.0}, 0.0, spec.swing, 0.8);
  leaf.object.joint.initial = spec.open;
  leaf.finish();
}

}  // namespace

void read_door(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  DoorSpec spec;
  keys.number("width", spec.width, "Of the opening, m", {0.3, 10.0});
  keys.number("height", spec.height, "Of the opening, m", {0.5, 10.0});
  keys.number("wall_thickness", spec.wall_thickness, "Of the wall around it, m", {0.03, 2.0});
  std::string hinge = "left";
  keys.word("hinge", hinge, {"left", "right"}, "Side of the hinges, seen from the front");
  spec.hinge_left = hinge == "left";
  double swing_deg = 110.0, open_deg = 0.0;
  keys.number("swing_deg", swing_deg, "How far it opens towards the front, degrees", {1.0, 180.0});
  keys.number("open_deg", open_deg, "How far it is open at the start, degrees", {0.0, 180.0});
  spec.swing = math::radians(swing_deg);
  spec.open = math::radians(open_deg);
  if (spec.open > spec.swing) {
    keys.problem("open_deg", "is more than the door's swing");
    spec.open = spec.swing;
  }
  keys.boolean("locked", spec.locked, "Locked");
  keys.number("shuts_after", spec.shuts_after, "Seconds after which it closes by itself and stays locked; 0: never",
              {0.0, 86400.0});
  keys.boolean("pane", spec.pane, "A small window at eye height");
  keys.number("mass", spec.mass, "kg", {0.1, 10000.0});
  keys.finish(spec.finish, "Surface");
  keys.finish(spec.frame, "Frame", "frame_material", "frame_colour");
  add_door(reader.builder, place, spec);
}

}  // namespace fh::scene
