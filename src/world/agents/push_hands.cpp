// SPDX-License-Identifier: Apache-2.0
// Light things that are pushed out of the way (K-49, K-53): palms on them at a height at which they do not tip, or the
// tip of a foot; they move only while they are touched, and no faster than hand and body come along.
#include <algorithm>

#include "human/body/balance.h"
#include "math/constants.h"
#include "physics/queries.h"
#include "world/agents/agent.h"

namespace fh::world {
namespace {

using human::Dimension;
using human::Joint;
using human::Side;
using math::Vec3;

constexpr double kSeconds = 0.5;                          // to the thing, and back
constexpr double kNear = 0.75;                            // m from the body's axis to a thing that limbs set out for
constexpr double kNearBy = 0.28;                          // m from the body's axis to what it pushes, arms bent
constexpr double kFaces = 0.85;                           // cosine of the turn from the way of pushing
constexpr double kBeside = -0.3;                          // the same for what holds the body from a side
constexpr double kTouches = 0.008;                        // m from the skin to the thing: flesh
constexpr double kSpeed = 0.45;                           // m/s of a thing that is pushed
constexpr double kHandForce = 120.0, kFootForce = 160.0;  // N
constexpr double kFar = 0.98, kSlower = 0.15,
                 kFootSlower = 0.04;                     // of the stretched limb: no farther; slower before that
constexpr double kLight = 20.0;                          // kg: heavier things that hold a body are left where they are
constexpr double kHeld = 0.4, kRemembers = 1.2;          // s that a body is held before it pushes, and pushes on after
constexpr double kSlowest = 0.2, kFootSlowest = 0.3;     // of the pace: what is slower is in vain
constexpr double kVain = 0.5;                            // s that limbs stretch for what they do not move
constexpr double kLowest = 0.42;                         // m over the ground: what is lower is pushed by a foot
constexpr double kEdge = 0.04;                           // m that a palm keeps from upper and lower edges
constexpr double kBelowShoulder = 0.35;                  // m from the shoulders down to palms that push
constexpr double kInto = 0.6;                            // cosine of a surface's slope to the way: palms do not slip
constexpr double kPressed = 0.5;                         // of the force ahead: arms push from above
constexpr double kFriction = 0.65, kAcceleration = 0.8;  // what a push expects at most; m/s²
constexpr double kFreeAhead = 0.3;                       // m before the thing that have to be free of people

struct Wish {
  core::ObjectId thing;
  Vec3 way;
};

Side side_of(std::size_t i) {
  return i == 1 ? Side::Right : Side::Left;
}

Vec3 level(const Vec3& v) {
  return {v.x, 0.0, v.z};
}

bool is_light(const Agent& agent, core::ObjectId thing) {
  if (!thing.valid()) return false;
  const mind::ThingKind& kind = agent.mind.catalogue().thing(thing);
  return kind.movable && kind.mass <= kLight;
}

/// How long a light thing has held the body.
void feel_held(Agent& agent, double dt) {
  PushHands& push = agent.push;
  const bool held =
      agent.held == frame::HeldBy::Thing && is_light(agent, agent.held_by) && glm::length(agent.intent.velocity) > 0.1;
  push.held = math::clamp(push.held + (held ? dt : -dt), 0.0, kRemembers);
}

/// What is to be pushed which way: what the mind says, else what holds the body, away from it.
std::optional<Wish> wish_of(const Agent& agent, const physics::World& physics) {
  const bool busy = agent.handling.phase != HandlingState::Phase::None || agent.reach.way != ReachState::Way::None;
  if (busy || agent.way_hand.door.valid() || agent.stance.stance != mind::Stance::Upright) return {};
  const PushHands& push = agent.push;
  const auto may = [&](core::ObjectId thing) { return is_light(agent, thing) && !physics.holder(thing).valid(); };
  if (may(agent.intent.clear) && glm::length(agent.intent.push) > 0.5)
    return Wish{agent.intent.clear, agent.intent.push};
  if (push.held < kHeld) return {};
  if (push.thing.valid()) return Wish{push.thing, push.way};
  if (!may(agent.held_by)) return {};
  const Vec3 middle = physics.pose(agent.held_by).point(agent.mind.catalogue().thing(agent.held_by).bounds.centre());
  const Vec3 away = level(middle - agent.gait.root);
  if (glm::length(away) < 0.05) return {};
  return Wish{agent.held_by, away / glm::length(away)};
}

/// Where limbs may lie on a thing, seen from the body along the way of pushing.
class Contacts {
 public:
  Contacts(const Agent& agent, const physics::World& physics, const Wish& wish)
      : agent_(agent), physics_(physics), wish_(wish), pose_(physics.pose(wish.thing)) {
    const math::Aabb box = math::transformed(pose_, agent.mind.catalogue().thing(wish.thing).bounds);
    const Vec3 half = 0.5 * box.size();
    low_ = box.low.y - agent.gait.root.y;
    high_ = box.high.y - agent.gait.root.y;
    depth_ = std::abs(half.x * wish.way.x) + std::abs(half.z * wish.way.z);
    aside_ = glm::cross(wish.way, math::kUp);
    constexpr double kOffLine = 0.3;  // m of the thing's middle from the body's
    line_ = math::clamp(glm::dot(box.centre() - agent.gait.root, aside_), -kOffLine, kOffLine);
  }

