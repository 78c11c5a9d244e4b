#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/parts/part_reader.h"

namespace fh::scene {
namespace {

using core::JsonReader;

template <class Enum>
Enum read_enum(JsonReader& reader, const char* key, const std::vector<std::string>& words, Enum fallback,
               bool required = false) {
  const std::string word = reader.choice(key, words, words[static_cast<std::size_t>(fallback)], required);
  const auto found = std::find(words.begin(), words.end(), word);
  return static_cast<Enum>(found - words.begin());
}

void read_floor(PlaceReader& s, JsonReader& r, const Placement& place) {
  FloorSpec spec;
  spec.width = read_size(r, "width", spec.width);
  spec.depth = read_size(r, "depth", spec.depth);
  spec.thickness = read_size(r, "thickness", spec.thickness);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_floor(s.builder, place, spec);
}

void read_ceiling(PlaceReader& s, JsonReader& r, const Placement& place) {
  CeilingSpec spec;
  spec.width = read_size(r, "width", spec.width);
  spec.depth = read_size(r, "depth", spec.depth);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_ceiling(s.builder, place, spec);
}

/// Openings that leave the wall or overlap are problems and left out.
void read_openings(PlaceReader& s, JsonReader& r, WallSpec& spec) {
  for (auto& entry : r.objects("openings")) {
    Opening opening;
    opening.x = entry.number("x", {.minimum = -1000.0, .maximum = 1000.0});
    opening.width = read_size(entry, "width", opening.width);
    opening.height = read_size(entry, "height", opening.height);
    opening.sill = entry.number("sill", {.minimum = 0.0, .maximum = 1000.0});
    s.finish("wall.opening", entry);
    if (std::abs(opening.x) + 0.5 * opening.width > 0.5 * spec.length + 1e-9) {
      r.problems().add(entry.pointer(), fmt::format("the opening leaves the wall, which reaches from {} to {}",
                                                    -0.5 * spec.length, 0.5 * spec.length));
      continue;
    }
    if (opening.sill + opening.height > spec.height + 1e-9) {
      r.problems().add(entry.pointer(), fmt::format("the opening ends at {} m, above the wall's {} m",
                                                    opening.sill + opening.height, spec.height));
      continue;
    }
    const bool clash = std::any_of(spec.openings.begin(), spec.openings.end(), [&](const Opening& o) {
      return std::abs(o.x - opening.x) < 0.5 * (o.width + opening.width) - 1e-9;
    });
    if (clash) {
      r.problems().add(entry.pointer(), "the opening overlaps another one");
      continue;
    }
    spec.openings.push_back(opening);
  }
}

void read_wall(PlaceReader& s, JsonReader& r, const Placement& place) {
  WallSpec spec;
  spec.length = read_size(r, "length", spec.length);
  spec.height = read_size(r, "height", spec.height);
  spec.thickness = read_size(r, "thickness", spec.thickness);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  spec.back = read_finish(r, "back_material", "back_colour", spec.finish);
  spec.skirting = r.boolean("skirting", spec.skirting);
  read_openings(s, r, spec);
  add_wall(s.builder, place, spec);
}

void read_pillar(PlaceReader& s, JsonReader& r, const Placement& place) {
  PillarSpec spec;
  spec.width = read_size(r, "width", spec.width);
  spec.height = read_size(r, "height", spec.height);
  spec.round = r.boolean("round", spec.round);
  spec.hazard_band = r.boolean("hazard_band", spec.hazard_band);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_pillar(s.builder, place, spec);
}

void read_beam(PlaceReader& s, JsonReader& r, const Placement& place) {
  BeamSpec spec;
  spec.length = read_size(r, "length", spec.length);
  spec.width = read_size(r, "width", spec.width);
  spec.height = read_size(r, "height", spec.height);
  spec.i_section = r.boolean("i_section", spec.i_section);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_beam(s.builder, place, spec);
}

void read_stairs(PlaceReader& s, JsonReader& r, const Placement& place) {
  StairsSpec spec;
  spec.steps = r.integer("steps", spec.steps, 1, 100);
  spec.rise = read_size(r, "rise", spec.rise);
  spec.run = read_size(r, "run", spec.run);
  spec.width = read_size(r, "width", spec.width, 0.1);
  spec.landing_depth = r.number("landing_depth", {.minimum = 0.0, .maximum = 1000.0});
  spec.landing_width = r.number("landing_width", {.minimum = 0.0, .maximum = 1000.0});
  spec.railing = r.boolean("railing", spec.railing);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_stairs(s.builder, place, spec);
}

void read_ramp(PlaceReader& s, JsonReader& r, const Placement& place) {
  RampSpec spec;
  spec.length = read_size(r, "length", spec.length);
  spec.width = read_size(r, "width", spec.width, 0.1);
  spec.rise = read_size(r, "rise", spec.rise);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_ramp(s.builder, place, spec);
}

void read_marking(PlaceReader& s, JsonReader& r, const Placement& place) {
  MarkingSpec spec;
  spec.width = read_size(r, "width", spec.width);
  spec.depth = read_size(r, "depth", spec.depth);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_marking(s.builder, place, spec);
}

void read_door(PlaceReader& s, JsonReader& r, const Placement& place) {
  DoorSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.3, 10.0);
  spec.height = read_size(r, "height", spec.height, 0.5, 10.0);
  spec.wall_thickness = read_size(r, "wall_thickness", spec.wall_thickness, 0.03, 2.0);
  spec.hinge_left = r.choice("hinge", {"left", "right"}, "left") == "left";
  spec.swing = math::radians(r.number("swing_deg", {.fallback = 110.0, .minimum = 1.0, .maximum = 180.0}));
  spec.open = math::radians(r.number("open_deg", {.minimum = 0.0, .maximum = 180.0}));
  if (spec.open > spec.swing) {
    r.problem("open_deg", "is more than the door's swing");
    spec.open = spec.swing;
  }
  spec.locked = r.boolean("locked", spec.locked);
  spec.shuts_after = r.number("shuts_after", {.minimum = 0.0, .maximum = 86400.0});
  spec.pane = r.boolean("pane", spec.pane);
  spec.mass = r.number("mass", {.fallback = spec.mass, .minimum = 0.1, .maximum = 10000.0});
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  spec.frame = read_finish(r, "frame_material", "frame_colour", spec.frame);
  add_door(s.builder, place, spec);
}

void read_window(PlaceReader& s, JsonReader& r, const Placement& place) {
  WindowSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.2, 100.0);
  spec.height = read_size(r, "height", spec.height, 0.2, 100.0);
  spec.sill = r.number("sill", {.fallback = spec.sill, .minimum = 0.0, .maximum = 1000.0});
  spec.wall_thickness = read_size(r, "wall_thickness", spec.wall_thickness, 0.03, 2.0);
  spec.columns = r.integer("columns", spec.columns, 1, 50);
  spec.rows = r.integer("rows", spec.rows, 1, 50);
  spec.frame = read_finish(r, "material", "colour", spec.frame);
  add_window(s.builder, place, spec);
}

