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
};

/// What a command carries besides its id: bits of CommandRow::payload.
enum CommandPayload : std::uint8_t {
  kPayloadObject = 1u << 0,
  kPayloadPose = 1u << 1,
  kPayloadNumber = 1u << 2,
  kPayloadText = 1u << 3,
  kPayloadPoint = 1u << 4,  // the pose's position alone
  kPayloadKind = 1u << 5,   // the number is a MeasureKind (measure_kind.h)
};

/// Where the operator's panel has a button for a command.
enum class PanelPlace : std::uint8_t { None, Visit, Body };

struct CommandRow {
  CommandId id;
  const char* word;      // in tours, and the name of its OpenXR action: lower case, no spaces
  const char* label;     // for people: panel, binding editors
  const char* key;       // of the desktop's window: a capital letter, "Left", "Right", "Home" or "Space"; "" for none
  std::uint8_t payload;  // CommandPayload bits
  PanelPlace panel;      // commands with a place there are also taken from a window beside a headset
  bool has_action;       // has an OpenXR action of its own; bound in xr/action_table.cpp or by the user
  bool between_ticks;    // acts on pictures, not on the simulation: frames without a tick carry it too
  const char* meaning;   // one sentence
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
     "Saves a picture of what the user sees (headset and window; a tour uses --shots)."},
    {CommandId::Measure, "measure", "Measure", "M", 0, PanelPlace::Visit, true, false,
     "Takes the point that the tool hand aims at for a measurement, which is shown and kept."},
    {CommandId::Menu, "menu", "Menu", "", 0, PanelPlace::None, false, false,
     "Shows that this version has no menu."},
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
