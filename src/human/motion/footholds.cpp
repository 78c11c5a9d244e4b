// SPDX-License-Identifier: Apache-2.0
#include "human/motion/footholds.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kLevel = 0.015;    // m: less is one level
constexpr double kOneRiser = 0.27;  // m: no step climbs more if it can be helped
constexpr double kFineness = 0.03;  // m between tried places
constexpr int kTries = 9;           // to each side

double height_at(const human::Ground& ground, const Vec3& p, double from_y) {
  return ground.height(p.x, p.z, from_y);
}

// A sole must not cut into a riser and must stand on ankle and ball; heel or toes may stand out over an edge.
double awkwardness(const SoleGround& s) {
  double cost = 0.0;
  if (s.highest > s.ankle + kLevel) cost += 2.0;
  if (s.ball < s.ankle - kLevel) cost += 2.0;
  if (s.heel < s.ankle - kLevel) cost += 0.06;
  if (s.tip < s.ankle - kLevel) cost += 0.04;
  return cost;
}

}  // namespace

double ground_slope(const human::Ground& ground, const Vec3& root, const Vec3& velocity) {
  constexpr double kReach = 0.45;
  if (glm::length(velocity) < 0.05) return 0.0;
  const Vec3 way = kReach * glm::normalize(velocity);
  const double here = height_at(ground, root, root.y), near = height_at(ground, root + way, root.y);
  const double behind = height_at(ground, root - way, root.y), far = height_at(ground, root + 2.0 * way, near);
  return std::max(std::abs(near - behind), std::abs(far - here)) / (2.0 * kReach);
}

double stair_step(double slope, double riser) {
  return math::clamp(riser / std::max(slope, 1e-3), 0.22, 0.8);
}

bool SoleGround::level() const {
  return highest - ankle < kLevel && std::min({heel, ball, tip}) > ankle - kLevel;
}

bool stands(const SoleGround& sole, double from_y) {
  return sole.level() && std::abs(sole.ankle - from_y) < kOneRiser;
}

SoleGround sole_ground(const Walker& walker, std::size_t foot, const human::Ground& ground, const Foothold& hold,
                       double from_y) {
  const Vec3 forward = forward_of(hold.yaw), out = side_sign(foot) * right_of(hold.yaw);
  SoleGround s;
  s.ankle = s.highest = height_at(ground, hold.position, from_y);
  std::array<double, 3> lower;
  for (std::size_t k = 0; k < lower.size(); ++k) {
    const SolePart& part = walker.sole[k];
    const Vec3 middle = hold.position + part.ahead * forward;
    const double inner = height_at(ground, middle + part.inner * out, from_y);
    const double outer = part.outer > part.inner ? height_at(ground, middle + part.outer * out, from_y) : inner;
    lower[k] = std::min(inner, outer);
    s.highest = std::max({s.highest, inner, outer});
  }
  s.heel = lower[0], s.ball = lower[1], s.tip = lower[2];
  return s;
}

void keep_apart(const Foothold& other, std::size_t foot, Foothold& target) {
  const Vec3 between = target.position - other.position;
  const double along = std::abs(glm::dot(between, forward_of(target.yaw)));
  // Beside each other they keep 8 cm.
  const double least = 0.08 - 0.6 * math::smooth_step((along - 0.15) / 0.3);
  const Vec3 out = side_sign(foot) * right_of(target.yaw);
  const double apart = glm::dot(between, out);
  if (apart < least) target.position += (least - apart) * out;
}

Foothold nearest_hold(const Walker& walker, std::size_t foot, const human::Ground& ground, const Foothold& wish,
                      const Vec3& way, double from_y) {
  Foothold best = wish;
  double least = 1e9;
  for (int k = 0; k <= 2 * kTries; ++k) {
    const double shift = kFineness * ((k & 1) ? (k + 1) / 2 : -(k / 2));
    Foothold tried = wish;
    tried.position += shift * way;
    const SoleGround s = sole_ground(walker, foot, ground, tried, from_y);
    double cost = std::abs(shift) + awkwardness(s);
    if (std::abs(s.ankle - from_y) > kOneRiser) cost += 1.0;
    if (cost >= least) continue;
    least = cost;
    best = tried;
    best.position.y = s.highest;
  }
  return best;
}

SwingWay survey_way(const Walker& walker, std::size_t foot, const human::Ground& ground, const Foothold& start,
                    const Foothold& end) {
  const Vec3 from = start.position, to = end.position;
  SwingWay way;
  way.uneven = std::abs(to.y - from.y) > kLevel;
  const double base = std::max(from.y, to.y);
  for (std::size_t k = 0; k < SwingWay::kPoints; ++k) {
    const double t = static_cast<double>(k + 1) / (SwingWay::kPoints + 1);
    const SoleGround s = sole_ground(walker, foot, ground, {from + t * (to - from), end.yaw}, base);
    way.uneven |= s.highest > base + kLevel;
    way.heights[k] = s.highest + 0.02;
  }
  return way;
}

double height_over(const SwingWay& way, double from_y, double to_y, double along) {
  constexpr double kPart = 1.0 / (SwingWay::kPoints + 1);
  const auto height = [&](std::size_t k) {
    return k == 0 ? from_y : k > SwingWay::kPoints ? to_y : way.heights[k - 1];
  };
  double highest = -1e9;
  for (std::size_t a = 0; static_cast<double>(a) * kPart <= along && a <= SwingWay::kPoints; ++a) {
    for (std::size_t b = SwingWay::kPoints + 1; b > a && static_cast<double>(b) * kPart >= along; --b) {
      const double t = (along / kPart - static_cast<double>(a)) / static_cast<double>(b - a);
      highest = std::max(highest, height(a) + t * (height(b) - height(a)));
    }
  }
  return highest;
}

}  // namespace fh::human