  /// Both palms, or one that is free. False: there is no place for them.
  bool find_hands(const std::array<bool, 2>& free, PushHands& push) const {
    if ((!free[0] && !free[1]) || highest() < kLowest - kEdge) return false;
    constexpr double kStep = 0.04;
    const double low = std::max(kLowest, low_ + kEdge), high = high_ - kEdge;
    const double wanted = math::clamp(highest(), low, std::max(low, high));
    for (const double apart : {0.17, 0.1, 0.0}) {
      if (apart > 0.0 && !(free[0] && free[1])) continue;
      for (double off = 0.0; off < 0.5; off += kStep) {
        for (const double height : {wanted - off, wanted + off}) {
          if (height < low || height > high) continue;
          if (try_hands(free, apart, height, push)) return true;
        }
      }
    }
    return false;
  }
  /// A foot.
  bool find_foot(PushHands& push) const {
    const std::size_t side = line_ >= 0.0 ? 1 : 0;
    for (const double height : {0.08, 0.12, 0.05, 0.17, 0.22}) {
      const auto at = surface(0.0, height);
      if (!at) continue;
      push.foot = 1;
      push.used = {static_cast<std::uint8_t>(side == 0), static_cast<std::uint8_t>(side == 1)};
      push.at[side] = *at;
      return true;
    }
    return false;
  }

 private:
  /// m over the ground: the elbow, or as high as the thing does not tip when palms push it forward and down and it
  /// slides with a friction of 0.6.
  double highest() const {
    const double elbow = 0.62 * agent_.person->body.dimensions[Dimension::Stature];
    return std::min(elbow, low_ + 1.9 * depth_);
  }
  std::optional<Vec3> surface(double aside, double height) const {
    constexpr double kRange = 1.3;  // m
    const Vec3 from = agent_.gait.root + (line_ + aside) * aside_ + Vec3(0.0, height, 0.0);
    const auto hit = physics::cast_ray(physics_, {from, wish_.way}, kRange, {.ignore_body = agent_.person->id});
    if (!hit || hit->what.object != wish_.thing || hit->distance <= 0.0) return {};
    if (glm::dot(hit->normal, wish_.way) > -kInto) return {};
    return math::inverse(pose_).point(hit->point);
  }
  bool try_hands(const std::array<bool, 2>& free, double apart, double height, PushHands& push) const {
    push.used = {};
    if (apart <= 0.0) {
      const std::size_t side = free[1] && (line_ >= 0.0 || !free[0]) ? 1 : 0;
      const auto at = surface(0.0, height);
      if (!at) return false;
      push.used[side] = 1;
      push.at[side] = *at;
      return true;
    }
    const auto left = surface(-apart, height), right = surface(apart, height);
    if (!left || !right) return false;
    push.used = {1, 1};
    push.at = {*left, *right};
    return true;
  }

