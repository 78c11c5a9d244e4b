// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct PillarSpec {
  double width = 0.4, height = 3.0;
  bool round = false;
  bool hazard_band = true;
  Finish finish{"concrete_light", ""};
};

void add_pillar(SceneBuilder& builder, const Placement& place, const PillarSpec& spec) {
  ObjectBuilder pillar(builder, place.name, label_or(place, "Pillar"), {"pillar", "structure"}, place.world_from_part);
  const std::uint32_t body = builder.material(spec.finish);
  const double half = 0.5 * spec.width;
  const double foot = std::min(0.06, 0.25 * spec.height);
  if (spec.round) {
    pillar.cylinder(body, {math::kIdentity, {0.0, 0.5 * spec.height, 0.0}}, half, 0.5 * spec.height, 40, 0.0);
  } else {
    pillar.box(body, Vec3(0.0, 0.5 * spec.height, 0.0), {half, 0.5 * spec.height, half}, 0.015);
  }
  if (spec.hazard_band && spec.height > 1.6) {
    const std::uint32_t band = builder.material("hazard");
    if (spec.round) {
      pillar.cylinder(band, {math::kIdentity, {0.0, 0.75, 0.0}}, half + 0.004, 0.45, 40, 0.0, Solid::Seen);
    } else {
      pillar.box(band, Vec3(0.0, 0.75, 0.0), {half + 0.004, 0.45, half + 0.004}, 0.015, Solid::Seen);
    }
    pillar.box(builder.material("steel_dark"), Vec3(0.0, 0.5 * foot, 0.0), {half + 0.03, 0.5 * foot, half + 0.03},
               0.008, Solid::Seen);
  }
  pillar.finish();
}

}  // namespace

void read_pillar(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  PillarSpec spec;
  keys.number("width", spec.width, "Width or diameter, m", kSizes);
  keys.number("height", spec.height, "Height, m", kSizes);
  keys.boolean("round", spec.round, "Round instead of square");
  keys.boolean("hazard_band", spec.hazard_band, "Black and yellow band");
  keys.finish(spec.finish, "Surface");
  add_pillar(reader.builder, place, spec);
}

}  // namespace fh::scene
