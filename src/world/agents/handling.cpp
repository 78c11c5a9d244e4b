// SPDX-License-Identifier: Apache-2.0
#include "world/agents/handling.h"

#include <algorithm>

#include "math/trig.h"
#include "world/agents/agent.h"
#include "world/agents/carrying.h"
#include "world/hands/grip.h"

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;
using mind::Failure;
using mind::HandStatus;
using scene::Deed;
using HandPhase = HandlingState::Phase;

constexpr double kTouching = 0.01;                     // m: the hand is on the thing
constexpr double kStillTouching = 0.05;                // m: while it moves under the hand
constexpr double kPlaced = 0.025;                      // m from where a thing is to be put down
constexpr double kSettles = 0.4;                       // s that a stretched hand gets to come to the thing
constexpr double kReachPatience = 9.0;                 // s, standing still included
constexpr double kDrivePatience = 6.0;                 // s
constexpr double kCoasts = 2.0;                        // s that a leaf may swing on by itself
constexpr double kFlickers = 0.5;                      // s
constexpr double kAgain = 1.0;                         // s after which a deed that is still asked for is tried again
constexpr double kPress = 0.3;                         // s that a button is held
constexpr double kCloses = 0.2;                        // s for the fingers' way
constexpr double kTorn = 0.35;                         // m between a thing and where its hand would have it: it slips
constexpr double kTurnSpeed = 1.5, kSlideSpeed = 0.5;  // rad/s, m/s at which a hand leads a thing
constexpr double kHingeStrength = 45.0, kSlideStrength = 60.0;  // N·m, N of a hand

physics::HandId hand_id(const Agent& agent, std::size_t side) {
  return {agent.person->id, static_cast<std::uint32_t>(side)};
}

math::Pose hand_of(const Agent& agent, std::size_t side) {
  return agent.frames.pose(side == 1 ? Joint::RightHand : Joint::LeftHand);
}

void enter(HandlingState& handling, HandPhase phase) {
  handling.phase = phase;
  handling.seconds = handling.untouched = handling.withdrawn = 0.0;
}

void finish(HandlingState& handling, Failure failure, double off = -1.0) {
  handling.attempts.push_back({handling.right, failure, off});
  handling.outcome.status = failure == Failure::None ? HandStatus::Done : HandStatus::Failed;
  handling.outcome.failure = failure;
  handling.outcome.off = off;
  enter(handling, HandPhase::Returning);
}

/// The free hand that is nearer to the point; of a deed that began, one that was not tried. None: -1.
int free_hand(const Agent& agent, const Vec3& point) {
  const HandlingState& handling = agent.handling;
  int best = -1;
  double least = 1e9;
  for (int side = 0; side < 2; ++side) {
    if (handling.feel.held[static_cast<std::size_t>(side)].valid() || (handling.tried & (1 << side))) continue;
    const double far =
        glm::length(point - agent.frames.position(side == 1 ? Joint::RightUpperArm : Joint::LeftUpperArm));
    if (far >= least) continue;
    least = far;
    best = side;
  }
  return best;
}

void begin(Agent& agent) {
  HandlingState& handling = agent.handling;
  handling.deed = agent.intent.deed;
  handling.state = agent.intent.state;
  handling.amount = agent.intent.amount;
  handling.thing = agent.intent.thing;
  handling.point = agent.intent.place;
  handling.tried = 0;
  handling.attempts.clear();
  handling.feel.status = HandStatus::Busy;
  enter(handling, HandPhase::Reaching);
  int side = free_hand(agent, handling.point);
  if (handling.deed == Deed::Put) {
    side = handling.feel.held[0] == handling.thing ? 0 : handling.feel.held[1] == handling.thing ? 1 : -1;
    if (side < 0) return finish(handling, Failure::NotHeld);
  }
  if (side < 0) return finish(handling, Failure::HandsFull);
  handling.right = static_cast<std::uint8_t>(side);
}

/// The hand did not get there: the other one tries, when it is free (K-49).
void try_other_hand(Agent& agent, Failure failure, double off) {
  HandlingState& handling = agent.handling;
  handling.tried |= static_cast<std::uint8_t>(1 << handling.right);
  const int other = handling.deed == Deed::Put ? -1 : free_hand(agent, handling.point);
  if (other < 0) return finish(handling, failure, off);
  handling.attempts.push_back({handling.right, failure, off});
  handling.right = static_cast<std::uint8_t>(other);
  enter(handling, HandPhase::Reaching);
}

/// Whether the mind wants something else; a wish may flicker while a way is thought over.
bool is_withdrawn(Agent& agent, double dt) {
  HandlingState& handling = agent.handling;
  const bool asked = agent.intent.deed == handling.deed && agent.intent.thing == handling.thing;
  handling.withdrawn = asked ? 0.0 : handling.withdrawn + dt;
  if (asked) handling.point = agent.intent.place;
  return handling.withdrawn > (agent.intent.deed == Deed::None ? kFlickers : 0.0);
}

