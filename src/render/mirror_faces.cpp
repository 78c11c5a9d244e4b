// SPDX-License-Identifier: Apache-2.0
#include "render/mirror_faces.h"

#include <algorithm>
#include <cmath>

namespace fh::render {
namespace {

constexpr double kLeastShare = 0.1;

struct Group {
  math::Plane plane;
  math::Vec3 along{1.0, 0.0, 0.0};  // unit, in the plane
  double area = 0.0;
  std::vector<std::size_t> triangles;
};

/// The direction of the shortest side: of half a rectangle that is a side of the rectangle, never its diagonal.
math::Vec3 shortest_side(const math::Triangle& t) {
  const std::array sides{t.b - t.a, t.c - t.b, t.a - t.c};
  const auto shortest = std::min_element(sides.begin(), sides.end(),
                                         [](const auto& a, const auto& b) { return glm::dot(a, a) < glm::dot(b, b); });
  return glm::normalize(*shortest);
}

std::vector<Group> groups_of(const math::TriMesh& mesh) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    const math::Triangle triangle = mesh.triangle(i);
    const double twice_area = glm::length(triangle.normal());
    if (!(twice_area > 1e-12)) continue;
    const math::Vec3 normal = triangle.normal() / twice_area;
    const math::Plane plane{normal, glm::dot(normal, triangle.a)};
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
      return glm::dot(g.plane.normal, normal) > 1.0 - 1e-9 && std::abs(g.plane.offset - plane.offset) < 1e-5;
    });
    if (group == groups.end()) group = groups.insert(group, {plane, shortest_side(triangle), 0.0, {}});
    group->area += 0.5 * twice_area;
    group->triangles.push_back(i);
  }
  return groups;
}

MirrorFace face_of(const math::TriMesh& mesh, const Group& group) {
  const math::Vec3 u = group.along, v = glm::cross(group.plane.normal, u);
  math::Aabb box;  // in the coordinates u, v
  for (const std::size_t i : group.triangles) {
    const math::Triangle t = mesh.triangle(i);
    for (const math::Vec3& p : {t.a, t.b, t.c}) box.add({glm::dot(u, p), glm::dot(v, p), 0.0});
  }
  const math::Vec3 base = group.plane.offset * group.plane.normal;
  const auto at = [&](double a, double b) { return base + a * u + b * v; };
  return {{at(box.low.x, box.low.y), at(box.high.x, box.low.y), at(box.high.x, box.high.y), at(box.low.x, box.high.y)}};
}

}  // namespace

std::vector<MirrorFace> mirror_faces_of(const math::TriMesh& mesh) {
  std::vector<Group> groups = groups_of(mesh);
  double whole = 0.0;
  for (const Group& g : groups) whole += g.area;
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.area > b.area; });
  std::vector<MirrorFace> faces;
  for (const Group& g : groups) {
    if (g.area < kLeastShare * whole) break;
    faces.push_back(face_of(mesh, g));
  }
  return faces;
}

}  // namespace fh::render
