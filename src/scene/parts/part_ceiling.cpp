// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct CeilingSpec {
  double width = 4.0, depth = 4.0;  // the underside is at y = 0 of the part; open from above
  Finish finish{"plaster", ""};
};

void add_ceiling(SceneBuilder& builder, const Placement& place, const CeilingSpec& spec) {
  ObjectBuilder ceiling(builder, place.name, label_or(place, "Ceiling"), {"ceiling", "structure"},
                        place.world_from_part);
  // Only its lower face is drawn, so that plans seen from above look inside.
  auto& mesh = ceiling.surface(builder.material(spec.finish));
  append_picture(mesh, {math::from_axis_angle(math::kRight, 0.5 * math::kPi), Vec3(0.0)},
                 {0.5 * spec.width, 0.5 * spec.depth});
  for (auto& uv : mesh.uvs) uv *= math::Vec2f(float(spec.width), float(spec.depth));
  ceiling.feel_box({math::kIdentity, {0.0, 0.1, 0.0}}, {0.5 * spec.width, 0.1, 0.5 * spec.depth});
  ceiling.finish();
}

}  // namespace

void read_ceiling(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  CeilingSpec spec;
  keys.number("width", spec.width, "Along X, m", kSizes);
  keys.number("depth", spec.depth, "Along Z, m", kSizes);
  keys.finish(spec.finish, "Surface");
  add_ceiling(reader.builder, place, spec);
}

}  // namespace fh::scene
