// SPDX-License-Identifier: Apache-2.0
#include "scene/place/mesh_kit.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/assert.h"
#include "math/trig.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::TriMesh;
using math::Vec2;
using math::Vec2f;
using math::Vec3;
using math::Vec3f;

std::uint32_t add_vertex(TriMesh& mesh, const Pose& pose, const Vec3& p, const Vec3& n, const Vec2& uv) {
  mesh.positions.emplace_back(pose.point(p));
  mesh.normals.emplace_back(pose.direction(n));
  mesh.uvs.emplace_back(uv);
  return static_cast<std::uint32_t>(mesh.positions.size() - 1);
}

void add_triangle(TriMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  mesh.indices.insert(mesh.indices.end(), {a, b, c});
}

void add_quad(TriMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  add_triangle(mesh, a, b, c);
  add_triangle(mesh, a, c, d);
}

/// Adds the triangle with the winding that faces `outside`.
void add_facing(TriMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, const Vec3& outside) {
  const Vec3 pa(mesh.positions[a]), pb(mesh.positions[b]), pc(mesh.positions[c]);
  const bool right = glm::dot(glm::cross(pb - pa, pc - pa), outside) > 0.0;
  add_triangle(mesh, a, right ? b : c, right ? c : b);
}

Vec2 box_uv(const Vec3& p, int axis) {
  if (axis == 0) return {p.z, -p.y};
  if (axis == 1) return {p.x, p.z};
  return {p.x, -p.y};
}

}  // namespace

void append_box(TriMesh& mesh, const Pose& pose, const Vec3& half, double bevel, bool grained) {
  const double smallest = std::min({half.x, half.y, half.z});
  bevel = math::clamp(bevel, 0.0, 0.9 * smallest);
  // Three vertices per corner, one per face: the faces stay flat and the bevels blend between their normals.
  std::uint32_t vertex[8][3];
  const auto uv_of = [&](const Vec3& p, int axis) {
    const Vec2 uv = box_uv(p + pose.position, axis);  // the offset lets a texture run on over neighbouring boxes
    const double along_u = axis == 0 ? half.z : half.x, along_v = axis == 1 ? half.z : half.y;
    return grained && along_u > along_v ? Vec2(uv.y, uv.x) : uv;
  };
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 p = sign * (half - Vec3(bevel));
      p[axis] = sign[axis] * half[axis];
      Vec3 n(0.0);
      n[axis] = sign[axis];
      vertex[corner][axis] = add_vertex(mesh, pose, p, n, uv_of(p, axis));
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    const int u = 1 << ((axis + 1) % 3), v = 1 << ((axis + 2) % 3);
    for (const int side : {0, 1 << axis}) {
      Vec3 n(0.0);
      n[axis] = side ? 1.0 : -1.0;
      n = pose.direction(n);
      add_facing(mesh, vertex[side][axis], vertex[side | u][axis], vertex[side | u | v][axis], n);
      add_facing(mesh, vertex[side][axis], vertex[side | u | v][axis], vertex[side | v][axis], n);
    }
  }
  if (bevel <= 0.0) return;
  for (int axis = 0; axis < 3; ++axis) {  // the four edges along this axis
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int which = 0; which < 4; ++which) {
      const int low = (which & 1 ? 1 << u : 0) | (which & 2 ? 1 << v : 0), high = low | (1 << axis);
      Vec3 out(0.0);
      out[u] = which & 1 ? 1.0 : -1.0;
      out[v] = which & 2 ? 1.0 : -1.0;
      out = pose.direction(out);
      add_facing(mesh, vertex[low][u], vertex[low][v], vertex[high][v], out);
      add_facing(mesh, vertex[low][u], vertex[high][v], vertex[high][u], out);
    }
  }
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 out(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    add_facing(mesh, vertex[corner][0], vertex[corner][1], vertex[corner][2], pose.direction(out));
  }
}

