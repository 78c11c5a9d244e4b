// SPDX-License-Identifier: Apache-2.0
#include "world/agents/stance.h"

#include <algorithm>

#include "human/ik/kneel.h"
#include "human/ik/sit.h"
#include "world/agents/agent.h"
#include "world/agents/reach_choice.h"

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;
using mind::Stance;

constexpr double kToSeat = 1.9, kToKnees = 2.2;  // down, and up
constexpr double kComesForward = 0.12;           // m that short legs draw the hips forward on a seat
constexpr double kSeatMoved = 0.06;              // m: the seat is not where it was
constexpr double kHandsDown = 0.6;               // share of the way from which the hands go to the thighs

std::optional<mind::SeatPlace> seat_of(const Agent& agent, const physics::World& physics, core::ObjectId seat) {
  if (!seat.valid()) return {};
  const Vec3 ahead = math::from_axis_angle(math::kUp, agent.gait.yaw) * math::kForward;
  return mind::seat_on(agent.mind.catalogue().thing(seat), physics.pose(seat), ahead);
}

/// Chooses the posture; `vain` when there is none.
void begin_stance(Agent& agent, const physics::World& physics) {
  StanceState& stance = agent.stance;
  const auto& body = agent.person->body;
  stance.stance = agent.intent.stance;
  stance.seat = agent.intent.seat;
  stance.vain = 1;
  if (stance.stance == Stance::Kneel) {
    stance.posture = human::kneel_from(body.skeleton, body.dimensions, agent.posture).start;
    stance.vain = 0;
    return;
  }
  const auto place = seat_of(agent, physics, stance.seat);
  if (!place) return;
  stance.backs = 1;
  stance.vain = 0;
  stance.on = place->on;
  stance.front = place->front;
  stance.edge = place->edge;
}

/// The seat is at the legs, or near enough: the posture in which it sits; `vain` when there is none.
void begin_to_sit(Agent& agent) {
  StanceState& stance = agent.stance;
  const auto& body = agent.person->body;
  stance.backs = 0;
  stance.vain = 1;
  const Vec3 ahead = math::from_axis_angle(math::kUp, agent.gait.yaw) * math::kForward;
  constexpr double kSameWay = 0.85;  // cosine
  if (glm::dot(ahead, stance.front) < kSameWay) return;
  const auto seated = human::sit_from(body.skeleton, body.dimensions, agent.posture, stance.on,
                                      std::min(kComesForward, std::max(0.0, stance.edge - 0.05)));
  if (!seated) return;
  stance.posture = *seated;
  stance.vain = 0;
}

/// Whether it goes on down, or stays: the mind wants it and the seat is there.
bool stays_low(const Agent& agent, const physics::World& physics) {
  const StanceState& stance = agent.stance;
  if (stance.vain || agent.intent.stance != stance.stance) return false;
  if (stance.stance != Stance::Sit) return true;
  if (agent.intent.seat != stance.seat) return false;
  const auto place = seat_of(agent, physics, stance.seat);
  return place && glm::length(place->on - stance.on) < kSeatMoved;
}

/// m from the hips' place to the body's axis, along the way that the seat looks.
double before_seat(const Agent& agent) {
  return glm::dot(agent.gait.root - agent.stance.on, agent.stance.front);
}

/// Whether it has stepped back as far as it is to: the knees are bent at right angles, or the seat holds it.
bool is_at_seat(const Agent& agent) {
  constexpr double kBentKnees = 0.42, kFromEdge = 0.1, kPatience = 4.0;  // m, m, s
  const StanceState& stance = agent.stance;
  return before_seat(agent) <= std::max(kBentKnees, stance.edge + kFromEdge) || stance.seconds > kPatience ||
         (agent.held != frame::HeldBy::Nothing && stance.seconds > 0.5);
}

/// Whether it has stepped so far from the seat that it has room to turn and to walk.
bool is_away(const Agent& agent) {
  constexpr double kRoom = 0.42, kPatience = 2.5;  // m from the seat's edge, s
  const StanceState& stance = agent.stance;
  return before_seat(agent) >= stance.edge + kRoom || stance.seconds > kPatience;
}

