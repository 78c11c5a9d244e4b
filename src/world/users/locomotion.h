// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moving further than the room allows: teleport along an arc, snap or smooth turns, smooth moving, and the comfort that
// goes with them. Driven by sticks and buttons of FrameInput only; part of the simulation's state.
// Physical walking needs none of this and is never pushed back: a head inside a wall sees black instead.
#include <cstdint>
#include <optional>

#include "core/archive.h"
#include "frame/frame_input.h"
#include "frame/snapshot.h"
#include "math/pose.h"
#include "world/users/user.h"

namespace fh::world {

struct LocomotionSettings {
  std::uint8_t smooth_move = 0;             // the moving stick slides the user
  double move_speed = 1.4;                  // m/s with the stick fully pushed
  std::uint8_t smooth_turn = 0;             // else snap turns of UserSettings::snap_turn
  double turn_speed = math::radians(60.0);  // rad/s
  double vignette = 0.5;                    // strength while sliding or turning smoothly, 0..1
  std::uint8_t swap_sticks = 0;             // the right stick moves, the left one turns
  std::uint8_t swap_tool_hand = 0;          // the left hand aims and uses, whatever the sticks do
  std::uint8_t one_hand = 0;                // either stick turns and teleports, aimed with its own hand
  double arc_speed = 6.5;                   // m/s at which the teleport arc leaves the hand; reaches about 6 m
  double steepest = math::radians(30.0);    // of ground a body can stand on
  double step_height = 0.25;                // m: what sliding climbs and descends

  /// The hand that aims, measures and uses.
  std::uint8_t tool_hand() const { return static_cast<std::uint8_t>(swap_tool_hand ? frame::kLeft : frame::kRight); }
  void visit(core::Archive& archive);
};

/// What moving asks of the place. Scene coordinates, metres.
class Landing {
 public:
  struct Hit {
    math::Vec3 point, normal;
  };
  virtual ~Landing() = default;
  /// The first solid thing between two points.
  virtual std::optional<Hit> between(const math::Vec3& from, const math::Vec3& to) const = 0;
  /// Whether a standing body fits over a point of the ground.
  virtual bool body_fits(const math::Vec3& ground) const = 0;
  /// The same for structure only: the head's centre is in a wall, floor or ceiling.
  virtual bool is_in_structure(const math::Vec3& point) const = 0;
};

enum class TeleportAim : std::uint8_t {
  None,      // not aiming
  NoGround,  // the arc meets nothing
  Steep,     // it meets something that is no floor
  NoRoom,    // floor, but a body does not fit
  Good,
};

struct LocomotionState {
  TeleportAim aim = TeleportAim::None;
  std::uint8_t aiming_hand = 0;
  std::uint8_t by_button = 0;       // aimed with a button, not the stick
  std::uint8_t turn_armed = 1;      // the stick was let go since the last snap turn
  std::uint8_t has_clear_head = 0;  // clear_head is set
  math::Vec3 arc_from{0.0}, arc_velocity{0.0};
  double arc_seconds = 0.0;    // flight time to the end of the arc
  math::Vec3 target{0.0};      // where the arc ends
  math::Vec3 clear_head{0.0};  // where the head last was outside all walls
  double vignette = 0.0;       // 0..1 now
  double wall_fade = 0.0;      // 0..1 now
  double slid = 0.0;           // m moved by stick

  void visit(core::Archive& archive);
};

/// One tick, before the tracked points follow: moves the user's rig.
void advance(LocomotionState& state, UserState& user, const frame::FrameInput& input, const Landing& landing,
             const LocomotionSettings& settings, const UserSettings& user_settings);

/// Arc and landing ring, darkness and vignette.
void draw(const LocomotionState& state, frame::Snapshot& snapshot);

}  // namespace fh::world