void append_lathe(TriMesh& mesh, const Pose& pose, std::span<const Vec2> profile, int segments) {
  FH_ASSERT(segments >= 3 && profile.size() >= 2, "a lathe needs a profile and three segments");
  const std::size_t pieces = profile.size() - 1;
  std::vector<Vec2> flat(pieces);
  for (std::size_t i = 0; i < pieces; ++i) {
    const Vec2 d = profile[i + 1] - profile[i];
    const double length = std::sqrt(d.x * d.x + d.y * d.y);
    flat[i] = length > 0.0 ? Vec2(d.y, -d.x) / length : Vec2(1.0, 0.0);
  }
  const auto blended = [&](std::size_t a, std::size_t b) {  // the normal of piece a at its joint with piece b
    if (b >= pieces || glm::dot(flat[a], flat[b]) < 0.766) return flat[a];
    const Vec2 sum = flat[a] + flat[b];
    return sum / std::sqrt(glm::dot(sum, sum));
  };
  std::vector<math::SinCos> turn(static_cast<std::size_t>(segments) + 1);
  for (int s = 0; s <= segments; ++s) turn[s] = math::sin_cos(s == segments ? 0.0 : math::kTau * s / segments);
  double along = 0.0;
  for (std::size_t i = 0; i < pieces; ++i) {
    const Vec2 p[2] = {profile[i], profile[i + 1]};
    const Vec2 n[2] = {i > 0 ? blended(i, i - 1) : flat[i], blended(i, i + 1)};
    const double length = std::sqrt(glm::dot(p[1] - p[0], p[1] - p[0]));
    const double widest = std::max(p[0].x, p[1].x);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int s = 0; s <= segments; ++s) {
      for (int end = 0; end < 2; ++end) {
        const Vec3 at(p[end].x * turn[s].cos, p[end].y, p[end].x * turn[s].sin);
        const Vec3 normal(n[end].x * turn[s].cos, n[end].y, n[end].x * turn[s].sin);
        const Vec2 uv = std::abs(flat[i].y) > 0.9 ? Vec2(at.x, at.z)
                                                  : Vec2(math::kTau * widest * s / segments, along + end * length);
        add_vertex(mesh, pose, at, normal, uv);
      }
    }
    for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(segments); ++s) {
      const std::uint32_t a = first + 2 * s, b = a + 1, d = a + 2, c = a + 3;
      if (p[1].x > 0.0) add_triangle(mesh, a, b, c);
      if (p[0].x > 0.0) add_triangle(mesh, a, c, d);
    }
    along += length;
  }
}

void append_cylinder(TriMesh& mesh, const Pose& pose, double radius, double half_length, int segments, double bevel) {
  bevel = math::clamp(bevel, 0.0, 0.9 * std::min(radius, half_length));
  std::vector<Vec2> profile{{0.0, -half_length}};
  if (bevel > 0.0) profile.push_back({radius - bevel, -half_length});
  profile.push_back({radius, -half_length + bevel});
  profile.push_back({radius, half_length - bevel});
  if (bevel > 0.0) profile.push_back({radius - bevel, half_length});
  profile.push_back({0.0, half_length});
  append_lathe(mesh, pose, profile, segments);
}

void append_sphere(TriMesh& mesh, const Pose& pose, double radius, int segments) {
  std::vector<Vec2> profile;
  const int rings = std::max(4, segments / 2);
  for (int i = 0; i <= rings; ++i) {
    const auto sc = math::sin_cos(math::kPi * i / rings);
    const bool pole = i == 0 || i == rings;
    profile.push_back({pole ? 0.0 : radius * sc.sin, -radius * (pole ? (i == 0 ? 1.0 : -1.0) : sc.cos)});
  }
  append_lathe(mesh, pose, profile, segments);
}

