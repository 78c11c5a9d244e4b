// SPDX-License-Identifier: Apache-2.0
#include "human/motion/footholds.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kLevel = 0.015;    // m: less is one level
constexpr double kOneRiser = 0.27;  // m: no step climbs more if it can be helped
constexpr double kFineness = 0.03;  // m between tried places
constexpr double kMargin = 0.012;   // m a sole keeps from risers
constexpr int kTries = 9;           // to each side
constexpr double kKeepFor = 0.04;   // m the wanted place may move before a found place is given up

double height_at(const human::Ground& ground, const Vec3& p, double from_y) {
  return ground.height(p.x, p.z, from_y);
}

struct Sole {
  double heel, ankle, ball, tip;  // heights of the ground below
};
Sole sole_heights(const Walker& w, const human::Ground& ground, const Foothold& hold, double from_y) {
  const Vec3 forward = forward_of(hold.yaw);
  return {height_at(ground, hold.position - (w.heel + kMargin) * forward, from_y),
          height_at(ground, hold.position, from_y), height_at(ground, hold.position + w.ball * forward, from_y),
          height_at(ground, hold.position + (w.ball + w.toe + kMargin) * forward, from_y)};
}

bool level(const Sole& s) {
  return std::abs(s.heel - s.ankle) < kLevel && std::abs(s.ball - s.ankle) < kLevel &&
         std::abs(s.tip - s.ankle) < kLevel;
}

// A sole must not cut into a riser and must stand on ankle and ball; heel or toes may stand out over an edge.
double awkwardness(const Sole& s) {
  double cost = 0.0;
  if (std::max({s.heel, s.ball, s.tip}) > s.ankle + kLevel) cost += 2.0;
  if (s.ball < s.ankle - kLevel) cost += 2.0;
  if (s.heel < s.ankle - kLevel) cost += 0.06;
  if (s.tip < s.ankle - kLevel) cost += 0.04;
  return cost;
}

// The nearest place along the way where the foot can stand.
Foothold nearest_level(const Walker& walker, const human::Ground& ground, const Foothold& wish, const Vec3& way,
                       double from_y) {
  Foothold best = wish;
  double least = 1e9;
  for (int k = 0; k <= 2 * kTries; ++k) {
    const double shift = kFineness * ((k & 1) ? (k + 1) / 2 : -(k / 2));
    Foothold tried = wish;
    tried.position += shift * way;
    const Sole s = sole_heights(walker, ground, tried, from_y);
    double cost = std::abs(shift) + awkwardness(s);
    if (std::abs(s.ankle - from_y) > kOneRiser) cost += 1.0;
    if (cost >= least) continue;
    least = cost;
    best = tried;
    best.position.y = s.ankle;
  }
  return best;
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

namespace {

void survey_way(const Walker& walker, const human::Ground& ground, Footfall& foot) {
  const Vec3 from = foot.hold.position, to = foot.target.position;
  foot.way.uneven = std::abs(to.y - from.y) > kLevel;
  const double base = std::max(from.y, to.y);
  for (std::size_t k = 0; k < SwingWay::kPoints; ++k) {
    const double t = static_cast<double>(k + 1) / (SwingWay::kPoints + 1);
    const Foothold there{from + t * (to - from), foot.target.yaw};
    const Sole s = sole_heights(walker, ground, there, base);
    const double highest = std::max({s.heel, s.ball, s.tip});
    foot.way.uneven |= highest > base + kLevel;
    foot.way.heights[k] = highest + 0.02;
  }
}

}  // namespace

void fit_to_ground(const Walker& walker, const RootMotion& motion, const human::Ground& ground,
                   const Foothold& standing, Footfall& foot) {
  const double from_y = standing.position.y;
  const Foothold wish = foot.target;
  const Sole sole = sole_heights(walker, ground, wish, from_y);
  foot.target.position.y = sole.ankle;
  const bool plain = level(sole) && std::abs(sole.ankle - from_y) < kOneRiser;
  const Vec3 moved = wish.position - foot.fit_for;
  const bool stale = !foot.fitted || moved.x * moved.x + moved.z * moved.z > kKeepFor * kKeepFor;
  if (!plain) {
    if (stale) {
      const Vec3 way = math::normalized_or({motion.velocity.x, 0.0, motion.velocity.z}, forward_of(wish.yaw));
      foot.fit = nearest_level(walker, ground, wish, way, from_y);
    }
    foot.target = foot.fit;
  } else {
    foot.fit = foot.target;
  }
  if (stale) {
    foot.fit_for = wish.position;
    foot.fitted = true;
    survey_way(walker, ground, foot);
  }
}

}  // namespace fh::human
