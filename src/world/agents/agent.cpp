// SPDX-License-Identifier: Apache-2.0
#include "world/agents/agent.h"

#include <algorithm>

#include "physics/queries.h"

namespace fh::world {
namespace {

using human::Joint;
using math::Vec3;

constexpr double kHeadMargin = 0.06;      // m kept below a beam
constexpr double kStepOverHeight = 0.25;  // m
constexpr double kCrouched = 0.65;        // of the stature
constexpr double kPushed = 0.1;           // m/s off the velocity that is wanted

/// The lowest thing over the next metre of way, above the hips; the free height over the root.
double head_room(const physics::World& physics, const Agent& agent) {
  const Vec3 ahead = math::from_axis_angle(math::kUp, agent.gait.yaw) * math::kForward;
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static);
  constexpr double kFrom = 1.0, kTo = 2.4;  // m above the root
  double lowest = kTo;
  for (const double distance : {-0.35, -0.15, 0.05, 0.25, 0.45, 0.65}) {
    const Vec3 from = agent.gait.root + distance * ahead + Vec3(0.0, kFrom, 0.0);
    const auto hit = physics::cast_ray(physics, {from, math::kUp}, lowest - kFrom, filter);
    if (hit && hit->distance > 0.0) lowest = kFrom + hit->distance;
  }
  return lowest - kHeadMargin;
}

human::GaitMood mood_of(scene::Mood mood) {
  switch (mood) {
    case scene::Mood::Neutral:
      return human::GaitMood::Neutral;
    case scene::Mood::Brisk:
      return human::GaitMood::Brisk;
    case scene::Mood::Tired:
      return human::GaitMood::Tired;
    case scene::Mood::Cautious:
      return human::GaitMood::Cautious;
    case scene::Mood::Proud:
      return human::GaitMood::Proud;
  }
  return human::GaitMood::Neutral;
}

human::GaitManner manner_of(scene::Gait gait) {
  switch (gait) {
    case scene::Gait::Natural:
      return human::GaitManner::Natural;
    case scene::Gait::March:
      return human::GaitManner::March;
    case scene::Gait::Stroll:
      return human::GaitManner::Stroll;
    case scene::Gait::Shuffle:
      return human::GaitManner::Shuffle;
  }
  return human::GaitManner::Natural;
}

/// As it wants to face, unless that would turn its shoulders into a wall that it stands or passes close to.
double facing_of(const Agent& agent, const physics::World& physics) {
  constexpr double kForeseen = 0.2;  // rad: a turn cannot be stopped within less
  const double yaw = agent.gait.yaw, turn = math::wrap_angle(agent.intent.facing - yaw);
  if (std::abs(turn) < 1e-3) return agent.intent.facing;
  const double next = yaw + math::clamp(turn, -kForeseen, kForeseen);
  return may_turn(physics, agent.outline, agent.gait.root, yaw, next, agent.person->id) ? agent.intent.facing : yaw;
}

human::GaitCommand command_of(const Agent& agent, const physics::World& physics) {
  human::GaitCommand command;
  command.velocity = agent.intent.velocity;
  command.facing = math::from_axis_angle(math::kUp, facing_of(agent, physics)) * math::kForward;
  command.gaze = agent.intent.gaze;
  command.style = agent.style;
  if (agent.intent.hints.duck) command.head_room = head_room(physics, agent);
  if (agent.intent.stance == mind::Stance::Crouch) command.head_room = kCrouched * agent.outline.to;
  if (agent.intent.hints.step_over) command.step_over = kStepOverHeight;
  command.arm_swing[agent.reach.right ? 1 : 0] = 1.0 - agent.reach.weight;
  for (std::size_t side = 0; side < 2; ++side) {
    if (agent.handling.feel.held[side].valid()) command.arm_swing[side] = 0.0;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    if (agent.push.thing.valid() && !agent.push.foot && agent.push.used[side])
      command.arm_swing[side] *= 1.0 - agent.push.weight;
  }
  if (const double low = stoops_to_push(agent, physics); low > 0.0)
    command.head_room = agent.outline.to + kHeadMargin - low;
  if (agent.way_hand.door.valid()) command.arm_swing[agent.way_hand.right] *= 1.0 - agent.way_hand.weight;
  if (keeps_standing(agent.reach) || agent.stance.stance != mind::Stance::Upright) {
    command.velocity = steps_back(agent);
    command.facing = Vec3(0.0);
  }
  if (const auto walks = walks_to_push(agent, physics)) {
    command.velocity = *walks;
    command.facing = agent.push.way;
  }
  return command;
}

/// The place stopped it: the motion it lost is what it feels.
void feel_place(Agent& agent, const BumperResult& allowed, const Vec3& wanted, double dt) {
  if (!allowed.stopped || !allowed.touched.valid()) return;
  const double lost = glm::length(Vec3(wanted.x - allowed.root.x, 0.0, wanted.z - allowed.root.z)) / dt;
  agent.touch.add({senses::ItemId::of(allowed.touched), allowed.point, agent.person->body.masses.total * lost});
}

}  // namespace

core::Result<std::unique_ptr<const human::ClipGait>> planned_walk(const scene::AgentSpec& plan,
                                                                  const human::Walker& walker) {
  if (plan.gait_clip.empty()) return nullptr;
  auto walk = human::load_captured_walk(plan.gait_clip, walker);
  if (!walk) return tl::make_unexpected(walk.error());
  return std::make_unique<const human::ClipGait>(std::move(*walk));
}

human::GaitStyle planned_style(const scene::AgentSpec& plan, core::BodyId id, std::uint64_t seed) {
  return human::gait_style(mood_of(plan.mood), seed + id.value, manner_of(plan.gait));
}