  const Agent& agent_;
  const physics::World& physics_;
  const Wish& wish_;
  math::Pose pose_;
  double low_ = 0.0, high_ = 0.0, depth_ = 0.0, line_ = 0.0;  // m; heights over the ground
  Vec3 aside_{0.0};                                           // unit, to the right of the way
};

/// Limbs set out when the body is near and faces the way of pushing. What holds the body from the side is pushed off by
/// the hand on that side, while the body turns to it.
void set_out(Agent& agent, const physics::World& physics, const Wish& wish) {
  const math::Quat heading = math::from_axis_angle(math::kUp, agent.gait.yaw);
  const double faces = glm::dot(heading * math::kForward, wish.way);
  const bool holds = agent.push.held >= kHeld && wish.thing == agent.held_by;
  if (faces < (holds ? kBeside : kFaces)) return;
  const bool right = glm::dot(heading * math::kRight, wish.way) > 0.0;
  const math::Pose pose = physics.pose(wish.thing);
  const math::Aabb& bounds = agent.mind.catalogue().thing(wish.thing).bounds;
  const Vec3 local = math::inverse(pose).point({agent.gait.root.x, pose.point(bounds.centre()).y, agent.gait.root.z});
  if (glm::length(local - glm::clamp(local, bounds.low, bounds.high)) > kNear) return;
  PushHands push;
  push.thing = wish.thing;
  push.way = wish.way;
  push.held = agent.push.held;
  const auto& held = agent.handling.feel.held;
  const Contacts contacts(agent, physics, wish);
  const bool left_may = faces >= kFaces || !right, right_may = faces >= kFaces || right;
  if (!contacts.find_hands({!held[0].valid() && left_may, !held[1].valid() && right_may}, push)) {
    if (faces < kFaces || !stands(agent.gait) || !contacts.find_foot(push)) return;
  }
  agent.push = push;
}

/// The tip of a foot in its joint's frame.
Vec3 toe_tip(const Agent& agent, Side side) {
  const auto& size = agent.person->body.dimensions;
  const Vec3 toes = agent.person->body.skeleton.offsets[human::index_of(human::on_side(Joint::RightToes, side))];
  return toes + Vec3(0.0, 0.0, -(size[Dimension::FootLength] - size[Dimension::BallOfFootLength]));
}

/// Of the stretched limb, from shoulder or hip to its place on the thing.
double stretch(const Agent& agent, const physics::World& physics, std::size_t i) {
  const PushHands& push = agent.push;
  const Side side = side_of(i);
  const Vec3 point = physics.pose(push.thing).point(push.at[i]);
  const auto& size = agent.person->body.dimensions;
  if (push.foot) {
    const human::TwoLink& links = agent.walker.legs[i].links;
    const Vec3 hip = agent.frames.position(human::on_side(Joint::RightThigh, side));
    const math::Quat turn = math::from_axis_angle(math::kUp, math::yaw_of(math::looking_along(push.way)));
    return glm::length(point - turn * toe_tip(agent, side) - hip) / links.farthest;
  }
  const Vec3 shoulder = agent.frames.position(human::on_side(Joint::RightUpperArm, side));
  return glm::length(point - shoulder) / (agent.whole.arm(side).links.farthest + 0.5 * size[Dimension::PalmLength]);
}

/// m along the way of pushing from the body's axis to the farthest place that limbs lie on.
double reach_of(const Agent& agent, const physics::World& physics) {
  const PushHands& push = agent.push;
  const math::Pose pose = physics.pose(push.thing);
  double farthest = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (push.used[i]) farthest = std::max(farthest, glm::dot(pose.point(push.at[i]) - agent.gait.root, push.way));
  }
  return farthest;
}

void pose_hands(Agent& agent, const physics::World& physics) {
  const PushHands& push = agent.push;
  const math::Pose pose = physics.pose(push.thing);
  human::Posture there = agent.posture;
  for (std::size_t i = 0; i < 2; ++i) {
    if (push.used[i])
      human::set_arm(there, side_of(i), palm_against(agent, side_of(i), pose.point(push.at[i]), push.way));
  }
  agent.posture = human::interpolate(agent.posture, there, least_jerk(push.weight));
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
}

/// One leg stretched forward, the body over the other foot.
void pose_foot(Agent& agent, const physics::World& physics) {
  constexpr double kLift = 0.05;    // m of the foot on its way
  constexpr double kLower = 0.06;   // m: the knee that bears bends, so that the other leg gets farther
  constexpr double kToesUp = 0.35;  // rad
  constexpr int kShifts = 3;
  const PushHands& push = agent.push;
  const std::size_t i = push.used[1] ? 1 : 0;
  const Side side = side_of(i), other = side_of(1 - i);
  const human::Skeleton& skeleton = agent.person->body.skeleton;
  const double share = least_jerk(push.weight);
  const math::Pose bears = agent.frames.pose(human::on_side(Joint::RightFoot, other));
  const math::Pose from = agent.frames.pose(human::on_side(Joint::RightFoot, side));
  const math::Quat turn = math::looking_along(push.way) * math::from_axis_angle(math::kRight, kToesUp);
  const Vec3 point = physics.pose(push.thing).point(push.at[i]);
  math::Pose foot{math::slerp(from.rotation, turn, share),
                  from.position + share * (point - turn * toe_tip(agent, side) - from.position)};
  foot.position.y += kLift * 4.0 * share * (1.0 - share);
  for (int round = 0; round < kShifts; ++round) {
    const Vec3 off = bears.position - human::centre_of_mass(agent.person->body.masses, agent.frames, {});
    agent.posture.world_from_pelvis.position += share * (level(off) - Vec3(0.0, round == 0 ? kLower : 0.0, 0.0));
    const math::Pose& pelvis = agent.posture.world_from_pelvis;
    human::set_leg(agent.posture, other, human::solve_leg(agent.walker.legs[1 - i], pelvis, bears));
    human::set_leg(agent.posture, side, human::solve_leg(agent.walker.legs[i], pelvis, foot));
    human::forward_kinematics(skeleton, agent.posture, agent.frames);
    if (share < 1.0) break;
  }
}

bool touches(const Agent& agent, const physics::World& physics, std::size_t i) {
  const PushHands& push = agent.push;
  const Side side = side_of(i);
  constexpr double kFlesh = 0.005;  // m
  if (!push.foot) {
    const human::BodySite site = human::palm_site(agent.person->body.dimensions, side);
    const Vec3 at = agent.frames.pose(site.joint).point(site.joint_from_site.position);
    return physics::nearest_on(physics, push.thing, physics::make_sphere({at, kFlesh}), kTouches).has_value();
  }
  const Vec3 at = agent.frames.pose(human::on_side(Joint::RightFoot, side)).point(toe_tip(agent, side));
  return physics::nearest_on(physics, push.thing, physics::make_sphere({at, kFlesh}), kTouches).has_value();
}

/// Whether somebody stands where the thing would come to.
bool is_blocked(const Agent& agent, const math::Pose& pose, std::span<const Agent> agents,
                std::span<const Vec3> standing) {
  const PushHands& push = agent.push;
  math::Aabb box = math::transformed(pose, agent.mind.catalogue().thing(push.thing).bounds);
  const Vec3 middle = box.centre(), half = 0.5 * box.size() + Vec3(kFreeAhead);
  const auto in_way = [&](const Vec3& feet) {
    const Vec3 off = feet - middle;
    return std::abs(off.x) < half.x && std::abs(off.z) < half.z && std::abs(feet.y - box.low.y) < 1.5 &&
           glm::dot(off, push.way) > 0.0;
  };
  return std::any_of(standing.begin(), standing.end(), in_way) ||
         std::any_of(agents.begin(), agents.end(),
                     [&](const Agent& other) { return &other != &agent && in_way(other.gait.root); });
}

}  // namespace

