// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/box_goods.h"
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

void add_carton(SceneBuilder& builder, const Placement& place, const BoxSpec& spec) {
  ObjectBuilder carton(builder, place.name, label_or(place, fmt::format("Carton, {:g} kg", spec.mass).c_str()),
                       {"carton", "container", "goods"}, place.world_from_part);
  const double x = 0.5 * spec.width, y = 0.5 * spec.height, z = 0.5 * spec.depth;
  carton.box(builder.material(spec.finish), Vec3(0.0, y, 0.0), {x, y, z}, 0.004);
  const std::uint32_t tape = builder.material(Finish{"plastic_grey", "#c8a878"});
  const double half = std::min(0.024, 0.3 * z), over = std::min(0.06, 0.4 * spec.height);
  carton.box(tape, Vec3(0.0, spec.height, 0.0), {x, 0.0006, half}, 0.0, Solid::Seen);
  for (const double side : {-1.0, 1.0}) {
    carton.box(tape, Vec3(side * x, spec.height - 0.5 * over, 0.0), {0.0006, 0.5 * over, half}, 0.0, Solid::Seen);
  }
  add_mass_label(builder, carton, spec, z + 0.0008);
  add_side_grasps(carton, x, 0.5 * spec.height, std::min(0.1, spec.depth));
  carton.movable(spec.mass, 0.5);
  carton.finish();
}

}  // namespace

void read_carton(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  add_carton(reader.builder, place, read_box(keys, {"cardboard", ""}));
}

}  // namespace fh::scene
