// SPDX-License-Identifier: Apache-2.0
#include "world/finite_guard.h"

#include <fmt/format.h>

#include <bit>

#include "core/assert.h"
#include "core/log.h"
#include "world/world.h"

namespace fh::world {
namespace {

#ifdef NDEBUG
constexpr bool kStopsProgram = false;
#else
constexpr bool kStopsProgram = true;
#endif

/// By the bits, so that the loop is a few instructions for many numbers.
bool all_finite(std::span<const double> numbers) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000;
  std::uint64_t wrong = 0;
  for (const double number : numbers)
    wrong |= (std::bit_cast<std::uint64_t>(number) & kExponent) == kExponent ? 1u : 0u;
  return wrong == 0;
}

/// Of values that are nothing but doubles: points, rotations, poses, lists of them.
template <class T>
bool finite(const T& value) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(double) == 0);
  return all_finite({reinterpret_cast<const double*>(&value), sizeof(T) / sizeof(double)});
}

// Each gives the first field that is not finite, or null.

const char* bad_field(const UserState& state, const LocomotionState& locomotion, const Avatar& avatar) {
  if (!finite(state.world_from_tracking)) return "state.world_from_tracking";
  if (!finite(state.head.world_from_point)) return "state.head.world_from_point";
  if (!finite(state.head.velocity)) return "state.head.velocity";
  for (const HandState& hand : state.hands) {
    if (!finite(hand.grip.world_from_point)) return "state.hands.grip.world_from_point";
    if (!finite(hand.grip.velocity)) return "state.hands.grip.velocity";
    if (!finite(hand.world_from_aim)) return "state.hands.world_from_aim";
    if (!finite(hand.trigger) || !finite(hand.squeeze)) return "state.hands.trigger";
  }
  if (!finite(state.scale)) return "state.scale";
  if (!finite(state.walked)) return "state.walked";
  if (!finite(locomotion.target)) return "locomotion.target";
  if (!finite(locomotion.clear_head)) return "locomotion.clear_head";
  if (!finite(avatar.fit().posture.world_from_pelvis)) return "avatar.posture.world_from_pelvis";
  if (!finite(avatar.fit().posture.rotations)) return "avatar.posture.rotations";
  return nullptr;
}

const char* bad_field(const senses::Percept& percept) {
  if (!finite(percept.pose)) return "percepts.pose";
  if (!finite(percept.nearest_point)) return "percepts.nearest_point";
  if (!finite(percept.reach)) return "percepts.reach";
  if (!finite(percept.velocity) || !finite(percept.angular_velocity)) return "percepts.velocity";
  if (!finite(double(percept.distance)) || !finite(double(percept.uncertainty))) return "percepts.distance";
  return nullptr;
}

const char* bad_field(const mind::Intent& intent) {
  if (!finite(intent.velocity)) return "intent.velocity";
  if (!finite(intent.facing)) return "intent.facing";
  if (!finite(intent.gaze)) return "intent.gaze";
  if (intent.reach && !finite(*intent.reach)) return "intent.reach";
  return nullptr;
}

const char* bad_field(const human::GaitState& gait, const human::Posture& posture, const ReachState& reach) {
  if (!finite(gait.root)) return "gait.root";
  if (!finite(gait.yaw)) return "gait.yaw";
  if (!finite(gait.velocity)) return "gait.velocity";
  if (!finite(gait.turn_rate)) return "gait.turn_rate";
  if (!finite(gait.drift) || !finite(gait.push)) return "gait.drift";
  if (!finite(gait.duck)) return "gait.duck";
  if (!finite(posture.world_from_pelvis)) return "posture.world_from_pelvis";
  if (!finite(posture.rotations)) return "posture.rotations";
  if (!finite(reach.point) || !finite(reach.weight)) return "reach.point";
  if (!finite(reach.posture.world_from_pelvis) || !finite(reach.posture.rotations)) return "reach.posture";
  return nullptr;
}

}  // namespace

void FiniteGuard::stop(const char* phase, const std::string& whose, const char* field) {
  const std::string where = fmt::format("{}: {}.{} at {:.2f} s", phase, whose, field, core::seconds_of(tick_));
  if (kStopsProgram) FH_ASSERT(false, "not finite: " + where);
  ++stopped_;
  if (!first_.empty()) return;
  first_ = where;
  core::log_error("a value is not finite ({}): the last good one is kept; please report this", where);
}

void FiniteGuard::begin(core::Tick tick, std::span<const User> users, std::span<const Agent> agents,
                        const physics::World& physics, const scene::Scene& scene) {
  const bool follows = tick == tick_ + 1 && users_.size() == users.size() && agents_.size() == agents.size();
  tick_ = tick;
  if (follows) return;
  users_.clear();
  for (const User& user : users) users_.push_back({user.state, user.locomotion, user.avatar});
  agents_.clear();
  for (const Agent& agent : agents)
    agents_.push_back({agent.intent, agent.gait, agent.posture, agent.frames, agent.reach, agent.touch});
  objects_.clear();
  for (const auto& object : scene.objects) {
    if (physics.is_moving_kind(object.id)) objects_.push_back({object.id, physics.pose(object.id), object.name});
  }
}

void FiniteGuard::user_done(User& user) {
  KeptUser& kept = users_[user.id.value - 1];
  const char* field = bad_field(user.state, user.locomotion, user.avatar);
  if (!field) {
    kept = {user.state, user.locomotion, user.avatar};
    return;
  }
  stop(phase_names().front().c_str(), user.name, field);
  const bool other_body = kept.state.bodies != user.state.bodies;
  user.state = kept.state;
  user.locomotion = kept.locomotion;
  user.avatar = kept.avatar;
  if (other_body) user.avatar.replace_body(user.body.fit().hand_from_grip);
}

void FiniteGuard::senses_done(std::span<Agent> agents) {
  for (Agent& agent : agents) {
    if (!agent.looked) continue;
    std::erase_if(agent.percepts.items, [&](const senses::Percept& percept) {
      const char* field = bad_field(percept);
      if (field) stop("sense", agent.plan->name, field);
      return field != nullptr;
    });
  }
}

void FiniteGuard::decisions_done(std::span<Agent> agents) {
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (const char* field = bad_field(agents[i].intent)) {
      stop("decide", agents[i].plan->name, field);
      agents[i].intent = agents_[i].intent;
    } else {
      agents_[i].intent = agents[i].intent;
    }
  }
}

void FiniteGuard::bodies_done(std::span<Agent> agents) {
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Agent& agent = agents[i];
    KeptAgent& kept = agents_[i];
    if (const char* field = bad_field(agent.gait, agent.posture, agent.reach)) {
      stop("move", agent.plan->name, field);
      agent.gait = kept.gait;
      agent.posture = kept.posture;
      agent.frames = kept.frames;
      agent.reach = kept.reach;
      agent.touch = kept.touch;
    } else {
      kept = {kept.intent, agent.gait, agent.posture, agent.frames, agent.reach, agent.touch};
    }
  }
}

void FiniteGuard::physics_done(physics::World& physics) {
  for (KeptObject& kept : objects_) {
    if (physics.is_asleep(kept.id)) continue;
    const math::Pose pose = physics.pose(kept.id);
    const physics::Velocity velocity = physics.velocity(kept.id);
    if (finite(pose) && finite(velocity)) {
      kept.pose = pose;
      continue;
    }
    stop("physics", kept.name, finite(pose) ? "velocity" : "pose");
    physics.place(kept.id, kept.pose);
  }
}

}  // namespace fh::world
