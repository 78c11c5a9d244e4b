// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec2;
using math::Vec3;

enum class LampStyle : std::uint8_t { Tube, Pendant, Desk };

struct LampSpec {
  LampStyle style = LampStyle::Tube;  // tube and pendant hang down from y = 0, desk lamps stand on it
  double length = 1.2;                // of a tube; of a pendant's cable
  double intensity = 1.0, range = 6.0;
};

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

}  // namespace

void read_lamp(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  LampSpec spec;
  keys.choice("style", spec.style, {"tube", "pendant", "desk"}, "tube and pendant hang down, desk lamps stand");
  keys.number("length", spec.length, "Of a tube, or of a pendant's cable, m", {0.1, 20.0});
  keys.number("intensity", spec.intensity, "Brightness; 0 for none", {0.0, 1000.0});
  keys.number("range", spec.range, "How far its light reaches, m", {0.1, 200.0});
  add_lamp(reader.builder, place, spec);
}

}  // namespace fh::scene
