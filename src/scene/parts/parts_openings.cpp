#include <algorithm>

#include "scene/parts/parts.h"
#include "scene/place/lettering.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;

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
    // The hand comes from the face's side, thumb up: its -Z points at the door.
    const Pose hand{math::looking_along({0, 0, -face}), grip};
    leaf.site(face > 0 ? "handle" : "handle_back", hand);
    leaf.grasp(face > 0 ? "handle" : "handle_back", hand, 0.03);
  }
}

}  // namespace

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
    const double pane_low = 1.3, pane_high = 1.75, pane = 0.14;  // half width
    const double x = side * (width - 0.3);
    const auto piece = [&](double x0, double x1, double y0, double y1) {
      leaf.box(body, Vec3(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.0), {0.5 * (x1 - x0), 0.5 * (y1 - y0), half.z}, 0.002,
               Solid::Seen);
    };
    const double x0 = std::min(0.0, side * width), x1 = std::max(0.0, side * width), top = bottom + height;
    piece(x0, x - pane, bottom, top);
    piece(x + pane, x1, bottom, top);
    piece(x - pane, x + pane, bottom, pane_low);
    piece(x - pane, x + pane, pane_high, top);
    append_box(leaf.surface(builder.material("glass")), {math::kIdentity, {x, 0.5 * (pane_low + pane_high), 0.0}},
               {pane, 0.5 * (pane_high - pane_low), 0.003}, 0.0);
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

void add_window(SceneBuilder& builder, const Placement& place, const WindowSpec& spec) {
  const std::uint32_t material = builder.material(spec.frame);
  const double x = 0.5 * spec.width, y0 = spec.sill, y1 = spec.sill + spec.height, bar = 0.025;
  const double z = 0.5 * spec.wall_thickness;
  ObjectBuilder frame(builder, place.name, label_or(place, "Window"), {"window", "structure"}, place.world_from_part);
  for (const double side : {-1.0, 1.0}) {
    frame.box(material, Vec3(side * (x - bar), 0.5 * (y0 + y1), 0.0), {bar, 0.5 * spec.height, 0.04});
  }
  frame.box(material, Vec3(0.0, y0 + bar, 0.0), {x - 2.0 * bar, bar, 0.04});
  frame.box(material, Vec3(0.0, y1 - bar, 0.0), {x - 2.0 * bar, bar, 0.04});
  for (int c = 1; c < spec.columns; ++c) {
    frame.box(material, Vec3(-x + spec.width * c / spec.columns, 0.5 * (y0 + y1), 0.0),
              {0.6 * bar, 0.5 * spec.height - 2.0 * bar, 0.03}, 0.003, Solid::Seen);
  }
  for (int r = 1; r < spec.rows; ++r) {
    frame.box(material, Vec3(0.0, y0 + spec.height * r / spec.rows, 0.0), {x - 2.0 * bar, 0.6 * bar, 0.03}, 0.003,
              Solid::Seen);
  }
  frame.box(material, Vec3(0.0, y0 - 0.012, z + 0.04), {x + 0.05, 0.014, 0.06}, 0.005);  // sill board
  frame.finish();

  ObjectBuilder pane(builder, place.name + ".pane", label_or(place, "Window") + " pane", {"pane", "glass", "window"},
                     place.world_from_part);
  pane.box(builder.material("glass"), Vec3(0.0, 0.5 * (y0 + y1), 0.0),
           {x - 2.0 * bar, 0.5 * spec.height - 2.0 * bar, 0.004}, 0.0);
  pane.finish();
}

void add_mirror(SceneBuilder& builder, const Placement& place, const MirrorSpec& spec) {
  ObjectBuilder mirror(builder, place.name, label_or(place, "Mirror"), {"mirror", "furniture"}, place.world_from_part);
  const std::uint32_t wood = builder.material(spec.frame);
  const double x = 0.5 * spec.width, y = 0.5 * spec.height, bar = 0.025;
  append_picture(mirror.surface(builder.material("mirror")), {math::kIdentity, {0.0, 0.0, 0.012}}, {x, y});
  mirror.box(wood, Vec3(0.0, 0.0, 0.005), {x, y, 0.005}, 0.0, Solid::Seen);
  for (const double side : {-1.0, 1.0}) {
    mirror.box(wood, Vec3(side * (x + bar), 0.0, 0.012), {bar, y + 2.0 * bar, 0.012}, 0.004, Solid::Seen);
    mirror.box(wood, Vec3(0.0, side * (y + bar), 0.012), {x, bar, 0.012}, 0.004, Solid::Seen);
  }
  mirror.feel_box({math::kIdentity, {0.0, 0.0, 0.012}}, {x + 2.0 * bar, y + 2.0 * bar, 0.012});
  mirror.site("glass", Vec3(0.0, 0.0, 0.012));
  mirror.finish();
}

namespace {

math::Vec3f srgb_of(const std::string& hex, const math::Vec3f& fallback) {
  math::Vec3f linear;
  if (!parse_colour(hex, linear)) return fallback;
  const auto byte = [&](int i) { return float(std::stoi(hex.substr(1 + 2 * i, 2), nullptr, 16)) / 255.0f; };
  return {byte(0), byte(1), byte(2)};
}

}  // namespace

void add_sign(SceneBuilder& builder, const Placement& place, const SignSpec& spec) {
  ObjectBuilder sign(builder, place.name, label_or(place, "Sign"), {"sign"}, place.world_from_part);
  const SignStyle style{srgb_of(spec.background, math::Vec3f(1.0f)), srgb_of(spec.ink, math::Vec3f(0.0f)), spec.border};
  const std::uint32_t face = builder.picture(make_sign(spec.text, spec.width / spec.height, style));
  sign.box(builder.material("aluminium"), Vec3(0.0, 0.0, 0.002), {0.5 * spec.width, 0.5 * spec.height, 0.002}, 0.0);
  append_picture(sign.surface(face), {math::kIdentity, {0.0, 0.0, 0.0045}}, {0.5 * spec.width, 0.5 * spec.height});
  sign.site("text", Vec3(0.0, 0.0, 0.005));
  sign.finish();
}

}  // namespace fh::scene
