// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/box_goods.h"
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

void add_crate(SceneBuilder& builder, const Placement& place, const BoxSpec& spec) {
  ObjectBuilder crate(builder, place.name, label_or(place, fmt::format("Crate, {:g} kg", spec.mass).c_str()),
                      {"crate", "container", "goods"}, place.world_from_part);
  const std::uint32_t wood = builder.material(spec.finish), dark = builder.material("wood_dark");
  const double x = 0.5 * spec.width, y = 0.5 * spec.height, z = 0.5 * spec.depth;
  const double slat = 0.012, post = std::min(0.022, 0.2 * std::min(x, z));
  crate.box(wood, Vec3(0.0, y, 0.0), {x - slat, y - slat, z - slat}, 0.0, Solid::Seen);
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      crate.box(wood, Vec3(sx * (x - post), y, sz * (z - post)), {post, y, post}, 0.003, Solid::Seen);
    }
  }
  const int rows = std::max(2, static_cast<int>(spec.height / 0.1));
  const double step = spec.height / rows;
  for (int i = 0; i < rows; ++i) {
    const double at = step * (i + 0.5), half = 0.5 * step - 0.006;
    for (const double side : {-1.0, 1.0}) {
      crate.box(wood, Vec3(0.0, at, side * (z - 0.5 * slat)), {x - 0.002, half, 0.5 * slat}, 0.002, Solid::Seen);
      crate.box(wood, Vec3(side * (x - 0.5 * slat), at, 0.0), {0.5 * slat, half, z - 0.002}, 0.002, Solid::Seen);
    }
  }
  crate.box(wood, Vec3(0.0, spec.height - 0.5 * slat, 0.0), {x - 0.004, 0.5 * slat, z - 0.004}, 0.002, Solid::Seen);
  const double grip = 0.78 * spec.height, reach = std::min(0.05, 0.3 * spec.depth);
  for (const double side : {-1.0, 1.0}) {  // hand holes, seen as dark recesses
    crate.box(dark, Vec3(side * x, grip, 0.0), {0.0008, 0.014, reach}, 0.0, Solid::Seen);
  }
  crate.feel_box({math::kIdentity, {0.0, y, 0.0}}, {x, y, z});
  add_mass_label(builder, crate, spec, z + 0.0008);
  add_side_grasps(crate, x, grip, 0.03);
  crate.movable(spec.mass, 0.55);
  crate.finish();
}

}  // namespace

void read_crate(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  add_crate(reader.builder, place, read_box(keys, {"wood_light", ""}));
}

}  // namespace fh::scene
