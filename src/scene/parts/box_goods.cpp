// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/box_goods.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/place/lettering.h"

namespace fh::scene {

BoxSpec read_box(KeyReader& keys, const Finish& finish) {
  BoxSpec spec;
  spec.finish = finish;
  keys.number("width", spec.width, "Along X, m", {0.02, 10.0});
  keys.number("height", spec.height, "Height, m", {0.02, 10.0});
  keys.number("depth", spec.depth, "Along Z, m", {0.02, 10.0});
  keys.number("mass", spec.mass, "kg", {1e-3, 10000.0});
  keys.boolean("written_mass", spec.written_mass, "A label with the mass");
  keys.finish(spec.finish, "Surface");
  return spec;
}

void add_side_grasps(ObjectBuilder& object, double x, double y, double opening) {
  for (const double side : {-1.0, 1.0}) {
    // Palms on the sides, fingers down.
    const math::Pose hand = hand_at({side * x, y, 0.0}, {0, 0, -1}, {-side, 0, 0});
    object.grasp(side < 0 ? "left" : "right", hand, opening, HandShape::Flat);
    object.site(side < 0 ? "left" : "right", hand);
  }
}

void add_mass_label(SceneBuilder& builder, ObjectBuilder& object, const BoxSpec& spec, double z) {
  if (!spec.written_mass) return;
  const double width = std::min(0.14, 0.5 * spec.width), height = 0.45 * width;
  const SignStyle style{math::Vec3f(0.96f, 0.95f, 0.9f), math::Vec3f(0.08f), true};
  const Texture label = make_sign(fmt::format("{:g} KG", spec.mass), width / height, style);
  append_picture(object.surface(builder.picture(label)), {math::kIdentity, {0.0, 0.55 * spec.height, z}},
                 {0.5 * width, 0.5 * height});
}

}  // namespace fh::scene
