// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct MirrorSpec {
  double width = 0.8, height = 1.9;
  Finish frame{"wood_dark", ""};
};

void add_mirror(SceneBuilder& builder, const Placement& place, const MirrorSpec& spec) {
  ObjectBuilder mirror(builder, place.name, label_or(place, "Mirror"), {"mirror", "furniture"}, place.world_from_part);
  const std::uint32_t wood = builder.material(spec.frame);
  const double x = 0.5 * spec.width, y = 0.5 * spec.height, bar = 0.025;
  append_picture(mirror.surface(builder.material("mirror")), {math::kIdentity, {0.0, 0.0, 0.012}}, {x, y});
  mirror.box(wood, Vec3(0.0, 0.0, 0.005), {x, y, 0.005}, 0.0, Solid::Seen);
  for (const double side : {-1.0, 1.0}) {
    mirror.box(wood, Vec3(side * (x + bar), 0.0, 0.012), {bar, y + 2.0 * bar, 0.012}, 0.004, Solid::Seen);
    mirror.box(wood, Vec3(0.0, side * (y + bar), 0.012), {x, bar, 0.012}, 0.004, Solid::Seen);
  }
  mirror.feel_box({math::kIdentity, {0.0, 0.0, 0.012}}, {x + 2.0 * bar, y + 2.0 * bar, 0.012});
  mirror.site("glass", Vec3(0.0, 0.0, 0.012));
  mirror.finish();
}

}  // namespace

void read_mirror(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  MirrorSpec spec;
  keys.number("width", spec.width, "Width, m", {0.05, 20.0});
  keys.number("height", spec.height, "Height, m", {0.05, 20.0});
  keys.finish(spec.frame, "Frame");
  add_mirror(reader.builder, place, spec);
}

}  // namespace fh::scene