/// Hands that have nothing to do lie on the thighs.
void rest_hands(Agent& agent, double share) {
  human::Posture rested = agent.posture;
  for (const Side side : {Side::Left, Side::Right}) {
    const math::Pose hand = human::hand_on_thigh(agent.person->body.dimensions, agent.frames, side);
    human::set_arm(rested, side, arm_with_hand(agent, side, hand));
  }
  agent.posture = human::interpolate(agent.posture, rested, share);
}

}  // namespace

Vec3 steps_back(const Agent& agent) {
  constexpr double kSpeed = 0.3, kAside = 1.0;  // m/s, 1/s
  const StanceState& stance = agent.stance;
  if (stance.leaves) return kSpeed * stance.front;
  if (!stance.backs || is_at_seat(agent)) return Vec3(0.0);
  const Vec3 off = agent.gait.root - stance.on;
  const Vec3 aside = Vec3(off.x, 0.0, off.z) - glm::dot(off, stance.front) * stance.front;
  return -kSpeed * stance.front - kAside * aside;
}

void StanceState::visit(core::Archive& archive) {
  archive.field("stance", stance);
  archive.field("weight", weight);
  archive.field("backs", backs);
  archive.field("leaves", leaves);
  archive.field("vain", vain);
  archive.field("seconds", seconds);
  archive.field("seat", seat.value);
  archive.field("on", on);
  archive.field("front", front);
  archive.field("edge", edge);
  if (stance != Stance::Upright) archive.field("posture", posture);
}

mind::StanceFeel feel_of(const StanceState& stance) {
  using mind::HandStatus;
  if (stance.stance == Stance::Upright) return {};
  if (stance.vain) return {stance.stance, HandStatus::Failed};
  return {stance.stance, stance.weight >= 1.0 ? HandStatus::Done : HandStatus::Busy};
}

void advance_stance(Agent& agent, const physics::World& physics, double dt) {
  StanceState& stance = agent.stance;
  const bool low = agent.intent.stance == Stance::Kneel || agent.intent.stance == Stance::Sit;
  const bool free = agent.reach.way != ReachState::Way::Body && agent.handling.phase == HandlingState::Phase::None;
  if (stance.stance == Stance::Upright && low && free && stands(agent.gait)) begin_stance(agent, physics);
  if (stance.stance == Stance::Upright) return;
  if (stance.leaves) {
    stance.seconds += dt;
    if (is_away(agent)) stance = {};
    return;
  }
  if (stance.backs) {
    stance.seconds += dt;
    if (agent.intent.stance != stance.stance) return void(stance = {});
    if (!is_at_seat(agent) || !stands(agent.gait)) return;
    begin_to_sit(agent);
  }
  const double step = dt / (stance.stance == Stance::Sit ? kToSeat : kToKnees);
  const bool on = stays_low(agent, physics);
  stance.weight = math::clamp(stance.weight + (on ? step : -step), 0.0, 1.0);
  if (stance.weight <= 0.0 && stance.stance == Stance::Sit && !stance.vain) {
    stance.leaves = 1;
    stance.seconds = 0.0;
  } else if (stance.weight <= 0.0 && !(stance.vain && agent.intent.stance == stance.stance)) {
    stance = {};
  }
  if (stance.weight <= 0.0) return;
  const human::Skeleton& skeleton = agent.person->body.skeleton;
  const double share = least_jerk(stance.weight);
  if (stance.stance == Stance::Kneel)
    agent.posture = human::kneeling_down(skeleton, agent.posture, stance.posture, share);
  else
    agent.posture = human::sitting_down(skeleton, agent.posture, stance.posture, share);
  human::forward_kinematics(skeleton, agent.posture, agent.frames);
  if (stance.stance == Stance::Sit) {
    rest_hands(agent, least_jerk((share - kHandsDown) / (1.0 - kHandsDown)));
    human::forward_kinematics(skeleton, agent.posture, agent.frames);
  }
  human::aim_eyes(skeleton, agent.frames.pose(Joint::Head), agent.gait.upper.gaze.point, agent.posture);
}

}  // namespace fh::world
