// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct ShelfSpec {
  double width = 1.2, depth = 0.45, height = 2.0;
  std::vector<double> levels{0.3, 0.8, 1.3, 1.8};  // upper faces of the boards
  Finish finish{"wood_light", ""}, frame{"paint_blue", ""};
};

void add_shelf(SceneBuilder& builder, const Placement& place, const ShelfSpec& spec) {
  ObjectBuilder shelf(builder, place.name, label_or(place, "Shelf"), {"shelf", "furniture"}, place.world_from_part);
  const std::uint32_t board = builder.material(spec.finish), frame = builder.material(spec.frame);
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, post = 0.02, thick = 0.024;
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      shelf.box(frame, Vec3(sx * (x - post), 0.5 * spec.height, sz * (z - post)), {post, 0.5 * spec.height, post});
    }
    // Diagonal braces at the ends, and a cross at the back.
    for (int i = 0; i < 3; ++i) {
      const double y0 = spec.height * (0.1 + 0.28 * i), y1 = y0 + 0.26 * spec.height;
      const bool up = i % 2 == 0;
      const Vec3 brace[2] = {{sx * (x - 0.004), y0, up ? -z + post : z - post},
                             {sx * (x - 0.004), y1, up ? z - post : -z + post}};
      append_tube(shelf.surface(frame), {}, brace, 0.006, 8);
    }
    const Vec3 cross[2] = {{-sx * (x - post), 0.12 * spec.height, -z + 0.004},
                           {sx * (x - post), 0.92 * spec.height, -z + 0.004}};
    append_tube(shelf.surface(frame), {}, cross, 0.005, 8);
  }
  int number = 1;
  for (const double level : spec.levels) {
    shelf.box(board, Vec3(0.0, level - 0.5 * thick, 0.0), {x - 0.002, 0.5 * thick, z - 0.002}, 0.003);
    for (const double sz : {-1.0, 1.0}) {
      shelf.box(frame, Vec3(0.0, level - 0.5 * thick - 0.006, sz * (z - 0.004)), {x - 2.0 * post, 0.024, 0.006}, 0.002,
                Solid::Seen);
    }
    shelf.site(fmt::format("level{}", number++), Vec3(0.0, level, 0.0));
  }
  shelf.finish();
}

/// At most 40 boards, each within the shelf's height.
void read_levels(KeyReader& keys, ShelfSpec& spec) {
  const core::Json* levels = keys.raw("levels",
                                      {{"type", "array"},
                                       {"items", {{"type", "number"}, {"exclusiveMinimum", 0}}},
                                       {"minItems", 1},
                                       {"maxItems", 40},
                                       {"default", spec.levels}},
                                      "Heights of the boards' upper faces, m");
  if (!levels) return;
  spec.levels.clear();
  bool good = levels->is_array() && !levels->empty() && levels->size() <= 40;
  for (std::size_t i = 0; good && i < levels->size(); ++i) {
    const auto& level = (*levels)[i];
    good = level.is_number() && level.get<double>() > 0.0 && level.get<double>() <= spec.height + 1e-9;
    if (good) spec.levels.push_back(level.get<double>());
  }
  if (!good)
    keys.problem("levels", fmt::format("must be 1 to 40 heights above 0 and not above the shelf's {} m", spec.height));
}

}  // namespace

void read_shelf(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  ShelfSpec spec;
  keys.number("width", spec.width, "Along X, m", {0.1, 50.0});
  keys.number("depth", spec.depth, "Along Z, m", {0.1, 50.0});
  keys.number("height", spec.height, "Of the posts, m", {0.1, 50.0});
  read_levels(keys, spec);
  keys.finish(spec.finish, "Boards");
  keys.finish(spec.frame, "Frame", "frame_material", "frame_colour");
  add_shelf(reader.builder, place, spec);
}

}  // namespace fh::scene
