// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "arm_support.h"
#include "human/body/balance.h"
#include "human/body/masses.h"

using namespace arm_test;
using math::Vec2;

namespace {

double cross(const Vec2& a, const Vec2& b) {
  return a.x * b.y - a.y * b.x;
}

double area_of(const SupportPolygon& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.count; ++i)
    twice += cross(polygon.points[i], polygon.points[(i + 1) % polygon.count]);
  return 0.5 * std::abs(twice);
}

// Inside the hull of the points, if some triangle of them holds it; the edge distance over all pairs that have every
// point on one side. O(n³), no hull.
double brute_margin(const std::vector<Vec2>& points, const Vec2& p) {
  bool inside = false;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (i == j) continue;
      const Vec2 a = points[i], ab = points[j] - a;
      bool edge = glm::dot(ab, ab) > 0.0;
      for (const Vec2& q : points) edge = edge && cross(ab, q - a) >= -1e-12;
      if (edge) {
        const double t = std::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
        nearest = std::min(nearest, glm::length(p - a - t * ab));
      }
      for (std::size_t k = 0; k < points.size() && !inside; ++k) {
        const double s = cross(ab, p - a), t = cross(points[k] - points[j], p - points[j]),
                     u = cross(a - points[k], p - points[k]);
        inside = cross(ab, points[k] - a) > 1e-12 && s >= 0.0 && t >= 0.0 && u >= 0.0;
      }
    }
  }
  return inside ? nearest : -nearest;
}

}  // namespace

TEST_CASE("the margin of balance is that of brute force") {
  core::Rng rng(41);
  const Dimensions d = person(Sex::Male, 0.5);
  const Sole left = build_sole(d, Side::Left), right = build_sole(d, Side::Right);
  double worst = 0.0;
  int inside = 0, outside = 0;
  for (int n = 0; n < 2000; ++n) {
    const auto foot = [&rng](double x) {
      FootContact f;
      f.world_from_foot = {math::from_axis_angle({0, 1, 0}, rng.uniform(-1, 1)),
                           {x + rng.uniform(-0.1, 0.1), 0.07, rng.uniform(-0.3, 0.3)}};
      f.contact = static_cast<SoleContact>(rng.below(3));
      return f;
    };
    const FootContact l = foot(-0.12), r = foot(0.12);
    const SupportPolygon support = support_polygon(left, l, right, r);
    std::vector<Vec2> points;
    for (const auto& [sole, f] : {std::pair{&left, &l}, std::pair{&right, &r}}) {
      if (f->contact == SoleContact::None) continue;
      for (const Vec3& p : f->contact == SoleContact::Ball ? sole->ball : sole->whole) {
        const Vec3 w = f->world_from_foot.point(p);
        points.push_back({w.x, w.z});
      }
    }
    const Vec3 com(rng.uniform(-0.4, 0.4), 1.0, rng.uniform(-0.4, 0.4));
    const Balance b = balance_of(support, com);
    if (points.empty()) {
      CHECK(b.margin == -std::numeric_limits<double>::infinity());
      continue;
    }
    const double brute = brute_margin(points, {com.x, com.z});
    worst = std::max(worst, std::abs(brute - b.margin));
    (b.margin > 0.0 ? inside : outside) += 1;
    // Moving outward by the margin arrives at the edge.
    CHECK(std::abs(balance_of(support, com + b.margin * Vec3(b.outward.x, 0, b.outward.y)).margin) < 1e-9);
    CHECK(std::abs(glm::length(b.projection - b.nearest_edge) - std::abs(b.margin)) < 1e-12);
  }
  CHECK(worst < 1e-9);
  CHECK(inside > 100);
  CHECK(outside > 100);
}

TEST_CASE("a sole is as long and as broad as the foot, and the ball is its front part") {
  const Dimensions d = person(Sex::Female, 0.5);
  for (const Side side : {Side::Left, Side::Right}) {
    const Sole sole = build_sole(d, side);
    const FootContact on{{math::kIdentity, {0.0, d[Dimension::LateralMalleolusHeight], 0.0}}, SoleContact::Whole};
    FootContact off = on;
    off.contact = SoleContact::None;
    FootContact toes = on;
    toes.contact = SoleContact::Ball;
    const SupportPolygon whole = support_polygon(sole, on, sole, off), ball = support_polygon(sole, toes, sole, off);
    Vec2 low(1e9), high(-1e9);
    for (std::size_t i = 0; i < whole.count; ++i) {
      low = {std::min(low.x, whole.points[i].x), std::min(low.y, whole.points[i].y)};
      high = {std::max(high.x, whole.points[i].x), std::max(high.y, whole.points[i].y)};
    }
    CHECK(std::abs(high.y - low.y - d[Dimension::FootLength]) < 1e-9);
    CHECK(std::abs(high.x - low.x - d[Dimension::FootBreadth]) < 1e-9);
    CHECK(area_of(whole) > 0.6 * d[Dimension::FootLength] * d[Dimension::FootBreadth]);
    CHECK(area_of(ball) < 0.45 * area_of(whole));
    CHECK(area_of(ball) > 0.1 * area_of(whole));
    CHECK(std::abs(on.world_from_foot.point(sole.whole[0]).y) < 1e-12);
  }
}

TEST_CASE("a body standing upright is balanced, one leaning far is not") {
  const Dimensions d = person(Sex::Male, 0.5);
  const Skeleton skeleton = build_skeleton(d);
  const MassModel masses = build_masses(d, skeleton);
  const Sole left = build_sole(d, Side::Left), right = build_sole(d, Side::Right);
  Posture posture = zero_posture(skeleton);
  Frames<double> frames;
  forward_kinematics(skeleton, posture, frames);
  const SupportPolygon support = support_polygon(left, {frames.pose(Joint::LeftFoot), SoleContact::Whole}, right,
                                                 {frames.pose(Joint::RightFoot), SoleContact::Whole});
  CHECK(balance_of(support, centre_of_mass(masses, frames)).margin > 0.03);
  // Leaning forward as a board, feet flat.
  const Pose lean{math::from_axis_angle({-1, 0, 0}, 0.3), {0, 0, 0}};
  posture.world_from_pelvis = lean * posture.world_from_pelvis;
  forward_kinematics(skeleton, posture, frames);
  const Balance leaning = balance_of(support, centre_of_mass(masses, frames));
  CHECK(leaning.margin < 0.0);
  CHECK(leaning.outward.y < -0.9);  // it would tip forward
  const Vec2 standing = capture_point({0, 1, 0}, {0.0, 0.0}, 1.0), going = capture_point({0, 1, 0}, {0.5, 0.0}, 1.0);
  CHECK(standing == Vec2(0.0));
  CHECK(std::abs(going.x - 0.5 / std::sqrt(9.80665)) < 1e-12);
}