void append_tube(TriMesh& mesh, const Pose& pose, std::span<const Vec3> path, double radius, int segments) {
  FH_ASSERT(path.size() >= 2 && segments >= 3, "a tube needs two points and three segments");
  std::vector<std::uint32_t> rings;
  Vec3 side(0.0);
  double along = 0.0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Vec3 back = i > 0 ? math::normalized_or(path[i] - path[i - 1], Vec3(0.0)) : Vec3(0.0);
    const Vec3 ahead = i + 1 < path.size() ? math::normalized_or(path[i + 1] - path[i], Vec3(0.0)) : Vec3(0.0);
    const Vec3 axis = math::normalized_or(back + ahead, math::kUp);
    // Carrying the side vector along keeps the surface free of twist.
    side = i == 0 ? math::any_orthogonal(axis)
                  : math::normalized_or(side - glm::dot(side, axis) * axis, math::any_orthogonal(axis));
    const Vec3 other = glm::cross(axis, side);
    // A mitred joint is wider in the plane of the bend.
    const bool inner = i > 0 && i + 1 < path.size();
    const Vec3 bend = inner ? math::normalized_or(ahead - back, Vec3(0.0)) : Vec3(0.0);
    const double stretch = inner ? 1.0 / std::max(0.5, glm::dot(axis, ahead)) : 1.0;
    if (i > 0) along += glm::length(path[i] - path[i - 1]);
    rings.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
    for (int s = 0; s <= segments; ++s) {
      const auto sc = math::sin_cos(s == segments ? 0.0 : math::kTau * s / segments);
      const Vec3 out = sc.cos * side + sc.sin * other;
      add_vertex(mesh, pose, path[i] + radius * (out + (stretch - 1.0) * glm::dot(out, bend) * bend), out,
                 {math::kTau * radius * s / segments, along});
    }
  }
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(segments); ++s) {
      add_quad(mesh, rings[i] + s, rings[i] + s + 1, rings[i + 1] + s + 1, rings[i + 1] + s);
    }
  }
  for (const bool end : {false, true}) {
    const std::uint32_t ring = end ? rings.back() : rings.front();
    const Vec3 n =
        math::normalized_or(end ? path[path.size() - 1] - path[path.size() - 2] : path[0] - path[1], math::kUp);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(segments); ++s) {
      mesh.positions.push_back(mesh.positions[ring + s]);
      mesh.normals.emplace_back(pose.direction(n));
      mesh.uvs.push_back(mesh.uvs[ring + s]);
    }
    for (std::uint32_t s = 1; s + 1 < static_cast<std::uint32_t>(segments); ++s) {
      add_facing(mesh, first, first + s, first + s + 1, pose.direction(n));
    }
  }
}

void append_ring(TriMesh& mesh, const Pose& pose, double radius, double bar, int segments, int bar_segments) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  const auto row = static_cast<std::uint32_t>(bar_segments) + 1;
  for (int s = 0; s <= segments; ++s) {
    const auto round = math::sin_cos(s == segments ? 0.0 : math::kTau * s / segments);
    for (int b = 0; b <= bar_segments; ++b) {
      const auto tube = math::sin_cos(b == bar_segments ? 0.0 : math::kTau * b / bar_segments);
      const Vec3 n(tube.cos * round.cos, tube.sin, tube.cos * round.sin);
      add_vertex(mesh, pose, Vec3(radius * round.cos, 0.0, radius * round.sin) + bar * n, n,
                 {math::kTau * radius * s / segments, math::kTau * bar * b / bar_segments});
    }
  }
  for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(segments); ++s) {
    for (std::uint32_t b = 0; b + 1 < row; ++b) {
      const std::uint32_t a = first + s * row + b;
      add_quad(mesh, a, a + 1, a + row + 1, a + row);
    }
  }
}

