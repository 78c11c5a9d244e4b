// SPDX-License-Identifier: Apache-2.0
#include "world/users/avatar.h"

#include <fmt/format.h>

#include "human/body/named_postures.h"
#include "human/tracking/fit_carry.h"
#include "world/hands/solid_hand.h"

namespace fh::world {
namespace {

using human::Side;
using math::Pose;
using math::Vec3;

constexpr double kStopped = 1e-4;       // m between a tracked hand and where it may go
constexpr double kWorthSaying = 0.015;  // m: smaller gaps are not shown

human::Joint hand_joint(std::size_t side) {
  return human::on_side(human::Joint::LeftHand, side == frame::kLeft ? Side::Left : Side::Right);
}

const char* advice_of(human::GapRemedy remedy) {
  switch (remedy) {
    case human::GapRemedy::Lean:
      return ": lean";
    case human::GapRemedy::Step:
      return ": step closer";
    case human::GapRemedy::Neither:
      return ": out of reach";
    case human::GapRemedy::NotNeeded:
      break;
  }
  return "";
}

}  // namespace

Avatar::Avatar(const Person& person, const Grips& hand_from_grip)
    : person_(&person), rig_(human::build_fit_rig(person.body)), grips_(hand_from_grip) {}

void Avatar::replace_body(const Grips& hand_from_grip) {
  rig_ = human::build_fit_rig(person_->body);
  grips_ = hand_from_grip;
  mounts_.forget();
  state_ = {};
  fit_ = {};
}

Pose Avatar::jump_of(const UserState& user, const frame::FrameInput& input) const {
  Pose moved;  // of what is still, in tracking space
  if (space_changes_ != user.space_changes) {
    if (!input.space_change.pose_known) return human::level_way(state_.world_from_eyes, user.head.world_from_point);
    const Pose& change = input.space_change.new_from_old;
    moved = math::standing_at(user.scale * change.position, math::yaw_of(change.rotation));
  }
  return user.world_from_tracking * moved * math::inverse(rig_before_);
}

std::array<Pose, frame::kHands> Avatar::world_from_wanted(const UserState& user) const {
  std::array<Pose, frame::kHands> wrists;
  for (std::size_t side = 0; side < frame::kHands; ++side)
    wrists[side] = user.hands[side].world_from_measured * math::inverse(grips_[side]);
  return wrists;
}

std::array<Pose, frame::kHands> Avatar::hand_goals(const UserState& user, const frame::FrameInput& input,
                                                   const UserGrips& grips, const physics::World& physics) const {
  std::array<Pose, frame::kHands> goals = world_from_wanted(user);
  const bool jumps = !present_ || jumps_ != user.jumps();
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const HeldGrip& grip = grips.hand(side);
    goals[side] = goals[side] * grip.offset();
    // A hand on what hangs on a joint lies on that thing.
    const bool rides = grip.always && (grip.object.valid() || grip.staying > 0.0);
    if (rides || !user.hands[side].grip.tracked || !user.placed) continue;
    const Side of = side == frame::kLeft ? Side::Left : Side::Right;
    human::Posture posture = fit_.posture;
    const frame::HandInput& hand = input.hands[side];
    if (hand.curls_valid) human::curl_fingers(posture, of, grip.curls);
    if (grip.closed > 0.0) human::blend_fingers(posture, of, grip.fingers, math::smooth_step(grip.closed));
    const std::span<const math::Quat, human::kFingerJoints> fingers(posture.rotations.data() + human::fingers(of).first,
                                                                    human::kFingerJoints);
    HandShape shape = hand_shape(*person_, of, fingers);
    // A wrist at its limits misses the goal's turn: what must not pass into things is the hand that is drawn.
    const Pose drawn = fit_.frames.pose(hand_joint(side));
    if (grip.object.valid()) let_sunk_fingers_pass(physics, person_->id, drawn, shape);
    const math::Quat missed = jumps ? math::kIdentity : math::conjugate(goals_[side].rotation) * drawn.rotation;
    const Pose to{math::normalized(goals[side].rotation * missed), goals[side].position};
    // An arm that is too short stays behind where it was asked to go, and moves about as that does.
    const Vec3 step = jumps ? Vec3(0.0) : goals[side].position - goals_[side].position;
    const Pose next{to.rotation, jumps ? to.position : drawn.position + step};
    const auto led = lead_hand(physics, person_->id, shape, jumps ? next : drawn, next);
    if (!led) continue;
    goals[side] = {math::normalized(led->rotation * math::conjugate(missed)),
                   goals[side].position + (led->position - next.position)};
  }
  return goals;
}

