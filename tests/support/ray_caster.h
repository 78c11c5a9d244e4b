// SPDX-License-Identifier: Apache-2.0
#pragma once
// A plain CPU ray caster over a snapshot: the oracle of the id pass. A median-split tree over world-space triangles,
// tested with math/distances.h.
#include <algorithm>
#include <limits>
#include <vector>

#include "frame/snapshot.h"
#include "math/distances.h"
#include "scene/place/scene.h"

namespace fh::test {

struct RayHit {
  std::uint32_t id = 0;                                       // 0: nothing
  double distance = std::numeric_limits<double>::infinity();  // along the ray
};

class RayCaster {
 public:
  /// Sees what the id pass draws: opaque objects, single-sided triangles from the front only.
  RayCaster(const scene::Scene& scene, const frame::Snapshot& snapshot) {
    for (const frame::DrawObject& object : snapshot.objects) {
      const scene::Mesh& mesh = scene.meshes[object.mesh];
      const scene::Material& material = scene.materials[mesh.material];
      if (material.glass || !object.visible) continue;
      for (std::size_t t = 0; t < mesh.geometry.triangle_count(); ++t) {
        math::Triangle local = mesh.geometry.triangle(t);
        const math::Vec3 scale(object.scale);
        const auto place = [&](const math::Vec3& p) { return object.world_from_mesh.point(p * scale); };
        const math::Triangle placed{place(local.a), place(local.b), place(local.c)};
        items_.push_back({placed, placed.normal(), object.id.value, material.double_sided});
      }
    }
    if (!items_.empty()) build(0, items_.size());
  }

  /// The first hit farther than `nearest` along the ray.
  RayHit cast(const math::Ray& ray, double nearest) const {
    RayHit best;
    if (nodes_.empty()) return best;
    if (const auto entry = math::hit(ray, nodes_[0].bounds)) visit(0, *entry, ray, nearest, best);
    return best;
  }

 private:
  struct Item {
    math::Triangle triangle;
    math::Vec3 normal;
    std::uint32_t id;
    bool double_sided;
  };
  struct Node {
    math::Aabb bounds;
    std::size_t first = 0, count = 0;  // leaf when count > 0
    std::size_t left = 0, right = 0;
  };

  static math::Vec3 middle(const Item& item) { return (item.triangle.a + item.triangle.b + item.triangle.c) / 3.0; }

  std::size_t build(std::size_t first, std::size_t last) {
    const std::size_t at = nodes_.size();
    nodes_.emplace_back();
    math::Aabb bounds;
    for (std::size_t i = first; i < last; ++i) {
      for (const math::Vec3& p : {items_[i].triangle.a, items_[i].triangle.b, items_[i].triangle.c}) bounds.add(p);
    }
    nodes_[at].bounds = bounds.grown(1e-6);
    if (last - first <= 4) {
      nodes_[at].first = first;
      nodes_[at].count = last - first;
      return at;
    }
    const math::Vec3 size = bounds.size();
    const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    const std::size_t half = (first + last) / 2;
    std::nth_element(items_.begin() + std::ptrdiff_t(first), items_.begin() + std::ptrdiff_t(half),
                     items_.begin() + std::ptrdiff_t(last),
                     [&](const Item& a, const Item& b) { return middle(a)[axis] < middle(b)[axis]; });
    const std::size_t left = build(first, half);
    const std::size_t right = build(half, last);
    nodes_[at].left = left;
    nodes_[at].right = right;
    return at;
  }

  /// `entry`: where the ray enters the node's box. The nearer child comes first, so that the other is often left out.
  void visit(std::size_t at, double entry, const math::Ray& ray, double nearest, RayHit& best) const {
    const Node& node = nodes_[at];
    if (entry > best.distance) return;
    if (node.count == 0) {
      auto left = math::hit(ray, nodes_[node.left].bounds), right = math::hit(ray, nodes_[node.right].bounds);
      const bool swap = left && right && *right < *left;
      if (swap) visit(node.right, *right, ray, nearest, best);
      if (left) visit(node.left, *left, ray, nearest, best);
      if (right && !swap) visit(node.right, *right, ray, nearest, best);
      return;
    }
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
      const Item& item = items_[i];
      if (!item.double_sided && glm::dot(item.normal, ray.direction) >= 0.0) continue;
      const auto distance = math::hit(ray, item.triangle);
      if (distance && *distance > nearest && *distance < best.distance) best = {item.id, *distance};
    }
  }

  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

}  // namespace fh::test
