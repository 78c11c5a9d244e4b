// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct BeamSpec {
  double length = 3.0, width = 0.16, height = 0.2;  // along X; y = 0 is the underside
  bool i_section = true;
  Finish finish{"paint_yellow", ""};
};

void add_beam(SceneBuilder& builder, const Placement& place, const BeamSpec& spec) {
  ObjectBuilder beam(builder, place.name, label_or(place, "Beam"), {"beam", "structure"}, place.world_from_part);
  const std::uint32_t material = builder.material(spec.finish);
  const double x = 0.5 * spec.length, h = 0.5 * spec.height, z = 0.5 * spec.width;
  if (spec.i_section) {
    const double flange = std::min(0.02, 0.15 * spec.height);
    beam.box(material, Vec3(0.0, 0.5 * flange, 0.0), {x, 0.5 * flange, z}, 0.003, Solid::Seen);
    beam.box(material, Vec3(0.0, spec.height - 0.5 * flange, 0.0), {x, 0.5 * flange, z}, 0.003, Solid::Seen);
    beam.box(material, Vec3(0.0, h, 0.0), {x, h - flange, 0.35 * flange + 0.003}, 0.0, Solid::Seen);
    beam.feel_box({math::kIdentity, {0.0, h, 0.0}}, {x, h, z});
  } else {
    beam.box(material, Vec3(0.0, h, 0.0), {x, h, z}, 0.01);
  }
  beam.finish();
}

}  // namespace

void read_beam(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  BeamSpec spec;
  keys.number("length", spec.length, "Along X, m", kSizes);
  keys.number("width", spec.width, "Along Z, m", kSizes);
  keys.number("height", spec.height, "Height; the underside is at y = 0 of the part, m", kSizes);
  keys.boolean("i_section", spec.i_section, "I-shaped instead of a box");
  keys.finish(spec.finish, "Surface");
  add_beam(reader.builder, place, spec);
}

}  // namespace fh::scene
