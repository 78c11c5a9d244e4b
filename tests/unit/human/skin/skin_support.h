// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measuring a skin as a survey measures people: tape, calliper and rule on the posed mesh.
#include <algorithm>
#include <cmath>
#include <vector>

#include "human/skin/body.h"
#include "human_support.h"

namespace fh::human {

inline Body body_of(Sex sex, double percentile, std::uint64_t seed = 1) {
  BodySpec spec;
  spec.person.sex = sex;
  spec.person.percentiles = {{Dimension::Stature, percentile}};
  spec.appearance_seed = seed;
  return make_body(ansur(), spec).value();
}

inline std::vector<math::Vec3> posed(const Body& body, const math::SkinnedMesh& mesh, const Posture& posture) {
  std::array<SkinningMatrix, kSkinBoneCount> matrices;
  skinning_matrices(body.skeleton, body.binding, posture, matrices);
  std::vector<math::Vec3> out;
  for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
    const math::Vec4f p(mesh.mesh.positions[v], 1.0f);
    math::Vec3 sum(0.0);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto& rows = matrices[mesh.joints[v][k]].rows;
      sum += static_cast<double>(mesh.weights[v][k]) *
             math::Vec3(glm::dot(rows[0], p), glm::dot(rows[1], p), glm::dot(rows[2], p));
    }
    out.push_back(sum);
  }
  return out;
}

/// A cut through the skin across an axis.
struct Cut {
  std::vector<math::Vec2> points;

  double extent(int axis) const {
    double low = 1e9, high = -1e9;
    for (const math::Vec2& p : points) low = std::min(low, p[axis]), high = std::max(high, p[axis]);
    return high - low;
  }
  /// The length of a tape around it: its convex hull.
  double girth() const {
    std::vector<math::Vec2> p = points, hull;
    std::sort(p.begin(), p.end(), [](const auto& a, const auto& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    for (int pass = 0; pass < 2; ++pass) {
      const std::size_t base = hull.size();
      for (const math::Vec2& q : p) {
        while (hull.size() >= base + 2) {
          const math::Vec2 u = hull[hull.size() - 1] - hull[hull.size() - 2], v = q - hull[hull.size() - 1];
          if (u.x * v.y - u.y * v.x > 0.0) break;
          hull.pop_back();
        }
        hull.push_back(q);
      }
      hull.pop_back();
      std::reverse(p.begin(), p.end());
    }
    double length = 0.0;
    for (std::size_t i = 0; i < hull.size(); ++i) length += glm::length(hull[(i + 1) % hull.size()] - hull[i]);
    return length;
  }
};

/// The cut of all triangles of which `counts(vertex)` holds at height `y` of `points`; coordinates are (x, z).
template <typename Counts>
Cut cut_at(const math::SkinnedMesh& mesh, const std::vector<math::Vec3>& points, double y, Counts&& counts) {
  Cut cut;
  for (std::size_t i = 0; i < mesh.mesh.indices.size(); i += 3) {
    const std::uint32_t* t = &mesh.mesh.indices[i];
    if (!counts(t[0]) || !counts(t[1]) || !counts(t[2])) continue;
    for (int k = 0; k < 3; ++k) {
      const math::Vec3 a = points[t[k]], b = points[t[(k + 1) % 3]];
      if ((a.y < y) == (b.y < y)) continue;
      const math::Vec3 p = a + (y - a.y) / (b.y - a.y) * (b - a);
      cut.points.push_back({p.x, p.z});
    }
  }
  return cut;
}

}  // namespace fh::human
