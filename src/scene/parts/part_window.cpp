// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct WindowSpec {
  double width = 1.4, height = 1.1, sill = 0.95;  // of the opening in the wall
  double wall_thickness = 0.2;
  int columns = 2, rows = 1;
  Finish frame{"paint_white", ""};
};

void add_window(SceneBuilder& builder, const Placement& place, const WindowSpec& spec) {
  const std::uint32_t material = builder.material(spec.frame);
  const double x = 0.5 * spec.width, y0 = spec.sill, y1 = spec.sill + spec.height, bar = 0.025;
  const double z = 0.5 * spec.wall_thickness;
  ObjectBuilder frame(builder, place.name, label_or(place, "Window"), {"window", "structure"}, place.world_from_part);
  for (const double side : {-1.0, 1.0}) {
    frame.box(material, Vec3(side * (x - bar), 0.5 * (y0 + y1), 0.0), {bar, 0.5 * spec.height, 0.04});
  }
  frame.box(material, Vec3(0.0, y0 + bar, 0.0), {x - 2.0 * bar, bar, 0.04});
  frame.box(material, Vec3(0.0, y1 - bar, 0.0), {x - 2.0 * bar, bar, 0.04});
  for (int c = 1; c < spec.columns; ++c) {
    frame.box(material, Vec3(-x + spec.width * c / spec.columns, 0.5 * (y0 + y1), 0.0),
              {0.6 * bar, 0.5 * spec.height - 2.0 * bar, 0.03}, 0.003, Solid::Seen);
  }
  for (int r = 1; r < spec.rows; ++r) {
    frame.box(material, Vec3(0.0, y0 + spec.height * r / spec.rows, 0.0), {x - 2.0 * bar, 0.6 * bar, 0.03}, 0.003,
              Solid::Seen);
  }
  frame.box(material, Vec3(0.0, y0 - 0.012, z + 0.04), {x + 0.05, 0.014, 0.06}, 0.005);  // sill board
  frame.finish();

  ObjectBuilder pane(builder, place.name + ".pane", label_or(place, "Window") + " pane", {"pane", "glass", "window"},
                     place.world_from_part);
  pane.box(builder.material("glass"), Vec3(0.0, 0.5 * (y0 + y1), 0.0),
           {x - 2.0 * bar, 0.5 * spec.height - 2.0 * bar, 0.004}, 0.0);
  pane.finish();
}

}  // namespace

void read_window(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  WindowSpec spec;
  keys.number("width", spec.width, "Of the opening, m", {0.2, 100.0});
  keys.number("height", spec.height, "Of the opening, m", {0.2, 100.0});
  keys.number("sill", spec.sill, "Height of its lower edge, m", {0.0, 1000.0});
  keys.number("wall_thickness", spec.wall_thickness, "Of the wall around it, m", {0.03, 2.0});
  keys.integer("columns", spec.columns, "Panes side by side", 1, 50);
  keys.integer("rows", spec.rows, "Panes above each other", 1, 50);
  keys.finish(spec.frame, "Frame");
  add_window(reader.builder, place, spec);
}

}  // namespace fh::scene