void read_mirror(PlaceReader& s, JsonReader& r, const Placement& place) {
  MirrorSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.05, 20.0);
  spec.height = read_size(r, "height", spec.height, 0.05, 20.0);
  spec.frame = read_finish(r, "material", "colour", spec.frame);
  add_mirror(s.builder, place, spec);
}

std::string read_colour(JsonReader& r, const char* key, const std::string& fallback) {
  const std::string colour = r.text(key, fallback);
  math::Vec3f ignored;
  if (parse_colour(colour, ignored)) return colour;
  r.problem(key, fmt::format("\"{}\" is not a colour like \"#c02010\"", colour));
  return fallback;
}

void read_sign(PlaceReader& s, JsonReader& r, const Placement& place) {
  SignSpec spec;
  spec.text = r.text("text", spec.text, true);
  if (spec.text.size() > 200) r.problem("text", "is longer than 200 letters");
  spec.width = read_size(r, "width", spec.width, 0.01, 50.0);
  spec.height = read_size(r, "height", spec.height, 0.01, 50.0);
  spec.background = read_colour(r, "background", spec.background);
  spec.ink = read_colour(r, "ink", spec.ink);
  spec.border = r.boolean("border", spec.border);
  add_sign(s.builder, place, spec);
}

void read_table(PlaceReader& s, JsonReader& r, const Placement& place) {
  TableSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.2, 50.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.3, 50.0);
  spec.height = read_size(r, "height", spec.height, 0.2, 5.0);
  spec.workbench = r.boolean("workbench", spec.workbench);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  spec.frame = read_finish(r, "frame_material", "frame_colour", spec.frame);
  add_table(s.builder, place, spec);
}

