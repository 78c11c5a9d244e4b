// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct PalletSpec {
  double width = 1.2, depth = 0.8;
  double mass = 22.0;
  bool movable = false;
};

void add_pallet(SceneBuilder& builder, const Placement& place, const PalletSpec& spec) {
  ObjectBuilder pallet(builder, place.name, label_or(place, "Pallet"), {"pallet", "goods"}, place.world_from_part);
  const std::uint32_t wood = builder.material("wood_light");
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth;
  // EUR pallet: boards 22 mm, blocks 78 mm, 144 mm in all.
  for (const double row : {-1.0, 0.0, 1.0}) {
    pallet.box(wood, Vec3(0.0, 0.011, row * (z - 0.05)), {x, 0.011, 0.05}, 0.002);
    for (const double column : {-1.0, 0.0, 1.0}) {
      pallet.box(wood, Vec3(column * (x - 0.0725), 0.061, row * (z - 0.05)), {0.0725, 0.039, 0.05}, 0.003);
    }
  }
  for (const double column : {-1.0, 0.0, 1.0}) {
    pallet.box(wood, Vec3(column * (x - 0.0725), 0.111, 0.0), {0.0725, 0.011, z}, 0.002, Solid::Seen);
  }
  for (int i = 0; i < 5; ++i) {
    const double at = -z + 0.06 + (2.0 * z - 0.12) * i / 4.0;
    pallet.box(wood, Vec3(0.0, 0.133, at), {x, 0.011, i % 2 ? 0.05 : 0.06}, 0.002, Solid::Seen);
  }
  pallet.feel_box({math::kIdentity, {0.0, 0.122, 0.0}}, {x, 0.022, z});
  if (spec.movable) pallet.movable(spec.mass);
  pallet.object.mass = spec.mass;
  pallet.site("top", Vec3(0.0, 0.144, 0.0));
  pallet.finish();
}

}  // namespace

void read_pallet(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  PalletSpec spec;
  keys.number("width", spec.width, "Along X, m", {0.4, 10.0});
  keys.number("depth", spec.depth, "Along Z, m", {0.4, 10.0});
  keys.number("mass", spec.mass, "kg", {0.1, 1000.0});
  keys.boolean("movable", spec.movable, "May be pushed");
  add_pallet(reader.builder, place, spec);
}

}  // namespace fh::scene
