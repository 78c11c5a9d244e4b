// SPDX-License-Identifier: Apache-2.0
#include "human/motion/stride.h"

#include <algorithm>

namespace fh::human {
namespace {

constexpr double kOffEdges = 0.012;  // m heel and toes keep from an edge

}  // namespace

using human::Dimension;

Walker walker_of(const human::Body& body) {
  const human::Skeleton& s = body.skeleton;
  Walker w;
  w.skeleton = s;
  w.spine = human::SpineTable(s);
  w.legs = {human::build_leg(s, human::Side::Left), human::build_leg(s, human::Side::Right)};
  w.hip_height = s.standing_pelvis().y;
  w.leg = s.thigh_length() + s.shank_length();
  w.hip_half = s.offsets[human::index_of(human::Joint::RightThigh)].x;
  w.ankle = w.hip_height - w.leg;
  const math::Vec3 toes = s.offsets[human::index_of(human::Joint::RightToes)];
  w.ball = -toes.z;
  w.ball_height = w.ankle + toes.y;
  w.heel = body.dimensions[Dimension::BallOfFootLength] - w.ball;
  w.toe = body.dimensions[Dimension::FootLength] - body.dimensions[Dimension::BallOfFootLength];
  w.sole = {{{-(w.heel + kOffEdges)}, {w.ball}, {w.ball + w.toe + kOffEdges}}};
  w.head_joint = human::zero_positions(s)[human::index_of(human::Joint::Head)].y - w.hip_height;
  w.head_top = body.dimensions[Dimension::Stature] - w.hip_height;
  return w;
}

Stride stride_at(const Walker& walker, double speed, double jog) {
  // Below 0.4 m/s nobody was measured: the cycle stays at its longest and the steps shorten.
  const double relative = std::max(speed / walker.hip_height, 0.41);
  const double walk_cycle = 1.346 / math::sqrt(relative);
  const double walk_duty = math::clamp(0.752 - 0.143 / walk_cycle, 0.53, 0.70);
  const double run = std::max(speed - 2.2, 0.0);
  const double jog_cycle = 120.0 / (154.0 + 8.0 * run) * math::sqrt(walker.hip_height / 0.92);
  const double jog_duty = math::clamp(0.40 - 0.055 * run, 0.30, 0.42);
  return {walk_cycle + jog * (jog_cycle - walk_cycle), walk_duty + jog * (jog_duty - walk_duty), jog};
}

double jog_speed(const Walker& walker) {
  return math::sqrt(0.5 * 9.81 * walker.hip_height);
}

double pelvis_rise(const Walker& walker, double speed) {
  return 0.03 * std::min(speed, 2.3 * walker.hip_height);
}

}  // namespace fh::human