double half_breadth_of_walk(const Person& person, const human::GaitStyle& style, double speed) {
  constexpr int kFrames = 40;
  constexpr double kStride = 1.6;  // s: no stride takes longer
  const human::Walker walker = human::walker_of(person.body);
  double widest = 0.0;
  for (int i = 0; i < kFrames; ++i) {
    const human::Posture posture = human::straight_walk(walker, style, std::max(speed, 0.3), i * kStride / kFrames);
    human::Frames<double> frames;
    human::forward_kinematics(person.body.skeleton, posture, frames);
    for (const human::CollisionPiece& piece : person.solids.pieces) {
      const math::Pose box = frames.pose(piece.joint) * piece.shape.joint_from_box;
      const Vec3 half = piece.shape.half;
      const double aside = std::abs(box.direction({half.x, 0.0, 0.0}).x) +
                           std::abs(box.direction({0.0, half.y, 0.0}).x) +
                           std::abs(box.direction({0.0, 0.0, half.z}).x);
      widest = std::max(widest, std::abs(box.position.x) + aside + piece.shape.radius);
    }
  }
  return widest;
}

Agent::Agent(const Person& who, const scene::AgentSpec& what, mind::Mind with, const planning::SolidLibrary& shapes,
             const human::Ground& ground, std::uint64_t seed)
    : person(&who),
      plan(&what),
      solids(&shapes),
      walker(human::walker_of(who.body)),
      whole(who.body.skeleton, who.body.masses),
      style(planned_style(what, who.id, seed)),
      mind(std::move(with)) {
  const auto& size = who.body.dimensions;
  outline.half_breadth = 0.5 * size[human::Dimension::BideltoidBreadth];
  outline.half_depth = 0.5 * size[human::Dimension::ChestDepth];
  outline.to = size[human::Dimension::Stature] - 0.02;
  gait = human::standing_gait(walker, what.start.position, math::yaw_of(what.start.rotation), ground, style.seed);
  human::GaitCommand still;
  still.style = style;
  human::advance_gait(walker, still, ground, 1.0 / core::kTicksPerSecond, gait, posture);
  human::forward_kinematics(who.body.skeleton, posture, frames);
  intent.facing = gait.yaw;
  intent.gaze = world_from_eye().point({0.0, 0.0, -3.0});
}

math::Pose Agent::world_from_eye() const {
  return human::gaze_pose(frames);
}

void Agent::visit(core::Archive& archive) {
  for (const auto part : {AgentPart::Senses, AgentPart::Decisions, AgentPart::Body}) {
    visit_phase(part, archive);
  }
}

void Agent::visit_phase(AgentPart part, core::Archive& archive) {
  switch (part) {
    case AgentPart::Senses:
      archive.field("memory", mind.memory());
      archive.field("percepts", percepts);
      archive.field("clock", clock);
      return;
    case AgentPart::Decisions:
      mind.visit_decisions(archive, nets_of);
      archive.field("intent", intent);
      return;
    case AgentPart::Body:
      archive.field("gait", gait);
      if (captured) archive.field("clip", clip);
      archive.field("posture", posture);
      archive.field("stance", stance);
      archive.field("reach", reach);
      archive.field("handling", handling);
      archive.field("together", together);
      archive.field("way_hand", way_hand);
      archive.field("push", push);
      archive.field("touch", touch);
      if (archive.is_loading()) human::forward_kinematics(person->body.skeleton, posture, frames);
      return;
  }
}

void Agent::visit_digest(AgentPart part, core::Archive& archive) {
  if (looked || part == AgentPart::Body) return visit_phase(part, archive);
  if (part == AgentPart::Senses)
    archive.field("clock", clock);
  else
    archive.field("intent", intent);
}

void propose_step(Agent& agent, const physics::World& physics, double dt) {
  const human::GaitCommand command = command_of(agent, physics);
  Vec3 wanted = human::next_root(command, dt, agent.gait);
  BodyOutline outline = agent.outline;
  outline.to = std::max(outline.from + 0.2, agent.frames.position(Joint::Head).y - agent.gait.root.y);
  if (glm::length(agent.gait.velocity - agent.intent.velocity) > kPushed)
    wanted = caught_before(physics, outline, agent.gait.root, wanted, agent.gait.yaw, agent.intent.velocity, dt,
                           agent.person->id);
  const auto allowed = move_outline(physics, outline, agent.gait.root, wanted, agent.gait.yaw, agent.person->id);
  agent.wanted_root = allowed.root;
  const bool wall = allowed.stopped && !physics.is_moving_kind(allowed.touched);
  agent.held = !allowed.stopped ? frame::HeldBy::Nothing : wall ? frame::HeldBy::Structure : frame::HeldBy::Thing;
  agent.held_by = allowed.stopped ? allowed.touched : core::ObjectId{};
  feel_place(agent, allowed, wanted, dt);
}

void take_step(Agent& agent, const physics::World& physics, const human::Ground& ground, double dt) {
  human::GaitCommand command = command_of(agent, physics);
  // Whatever the others pushed it to, the place has the last word.
  const auto allowed =
      move_outline(physics, agent.outline, agent.gait.root, agent.wanted_root, agent.gait.yaw, agent.person->id);
  feel_place(agent, allowed, agent.wanted_root, dt);
  command.root = Vec3(allowed.root.x, agent.gait.root.y, allowed.root.z);
  human::advance_gait(agent.walker, command, ground, dt, agent.gait, agent.posture);
  if (agent.captured) {
    human::advance_captured_walk(agent.walker, *agent.captured, agent.gait, command, dt, agent.clip, agent.posture);
  }
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
  advance_stance(agent, physics, dt);
  advance_way_hand(agent, physics, dt);
  advance_push(agent, physics, dt);
  advance_reach(agent, physics, dt);
}

}  // namespace fh::world