void read_shelf(PlaceReader& s, JsonReader& r, const Placement& place) {
  ShelfSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.1, 50.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.1, 50.0);
  spec.height = read_size(r, "height", spec.height, 0.1, 50.0);
  if (const core::Json* levels = r.raw("levels")) {
    spec.levels.clear();
    bool good = levels->is_array() && !levels->empty() && levels->size() <= 40;
    for (std::size_t i = 0; good && i < levels->size(); ++i) {
      const auto& level = (*levels)[i];
      good = level.is_number() && level.get<double>() > 0.0 && level.get<double>() <= spec.height + 1e-9;
      if (good) spec.levels.push_back(level.get<double>());
    }
    if (!good)
      r.problem("levels", fmt::format("must be 1 to 40 heights above 0 and not above the shelf's {} m", spec.height));
  }
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  spec.frame = read_finish(r, "frame_material", "frame_colour", spec.frame);
  add_shelf(s.builder, place, spec);
}

void read_cabinet(PlaceReader& s, JsonReader& r, const Placement& place) {
  CabinetSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.15, 10.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.15, 10.0);
  spec.height = read_size(r, "height", spec.height, 0.3, 10.0);
  spec.drawers = r.integer("drawers", spec.drawers, 1, 20);
  spec.doors = r.integer("doors", spec.doors, 0, 2);
  spec.locked = r.boolean("locked", spec.locked);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_cabinet(s.builder, place, spec);
}

void read_chair(PlaceReader& s, JsonReader& r, const Placement& place) {
  ChairSpec spec;
  spec.style = read_enum(r, "style", {"plain", "office", "stool"}, spec.style);
  spec.mass = r.number("mass", {.fallback = spec.mass, .minimum = 0.1, .maximum = 1000.0});
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_chair(s.builder, place, spec);
}

void read_lamp(PlaceReader& s, JsonReader& r, const Placement& place) {
  LampSpec spec;
  spec.style = read_enum(r, "style", {"tube", "pendant", "desk"}, spec.style);
  spec.length = read_size(r, "length", spec.length, 0.1, 20.0);
  spec.intensity = r.number("intensity", {.fallback = 1.0, .minimum = 0.0, .maximum = 1000.0});
  spec.range = read_size(r, "range", spec.range, 0.1, 200.0);
  add_lamp(s.builder, place, spec);
}