void PushHands::visit(core::Archive& archive) {
  archive.field("thing", thing.value);
  archive.field("way", way);
  archive.field("foot", foot);
  archive.field("used", used);
  archive.field("on", on);
  archive.field("at", at);
  archive.field("weight", weight);
  archive.field("pace", pace);
  archive.field("held", held);
  archive.field("vain", vain);
  archive.field("again", again);
}

double stoops_to_push(const Agent& agent, const physics::World& physics) {
  const PushHands& push = agent.push;
  if (!push.thing.valid() || push.foot) return 0.0;
  const math::Pose pose = physics.pose(push.thing);
  double height = 1e9;
  for (std::size_t i = 0; i < 2; ++i) {
    if (push.used[i]) height = std::min(height, pose.point(push.at[i]).y - agent.gait.root.y);
  }
  const auto& size = agent.person->body.dimensions;
  constexpr double kHeadPerShoulder = 1.5;  // m that the head comes down for a metre of the shoulders
  const double low = kHeadPerShoulder * (size[Dimension::AcromialHeight] - kBelowShoulder - height);
  return least_jerk(push.weight) * math::clamp(low, 0.0, 0.52 * size[Dimension::Stature]);
}

std::optional<Vec3> walks_to_push(const Agent& agent, const physics::World& physics) {
  constexpr double kGain = 3.0, kFastest = 0.55;  // 1/s, m/s
  const PushHands& push = agent.push;
  if (!push.thing.valid()) return {};
  if (push.foot && push.weight > 0.0) return Vec3(0.0);
  if (push.weight > 0.0 && !push.on[0] && !push.on[1]) return {};
  return math::clamp(kGain * (reach_of(agent, physics) - kNearBy), 0.0, kFastest) * push.way;
}

