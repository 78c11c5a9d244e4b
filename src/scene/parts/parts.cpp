// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/parts.h"

namespace fh::scene {

using ReadPart = void(PlaceReader&, KeyReader&, const Placement&);
ReadPart read_floor, read_ceiling, read_wall, read_pillar, read_beam, read_stairs, read_ramp, read_marking, read_door,
    read_window, read_mirror, read_sign, read_table, read_shelf, read_cabinet, read_chair, read_lamp, read_panel,
    read_pallet, read_crate, read_carton, read_vessel, read_tool, read_machine, read_pipe, read_valve, read_vice;

namespace {

/// In the order of the reference. read_NAME stands in part_NAME.cpp.
constexpr PartKind kParts[] = {
    {"floor", read_floor, "A slab; its surface is at `y` = 0 of the part."},
    {"ceiling", read_ceiling, "Seen from below only, so that plans from above look inside; felt from both sides."},
    {"wall", read_wall,
     "Runs along X. Openings are holes: a `door` or `window` of the same size goes at the same place."},
    {"pillar", read_pillar, ""},
    {"beam", read_beam, "Along X; `y` is the height of its underside."},
    {"stairs", read_stairs, "Climb towards -Z; the first riser is at the part's origin."},
    {"ramp", read_ramp, "Climbs towards -Z from the part's origin."},
    {"marking", read_marking, "Paint on the floor: seen, not felt."},
    {"door", read_door,
     "Two objects: `NAME` (the leaf, a hinge) and `NAME.frame`. Its place is the middle of the opening, on the floor; "
     "it opens towards its front (+Z)."},
    {"window", read_window, "`NAME` (frame) and `NAME.pane` (glass)."},
    {"mirror", read_mirror, "Its place is the middle of its face, which looks towards +Z."},
    {"sign", read_sign,
     "Its place is the middle of its face, which looks towards +Z. Capitals, digits and common marks."},
    {"table", read_table, ""},
    {"shelf", read_shelf, ""},
    {"cabinet", read_cabinet,
     "`NAME` and `NAME.drawer1` (uppermost) … or `NAME.door1`, `NAME.door2`; drawers slide, doors turn."},
    {"chair", read_chair, "Movable."},
    {"lamp", read_lamp, "Also adds a light."},
    {"panel", read_panel,
     "Its place is the middle of its face, which looks towards +Z. Each control is an object `NAME.CONTROL` with a "
     "joint against the panel: buttons are pressed, dials and levers turn."},
    {"pallet", read_pallet, ""},
    {"crate", read_crate, "Movable; slatted wood with hand holes."},
    {"carton", read_carton, "Movable; cardboard."},
    {"vessel", read_vessel, "Movable."},
    {"tool", read_tool, "Movable; lies on what it is put on, the handle towards +X."},
    {"machine", read_machine, "`NAME` and `NAME.hatch`, a hinged plate before a cavity with the site `filter`."},
    {"pipe", read_pipe, ""},
    {"valve", read_valve, "`NAME` (a wheel that turns about +Z) and `NAME.body`."},
    {"vice", read_vice, "`NAME` and `NAME.jaw`, which slides."},
};

}  // namespace

std::span<const PartKind> part_table() {
  return kParts;
}

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  for (const auto& kind : kParts) names.emplace_back(kind.name);
  return names;
}

void read_part(PlaceReader& reader, core::JsonReader& entry) {
  reader.begin_entry(entry.pointer());
  const std::string word = entry.choice("part", part_names(), "", true);
  for (const auto& kind : kParts) {
    if (word != kind.name) continue;
    KeyReader keys = reader.keys(entry, kind.name);
    keys.describe("part", {{"const", kind.name}}, "", Need::Required);
    Placement place;
    place.name = keys.name();
    keys.text("label", place.label, "Name for people");
    place.world_from_part = keys.standing_pose("Position, m", "Turn about +Y, degrees; 0 faces +Z");
    kind.read(reader, keys, place);
    keys.end();
  }
}

}  // namespace fh::scene
