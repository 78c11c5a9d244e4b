// SPDX-License-Identifier: Apache-2.0
#include "human/body/balance.h"

#include <algorithm>
#include <limits>

#include "core/assert.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec2;
using math::Vec3;

double cross(const Vec2& a, const Vec2& b) {
  return a.x * b.y - a.y * b.x;
}

}  // namespace

Sole build_sole(const Dimensions& d, Side side) {
  const double length = d[Dimension::FootLength], down = -d[Dimension::LateralMalleolusHeight];
  const double heel = 0.25 * length;  // behind the ankle, as in skeleton.cpp
  const double ball = heel - d[Dimension::BallOfFootLength], tip = heel - length;
  const double wide = 0.5 * d[Dimension::FootBreadth], narrow = 0.5 * d[Dimension::HeelBreadth];
  // Right foot; the toes' tips lean inward, the little toe ends earlier. Shares are our estimate of a sole's shape.
  const double little = tip + 0.14 * length;
  const std::array<Vec2, Sole::kPoints> outline = {{{-0.55 * narrow, heel},
                                                    {0.55 * narrow, heel},
                                                    {narrow, heel - 0.08 * length},
                                                    {wide, ball + 0.06 * length},
                                                    {wide, ball - 0.03 * length},
                                                    {0.80 * wide, little},
                                                    {-0.10 * wide, tip},
                                                    {-0.75 * wide, tip + 0.02 * length},
                                                    {-wide, ball},
                                                    {-narrow, heel - 0.08 * length}}};
  Sole sole;
  const double across = side == Side::Right ? 1.0 : -1.0;
  for (std::size_t i = 0; i < Sole::kPoints; ++i) {
    const std::size_t to = side == Side::Right ? i : Sole::kPoints - 1 - i;
    sole.whole[to] = {across * outline[i].x, down, outline[i].y};
    // What lies behind the joint of the toes moves forward to it.
    sole.ball[to] = {across * outline[i].x, down, std::min(outline[i].y, ball)};
  }
  return sole;
}

SupportPolygon convex_support(std::span<const Vec2> given) {
  FH_ASSERT(given.size() <= SupportPolygon::kMost, "too many points of support");
  std::array<Vec2, SupportPolygon::kMost> sorted;
  std::copy(given.begin(), given.end(), sorted.begin());
  const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(given.size());
  std::sort(sorted.begin(), end, [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  SupportPolygon hull;
  if (given.size() < 3) {
    std::copy(sorted.begin(), end, hull.points.begin());
    hull.count = given.size();
    return hull;
  }
  // Andrew's monotone chain, lower then upper.
  std::array<Vec2, 2 * SupportPolygon::kMost> chain;
  std::size_t n = 0;
  const auto add = [&](const Vec2& p, std::size_t keep) {
    while (n >= keep + 2 && cross(chain[n - 1] - chain[n - 2], p - chain[n - 2]) <= 0.0) --n;
    chain[n++] = p;
  };
  for (auto p = sorted.begin(); p != end; ++p) add(*p, 0);
  const std::size_t lower = n - 1;
  for (auto p = end - 1; p != sorted.begin();) add(*--p, lower);
  hull.count = n - 1;
  std::copy(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(hull.count), hull.points.begin());
  return hull;
}

SupportPolygon support_polygon(const Sole& left, const FootContact& left_foot, const Sole& right,
                               const FootContact& right_foot) {
  std::array<Vec2, 2 * Sole::kPoints> points;
  std::size_t count = 0;
  const auto add = [&](const Sole& sole, const FootContact& foot) {
    if (foot.contact == SoleContact::None) return;
    for (const Vec3& p : foot.contact == SoleContact::Ball ? sole.ball : sole.whole) {
      const Vec3 world = foot.world_from_foot.point(p);
      points[count++] = {world.x, world.z};
    }
  };
  add(left, left_foot);
  add(right, right_foot);
  return convex_support({points.data(), count});
}

Balance balance_of(const SupportPolygon& support, const Vec3& centre_of_mass) {
  Balance balance;
  balance.projection = {centre_of_mass.x, centre_of_mass.z};
  const Vec2 p = balance.projection;
  if (support.count == 0) {
    balance.margin = -std::numeric_limits<double>::infinity();
    return balance;
  }
  bool inside = support.count >= 3;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < support.count; ++i) {
    const Vec2 a = support.points[i], ab = support.points[(i + 1) % support.count] - a;
    const double square = glm::dot(ab, ab);
    const double t = square > 0.0 ? math::clamp(glm::dot(p - a, ab) / square, 0.0, 1.0) : 0.0;
    const Vec2 nearest = a + t * ab;
    const Vec2 away = p - nearest;
    inside = inside && cross(ab, p - a) >= 0.0;
    if (const double distance = glm::dot(away, away); distance < best) {
      best = distance;
      balance.nearest_edge = nearest;
      balance.outward = square > 0.0 ? Vec2(ab.y, -ab.x) / math::sqrt(square) : Vec2(0.0);
    }
  }
  best = math::sqrt(best);
  balance.margin = inside ? best : -best;
  if (!inside && best > 1e-12) balance.outward = (p - balance.nearest_edge) / best;
  return balance;
}

Vec2 capture_point(const Vec3& centre_of_mass, const Vec2& velocity, double height) {
  return Vec2(centre_of_mass.x, centre_of_mass.z) + velocity * math::sqrt(std::max(0.0, height) / 9.80665);
}

}  // namespace fh::human
