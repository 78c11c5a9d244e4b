// SPDX-License-Identifier: Apache-2.0
#include "world/agents/reach_choice.h"

#include <algorithm>

#include "world/agents/agent.h"
#include "world/agents/reach_way.h"

namespace fh::world {
namespace {

using human::Dimension;
using human::Joint;
using human::Side;
using math::Vec3;
using Way = ReachState::Way;

constexpr double kEasy = 0.95;       // of the stretched arm: the trunk may sway
constexpr double kArmSlips = 0.005;  // m that an arm may miss by before the body comes along
constexpr double kShortOf = 0.015;   // m that a deed's hand may stay short of the thing
constexpr double kClear = 0.006;     // m that a posture is in boxes about round things while it touches nothing
constexpr double kInThings = 0.025;  // m at most; tuned: fetched things (docs/measurements/planning.md)

/// The arm with its palm at the point, for what two people do together. The hand tilts as the wrist likes it: its joint
/// turns far up and down only with the forearm.
std::optional<human::ArmSolution> meeting_arm(const Agent& agent, const Vec3& way, const human::ArmSettings& settings) {
  constexpr double kTilt = 0.1;  // rad
  constexpr int kTilts = 9;
  const Side side = side_of(agent.reach);
  const TogetherState& together = agent.together;
  const Vec3 aside = math::normalized_or(glm::cross(way, math::kUp), Vec3(1.0, 0.0, 0.0));
  std::optional<human::ArmSolution> best;
  for (int i = -kTilts / 3; i < kTilts; ++i) {
    const math::Quat turn = meeting_turn(together, math::from_axis_angle(aside, kTilt * i) * way);
    const Vec3 palm = turn * palm_site(hand_span(agent), together.right != 0);
    const auto arm = human::solve_arm(agent.whole.arm(side), agent.frames.pose(Joint::T2),
                                      {turn, agent.reach.point - palm}, settings);
    const auto cost = [&](const human::ArmSolution& one) { return one.gap + glm::length(palm) * one.turn_gap; };
    if (!best || cost(arm) < cost(*best)) best = arm;
  }
  return best;
}

/// The arm with its fingertips at the point; nothing for a point within the shoulder.
std::optional<human::ArmSolution> stretched_arm(const Agent& agent) {
  const Side side = side_of(agent.reach);
  const Vec3 way = agent.reach.point - shoulder_of(agent, side);
  const double length = glm::length(way);
  if (length < 0.1) return {};
  human::ArmSettings settings;
  settings.mode = human::LimbMode::Present;
  const TogetherState& together = agent.together;
  if (together.kind != mind::Together::None && together.kind != mind::Together::Give &&
      together.right == agent.reach.right)
    return meeting_arm(agent, way / length, settings);
  const Vec3 wrist = agent.reach.point - hand_span(agent) / length * way;
  return human::solve_arm(agent.whole.arm(side), agent.frames.pose(Joint::T2),
                          {hand_along(way / length, agent.reach.right != 0), wrist}, settings);
}

bool arm_will_do(const Agent& agent) {
  const Side side = side_of(agent.reach);
  const human::TwoLink& links = agent.whole.arm(side).links;
  const double length = glm::length(agent.reach.point - shoulder_of(agent, side)) - hand_span(agent);
  if (length > kEasy * links.farthest) return false;
  const auto arm = stretched_arm(agent);
  return arm && arm->gap < kArmSlips;
}

/// The thumb of an open hand where it is least below the palm: so the hand comes down flat.
void open_thumb(const human::Skeleton& skeleton, Side side, human::Posture& posture) {
  const Joint thumb = human::on_side(Joint::RightThumb1, side), tip = human::on_side(Joint::RightThumb3, side);
  const std::size_t first = human::info(thumb).first_dof;
  const human::Limit& aside = skeleton.limits[first];
  const human::Limit& across = skeleton.limits[first + 1];
  double least = 1e9;
  math::Quat best = posture[thumb];
  for (const double a : {aside.lower, 0.0, aside.upper}) {
    for (const double b : {across.lower, 0.0, across.upper}) {
      const double angles[2] = {a, b};
      posture[thumb] = human::joint_rotation(thumb, angles);
      human::Frames<double> frames;
      human::forward_kinematics(skeleton, posture, frames);
      const math::Pose hand = frames.pose(human::on_side(Joint::RightHand, side));
      const double out = (side == Side::Right ? -1.0 : 1.0) * math::inverse(hand).point(frames.position(tip)).x;
      if (out >= least) continue;
      least = out;
      best = posture[thumb];
    }
  }
  posture[thumb] = best;
}

/// The agent as it stands, the fingers of the reaching hand as they will be there: closed on what they hold, else open.
human::Posture with_fingers(const Agent& agent, Side side) {
  human::Posture posture = agent.posture;
  const human::JointRange fingers = human::fingers(side);
  for (std::size_t i = fingers.first; i < fingers.end; ++i) posture.rotations[i] = math::kIdentity;
  const std::size_t hand = side == Side::Right ? 1 : 0;
  if (agent.handling.feel.held[hand].valid())
    human::blend_fingers(posture, side, agent.handling.fingers[hand], 1.0);
  else
    open_thumb(agent.person->body.skeleton, side, posture);
  return posture;
}

void set_posture(ReachState& reach, const human::ReachPosture& found) {
  reach.way = Way::Body;
  reach.posture = found.posture;
  reach.gap = found.gap;
  reach.kneels = found.effort == human::Effort::Kneel ? 1 : 0;
  if (reach.kneels) reach.kneeling = found.kneeling;
}

/// Posture and way for a deed: what of the hand goes where, and how it is turned (K-41). Of several grasps the first
/// that the body reaches without being in anything and that the hand finds a way to. Why it is in vain, else None.
mind::Failure choose_deed(Agent& agent, const physics::World& physics, const Wanted& wanted) {
  constexpr int kWays = 3;  // planned at most: a search that finds nothing is dear
  const Side side = side_of(agent.reach);
  std::vector<human::HeldLoad> loads;
  for (std::size_t i = 0; i < 2; ++i) {
    if (const auto load = load_of(agent, physics, i)) loads.push_back(*load);
  }
  const auto depth = depth_in_seen(agent, side, wanted.thing);
  const human::Posture stand = with_fingers(agent, side);
  const bool many = wanted.deed == scene::Deed::Take || wanted.deed == scene::Deed::Put;
  const std::size_t grasps = many ? kGrasps : 1;
  std::vector<human::ReachPosture> found;
  found.reserve(grasps);
  int ways = 0;
  // Those that are in nothing first; then those that are in something by no more than flesh and cloth give way.
  for (const double in_things : {kClear, kInThings}) {
    for (std::size_t grasp = 0; grasp < grasps && ways < kWays; ++grasp) {
      if (grasp == found.size()) {
        human::ReachGoal goal =
            hand_on(agent, physics, wanted.thing, wanted.deed, agent.reach.point, side, static_cast<int>(grasp));
        goal.loads = loads;
        goal.depth = depth;
        found.push_back(human::reach_posture(agent.whole, agent.person->body.dimensions, stand, side, goal));
      }
      const human::ReachPosture& one = found[grasp];
      const bool was_tried = in_things > kClear && one.deep <= kClear;
      if (one.gap > kShortOf || one.deep > in_things || was_tried) continue;
      ++ways;
      set_posture(agent.reach, one);
      const human::Posture start = agent.reach.kneels ? on_knees(agent.reach, agent.posture) : agent.posture;
      if (plan_way(agent, start, agent.reach.posture, wanted.thing, agent.reach.path)) return mind::Failure::None;
    }
  }
  const auto nearest = std::min_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::max(a.gap, kShortOf) + a.deep < std::max(b.gap, kShortOf) + b.deep;
  });
  set_posture(agent.reach, *nearest);
  return ways == 0 && nearest->gap > kShortOf ? mind::Failure::Reach : mind::Failure::NoHandWay;
}

}  // namespace

