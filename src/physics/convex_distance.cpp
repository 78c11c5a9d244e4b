// SPDX-License-Identifier: Apache-2.0
#include "physics/convex_distance.h"

#include <cmath>

namespace fh::physics {
namespace {

using math::Nearest;
using math::Vec3;

/// A corner of the simplex in the difference of the two cores: w = a - b.
struct Corner {
  Vec3 w, a, b;
};

/// Up to four corners and the weights of the point nearest to the origin.
struct Simplex {
  Corner corners[4];
  double weights[4] = {1.0, 0.0, 0.0, 0.0};
  int size = 0;

  Vec3 point() const {
    Vec3 p(0.0);
    for (int i = 0; i < size; ++i) p += weights[i] * corners[i].w;
    return p;
  }
  void keep(std::initializer_list<std::pair<int, double>> chosen) {
    Corner kept[4];
    int count = 0;
    for (const auto& [index, weight] : chosen) {
      kept[count] = corners[index];
      weights[count++] = weight;
    }
    for (int i = 0; i < count; ++i) corners[i] = kept[i];
    size = count;
  }
};

void reduce_segment(Simplex& s, int i, int j) {
  const Vec3 a = s.corners[i].w, ab = s.corners[j].w - a;
  const double squared = glm::dot(ab, ab);
  const double t = squared > 0.0 ? -glm::dot(a, ab) / squared : 0.0;
  if (t <= 0.0) {
    s.keep({{i, 1.0}});
  } else if (t >= 1.0) {
    s.keep({{j, 1.0}});
  } else {
    s.keep({{i, 1.0 - t}, {j, t}});
  }
}

/// The nearest feature of triangle (i, j, k) to the origin, by Voronoi region (Ericson 2005, 5.1.5).
void reduce_triangle(Simplex& s, int i, int j, int k) {
  const Vec3 a = s.corners[i].w, b = s.corners[j].w, c = s.corners[k].w;
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = -glm::dot(ab, a), d2 = -glm::dot(ac, a);
  if (d1 <= 0.0 && d2 <= 0.0) return s.keep({{i, 1.0}});
  const double d3 = -glm::dot(ab, b), d4 = -glm::dot(ac, b);
  if (d3 >= 0.0 && d4 <= d3) return s.keep({{j, 1.0}});
  const double d5 = -glm::dot(ab, c), d6 = -glm::dot(ac, c);
  if (d6 >= 0.0 && d5 <= d6) return s.keep({{k, 1.0}});
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return reduce_segment(s, i, j);
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return reduce_segment(s, i, k);
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return reduce_segment(s, j, k);
  const double sum = va + vb + vc;
  if (!(sum > 0.0)) return reduce_segment(s, i, j);  // no area: any edge serves, the loop ends by lack of progress
  s.keep({{i, va / sum}, {j, vb / sum}, {k, vc / sum}});
}

/// True when the origin lies beyond face (i, j, k) as seen from corner `opposite`. Flat tetrahedra count as beyond.
bool beyond_face(const Simplex& s, int i, int j, int k, int opposite) {
  const Vec3 a = s.corners[i].w;
  const Vec3 n = glm::cross(s.corners[j].w - a, s.corners[k].w - a);
  const double origin_side = -glm::dot(a, n), inner_side = glm::dot(s.corners[opposite].w - a, n);
  const double flat = 1e-14 * std::sqrt(glm::dot(n, n)) * (1.0 + std::sqrt(glm::dot(a, a)));
  return std::fabs(inner_side) <= flat || origin_side * inner_side < 0.0;
}

/// False when the origin is inside.
bool reduce_tetrahedron(Simplex& s) {
  static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  Simplex best;
  double best_squared = std::numeric_limits<double>::infinity();
  bool outside = false;
  for (const auto& face : kFaces) {
    if (!beyond_face(s, face[0], face[1], face[2], face[3])) continue;
    outside = true;
    Simplex candidate = s;
    reduce_triangle(candidate, face[0], face[1], face[2]);
    const Vec3 p = candidate.point();
    const double squared = glm::dot(p, p);
    if (squared < best_squared) {
      best_squared = squared;
      best = candidate;
    }
  }
  if (outside) s = best;
  return outside;
}

/// Distance of the cores; the cores' radii are applied by shrunk().
template <class SupportFirst, class SupportSecond>
Nearest core_distance(const SupportFirst& first, const SupportSecond& second, const Vec3& start) {
  constexpr int kMostIterations = 96;
  constexpr double kRelative = 1e-13, kTouching = 1e-22;  // of squared lengths
  Simplex s;
  Vec3 v = start;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    Corner corner{Vec3(0.0), first(-v), second(v)};
    corner.w = corner.a - corner.b;
    const double squared = glm::dot(v, v);
    // No corner is nearer along v: v is the answer up to rounding.
    if (s.size > 0 && squared - glm::dot(v, corner.w) <= kRelative * squared) break;
    const Simplex before = s;
    s.corners[s.size++] = corner;
    bool apart = true;
    if (s.size == 1) {
      s.weights[0] = 1.0;
    } else if (s.size == 2) {
      reduce_segment(s, 0, 1);
    } else if (s.size == 3) {
      reduce_triangle(s, 0, 1, 2);
    } else {
      apart = reduce_tetrahedron(s);
    }
    const Vec3 next = apart ? s.point() : Vec3(0.0);
    const double next_squared = glm::dot(next, next);
    if (!apart || next_squared <= kTouching) {
      if (!apart) s = before;
      Vec3 a(0.0);
      for (int i = 0; i < s.size; ++i) a += s.weights[i] * s.corners[i].a;
      return {a, a, 0.0};
    }
    if (before.size > 0 && next_squared >= squared) {  // rounding: keep the better one
      s = before;
      break;
    }
    v = next;
  }
  Nearest result;
  for (int i = 0; i < s.size; ++i) {
    result.on_first += s.weights[i] * s.corners[i].a;
    result.on_second += s.weights[i] * s.corners[i].b;
  }
  result.distance = glm::length(result.on_second - result.on_first);
  return result;
}

Nearest shrunk(const Nearest& cores, double radius_first, double radius_second) {
  const double gap = cores.distance - radius_first - radius_second;
  const Vec3 direction = math::normalized_or(cores.on_second - cores.on_first, math::kUp);
  if (gap <= 0.0) {
    const Vec3 middle = cores.on_first + direction * std::fmin(radius_first, cores.distance);
    return {middle, middle, 0.0};
  }
  return {cores.on_first + direction * radius_first, cores.on_second - direction * radius_second, gap};
}

math::Segment axis_of(const ConvexPart& part) {
  const Vec3 along = part.world_from_part.direction({0.0, part.half.y, 0.0});
  return {part.world_from_part.position - along, part.world_from_part.position + along};
}

bool is_round(const ConvexPart& part) {
  return part.kind == ConvexKind::Sphere || part.kind == ConvexKind::Capsule;
}

Vec3 apart_or_up(const Vec3& v) {
  return glm::dot(v, v) > 1e-24 ? v : math::kUp;
}

}  // namespace

