// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a user can ask for, whatever button, key, menu, script or operator it came from: one table. Drivers, the panel,
// tours and the schema read it, so that a new command is an entry here and the code that acts on it.
#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/ids.h"
#include "math/pose.h"

namespace fh::frame {

/// Recorded as numbers: values stay what they are, new ones go to the end.
enum class CommandId : std::uint32_t {
  None,
  Recentre,
  Teleport,
  TurnLeft,
  TurnRight,
  Snapshot,
  Measure,
  Menu,
  Pause,
  Calibrate,
  Balance,
  MeasureAt,
  MeasureKind,
  MeasureUndo,
  Undo,
  Redo,
  Select,
  SelectNamed,
  Hide,
  Isolate,
  Highlight,
  XRay,
  ShowAll,
  Section,
  SectionPlane,
  SectionBox,
  SectionAround,
  SectionMove,
  SectionOff,
  SaveView,
  GoToView,
  NextView,
  Inspect,
  Flag,
  Note,
  NoteAt,
  Paint,
  VoiceNote,
  MoveBy,
  TurnBy,
  Carry,
  SaveAs,
  Tell,
  Duplicate,
  Remove,
  AddPart,
  ScaleBy,
  PutAt,
  SnapTo,
  CarryAlong,
  SectionCarry,
  GoThere,
  CarryAs,
};

/// What a command carries besides its id: bits of CommandRow::payload.
enum CommandPayload : std::uint16_t {
  kPayloadObject = 1u << 0,
  kPayloadPose = 1u << 1,
  kPayloadNumber = 1u << 2,
  kPayloadText = 1u << 3,
  kPayloadPoint = 1u << 4,  // the pose's position alone
  kPayloadKind = 1u << 5,   // the number is a MeasureKind (measure_kind.h)
  kPayloadAxis = 1u << 6,   // the pose's -Z points along it
  kPayloadBy = 1u << 7,     // the pose's position is a way, m, or factors along three axes
  kPayloadWho = 1u << 8,    // the text begins with an agent's name and ": "
};

/// Where the operator's panel has a button for a command; those of Tools are in the menu, too.
enum class PanelPlace : std::uint8_t { None, Visit, Body, Tools };

struct CommandRow {
  CommandId id;
  const char* word;   // in tours, and the name of its OpenXR action: lower case, no spaces
  const char* label;  // for people: panel, binding editors
  const char* key;  // of the desktop's window: a capital letter, "Left", "Right", "Home", "Tab" or "Space"; "" for none
  std::uint16_t payload;  // CommandPayload bits
  PanelPlace panel;       // commands with a place there are also taken from a window beside a headset
  bool has_action;        // has an OpenXR action of its own; bound in xr/action_table.cpp or by the user
  bool between_ticks;     // acts on pictures, not on the simulation: frames without a tick carry it too
  const char* meaning;    // one sentence
};

// clang-format off
inline constexpr CommandRow kCommands[] = {
    {CommandId::Recentre, "recentre", "Recentre", "Home", 0, PanelPlace::Visit, false, false,
     "Puts the user back at the start of the scenario."},
    {CommandId::Teleport, "teleport", "Teleport", "", kPayloadPose, PanelPlace::None, false, false,
     "Puts the user on a point of the floor."},
    {CommandId::TurnLeft, "turn_left", "Turn left", "Left", 0, PanelPlace::None, false, false,
     "One snap turn to the left."},
    {CommandId::TurnRight, "turn_right", "Turn right", "Right", 0, PanelPlace::None, false, false,
     "One snap turn to the right."},
    {CommandId::Snapshot, "snapshot", "Snapshot", "P", 0, PanelPlace::Visit, true, true,
     "Saves a picture of what the user sees; a tour's pictures go into the folder of --shots."},
    {CommandId::Measure, "measure", "Measure", "M", 0, PanelPlace::Visit, true, false,
     "Takes the point that the tool hand aims at for a measurement, which is shown and kept."},
    {CommandId::Menu, "menu", "Menu", "Tab", 0, PanelPlace::Visit, false, false,
     "Opens the user's menu, beside the wrist that is looked at or before the eyes, or closes it."},
    {CommandId::Pause, "pause", "Pause", "Space", 0, PanelPlace::None, false, false,
     "Holds things and agents, or lets them go on."},
    {CommandId::Calibrate, "calibrate", "Calibrate the body", "K", 0, PanelPlace::Body, true, false,
     "Measures the user's body in the calibration pose."},
    {CommandId::Balance, "balance", "Balance", "B", 0, PanelPlace::Visit, true, false,
     "Shows the user's balance beside the wrist and on the floor, or hides it."},
    {CommandId::MeasureAt, "measure_at", "Measure at", "", kPayloadPoint | kPayloadKind, PanelPlace::None, false, false,
     "Takes a given point for a measurement, snapped to the surface near it."},
    {CommandId::MeasureKind, "measure_kind", "Kind of measurement", "N", 0, PanelPlace::Visit, true, false,
     "Chooses the next kind of measurement: distance, clear width, clear height, angle."},
    {CommandId::MeasureUndo, "measure_undo", "Undo measuring", "U", 0, PanelPlace::Visit, true, false,
     "Takes back the last point of a measurement, or the user's last measurement."},
    {CommandId::Undo, "undo", "Undo", "Z", 0, PanelPlace::Tools, true, false,
     "Takes back the last change made with a tool, whoever made it."},
    {CommandId::Redo, "redo", "Redo", "Y", 0, PanelPlace::Tools, true, false,
     "Makes the change again that was taken back last."},
    {CommandId::Select, "select", "Choose", "F", 0, PanelPlace::Tools, true, false,
     "Chooses the thing that the tool hand aims at, with its parts; where there is none, nothing is chosen."},
    {CommandId::SelectNamed, "select_named", "Choose by name", "", kPayloadText, PanelPlace::None, false, false,
     "Chooses things by their name, by the beginning of a name and *, or by a class."},
    {CommandId::Hide, "hide", "Hide", "H", 0, PanelPlace::Tools, true, false,
     "Hides the chosen things from users; agents see them as before."},
    {CommandId::Isolate, "isolate", "Isolate", "I", 0, PanelPlace::Tools, true, false,
     "Hides everything but the chosen things."},
    {CommandId::Highlight, "highlight", "Highlight", "L", 0, PanelPlace::Tools, true, false,
     "Colours the chosen things, or gives them their own colours back."},
    {CommandId::XRay, "xray", "X-ray", "X", 0, PanelPlace::Tools, true, false,
     "Makes the chosen things see-through, or solid again."},
    {CommandId::ShowAll, "show_all", "Show all", "O", 0, PanelPlace::Tools, true, false,
     "Ends hiding, isolating, highlighting and x-ray of all things."},
    {CommandId::Section, "section", "Section by hand", "J", 0, PanelPlace::Tools, true, false,
     "A section plane follows the tool hand and cuts away the user's side of it; again: the plane stays there."},
    {CommandId::SectionPlane, "section_plane", "Section plane", "", kPayloadPoint | kPayloadAxis, PanelPlace::None,
     false, false,
     "Cuts the place with a plane through a point; the side that the axis points to is cut away."},
    {CommandId::SectionBox, "section_box", "Section box", "", kPayloadPoint, PanelPlace::None, false, false,
     "Gives a corner of a section box; the second time the opposite corner, and what is outside is cut away."},
    {CommandId::SectionAround, "section_around", "Section around", "", kPayloadNumber, PanelPlace::None, false, false,
     "Cuts away all but a box around the chosen things, larger by a number of metres on every side."},
    {CommandId::SectionMove, "section_move", "Move the section", "", kPayloadNumber, PanelPlace::None, false, false,
     "Moves the section plane outwards by a number of metres, or every side of the section box."},
    {CommandId::SectionOff, "section_off", "No section", "", 0, PanelPlace::Tools, true, false,
     "Ends the section."},
    {CommandId::SaveView, "save_view", "Save view", "", kPayloadText, PanelPlace::None, false, false,
     "Keeps where the user stands, the section and what is hidden, under a name."},
    {CommandId::GoToView, "go_to_view", "Go to view", "", kPayloadText, PanelPlace::None, false, false,
     "Puts the user where a saved view was, with its section and what it hides."},
    {CommandId::NextView, "next_view", "Next view", "", 0, PanelPlace::Tools, true, false,
     "Goes to the saved view after the last one that was gone to; before the first, saves one."},
    {CommandId::Inspect, "inspect", "Inspect", "", 0, PanelPlace::Tools, true, false,
     "Shows what is known of the chosen thing, or of the one that the tool hand aims at; again: hides it."},
    {CommandId::Flag, "flag", "Flag", "", 0, PanelPlace::Tools, true, false,
     "Puts a flag where the tool hand aims, tied to the thing there."},
    {CommandId::Note, "note", "Note", "", kPayloadText, PanelPlace::None, false, false,
     "Puts a note where the tool hand aims, tied to the thing there."},
    {CommandId::NoteAt, "note_at", "Note at", "", kPayloadPoint | kPayloadText, PanelPlace::None, false, false,
     "Puts a note on a given point, tied to the thing there."},
    {CommandId::Paint, "paint", "Paint", "", 0, PanelPlace::Tools, true, false,
     "The tool hand paints a stroke; again: the stroke ends."},
    {CommandId::VoiceNote, "voice_note", "Voice note", "", kPayloadText, PanelPlace::None, false, false,
     "Puts a note where the tool hand aims that names a sound file; the file stays outside of the recording."},
    {CommandId::MoveBy, "move_by", "Move", "", kPayloadBy, PanelPlace::None, false, false,
     "Moves the chosen things by a way."},
    {CommandId::TurnBy, "turn_by", "Turn", "", kPayloadAxis | kPayloadNumber, PanelPlace::None, false, false,
     "Turns the chosen things by an angle in degrees about an axis through the middle of their base."},
    {CommandId::Carry, "carry", "Carry", "", 0, PanelPlace::Tools, true, false,
     "The chosen things follow the tool hand in steps of 50 mm and 15 degrees; again: they stay there."},
    {CommandId::SaveAs, "save_as", "Save as", "", kPayloadText, PanelPlace::None, false, false,
     "Writes the place with what was moved so far as a scenario when the visit ends."},
    {CommandId::Tell, "tell", "Tell", "", kPayloadWho | kPayloadText, PanelPlace::None, false, false,
     "Tells an agent what to do, in English."},
    {CommandId::Duplicate, "duplicate", "Duplicate", "", 0, PanelPlace::Tools, true, false,
     "Puts fixed copies of the chosen things beside them along x and chooses those."},
    {CommandId::Remove, "remove", "Remove", "Delete", 0, PanelPlace::Tools, true, false,
     "Takes the chosen things out of the place."},
    {CommandId::AddPart, "add_part", "Add a part", "", kPayloadText, PanelPlace::None, false, false,
     "Puts a part of the table of parts, by its kind, where the tool hand aims, fixed, and chooses it."},
    {CommandId::ScaleBy, "scale_by", "Scale", "", kPayloadBy, PanelPlace::None, false, false,
     "Makes the chosen things larger by a factor along each of their own axes; the middle of the base stays."},
    {CommandId::PutAt, "put_at", "Put at", "", kPayloadPoint, PanelPlace::None, false, false,
     "Puts the chosen things with the middle of their base on a point, snapped to the surface near it."},
    {CommandId::SnapTo, "snap_to", "Snap to", "", 0, PanelPlace::Tools, true, false,
     "Chooses what carried things snap to next: the grid, faces of other things, sites, nothing."},
    {CommandId::CarryAlong, "carry_along", "Carry along", "", 0, PanelPlace::None, true, false,
     "Chooses the next way in which carried things follow the hand: the ways of carry_as, in turn."},
    {CommandId::SectionCarry, "section_carry", "Carry the section", "", 0, PanelPlace::Tools, true, false,
     "The section's plane or box follows the tool hand in steps of 10 mm; again: it stays there."},
    {CommandId::GoThere, "go_there", "Go there", "", 0, PanelPlace::None, true, false,
     "Puts the user on the floor where the tool hand aims."},
    {CommandId::CarryAs, "carry_as", "Carry as", "", kPayloadText, PanelPlace::None, false, false,
     "The chosen things follow the tool hand in a given way, or become larger with it; again: they stay so."},
};
// clang-format on

/// Null for None and for numbers that are no command.
constexpr const CommandRow* find_command(CommandId id) {
  for (const CommandRow& row : kCommands) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

/// Null for words that are no command.
constexpr const CommandRow* find_command(std::string_view word) {
  for (const CommandRow& row : kCommands) {
    if (word == row.word) return &row;
  }
  return nullptr;
}

/// One command of one frame. Unused parts of the payload are as below.
struct Command {
  CommandId id = CommandId::None;
  core::ObjectId object;
  double number = 0.0;
  math::Pose pose;  // scene coordinates
};

inline constexpr std::size_t kMostCommands = 8;          // of one user in one frame
inline constexpr std::size_t kLongestCommandText = 256;  // bytes

/// What one user asks for in one frame, in the order it was asked. At most one command of a frame has a text.
struct CommandList {
  std::array<Command, kMostCommands> items;  // those from `count` on are empty
  std::uint32_t count = 0;
  std::uint32_t text_bytes = 0;
  std::array<char, kLongestCommandText> text{};  // zero from text_bytes on

  bool empty() const { return count == 0; }
  const Command* begin() const { return items.data(); }
  const Command* end() const { return items.data() + count; }
  /// The first with this id, or null.
  const Command* find(CommandId id) const;
  bool has(CommandId id) const { return find(id) != nullptr; }
  /// False, and nothing changed, when there is no room left, for it or for its text.
  bool add(const Command& command, std::string_view its_text = {});
  bool add(CommandId id) { return add(Command{id, {}, 0.0, {}}); }
  /// The text of the command that has one.
  std::string_view text_view() const { return {text.data(), text_bytes}; }
};

static_assert(std::is_trivially_copyable_v<CommandList>);
static_assert(sizeof(Command) == 8 + 8 + 7 * 8);
static_assert(sizeof(CommandList) == kMostCommands * sizeof(Command) + 8 + kLongestCommandText);

}  // namespace fh::frame