Side side_of(const ReachState& reach) {
  return reach.right ? Side::Right : Side::Left;
}

double hand_span(const Agent& agent) {
  return agent.person->body.dimensions[Dimension::HandLength];
}

Vec3 shoulder_of(const Agent& agent, Side side) {
  return agent.frames.position(human::on_side(Joint::RightUpperArm, side));
}

human::ArmSolution arm_with_hand(const Agent& agent, Side side, const math::Pose& world_from_hand) {
  human::ArmSettings settings;
  settings.mode = human::LimbMode::Present;
  return human::solve_arm(agent.whole.arm(side), agent.frames.pose(Joint::T2), world_from_hand, settings);
}

math::Quat hand_along(const Vec3& way, bool right) {
  const Vec3 y = -way;
  Vec3 x = (right ? 1.0 : -1.0) * math::kUp;
  x -= glm::dot(x, y) * y;
  const double length = glm::length(x);
  x = length > 1e-3 ? x / length : Vec3(1.0, 0.0, 0.0);
  return math::from_matrix(math::Mat3(x, y, glm::cross(x, y)));
}

human::Posture with_arm(const Agent& agent) {
  human::Posture posture = agent.posture;
  if (const auto arm = stretched_arm(agent)) human::set_arm(posture, side_of(agent.reach), *arm);
  return posture;
}

human::Posture on_knees(const ReachState& reach, const human::Posture& as_it_is) {
  human::Posture posture = as_it_is;
  posture.world_from_pelvis = reach.kneeling.world_from_pelvis;
  for (std::size_t i = human::index_of(Joint::LeftThigh); i <= human::index_of(Joint::RightToes); ++i)
    posture.rotations[i] = reach.kneeling.rotations[i];
  return posture;
}

mind::Failure choose_way(Agent& agent, const physics::World& physics, const Wanted& wanted) {
  ReachState& reach = agent.reach;
  reach.kneels = 0;
  reach.way = Way::Arm;
  if (!wanted.thing.valid()) return mind::Failure::None;
  if (wanted.deed == scene::Deed::None && arm_will_do(agent)) {
    plan_way(agent, agent.posture, with_arm(agent), wanted.thing, reach.path);
    return mind::Failure::None;
  }
  const mind::Failure failure = choose_deed(agent, physics, wanted);
  return wanted.deed == scene::Deed::None ? mind::Failure::None : failure;
}

}  // namespace fh::world