Nearest nearest(const ConvexPart& first, const ConvexPart& second) {
  if (is_round(first) && is_round(second)) {  // closed form
    return shrunk(math::nearest(axis_of(first), axis_of(second)), first.radius, second.radius);
  }
  const auto support_first = [&](const Vec3& d) { return core_support(first, d); };
  const auto support_second = [&](const Vec3& d) { return core_support(second, d); };
  const Vec3 start = apart_or_up(first.world_from_part.position - second.world_from_part.position);
  return shrunk(core_distance(support_first, support_second, start), core_radius(first), core_radius(second));
}

Nearest nearest(const ConvexPart& part, const math::Triangle& triangle) {
  if (part.kind == ConvexKind::Sphere) {
    const Vec3 centre = part.world_from_part.position, on = math::nearest_point(triangle, centre);
    return shrunk({centre, on, glm::length(on - centre)}, part.radius, 0.0);
  }
  if (part.kind == ConvexKind::Capsule) return shrunk(math::nearest(axis_of(part), triangle), part.radius, 0.0);
  const auto support_part = [&](const Vec3& d) { return core_support(part, d); };
  const auto support_triangle = [&](const Vec3& d) {
    const double a = glm::dot(triangle.a, d), b = glm::dot(triangle.b, d), c = glm::dot(triangle.c, d);
    return a >= b ? (a >= c ? triangle.a : triangle.c) : (b >= c ? triangle.b : triangle.c);
  };
  const Vec3 middle = (triangle.a + triangle.b + triangle.c) / 3.0;
  return core_distance(support_part, support_triangle, apart_or_up(part.world_from_part.position - middle));
}

}  // namespace fh::physics
