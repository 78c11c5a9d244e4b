// SPDX-License-Identifier: Apache-2.0
#include "world/agents/solid_arms.h"

#include <algorithm>

#include "human/ik/bounded_step.h"
#include "physics/queries.h"
#include "world/agents/agent.h"
#include "world/agents/reach_choice.h"

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;

constexpr double kFarthest = 1e6;  // m: nothing is farther away

/// Whether a hand is at work, or comes back from it.
bool is_used(const Agent& agent, std::size_t i) {
  const bool right = i == 1;
  if (agent.handling.feel.held[i].valid()) return true;
  if (agent.reach.way != ReachState::Way::None && (agent.reach.right != 0) == right) return true;
  if (agent.way_hand.door.valid() && (agent.way_hand.right != 0) == right) return true;
  return agent.push.thing.valid() && !agent.push.foot && agent.push.used[i];
}

/// How far a hanging hand must go to be out of the place.
Vec3 out_of_place(const Agent& agent, const physics::World& physics, Side side, const math::Pose& hand,
                  std::vector<physics::Overlap>& found) {
  constexpr double kThick = 0.035;  // m: half of a relaxed hand and its thumb
  const double length = hand_span(agent);
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  filter.ignore_objects = agent.handling.feel.held;
  const double palm = side == Side::Right ? -0.012 : 0.012;  // relaxed fingers bend to the palm's side
  const math::Capsule solid{{hand.point(Vec3(0.0)), hand.point({palm, kThick - length, 0.0})}, kThick};
  physics::overlaps(physics, physics::make_capsule(solid), found, filter);
  Vec3 out(0.0);
  for (const physics::Overlap& one : found) out += std::max(0.0, one.depth - glm::dot(out, one.normal)) * one.normal;
  return out;
}

constexpr std::array<Joint, 4> kArm = {Joint::RightUpperArm, Joint::RightForearm, Joint::RightForearmTwist,
                                       Joint::RightHand};
constexpr std::size_t kArmDofs = 7;
constexpr double kYields = 0.002;    // m that flesh yields: no deeper, an arm is outside
constexpr double kMostOut = 0.06;    // m of a contact that is mended at once
constexpr double kHandStays = 0.15;  // what a metre of the hand from its place weighs against one in a thing
constexpr double kDamping = 1e-5;    // m² / rad²
constexpr double kMostTurn = 0.2;    // rad of a joint in one round
constexpr int kTurnRounds = 4;
constexpr std::size_t kMostContacts = 60;

/// A place of an arm that is in something: which of the arm's joints move it, and how far out it must go.
struct ArmContact {
  std::size_t dofs = 0;  // the first so many of the arm
  Vec3 at{0.0}, out{0.0};
  double depth = 0.0;
};
struct ArmContacts {
  std::size_t count = 0;
  std::array<ArmContact, kMostContacts> all;
};

/// The arm's axes of turning in the world, and its angles.
struct ArmAxes {
  std::array<double, kArmDofs> angles{}, lower{}, upper{};
  std::array<Vec3, kArmDofs> axis{}, origin{};
};

ArmAxes axes_of(const Agent& agent, Side side) {
  const human::Skeleton& skeleton = agent.person->body.skeleton;
  ArmAxes axes;
  std::size_t at = 0;
  for (const Joint right : kArm) {
    const Joint joint = human::on_side(right, side);
    const human::JointInfo& info = human::info(joint);
    double angles[3] = {};
    human::joint_angles(joint, agent.posture[joint], angles);
    math::Quat turn = agent.frames.pose(info.parent).rotation;
    for (std::size_t i = 0; i < info.dof_count; ++i, ++at) {
      const human::Limit& limit = skeleton.limits[info.first_dof + i];
      axes.angles[at] = angles[i];
      axes.lower[at] = std::min(limit.lower, angles[i]);
      axes.upper[at] = std::max(limit.upper, angles[i]);
      axes.axis[at] = turn * info.dofs[i].axis;
      axes.origin[at] = agent.frames.position(joint);
      turn = turn * math::from_axis_angle(info.dofs[i].axis, angles[i]);
    }
  }
  return axes;
}

/// How many of the arm's angles move a segment; 0: it is not of the arm.
std::size_t dofs_of(Joint joint, Side side) {
  std::size_t dofs = 0;
  for (const Joint right : kArm) {
    dofs += human::info(right).dof_count;
    if (joint == human::on_side(right, side)) return dofs;
  }
  const human::JointRange fingers = human::fingers(side);
  return human::index_of(joint) >= fingers.first && human::index_of(joint) < fingers.end ? kArmDofs : 0;
}

