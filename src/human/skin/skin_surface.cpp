// SPDX-License-Identifier: Apache-2.0
// From a part's cage to its triangles.
#include <algorithm>

#include "human/skin/skin_parts.h"

namespace fh::human {
namespace {

using math::Vec3;

Surface triangles_of(const Cage& cage, bool half) {
  Surface s;
  s.positions = cage.positions;
  s.weights = cage.weights;
  s.materials.assign(cage.positions.size(), SkinMaterial::Face);
  for (std::size_t f = 0; f < cage.quads.size(); ++f) {  // at borders the later material wins: they lie in folds
    for (const std::uint32_t v : cage.quads[f]) {
      s.materials[v] = std::max(s.materials[v], static_cast<SkinMaterial>(cage.materials[f]));
    }
  }
  if (half) {  // the two halves are computed in different orders: the middle is made exact
    for (Vec3& p : s.positions) p.x = std::abs(p.x) < 1e-9 ? 0.0 : p.x;
  }
  const std::vector<Vec3>& p = s.positions;
  for (const Cage::Quad& q : cage.quads) {
    if (half && (p[q[0]].x < 0.0 || p[q[1]].x < 0.0 || p[q[2]].x < 0.0 || p[q[3]].x < 0.0)) continue;
    const bool first = glm::length(p[q[0]] - p[q[2]]) <= glm::length(p[q[1]] - p[q[3]]);  // the shorter diagonal
    for (const std::size_t k :
         first ? std::array<std::size_t, 6>{0, 1, 2, 0, 2, 3} : std::array<std::size_t, 6>{0, 1, 3, 1, 2, 3}) {
      s.triangles.push_back(q[k]);
    }
  }
  return s;
}

// Splits the long edges between detailed vertices at their middle; neighbours follow, so that no gap opens.
class Splitter {
 public:
  Splitter(Surface& surface, const std::vector<char>& inside) : s_(surface) {
    for (std::size_t i = 0; i < s_.triangles.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = s_.triangles[i + k], b = s_.triangles[i + (k + 1) % 3];
        if (a < b && inside[a] && inside[b] && glm::length(s_.positions[a] - s_.positions[b]) > kDetail) {
          edges_.push_back({a, b});
        }
        if (a > b && s_.positions[a].x == 0.0 && s_.positions[b].x == 0.0 && inside[a] && inside[b] &&
            glm::length(s_.positions[a] - s_.positions[b]) > kDetail) {
          edges_.push_back({b, a});  // an edge of the open border has one triangle only
        }
      }
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    first_ = static_cast<std::uint32_t>(s_.positions.size());
    for (const auto& [a, b] : edges_) add_middle(a, b);
  }

  bool run() {
    if (edges_.empty()) return false;
    std::vector<std::uint32_t> fine;
    fine.reserve(2 * s_.triangles.size());
    for (std::size_t i = 0; i < s_.triangles.size(); i += 3) {
      std::array<std::uint32_t, 3> t{s_.triangles[i], s_.triangles[i + 1], s_.triangles[i + 2]};
      split(t, {middle(t[0], t[1]), middle(t[1], t[2]), middle(t[2], t[0])}, fine);
    }
    s_.triangles = std::move(fine);
    return true;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  void add_middle(std::uint32_t a, std::uint32_t b) {
    s_.positions.push_back(0.5 * (s_.positions[a] + s_.positions[b]));
    BoneWeights w;
    w.add(s_.weights[a], 0.5f);
    w.add(s_.weights[b], 0.5f);
    s_.weights.push_back(w);
    s_.materials.push_back(std::max(s_.materials[a], s_.materials[b]));
  }
  std::uint32_t middle(std::uint32_t a, std::uint32_t b) const {
    const std::array<std::uint32_t, 2> edge{std::min(a, b), std::max(a, b)};
    const auto found = std::lower_bound(edges_.begin(), edges_.end(), edge);
    return found != edges_.end() && *found == edge ? first_ + static_cast<std::uint32_t>(found - edges_.begin())
                                                   : kNone;
  }
  static void split(std::array<std::uint32_t, 3> t, std::array<std::uint32_t, 3> m, std::vector<std::uint32_t>& out) {
    const auto tri = [&out](std::uint32_t a, std::uint32_t b, std::uint32_t c) { out.insert(out.end(), {a, b, c}); };
    const int count = (m[0] != kNone) + (m[1] != kNone) + (m[2] != kNone);
    if (count == 0) return tri(t[0], t[1], t[2]);
    if (count == 3) {
      tri(t[0], m[0], m[2]), tri(m[0], t[1], m[1]), tri(m[2], m[1], t[2]), tri(m[0], m[1], m[2]);
      return;
    }
    // Turned so that the first edge is split and, of two, the last one is not.
    while (m[0] == kNone || (count == 2 && m[2] != kNone)) {
      std::rotate(t.begin(), t.begin() + 1, t.end());
      std::rotate(m.begin(), m.begin() + 1, m.end());
    }
    if (count == 1) {
      tri(t[0], m[0], t[2]), tri(m[0], t[1], t[2]);
    } else {
      tri(m[0], t[1], m[1]), tri(t[0], m[0], m[1]), tri(t[0], m[1], t[2]);
    }
  }

  Surface& s_;
  std::vector<std::array<std::uint32_t, 2>> edges_;
  std::uint32_t first_ = 0;
};

void take_normals(Surface& s, bool half) {
  s.normals.assign(s.positions.size(), Vec3(0.0));
  for (std::size_t i = 0; i < s.triangles.size(); i += 3) {
    const std::uint32_t a = s.triangles[i], b = s.triangles[i + 1], c = s.triangles[i + 2];
    const Vec3 n = glm::cross(s.positions[b] - s.positions[a], s.positions[c] - s.positions[a]);
    for (const std::uint32_t v : {a, b, c}) s.normals[v] += n;
  }
  for (std::size_t v = 0; v < s.normals.size(); ++v) {
    if (half && s.positions[v].x == 0.0) s.normals[v].x = 0.0;  // as if the other half were there
    s.normals[v] = math::normalized_or(s.normals[v], math::kUp);
  }
}

}  // namespace

void set_material(Cage& cage, SkinMaterial material) {
  cage.material = static_cast<std::uint8_t>(material);
}

Surface finished_surface(const SkinPart& part, const std::array<math::Vec3f, kMaterialCount>& colours) {
  Cage cage = part.cage;
  if (part.smooth) {
    interpolate(cage, 5);
    for (int i = 0; i < 2; ++i) cage = subdivided(cage);
    cage.positions = limit_positions(cage);
  }
  Surface surface = triangles_of(cage, !part.mirror);
  for (int pass = 0; part.detailed && pass < 3; ++pass) {
    std::vector<char> inside(surface.positions.size());
    for (std::size_t v = 0; v < inside.size(); ++v) {
      inside[v] = part.detailed(surface.positions[v], surface.materials[v]) ? 1 : 0;
    }
    if (!Splitter(surface, inside).run()) break;
  }
  for (const SkinMaterial m : surface.materials) surface.colours.push_back(colours[static_cast<std::size_t>(m)]);
  if (part.finish) part.finish(surface);
  take_normals(surface, !part.mirror);
  return surface;
}

}  // namespace fh::human
