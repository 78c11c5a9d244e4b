// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_swing.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

// Tuned: deepest of docs/measurements/body-tracking.md (13_35 climbs steps); asserted by test_tracked_fit ("everyday
// moves").
constexpr double kHighestEdge = 0.25;   // m: before what is higher a foot is set back farther
constexpr double kWider = 1.08;         // of a sole: it keeps a centimetre off an edge, which rolling on the ball takes
constexpr double kEdgeBack = 0.03;      // m a foot is set back from a step before it, at a time
constexpr double kSightSeconds = 0.08;  // ahead in a swing that edges are looked for
constexpr double kClimb = 3.0, kSink = 1.5;  // m/s a swinging foot rises and sinks for an edge

/// It lands where the leg has brought it: a leg too short for the place takes the place nearer.
void land(FitFoot& foot) {
  foot.place = foot.to;
  foot.place.position += flat(foot.drag);
  foot.time = foot.duration = foot.lift = foot.clear = foot.since = 0.0;
}

struct SwingWay {
  Vec3 position;
  double yaw;
};
/// Up a step first high, then forward; down a step first forward, then low.
SwingWay swing_at(const FitFoot& foot, double t) {
  const Vec3 way = foot.to.position - foot.from.position;
  const double step = math::clamp(way.y / 0.1, -1.0, 1.0), size = std::abs(step);
  const double along = math::smooth_step((t - 0.2 * std::max(step, 0.0)) / (1.0 - 0.2 * size));
  const double up = math::smooth_step((t - 0.4 * std::max(-step, 0.0)) / (1.0 - 0.4 * size));
  return {foot.from.position + Vec3(along * way.x, up * way.y, along * way.z),
          foot.from.yaw + along * math::wrap_angle(foot.to.yaw - foot.from.yaw)};
}

/// Over edges a swing goes higher, and begins to before it comes to them.
void clear_edges(FitFoot& foot, const FitRig& rig, Side side, const Ground& ground, double dt) {
  const double from_y = foot.place.position.y;
  const SwingWay next = swing_at(foot, std::min(1.0, (foot.time + kSightSeconds) / foot.duration));
  foot.ground = under_sole(rig, side, ground, from_y, foot.place);
  const double ahead = under_sole(rig, side, ground, from_y, {next.position, next.yaw});
  const double now = foot.ground - from_y - foot.lift;
  const double wanted = std::max({0.0, now, ahead - from_y - foot.lift});
  foot.clear = std::max(now, foot.clear + math::clamp(wanted - foot.clear, -kSink * dt, kClimb * dt));
  foot.lift += foot.clear;
}

}  // namespace

double outward(Side side) {
  return side == Side::Right ? 1.0 : -1.0;
}

LevelAxes axes_of(double yaw) {
  const math::SinCos sc = math::sin_cos(yaw);
  return {{-sc.sin, 0.0, -sc.cos}, {sc.cos, 0.0, -sc.sin}};
}

double under_sole(const FitRig& rig, Side side, const Ground& ground, double from_y, const FootPlace& place) {
  const LevelAxes axes = axes_of(place.yaw);
  const auto at = [&](double right, double ahead) {
    const Vec3 point = place.position + right * axes.right + ahead * axes.forward;
    return ground.height(point.x, point.z, from_y);
  };
  double highest = at(0.0, 0.0);
  for (const std::size_t k : Sole::kRightCorners) {
    const Vec3& point = rig.soles[index_of(Side::Right)].whole[k];
    highest = std::max(highest, at(kWider * outward(side) * point.x, -kWider * point.z));
  }
  return highest;
}

void stand_on(const FitRig& rig, Side side, const Ground& ground, double from_y, FootPlace& place) {
  const double ankle = ground.height(place.position.x, place.position.z, from_y);
  const double highest = under_sole(rig, side, ground, from_y, place);
  const double edge = highest - ankle;
  place.position.y = highest;
  if (edge < 0.01) return;
  FootPlace back = place;
  for (int step = 0; step < (edge > kHighestEdge ? 9 : 3); ++step) {
    back.position -= kEdgeBack * axes_of(place.yaw).forward;
    back.position.y = under_sole(rig, side, ground, from_y, back);
    if (back.position.y > ankle + 0.01) continue;
    place = back;
    return;
  }
}

void lift(FitFoot& foot, double duration) {
  foot.from = foot.to = foot.place;
  foot.heel_from = foot.heel;
  foot.time = foot.clear = 0.0;
  foot.duration = std::max(duration, 0.1);
}

void swing(FitFoot& foot, const FitRig& rig, Side side, const Ground& ground, double dt) {
  foot.time += dt;
  if (foot.time >= foot.duration) {
    land(foot);
    if (!foot.kneels) stand_on(rig, side, ground, foot.place.position.y, foot.place);
    return;
  }
  const double t = foot.time / foot.duration;
  const double length = glm::length(flat(foot.to.position - foot.from.position));
  const SwingWay way = swing_at(foot, t);
  foot.place = {way.position, way.yaw};
  foot.lift = (0.02 + std::min(0.06, 0.08 * length)) * 16.0 * t * t * (1.0 - t) * (1.0 - t);
  clear_edges(foot, rig, side, ground, dt);
  // The heel leads at first, and the foot is flat when it lands.
  const double early = math::smooth_step(1.0 - t);
  foot.heel = std::min(0.9, foot.heel_from) * early + (foot.kneels ? (1.0 - early) * rig.kneeling.heel : 0.0) +
              std::min(0.5, length) * 4.0 * t * early * (1.0 - t);
}

}  // namespace fh::human