void reach_out(Agent& agent, const physics::World& physics, double dt) {
  HandlingState& handling = agent.handling;
  const ReachState& reach = agent.reach;
  if (is_withdrawn(agent, dt)) return finish(handling, Failure::Stuck);
  if (handling.deed == Deed::Put && handling.feel.held[handling.right] != handling.thing)
    return finish(handling, Failure::NotHeld);
  if (reach.right != handling.right) return;  // the other hand is on its way back
  if (reach.vain != Failure::None) return try_other_hand(agent, reach.vain, reach.gap);
  const double enough = handling.deed == Deed::Put ? kPlaced : kTouching;
  if (reach.weight >= 1.0 && reach.off >= 0.0 && reach.off <= enough) {
    const std::size_t side = handling.right;
    if (physics.has_joint(handling.thing))
      handling.driven_to = handling.began_at = physics.joint_position(handling.thing);
    handling.thing_from_hand = math::inverse(physics.pose(handling.thing)) * hand_of(agent, side);
    return enter(handling, HandPhase::Acting);
  }
  if (reach.weight < 1.0) handling.untouched = handling.seconds;  // when it was not stretched yet
  if (reach.weight >= 1.0 && handling.seconds - handling.untouched > kSettles)
    return try_other_hand(agent, Failure::Reach, reach.off);
  if (handling.seconds > kReachPatience) try_other_hand(agent, Failure::Reach, reach.off);
}

void take(Agent& agent, physics::World& physics) {
  HandlingState& handling = agent.handling;
  // What somebody else holds is not taken out of their hand (CB-10).
  const core::BodyId holder = physics.holder(handling.thing);
  if (holder.valid() && holder != agent.person->id) return finish(handling, Failure::Taken);
  finish(handling, take_hold(agent, physics, handling.thing, handling.right) ? Failure::None : Failure::Stuck);
}

void put(Agent& agent, physics::World& physics) {
  HandlingState& handling = agent.handling;
  physics.release(hand_id(agent, handling.right));
  handling.feel.held[handling.right] = {};
  finish(handling, Failure::None);
}

/// Where a joint is driven to for a state: "closed" is where it stands in the scenario's zero, "open" the far end.
double target_of(const scene::ObjectJoint& joint, const HandlingState& handling) {
  const double far = std::abs(joint.maximum) >= std::abs(joint.minimum) ? joint.maximum : joint.minimum;
  switch (handling.state) {
    case scene::ThingState::Open:
    case scene::ThingState::Pressed:
      return far;
    case scene::ThingState::Closed:
      return math::clamp(0.0, joint.minimum, joint.maximum);
    case scene::ThingState::Minimum:
      return joint.minimum;
    case scene::ThingState::Maximum:
      return joint.maximum;
    case scene::ThingState::Share:
      return joint.minimum + handling.amount * (joint.maximum - joint.minimum);
    case scene::ThingState::By:
      return math::clamp(handling.began_at + handling.amount, joint.minimum, joint.maximum);
  }
  return far;
}

/// Drives the joint while the hand is on the thing, which the hand follows; what was set going may swing on.
void operate(Agent& agent, physics::World& physics, const scene::Object& object, double dt) {
  HandlingState& handling = agent.handling;
  const scene::ObjectJoint& joint = object.joint;
  const double target = target_of(joint, handling), way = joint.maximum - joint.minimum;
  const bool withdrawn = is_withdrawn(agent, dt);
  const bool button = joint.kind == scene::JointKind::Button;
  const bool partly = handling.state == scene::ThingState::Share || handling.state == scene::ThingState::By;
  const double near = partly ? std::min(0.02 * way, 0.03) : 0.04 * way;
  const bool there = std::abs(physics.joint_position(object.id) - target) < near;
  const bool touches = agent.reach.off >= 0.0 && agent.reach.off <= kStillTouching;  // the hand slides on handles
  handling.untouched = touches ? 0.0 : handling.untouched + dt;
  const bool over = there && (!button || handling.seconds > kPress);
  if (over || withdrawn || handling.seconds > kDrivePatience || handling.untouched > kCoasts) {
    physics.clear_joint_target(object.id);
    return finish(handling, over ? Failure::None : Failure::Stuck);
  }
  const bool turns = joint.kind == scene::JointKind::Hinge || joint.kind == scene::JointKind::Dial;
  if (!touches || physics.is_locked(object.id)) return physics.clear_joint_target(object.id);
  const double most = dt * (turns ? kTurnSpeed : kSlideSpeed);
  handling.driven_to += math::clamp(target - handling.driven_to, -most, most);
  physics.set_joint_target(object.id, handling.driven_to, turns ? kHingeStrength : kSlideStrength);
}

void move_held(Agent& agent, physics::World& physics) {
  for (std::size_t side = 0; side < 2; ++side) {
    const physics::HandId id = hand_id(agent, side);
    if (physics.held_by(id).valid()) physics.move_hand(id, hand_of(agent, side));
    if (physics.held_by(id).valid() && agent.handling.caught[side] > kTorn) physics.release(id);
    agent.handling.feel.held[side] = physics.held_by(id);
  }
}

}  // namespace