void read_panel(PlaceReader& s, JsonReader& r, const Placement& place) {
  PanelSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.05, 10.0);
  spec.height = read_size(r, "height", spec.height, 0.05, 10.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.005, 5.0);
  spec.title = r.text("title");
  if (spec.title.size() > 60) r.problem("title", "is longer than 60 letters"), spec.title.resize(60);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  Placement tilted = place;
  const double tilt = r.number("tilt_deg", {.minimum = -90.0, .maximum = 90.0});
  tilted.world_from_part.rotation =
      place.world_from_part.rotation * math::from_axis_angle(math::kRight, -math::radians(tilt));
  auto controls = r.objects("controls");
  if (controls.size() > 200) r.problem("controls", "holds more than 200 controls"), controls.clear();
  for (auto& entry : controls) {
    ControlSpec control;
    control.name = read_name(entry);
    control.label = entry.text("label");
    if (control.label.size() > 40) entry.problem("label", "is longer than 40 letters"), control.label.resize(40);
    control.kind = read_enum(entry, "kind", {"button", "emergency", "dial", "lever", "switch", "gauge", "lamp"},
                             control.kind, true);
    control.x = entry.number("x");
    control.y = entry.number("y");
    const Finish normal = control.kind == ControlKind::Lamp ? Finish{"glow_green", ""} : Finish{"paint_white", ""};
    control.finish = read_finish(entry, "material", "colour", normal);
    control.unit = entry.text("unit", control.unit);
    s.finish("panel.control", entry);
    if (!(std::abs(control.x) <= 0.5 * spec.width && std::abs(control.y) <= 0.5 * spec.height)) {
      r.problems().add(entry.pointer(),
                       fmt::format("the control at ({}, {}) is outside its panel", control.x, control.y));
      continue;
    }
    spec.controls.push_back(std::move(control));
  }
  add_panel(s.builder, tilted, spec);
}

void read_pallet(PlaceReader& s, JsonReader& r, const Placement& place) {
  PalletSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.4, 10.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.4, 10.0);
  spec.mass = r.number("mass", {.fallback = spec.mass, .minimum = 0.1, .maximum = 1000.0});
  spec.movable = r.boolean("movable", spec.movable);
  add_pallet(s.builder, place, spec);
}

BoxSpec read_box(JsonReader& r, const Finish& normal) {
  BoxSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.02, 10.0);
  spec.height = read_size(r, "height", spec.height, 0.02, 10.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.02, 10.0);
  spec.mass = r.number("mass", {.fallback = spec.mass, .minimum = 1e-3, .maximum = 10000.0});
  spec.written_mass = r.boolean("written_mass", spec.written_mass);
  spec.finish = read_finish(r, "material", "colour", normal);
  return spec;
}

void read_crate(PlaceReader& s, JsonReader& r, const Placement& place) {
  add_crate(s.builder, place, read_box(r, {"wood_light", ""}));
}

void read_carton(PlaceReader& s, JsonReader& r, const Placement& place) {
  add_carton(s.builder, place, read_box(r, {"cardboard", ""}));
}

void read_vessel(PlaceReader& s, JsonReader& r, const Placement& place) {
  VesselSpec spec;
  spec.style = read_enum(r, "style", {"can", "bucket", "barrel", "extinguisher", "bin"}, spec.style);
  spec.radius = read_size(r, "radius", spec.radius, 0.02, 5.0);
  spec.height = read_size(r, "height", spec.height, 0.04, 10.0);
  spec.mass = r.number("mass", {.fallback = spec.mass, .minimum = 1e-3, .maximum = 10000.0});
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_vessel(s.builder, place, spec);
}

void read_tool(PlaceReader& s, JsonReader& r, const Placement& place) {
  ToolSpec spec;
  spec.kind = read_enum(r, "kind", {"hammer", "wrench", "screwdriver", "drill", "toolbox", "pliers"}, spec.kind, true);
  spec.mass = r.number("mass", {.fallback = spec.mass, .minimum = 1e-3, .maximum = 1000.0});
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_tool(s.builder, place, spec);
}

