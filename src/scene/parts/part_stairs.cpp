// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct StairsSpec {
  int steps = 3;
  double rise = 0.17, run = 0.28, width = 1.2;      // climbs towards -Z; the first riser is at z = 0
  double landing_depth = 0.0, landing_width = 0.0;  // a platform behind the last step
  bool railing = true;
  Finish finish{"concrete", ""};
};

void add_railing(ObjectBuilder& stairs, std::uint32_t material, const std::vector<Vec3>& feet, double height) {
  std::vector<Vec3> top, middle;
  for (const Vec3& foot : feet) {
    top.push_back(foot + Vec3(0.0, height, 0.0));
    middle.push_back(foot + Vec3(0.0, 0.55 * height, 0.0));
    stairs.cylinder(material, {math::kIdentity, foot + Vec3(0.0, 0.5 * height, 0.0)}, 0.018, 0.5 * height, 12, 0.0);
  }
  append_tube(stairs.surface(material), {}, top, 0.021, 12);
  append_tube(stairs.surface(material), {}, middle, 0.015, 10);
  for (std::size_t i = 0; i + 1 < top.size(); ++i) {
    const Vec3 d = top[i + 1] - top[i];
    stairs.feel_cylinder(along(glm::normalize(d), 0.5 * (top[i] + top[i + 1])), 0.021, 0.5 * glm::length(d));
  }
}

void add_stairs(SceneBuilder& builder, const Placement& place, const StairsSpec& spec) {
  ObjectBuilder stairs(builder, place.name, label_or(place, "Steps"), {"stairs", "structure"}, place.world_from_part);
  const std::uint32_t body = builder.material(spec.finish), edge = builder.material("hazard");
  const std::uint32_t rail = builder.material("paint_yellow");
  for (int i = 0; i < spec.steps; ++i) {
    const double height = spec.rise * (i + 1), z = -spec.run * (i + 0.5);
    stairs.box(body, Vec3(0.0, 0.5 * height, z), {0.5 * spec.width, 0.5 * height, 0.5 * spec.run}, 0.004);
    stairs.box(edge, Vec3(0.0, height - 0.012, z + 0.5 * spec.run - 0.018), {0.5 * spec.width - 0.01, 0.0135, 0.0195},
               0.004, Solid::Seen);
  }
  const double top = spec.rise * spec.steps, back = -spec.run * spec.steps;
  if (spec.landing_depth > 0.0) {
    const double width = std::max(spec.width, spec.landing_width);
    stairs.box(body, Vec3(0.0, 0.5 * top, back - 0.5 * spec.landing_depth),
               {0.5 * width, 0.5 * top, 0.5 * spec.landing_depth}, 0.006);
    stairs.site("landing", Vec3(0.0, top, back - 0.5 * spec.landing_depth));
    if (spec.railing) {
      const double x = 0.5 * width - 0.04, inner = 0.5 * spec.width + 0.04, front = back - 0.05;
      for (const double side : {-1.0, 1.0}) {
        if (x - inner > 0.2) {
          // Along the front beside the steps, then back along the side.
          const double rear = back - spec.landing_depth + 0.05;
          add_railing(stairs, rail, {{side * inner, top, front}, {side * x, top, front}, {side * x, top, rear}}, 1.0);
        }
      }
    }
  }
  if (spec.railing && spec.steps > 1) {
    for (const double side : {-1.0, 1.0}) {
      const double x = side * (0.5 * spec.width - 0.04);
      add_railing(stairs, rail, {{x, spec.rise, -0.5 * spec.run}, {x, top, back + 0.5 * spec.run}}, 0.9);
    }
  }
  stairs.object.friction = 0.8;
  stairs.finish();
}

}  // namespace

void read_stairs(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  StairsSpec spec;
  keys.integer("steps", spec.steps, "Number of steps", 1, 100);
  keys.number("rise", spec.rise, "Height of a step, m", kSizes);
  keys.number("run", spec.run, "Depth of a step, m", kSizes);
  keys.number("width", spec.width, "Width, m", {0.1, 1000.0});
  keys.number("landing_depth", spec.landing_depth, "Platform behind the last step, m; 0 for none", {0.0, 1000.0});
  keys.number("landing_width", spec.landing_width, "Its width, m", {0.0, 1000.0});
  keys.boolean("railing", spec.railing, "Hand rails");
  keys.finish(spec.finish, "Surface");
  add_stairs(reader.builder, place, spec);
}

}  // namespace fh::scene
