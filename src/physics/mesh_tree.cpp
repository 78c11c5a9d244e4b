// SPDX-License-Identifier: Apache-2.0
#include "physics/mesh_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fh::physics {
namespace {

constexpr std::uint32_t kLeafTriangles = 4;

math::Vec3f rounded_down(const math::Vec3& v) {
  math::Vec3f f(v);
  for (int i = 0; i < 3; ++i) f[i] = std::nextafter(f[i], -std::numeric_limits<float>::infinity());
  return f;
}
math::Vec3f rounded_up(const math::Vec3& v) {
  math::Vec3f f(v);
  for (int i = 0; i < 3; ++i) f[i] = std::nextafter(f[i], std::numeric_limits<float>::infinity());
  return f;
}

math::Aabb bounds_of(const math::Triangle& t) {
  math::Aabb box;
  box.add(t.a);
  box.add(t.b);
  box.add(t.c);
  return box;
}

/// Squared distance of two boxes: never more than the squared distance of what they contain.
double squared_gap(const math::Aabb& box, const math::Vec3f& low, const math::Vec3f& high) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double gap =
        std::max({static_cast<double>(low[i]) - box.high[i], box.low[i] - static_cast<double>(high[i]), 0.0});
    sum += gap * gap;
  }
  return sum;
}

}  // namespace

MeshTree::MeshTree(const math::TriMesh& mesh, const math::Vec3& scale) {
  const auto count = static_cast<std::uint32_t>(mesh.triangle_count());
  if (count == 0) return;
  std::vector<math::Vec3> centres(count);
  triangles_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const math::Triangle t = mesh.triangle(i);
    triangles_[i] = {t.a * scale, t.b * scale, t.c * scale};
    centres[i] = bounds_of(triangles_[i]).centre();
  }
  original_.resize(count);
  std::iota(original_.begin(), original_.end(), 0u);
  nodes_.reserve(2 * (count / kLeafTriangles + 1));
  nodes_.emplace_back();
  build(0, 0, count, centres);
  std::vector<math::Triangle> ordered(count);
  for (std::uint32_t i = 0; i < count; ++i) ordered[i] = triangles_[original_[i]];
  triangles_ = std::move(ordered);
  place_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) place_[original_[i]] = i;
}

void MeshTree::build(std::uint32_t node, std::uint32_t first, std::uint32_t count, std::vector<math::Vec3>& centres) {
  math::Aabb box, middles;
  for (std::uint32_t i = first; i < first + count; ++i) {
    box.add(bounds_of(triangles_[original_[i]]));
    middles.add(centres[original_[i]]);
  }
  nodes_[node].low = rounded_down(box.low);
  nodes_[node].high = rounded_up(box.high);
  if (count <= kLeafTriangles) {
    nodes_[node].first = first;
    nodes_[node].count = count;
    return;
  }
  const math::Vec3 size = middles.size();
  const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
  const std::uint32_t half = count / 2;
  const auto begin = original_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
    return centres[a][axis] != centres[b][axis] ? centres[a][axis] < centres[b][axis] : a < b;
  });
  const auto left = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = left;
  build(left, first, half, centres);
  build(left + 1, first + half, count - half, centres);
}

NearestTriangle MeshTree::nearest(const ConvexPart& part, double limit) const {
  NearestTriangle best;
  if (nodes_.empty()) return best;
  const math::Aabb box = bounds(part);
  best.nearest.distance = limit;
  struct Waiting {
    std::uint32_t node;
    double gap;
  };
  Waiting stack[64];  // the tree is balanced: its depth is below 32
  int waiting = 0;
  stack[waiting++] = {0, squared_gap(box, nodes_[0].low, nodes_[0].high)};
  while (waiting > 0) {
    const Waiting top = stack[--waiting];
    if (top.gap > best.nearest.distance * best.nearest.distance) continue;
    const Node& node = nodes_[top.node];
    if (node.count == 0) {
      Waiting left{node.first, squared_gap(box, nodes_[node.first].low, nodes_[node.first].high)};
      Waiting right{node.first + 1, squared_gap(box, nodes_[node.first + 1].low, nodes_[node.first + 1].high)};
      if (left.gap < right.gap) std::swap(left, right);
      stack[waiting++] = left;
      stack[waiting++] = right;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const math::Nearest candidate = physics::nearest(part, triangles_[i]);
      const bool nearer = candidate.distance < best.nearest.distance;
      const bool tie = best.found && candidate.distance == best.nearest.distance && original_[i] < best.triangle;
      if (nearer || tie) best = {candidate, original_[i], true};
    }
  }
  return best;
}

}  // namespace fh::physics
