// SPDX-License-Identifier: Apache-2.0
#include "world/reach.h"

#include <algorithm>

#include "human/ik/leg.h"
#include "human/ik/reach_posture.h"
#include "world/agent.h"

namespace fh::world {
namespace {

using human::Dimension;
using human::Joint;
using human::Side;
using math::Vec3;
using Way = ReachState::Way;

constexpr double kLeastSeconds = 0.7;       // from the side to the target
constexpr double kHandSpeed = 1.5;          // m/s at most
constexpr double kPeakOfLeastJerk = 1.875;  // its greatest speed over its mean one
constexpr double kEasy = 0.95;              // of the stretched arm: the trunk may sway
constexpr double kSlips = 0.005;            // m that an arm may miss by before the body comes along
constexpr double kMoved = 0.02;             // m: a thing that is elsewhere is reached for anew
constexpr double kUpright = 0.25;           // weight below which a body may walk off

Side side_of(const ReachState& reach) {
  return reach.right ? Side::Right : Side::Left;
}

double hand_length(const Agent& agent) {
  return agent.person->body.dimensions[Dimension::HandLength];
}

Vec3 shoulder_of(const Agent& agent, Side side) {
  return agent.frames.position(human::on_side(Joint::RightUpperArm, side));
}

bool stands(const human::GaitState& gait) {
  constexpr double kSlow = 0.03, kSlowTurn = 0.05;  // m/s, rad/s
  return gait.feet.feet[0].planted && gait.feet.feet[1].planted && glm::length(gait.velocity) < kSlow &&
         std::abs(gait.turn_rate) < kSlowTurn && gait.stir < 0.02;
}

/// Fingers point along `way`, the palm looks down.
math::Quat hand_along(const Vec3& way, bool right) {
  const Vec3 y = -way;
  Vec3 x = (right ? 1.0 : -1.0) * math::kUp;
  x -= glm::dot(x, y) * y;
  const double length = glm::length(x);
  x = length > 1e-3 ? x / length : Vec3(1.0, 0.0, 0.0);
  return math::from_matrix(math::Mat3(x, y, glm::cross(x, y)));
}

/// The arm with its fingertips at the point; nothing for a point within the shoulder.
std::optional<human::ArmSolution> stretched_arm(const Agent& agent) {
  const Side side = side_of(agent.reach);
  const Vec3 way = agent.reach.point - shoulder_of(agent, side);
  const double length = glm::length(way);
  if (length < 0.1) return {};
  const Vec3 wrist = agent.reach.point - hand_length(agent) / length * way;
  human::ArmSettings settings;
  settings.mode = human::LimbMode::Present;
  return human::solve_arm(agent.whole.arm(side), agent.frames.pose(Joint::T2),
                          {hand_along(way / length, agent.reach.right != 0), wrist}, settings);
}

bool arm_will_do(const Agent& agent) {
  const Side side = side_of(agent.reach);
  const human::TwoLink& links = agent.whole.arm(side).links;
  const double length = glm::length(agent.reach.point - shoulder_of(agent, side)) - hand_length(agent);
  if (length > kEasy * links.farthest) return false;
  const auto arm = stretched_arm(agent);
  return arm && arm->gap < kSlips;
}

/// Where the way from the shoulder meets the thing, if it is where the mind believes; else the believed point.
Vec3 surface_point(const Agent& agent, const physics::World& physics, const Vec3& from) {
  const Vec3 wanted = *agent.intent.reach, way = wanted - from;
  const double length = glm::length(way);
  if (length < 1e-3) return wanted;
  const auto hit = physics::cast_ray(physics, {from, way / length}, length, {.ignore_body = agent.person->id});
  return hit && hit->distance > 0.0 && hit->what.object == agent.intent.reach_for ? hit->point : wanted;
}

/// So long that the fingertips keep to kHandSpeed on the way from the posture as it is.
double seconds_to(const Agent& agent, const human::Posture& posture) {
  constexpr int kSamples = 16;
  const human::BodySite tips = human::fingertip_site(agent.person->body.dimensions, side_of(agent.reach));
  const Vec3& at = tips.joint_from_site.position;
  Vec3 before = agent.frames.pose(tips.joint).point(at);
  double fastest = 0.0;  // m per whole way
  human::Frames<double> frames;
  for (int i = 1; i <= kSamples; ++i) {
    human::forward_kinematics(agent.person->body.skeleton,
                              human::interpolate(agent.posture, posture, static_cast<double>(i) / kSamples), frames);
    const Vec3 now = frames.pose(tips.joint).point(at);
    fastest = std::max(fastest, kSamples * glm::length(now - before));
    before = now;
  }
  return std::max(kLeastSeconds, kPeakOfLeastJerk * fastest / kHandSpeed);
}

human::Posture with_arm(const Agent& agent) {
  human::Posture posture = agent.posture;
  if (const auto arm = stretched_arm(agent)) human::set_arm(posture, side_of(agent.reach), *arm);
  return posture;
}

/// Somebody is asked with a gesture; a thing is touched with the nearer hand, by an agent that stands.
void begin_reach(Agent& agent, const physics::World& physics) {
  const bool thing = agent.intent.reach_for.valid();
  if (thing && !stands(agent.gait)) return;
  ReachState& reach = agent.reach;
  reach.wanted = reach.point = *agent.intent.reach;
  const auto far = [&](Side side) { return glm::length(reach.wanted - shoulder_of(agent, side)); };
  reach.right = far(Side::Right) <= far(Side::Left) ? 1 : 0;
  if (thing) reach.point = surface_point(agent, physics, shoulder_of(agent, side_of(reach)));
  reach.way = Way::Arm;
  if (thing && !arm_will_do(agent)) {
    reach.way = Way::Body;
    reach.posture =
        human::reach_posture(agent.whole, agent.person->body.dimensions, agent.posture, side_of(reach), reach.point)
            .posture;
  }
  reach.seconds = seconds_to(agent, reach.way == Way::Body ? reach.posture : with_arm(agent));
}

/// Whether what the hand is on its way to is still what the mind wants and the feet allow.
bool goes_on(const Agent& agent) {
  const ReachState& reach = agent.reach;
  if (!agent.intent.reach) return false;
  if (!agent.intent.reach_for.valid()) return reach.way == Way::Arm;
  if (reach.way == Way::Body && !stands(agent.gait)) return false;
  return glm::length(*agent.intent.reach - reach.wanted) < kMoved;
}

void move_reach(Agent& agent, const physics::World& physics, double dt) {
  ReachState& reach = agent.reach;
  if (reach.way == Way::None && agent.intent.reach) begin_reach(agent, physics);
  if (reach.way == Way::None) return;
  const double step = dt / reach.seconds;
  if (goes_on(agent)) {
    if (!agent.intent.reach_for.valid()) reach.point = reach.wanted = *agent.intent.reach;
    reach.weight = std::min(1.0, reach.weight + step);
    return;
  }
  reach.off = -1.0;
  reach.weight = std::max(0.0, reach.weight - step);
  if (reach.weight <= 0.0) reach.way = Way::None;
}

/// Between the gait and the chosen posture. The feet stay where the gait has them, the eyes on what they look at.
void pose_body(Agent& agent, double share) {
  const human::Skeleton& skeleton = agent.person->body.skeleton;
  const human::Posture gait = agent.posture;
  agent.posture = human::interpolate(gait, agent.reach.posture, share);
  for (const Side side : {Side::Left, Side::Right}) {
    const Joint toes = human::on_side(Joint::RightToes, side);
    const human::Leg& leg = agent.walker.legs[side == Side::Left ? 0 : 1];
    human::set_leg(agent.posture, side,
                   human::solve_leg(leg, agent.posture.world_from_pelvis,
                                    agent.frames.pose(human::on_side(Joint::RightFoot, side))));
    agent.posture[toes] = gait[toes];
  }
  human::forward_kinematics(skeleton, agent.posture, agent.frames);
  human::aim_eyes(skeleton, agent.frames.pose(Joint::Head), agent.gait.upper.gaze.point, agent.posture);
}

/// Metres from the stretched hand to the surface of what it reaches for; 0 when it touches it.
double hand_off(Agent& agent, const physics::World& physics) {
  constexpr double kSkin = 0.005;  // m, radius of the fingertips
  const math::Pose hand = agent.frames.pose(human::on_side(Joint::RightHand, side_of(agent.reach)));
  double least = 1e9;
  for (const double along : {0.5 * hand_length(agent), hand_length(agent)}) {  // the palm, or the fingertips
    const Vec3 point = hand.point({0.0, -along, 0.0});
    const double centre = glm::length(agent.reach.wanted - point);
    least = std::min(least, centre);
    const auto sphere = physics::make_sphere({point, kSkin});
    physics::near(physics, sphere, centre + 0.01, agent.near_hand);
    for (const physics::Near& near : agent.near_hand) {
      if (near.what.object == agent.intent.reach_for) least = std::min(least, near.distance);
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
  if (way == Way::Body) archive.field("posture", posture);
}

double least_jerk(double share) {
  const double t = math::clamp(share, 0.0, 1.0);
  return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

bool keeps_standing(const ReachState& reach) {
  return reach.way == Way::Body && reach.weight > kUpright;
}

void advance_reach(Agent& agent, const physics::World& physics, double dt) {
  move_reach(agent, physics, dt);
  const ReachState& reach = agent.reach;
  if (reach.way == Way::None) return;
  const double share = least_jerk(reach.weight);
  if (reach.way == Way::Body)
    pose_body(agent, share);
  else
    agent.posture = human::interpolate(agent.posture, with_arm(agent), share);
  human::forward_kinematics(agent.person->body.skeleton, agent.posture, agent.frames);
  if (agent.intent.reach && reach.weight >= 1.0) agent.reach.off = hand_off(agent, physics);
}

}  // namespace fh::world
