// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_nearest.h"

#include <algorithm>

#include "human/body/shoulder.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

struct TurnBend {
  double turn, bend;
};

// Where the forearm points for it, in the frame of the upper arm at turn 0.
Vec3 forearm_direction(const TurnBend& a) {
  const math::SinCos t = math::sin_cos(a.turn), b = math::sin_cos(a.bend);
  return {-b.sin * t.sin, -b.cos, -b.sin * t.cos};
}

// The allowed forearm nearest to a unit direction in that frame.
TurnBend nearest_forearm(const Arm& arm, const Vec3& wanted) {
  const double flat = math::sqrt(wanted.x * wanted.x + wanted.z * wanted.z);
  double turn = flat > 1e-12 ? math::atan2(-wanted.x, -wanted.z) : 0.0;
  const double middle = 0.5 * (kShoulderTurn.lower + kShoulderTurn.upper);
  turn = middle + math::wrap_angle(turn - middle);
  const double kept = math::clamp(turn, kShoulderTurn.lower, kShoulderTurn.upper);
  // On the meridian `kept` the nearest bend is the direction's projection onto its plane.
  const double bend = math::atan2(flat * math::cos(turn - kept), -wanted.y);
  const TurnBend inside{kept, math::clamp(bend, arm.elbow.lower, arm.elbow.upper)};
  if (bend >= arm.elbow.lower) return inside;
  const TurnBend folded{kept, arm.elbow.upper};
  return glm::dot(forearm_direction(folded), wanted) > glm::dot(forearm_direction(inside), wanted) ? folded : inside;
}

// Starting points: a coarse net over the reach cone.
constexpr std::array<Vec3, 20> kNet = {
    {{0.02, -1.0, -0.02}, {0.5, 0.5, -0.7},    {-0.5, 0.5, -0.7},  {0.7, -0.5, 0.5},    {-0.6, -0.75, 0.1},
     {0.1, -0.6, 0.8},    {-0.9, -0.1, -0.4},  {0.6, -0.8, 0.0},   {1.0, 0.0, 0.0},     {0.6, 0.8, 0.0},
     {0.0, 0.999, -0.04}, {0.0, -0.7, -0.714}, {0.0, 0.0, -1.0},   {0.0, 0.7, -0.714},  {0.7, 0.0, -0.714},
     {-0.5, -0.7, -0.51}, {-0.6, 0.0, -0.8},   {0.3, -0.9, 0.316}, {-0.3, -0.9, 0.316}, {0.8, -0.2, 0.565}}};

Vec3 into_cone(const Vec3& direction) {
  return inside_reach(direction) >= 0.0 ? direction : nearest_on_reach(direction);
}

}  // namespace

NearestArm nearest_for(const Arm& arm, const Vec3& wrist, const Vec3& direction, bool girdle) {
  NearestArm result;
  result.direction = direction;
  if (girdle) result.clavicle = right_clavicle(direction);
  const Vec3 elbow = arm.clavicle + math::rotate(result.clavicle, arm.shoulder) + arm.links.upper * direction;
  const Quat untwisted = right_upper_arm(direction, 0.0);
  const Vec3 wanted = math::rotate(math::conjugate(untwisted), wrist - elbow);
  const TurnBend best = nearest_forearm(arm, math::normalized_or(wanted, {0.0, -1.0, 0.0}));
  result.turn = best.turn;
  result.bend = best.bend;
  result.gap = glm::length(wanted - arm.links.lower * forearm_direction(best));
  return result;
}

namespace {

// Compass search downhill; the bounds make ridges, so the compass turns with every try and has eight points.
void descend(const Arm& arm, const Vec3& wrist, bool girdle, double step, double finest, NearestArm& best) {
  double heading = 0.0;
  for (int evaluations = 0; step > finest && evaluations < 400;) {
    const Vec3 a = math::any_orthogonal(best.direction), b = glm::cross(best.direction, a);
    bool better = false;
    for (int k = 0; k < 8 && !better; ++k, ++evaluations) {
      const math::SinCos sc = math::sin_cos(heading + k * 0.25 * math::kPi);
      const Vec3 moved = into_cone(glm::normalize(best.direction + step * (sc.cos * a + sc.sin * b)));
      const NearestArm there = nearest_for(arm, wrist, moved, girdle);
      if (there.gap >= best.gap - 1e-12) continue;
      best = there;
      better = true;
      heading += k * 0.25 * math::kPi;  // on the same way
    }
    if (better) continue;
    step *= 0.5;
    heading += 2.4;
  }
}

}  // namespace

NearestArm nearest_arm(const Arm& arm, const Vec3& wrist, const Vec3& guess, bool girdle, bool anywhere, bool precise) {
  NearestArm best = nearest_for(arm, wrist, into_cone(guess), girdle);
  if (!anywhere) {
    descend(arm, wrist, girdle, 0.05, precise ? 1e-5 : 1e-3, best);
    return best;
  }
  // The reachable space is not convex: the best few starts are followed roughly, the best of them to the end.
  std::array<NearestArm, 1 + kNet.size() + ReachCone::kEdges> starts;
  starts[0] = best;
  for (std::size_t i = 0; i < kNet.size(); ++i) {
    starts[1 + i] = nearest_for(arm, wrist, into_cone(glm::normalize(kNet[i])), girdle);
  }
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    starts[1 + kNet.size() + i] = nearest_for(arm, wrist, reach_cone().corners[i], girdle);
  }
  const std::size_t followed = precise ? 8 : 2;
  const auto nearer = [](const NearestArm& a, const NearestArm& b) { return a.gap < b.gap; };
  std::partial_sort(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(followed), starts.end(), nearer);
  for (std::size_t i = 0; i < followed; ++i) {
    descend(arm, wrist, girdle, 0.25, 0.03, starts[i]);
    if (starts[i].gap < best.gap || i == 0) best = starts[i];
  }
  descend(arm, wrist, girdle, 0.05, precise ? 1e-5 : 1e-3, best);
  return best;
}

}  // namespace fh::human
