// SPDX-License-Identifier: Apache-2.0
#include "math/closed_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace fh::math {
namespace {

using Place = std::array<std::int64_t, 3>;

/// Corners are doubled where normals differ, so they are compared by place, to a tenth of a millimetre.
Place place_of(const Vec3& p) {
  return {std::llround(p.x * 1e4), std::llround(p.y * 1e4), std::llround(p.z * 1e4)};
}

/// For every corner of every triangle the number of its place.
std::vector<std::uint32_t> merged_corners(std::span<const Triangle> triangles) {
  std::vector<std::pair<Place, std::uint32_t>> corners;
  corners.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    for (const Vec3& p : {t.a, t.b, t.c}) corners.emplace_back(place_of(p), static_cast<std::uint32_t>(corners.size()));
  }
  std::sort(corners.begin(), corners.end());
  std::vector<std::uint32_t> merged(corners.size());
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i > 0 && corners[i].first != corners[i - 1].first) ++number;
    merged[corners[i].second] = number;
  }
  return merged;
}

struct Side {
  std::uint32_t low = 0, high = 0;  // places
  std::uint32_t corner = 0;         // where it begins
  bool ascends = false;

  bool same_edge(const Side& o) const { return low == o.low && high == o.high; }
  bool operator<(const Side& o) const {
    return std::tie(low, high, ascends, corner) < std::tie(o.low, o.high, o.ascends, o.corner);
  }
};

Vec3 corner_of(std::span<const Triangle> triangles, std::size_t corner) {
  const Triangle& t = triangles[corner / 3];
  return corner % 3 == 0 ? t.a : corner % 3 == 1 ? t.b : t.c;
}

}  // namespace

std::vector<OpenEdge> open_edges(std::span<const Triangle> triangles) {
  const std::vector<std::uint32_t> merged = merged_corners(triangles);
  std::vector<Side> sides;
  sides.reserve(merged.size());
  for (std::size_t i = 0; i < merged.size(); ++i) {
    const std::uint32_t a = merged[i], b = merged[i % 3 == 2 ? i - 2 : i + 1];
    if (a != b) sides.push_back({std::min(a, b), std::max(a, b), static_cast<std::uint32_t>(i), a < b});
  }
  std::sort(sides.begin(), sides.end());
  std::vector<OpenEdge> open;
  for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
    std::size_t up = 0;
    for (end = i; end < sides.size() && sides[end].same_edge(sides[i]); ++end) up += sides[end].ascends ? 1 : 0;
    const std::size_t down = end - i - up, more = std::max(up, down) - std::min(up, down);
    // Those that descend come first.
    for (std::size_t k = 0; k < more; ++k) {
      const std::size_t from = sides[up > down ? end - 1 - k : i + k].corner;
      open.push_back({corner_of(triangles, from), corner_of(triangles, from % 3 == 2 ? from - 2 : from + 1)});
    }
  }
  return open;
}

std::vector<Triangle> triangles_of(const TriMesh& mesh) {
  std::vector<Triangle> triangles;
  triangles.reserve(mesh.triangle_count());
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) triangles.push_back(mesh.triangle(i));
  return triangles;
}

bool is_closed(const TriMesh& mesh) {
  const std::vector<Triangle> triangles = triangles_of(mesh);
  return !triangles.empty() && open_edges(triangles).empty();
}

std::vector<std::vector<Triangle>> closing_cones(std::span<const OpenEdge> edges) {
  // Edges that touch are of one rim.
  std::map<Place, std::uint32_t> first;
  std::vector<std::uint32_t> rim(edges.size());
  std::iota(rim.begin(), rim.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (rim[i] != i) i = rim[i] = rim[rim[i]];
    return i;
  };
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    for (const Vec3& end : edges[i]) {
      const std::uint32_t other = first.try_emplace(place_of(end), i).first->second;
      rim[root(i)] = root(other);
    }
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> rims;
  for (std::uint32_t i = 0; i < edges.size(); ++i) rims[root(i)].push_back(i);
  std::vector<std::vector<Triangle>> cones;
  for (const auto& [unused, members] : rims) {
    Vec3 middle(0.0);
    for (const std::uint32_t i : members) middle += (edges[i][0] + edges[i][1]) / (2.0 * double(members.size()));
    std::vector<Triangle>& cone = cones.emplace_back();
    for (const std::uint32_t i : members) cone.push_back({edges[i][1], edges[i][0], middle});
  }
  return cones;
}

double volume_of(std::span<const Triangle> triangles) {
  if (triangles.empty()) return 0.0;
  const Vec3 from = triangles.front().a;  // near: far-away coordinates would cost precision
  double six = 0.0;
  for (const Triangle& t : triangles) six += glm::dot(t.a - from, glm::cross(t.b - from, t.c - from));
  return six / 6.0;
}

}  // namespace fh::math