void HandAttempt::visit(core::Archive& archive) {
  archive.field("right", right);
  archive.field("failure", failure);
  archive.field("off", off);
}

void HandlingState::visit(core::Archive& archive) {
  const auto visit_feel = [&](const char* status, const char* failure, const char* off, mind::HandFeel& felt) {
    archive.field(status, felt.status);
    archive.field(failure, felt.failure);
    archive.field(off, felt.off);
  };
  archive.field("phase", phase);
  archive.field("deed", deed);
  archive.field("state", state);
  archive.field("amount", amount);
  archive.field("began_at", began_at);
  archive.field("right", right);
  archive.field("tried", tried);
  archive.field("thing", thing.value);
  archive.field("point", point);
  archive.field("thing_from_hand", thing_from_hand);
  archive.field("seconds", seconds);
  archive.field("driven_to", driven_to);
  archive.field("withdrawn", withdrawn);
  archive.field("untouched", untouched);
  visit_feel("status", "failure", "off", feel);
  visit_feel("end_status", "end_failure", "end_off", outcome);
  archive.field("held_left", feel.held[0].value);
  archive.field("held_right", feel.held[1].value);
  archive.field("carried_as", carried_as);
  archive.field("hand_from_thing", hand_from_thing);
  archive.field("caught", caught);
  archive.field("drawn_in", drawn_in);
  archive.field("closed", closed);
  for (std::size_t i = 0; i < 2; ++i) {
    if (closed[i] > 0.0 || feel.held[i].valid()) archive.field("fingers", fingers[i]);
  }
  archive.field("attempts", attempts);
}

bool take_hold(Agent& agent, physics::World& physics, core::ObjectId thing, std::size_t side) {
  HandlingState& handling = agent.handling;
  const math::Pose hand = hand_of(agent, side);
  if (!physics.grab(thing, hand_id(agent, side), hand)) return false;
  const Side of = side == 1 ? Side::Right : Side::Left;
  handling.feel.held[side] = thing;
  handling.hand_from_thing[side] = math::inverse(hand) * physics.pose(thing);
  handling.fingers[side] = close_on(physics, thing, *agent.person, of, hand, ClosingOn::AllAbout).rotations;
  handling.carried_as[side] = carried_turn(agent, of, hand.rotation);
  return true;
}

std::optional<HandGoal> hand_goal(const HandlingState& handling) {
  if (handling.phase != HandPhase::Reaching && handling.phase != HandPhase::Acting) return {};
  return HandGoal{handling.thing, handling.deed, handling.point, handling.right};
}

std::optional<human::HeldLoad> load_of(const Agent& agent, const physics::World& physics, std::size_t side) {
  const physics::HandLoad load = physics.load_of(hand_id(agent, side));
  if (load.mass <= 0.0) return {};
  const Joint joint = side == 1 ? Joint::RightHand : Joint::LeftHand;
  return human::HeldLoad{joint, math::inverse(agent.frames.pose(joint)).point(load.centre), load.mass};
}

void advance_fingers(Agent& agent, double dt) {
  HandlingState& handling = agent.handling;
  bool closes = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const double way = (handling.feel.held[i].valid() ? dt : -dt) / kCloses;
    handling.closed[i] = math::clamp(handling.closed[i] + way, 0.0, 1.0);
    if (handling.closed[i] <= 0.0) continue;
    closes = true;
    human::blend_fingers(agent.posture, i == 1 ? Side::Right : Side::Left, handling.fingers[i],
                         math::smooth_step(handling.closed[i]));
  }
  if (closes) human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

void advance_handling(Agent& agent, physics::World& physics, const scene::Scene& scene, double dt) {
  HandlingState& handling = agent.handling;
  move_held(agent, physics);
  handling.seconds += dt;
  const scene::Object* object = scene.find(handling.thing);
  switch (handling.phase) {
    case HandPhase::None:
      if (agent.intent.deed == Deed::None || agent.intent.deed != handling.deed ||
          agent.intent.thing != handling.thing || handling.seconds > kAgain)
        handling.feel.status = HandStatus::Idle;
      if (agent.intent.deed != Deed::None && handling.feel.status == HandStatus::Idle) begin(agent);
      return;
    case HandPhase::Reaching:
      return reach_out(agent, physics, dt);
    case HandPhase::Acting:
      if (handling.deed == Deed::Take) return take(agent, physics);
      if (handling.deed == Deed::Put) return put(agent, physics);
      return object ? operate(agent, physics, *object, dt) : finish(handling, Failure::Stuck);
    case HandPhase::Returning:
      if (agent.reach.way != ReachState::Way::None) return;
      handling.feel.status = handling.outcome.status;
      handling.feel.failure = handling.outcome.failure;
      handling.feel.off = handling.outcome.off;
      enter(handling, HandPhase::None);
      return;
  }
}

}  // namespace fh::world
