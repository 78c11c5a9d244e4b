// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the user can do, named by meaning, and which part of which controller does it: one readable table.
// Interaction profiles as in the OpenXR registry; a runtime that knows none of them still maps its own device to one.
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "frame/commands.h"

namespace fh::xr {

enum class Act : std::uint8_t {
  GripPose,  // where a held thing is; the wrist's target
  AimPose,   // where the hand points
  Use,       // trigger, 0..1
  UsePress,
  UseTouch,
  Grab,  // squeeze, 0..1
  GrabPress,
  Move,  // stick of the moving hand
  Turn,  // stick of the other hand: turns, and aims a teleport when pushed forward
  StickTouch,
  Teleport,  // held: aim, released: go. Where there is a stick, its press
  Primary,   // A or X
  PrimaryTouch,
  Secondary,  // B or Y
  SecondaryTouch,
  Menu,  // short press: menu; held for a second: recentre
  TrackpadPress,
  TrackpadTouch,
  Haptic,
};
inline constexpr std::size_t kActs = static_cast<std::size_t>(Act::Haptic) + 1;

/// Of a command that has an action of its own (frame::CommandRow::has_action): such acts follow those above.
constexpr Act act_of(frame::CommandId id) {
  return static_cast<Act>(kActs + static_cast<std::size_t>(id));
}
inline constexpr std::size_t kAllActs = kActs + std::size(frame::kCommands) + 1;

enum class ActKind : std::uint8_t { Pose, Float, Boolean, Vector, Output };

struct ActionRow {
  Act act;
  ActKind kind;
  const char* name;       // OpenXR action name
  const char* localised;  // shown by the runtime's binding editor
};

enum class Side : std::uint8_t { Left, Right, Both };

struct BindingRow {
  Act act;
  Side side;
  const char* path;  // below /user/hand/left or right
};

struct ProfileRow {
  const char* path;       // below /interaction_profiles/
  const char* path_1_1;   // its name in OpenXR 1.1 core, "" when it is not there
  const char* extension;  // needed for `path` under 1.0; "" for core
  std::span<const BindingRow> bindings;
  const char* name;  // for people
};

/// Whether measure and snapshot can change sides with the tool hand: both have a button.
bool swaps_tool_buttons(const ProfileRow& profile);

/// What people call the part of a controller that does an act: "trigger", "left menu"; "" where nothing does.
std::string button_words(const ProfileRow& profile, Act act);
/// What opens the menu on a side. A controller that is alone has no button of the other one's: there the one that
/// measures, or teleports, is the menu's, for everything else is in the menu.
Act menu_act(const ProfileRow& profile, Side side, bool alone);
/// "Pick: trigger, menu: left menu" for the device of that name (ProfileRow::name); "" for unknown ones. `alone`: the
/// side of the only controller there is.
std::string menu_hint(std::string_view device, std::optional<Side> alone = {});

/// Acts and the commands that have an action.
std::span<const ActionRow> actions();
/// Best first: a runtime takes the one that fits its device.
std::span<const ProfileRow> profiles();

}  // namespace fh::xr