/// What of an arm is in the place.
void find_contacts(Agent& agent, const physics::World& physics, Side side, const physics::QueryFilter& filter,
                   ArmContacts& contacts) {
  contacts.count = 0;
  for (const human::CollisionPiece& piece : agent.person->solids.pieces) {
    const std::size_t dofs = dofs_of(piece.joint, side);
    if (dofs == 0) continue;
    const math::Capsule limb = human::as_capsule(piece.shape);
    const math::Pose joint = agent.frames.pose(piece.joint);
    physics::overlaps(physics,
                      physics::make_capsule({{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius}),
                      agent.hand_overlaps, filter);
    for (const physics::Overlap& one : agent.hand_overlaps) {
      if (one.depth <= kYields || contacts.count == kMostContacts) continue;
      contacts.all[contacts.count++] = {dofs, one.point, one.normal, std::min(one.depth - kYields, kMostOut)};
    }
  }
}

/// Turns the arm out of its contacts, as far as one round does it.
void turn_out(Agent& agent, Side side, const Vec3& palm_stays, const ArmContacts& contacts,
              human::QuadraticModel& model) {
  const ArmAxes axes = axes_of(agent, side);
  model.clear(kArmDofs);
  std::size_t slot = 0;
  for (const ArmContact& contact : std::span(contacts.all).first(contacts.count)) {
    human::Unknowns& slopes = model.slopes[slot];
    slopes.fill(0.0);
    for (std::size_t i = 0; i < contact.dofs; ++i)
      slopes[i] = -glm::dot(contact.out, glm::cross(axes.axis[i], contact.at - axes.origin[i]));
    model.add_row(slot++, contact.depth, true);
  }
  const Vec3 hand = agent.frames.position(human::on_side(Joint::RightHand, side)), off = hand - palm_stays;
  for (int k = 0; k < 3; ++k) {
    human::Unknowns& slopes = model.slopes[slot];
    slopes.fill(0.0);
    for (std::size_t i = 0; i < kArmDofs; ++i)
      slopes[i] = kHandStays * glm::cross(axes.axis[i], hand - axes.origin[i])[k];
    model.add_row(slot++, kHandStays * off[k]);
  }
  human::StepBox box;
  for (std::size_t i = 0; i < kArmDofs; ++i) {
    box.lower[i] = std::max(-kMostTurn, axes.lower[i] - axes.angles[i]);
    box.upper[i] = std::min(kMostTurn, axes.upper[i] - axes.angles[i]);
  }
  human::Unknowns step{};
  human::HeldSet held{};
  if (!(human::bounded_step(model, kDamping, box, step, held) > 0.0)) return;
  std::size_t at = 0;
  for (const Joint right : kArm) {
    const Joint joint = human::on_side(right, side);
    double angles[3] = {};
    for (std::size_t i = 0; i < human::info(joint).dof_count; ++i, ++at) angles[i] = axes.angles[at] + step[at];
    agent.posture[joint] = human::joint_rotation(joint, angles);
  }
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

/// Whether anything is so near to an arm that a closer look is worth it.
bool near_arm(const Agent& agent, const physics::World& physics, Side side, const physics::QueryFilter& filter) {
  constexpr double kThickest = 0.11;  // m: to the tip of a thumb held out
  const Vec3 shoulder = agent.frames.position(human::on_side(Joint::RightUpperArm, side));
  const Vec3 elbow = agent.frames.position(human::on_side(Joint::RightForearm, side));
  const math::Pose hand = agent.frames.pose(human::on_side(Joint::RightHand, side));
  const Vec3 tips = hand.point({0.0, -hand_span(agent), 0.0});
  if (!(glm::dot(tips, tips) < kFarthest * kFarthest))
    return false;  // what is not finite is put right later in the tick
  for (const math::Segment& bone : {math::Segment{shoulder, elbow}, {elbow, hand.position}, {hand.position, tips}})
    if (physics::any_overlap(physics, physics::make_capsule({bone, kThickest}), filter)) return true;
  return false;
}

}  // namespace

void keep_free_hands_out(Agent& agent, const physics::World& physics) {
  constexpr double kMost = 0.15;  // m: farther in, the arm goes with the body
  bool moved = false;
  for (std::size_t i = 0; i < 2; ++i) {
    if (is_used(agent, i)) continue;
    const Side side = i == 1 ? Side::Right : Side::Left;
    math::Pose hand = agent.frames.pose(human::on_side(Joint::RightHand, side));
    const Vec3 was = hand.position;
    if (!(glm::dot(was, was) < kFarthest * kFarthest)) continue;  // what is not finite is put right later in the tick
    for (int round = 0; round < 3; ++round) {
      const Vec3 out = out_of_place(agent, physics, side, hand, agent.hand_overlaps);
      if (glm::dot(out, out) < 1e-8) break;
      hand.position += out;
    }
    const double far = glm::length(hand.position - was);
    if (far < 1e-4 || far > kMost) continue;
    human::set_arm(agent.posture, side, arm_with_hand(agent, side, hand));
    moved = true;
  }
  if (moved) human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

void keep_working_arms_out(Agent& agent, const physics::World& physics) {
  const HandlingState& handling = agent.handling;
  // The hand that operates a thing stays on it as that moves.
  const bool operates = handling.phase == HandlingState::Phase::Acting && handling.deed == scene::Deed::Operate;
  const core::ObjectId wanted = handling.phase != HandlingState::Phase::None ? handling.thing : agent.intent.reach_for;
  const std::array<core::ObjectId, 5> spared = {handling.feel.held[0], handling.feel.held[1], wanted,
                                                agent.way_hand.door, agent.push.thing};
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  filter.ignore_objects = spared;
  filter.ignore_body = agent.person->id;
  for (std::size_t i = 0; i < 2; ++i) {
    const bool reaches = agent.reach.way != ReachState::Way::None && agent.reach.right == i;
    if (!(handling.feel.held[i].valid() || reaches) || (operates && handling.right == i)) continue;
    const Side side = i == 1 ? Side::Right : Side::Left;
    if (!near_arm(agent, physics, side, filter)) continue;
    const Vec3 stays = agent.frames.position(human::on_side(Joint::RightHand, side));
    human::QuadraticModel model;
    ArmContacts contacts;
    for (int round = 0; round < kTurnRounds; ++round) {
      find_contacts(agent, physics, side, filter, contacts);
      if (contacts.count == 0) break;
      turn_out(agent, side, stays, contacts, model);
    }
  }
}

}  // namespace fh::world
