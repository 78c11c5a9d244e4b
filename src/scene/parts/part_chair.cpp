// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

enum class ChairStyle : std::uint8_t { Plain, Office, Stool };

struct ChairSpec {
  ChairStyle style = ChairStyle::Plain;
  double mass = 6.0;
  Finish finish{"fabric", ""};
};

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
  chair.grasp("back", hand_at({0.0, height + (back > 0.2 ? 0.36 : 0.0), -back}, {-1, 0, 0}, {0, -1, 0}), 0.04);
  chair.finish();
}

}  // namespace

void read_chair(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  ChairSpec spec;
  keys.choice("style", spec.style, {"plain", "office", "stool"}, "Kind of seat");
  keys.number("mass", spec.mass, "kg", {0.1, 1000.0});
  keys.finish(spec.finish, "Seat");
  add_chair(reader.builder, place, spec);
}

}  // namespace fh::scene
