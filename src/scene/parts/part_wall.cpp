// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct Opening {
  double x = 0.0;  // middle, from the middle of the wall
  double width = 1.0, height = 2.1, sill = 0.0;
};

struct WallSpec {
  double length = 4.0, height = 3.0, thickness = 0.2;
  Finish finish{"plaster", ""}, back{"plaster", ""};  // towards +Z and towards -Z
  bool skirting = true;
  double skirting_height = 0.09;
  std::vector<Opening> openings;  // apart from each other and inside the wall
};

/// One rectangular piece of wall, painted on either side.
void wall_piece(ObjectBuilder& wall, std::uint32_t front, std::uint32_t back, double x0, double x1, double y0,
                double y1, double thickness) {
  const Vec3 half{0.5 * (x1 - x0), 0.5 * (y1 - y0), 0.5 * thickness};
  if (half.x <= 0.0 || half.y <= 0.0) return;
  const Vec3 middle{0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.0};
  if (front == back) {
    wall.box(front, middle, half, 0.0);
    return;
  }
  const Vec3 leaf{half.x, half.y, 0.25 * thickness};
  wall.box(front, middle + Vec3(0, 0, 0.25 * thickness), leaf, 0.0, Solid::Seen);
  wall.box(back, middle - Vec3(0, 0, 0.25 * thickness), leaf, 0.0, Solid::Seen);
  wall.feel_box({math::kIdentity, middle}, half);
}

void skirting_piece(ObjectBuilder& wall, std::uint32_t material, const WallSpec& spec, double x0, double x1) {
  if (x1 - x0 < 0.02) return;
  const double half_depth = 0.006;
  for (const double side : {-1.0, 1.0}) {
    wall.box(material, Vec3(0.5 * (x0 + x1), 0.5 * spec.skirting_height, side * (0.5 * spec.thickness + half_depth)),
             {0.5 * (x1 - x0), 0.5 * spec.skirting_height, half_depth}, 0.003, Solid::Seen);
  }
}

void add_wall(SceneBuilder& builder, const Placement& place, const WallSpec& spec) {
  ObjectBuilder wall(builder, place.name, label_or(place, "Wall"), {"wall", "structure"}, place.world_from_part);
  const std::uint32_t front = builder.material(spec.finish), back = builder.material(spec.back);
  const std::uint32_t skirting = builder.material("paint_dark");
  auto openings = spec.openings;
  std::sort(openings.begin(), openings.end(), [](const Opening& a, const Opening& b) { return a.x < b.x; });
  double x = -0.5 * spec.length;
  for (const Opening& opening : openings) {
    const double x0 = opening.x - 0.5 * opening.width, x1 = opening.x + 0.5 * opening.width;
    wall_piece(wall, front, back, x, x0, 0.0, spec.height, spec.thickness);
    wall_piece(wall, front, back, x0, x1, 0.0, opening.sill, spec.thickness);
    wall_piece(wall, front, back, x0, x1, opening.sill + opening.height, spec.height, spec.thickness);
    if (spec.skirting) skirting_piece(wall, skirting, spec, x, opening.sill > spec.skirting_height ? x1 : x0);
    x = x1;
  }
  wall_piece(wall, front, back, x, 0.5 * spec.length, 0.0, spec.height, spec.thickness);
  if (spec.skirting) skirting_piece(wall, skirting, spec, x, 0.5 * spec.length);
  wall.finish();
}

/// Openings that leave the wall or overlap are problems and left out.
void read_openings(PlaceReader& reader, KeyReader& wall, WallSpec& spec) {
  for (auto& entry : wall.objects("openings", "wall.opening", "Holes for doors and windows, apart from each other")) {
    Opening opening;
    KeyReader keys = reader.keys(entry, "wall.opening");
    keys.number("x", opening.x, "Middle, from the middle of the wall, m", {-1000.0, 1000.0});
    keys.number("width", opening.width, "Width, m", kSizes);
    keys.number("height", opening.height, "Height, m", kSizes);
    keys.number("sill", opening.sill, "Height of the lower edge, m", {0.0, 1000.0});
    keys.end();
    if (std::abs(opening.x) + 0.5 * opening.width > 0.5 * spec.length + 1e-9) {
      reader.problems.add(entry.pointer(), fmt::format("the opening leaves the wall, which reaches from {} to {}",
                                                       -0.5 * spec.length, 0.5 * spec.length));
      continue;
    }
    if (opening.sill + opening.height > spec.height + 1e-9) {
      reader.problems.add(entry.pointer(), fmt::format("the opening ends at {} m, above the wall's {} m",
                                                       opening.sill + opening.height, spec.height));
      continue;
    }
    const bool clash = std::any_of(spec.openings.begin(), spec.openings.end(), [&](const Opening& o) {
      return std::abs(o.x - opening.x) < 0.5 * (o.width + opening.width) - 1e-9;
    });
    if (clash) {
      reader.problems.add(entry.pointer(), "the opening overlaps another one");
      continue;
    }
    spec.openings.push_back(opening);
  }
}

}  // namespace

void read_wall(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  WallSpec spec;
  keys.number("length", spec.length, "Along X, m", kSizes);
  keys.number("height", spec.height, "Height, m", kSizes);
  keys.number("thickness", spec.thickness, "Along Z, m", kSizes);
  keys.finish(spec.finish, "Surface towards +Z");
  spec.back = spec.finish;
  keys.finish(spec.back, "Surface towards -Z; absent: as towards +Z", "back_material", "back_colour");
  keys.boolean("skirting", spec.skirting, "A board along the floor");
  read_openings(reader, keys, spec);
  add_wall(reader.builder, place, spec);
}

}  // namespace fh::scene
