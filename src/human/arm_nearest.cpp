#include "human/arm_nearest.h"

#include <algorithm>

#include "human/shoulder.h"
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
constexpr std::array<Vec3, 14> kNet = {{{0.0, -1.0, 0.0},
                                        {0.6, -0.8, 0.0},
                                        {1.0, 0.0, 0.0},
                                        {0.6, 0.8, 0.0},
                                        {0.0, 0.999, -0.04},
                                        {0.0, -0.7, -0.714},
                                        {0.0, 0.0, -1.0},
                                        {0.0, 0.7, -0.714},
                                        {0.7, 0.0, -0.714},
                                        {-0.5, -0.7, -0.51},
                                        {-0.6, 0.0, -0.8},
                                        {0.3, -0.9, 0.316},
                                        {-0.3, -0.9, 0.316},
                                        {0.8, -0.2, 0.565}}};

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

NearestArm nearest_arm(const Arm& arm, const Vec3& wrist, const Vec3& guess, bool girdle, bool anywhere, bool precise) {
  NearestArm best = nearest_for(arm, wrist, into_cone(guess), girdle);
  if (anywhere) {
    for (const Vec3& start : kNet) {
      const NearestArm there = nearest_for(arm, wrist, into_cone(glm::normalize(start)), girdle);
      if (there.gap < best.gap) best = there;
    }
  }
  // Compass search; the bounds make ridges, so diagonals are tried too, and a good step is repeated.
  const double finest = precise ? 1e-5 : 1e-3;
  int evaluations = 0;
  for (double step = anywhere ? 0.3 : 0.05; step > finest && evaluations < 600;) {
    const Vec3 a = math::any_orthogonal(best.direction), b = glm::cross(best.direction, a);
    bool better = false;
    for (int k = 0; k < 8 && !better; ++k) {
      const math::SinCos sc = math::sin_cos(k * 0.25 * math::kPi);
      const Vec3 moved = into_cone(glm::normalize(best.direction + step * (sc.cos * a + sc.sin * b)));
      const NearestArm there = nearest_for(arm, wrist, moved, girdle);
      ++evaluations;
      if (there.gap < best.gap - 1e-12) best = there, better = true;
    }
    if (!better) step *= 0.5;
  }
  return best;
}

}  // namespace fh::human
