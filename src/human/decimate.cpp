#include "human/decimate.h"

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
        faces_(positions.size()),
        quadrics_(positions.size()),
        versions_(positions.size(), 0) {
    for (std::uint32_t f = 0; f < alive_.size(); ++f) {
      const auto [a, b, c] = corners(f);
      const Vec3 n = glm::cross(positions[b] - positions[a], positions[c] - positions[a]);
      const double twice = glm::length(n);
      for (const std::uint32_t v : {a, b, c}) {
        faces_[v].push_back(f);
        if (twice > 1e-16) quadrics_[v].add_plane(n / twice, glm::dot(n / twice, positions[a]), 0.5 * twice);
      }
    }
  }

  std::vector<std::uint32_t> run() {
    for (std::uint32_t v = 0; v < positions_.size(); ++v) offer_best(v, nullptr);
    while (!queue_.empty() && count_ > settings_.triangles) {
      const Candidate best = queue_.top();
      queue_.pop();
      if (versions_[best.from] != best.version || faces_[best.from].empty()) continue;
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

  // Fills `list`, a scratch of this object: no allocation per question.
  void neighbours(std::uint32_t v, std::vector<std::uint32_t>& list) const {
    list.clear();
    for (const std::uint32_t f : faces_[v]) {
      for (const std::uint32_t u : corners(f)) {
        if (u != v) list.push_back(u);
      }
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  // The cheapest way to remove v, of those dearer than `after`: one candidate per vertex waits in the queue.
  void offer_best(std::uint32_t v, const Candidate* after) {
    neighbours(v, ring_);
    Candidate best{settings_.tolerance, v, kNobody, versions_[v]};
    for (const std::uint32_t u : ring_) {
      const Candidate c{cost(v, u), v, u, versions_[v]};
      if (c.cost <= settings_.tolerance && (!after || c < *after) && (best.to == kNobody || best < c)) best = c;
    }
    if (best.to != kNobody) queue_.push(best);
  }
  double cost(std::uint32_t v, std::uint32_t u) const {
    constexpr double kNever = 1e9;
    if (settings_.on_border(v) && !settings_.on_border(u)) return kNever;
    if (std::binary_search(settings_.kept.begin(), settings_.kept.end(), v)) return kNever;
    const double weight = settings_.importance[v];
    const double shape = weight * std::sqrt(quadrics_[v].error(positions_[u]));
    return shape > settings_.tolerance ? kNever : shape + weight * settings_.difference(v, u);
  }

  // Keeps the mesh a surface (two common neighbours, one along a border); no triangle turns over or becomes a sliver.
  bool allowed(std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t>&a = ring_, &b = other_ring_, &common = common_;
    neighbours(from, a);
    neighbours(to, b);
    common.clear();
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    const std::size_t expected = settings_.on_border(from) ? 1 : 2;
    if (common.size() != expected || !std::binary_search(a.begin(), a.end(), to)) return false;
    if (expected == 2 && settings_.on_border(to)) {  // no chord between two places of the border
      for (const std::uint32_t v : a) {
        if (v != to && settings_.on_border(v) && !std::binary_search(b.begin(), b.end(), v)) return false;
      }
    }
    for (const std::uint32_t f : faces_[from]) {
      std::array<std::uint32_t, 3> t = corners(f);
      if (t[0] == to || t[1] == to || t[2] == to) continue;
      const Vec3 before = glm::cross(positions_[t[1]] - positions_[t[0]], positions_[t[2]] - positions_[t[0]]);
      for (std::uint32_t& v : t) v = v == from ? to : v;
      const Vec3 e0 = positions_[t[1]] - positions_[t[0]], e1 = positions_[t[2]] - positions_[t[0]];
      const Vec3 e2 = positions_[t[2]] - positions_[t[1]], after = glm::cross(e0, e1);
      const double longest = std::max({glm::dot(e0, e0), glm::dot(e1, e1), glm::dot(e2, e2)});
      if (glm::dot(before, after) < 0.35 * glm::length(before) * glm::length(after)) return false;
      if (glm::length(after) < 0.06 * longest) return false;
    }
    return true;
  }

  void collapse(std::uint32_t from, std::uint32_t to) {
    for (const std::uint32_t f : faces_[from]) {
      const auto t = corners(f);
      if (t[0] == to || t[1] == to || t[2] == to) {
        alive_[f] = 0;
        --count_;
        for (const std::uint32_t v : t) {
          if (v != from) faces_[v].erase(std::find(faces_[v].begin(), faces_[v].end(), f));
        }
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        if (indices_[3 * f + k] == from) indices_[3 * f + k] = to;
      }
      faces_[to].push_back(f);
    }
    faces_[from].clear();
    quadrics_[to].add(quadrics_[from]);
    // Only the merged vertex has another error now; its neighbours get it as a new place to go.
    ++versions_[to];
    offer_best(to, nullptr);
    for (const std::uint32_t v : ring_) {
      const Candidate c{cost(v, to), v, to, versions_[v]};
      if (c.cost <= settings_.tolerance) queue_.push(c);
    }
  }

  const std::vector<Vec3>& positions_;
  const ThinSettings& settings_;
  std::vector<std::uint32_t> indices_;
  std::vector<char> alive_;
  std::size_t count_;
  std::vector<std::vector<std::uint32_t>> faces_;
  std::vector<Quadric> quadrics_;
  std::vector<std::uint32_t> versions_;
  std::priority_queue<Candidate> queue_;
  std::vector<std::uint32_t> ring_, other_ring_, common_;
};

}  // namespace

std::vector<std::uint32_t> thinned(const std::vector<Vec3>& positions, const std::vector<std::uint32_t>& indices,
                                   const ThinSettings& settings) {
  return Thinner(positions, indices, settings).run();
}

}  // namespace fh::human
