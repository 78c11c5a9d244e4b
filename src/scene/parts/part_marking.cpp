// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

/// A painted strip on the floor, seen only.
struct MarkingSpec {
  double width = 1.0, depth = 0.1;
  Finish finish{"paint_yellow", ""};
};

void add_marking(SceneBuilder& builder, const Placement& place, const MarkingSpec& spec) {
  ObjectBuilder marking(builder, place.name, label_or(place, "Floor marking"), {"marking"}, place.world_from_part);
  marking.box(builder.material(spec.finish), Vec3(0.0, 0.001, 0.0), {0.5 * spec.width, 0.001, 0.5 * spec.depth}, 0.0,
              Solid::Seen);
  marking.finish();
}

}  // namespace

void read_marking(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  MarkingSpec spec;
  keys.number("width", spec.width, "Along X, m", kSizes);
  keys.number("depth", spec.depth, "Along Z, m", kSizes);
  keys.finish(spec.finish, "Surface");
  add_marking(reader.builder, place, spec);
}

}  // namespace fh::scene