void advance_push(Agent& agent, const physics::World& physics, double dt) {
  feel_held(agent, dt);
  PushHands& push = agent.push;
  const auto wish = wish_of(agent, physics);
  if (!push.thing.valid() && wish) set_out(agent, physics, *wish);
  if (!push.thing.valid()) return;
  double share = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (push.used[i]) share = std::max(share, stretch(agent, physics, i));
  }
  const bool wanted = wish && wish->thing == push.thing && glm::dot(wish->way, push.way) > kFaces;
  push.pace = wanted ? math::clamp((kFar - share) / (push.foot ? kFootSlower : kSlower), 0.0, 1.0) : 0.0;
  // Where limbs get no farther they are taken back, and the body comes nearer.
  const bool works = (push.on[0] || push.on[1]) && push.pace > (push.foot ? kFootSlowest : kSlowest);
  push.vain = push.weight >= 1.0 && !works ? push.vain + dt : 0.0;
  if (push.vain > kVain) push.again = 1;
  push.weight = math::clamp(push.weight + (wanted && !push.again ? dt : -dt) / kSeconds, 0.0, 1.0);
  if (push.weight <= 0.0) {
    push.on = {};
    const bool comes_nearer =
        push.again && wanted && agent.held == frame::HeldBy::Nothing && reach_of(agent, physics) > kNearBy + 0.03;
    if (!comes_nearer) push = {.held = push.held};
    return;
  }
  if (push.foot)
    pose_foot(agent, physics);
  else
    pose_hands(agent, physics);
  for (std::size_t i = 0; i < 2; ++i) push.on[i] = push.used[i] && push.weight >= 1.0 && touches(agent, physics, i);
}

void push_things(physics::World& physics, const scene::Scene& scene, std::span<Agent> agents,
                 std::span<const Vec3> standing, double dt) {
  for (Agent& agent : agents) {
    agent.pushed = {};
    const PushHands& push = agent.push;
    const int limbs = push.on[0] + push.on[1];
    const scene::Object* thing = limbs > 0 && push.pace > 0.0 ? scene.find(push.thing) : nullptr;
    if (!thing) continue;
    const math::Pose pose = physics.pose(push.thing);
    if (is_blocked(agent, pose, agents, standing)) continue;
    const physics::Velocity velocity = physics.velocity(push.thing);
    const Vec3 middle = pose.point(thing->bounds.centre());
    // Friction is overcome and the thing set going gently: it does not tip.
    const double down = push.foot ? 0.0 : kPressed;
    const double gentle =
        (kFriction / (1.0 - kFriction * down) * math::kGravity + kAcceleration) * physics.mass(push.thing) / limbs;
    const double most = dt * std::min(gentle, push.foot ? kFootForce : kHandForce);
    for (std::size_t i = 0; i < 2; ++i) {
      if (!push.on[i]) continue;
      const Vec3 point = pose.point(push.at[i]);
      const Vec3 moves = velocity.linear + glm::cross(velocity.angular, point - middle);
      const double missing = kSpeed * push.pace - glm::dot(moves, push.way);
      const double impulse = math::clamp(missing * physics.mass(push.thing) / limbs, 0.0, most);
      if (impulse <= 0.0) continue;
      agent.pushed = push.thing;
      physics.push(push.thing, impulse * (push.way - down * math::kUp), point);
    }
  }
}

}  // namespace fh::world
