// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct PipeSpec {
  std::vector<math::Vec3> path;  // in the part's frame
  double radius = 0.03;
  Finish finish{"steel", ""};
};

void add_pipe(SceneBuilder& builder, const Placement& place, const PipeSpec& spec) {
  ObjectBuilder pipe(builder, place.name, label_or(place, "Pipe"), {"pipe", "fixture"}, place.world_from_part);
  const std::uint32_t metal = builder.material(spec.finish), steel = builder.material("steel_dark");
  append_tube(pipe.surface(metal), {}, spec.path, spec.radius, 16);
  for (std::size_t i = 0; i + 1 < spec.path.size(); ++i) {
    const Vec3 d = spec.path[i + 1] - spec.path[i];
    const double length = glm::length(d);
    if (length < 1e-6) continue;
    const Vec3 axis = d / length;
    pipe.feel_cylinder(along(axis, 0.5 * (spec.path[i] + spec.path[i + 1])), spec.radius, 0.5 * length);
    for (const double end : {0.08, length - 0.08}) {  // couplings near the bends
      if (length > 0.4)
        append_cylinder(pipe.surface(steel), along(axis, spec.path[i] + end * axis), 1.35 * spec.radius, 0.02, 16,
                        0.004);
    }
  }
  pipe.finish();
}

bool read_path(KeyReader& keys, std::vector<Vec3>& points) {
  const core::Json* path =
      keys.raw("path", {{"type", "array"}, {"items", {{"$ref", "#/$defs/point"}}}, {"minItems", 2}, {"maxItems", 500}},
               "Points in the part's frame", Need::Required);
  bool good = path && path->is_array() && path->size() >= 2 && path->size() <= 500;
  for (std::size_t i = 0; good && i < path->size(); ++i) {
    const auto& point = (*path)[i];
    good = point.is_array() && point.size() == 3;
    Vec3 p(0.0);
    for (std::size_t c = 0; good && c < 3; ++c) {
      good = point[c].is_number() && std::abs(point[c].get<double>()) <= 10000.0;
      if (good) p[static_cast<int>(c)] = point[c].get<double>();
    }
    if (good) points.push_back(p);
  }
  return good;
}

}  // namespace

void read_pipe(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  PipeSpec spec;
  const bool good = read_path(keys, spec.path);
  keys.number("radius", spec.radius, "Radius, m", {0.002, 5.0});
  keys.finish(spec.finish, "Surface");
  if (good)
    add_pipe(reader.builder, place, spec);
  else
    keys.problem("path", "must be 2 to 500 points [x, y, z]");
}

}  // namespace fh::scene
