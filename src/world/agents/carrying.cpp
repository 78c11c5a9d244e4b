// SPDX-License-Identifier: Apache-2.0
#include "world/agents/carrying.h"

#include <algorithm>

#include "physics/queries.h"
#include "world/agents/agent.h"
#include "world/agents/reach_choice.h"

namespace fh::world {
namespace {

using human::Dimension;
using human::Joint;
using human::Side;
using math::Vec3;

constexpr double kWorld = 1e6;    // m: nothing is farther away
constexpr double kWidest = 0.25;  // m of what a hand holds that is looked round for

/// The wrist of a hand that holds something, from the shoulder, as seen from the body's heading: before the body;
/// where that is near things, drawn in before the chest, within what a walking body takes up.
Vec3 carried_at(const Agent& agent, Side side, double drawn_in) {
  constexpr double kAhead = 0.22, kBelow = 0.28, kOutside = 0.06;    // m
  constexpr double kAheadIn = 0.17, kBelowIn = 0.24, kInside = 0.5;  // m, m, share of the shoulder's distance
  const double shoulder = 0.5 * agent.person->body.dimensions[Dimension::BiacromialBreadth];
  const double sign = side == Side::Right ? 1.0 : -1.0;
  const Vec3 out(sign * kOutside, -kBelow, -kAhead), in(-sign * kInside * shoulder, -kBelowIn, -kAheadIn);
  return out + math::smooth_step(drawn_in) * (in - out);
}

/// Where a hand that holds something keeps it. `turn`: as seen from the body's heading.
human::ArmSolution carrying_arm(const Agent& agent, Side side, const math::Pose& thorax, const math::Quat& turn,
                                double drawn_in) {
  const math::Quat heading = math::from_axis_angle(math::kUp, agent.gait.yaw);
  const human::Arm& arm = agent.whole.arm(side);
  Vec3 shoulder = arm.clavicle + arm.shoulder;
  if (side == Side::Left) shoulder.x = -shoulder.x;
  human::ArmSettings settings;
  settings.mode = human::LimbMode::Present;
  const math::Quat world_turn = heading * turn;
  Vec3 wrist = thorax.point(shoulder) + heading * carried_at(agent, side, drawn_in);
  const TogetherState& together = agent.together;
  if (together.held_out > 0.0 && together.right == (side == Side::Right ? 1 : 0)) {
    const Vec3 out = together.point - world_turn * palm_site(hand_span(agent), together.right != 0);
    wrist += least_jerk(together.held_out) * (out - wrist);
  }
  return human::solve_arm(arm, thorax, {world_turn, wrist}, settings);
}

/// What a hand holds is drawn in where it would come near things, at its place before the shoulder or soon.
void draw_in(Agent& agent, const physics::World& physics, std::size_t i, double dt) {
  constexpr double kRoom = 0.08, kSoon = 0.45, kDraws = 0.4;  // m, s, s
  const Side side = i == 1 ? Side::Right : Side::Left;
  const core::ObjectId held = agent.handling.feel.held[i];
  const math::Quat heading = math::from_axis_angle(math::kUp, agent.gait.yaw);
  const math::Pose hand{heading * agent.handling.carried_as[i],
                        shoulder_of(agent, side) + heading * carried_at(agent, side, 0.0)};
  const math::Aabb& bounds = agent.mind.catalogue().thing(held).bounds;
  const Vec3 middle = (hand * agent.handling.hand_from_thing[i]).point(bounds.centre());
  const Vec3 ahead = kSoon * agent.gait.velocity;
  if (!(glm::dot(middle, middle) + glm::dot(ahead, ahead) < kWorld * kWorld)) return;
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  filter.ignore_objects = agent.handling.feel.held;
  const double radius = std::min(0.5 * glm::length(bounds.size()), kWidest);
  const bool tight =
      physics::any_overlap(physics, physics::make_capsule({{middle, middle + ahead}, radius + kRoom}), filter);
  double& drawn = agent.handling.drawn_in[i];
  drawn = math::clamp(drawn + (tight ? dt : -dt) / kDraws, 0.0, 1.0);
}

}  // namespace

math::Quat carried_turn(const Agent& agent, Side side, const math::Quat& world_from_hand) {
  constexpr int kTurns = 10;
  const math::Quat back = math::from_axis_angle(math::kUp, -agent.gait.yaw);
  const math::Pose thorax{math::conjugate(back), agent.frames.position(Joint::T2)};  // upright
  math::Quat best = back * world_from_hand;
  double least = 1e9;
  for (int i = -kTurns; i <= kTurns; ++i) {
    const math::Quat turn = math::from_axis_angle(math::kUp, math::radians(12.0 * i)) * back * world_from_hand;
    const human::ArmSolution arm = carrying_arm(agent, side, thorax, turn, 0.0);
    const double cost = arm.turn_gap + 2.0 * arm.gap - 0.2 * arm.margin + 0.01 * std::abs(i);
    if (cost >= least) continue;
    least = cost;
    best = turn;
  }
  return best;
}

void carry_in(Agent& agent, std::size_t side) {
  const Side of = side == 1 ? Side::Right : Side::Left;
  human::set_arm(agent.posture, of,
                 carrying_arm(agent, of, agent.frames.pose(Joint::T2), agent.handling.carried_as[side],
                              agent.handling.drawn_in[side]));
}

void carry_things(Agent& agent, const physics::World& physics, double dt) {
  bool carries = false;
  for (std::size_t i = 0; i < 2; ++i) {
    if (!agent.handling.feel.held[i].valid()) {
      agent.handling.drawn_in[i] = 0.0;
      continue;
    }
    draw_in(agent, physics, i, dt);
    const WayHand& pushes = agent.way_hand;
    if (pushes.by_forearm && pushes.right == i) continue;
    carries = true;
    carry_in(agent, i);
  }
  if (carries) human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

void yield_to_things(Agent& agent, const physics::World& physics) {
  constexpr double kPulls = 0.04, kTurns = 0.3;  // m, rad from the thing to where the hand would have it
  bool moved = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const core::ObjectId held = agent.handling.feel.held[i];
    agent.handling.caught[i] = 0.0;
    if (!held.valid()) continue;
    const Side side = i == 1 ? Side::Right : Side::Left;
    const math::Pose wanted = agent.frames.pose(human::on_side(Joint::RightHand, side));
    const math::Pose at = physics.pose(held) * math::inverse(agent.handling.hand_from_thing[i]);
    const double off = glm::length(wanted.position - at.position),
                 turn = math::angle_between(wanted.rotation, at.rotation);
    agent.handling.caught[i] = off;
    if (off < kPulls && turn < kTurns) continue;
    const math::Pose goal{
        math::slerp(at.rotation, wanted.rotation, std::min(1.0, kTurns / std::max(turn, kTurns))),
        at.position + std::min(1.0, kPulls / std::max(off, kPulls)) * (wanted.position - at.position)};
    human::set_arm(agent.posture, side, arm_with_hand(agent, side, goal));
    moved = true;
  }
  if (moved) human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

}  // namespace fh::world
