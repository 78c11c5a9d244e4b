#pragma once
// Parametric parts of a place. Each function appends objects with stable names ("bench", "bench.drawer1"), seen and
// felt alike, to the scene. A part's frame stands on the floor at its middle with its front towards +Z (walls run
// along X); signs, mirrors, gauges and panels have their origin in the middle of their face. Metres, kilograms,
// radians. Values are trusted here: the scenario loader has checked them.
#include <string>
#include <vector>

#include "scene/place/scene_builder.h"

namespace fh::scene {

struct Placement {
  std::string name;
  std::string label;  // empty: made from the part's kind
  math::Pose world_from_part;
};

inline std::string label_or(const Placement& place, const char* fallback) {
  return place.label.empty() ? fallback : place.label;
}

// --- parts_structure.cpp
struct FloorSpec {
  double width = 4.0, depth = 4.0, thickness = 0.2;  // the surface is at y = 0 of the part
  Finish finish{"concrete", ""};
};
void add_floor(SceneBuilder& builder, const Placement& place, const FloorSpec& spec);

struct CeilingSpec {
  double width = 4.0, depth = 4.0;  // the underside is at y = 0 of the part; open from above
  Finish finish{"plaster", ""};
};
void add_ceiling(SceneBuilder& builder, const Placement& place, const CeilingSpec& spec);

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
void add_wall(SceneBuilder& builder, const Placement& place, const WallSpec& spec);

struct PillarSpec {
  double width = 0.4, height = 3.0;
  bool round = false;
  bool hazard_band = true;
  Finish finish{"concrete_light", ""};
};
void add_pillar(SceneBuilder& builder, const Placement& place, const PillarSpec& spec);

struct BeamSpec {
  double length = 3.0, width = 0.16, height = 0.2;  // along X; y = 0 is the underside
  bool i_section = true;
  Finish finish{"paint_yellow", ""};
};
void add_beam(SceneBuilder& builder, const Placement& place, const BeamSpec& spec);

struct StairsSpec {
  int steps = 3;
  double rise = 0.17, run = 0.28, width = 1.2;      // climbs towards -Z; the first riser is at z = 0
  double landing_depth = 0.0, landing_width = 0.0;  // a platform behind the last step
  bool railing = true;
  Finish finish{"concrete", ""};
};
void add_stairs(SceneBuilder& builder, const Placement& place, const StairsSpec& spec);

struct RampSpec {
  double length = 2.0, width = 1.2, rise = 0.2;  // climbs towards -Z from z = 0
  Finish finish{"concrete", ""};
};
void add_ramp(SceneBuilder& builder, const Placement& place, const RampSpec& spec);

/// A painted strip on the floor, seen only.
struct MarkingSpec {
  double width = 1.0, depth = 0.1;
  Finish finish{"paint_yellow", ""};
};
void add_marking(SceneBuilder& builder, const Placement& place, const MarkingSpec& spec);

// --- parts_openings.cpp
struct DoorSpec {
  double width = 1.0, height = 2.1;  // of the opening in the wall
  double wall_thickness = 0.2;
  bool hinge_left = true;               // seen from the front; opens towards the front
  double swing = math::radians(110.0);  // how far it opens
  double open = 0.0;                    // how far it is open at the start
  bool locked = false;
  double shuts_after = 0.0;  // s; 0: never
  bool pane = false;         // a small window at eye height
  double mass = 28.0;
  Finish finish{"paint_blue", ""}, frame{"paint_dark", ""};
};
void add_door(SceneBuilder& builder, const Placement& place, const DoorSpec& spec);

struct WindowSpec {
  double width = 1.4, height = 1.1, sill = 0.95;  // of the opening in the wall
  double wall_thickness = 0.2;
  int columns = 2, rows = 1;
  Finish frame{"paint_white", ""};
};
void add_window(SceneBuilder& builder, const Placement& place, const WindowSpec& spec);

struct MirrorSpec {
  double width = 0.8, height = 1.9;
  Finish frame{"wood_dark", ""};
};
void add_mirror(SceneBuilder& builder, const Placement& place, const MirrorSpec& spec);

struct SignSpec {
  std::string text = "SIGN";
  double width = 0.6, height = 0.3;
  std::string background = "#f0be1c", ink = "#101010";
  bool border = true;
};
void add_sign(SceneBuilder& builder, const Placement& place, const SignSpec& spec);

// --- parts_furniture.cpp
struct TableSpec {
  double width = 1.6, depth = 0.8, height = 0.75;
  bool workbench = false;  // thick top, lower board and a back rail
  Finish finish{"wood", ""}, frame{"steel_dark", ""};
};
void add_table(SceneBuilder& builder, const Placement& place, const TableSpec& spec);

struct ShelfSpec {
  double width = 1.2, depth = 0.45, height = 2.0;
  std::vector<double> levels{0.3, 0.8, 1.3, 1.8};  // upper faces of the boards
  Finish finish{"wood_light", ""}, frame{"paint_blue", ""};
};
void add_shelf(SceneBuilder& builder, const Placement& place, const ShelfSpec& spec);

struct CabinetSpec {
  double width = 0.6, depth = 0.5, height = 0.9;
  int drawers = 4;
  int doors = 0;  // 0, 1 or 2, instead of drawers
  bool locked = false;
  Finish finish{"paint_red", ""};
};
void add_cabinet(SceneBuilder& builder, const Placement& place, const CabinetSpec& spec);

enum class ChairStyle : std::uint8_t { Plain, Office, Stool };
struct ChairSpec {
  ChairStyle style = ChairStyle::Plain;
  double mass = 6.0;
  Finish finish{"fabric", ""};
};
void add_chair(SceneBuilder& builder, const Placement& place, const ChairSpec& spec);

enum class LampStyle : std::uint8_t { Tube, Pendant, Desk };
struct LampSpec {
  LampStyle style = LampStyle::Tube;  // tube and pendant hang down from y = 0, desk lamps stand on it
  double length = 1.2;                // of a tube; of a pendant's cable
  double intensity = 1.0, range = 6.0;
};
void add_lamp(SceneBuilder& builder, const Placement& place, const LampSpec& spec);

// --- parts_panel.cpp
enum class ControlKind : std::uint8_t { Button, Emergency, Dial, Lever, Switch, Gauge, Lamp };
struct ControlSpec {
  std::string name;  // "start": the object becomes "<panel>.start"
  std::string label;
  ControlKind kind = ControlKind::Button;
  double x = 0.0, y = 0.0;  // on the panel's face
  Finish finish{"paint_green", ""};
  std::string unit = "BAR";  // of a gauge
};
struct PanelSpec {
  double width = 0.8, height = 0.5, depth = 0.08;
  std::string title;
  Finish finish{"paint_grey", ""};
  std::vector<ControlSpec> controls;
};
/// The face leans as the placement says; the housing lies behind it (z < 0).
void add_panel(SceneBuilder& builder, const Placement& place, const PanelSpec& spec);

// --- parts_goods.cpp
struct PalletSpec {
  double width = 1.2, depth = 0.8;
  double mass = 22.0;
  bool movable = false;
};
void add_pallet(SceneBuilder& builder, const Placement& place, const PalletSpec& spec);

struct BoxSpec {  // crates (slatted wood, handles) and cartons (cardboard, tape)
  double width = 0.4, height = 0.3, depth = 0.3;
  double mass = 8.0;
  Finish finish{"wood_light", ""};
  bool written_mass = true;  // a label with the mass on the front
};
void add_crate(SceneBuilder& builder, const Placement& place, const BoxSpec& spec);
void add_carton(SceneBuilder& builder, const Placement& place, const BoxSpec& spec);

enum class VesselStyle : std::uint8_t { Can, Bucket, Barrel, Extinguisher, Bin };
struct VesselSpec {
  VesselStyle style = VesselStyle::Can;
  double radius = 0.05, height = 0.14;
  double mass = 1.0;
  Finish finish{"paint_blue", ""};
};
void add_vessel(SceneBuilder& builder, const Placement& place, const VesselSpec& spec);

// --- parts_tools.cpp: lying on their side, the handle along +X
enum class ToolKind : std::uint8_t { Hammer, Wrench, Screwdriver, Drill, Toolbox, Pliers };
struct ToolSpec {
  ToolKind kind = ToolKind::Hammer;
  double mass = 0.6;
  Finish finish{"paint_red", ""};
};
void add_tool(SceneBuilder& builder, const Placement& place, const ToolSpec& spec);

// --- parts_machine.cpp
struct MachineSpec {
  double width = 1.4, depth = 0.9, height = 1.7;
  double hatch_width = 0.5, hatch_height = 0.4, hatch_middle = 0.5;  // hatch_middle: its height above the floor
  bool locked = false;
  std::string title = "PRESS 4";
  Finish finish{"machine_green", ""};
};
void add_machine(SceneBuilder& builder, const Placement& place, const MachineSpec& spec);

struct PipeSpec {
  std::vector<math::Vec3> path;  // in the part's frame
  double radius = 0.03;
  Finish finish{"steel", ""};
};
void add_pipe(SceneBuilder& builder, const Placement& place, const PipeSpec& spec);

/// A hand wheel on a stem; its axis is +Z and it turns `turns` times.
struct ValveSpec {
  double radius = 0.11;
  double turns = 1.5;
  Finish finish{"paint_red", ""};
};
void add_valve(SceneBuilder& builder, const Placement& place, const ValveSpec& spec);

/// A bench vice: fixed jaw, sliding jaw, screw with a bar. The jaws open towards +Z.
struct ViceSpec {
  double width = 0.14;
  Finish finish{"paint_blue", ""};
};
void add_vice(SceneBuilder& builder, const Placement& place, const ViceSpec& spec);

}  // namespace fh::scene
