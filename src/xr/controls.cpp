// SPDX-License-Identifier: Apache-2.0
#include "xr/controls.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/log.h"
#include "frame/finger_curls.h"
#include "xr/check.h"
#include "xr/tracking.h"

namespace fh::xr {
namespace {

constexpr const char* kHandPaths[frame::kHands] = {"/user/hand/left", "/user/hand/right"};
constexpr XrTime kLongPress = 1000000000;  // ns a menu button is held to recentre

XrActionType type_of(ActKind kind) {
  switch (kind) {
    case ActKind::Pose:
      return XR_ACTION_TYPE_POSE_INPUT;
    case ActKind::Float:
      return XR_ACTION_TYPE_FLOAT_INPUT;
    case ActKind::Boolean:
      return XR_ACTION_TYPE_BOOLEAN_INPUT;
    case ActKind::Vector:
      return XR_ACTION_TYPE_VECTOR2F_INPUT;
    case ActKind::Output:
      break;
  }
  return XR_ACTION_TYPE_VIBRATION_OUTPUT;
}

/// Measuring is the tool hand's, a snapshot the other one's.
frame::CommandId of_other_hand(frame::CommandId id) {
  if (id == frame::CommandId::Measure) return frame::CommandId::Snapshot;
  return id == frame::CommandId::Snapshot ? frame::CommandId::Measure : id;
}

double unit(float value) {
  return math::clamp(static_cast<double>(value), 0.0, 1.0);
}
double signed_unit(float value) {
  return math::clamp(static_cast<double>(value), -1.0, 1.0);
}

}  // namespace

core::Result<Controls> Controls::create(const Instance& instance, XrSession session,
                                        const std::vector<std::string>& only_profiles, XrActionSet other_set) {
  Controls controls(instance, session, other_set);
  FH_TRY_VOID(controls.make_actions());
  controls.suggest(only_profiles);
  XrSessionActionSetsAttachInfo attach{XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO};
  const std::array sets = {controls.set_, other_set};
  attach.countActionSets = other_set == XR_NULL_HANDLE ? 1 : 2;
  attach.actionSets = sets.data();
  FH_XR(xrAttachSessionActionSets(session, &attach));
  FH_TRY_VOID(controls.make_spaces());
  return controls;
}

core::Result<> Controls::make_actions() {
  XrActionSetCreateInfo set{XR_TYPE_ACTION_SET_CREATE_INFO};
  std::strcpy(set.actionSetName, "visit");
  std::strcpy(set.localizedActionSetName, "Visit");
  FH_XR(xrCreateActionSet(instance_->get(), &set, &set_));
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) hands_[hand] = instance_->path_of(kHandPaths[hand]);
  for (const auto& row : actions()) {
    XrActionCreateInfo info{XR_TYPE_ACTION_CREATE_INFO};
    std::strcpy(info.actionName, row.name);
    std::strcpy(info.localizedActionName, row.localised);
    info.actionType = type_of(row.kind);
    info.countSubactionPaths = frame::kHands;
    info.subactionPaths = hands_.data();
    FH_XR(xrCreateAction(set_, &info, &actions_[static_cast<std::size_t>(row.act)]));
  }
  return {};
}

core::Result<> Controls::make_spaces() {
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
    XrActionSpaceCreateInfo info{XR_TYPE_ACTION_SPACE_CREATE_INFO};
    info.subactionPath = hands_[hand];
    info.poseInActionSpace.orientation.w = 1.0f;
    info.action = actions_[static_cast<std::size_t>(Act::GripPose)];
    FH_XR(xrCreateActionSpace(session_, &info, &grips_[hand]));
    info.action = actions_[static_cast<std::size_t>(Act::AimPose)];
    FH_XR(xrCreateActionSpace(session_, &info, &aims_[hand]));
  }
  return {};
}

void Controls::suggest(const std::vector<std::string>& only_profiles) {
  for (const auto& profile : profiles()) {
    const bool wanted = only_profiles.empty() ||
                        std::find(only_profiles.begin(), only_profiles.end(), profile.path) != only_profiles.end();
    const bool known = !*profile.extension || instance_->has(profile.extension);
    const char* name = known ? profile.path : (instance_->is_1_1() ? profile.path_1_1 : "");
    if (!wanted || !*name) continue;
    std::vector<XrActionSuggestedBinding> bindings;
    for (const auto& row : profile.bindings) {
      for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
        if (row.side == (hand == frame::kLeft ? Side::Right : Side::Left)) continue;
        const std::string path = fmt::format("{}/{}", kHandPaths[hand], row.path);
        bindings.push_back({actions_[static_cast<std::size_t>(row.act)], instance_->path_of(path.c_str())});
      }
    }
    const std::string path = fmt::format("/interaction_profiles/{}", name);
    XrInteractionProfileSuggestedBinding info{XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING};
    info.interactionProfile = instance_->path_of(path.c_str());
    info.countSuggestedBindings = static_cast<std::uint32_t>(bindings.size());
    info.suggestedBindings = bindings.data();
    if (const XrResult result = xrSuggestInteractionProfileBindings(instance_->get(), &info); XR_FAILED(result))
      core::log_warning("the runtime does not take our buttons for {} ({})", profile.name, name_of(result));
  }
}

