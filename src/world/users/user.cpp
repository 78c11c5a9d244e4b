// SPDX-License-Identifier: Apache-2.0
#include "world/users/user.h"

#include <cmath>

#include "core/time.h"

namespace fh::world {
namespace {

constexpr double kNoticeSeconds = 3.0;  // a short sentence is read

using frame::FrameInput;
using math::Pose;
using math::Vec3;

/// Moves the rig so that the head stands over a point of the floor.
void put_head_over(UserState& user, const Vec3& floor_point) {
  const Vec3& head = user.head.world_from_point.position;
  Vec3 by = floor_point - head;
  by.y = floor_point.y - user.world_from_tracking.position.y;
  user.world_from_tracking.position += by;
}

void recentre(UserState& user, const Pose& start) {
  turn_about_head(user, math::yaw_of(start.rotation) - math::yaw_of(user.head.world_from_point.rotation));
  put_head_over(user, start.position);
  ++user.recentres;
}

void apply_commands(UserState& user, const FrameInput& input, const Pose& start, const UserSettings& settings) {
  for (const frame::Command& command : input.commands) {
    if (command.id == frame::CommandId::TurnLeft || command.id == frame::CommandId::TurnRight) {
      turn_about_head(user, command.id == frame::CommandId::TurnLeft ? settings.snap_turn : -settings.snap_turn);
      ++user.turns;
    }
    if (command.id == frame::CommandId::Teleport) teleport_to(user, command.pose.position, settings);
    if (command.id == frame::CommandId::Recentre) recentre(user, start);
    if (command.id == frame::CommandId::Pause) user.paused ^= 1;
  }
}

void advance_head(UserState& user, const FrameInput& input, const UserSettings& settings) {
  TrackedPoint& head = user.head;
  head.tracked = input.head.valid;
  head.velocity = Vec3(0.0);
  if (!input.head.valid) return;  // nothing to hold it against: it stays where it was
  const Vec3 before = head.world_from_point.position;
  head.world_from_point = in_scene(user, input.head.pose, settings);
  if (input.head.velocity_valid)
    head.velocity = user.scale * user.world_from_tracking.direction(input.head.linear_velocity);
  const Vec3 step = head.world_from_point.position - before;
  const double length = std::sqrt(step.x * step.x + step.z * step.z);
  // More than 0.25 m in one tick (22 m/s) is a jump of tracking space, not a step.
  if (user.placed && length < 0.25 && !input.space_change.happened) user.walked += length;
  user.placed = 1;
}

/// What is measured of a hand. Nothing is let go by a hand that is not.
void measure_hand(UserState& user, std::size_t side, const FrameInput& input, const UserSettings& settings) {
  const auto& in = input.hands[side];
  auto& hand = user.hands[side];
  hand.grip.tracked = in.active && in.grip.valid && input.focus == frame::SessionFocus::Focused;
  hand.pressed = hand.released = 0;
  if (!hand.grip.tracked) return;
  hand.world_from_measured = in_scene(user, in.grip.pose, settings);
  hand.knows_velocity = in.grip.velocity_valid;
  if (in.grip.velocity_valid)
    hand.grip.velocity = user.scale * user.world_from_tracking.direction(in.grip.linear_velocity);
  const Pose aim = in.aim.valid ? in_scene(user, in.aim.pose, settings) : hand.world_from_measured;
  hand.grip_from_aim = math::inverse(hand.world_from_measured) * aim;
  hand.pressed = in.buttons & ~hand.buttons;
  hand.released = hand.buttons & ~in.buttons;
  hand.buttons = in.buttons;
  hand.trigger = in.trigger;
  hand.squeeze = in.squeeze;
}

}  // namespace

void UserSettings::visit(core::Archive& archive) {
  archive.field("snap_turn", snap_turn);
  archive.field("height_offset", height_offset);
  archive.field("seated", seated);
  archive.field("seated_lift", seated_lift);
  archive.field("hand_loss", hand_loss);
  archive.field("teleport_fade_seconds", teleport_fade_seconds);
  archive.field("show_balance", show_balance);
  archive.field("far_grab", far_grab);
}

void TrackedPoint::visit(core::Archive& archive) {
  archive.field("world_from_point", world_from_point);
  archive.field("velocity", velocity);
  archive.field("tracked", tracked);
}

void HandState::visit(core::Archive& archive) {
  // Other names than in format 3, where these were of the controller; "world_from_ray" turned with the drawn hand.
  archive.field("hand", grip);
  archive.field("world_from_pointing", world_from_aim);
  archive.field("world_from_measured", world_from_measured);
  archive.field("grip_from_aim", grip_from_aim);
  archive.field("tracking", tracking);
  archive.field("knows_velocity", knows_velocity);
  archive.field("trigger", trigger);
  archive.field("squeeze", squeeze);
  archive.field("buttons", buttons);
  archive.field("pressed", pressed);
  archive.field("released", released);
}

void UserState::visit(core::Archive& archive) {
  archive.field("world_from_tracking", world_from_tracking);
  archive.field("head", head);
  archive.field("left_hand", hands[frame::kLeft]);
  archive.field("right_hand", hands[frame::kRight]);
  archive.field("scale", scale);
  archive.field("walked", walked);
  archive.field("fade_ticks", fade_ticks);
  archive.field("turns", turns);
  archive.field("teleports", teleports);
  archive.field("recentres", recentres);
  archive.field("bodies", bodies);
  archive.field("space_changes", space_changes);
  archive.field("paused", paused);
  archive.field("notice", notice);
  archive.field("notice_ticks", notice_ticks);
  archive.field("placed", placed);
}

namespace {

const char* text_of_tool(Notice notice) {
  switch (notice) {
    case Notice::NothingAimedAt:
      return "The hand aims at nothing";
    case Notice::NothingChosen:
      return "Nothing is chosen: aim at a thing and choose it";
    case Notice::NoSuchThing:
      return "There is no thing of that name or class";
    case Notice::NothingToUndo:
      return "There is nothing to take back";
    case Notice::NothingToRedo:
      return "Nothing was taken back";
    case Notice::CornerTaken:
      return "Corner taken: give the opposite one";
    case Notice::NoSection:
      return "There is no section";
    case Notice::NoSuchView:
      return "There is no view of that name";
    case Notice::ViewSaved:
      return "View saved";
    case Notice::NoRoom:
      return "No room for more: take some back";
    case Notice::Noted:
      return "Noted";
    case Notice::Stays:
      return "This stays where it is: it has parts on hinges or rails, or a hand holds it";
    case Notice::Saved:
      return "The place will be written when the visit ends";
    case Notice::PictureTaken:
      return "Picture taken";
    case Notice::SnapsToGrid:
      return "Carried things move in steps of 50 mm and 15 degrees";
    case Notice::SnapsToFaces:
      return "Carried things meet the faces of others within 50 mm";
    case Notice::SnapsToSites:
      return "Carried things go to sites within 150 mm";
    case Notice::SnapsToNothing:
      return "Carried things move freely";
    case Notice::NoSuchPart:
      return "There is no part of that kind";
    case Notice::NoFloorThere:
      return "There is no floor to stand on";
    case Notice::NoSuchWay:
      return "There is no such way to carry";
    default:
      break;
  }
  for (const frame::CarryWayRow& row : frame::kCarryWays) {
    if (notice == notice_of_way(row.way)) return row.notice;
  }
  return "";
}

}  // namespace

const char* text_of(Notice notice) {
  switch (notice) {
    case Notice::NothingThere:
      return "There is no surface to measure";
    case Notice::Paused:
      return "Paused";
    case Notice::PointTaken:
      return "Point taken: aim at the next one";
    case Notice::NotUpright:
      return "A clear width begins at an upright surface";
    case Notice::NotLevel:
      return "A clear height begins at a level surface";
    case Notice::NothingOpposite:
      return "There is no surface opposite";
    case Notice::ManyMeasurements:
      return "No room for more measurements: take some back";
    case Notice::KindDistance:
      return "Measure: distance of two points";
    case Notice::KindClearWidth:
      return "Measure: clear width from an upright surface";
    case Notice::KindClearHeight:
      return "Measure: clear height from a level surface";
    case Notice::KindAngle:
      return "Measure: angle of three points, its corner second";
    case Notice::GripLost:
      return "Grip lost";
    case Notice::TooHeavy:
      return "Too heavy for one hand here (estimate): take it with both";
    case Notice::TooHeavyThere:
      return "Too heavy at this distance (estimate): come closer";
    case Notice::Taken:
      return "Somebody else holds it";
    case Notice::None:
      break;
    default:
      return text_of_tool(notice);
  }
  return "";
}

Notice notice_of_way(frame::CarryWay way) {
  const auto number = static_cast<int>(way);
  constexpr int kFirst = static_cast<int>(Notice::CarriedFreely), kRest = static_cast<int>(Notice::CarriedInXY);
  return static_cast<Notice>(way < frame::CarryWay::InXY ? kFirst + number : kRest + number - 6);
}

void tell(UserState& user, Notice notice) {
  user.notice = notice;
  user.notice_ticks = core::ticks_of(kNoticeSeconds);
}

UserState user_at(const Pose& start) {
  UserState user;
  user.world_from_tracking = start;
  return user;
}

void advance(UserState& user, const FrameInput& input, bool first_of_frame, const Pose& start,
             const UserSettings& settings) {
  if (user.fade_ticks > 0) --user.fade_ticks;
  if (user.notice_ticks > 0 && --user.notice_ticks == 0) user.notice = Notice::None;
  if (first_of_frame && user.placed && input.space_change.happened) ++user.space_changes;
  if (first_of_frame && user.placed) apply_commands(user, input, start, settings);
  advance_head(user, input, settings);
  for (std::size_t side = 0; side < frame::kHands; ++side) measure_hand(user, side, input, settings);
}

void follow_body(HandState& hand, const Pose& world_from_grip, human::HandTracking tracking, bool jumped) {
  const Vec3 moved = world_from_grip.position - hand.grip.world_from_point.position;
  if (tracking != human::HandTracking::Tracked || !hand.knows_velocity)
    hand.grip.velocity = jumped ? Vec3(0.0) : moved / core::kTickSeconds;
  hand.grip.world_from_point = world_from_grip;
  hand.world_from_aim = world_from_grip * hand.grip_from_aim;
  // A wrist that cannot bend as far as the controller is turned must not turn the ray away from what is pointed at.
  if (tracking == human::HandTracking::Tracked)
    hand.world_from_aim.rotation = hand.world_from_measured.rotation * hand.grip_from_aim.rotation;
  hand.tracking = tracking;
}

Pose in_scene(const UserState& user, const Pose& tracked, const UserSettings& settings) {
  // Scaled about the origin on the floor, after a seated user was lifted to stand: standing eyes are worn eyes then.
  const Vec3 standing = tracked.position + Vec3(0.0, settings.lift(), 0.0);
  return user.world_from_tracking * Pose{tracked.rotation, user.scale * standing};
}

void turn_about_head(UserState& user, double angle) {
  const Vec3 pivot(user.head.world_from_point.position.x, 0.0, user.head.world_from_point.position.z);
  const math::Quat turn = math::from_axis_angle(math::kUp, angle);
  user.world_from_tracking = {turn * user.world_from_tracking.rotation,
                              pivot + math::rotate(turn, user.world_from_tracking.position - pivot)};
}

void teleport_to(UserState& user, const Vec3& floor_point, const UserSettings& settings) {
  put_head_over(user, floor_point);
  user.fade_ticks = core::ticks_of(settings.teleport_fade_seconds);
  ++user.teleports;
}

void change_scale(UserState& user, double scale, const UserSettings& settings) {
  const Pose& rig = user.world_from_tracking;
  Vec3 feet = user.head.world_from_point.position - rig.position;
  feet.y = 0.0;
  if (user.placed) user.world_from_tracking.position += (1.0 - scale / user.scale) * feet;
  user.scale = scale;
  user.fade_ticks = core::ticks_of(settings.teleport_fade_seconds);
  ++user.bodies;
}

Pose world_from_tracking(const UserState& user, const UserSettings& settings) {
  Pose rig = user.world_from_tracking;
  rig.position.y += user.scale * settings.lift();
  return rig;
}

double fade_of(const UserState& user, const UserSettings& settings) {
  const std::int64_t whole = core::ticks_of(settings.teleport_fade_seconds);
  return whole > 0 ? static_cast<double>(user.fade_ticks) / static_cast<double>(whole) : 0.0;
}

}  // namespace fh::world