void read_machine(PlaceReader& s, JsonReader& r, const Placement& place) {
  MachineSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.5, 20.0);
  spec.depth = read_size(r, "depth", spec.depth, 0.3, 20.0);
  spec.height = read_size(r, "height", spec.height, 0.6, 20.0);
  spec.hatch_width = read_size(r, "hatch_width", spec.hatch_width, 0.1, 20.0);
  spec.hatch_height = read_size(r, "hatch_height", spec.hatch_height, 0.1, 20.0);
  spec.hatch_middle = read_size(r, "hatch_middle", spec.hatch_middle, 0.1, 20.0);
  spec.locked = r.boolean("locked", spec.locked);
  spec.title = r.text("title", spec.title);
  if (spec.title.size() > 60) r.problem("title", "is longer than 60 letters"), spec.title.resize(60);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  if (spec.hatch_width > spec.width - 0.05 || spec.hatch_middle - 0.5 * spec.hatch_height < 0.08 ||
      spec.hatch_middle + 0.5 * spec.hatch_height > spec.height - 0.05) {
    r.problems().add(r.pointer(), "the hatch does not fit into the machine's front");
    return;
  }
  add_machine(s.builder, place, spec);
}

void read_pipe(PlaceReader& s, JsonReader& r, const Placement& place) {
  PipeSpec spec;
  const core::Json* path = r.raw("path");
  bool good = path && path->is_array() && path->size() >= 2 && path->size() <= 500;
  for (std::size_t i = 0; good && i < path->size(); ++i) {
    const auto& point = (*path)[i];
    good = point.is_array() && point.size() == 3;
    math::Vec3 p(0.0);
    for (std::size_t c = 0; good && c < 3; ++c) {
      good = point[c].is_number() && std::abs(point[c].get<double>()) <= 10000.0;
      if (good) p[static_cast<int>(c)] = point[c].get<double>();
    }
    if (good) spec.path.push_back(p);
  }
  spec.radius = read_size(r, "radius", spec.radius, 0.002, 5.0);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  if (good)
    add_pipe(s.builder, place, spec);
  else
    r.problem("path", "must be 2 to 500 points [x, y, z]");
}

void read_valve(PlaceReader& s, JsonReader& r, const Placement& place) {
  ValveSpec spec;
  spec.radius = read_size(r, "radius", spec.radius, 0.03, 2.0);
  spec.turns = r.number("turns", {.fallback = spec.turns, .minimum = 0.1, .maximum = 50.0});
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_valve(s.builder, place, spec);
}

void read_vice(PlaceReader& s, JsonReader& r, const Placement& place) {
  ViceSpec spec;
  spec.width = read_size(r, "width", spec.width, 0.05, 0.5);
  spec.finish = read_finish(r, "material", "colour", spec.finish);
  add_vice(s.builder, place, spec);
}

struct PartKind {
  const char* name;
  void (*read)(PlaceReader&, JsonReader&, const Placement&);
};
constexpr PartKind kKinds[] = {
    {"floor", read_floor},   {"ceiling", read_ceiling}, {"wall", read_wall},       {"pillar", read_pillar},
    {"beam", read_beam},     {"stairs", read_stairs},   {"ramp", read_ramp},       {"marking", read_marking},
    {"door", read_door},     {"window", read_window},   {"mirror", read_mirror},   {"sign", read_sign},
    {"table", read_table},   {"shelf", read_shelf},     {"cabinet", read_cabinet}, {"chair", read_chair},
    {"lamp", read_lamp},     {"panel", read_panel},     {"pallet", read_pallet},   {"crate", read_crate},
    {"carton", read_carton}, {"vessel", read_vessel},   {"tool", read_tool},       {"machine", read_machine},
    {"pipe", read_pipe},     {"valve", read_valve},     {"vice", read_vice},
};

}  // namespace

std::vector<std::string> part_kinds() {
  std::vector<std::string> names;
  for (const auto& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

void read_part(PlaceReader& scenario, JsonReader& reader) {
  scenario.begin_entry(reader.pointer());
  const std::string word = reader.choice("part", part_kinds(), "", true);
  for (const auto& kind : kKinds) {
    if (word != kind.name) continue;
    Placement place;
    place.name = read_name(reader);
    place.label = reader.text("label");
    place.world_from_part = read_standing_pose(reader);
    kind.read(scenario, reader, place);
    scenario.finish(word, reader);
  }
}

}  // namespace fh::scene
