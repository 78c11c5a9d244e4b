// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;

struct TableSpec {
  double width = 1.6, depth = 0.8, height = 0.75;
  bool workbench = false;  // thick top, lower board and a back rail
  Finish finish{"wood", ""}, frame{"steel_dark", ""};
};

void add_table(SceneBuilder& builder, const Placement& place, const TableSpec& spec) {
  ObjectBuilder table(builder, place.name, label_or(place, spec.workbench ? "Workbench" : "Table"),
                      {spec.workbench ? "workbench" : "table", "furniture"}, place.world_from_part);
  const std::uint32_t top = builder.material(spec.finish), frame = builder.material(spec.frame);
  const double thick = spec.workbench ? 0.05 : 0.028, leg = spec.workbench ? 0.035 : 0.022;
  const double x = 0.5 * spec.width, z = 0.5 * spec.depth, under = spec.height - thick;
  table.box(top, Vec3(0.0, spec.height - 0.5 * thick, 0.0), {x, 0.5 * thick, z}, 0.006);
  const double lx = x - leg - 0.03, lz = z - leg - 0.03;
  for (const double sx : {-1.0, 1.0}) {
    for (const double sz : {-1.0, 1.0}) {
      table.box(frame, Vec3(sx * lx, 0.5 * under, sz * lz), {leg, 0.5 * under, leg}, 0.004);
      append_cylinder(table.surface(builder.material("rubber")), {math::kIdentity, {sx * lx, 0.008, sz * lz}},
                      leg * 1.25, 0.008, 16, 0.002);
    }
    table.box(frame, Vec3(sx * lx, under - 0.04, 0.0), {0.012, 0.035, lz - leg}, 0.003);
    table.box(frame, Vec3(0.0, under - 0.04, sx * lz), {lx - leg, 0.035, 0.012}, 0.003);
  }
  if (spec.workbench) {
    table.box(top, Vec3(0.0, 0.22, -0.05), {lx + leg, 0.012, lz - 0.02}, 0.003);
    table.box(frame, Vec3(0.0, 0.19, lz - 0.1), {lx - leg, 0.018, 0.012}, 0.003, Solid::Seen);
    table.box(frame, Vec3(0.0, 0.19, -lz), {lx - leg, 0.018, 0.012}, 0.003, Solid::Seen);
    for (const double sx : {-1.0, 1.0}) {
      for (const double y : {0.30, 0.45}) {  // bolts of the frame
        append_cylinder(table.surface(builder.material("steel")), along({0, 0, 1}, {sx * lx, y, lz + leg}), 0.009,
                        0.006, 6);
      }
    }
  }
  table.site("top", Vec3(0.0, spec.height, 0.0));
  table.site("front", Pose{math::kIdentity, {0.0, 0.0, z + 0.35}});  // where to stand, facing it
  table.finish();
}

}  // namespace

void read_table(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  TableSpec spec;
  keys.number("width", spec.width, "Along X, m", {0.2, 50.0});
  keys.number("depth", spec.depth, "Along Z, m", {0.3, 50.0});
  keys.number("height", spec.height, "Of the top, m", {0.2, 5.0});
  keys.boolean("workbench", spec.workbench, "Thick top and a lower board");
  keys.finish(spec.finish, "Top");
  keys.finish(spec.frame, "Frame", "frame_material", "frame_colour");
  add_table(reader.builder, place, spec);
}

}  // namespace fh::scene