namespace {

double cross(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Ear clipping: cuts off corners that hold no other vertex. `corners` is counter-clockwise and simple.
std::vector<std::array<std::uint32_t, 3>> triangulate(std::span<const Vec2> corners) {
  std::vector<std::uint32_t> left;
  for (std::uint32_t i = 0; i < corners.size(); ++i) left.push_back(i);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  while (left.size() > 3) {
    bool cut = false;
    for (std::size_t i = 0; i < left.size() && !cut; ++i) {
      const std::uint32_t a = left[(i + left.size() - 1) % left.size()], b = left[i], c = left[(i + 1) % left.size()];
      if (cross(corners[a], corners[b], corners[c]) <= 0.0) continue;
      bool empty = true;
      for (const std::uint32_t p : left) {
        if (p == a || p == b || p == c) continue;
        empty = empty &&
                !(cross(corners[a], corners[b], corners[p]) >= 0.0 &&
                  cross(corners[b], corners[c], corners[p]) >= 0.0 && cross(corners[c], corners[a], corners[p]) >= 0.0);
      }
      if (!empty) continue;
      triangles.push_back({a, b, c});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      cut = true;
    }
    if (!cut) break;  // not a simple polygon: what is left is dropped
  }
  if (left.size() == 3) triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

}  // namespace

void append_prism(TriMesh& mesh, const Pose& pose, std::span<const Vec2> outline, double depth) {
  FH_ASSERT(outline.size() >= 3, "a prism needs three corners");
  const double z = 0.5 * depth;
  const auto triangles = triangulate(outline);
  for (const bool front : {true, false}) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec2& p : outline) {
      add_vertex(mesh, pose, {p.x, p.y, front ? z : -z}, {0.0, 0.0, front ? 1.0 : -1.0}, {p.x, -p.y});
    }
    for (const auto& t : triangles) {
      add_triangle(mesh, first + t[0], first + t[front ? 1 : 2], first + t[front ? 2 : 1]);
    }
  }
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 a = outline[i], b = outline[(i + 1) % outline.size()], d = b - a;
    const double length = std::sqrt(glm::dot(d, d));
    const Vec3 n = math::normalized_or({d.y, -d.x, 0.0}, math::kUp);
    const auto v0 = add_vertex(mesh, pose, {a.x, a.y, z}, n, {0.0, 0.0});
    const auto v1 = add_vertex(mesh, pose, {a.x, a.y, -z}, n, {depth, 0.0});
    const auto v2 = add_vertex(mesh, pose, {b.x, b.y, -z}, n, {depth, length});
    const auto v3 = add_vertex(mesh, pose, {b.x, b.y, z}, n, {0.0, length});
    add_quad(mesh, v0, v1, v2, v3);
  }
}

void append_picture(TriMesh& mesh, const Pose& pose, const Vec2& half) {
  const auto a = add_vertex(mesh, pose, {-half.x, -half.y, 0.0}, {0, 0, 1}, {0, 1});
  const auto b = add_vertex(mesh, pose, {half.x, -half.y, 0.0}, {0, 0, 1}, {1, 1});
  const auto c = add_vertex(mesh, pose, {half.x, half.y, 0.0}, {0, 0, 1}, {1, 0});
  const auto d = add_vertex(mesh, pose, {-half.x, half.y, 0.0}, {0, 0, 1}, {0, 0});
  add_quad(mesh, a, b, c, d);
}

void append_round_picture(TriMesh& mesh, const Pose& pose, double radius, int segments) {
  const auto middle = add_vertex(mesh, pose, Vec3(0.0), {0, 0, 1}, {0.5, 0.5});
  for (int s = 0; s <= segments; ++s) {
    const auto sc = math::sin_cos(s == segments ? 0.0 : math::kTau * s / segments);
    const auto v = add_vertex(mesh, pose, {radius * sc.cos, radius * sc.sin, 0.0}, {0, 0, 1},
                              {0.5 + 0.5 * sc.cos, 0.5 - 0.5 * sc.sin});
    if (s > 0) add_triangle(mesh, middle, v - 1, v);
  }
}

}  // namespace fh::scene