core::Result<> Controls::sync() {
  const XrActiveActionSet active[] = {{set_, XR_NULL_PATH}, {other_set_, XR_NULL_PATH}};
  XrActionsSyncInfo info{XR_TYPE_ACTIONS_SYNC_INFO};
  info.countActiveActionSets = other_set_ == XR_NULL_HANDLE ? 1 : 2;
  info.activeActionSets = active;
  const XrResult result = xrSyncActions(session_, &info);
  if (XR_FAILED(result)) return tl::make_unexpected(failure(result, "xrSyncActions"));
  focused_ = result == XR_SUCCESS;
  return {};
}

bool Controls::boolean(Act act, std::size_t hand, bool* changed) const {
  XrActionStateGetInfo info{XR_TYPE_ACTION_STATE_GET_INFO};
  info.action = actions_[static_cast<std::size_t>(act)];
  info.subactionPath = hands_[hand];
  XrActionStateBoolean state{XR_TYPE_ACTION_STATE_BOOLEAN};
  if (XR_FAILED(xrGetActionStateBoolean(session_, &info, &state)) || !state.isActive) return false;
  if (changed) *changed = state.changedSinceLastSync == XR_TRUE;
  return state.currentState == XR_TRUE;
}

bool Controls::is_bound(Act act, std::size_t hand) const {
  XrActionStateGetInfo info{XR_TYPE_ACTION_STATE_GET_INFO};
  info.action = actions_[static_cast<std::size_t>(act)];
  info.subactionPath = hands_[hand];
  XrActionStateBoolean state{XR_TYPE_ACTION_STATE_BOOLEAN};
  return XR_SUCCEEDED(xrGetActionStateBoolean(session_, &info, &state)) && state.isActive;
}

double Controls::number(Act act, std::size_t hand) const {
  XrActionStateGetInfo info{XR_TYPE_ACTION_STATE_GET_INFO};
  info.action = actions_[static_cast<std::size_t>(act)];
  info.subactionPath = hands_[hand];
  XrActionStateFloat state{XR_TYPE_ACTION_STATE_FLOAT};
  if (XR_FAILED(xrGetActionStateFloat(session_, &info, &state)) || !state.isActive) return 0.0;
  return unit(state.currentState);
}

math::Vec2 Controls::vector(Act act) const {
  // Either hand: a user may bind "move" to the right stick in the runtime's editor.
  XrActionStateGetInfo info{XR_TYPE_ACTION_STATE_GET_INFO};
  info.action = actions_[static_cast<std::size_t>(act)];
  XrActionStateVector2f state{XR_TYPE_ACTION_STATE_VECTOR2F};
  if (XR_FAILED(xrGetActionStateVector2f(session_, &info, &state)) || !state.isActive) return math::Vec2(0.0);
  return {signed_unit(state.currentState.x), signed_unit(state.currentState.y)};
}

void Controls::read_hand(std::size_t hand, XrSpace floor, XrTime time, frame::HandInput& out) const {
  XrActionStateGetInfo info{XR_TYPE_ACTION_STATE_GET_INFO};
  info.action = actions_[static_cast<std::size_t>(Act::GripPose)];
  info.subactionPath = hands_[hand];
  XrActionStatePose state{XR_TYPE_ACTION_STATE_POSE};
  out.active = XR_SUCCEEDED(xrGetActionStatePose(session_, &info, &state)) && state.isActive ? 1 : 0;
  if (!out.active) return;
  out.grip = locate(grips_[hand], floor, time);
  out.aim = locate(aims_[hand], floor, time);
  out.trigger = number(Act::Use, hand);
  out.squeeze = number(Act::Grab, hand);
  const auto bit = [&](Act act, std::uint32_t button) { return boolean(act, hand) ? button : 0u; };
  out.buttons = bit(Act::UsePress, frame::kButtonTrigger) | bit(Act::GrabPress, frame::kButtonSqueeze) |
                bit(Act::Primary, frame::kButtonPrimary) | bit(Act::Secondary, frame::kButtonSecondary) |
                bit(Act::Teleport, frame::kButtonStick) | bit(Act::Menu, frame::kButtonMenu) |
                bit(Act::TrackpadPress, frame::kButtonTrackpad);
  out.touches = bit(Act::UseTouch, frame::kButtonTrigger) | bit(Act::PrimaryTouch, frame::kButtonPrimary) |
                bit(Act::SecondaryTouch, frame::kButtonSecondary) | bit(Act::StickTouch, frame::kButtonStick) |
                bit(Act::TrackpadTouch, frame::kButtonTrackpad);
  // Tracked fingers know better: they come after (fingers.h).
  out.curls = frame::curls_of_controller(out, is_bound(Act::UseTouch, hand));
  out.curls_valid = 1;
}

