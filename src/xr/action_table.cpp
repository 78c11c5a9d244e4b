// SPDX-License-Identifier: Apache-2.0
#include "xr/action_table.h"

#include <algorithm>
#include <vector>

namespace fh::xr {
namespace {

using enum Act;
// On the side of the tool hand, and on the other one.
constexpr Act Measure = act_of(frame::CommandId::Measure), Snapshot = act_of(frame::CommandId::Snapshot);
constexpr Act Calibrate = act_of(frame::CommandId::Calibrate);
constexpr Side L = Side::Left, R = Side::Right, LR = Side::Both;

constexpr ActionRow kActions[] = {
    {GripPose, ActKind::Pose, "hand", "Hand"},
    {AimPose, ActKind::Pose, "aim", "Pointing"},
    {Use, ActKind::Float, "use", "Use"},
    {UsePress, ActKind::Boolean, "use_press", "Use (press)"},
    {UseTouch, ActKind::Boolean, "use_touch", "Finger on the trigger"},
    {Grab, ActKind::Float, "grab", "Grab"},
    {GrabPress, ActKind::Boolean, "grab_press", "Grab (press)"},
    {Move, ActKind::Vector, "move", "Move"},
    {Turn, ActKind::Vector, "turn", "Turn, aim a teleport"},
    {StickTouch, ActKind::Boolean, "stick_touch", "Thumb on the stick"},
    {Teleport, ActKind::Boolean, "teleport", "Teleport"},
    {Primary, ActKind::Boolean, "primary", "First button"},
    {PrimaryTouch, ActKind::Boolean, "primary_touch", "Thumb on the first button"},
    {Secondary, ActKind::Boolean, "secondary", "Second button"},
    {SecondaryTouch, ActKind::Boolean, "secondary_touch", "Thumb on the second button"},
    {Menu, ActKind::Boolean, "menu", "Menu (hold: recentre)"},
    {TrackpadPress, ActKind::Boolean, "trackpad_press", "Trackpad"},
    {TrackpadTouch, ActKind::Boolean, "trackpad_touch", "Thumb on the trackpad"},
    {Haptic, ActKind::Output, "haptic", "Vibration"},
};
static_assert(std::size(kActions) == kActs);

#define FH_HAND                        \
  {GripPose, LR, "input/grip/pose"}, { \
    AimPose, LR, "input/aim/pose"      \
  }
#define FH_CONTROLLER           \
  FH_HAND, {                    \
    Haptic, LR, "output/haptic" \
  }
#define FH_STICKS                                                 \
  {Move, L, "input/thumbstick"}, {Turn, R, "input/thumbstick"}, { \
    Teleport, LR, "input/thumbstick/click"                        \
  }
#define FH_XYAB                                                                                         \
  {Primary, L, "input/x/click"}, {Primary, R, "input/a/click"}, {Secondary, L, "input/y/click"},        \
      {Secondary, R, "input/b/click"}, {Snapshot, L, "input/y/click"}, {Measure, R, "input/b/click"}, { \
    Calibrate, L, "input/x/click"                                                                       \
  }

constexpr BindingRow kTouch[] = {
    FH_CONTROLLER,
    FH_STICKS,
    FH_XYAB,
    {StickTouch, LR, "input/thumbstick/touch"},
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/value"},
    {UseTouch, LR, "input/trigger/touch"},
    {Grab, LR, "input/squeeze/value"},
    {GrabPress, LR, "input/squeeze/value"},
    {PrimaryTouch, L, "input/x/touch"},
    {PrimaryTouch, R, "input/a/touch"},
    {SecondaryTouch, L, "input/y/touch"},
    {SecondaryTouch, R, "input/b/touch"},
    {Menu, L, "input/menu/click"},
};

constexpr BindingRow kIndex[] = {
    FH_CONTROLLER,
    FH_STICKS,
    {StickTouch, LR, "input/thumbstick/touch"},
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/click"},
    {UseTouch, LR, "input/trigger/touch"},
    {Grab, LR, "input/squeeze/value"},
    {GrabPress, LR, "input/squeeze/value"},
    {Primary, LR, "input/a/click"},
    {PrimaryTouch, LR, "input/a/touch"},
    {Secondary, LR, "input/b/click"},
    {SecondaryTouch, LR, "input/b/touch"},
    {Menu, L, "input/b/click"},  // the Index has no menu button
    {Snapshot, L, "input/a/click"},
    {Measure, R, "input/b/click"},
    {Calibrate, R, "input/a/click"},
    {TrackpadPress, LR, "input/trackpad/force"},
    {TrackpadTouch, LR, "input/trackpad/touch"},
};

// No stick: the trackpad moves and turns, pressing it aims a teleport.
constexpr BindingRow kVive[] = {
    FH_CONTROLLER,
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/click"},
    {Grab, LR, "input/squeeze/click"},
    {GrabPress, LR, "input/squeeze/click"},
    {Move, L, "input/trackpad"},
    {Turn, R, "input/trackpad"},
    {Teleport, LR, "input/trackpad/click"},
    {TrackpadPress, LR, "input/trackpad/click"},
    {TrackpadTouch, LR, "input/trackpad/touch"},
    {Menu, L, "input/menu/click"},
    {Measure, R, "input/menu/click"},
};

constexpr BindingRow kWindows[] = {
    FH_CONTROLLER,
    FH_STICKS,
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/value"},
    {Grab, LR, "input/squeeze/click"},
    {GrabPress, LR, "input/squeeze/click"},
    {Menu, L, "input/menu/click"},
    {Measure, R, "input/menu/click"},
    {TrackpadPress, LR, "input/trackpad/click"},
    {TrackpadTouch, LR, "input/trackpad/touch"},
};

constexpr BindingRow kPico[] = {
    FH_CONTROLLER,
    FH_STICKS,
    FH_XYAB,
    {StickTouch, LR, "input/thumbstick/touch"},
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/value"},
    {UseTouch, LR, "input/trigger/touch"},
    {Grab, LR, "input/squeeze/value"},
    {GrabPress, LR, "input/squeeze/value"},
    {Menu, L, "input/menu/click"},
};

constexpr BindingRow kViveStick[] = {
    // Focus 3 and Cosmos
    FH_CONTROLLER,
    FH_STICKS,
    FH_XYAB,
    {StickTouch, LR, "input/thumbstick/touch"},
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/click"},
    {Grab, LR, "input/squeeze/click"},
    {GrabPress, LR, "input/squeeze/click"},
    {Menu, L, "input/menu/click"},
};

constexpr BindingRow kHp[] = {
    FH_CONTROLLER,
    FH_STICKS,
    FH_XYAB,
    {Use, LR, "input/trigger/value"},
    {UsePress, LR, "input/trigger/value"},
    {Grab, LR, "input/squeeze/value"},
    {GrabPress, LR, "input/squeeze/value"},
    {Menu, LR, "input/menu/click"},
};

// Two buttons must do for everything essential: select grabs and uses, right menu teleports, left menu is the menu and,
// held, recentres.
constexpr BindingRow kSimple[] = {
    FH_CONTROLLER,
    {Use, LR, "input/select/click"},
    {UsePress, LR, "input/select/click"},
    {Grab, LR, "input/select/click"},
    {GrabPress, LR, "input/select/click"},
    {Menu, L, "input/menu/click"},
    {Teleport, R, "input/menu/click"},
};

constexpr BindingRow kBareHand[] = {
    FH_HAND,
    {Use, LR, "input/pinch_ext/value"},
    {UsePress, LR, "input/pinch_ext/value"},
    {Grab, LR, "input/grasp_ext/value"},
    {GrabPress, LR, "input/grasp_ext/value"},
};

constexpr BindingRow kBareHandMicrosoft[] = {
    FH_HAND,
    {Use, LR, "input/select/value"},
    {UsePress, LR, "input/select/value"},
    {Grab, LR, "input/squeeze/value"},
    {GrabPress, LR, "input/squeeze/value"},
};

constexpr const char* kPicoExtension = "XR_BD_controller_interaction";

constexpr ProfileRow kProfiles[] = {
    {"valve/index_controller", "", "", kIndex, "Valve Index controllers"},
    {"oculus/touch_controller", "", "", kTouch, "Touch controllers"},
    {"htc/vive_controller", "", "", kVive, "Vive wands"},
    {"microsoft/motion_controller", "", "", kWindows, "Windows Mixed Reality controllers"},
    {"meta/touch_controller_plus", "meta/touch_plus_controller", "XR_META_touch_controller_plus", kTouch,
     "Touch Plus controllers"},
    {"facebook/touch_controller_pro", "meta/touch_pro_controller", "XR_FB_touch_controller_pro", kTouch,
     "Touch Pro controllers"},
    {"bytedance/pico_neo3_controller", "bytedance/pico_neo3_controller", kPicoExtension, kPico,
     "Pico Neo 3 controllers"},
    {"bytedance/pico4_controller", "bytedance/pico4_controller", kPicoExtension, kPico, "Pico 4 controllers"},
    {"bytedance/pico4s_controller", "", kPicoExtension, kPico, "Pico 4 Ultra controllers"},
    {"htc/vive_focus3_controller", "htc/vive_focus3_controller", "XR_HTC_vive_focus3_controller_interaction",
     kViveStick, "Vive Focus 3 controllers"},
    {"htc/vive_cosmos_controller", "htc/vive_cosmos_controller", "XR_HTC_vive_cosmos_controller_interaction",
     kViveStick, "Vive Cosmos controllers"},
    {"hp/mixed_reality_controller", "hp/mixed_reality_controller", "XR_EXT_hp_mixed_reality_controller", kHp,
     "HP Reverb controllers"},
    {"samsung/odyssey_controller", "samsung/odyssey_controller", "XR_EXT_samsung_odyssey_controller", kWindows,
     "Samsung Odyssey controllers"},
    {"ext/hand_interaction_ext", "", "XR_EXT_hand_interaction", kBareHand, "bare hands"},
    {"microsoft/hand_interaction", "", "XR_MSFT_hand_interaction", kBareHandMicrosoft, "bare hands"},
    {"khr/simple_controller", "", "", kSimple, "simple controllers"},
};

}  // namespace

bool swaps_tool_buttons(const ProfileRow& profile) {
  bool measures = false, snaps = false;
  for (const BindingRow& row : profile.bindings) {
    measures = measures || row.act == Measure;
    snaps = snaps || row.act == Snapshot;
  }
  return measures && snaps;
}

namespace {

const BindingRow* binding_of(const ProfileRow& profile, Act act, Side side) {
  for (const BindingRow& row : profile.bindings) {
    if (row.act == act && (side == LR || row.side == LR || row.side == side)) return &row;
  }
  return nullptr;
}

/// "input/trigger/value" is the trigger, "input/b/click" the button B.
std::string words_of(const BindingRow& row) {
  std::string_view part = row.path;
  part.remove_prefix(std::min(part.size(), std::string_view("input/").size()));
  part = part.substr(0, part.find('/'));
  part = part.substr(0, part.find("_ext"));
  std::string words(part);
  if (words.size() == 1) words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

std::string button_words(const ProfileRow& profile, Act act) {
  const BindingRow* row = binding_of(profile, act, LR);
  if (!row) return {};
  return (row->side == L ? "left " : row->side == R ? "right " : "") + words_of(*row);
}

Act menu_act(const ProfileRow& profile, Side side, bool alone) {
  if (!alone || binding_of(profile, Menu, side)) return Menu;
  return binding_of(profile, Measure, side) ? Measure : Teleport;
}

std::string menu_hint(std::string_view device, std::optional<Side> alone) {
  for (const ProfileRow& profile : kProfiles) {
    if (device != profile.name) continue;
    const std::string pick = button_words(profile, UsePress);
    std::string menu = button_words(profile, Menu);
    if (alone) {
      const BindingRow* row = binding_of(profile, menu_act(profile, *alone, true), *alone);
      menu = row ? words_of(*row) : std::string();
    }
    std::string words = pick.empty() ? std::string() : "Pick: " + pick;
    if (!menu.empty()) words += (words.empty() ? "Menu: " : ", menu: ") + menu;
    return words;
  }
  return {};
}

std::span<const ActionRow> actions() {
  static const std::vector<ActionRow> kAll = [] {
    std::vector<ActionRow> all(std::begin(kActions), std::end(kActions));
    for (const frame::CommandRow& row : frame::kCommands) {
      if (row.has_action) all.push_back({act_of(row.id), ActKind::Boolean, row.word, row.label});
    }
    return all;
  }();
  return kAll;
}
std::span<const ProfileRow> profiles() {
  return kProfiles;
}

}  // namespace fh::xr
