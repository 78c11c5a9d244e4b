// SPDX-License-Identifier: Apache-2.0
#include "planning/steering/pulls.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/trig.h"

namespace fh::planning {
namespace {

using math::Vec2;

constexpr double kFades = 1.0;     // m from the goal: from here on pulls fade, so that it is reached
constexpr double kHeadway = 0.25;  // of the speed, at least, on the way that is wanted
constexpr double kLeast = 0.05;    // weaker pulls do not move a standing body
constexpr double kCorrects = 0.5;  // m off the line at which the body goes straight back to it
constexpr double kPast = 0.1;      // m beyond the edge of what is gone around

double length(const Vec2& v) {
  return glm::length(v);
}

Vec2 unit_or(const Vec2& v, const Vec2& otherwise) {
  const double size = length(v);
  return size > 1e-9 ? v / size : otherwise;
}

double cross(const Vec2& a, const Vec2& b) {
  return a.x * b.y - a.y * b.x;
}

/// Radians between two directions; 0 where there is none.
double angle_between(const Vec2& a, const Vec2& b) {
  return length(a) * length(b) < 1e-12 ? 0.0 : std::abs(math::atan2(cross(a, b), glm::dot(a, b)));
}

Vec2 nearest_point(const Pull& pull, const Vec2& from) {
  const Vec2 across(-pull.axis.y, pull.axis.x), off = from - pull.centre;
  const double x = math::clamp(glm::dot(off, pull.axis), -pull.half.x, pull.half.x),
               y = math::clamp(glm::dot(off, across), -pull.half.y, pull.half.y);
  return pull.centre + x * pull.axis + y * across;
}

/// Out of the outline, from its nearest point; inside of it from the middle.
Vec2 outward(const Pull& pull, const PulledBody& body) {
  return unit_or(body.at - nearest_point(pull, body.at), unit_or(body.at - pull.centre, -body.front));
}

double distance_to(const Pull& pull, const PulledBody& body) {
  return std::max(0.0, length(body.at - nearest_point(pull, body.at)) - body.radius);
}

Vec2 heading_of(const PulledBody& body) {
  return unit_or(body.wanted, body.front);
}

/// The directions past its two edges, as angles to the heading: right, then left. False: it is not in the way.
bool edges_of(const Pull& pull, const PulledBody& body, double& low, double& high) {
  const Vec2 heading = heading_of(body), across(-pull.axis.y, pull.axis.x);
  low = 1e9;
  high = -1e9;
  for (int corner = 0; corner < 4; ++corner) {
    const Vec2 to = pull.centre + (corner & 1 ? 1.0 : -1.0) * pull.half.x * pull.axis +
                    (corner & 2 ? 1.0 : -1.0) * pull.half.y * across - body.at;
    const double far = std::max(length(to), 1e-6), bearing = math::atan2(cross(heading, to), glm::dot(heading, to));
    if (std::abs(bearing) > 0.5 * math::kPi) return false;  // beside the body, or passed
    const double wide = math::asin(std::min(1.0, (body.radius + kPast) / far));
    low = std::min(low, bearing - wide);
    high = std::max(high, bearing + wide);
  }
  return low < 0.0 && high > 0.0;
}

Vec2 turned(const Vec2& v, double angle) {
  const math::SinCos sc = math::sin_cos(angle);
  return {sc.cos * v.x - sc.sin * v.y, sc.sin * v.x + sc.cos * v.y};
}

/// Along its longer side, the way that the body goes anyway, and back to the line.
Vec2 along_line(const Pull& pull, const PulledBody& body) {
  const Vec2 across(-pull.axis.y, pull.axis.x);
  Vec2 along = pull.half.x >= pull.half.y ? pull.axis : across;
  if (glm::dot(along, heading_of(body)) < 0.0) along = -along;
  const double off = pull.beside - distance_to(pull, body);
  return unit_or(along + math::clamp(off / kCorrects, -1.0, 1.0) * outward(pull, body), along);
}

/// Unit: where a pull would have the body go.
Vec2 direction_of(const Pull& pull, const PulledBody& body) {
  switch (pull.kind) {
    case PullKind::Attract:
      return -outward(pull, body);
    case PullKind::Avoid:
      return outward(pull, body);
    case PullKind::GoAround: {
      double low = 0.0, high = 0.0;
      if (!edges_of(pull, body, low, high)) return Vec2(0.0);
      return turned(heading_of(body), high < -low ? high : low);
    }
    case PullKind::LineUp:
      return along_line(pull, body);
  }
  return Vec2(0.0);
}

}  // namespace

double activation_of(const Activation& activation, double distance, double angle, bool attracts) {
  if (distance >= activation.distance || angle > activation.view) return 0.0;
  const double near = 1.0 - distance / activation.distance, ahead = 1.0 - angle / activation.view;
  const auto power = [](double base, double exponent) {
    return exponent == 0.0 ? 1.0 : base <= 0.0 ? 0.0 : math::pow(base, exponent);
  };
  return activation.strength * power(attracts ? 1.0 - near : near, activation.distance_exponent) *
         power(ahead, activation.angle_exponent);
}

double activity_of(const Pull& pull, const PulledBody& body) {
  if (pull.kind == PullKind::GoAround) {
    double low = 0.0, high = 0.0;
    if (length(body.wanted) < 1e-6 || !edges_of(pull, body, low, high)) return 0.0;
  }
  if (pull.kind == PullKind::LineUp && length(body.wanted) < 1e-6) return 0.0;
  const double angle = angle_between(body.front, nearest_point(pull, body.at) - body.at);
  return math::clamp(body.remaining / kFades, 0.0, 1.0) *
         activation_of(pull.activation, distance_to(pull, body), angle, pull.kind == PullKind::Attract);
}

Vec2 pulled(std::span<const Pull> pulls, const PulledBody& body) {
  const double pace = length(body.wanted);
  const Vec2 way = pace > 1e-6 ? body.wanted / pace : Vec2(0.0);
  Vec2 sum = way;
  bool active = false;
  for (const Pull& pull : pulls) {
    const double activity = activity_of(pull, body);
    if (activity <= 0.0) continue;
    active = true;
    sum += activity * direction_of(pull, body);
  }
  if (!active) return body.wanted;
  if (pace <= 1e-6) {
    const double size = length(sum);
    return size < kLeast ? Vec2(0.0) : sum * (body.speed * std::min(1.0, size) / size);
  }
  // As fast as it would have gone, another way.
  const double ahead = std::max(glm::dot(sum, way), kHeadway);
  const Vec2 aside = sum - glm::dot(sum, way) * way;
  const Vec2 heading = ahead * way + aside;
  const double size = length(heading);
  Vec2 taken = heading * (pace / size);
  const double headway = glm::dot(taken, way);
  if (headway < kHeadway * pace) taken += (kHeadway * pace - headway) * way;
  return taken;
}

}  // namespace fh::planning
