// SPDX-License-Identifier: Apache-2.0
#include "evaluation/traced_circles.h"

#include <algorithm>
#include <cmath>

#include "evaluation/posture/posture_angles.h"
#include "math/constants.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using math::Vec3;

constexpr double kLeastRadius = 0.03, kMostRadius = 0.6;  // m
constexpr double kOffShare = 0.1;                         // of the radius that the mean error may be
constexpr double kLeastTurns = 0.97;                      // a circle may stop just before where it began
constexpr std::size_t kPerSecond = 30;
constexpr std::size_t kWindows[] = {kPerSecond,     3 * kPerSecond / 2, 2 * kPerSecond,
                                    3 * kPerSecond, 5 * kPerSecond,     8 * kPerSecond};
constexpr std::size_t kStep = kPerSecond / 5;

double determinant(const double m[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// x² + y² + a x + b y + c = 0 with the least squares of that sum (Kåsa 1976), by Cramer's rule.
std::optional<Vec3> algebraic_circle(std::span<const math::Vec2> points) {
  double m[3][3] = {}, right[3] = {};
  for (const math::Vec2& p : points) {
    const double row[3] = {p.x, p.y, 1.0}, square = -(p.x * p.x + p.y * p.y);
    for (int i = 0; i < 3; ++i) {
      right[i] += row[i] * square;
      for (int j = 0; j < 3; ++j) m[i][j] += row[i] * row[j];
    }
  }
  const double whole = determinant(m);
  if (std::abs(whole) < 1e-12) return {};
  double found[3];
  for (int column = 0; column < 3; ++column) {
    double other[3][3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) other[i][j] = j == column ? right[i] : m[i][j];
    }
    found[column] = determinant(other) / whole;
  }
  return Vec3(found[0], found[1], found[2]);
}

double distance_to_circle(const Vec3& centre, const Vec3& normal, double radius, const Vec3& point) {
  const Vec3 way = point - centre;
  const double up = glm::dot(way, normal);
  const double out = glm::length(way - up * normal) - radius;
  return math::sqrt(up * up + out * out);
}

}  // namespace

std::optional<TracedCircle> fit_circle(std::span<const Vec3> path) {
  if (path.size() < 8) return {};
  Vec3 middle(0.0), area(0.0);
  for (const Vec3& p : path) middle += p / static_cast<double>(path.size());
  for (std::size_t i = 0; i < path.size(); ++i)
    area += glm::cross(path[i] - middle, path[(i + 1) % path.size()] - middle);
  if (glm::length(area) < 1e-6) return {};
  TracedCircle circle;
  circle.normal = glm::normalize(area);
  const Vec3 across = math::rotate(math::from_to(Vec3(0.0, 0.0, 1.0), circle.normal), Vec3(1.0, 0.0, 0.0));
  const Vec3 along = glm::cross(circle.normal, across);
  std::vector<math::Vec2> flat;
  for (const Vec3& p : path) flat.emplace_back(glm::dot(p - middle, across), glm::dot(p - middle, along));
  const auto solved = algebraic_circle(flat);
  if (!solved) return {};
  const math::Vec2 centre(-0.5 * solved->x, -0.5 * solved->y);
  circle.radius = math::sqrt(std::max(0.0, glm::dot(centre, centre) - solved->z));
  if (circle.radius < kLeastRadius || circle.radius > kMostRadius) return {};
  circle.centre = middle + centre.x * across + centre.y * along;
  double turned = 0.0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double away = distance_to_circle(circle.centre, circle.normal, circle.radius, path[i]);
    circle.mean_error += away / static_cast<double>(path.size());
    circle.max_error = std::max(circle.max_error, away);
    circle.protocol_error +=
        distance_to_circle(circle.centre, circle.normal, kProtocolRadius, path[i]) / static_cast<double>(path.size());
    if (i == 0) continue;
    const math::Vec2 a = flat[i - 1] - centre, b = flat[i] - centre;
    turned += math::atan2(a.x * b.y - a.y * b.x, glm::dot(a, b));
  }
  circle.turns = std::abs(turned) / (2.0 * math::kPi);
  if (circle.turns < kLeastTurns || circle.mean_error > kOffShare * circle.radius) return {};
  return circle;
}

void TracedCircles::begin(const frame::Moment& moment) {
  users_.clear();
  paths_.clear();
  for (std::size_t person = 0; person < moment.people.size(); ++person) {
    users_.push_back(moment.people[person].is_user != 0);
    for (const std::size_t side : {0u, 1u}) paths_.push_back({person, side, {}, {}});
  }
}

void TracedCircles::observe(const frame::Moment& moment) {
  if (moment.tick % kPathTicks != 0) return;
  for (Path& path : paths_) {
    if (path.person >= moment.people.size()) continue;
    const frame::MomentPerson& person = moment.people[path.person];
    const auto frames = frames_of(moment, person);
    if (frames.empty()) continue;
    const bool tracked = person.is_user && person.hands[path.side].known == frame::PointKnown::Tracked;
    if (person.is_user && !tracked) continue;
    path.ticks.push_back(moment.tick);
    path.places.push_back(
        tracked ? person.hands[path.side].world_from_point.position
                : frames[human::index_of(path.side == 0 ? human::Joint::LeftHand : human::Joint::RightHand)].position);
  }
}

void TracedCircles::write(core::Json& report) const {
  std::vector<std::size_t> rows(users_.size());
  std::size_t users = 0, agents = 0;
  for (std::size_t i = 0; i < users_.size(); ++i) rows[i] = users_[i] ? users++ : agents++;
  for (const Path& path : paths_) {
    for (std::size_t from = 0; from + kWindows[0] < path.places.size();) {
      std::optional<TracedCircle> best;
      std::size_t length = 0;
      for (const std::size_t window : kWindows) {
        if (from + window >= path.places.size()) break;
        const auto found = fit_circle(std::span(path.places).subspan(from, window + 1));
        if (!found || (best && found->mean_error / found->radius > 1.2 * best->mean_error / best->radius)) continue;
        best = found;
        length = window;
      }
      if (!best) {
        from += kStep;
        continue;
      }
      core::Json& row =
          users_[path.person] ? user_row(report, rows[path.person]) : agent_row(report, rows[path.person]);
      row["circles"].push_back({{"hand", path.side == 0 ? "left" : "right"},
                                {"from_s", core::seconds_of(path.ticks[from])},
                                {"to_s", core::seconds_of(path.ticks[from + length])},
                                {"turns", best->turns},
                                {"radius_m", best->radius},
                                {"centre_m", {best->centre.x, best->centre.y, best->centre.z}},
                                {"mean_error_m", best->mean_error},
                                {"max_error_m", best->max_error},
                                {"protocol_error_m", best->protocol_error}});
      from += length;
    }
  }
}

std::unique_ptr<Observer> make_traced_circles(const Surroundings& surroundings) {
  return std::make_unique<TracedCircles>(surroundings);
}

}  // namespace fh::evaluation
