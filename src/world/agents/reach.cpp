// SPDX-License-Identifier: Apache-2.0
#include "world/agents/reach.h"

#include <algorithm>

#include "human/ik/kneel.h"
#include "world/agents/agent.h"
#include "world/agents/carrying.h"
#include "world/agents/reach_choice.h"
#include "world/agents/reach_way.h"
#include "world/agents/solid_arms.h"

namespace fh::world {
namespace {

using human::Dimension;
using human::Joint;
using human::Side;
using math::Vec3;
using Way = ReachState::Way;

constexpr double kLeastSeconds = 0.7;          // from the side to the target
constexpr double kHandSpeed = 1.5;             // m/s at most
constexpr double kPeakOfLeastJerk = 1.875;     // its greatest speed over its mean one
constexpr double kSlips = 0.005;               // m that an arm may miss by before the body comes along
constexpr double kMoved = 0.02;                // m: a thing that is elsewhere is reached for anew
constexpr double kUpright = 0.25;              // weight below which a body may walk off
constexpr double kKneelSeconds = 3.2;          // down and to the thing, at least: knees bend slower than 4 rad/s
constexpr double kDown = 0.6, kHandOut = 0.4;  // shares of that time: when the knees are down, when the hand sets out
constexpr double kWorkSpeed = 2.9;             // m/s of a hand's joint that works, at most
constexpr double kJoins = 0.15;  // share of a planned way over which the arm leaves and joins other motion

std::optional<Wanted> wanted_of(const Agent& agent) {
  if (const auto goal = hand_goal(agent.handling))
    return Wanted{goal->point, goal->thing, goal->deed, goal->right != 0};
  if (leads_free_hand(agent)) return Wanted{agent.together.point, {}, scene::Deed::None, agent.together.right != 0};
  if (agent.handling.phase != HandlingState::Phase::None || !agent.intent.reach) return {};
  return Wanted{*agent.intent.reach, agent.intent.reach_for, scene::Deed::None, {}};
}

/// Where the way from the shoulder meets the thing, if it is where the mind believes; else the believed point.
Vec3 surface_point(const Agent& agent, const physics::World& physics, const Wanted& wanted, const Vec3& from) {
  const Vec3 way = wanted.point - from;
  const double length = glm::length(way);
  if (length < 1e-3) return wanted.point;
  const auto hit = physics::cast_ray(physics, {from, way / length}, length, {.ignore_body = agent.person->id});
  return hit && hit->distance > 0.0 && hit->what.object == wanted.thing ? hit->point : wanted.point;
}

/// From 0 at the beginning of a planned way to 1 where other motion has no part in it any more.
double joined(double share) {
  return math::smooth_step(math::clamp(share / kJoins, 0.0, 1.0));
}

/// Between the posture as it is and that of the reach, along the planned way if there is one. `share`: of the way, or,
/// of a body that kneels, of the time: first the knees go down.
human::Posture on_the_way(const Agent& agent, human::Posture from, const human::Posture& to, double share) {
  const ReachState& reach = agent.reach;
  double down = 1.0;
  if (reach.kneels) {
    down = least_jerk(share / kDown);
    from = human::interpolate(from, on_knees(reach, from), down);
    share = least_jerk((share - kHandOut) / (1.0 - kHandOut));
  }
  // A way was planned from the posture as it was: the trunk turns no farther with the gaze.
  if (reach.planned)
    from = human::interpolate(from, reach.kneels ? on_knees(reach, reach.start) : reach.start, joined(share));
  if (reach.path.empty()) return human::interpolate(from, to, share);
  const planning::ArmState state = planning::along_path(reach.path, share);
  const double last = static_cast<double>(reach.path.back().q[7]);
  human::Posture posture = human::interpolate(from, to, last > 0.0 ? static_cast<double>(state.q[7]) / last : share);
  const Side side = side_of(reach);
  human::Posture planned = posture, first = posture, end = posture;
  planning::set_arm_state(planned, side, state);
  planning::set_arm_state(first, side, reach.path.front());
  planning::set_arm_state(end, side, reach.path.back());
  // At its ends the way is turned by what the arm is off it there: the gait has gone on, hands follow things exactly.
  // On the knees the arm is on its way at once: what it does while the body stands may be in something down there.
  const double leaves = 1.0 - (reach.kneels ? down : joined(share)), arrives = 1.0 - joined(1.0 - share);
  const human::JointRange fingers = human::fingers(side);
  for (const Joint right : {Joint::RightUpperArm, Joint::RightForearm, Joint::RightForearmTwist, Joint::RightHand}) {
    const std::size_t i = human::index_of(human::on_side(right, side));
    const math::Quat off_first = math::conjugate(first.rotations[i]) * from.rotations[i],
                     off_end = math::conjugate(end.rotations[i]) * to.rotations[i];
    posture.rotations[i] = planned.rotations[i] * math::slerp(math::kIdentity, off_first, leaves) *
                           math::slerp(math::kIdentity, off_end, arrives);
  }
  // Fingers go along as they will be there.
  for (std::size_t i = fingers.first; i < fingers.end; ++i)
    posture.rotations[i] = math::slerp(posture.rotations[i], to.rotations[i], joined(share));
  return posture;
}

/// The upper body has come to rest too: a way is planned from where it is.
bool is_at_rest(const Agent& agent, double dt) {
  constexpr double kSlow = 0.04;  // m/s of a hand; tuned: fetched things (docs/measurements/planning.md)
  const auto speed = [&](Joint hand, std::size_t i) {
    return glm::length(agent.frames.position(hand) - agent.reach.hands_were[i]) / dt;
  };
  return speed(Joint::LeftHand, 0) < kSlow && speed(Joint::RightHand, 1) < kSlow;
}

/// So long that the fingertips keep to kHandSpeed on the way from the posture as it is.
double seconds_to(const Agent& agent, const human::Posture& posture) {
  constexpr int kSamples = 32;
  const human::BodySite tips = human::fingertip_site(agent.person->body.dimensions, side_of(agent.reach));
  const Vec3& at = tips.joint_from_site.position;
  Vec3 before = agent.frames.pose(tips.joint).point(at);
  double fastest = 0.0;  // m per whole way
  human::Frames<double> frames;
  for (int i = 1; i <= kSamples; ++i) {
    human::forward_kinematics(agent.person->body.skeleton,
                              on_the_way(agent, agent.posture, posture, static_cast<double>(i) / kSamples), frames);
    const Vec3 now = frames.pose(tips.joint).point(at);
    fastest = std::max(fastest, kSamples * glm::length(now - before));
    before = now;
  }
  if (agent.reach.kneels) return std::max(kKneelSeconds, fastest / kHandSpeed);
  return std::max(kLeastSeconds, kPeakOfLeastJerk * fastest / kHandSpeed);
}

/// Somebody is asked with a gesture; a thing is touched with the nearer hand, by an agent that stands.
void begin_reach(Agent& agent, const physics::World& physics, const Wanted& wanted, double dt) {
  const bool thing = wanted.thing.valid();
  if (thing && !(stands(agent.gait) && agent.stance.weight <= 0.0 && is_at_rest(agent, dt))) return;
  ReachState& reach = agent.reach;
  const std::uint8_t before = reach.right;
  const auto far = [&](Side side) { return glm::length(wanted.point - shoulder_of(agent, side)); };
  const auto& held = agent.handling.feel.held;
  // A gesture never takes a hand from its work (CA-19).
  const bool gestures = !thing && !wanted.right;
  if (gestures && held[0].valid() && held[1].valid()) return;
  const bool right = held[0].valid() || (!held[1].valid() && far(Side::Right) <= far(Side::Left));
  reach.right = wanted.right.value_or(gestures ? right : far(Side::Right) <= far(Side::Left)) ? 1 : 0;
  if (reach.vain != mind::Failure::None && before == reach.right) return;  // until another hand or wish comes
  reach.wanted = reach.point = wanted.point;
  reach.path.clear();
  reach.planned = thing ? 1 : 0;
  if (thing) reach.start = agent.posture;
  const bool tips = wanted.deed == scene::Deed::None || wanted.deed == scene::Deed::Operate;
  if (thing && tips) reach.point = surface_point(agent, physics, wanted, shoulder_of(agent, side_of(reach)));
  reach.vain = choose_way(agent, physics, wanted);
  if (reach.vain != mind::Failure::None) {
    reach.way = Way::None;
    reach.kneels = 0;
    return;
  }
  reach.seconds = seconds_to(agent, reach.way == Way::Body ? reach.posture : with_arm(agent));
}

/// Whether what the hand is on its way to is still what the mind wants and the feet allow.
bool goes_on(const Agent& agent, const std::optional<Wanted>& wanted) {
  const ReachState& reach = agent.reach;
  if (!wanted) return false;
  if (!wanted->thing.valid()) return reach.way == Way::Arm;
  if (wanted->right && *wanted->right != (reach.right != 0)) return false;
  if (reach.way == Way::Body && !stands(agent.gait)) return false;
  if (agent.handling.phase == HandlingState::Phase::Acting) return true;  // things move under hands
  return glm::length(wanted->point - reach.wanted) < kMoved;
}

/// Somebody else's hand or body is where the hand goes next: it waits.
bool is_barred(Agent& agent, const physics::World& physics) {
  constexpr double kAway = 0.09, kThick = 0.03, kNext = 0.08;  // m, m, share of the time
  const Side side = side_of(agent.reach);
  const human::BodySite tips = human::fingertip_site(agent.person->body.dimensions, side);
  const math::Pose hand{math::kIdentity, agent.reach.hands_were[side == Side::Right ? 1 : 0]};
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Body) | physics::layer_bit(physics::Layer::Hand);
  filter.ignore_body = agent.person->id;
  const double span = hand_span(agent);
  physics::near(physics, physics::make_sphere({hand.position, kThick}), span + kAway, agent.near_hand, filter);
  if (agent.near_hand.empty()) return false;
  const auto tips_at = [&](double weight) {
    const ReachState& reach = agent.reach;
    const double share = reach.kneels ? weight : least_jerk(weight);
    human::Frames<double> frames;
    const human::Posture to = reach.way == Way::Body ? reach.posture : with_arm(agent);
    human::forward_kinematics(agent.person->body.skeleton, on_the_way(agent, agent.posture, to, share), frames);
    return frames.pose(tips.joint).point(0.6 * tips.joint_from_site.position);
  };
  const Vec3 now = tips_at(agent.reach.weight), next = tips_at(std::min(1.0, agent.reach.weight + kNext));
  return std::any_of(agent.near_hand.begin(), agent.near_hand.end(), [&](const physics::Near& near) {
    const double then = glm::length(near.on_place - next);
    return then < kAway && then < glm::length(near.on_place - now);
  });
}

void move_reach(Agent& agent, const physics::World& physics, const std::optional<Wanted>& wanted, double dt) {
  ReachState& reach = agent.reach;
  if (!wanted) reach.vain = mind::Failure::None;
  if (reach.way == Way::None && wanted) begin_reach(agent, physics, *wanted, dt);
  if (reach.way == Way::None) return;
  const double step = dt / reach.seconds;
  if (goes_on(agent, wanted)) {
    if (!wanted->thing.valid()) reach.point = reach.wanted = wanted->point;
    if (reach.weight < 1.0 && wanted->thing.valid() && is_barred(agent, physics)) return;
    reach.weight = std::min(1.0, reach.weight + step);
    return;
  }
  // What was taken or put down changes where the arm returns to: another way back (K-51).
  if (agent.handling.phase == HandlingState::Phase::Returning && reach.weight >= 1.0 && reach.way == Way::Body) {
    const human::Posture start = reach.kneels ? on_knees(reach, agent.posture) : agent.posture;
    std::vector<planning::ArmState> back;
    if (plan_way(agent, start, reach.posture, agent.handling.thing, back)) {
      reach.path = std::move(back);
      reach.start = agent.posture;
    }
    reach.seconds = seconds_to(agent, reach.posture);
  }
  reach.off = -1.0;
  reach.weight = std::max(0.0, reach.weight - step);
  if (reach.weight > 0.0) return;
  reach.way = Way::None;
  reach.kneels = reach.planned = 0;
  reach.path.clear();
}

/// The hand stays on what it operates, as it came to lie on it.
void follow_thing(Agent& agent, const physics::World& physics) {
  const Side side = side_of(agent.reach);
  const math::Pose hand = physics.pose(agent.handling.thing) * agent.handling.thing_from_hand;
  const Vec3 tips(0.0, -hand_span(agent), 0.0);
  auto arm = arm_with_hand(agent, side, hand);
  // Where the wrist does not turn so far the fingertips stay and the hand turns.
  for (const double share : {0.25, 0.5, 0.75, 1.0}) {
    if (arm.gap < kSlips) break;
    const math::Quat along = hand_along(
        math::normalized_or(hand.point(tips) - shoulder_of(agent, side), math::kForward), agent.reach.right != 0);
    const math::Quat turned = math::slerp(hand.rotation, along, share);
    const auto other = arm_with_hand(agent, side, {turned, hand.point(tips) - turned * tips});
    if (other.gap < arm.gap) arm = other;
  }
  human::set_arm(agent.posture, side, arm);
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
  agent.reach.off = arm.gap;
}

/// Between the gait and the chosen posture. The feet stay where the gait has them, the eyes on what they look at.
void pose_body(Agent& agent, double share) {
  const human::Skeleton& skeleton = agent.person->body.skeleton;
  const human::Posture gait = agent.posture;
  agent.posture = on_the_way(agent, gait, agent.reach.posture, share);
  for (const Side side : {Side::Left, Side::Right}) {
    const Joint toes = human::on_side(Joint::RightToes, side);
    const human::Leg& leg = agent.walker.legs[side == Side::Left ? 0 : 1];
    // Heels rise over the toes of a body that kneels.
    const math::Quat bent = agent.reach.kneels ? agent.posture[toes] : gait[toes];
    const math::Pose foot = agent.reach.kneels ? human::foot_over_toes(skeleton, side, agent.frames.pose(toes), bent)
                                               : agent.frames.pose(human::on_side(Joint::RightFoot, side));
    human::set_leg(agent.posture, side, human::solve_leg(leg, agent.posture.world_from_pelvis, foot));
    agent.posture[toes] = bent;
  }
  human::forward_kinematics(skeleton, agent.posture, agent.frames);
  human::aim_eyes(skeleton, agent.frames.pose(Joint::Head), agent.gait.upper.gaze.point, agent.posture);
}

/// Metres from the stretched hand to the surface of what it reaches for; 0 when it touches it.
double hand_off(Agent& agent, const physics::World& physics, const Wanted& wanted) {
  constexpr double kSkin = 0.005;  // m, radius of the fingertips
  if (wanted.deed == scene::Deed::Put) return off_place(agent, physics, wanted.thing, wanted.point);
  const math::Pose hand = agent.frames.pose(human::on_side(Joint::RightHand, side_of(agent.reach)));
  double least = 1e9;
  const double inward = (agent.reach.right ? -1.0 : 1.0) * 0.014;  // m, to the skin of the palm
  for (const Vec3& at : {Vec3(inward, -0.35 * hand_span(agent), 0.0), Vec3(inward, -0.5 * hand_span(agent), 0.0),
                         Vec3(0.0, -hand_span(agent), 0.0)}) {  // the palm, or the fingertips
    const Vec3 point = hand.point(at);
    const double centre = glm::length(agent.reach.wanted - point);
    least = std::min(least, centre);
    const auto sphere = physics::make_sphere({point, kSkin});
    physics::near(physics, sphere, centre + 0.01, agent.near_hand);
    for (const physics::Near& near : agent.near_hand) {
      if (near.what.object == wanted.thing) least = std::min(least, near.distance);
    }
  }
  return least;
}

}  // namespace

