// SPDX-License-Identifier: Apache-2.0
#include "world/users/locomotion.h"

#include <cmath>

#include "core/time.h"
#include "math/constants.h"

namespace fh::world {
namespace {

using frame::FrameInput;
using math::Vec2;
using math::Vec3;

constexpr double kPushed = 0.7, kLetGo = 0.4;  // of a stick's way: hysteresis, so that a resting thumb does nothing
constexpr double kDeadZone = 0.15;
constexpr double kArcStep = 1.0 / 30.0, kArcLongest = 2.0;  // s
constexpr double kComfortRate = 4.0, kWallRate = 10.0;      // 1/s at which vignette and wall fade come and go

Vec3 arc_at(const LocomotionState& state, double seconds) {
  return state.arc_from + seconds * state.arc_velocity - Vec3(0.0, 0.5 * math::kGravity * seconds * seconds, 0.0);
}

double approach(double value, double goal, double rate) {
  const double step = rate * core::kTickSeconds;
  return value + math::clamp(goal - value, -step, step);
}

struct Sticks {
  Vec2 move{0.0}, turn{0.0};
  std::uint8_t aiming_hand = frame::kRight;  // when the turning stick is pushed forward
};

Sticks sticks_of(const FrameInput& input, const LocomotionSettings& settings) {
  const Vec2& left = input.hands[frame::kLeft].stick;
  const Vec2& right = input.hands[frame::kRight].stick;
  if (settings.one_hand) {
    const bool use_left = glm::dot(left, left) > glm::dot(right, right);
    return {Vec2(0.0), use_left ? left : right, static_cast<std::uint8_t>(use_left ? frame::kLeft : frame::kRight)};
  }
  if (settings.swap_sticks) return {right, left, settings.tool_hand()};
  return {left, right, settings.tool_hand()};
}

/// Follows the arc until it meets something.
void trace(LocomotionState& state, const UserState& user, const Landing& landing, const LocomotionSettings& settings) {
  const math::Pose& aim = user.hands[state.aiming_hand].world_from_aim;
  state.arc_from = aim.position;
  state.arc_velocity = settings.arc_speed * aim.direction(math::kForward);
  state.aim = TeleportAim::NoGround;
  state.arc_seconds = kArcLongest;
  state.target = arc_at(state, kArcLongest);
  const int steps = static_cast<int>(kArcLongest / kArcStep + 0.5);
  for (int i = 0; i < steps; ++i) {
    const Vec3 a = arc_at(state, i * kArcStep), b = arc_at(state, (i + 1) * kArcStep);
    const auto hit = landing.between(a, b);
    if (!hit) continue;
    const double share = glm::length(hit->point - a) / std::fmax(glm::length(b - a), 1e-9);
    state.arc_seconds = (i + share) * kArcStep;
    state.target = hit->point;
    if (hit->normal.y < math::cos(settings.steepest))
      state.aim = TeleportAim::Steep;
    else
      state.aim = landing.body_fits(hit->point) ? TeleportAim::Good : TeleportAim::NoRoom;
    return;
  }
}

void teleport(LocomotionState& state, UserState& user, const FrameInput& input, const Sticks& sticks,
              const Landing& landing, const LocomotionSettings& settings, const UserSettings& user_settings) {
  const bool was_aiming = state.aim != TeleportAim::None;
  const auto button = [&](std::size_t hand) { return (input.hands[hand].buttons & frame::kButtonStick) != 0; };
  const double held = was_aiming && !state.by_button ? kLetGo : kPushed;
  const bool by_stick = sticks.turn.y > held && sticks.turn.y > std::fabs(sticks.turn.x);
  if (input.focus != frame::SessionFocus::Focused) {
    state.aim = TeleportAim::None;  // someone else has the buttons: nothing is meant by letting go
    return;
  }
  if (!was_aiming) {
    if (!by_stick && !button(frame::kLeft) && !button(frame::kRight)) return;
    state.by_button = by_stick ? 0 : 1;
    const std::uint8_t tool = settings.tool_hand(), other = 1 - tool;
    state.aiming_hand = by_stick ? sticks.aiming_hand : (button(tool) ? tool : other);
  }
  const bool still = state.by_button ? button(state.aiming_hand) : by_stick;
  if (still) return trace(state, user, landing, settings);
  if (state.aim == TeleportAim::Good) {
    teleport_to(user, state.target, user_settings);
  }
  state.aim = TeleportAim::None;
}

/// True while it turns.
bool turn(LocomotionState& state, UserState& user, const Vec2& stick, const LocomotionSettings& settings,
          const UserSettings& user_settings) {
  const double across = std::fabs(stick.x) > std::fabs(stick.y) ? stick.x : 0.0;
  if (settings.smooth_turn) {
    if (std::fabs(across) < kDeadZone) return false;
    turn_about_head(user, -across * settings.turn_speed * core::kTickSeconds);
    return true;
  }
  if (std::fabs(stick.x) < kLetGo) state.turn_armed = 1;
  if (state.turn_armed && std::fabs(across) > kPushed) {
    state.turn_armed = 0;
    turn_about_head(user, across > 0.0 ? -user_settings.snap_turn : user_settings.snap_turn);
    ++user.turns;
  }
  return false;
}

/// The ground under a point within a step up or down; nothing when there is a gap or a body does not fit.
std::optional<Vec3> standing_place(const Vec3& at, const Landing& landing, const LocomotionSettings& settings) {
  const Vec3 step(0.0, settings.step_height, 0.0);
  const auto ground = landing.between(at + step, at - step);
  if (!ground || ground->normal.y < math::cos(settings.steepest) || !landing.body_fits(ground->point)) return {};
  return ground->point;
}

/// True while it moves. Slides along walls: whole step, else its x part, else its z part.
bool slide(LocomotionState& state, UserState& user, const Vec2& stick, const Landing& landing,
           const LocomotionSettings& settings) {
  const double push = std::sqrt(stick.x * stick.x + stick.y * stick.y);
  if (!settings.smooth_move || push < kDeadZone) return false;
  const double yaw = math::yaw_of(user.head.world_from_point.rotation);
  const Vec3 way = math::rotate(math::from_axis_angle(math::kUp, yaw), Vec3(stick.x, 0.0, -stick.y));
  const Vec3 step = settings.move_speed * core::kTickSeconds / std::fmax(push, 1.0) * way;
  const Vec3& head = user.head.world_from_point.position;
  const Vec3 here(head.x, user.world_from_tracking.position.y, head.z);
  for (const Vec3& part : {step, Vec3(step.x, 0.0, 0.0), Vec3(0.0, 0.0, step.z)}) {
    const auto place = standing_place(here + part, landing, settings);
    if (!place || glm::length(part) < 1e-6) continue;
    user.world_from_tracking.position += *place - here;
    state.slid += glm::length(part);
    return true;
  }
  return false;
}

void darken(LocomotionState& state, const UserState& user, const Landing& landing) {
  const Vec3& head = user.head.world_from_point.position;
  // Walls may be mere surfaces: once through one, the way back to the last clear place is still blocked.
  const bool inside =
      landing.is_in_structure(head) || (state.has_clear_head && landing.between(state.clear_head, head));
  if (!inside) {
    state.clear_head = head;
    state.has_clear_head = 1;
  }
  state.wall_fade = approach(state.wall_fade, inside ? 1.0 : 0.0, kWallRate);
}

}  // namespace

void LocomotionSettings::visit(core::Archive& archive) {
  archive.field("smooth_move", smooth_move);
  archive.field("move_speed", move_speed);
  archive.field("smooth_turn", smooth_turn);
  archive.field("turn_speed", turn_speed);
  archive.field("vignette", vignette);
  archive.field("swap_sticks", swap_sticks);
  archive.field("swap_tool_hand", swap_tool_hand);
  archive.field("one_hand", one_hand);
  archive.field("arc_speed", arc_speed);
  archive.field("steepest", steepest);
  archive.field("step_height", step_height);
}

void LocomotionState::visit(core::Archive& archive) {
  archive.field("aim", aim);
  archive.field("aiming_hand", aiming_hand);
  archive.field("by_button", by_button);
  archive.field("turn_armed", turn_armed);
  archive.field("has_clear_head", has_clear_head);
  archive.field("arc_from", arc_from);
  archive.field("arc_velocity", arc_velocity);
  archive.field("arc_seconds", arc_seconds);
  archive.field("target", target);
  archive.field("clear_head", clear_head);
  archive.field("vignette", vignette);
  archive.field("wall_fade", wall_fade);
  archive.field("slid", slid);
}

void advance(LocomotionState& state, UserState& user, const FrameInput& input, const Landing& landing,
             const LocomotionSettings& settings, const UserSettings& user_settings) {
  if (!user.placed) return;
  const std::int64_t teleports = user.teleports;
  const bool focused = input.focus == frame::SessionFocus::Focused;
  const Sticks sticks = focused ? sticks_of(input, settings) : Sticks{};
  teleport(state, user, input, sticks, landing, settings, user_settings);
  const bool turns = state.aim == TeleportAim::None && turn(state, user, sticks.turn, settings, user_settings);
  const bool slides = slide(state, user, sticks.move, landing, settings);
  state.vignette = approach(state.vignette, turns || slides ? settings.vignette : 0.0, kComfortRate);
  // A user who is put elsewhere is there in the next tick: where the head still is must not be taken for the last clear
  // place, or a wall between the two places would keep the view black.
  const bool jumps = user.teleports != teleports || input.commands.has(frame::CommandId::Teleport) ||
                     input.commands.has(frame::CommandId::Recentre);
  if (jumps)
    state.has_clear_head = 0;
  else
    darken(state, user, landing);
}

void draw(const LocomotionState& state, frame::Snapshot& snapshot) {
  snapshot.vignette = std::fmax(snapshot.vignette, static_cast<float>(state.vignette));
  snapshot.fade = std::fmax(snapshot.fade, static_cast<float>(state.wall_fade));
  if (state.aim == TeleportAim::None) return;
  // Told apart by shape too, not by colour alone: a ring where landing is allowed, none where not.
  const bool good = state.aim == TeleportAim::Good;
  const frame::Colour colour = good ? frame::Colour{0.1f, 0.65f, 0.9f, 1.0f} : frame::Colour{0.85f, 0.3f, 0.1f, 1.0f};
  constexpr int kPieces = 24;
  for (int i = 0; i < kPieces; ++i) {
    frame::OverlayLine line;
    line.a = arc_at(state, state.arc_seconds * i / kPieces);
    line.b = arc_at(state, state.arc_seconds * (i + 1) / kPieces);
    line.colour = colour;
    line.width = 0.012f;
    if (good || i % 2 == 0) snapshot.overlay.lines.push_back(line);  // dashed when not
  }
  if (!good) return;
  frame::OverlayDisc ring;
  ring.centre = state.target + Vec3(0.0, 0.01, 0.0);
  ring.radius = 0.30f;
  ring.inner_radius = 0.24f;
  ring.colour = colour;
  snapshot.overlay.discs.push_back(ring);
}

}  // namespace fh::world
