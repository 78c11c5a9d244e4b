// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user in the scene: where tracking space stands, and head and hands as tracked points with grace on loss.
#include <array>

#include "core/archive.h"
#include "frame/frame_input.h"
#include "math/pose.h"

namespace fh::world {

struct UserSettings {
  double snap_turn = math::radians(45.0);  // per command
  double height_offset = 0.0;              // m added to every tracked height
  std::uint8_t seated = 0;                 // lifted, to see the place as if standing
  double seated_lift = kSeatedLift;        // m between the user's eye heights standing and sitting
  double hold_seconds = 0.25;              // tracking loss: pose held …
  double ease_seconds = 0.75;              // … then eased to a resting pose
  double teleport_fade_seconds = 0.15;     // dark before and after

  /// m added to every tracked height, all in all.
  double lift() const { return height_offset + (seated ? seated_lift : 0.0); }
  static constexpr double kSeatedLift = 0.40;  // m, of adults who were not calibrated seated

  void visit(core::Archive& archive);
};

enum class PointStatus : std::uint8_t {
  Absent,   // never seen
  Tracked,  // measured now
  Held,     // lost a moment ago: kept where it was against the head
  Easing,   // lost for longer: moving to rest
  Resting,  // lost for long
};

/// Head or hand in the scene.
struct TrackedPoint {
  math::Pose world_from_point;
  math::Vec3 velocity{0.0};     // m/s, scene
  math::Pose head_from_lost;    // where it was against the head when it was lost
  std::int64_t lost_ticks = 0;  // since it was last tracked
  PointStatus status = PointStatus::Absent;

  void visit(core::Archive& archive);
};

struct HandState {
  TrackedPoint grip;
  math::Pose world_from_aim;
  double trigger = 0.0, squeeze = 0.0;
  std::uint32_t buttons = 0;   // held through tracking loss: a loss is never "button up"
  std::uint32_t pressed = 0;   // went down this tick
  std::uint32_t released = 0;  // went up this tick

  void visit(core::Archive& archive);
};

struct UserState {
  math::Pose world_from_tracking;  // the rig: moved by teleport, turn and recentre only
  TrackedPoint head;
  std::array<HandState, frame::kHands> hands;
  double scale = 1.0;           // m in the scene per m of tracking space: another body is worn (user_body.h)
  double walked = 0.0;          // m over the floor of the scene, teleports left out
  std::int64_t fade_ticks = 0;  // left until the picture is clear again
  std::int64_t turns = 0, teleports = 0, recentres = 0;
  std::int64_t bodies = 0;  // put on since the start
  std::uint8_t paused = 0;
  std::uint8_t placed = 0;  // the head has been seen once

  /// Grows with everything that puts the user elsewhere without a way between.
  std::int64_t jumps() const { return teleports + turns + recentres + bodies; }
  void visit(core::Archive& archive);
};

/// The user at the start of a scenario.
UserState user_at(const math::Pose& start);
/// One tick. `first_of_frame`: commands act once per frame, not once per tick.
void advance(UserState& user, const frame::FrameInput& input, bool first_of_frame, const math::Pose& start,
             const UserSettings& settings);

/// Turns the rig about the vertical through the head, so that the user turns on the spot; positive to the left.
void turn_about_head(UserState& user, double angle);
/// Puts the head over a point of the floor, with a short darkness.
void teleport_to(UserState& user, const math::Vec3& floor_point, const UserSettings& settings);
/// Sees with other eyes from now on: the feet stay where they are, with a short darkness.
void change_scale(UserState& user, double scale, const UserSettings& settings);
/// Where tracking space stands in the scene with the height offset applied: eyes are placed with it. Positions of
/// tracking space are to be multiplied by UserState::scale first.
math::Pose world_from_tracking(const UserState& user, const UserSettings& settings);

/// 1 just after a teleport, falling to 0.
double fade_of(const UserState& user, const UserSettings& settings);

}  // namespace fh::world
