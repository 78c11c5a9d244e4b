// SPDX-License-Identifier: Apache-2.0
#pragma once
// The user in the scene: where tracking space stands, where the head is, and the one pose of each hand that physics,
// touch, pointing and the picture share: that of the avatar's hand (avatar.h).
#include <array>

#include "core/archive.h"
#include "frame/carry_way.h"
#include "frame/frame_input.h"
#include "human/tracking/hand_loss.h"
#include "math/pose.h"

namespace fh::world {

struct UserSettings {
  double snap_turn = math::radians(45.0);  // per command
  double height_offset = 0.0;              // m added to every tracked height
  std::uint8_t seated = 0;                 // lifted, to see the place as if standing
  double seated_lift = kSeatedLift;        // m between the user's eye heights standing and sitting
  human::HandLossTimes hand_loss;          // hands that are not tracked
  double teleport_fade_seconds = 0.15;     // dark before and after
  std::uint8_t show_balance = 0;           // beside the wrist and on the floor (balance_mark.h)
  std::uint8_t far_grab = 1;               // hands also take what they point at (user_grips.h)

  /// m added to every tracked height, all in all.
  double lift() const { return height_offset + (seated ? seated_lift : 0.0); }
  static constexpr double kSeatedLift = 0.40;  // m, of adults who were not calibrated seated

  void visit(core::Archive& archive);
};

/// Head or hand in the scene.
struct TrackedPoint {
  math::Pose world_from_point;
  math::Vec3 velocity{0.0};  // m/s, scene
  std::uint8_t tracked = 0;  // measured this tick

  void visit(core::Archive& archive);
};

struct HandState {
  TrackedPoint grip;               // the drawn hand, where it holds things; set by follow_body()
  math::Pose world_from_aim;       // -Z is the ray: from the drawn hand, turned as the controller points
  math::Pose world_from_measured;  // the controller's grip; kept while it is not tracked
  math::Pose grip_from_aim;        // of the controller; kept likewise
  human::HandTracking tracking = human::HandTracking::Absent;
  std::uint8_t knows_velocity = 0;  // the velocity is measured, too
  double trigger = 0.0, squeeze = 0.0;
  std::uint32_t buttons = 0;   // held through tracking loss: a loss is never "button up"
  std::uint32_t pressed = 0;   // went down this tick
  std::uint32_t released = 0;  // went up this tick

  void visit(core::Archive& archive);
};

/// What a user is told for a moment.
enum class Notice : std::uint8_t {
  None,
  NothingThere,
  Paused,
  PointTaken,
  NotUpright,
  NotLevel,
  NothingOpposite,
  ManyMeasurements,
  KindDistance,  // and the other kinds, in the order of frame::MeasureKind
  KindClearWidth,
  KindClearHeight,
  KindAngle,
  NothingAimedAt,
  NothingChosen,
  NoSuchThing,
  NothingToUndo,
  NothingToRedo,
  CornerTaken,
  NoSection,
  NoSuchView,
  ViewSaved,
  NoRoom,
  Noted,
  Stays,
  Saved,
  PictureTaken,
  GripLost,
  TooHeavy,       // for one hand
  TooHeavyThere,  // for both
  Taken,
  SnapsToGrid,  // and the others, in the order of SnapWay (world/tools/tools.h)
  SnapsToFaces,
  SnapsToSites,
  SnapsToNothing,
  NoSuchPart,
  CarriedFreely,  // and the next five, in the order of frame::CarryWay
  NoFloorThere = CarriedFreely + 6,
  CarriedInXY,  // and the rest of frame::CarryWay
  NoSuchWay = CarriedInXY + static_cast<int>(frame::kCarryWays.size()) - 6,
};
const char* text_of(Notice notice);
Notice notice_of_way(frame::CarryWay way);

struct UserState {
  math::Pose world_from_tracking;  // the rig: moved by teleport, turn and recentre only
  TrackedPoint head;
  std::array<HandState, frame::kHands> hands;
  double scale = 1.0;           // m in the scene per m of tracking space: another body is worn (user_body.h)
  double walked = 0.0;          // m over the floor of the scene, teleports left out
  std::int64_t fade_ticks = 0;  // left until the picture is clear again
  std::int64_t turns = 0, teleports = 0, recentres = 0;
  std::int64_t bodies = 0;         // put on since the start
  std::int64_t space_changes = 0;  // by the runtime
  std::uint8_t paused = 0;         // by command: things and agents stand still until the next one
  Notice notice = Notice::None;
  std::int64_t notice_ticks = 0;  // left to show it
  std::uint8_t placed = 0;        // the head has been seen once

  /// Grows with everything that puts the user elsewhere without a way between.
  std::int64_t jumps() const { return teleports + turns + recentres + bodies + space_changes; }
  void visit(core::Archive& archive);
};

/// Shows a notice for as long as it takes to read it.
void tell(UserState& user, Notice notice);
/// The user at the start of a scenario.
UserState user_at(const math::Pose& start);
/// One tick: commands, the head, and what is measured of the hands. `first_of_frame`: commands act once per frame, not
/// once per tick.
void advance(UserState& user, const frame::FrameInput& input, bool first_of_frame, const math::Pose& start,
             const UserSettings& settings);

/// The rest of the tick, when the body has followed: the hand is where the avatar's hand is (its grip in the scene).
/// `jumped`: the user was put elsewhere, which is no velocity.
void follow_body(HandState& hand, const math::Pose& world_from_grip, human::HandTracking tracking, bool jumped);

/// Turns the rig about the vertical through the head, so that the user turns on the spot; positive to the left.
void turn_about_head(UserState& user, double angle);
/// Puts the head over a point of the floor, with a short darkness.
void teleport_to(UserState& user, const math::Vec3& floor_point, const UserSettings& settings);
/// Sees with other eyes from now on: the feet stay where they are, with a short darkness.
void change_scale(UserState& user, double scale, const UserSettings& settings);
/// A pose of tracking space in the scene: lifted for a seated user and scaled to the worn body.
math::Pose in_scene(const UserState& user, const math::Pose& tracked, const UserSettings& settings);
/// Where tracking space stands in the scene with the height offset applied: eyes are placed with it. Positions of
/// tracking space are to be multiplied by UserState::scale first.
math::Pose world_from_tracking(const UserState& user, const UserSettings& settings);

/// 1 just after a teleport, falling to 0.
double fade_of(const UserState& user, const UserSettings& settings);

}  // namespace fh::world