void Avatar::advance(const UserState& user, const frame::FrameInput& input,
                     const std::array<Pose, frame::kHands>& goals, const UserGrips& grips,
                     const physics::World& physics, const human::Ground& ground, const UserSettings& settings,
                     double dt) {
  if (!user.placed) return;
  // A jump of the rig is no step: the body is taken along as it is.
  jumped_ = !present_ || jumps_ != user.jumps();
  if (jumped_ && present_)
    human::carry(state_, jump_of(user, input), rig_, user.world_from_tracking.position.y, ground);
  rig_before_ = user.world_from_tracking;
  jumps_ = user.jumps();
  space_changes_ = user.space_changes;
  present_ = 1;
  human::TrackedInput tracked;
  for (const auto& worn : input.trackers) {
    if (!worn.pose.valid || input.focus != frame::SessionFocus::Focused) continue;
    mounts_.read({worn.role, in_scene(user, worn.pose.pose, settings)}, jumped_ ? nullptr : &fit_.frames, tracked);
  }
  tracked.floor = user.world_from_tracking.position.y;
  tracked.head = {user.head.world_from_point, true};
  const auto wanted = world_from_wanted(user);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const HeldGrip& grip = grips.hand(side);
    tracked.hands[side].wrist = {goals[side], user.hands[side].grip.tracked != 0};
    tracked.hands[side].grip = grip.fingers;
    tracked.hands[side].grip_share = math::smooth_step(grip.closed);
    tracked.hands[side].curls = grip.curls;
    tracked.hands[side].curls_valid = input.hands[side].curls_valid != 0;
    tracked.hands[side].held_mass = loads_[side].mass;
    tracked.hands[side].held_centre = loads_[side].offset;
  }
  goals_ = goals;
  fit_ = human::fit_tracked(rig_, tracked, ground, dt, state_, {.hand_loss = settings.hand_loss});
  keep_body_out(physics, *person_, rig_, jumped_ != 0, {tracked.elbows[0].valid, tracked.elbows[1].valid}, stop_, fit_);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    human::HandFit& hand = fit_.hands[side];
    const bool stopped = glm::length(goals[side].position - wanted[side].position) > kStopped;
    if ((grips.hand(side).staying == 0.0 && !stopped) || hand.tracking != human::HandTracking::Tracked) continue;
    hand.world_from_wanted = wanted[side];
    hand.gap = glm::length(wanted[side].position - fit_.frames.position(hand_joint(side)));
  }
}

HandPair Avatar::hands(const UserGrips& grips) const {
  HandPair pair;
  if (!present_) return pair;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const Pose hand = fit_.frames.pose(hand_joint(side));
    pair.hands[side] = {person_, side == frame::kLeft ? Side::Left : Side::Right, hand, grips_[side]};
    pair.shoulders[side] = fit_.frames.position(
        human::on_side(human::Joint::LeftUpperArm, side == frame::kLeft ? Side::Left : Side::Right));
    pair.world_from_pull[side] = hand * math::inverse(grips.hand(side).offset()) * grips_[side];
  }
  return pair;
}

void Avatar::weigh(const std::array<physics::HandLoad, frame::kHands>& loads) {
  if (!present_) return;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const physics::HandLoad& load = loads[side];
    if (!load.asleep) stands_[side] = load.stands;
    const auto joint = hand_joint(side);
    loads_[side] = {joint, math::inverse(fit_.frames.pose(joint)).point(load.centre), stands_[side] ? 0.0 : load.mass};
    if (loads_[side].mass == 0.0) loads_[side].offset = Vec3(0.0);
  }
  human::weigh(rig_, loads_, fit_);
}

void Avatar::look(const Vec3& point, double dt) {
  if (!present_) return;
  const human::Skeleton& skeleton = person_->body.skeleton;
  const Pose head = fit_.frames.pose(human::Joint::Head);
  human::advance_gaze(skeleton, point, 0.0, human::gaze_pose(fit_.frames).position, dt, gaze_, {.move_head = false});
  human::aim_eyes(skeleton, head, gaze_.point, fit_.posture);
  for (const auto eye : {human::Joint::LeftEye, human::Joint::RightEye}) {
    const math::Quat turned = head.rotation * fit_.posture[eye];
    fit_.frames.rotations[human::index_of(eye)] = {turned.x, turned.y, turned.z, turned.w};
  }
}

Pose Avatar::world_from_grip(std::size_t side) const {
  return fit_.frames.pose(hand_joint(side)) * grips_[side];
}

void Avatar::draw(bool own, frame::Snapshot& snapshot) const {
  world::draw(*person_, fit_.posture, own, snapshot);
  if (!own) return;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const human::HandFit& hand = fit_.hands[side];
    if (hand.tracking != human::HandTracking::Tracked || hand.gap < kWorthSaying) continue;
    const Vec3 wanted = (hand.world_from_wanted * grips_[side]).position, reached = world_from_grip(side).position;
    snapshot.overlay.points.push_back({wanted, 0.03f, {1.0f, 0.55f, 0.1f, 0.9f}});
    frame::OverlayLine line;
    line.a = reached;
    line.b = wanted;
    line.colour = {1.0f, 0.55f, 0.1f, 0.9f};
    line.width = 0.004f;
    snapshot.overlay.lines.push_back(line);
    frame::OverlayText text;
    text.text = fmt::format("{:.0f} cm short{}", 100.0 * hand.gap, advice_of(hand.remedy));
    text.world_from_text.position = wanted + Vec3(0.0, 0.06, 0.0);
    text.height = 0.028f;
    text.colour = {1.0f, 0.85f, 0.6f, 1.0f};
    text.background = {0.0f, 0.0f, 0.0f, 0.6f};
    text.facing = frame::TextFacing::Viewer;
    snapshot.overlay.texts.push_back(text);
  }
}

void Avatar::visit(core::Archive& archive) {
  archive.field("mounts", mounts_);
  archive.field("state", state_);
  archive.field("gaze", gaze_);
  archive.field("posture", fit_.posture);
  archive.field("hand_goals", goals_);
  archive.field("stop", stop_);
  archive.field("left_load_kg", loads_[0].mass);
  archive.field("left_load_at", loads_[0].offset);
  archive.field("right_load_kg", loads_[1].mass);
  archive.field("right_load_at", loads_[1].offset);
  archive.field("load_stands", stands_);
  archive.field("balance_margin", fit_.balance_margin);
  archive.field("present", present_);
  archive.field("jumps", jumps_);
  archive.field("jumped", jumped_);
  archive.field("rig_before", rig_before_);
  archive.field("space_changes", space_changes_);
  if (archive.is_loading()) human::forward_kinematics(person_->body.skeleton, fit_.posture, fit_.frames);
}

}  // namespace fh::world
