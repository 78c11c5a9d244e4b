// SPDX-License-Identifier: Apache-2.0
#include "human/skin/decimate.h"

#include <algorithm>
#include <array>
#include <queue>

namespace fh::human {
namespace {

using math::Vec3;

// Sum of squared distances to planes, weighted by their triangles' areas.
struct Quadric {
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0, x = 0, y = 0, z = 0, c = 0, area = 0;

  void add_plane(const Vec3& n, double offset, double w) {
    xx += w * n.x * n.x;
    xy += w * n.x * n.y;
    xz += w * n.x * n.z;
    yy += w * n.y * n.y;
    yz += w * n.y * n.z;
    zz += w * n.z * n.z;
    x += w * n.x * offset;
    y += w * n.y * offset;
    z += w * n.z * offset;
    c += w * offset * offset;
    area += w;
  }
  void add(const Quadric& o) {
    xx += o.xx, xy += o.xy, xz += o.xz, yy += o.yy, yz += o.yz, zz += o.zz;
    x += o.x, y += o.y, z += o.z, c += o.c, area += o.area;
  }
  /// Mean squared distance of p to the planes.
  double error(const Vec3& p) const {
    const double e = xx * p.x * p.x + yy * p.y * p.y + zz * p.z * p.z +
                     2.0 * (xy * p.x * p.y + xz * p.x * p.z + yz * p.y * p.z) - 2.0 * (x * p.x + y * p.y + z * p.z) + c;
    return std::max(0.0, e) / std::max(area, 1e-18);
  }
};

struct Candidate {
  double cost;
  std::uint32_t from, to, version;
  bool operator<(const Candidate& o) const {  // for a queue with the cheapest on top
    return cost != o.cost ? cost > o.cost : (from != o.from ? from > o.from : to > o.to);
  }
};

class Thinner {
 public:
  Thinner(const std::vector<Vec3>& positions, const std::vector<std::uint32_t>& indices, const ThinSettings& settings)
      : positions_(positions),
        settings_(settings),
        indices_(indices),
        alive_(indices.size() / 3, 1),
        count_(indices.size() / 3),
        first_corner_(positions.size(), kNobody),
        next_corner_(indices.size(), kNobody),
        quadrics_(positions.size()),
        versions_(positions.size(), 0),
        waiting_(positions.size(), {0.0, 0, kNobody, 0}),
        stays_(positions.size(), 0),
        marks_(positions.size(), 0) {
    for (std::uint32_t f = 0; f < alive_.size(); ++f) {
      const auto [a, b, c] = corners(f);
      const Vec3 n = glm::cross(positions[b] - positions[a], positions[c] - positions[a]);
      const double twice = glm::length(n);
      for (std::uint32_t corner = 3 * f; corner < 3 * f + 3; ++corner) {
        const std::uint32_t v = indices_[corner];
        next_corner_[corner] = first_corner_[v];
        first_corner_[v] = corner;
        if (twice > 1e-16) quadrics_[v].add_plane(n / twice, glm::dot(n / twice, positions[a]), 0.5 * twice);
      }
    }
    for (const std::uint32_t v : settings.kept) stays_[v] = 1;
  }

  std::vector<std::uint32_t> run() {
    for (std::uint32_t v = 0; v < positions_.size(); ++v) offer_best(v, nullptr);
    while (!queue_.empty() && count_ > settings_.triangles) {
      const Candidate best = queue_.top();
      queue_.pop();
      const Candidate& waiting = waiting_[best.from];  // of several that were offered only the cheapest counts
      if (waiting.to != best.to || waiting.cost != best.cost || versions_[best.from] != best.version) continue;
      if (allowed(best.from, best.to)) {
        collapse(best.from, best.to);
      } else {
        offer_best(best.from, &best);
      }
    }
    std::vector<std::uint32_t> result;
    for (std::uint32_t f = 0; f < alive_.size(); ++f) {
      if (alive_[f]) result.insert(result.end(), &indices_[3 * f], &indices_[3 * f] + 3);
    }
    return result;
  }

 private:
  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

  std::array<std::uint32_t, 3> corners(std::uint32_t f) const {
    return {indices_[3 * f], indices_[3 * f + 1], indices_[3 * f + 2]};
  }

  // Calls visit(face) for the triangles at v, and forgets those that are gone.
  template <class Visit>
  void each_face(std::uint32_t v, Visit&& visit) {
    for (std::uint32_t* link = &first_corner_[v]; *link != kNobody;) {
      const std::uint32_t corner = *link;
      if (!alive_[corner / 3]) {
        *link = next_corner_[corner];
        continue;
      }
      visit(corner / 3);
      link = &next_corner_[corner];
    }
  }

  // Fills ring_ with the neighbours of v, in no order, and marks them with mark_.
  void fill_ring(std::uint32_t v) {
    ring_.clear();
    ++mark_;
    each_face(v, [&](std::uint32_t f) {
      for (const std::uint32_t u : corners(f)) {
        if (u == v || marks_[u] == mark_) continue;
        marks_[u] = mark_;
        ring_.push_back(u);
      }
    });
  }