void ReachState::visit(core::Archive& archive) {
  archive.field("way", way);
  archive.field("right", right);
  archive.field("wanted", wanted);
  archive.field("point", point);
  archive.field("weight", weight);
  archive.field("seconds", seconds);
  archive.field("off", off);
  archive.field("vain", vain);
  archive.field("gap", gap);
  archive.field("path", path);
  if (way == Way::Body) archive.field("posture", posture);
  archive.field("kneels", kneels);
  if (kneels) archive.field("kneeling", kneeling);
  archive.field("planned", planned);
  if (planned) archive.field("start", start);
  archive.field("hands_were", hands_were);
  archive.field("working", working);
}

bool stands(const human::GaitState& gait) {
  constexpr double kSlow = 0.03, kSlowTurn = 0.05;  // m/s, rad/s
  return gait.feet.feet[0].planted && gait.feet.feet[1].planted && glm::length(gait.velocity) < kSlow &&
         std::abs(gait.turn_rate) < kSlowTurn && gait.stir < 0.02;
}

double least_jerk(double share) {
  const double t = math::clamp(share, 0.0, 1.0);
  return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

bool keeps_standing(const ReachState& reach) {
  return reach.way == Way::Body && reach.weight > (reach.kneels ? 0.0 : kUpright);
}

namespace {

/// The hand on its way to what it is wanted for, and back.
void lead_hand(Agent& agent, const physics::World& physics, double dt) {
  const auto wanted = wanted_of(agent);
  move_reach(agent, physics, wanted, dt);
  const ReachState& reach = agent.reach;
  if (reach.way == Way::None) return;
  const double share = reach.kneels ? reach.weight : least_jerk(reach.weight);
  if (reach.way == Way::Body)
    pose_body(agent, share);
  else
    agent.posture = on_the_way(agent, agent.posture, with_arm(agent), share);
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
  if (agent.handling.phase == HandlingState::Phase::Acting && agent.handling.deed == scene::Deed::Operate)
    return follow_thing(agent, physics);
}

/// What the stretched hand feels of the thing that it went to.
void feel_thing(Agent& agent, const physics::World& physics) {
  const ReachState& reach = agent.reach;
  const bool operates =
      agent.handling.phase == HandlingState::Phase::Acting && agent.handling.deed == scene::Deed::Operate;
  if (reach.way == Way::None || reach.weight < 1.0 || operates) return;
  const auto wanted = wanted_of(agent);
  if (wanted && wanted->thing.valid()) agent.reach.off = hand_off(agent, physics, *wanted);
}

/// A hand that works goes no faster than hands do, whatever is asked of it: what tears away from it does not throw it.
void keep_to_speed(Agent& agent, double dt) {
  ReachState& reach = agent.reach;
  const double most = dt * kWorkSpeed;
  bool moved = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const Side side = i == 1 ? Side::Right : Side::Left;
    math::Pose hand = agent.frames.pose(human::on_side(Joint::RightHand, side));
    const Vec3 way = hand.position - reach.hands_were[i];
    const double length = glm::length(way);
    if (!reach.working || length <= most || length > 0.8) continue;
    hand.position = reach.hands_were[i] + most / length * way;
    human::set_arm(agent.posture, side, arm_with_hand(agent, side, hand));
    moved = true;
  }
  if (moved) human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
  const auto& held = agent.handling.feel.held;
  for (std::size_t i = 0; i < 2; ++i)
    reach.hands_were[i] = agent.frames.position(i == 1 ? Joint::RightHand : Joint::LeftHand);
  reach.working = moved || reach.way != Way::None || held[0].valid() || held[1].valid() ? 1 : 0;
}

}  // namespace

void advance_reach(Agent& agent, const physics::World& physics, double dt) {
  carry_things(agent, physics, dt);
  lead_hand(agent, physics, dt);
  yield_to_things(agent, physics);
  advance_fingers(agent, dt);
  keep_free_hands_out(agent, physics);
  keep_working_arms_out(agent, physics);
  feel_thing(agent, physics);
  keep_to_speed(agent, dt);
}

}  // namespace fh::world
