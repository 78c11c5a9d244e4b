// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct FloorSpec {
  double width = 4.0, depth = 4.0, thickness = 0.2;  // the surface is at y = 0 of the part
  Finish finish{"concrete", ""};
};

void add_floor(SceneBuilder& builder, const Placement& place, const FloorSpec& spec) {
  ObjectBuilder floor(builder, place.name, label_or(place, "Floor"), {"floor", "structure"}, place.world_from_part);
  floor.box(builder.material(spec.finish), Vec3(0.0, -0.5 * spec.thickness, 0.0),
            {0.5 * spec.width, 0.5 * spec.thickness, 0.5 * spec.depth}, 0.0);
  floor.object.friction = 0.8;
  floor.finish();
}

}  // namespace

void read_floor(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  FloorSpec spec;
  keys.number("width", spec.width, "Along X, m", kSizes);
  keys.number("depth", spec.depth, "Along Z, m", kSizes);
  keys.number("thickness", spec.thickness, "Downwards from y = 0, m", kSizes);
  keys.finish(spec.finish, "Surface");
  add_floor(reader.builder, place, spec);
}

}  // namespace fh::scene
