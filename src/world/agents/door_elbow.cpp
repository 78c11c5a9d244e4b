// SPDX-License-Identifier: Apache-2.0
#include "world/agents/door_elbow.h"

#include "world/agents/agent.h"
#include "world/agents/reach_choice.h"

namespace fh::world {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;

/// The arm with its elbow beside a point, the hand over it and off what the elbow lies on.
class ElbowArm {
 public:
  ElbowArm(const Agent& agent, Side side, const Vec3& point, const Vec3& into)
      : agent_(agent), side_(side), into_(into), heading_(math::from_axis_angle(math::kUp, agent.gait.yaw)) {
    const Vec3 shoulder = shoulder_of(agent, side);
    const double upper = agent.whole.arm(side).links.upper;
    elbow_ = shoulder + upper * math::normalized_or(point - kElbowThick * into - shoulder, into);
    settings_.mode = human::LimbMode::Present;
  }

  /// With the elbow turned so; `inside`: how far before the chest the hand is. m that the elbow is off its place.
  double at(double inside, double swivel, human::ArmSolution& arm) {
    const bool right = side_ == Side::Right;
    const Vec3 inward = heading_ * Vec3(right ? -inside : inside, 0.0, 0.0);
    const Vec3 forearm = math::normalized_or((0.85 - 0.7 * inside) * math::kUp - 0.65 * into_ + inward, math::kUp);
    const math::Quat turn = heading_ * agent_.handling.carried_as[right ? 1 : 0];
    settings_.swivel = swivel;
    arm = human::solve_arm(agent_.whole.arm(side_), agent_.frames.pose(Joint::T2),
                           {turn, elbow_ + agent_.whole.arm(side_).links.lower * forearm}, settings_);
    human::Posture posture = agent_.posture;
    human::set_arm(posture, side_, arm);
    human::Frames<double> frames;
    human::forward_kinematics(agent_.person->body.skeleton, posture, frames);
    return glm::length(frames.position(human::on_side(Joint::RightForearm, side_)) - elbow_);
  }
  /// From a swivel on: as far as it pays within `step`.
  double near(double inside, double step, double& swivel, human::ArmSolution& arm) {
    constexpr int kFiner = 5;
    double least = at(inside, swivel, arm);
    for (int i = 0; i < kFiner; ++i, step *= 0.5) {
      const double middle = swivel;
      for (const double turn : {-step, step}) {
        human::ArmSolution one;
        const double off = at(inside, middle + turn, one);
        if (off < least) least = off, swivel = middle + turn, arm = one;
      }
    }
    return least;
  }

 private:
  const Agent& agent_;
  Side side_;
  Vec3 into_, elbow_{0.0};
  math::Quat heading_;
  human::ArmSettings settings_;
};

}  // namespace

ElbowTurn choose_elbow(const Agent& agent, Side side, const Vec3& point, const Vec3& into) {
  constexpr double kThere = 0.012;  // m
  constexpr int kSwivels = 16;
  ElbowTurn best;
  ElbowArm arm(agent, side, point, into);
  double least = 1e9;
  for (const double inside : {0.1, 0.25, 0.4, 0.55}) {
    for (int i = 0; i < kSwivels; ++i) {
      human::ArmSolution one;
      double swivel = math::kTau * i / kSwivels - math::kPi;
      const double off = arm.near(inside, 0.5 * math::kTau / kSwivels, swivel, one);
      if (off < least) least = off, best = {inside, swivel};
    }
    if (least < kThere) break;
  }
  return best;
}

human::ArmSolution elbow_beside(const Agent& agent, Side side, const Vec3& point, const Vec3& into, ElbowTurn& turn) {
  constexpr double kTurns = 0.06;  // rad in a tick
  human::ArmSolution arm;
  ElbowArm(agent, side, point, into).near(turn.inside, kTurns, turn.swivel, arm);
  return arm;
}

}  // namespace fh::world