/// With one controller alone, its button for tools or teleports is the menu's where it has none for it.
void Controls::choose_menu_acts(frame::FrameInput& input) {
  const bool left = input.hands[frame::kLeft].active != 0, right = input.hands[frame::kRight].active != 0;
  alone_ = left == right ? std::nullopt : std::optional(left ? Side::Left : Side::Right);
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
    const Side side = hand == frame::kLeft ? Side::Left : Side::Right;
    menu_acts_[hand] = profiles_[hand] ? menu_act(*profiles_[hand], side, alone_ == side) : Act::Menu;
    std::uint32_t& buttons = input.hands[hand].buttons;
    if (menu_acts_[hand] != Act::Teleport || (buttons & frame::kButtonStick) == 0) continue;
    buttons = (buttons & ~frame::kButtonStick) | frame::kButtonMenu;
  }
}

void Controls::read_commands(XrTime time, frame::CommandList& out) {
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
    const auto pressed = [&](Act act) {
      bool changed = false;
      return boolean(act, hand, &changed) && changed;
    };
    // Bindings are fixed when a session begins; what they mean follows the tool hand.
    const bool swapped = tool_hand_swapped_ && can_swap_[hand];
    for (const frame::CommandRow& row : frame::kCommands) {
      if (row.has_action && act_of(row.id) != menu_acts_[hand] && pressed(act_of(row.id)))
        out.add(swapped ? of_other_hand(row.id) : row.id);
    }
    XrTime& since = menu_since_[hand];
    if (boolean(menu_acts_[hand], hand)) {
      if (since == 0) since = time;
      if (since > 0 && time - since >= kLongPress) {
        since = -1;
        out.add(frame::CommandId::Recentre);
      }
    } else {
      if (since > 0) out.add(frame::CommandId::Menu);  // on release, so that a long press does not open it first
      since = 0;
    }
  }
}

void Controls::read(XrSpace floor, XrTime time, frame::FrameInput& input) {
  if (!focused_) {
    menu_since_ = {};
    return;
  }
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) read_hand(hand, floor, time, input.hands[hand]);
  choose_menu_acts(input);
  // By meaning, not by side: the left slot carries "move", the right one "turn".
  input.hands[frame::kLeft].stick = vector(Act::Move);
  input.hands[frame::kRight].stick = vector(Act::Turn);
  read_commands(time, input.commands);
}

void Controls::look_up_devices() {
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
    XrInteractionProfileState state{XR_TYPE_INTERACTION_PROFILE_STATE};
    if (XR_FAILED(xrGetCurrentInteractionProfile(session_, hands_[hand], &state))) continue;
    const std::string path = instance_->text_of(state.interactionProfile);
    devices_[hand] = path;
    profiles_[hand] = nullptr;
    for (const auto& profile : profiles()) {
      const bool same = path == fmt::format("/interaction_profiles/{}", profile.path) ||
                        (*profile.path_1_1 && path == fmt::format("/interaction_profiles/{}", profile.path_1_1));
      if (!same) continue;
      devices_[hand] = profile.name;
      profiles_[hand] = &profile;
      can_swap_[hand] = swaps_tool_buttons(profile);
    }
    core::log_info("{} hand: {}", hand == frame::kLeft ? "left" : "right",
                   devices_[hand].empty() ? "nothing" : devices_[hand]);
  }
}

void Controls::vibrate(std::size_t hand, double seconds, double strength) const {
  if (!focused_) return;
  XrHapticVibration vibration{XR_TYPE_HAPTIC_VIBRATION};
  vibration.duration = static_cast<XrDuration>(seconds * 1e9);
  vibration.frequency = XR_FREQUENCY_UNSPECIFIED;
  vibration.amplitude = static_cast<float>(strength);
  XrHapticActionInfo info{XR_TYPE_HAPTIC_ACTION_INFO};
  info.action = actions_[static_cast<std::size_t>(Act::Haptic)];
  info.subactionPath = hands_[hand];
  xrApplyHapticFeedback(session_, &info, reinterpret_cast<const XrHapticBaseHeader*>(&vibration));
}

Controls::Controls(Controls&& other) noexcept
    : instance_(other.instance_),
      session_(other.session_),
      set_(std::exchange(other.set_, XR_NULL_HANDLE)),
      other_set_(other.other_set_),
      actions_(std::exchange(other.actions_, {})),
      hands_(other.hands_),
      grips_(std::exchange(other.grips_, {})),
      aims_(std::exchange(other.aims_, {})),
      devices_(std::move(other.devices_)),
      can_swap_(other.can_swap_),
      profiles_(other.profiles_),
      alone_(other.alone_),
      menu_acts_(other.menu_acts_),
      tool_hand_swapped_(other.tool_hand_swapped_),
      focused_(other.focused_),
      menu_since_(other.menu_since_) {}

Controls::~Controls() {
  for (const auto& spaces : {grips_, aims_}) {
    for (const XrSpace space : spaces) {
      if (space != XR_NULL_HANDLE) xrDestroySpace(space);
    }
  }
  if (set_ != XR_NULL_HANDLE) xrDestroyActionSet(set_);  // its actions go with it
}

}  // namespace fh::xr