  // The cheapest way to remove v, of those dearer than `after`: one candidate per vertex waits in the queue.
  void offer_best(std::uint32_t v, const Candidate* after) {
    fill_ring(v);
    Candidate best{settings_.tolerance, v, kNobody, versions_[v]};
    for (const std::uint32_t u : ring_) {
      const Candidate c{cost(v, u, best.cost), v, u, versions_[v]};
      if (c.cost <= settings_.tolerance && (!after || c < *after) && (best.to == kNobody || best < c)) best = c;
    }
    waiting_[v] = best;
    if (best.to != kNobody) queue_.push(best);
  }
  // Costs above `most` need not be known exactly.
  double cost(std::uint32_t v, std::uint32_t u, double most) const {
    constexpr double kForbidden = 1e9;
    if (stays_[v] || (settings_.border[v] && !settings_.border[u])) return kForbidden;
    const double weight = settings_.importance[v];
    const double shape = weight * std::sqrt(quadrics_[v].error(positions_[u]));
    return shape > most ? kForbidden : shape + weight * settings_.difference(v, u);
  }

  // Keeps the mesh a surface (two common neighbours, one along a border); no triangle turns over or becomes a sliver.
  bool allowed(std::uint32_t from, std::uint32_t to) {
    fill_ring(to);
    const std::uint32_t near_to = mark_, counted = ++mark_;
    std::size_t common = 0;
    bool adjacent = false, chord = false;
    each_face(from, [&](std::uint32_t f) {  // meets most of the ring twice
      for (const std::uint32_t v : corners(f)) {
        if (v == from) continue;
        adjacent |= v == to;
        if (marks_[v] == near_to) {
          ++common;
          marks_[v] = counted;
        }
        chord |= v != to && settings_.border[v] && marks_[v] != counted;
      }
    });
    const std::size_t expected = settings_.border[from] ? 1 : 2;
    if (common != expected || !adjacent) return false;
    if (expected == 2 && settings_.border[to] && chord) return false;  // no chord between two places of the border
    bool good = true;
    each_face(from, [&](std::uint32_t f) {
      if (good) good = keeps_its_shape(f, from, to);
    });
    return good;
  }
  bool keeps_its_shape(std::uint32_t f, std::uint32_t from, std::uint32_t to) const {
    std::array<std::uint32_t, 3> t = corners(f);
    if (t[0] == to || t[1] == to || t[2] == to) return true;
    const Vec3 before = glm::cross(positions_[t[1]] - positions_[t[0]], positions_[t[2]] - positions_[t[0]]);
    for (std::uint32_t& v : t) v = v == from ? to : v;
    const Vec3 e0 = positions_[t[1]] - positions_[t[0]], e1 = positions_[t[2]] - positions_[t[0]];
    const Vec3 e2 = positions_[t[2]] - positions_[t[1]], after = glm::cross(e0, e1);
    const double longest = std::max({glm::dot(e0, e0), glm::dot(e1, e1), glm::dot(e2, e2)});
    return glm::dot(before, after) >= 0.35 * glm::length(before) * glm::length(after) &&
           glm::length(after) >= 0.06 * longest;
  }

  void collapse(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t corner = first_corner_[from], next; corner != kNobody; corner = next) {
      next = next_corner_[corner];
      const std::uint32_t f = corner / 3;
      if (!alive_[f]) continue;
      const auto t = corners(f);
      if (t[0] == to || t[1] == to || t[2] == to) {
        alive_[f] = 0;
        --count_;
        continue;
      }
      indices_[corner] = to;
      next_corner_[corner] = first_corner_[to];
      first_corner_[to] = corner;
    }
    first_corner_[from] = kNobody;
    waiting_[from].to = kNobody;
    quadrics_[to].add(quadrics_[from]);
    // Only the merged vertex has another error now; its neighbours get it as a new place to go.
    ++versions_[to];
    offer_best(to, nullptr);
    for (const std::uint32_t v : ring_) {
      const Candidate& waiting = waiting_[v];
      const Candidate c{cost(v, to, waiting.to == kNobody ? settings_.tolerance : waiting.cost), v, to, versions_[v]};
      if (c.cost > settings_.tolerance || (waiting.to != kNobody && !(waiting < c))) continue;
      waiting_[v] = c;
      queue_.push(c);
    }
  }

  const std::vector<Vec3>& positions_;
  const ThinSettings& settings_;
  std::vector<std::uint32_t> indices_;
  std::vector<char> alive_;
  std::size_t count_;
  // The corners of triangles at each vertex, linked: corner 3 f + k is the k-th of triangle f.
  std::vector<std::uint32_t> first_corner_, next_corner_;
  std::vector<Quadric> quadrics_;
  std::vector<std::uint32_t> versions_;
  std::vector<Candidate> waiting_;  // per vertex: the cheapest that is in the queue; to nobody when none is
  std::vector<char> stays_;
  std::vector<std::uint32_t> marks_;
  std::uint32_t mark_ = 0;
  std::priority_queue<Candidate> queue_;
  std::vector<std::uint32_t> ring_;
};

}  // namespace

std::vector<std::uint32_t> thinned(const std::vector<Vec3>& positions, const std::vector<std::uint32_t>& indices,
                                   const ThinSettings& settings) {
  return Thinner(positions, indices, settings).run();
}

}  // namespace fh::human
