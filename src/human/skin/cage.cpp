// SPDX-License-Identifier: Apache-2.0
#include "human/skin/cage.h"

#include <algorithm>

#include "core/assert.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

struct EdgeUse {
  std::uint32_t low, high;  // vertices
  std::uint32_t face, corner;
  bool operator<(const EdgeUse& o) const {
    return low != o.low ? low < o.low : (high != o.high ? high < o.high : face < o.face);
  }
};

// Vertices, then edges, then faces: the order in which the refined mesh holds its points.
struct Topology {
  std::vector<std::array<std::uint32_t, 2>> edge_vertices, edge_faces;
  std::vector<std::array<std::uint32_t, 4>> face_edges;  // edge from corner k to k + 1
};

Topology edges_of(const Cage& cage) {
  std::vector<EdgeUse> uses;
  uses.reserve(4 * cage.quads.size());
  for (std::uint32_t f = 0; f < cage.quads.size(); ++f) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t a = cage.quads[f][k], b = cage.quads[f][(k + 1) % 4];
      uses.push_back({std::min(a, b), std::max(a, b), f, k});
    }
  }
  std::sort(uses.begin(), uses.end());
  Topology topology;
  topology.face_edges.resize(cage.quads.size());
  FH_ASSERT(uses.size() % 2 == 0, "a cage must be closed");
  for (std::size_t i = 0; i < uses.size(); i += 2) {
    const EdgeUse &a = uses[i], &b = uses[i + 1];
    FH_ASSERT(a.low == b.low && a.high == b.high &&
                  (i + 2 >= uses.size() || uses[i + 2].low != a.low || uses[i + 2].high != a.high),
              "every edge of a cage belongs to exactly two quads");
    const auto edge = static_cast<std::uint32_t>(topology.edge_vertices.size());
    topology.edge_vertices.push_back({a.low, a.high});
    topology.edge_faces.push_back({a.face, b.face});
    topology.face_edges[a.face][a.corner] = edge;
    topology.face_edges[b.face][b.corner] = edge;
  }
  return topology;
}

// A point of the mesh as a linear combination of others.
struct Blend {
  Vec3 position{0.0};
  BoneWeights weights;
  void add(const Cage& from, std::size_t vertex, double factor) {
    position += factor * from.positions[vertex];
    weights.add(from.weights[vertex], static_cast<float>(factor));
  }
  void add(const Blend& other, double factor) {
    position += factor * other.position;
    weights.add(other.weights, static_cast<float>(factor));
  }
};

}  // namespace

void BoneWeights::add(std::uint16_t bone, float weight) {
  if (weight == 0.0f) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (entries[i].bone == bone) {
      entries[i].weight += weight;
      return;
    }
  }
  if (count < entries.size()) {
    entries[count++] = {bone, weight};
    return;
  }
  Entry* smallest = std::min_element(entries.begin(), entries.end(),
                                     [](const Entry& a, const Entry& b) { return a.weight < b.weight; });
  if (smallest->weight < weight) *smallest = {bone, weight};
}

std::uint16_t mirrored_bone(std::uint16_t bone) {
  if (bone < kJointCount) return static_cast<std::uint16_t>(index_of(mirrored(joint_at(bone))));
  if (bone == kSpineBone) return bone;
  const std::size_t helper = bone - kJointCount;  // helpers come in pairs, left first
  return static_cast<std::uint16_t>(kJointCount + (helper ^ 1u));
}

void bridge(Cage& cage, const Ring& from, const Ring& to, bool closed) {
  FH_ASSERT(from.size() == to.size(), "rings of equal size");
  const std::size_t n = from.size();
  for (std::size_t k = 0; k + (closed ? 0 : 1) < n; ++k) {
    cage.quad(from[k], from[(k + 1) % n], to[(k + 1) % n], to[k]);
  }
}

void cap(Cage& cage, const Ring& ring, const Vec3& middle, const BoneWeights& weight, bool at_end, bool closed) {
  const std::size_t n = ring.size();
  if (closed && n == 4) {
    if (at_end) {
      cage.quad(ring[0], ring[1], ring[2], ring[3]);
    } else {
      cage.quad(ring[3], ring[2], ring[1], ring[0]);
    }
    return;
  }
  const std::uint32_t centre = cage.add(middle, weight);
  const std::size_t last = closed ? n : n - 1;
  for (std::size_t k = 0; k + 1 < last || (closed && k < n); k += 2) {
    const std::uint32_t a = ring[k], b = ring[(k + 1) % n], c = ring[(k + 2) % n];
    if (at_end) {
      cage.quad(a, b, c, centre);
    } else {
      cage.quad(c, b, a, centre);
    }
  }
}

Cage tube(const std::vector<TubePoint>& path, std::size_t around, const BoneWeights& weight) {
  Cage cage;
  Ring ring;
  for (std::size_t i = 0; i < path.size(); ++i) {
    Ring next;
    for (std::size_t k = 0; k < around; ++k) {
      const math::SinCos sc = math::sin_cos(math::kTau * static_cast<double>(k) / static_cast<double>(around));
      next.push_back(cage.add(
          path[i].centre + path[i].radii.x * sc.cos * path[i].across + path[i].radii.y * sc.sin * path[i].out, weight));
    }
    if (i == 0) {
      cap(cage, next, path[i].centre, weight, false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, path.back().centre, weight, true, true);
  return cage;
}

Cage mirrored(const Cage& right) {
  Cage left = right;
  for (Vec3& p : left.positions) p.x = -p.x;
  for (BoneWeights& w : left.weights) {
    for (std::size_t i = 0; i < w.count; ++i) w.entries[i].bone = mirrored_bone(w.entries[i].bone);
  }
  for (Cage::Quad& q : left.quads) std::swap(q[1], q[3]);
  return left;
}

Cage with_mirror_half(const Cage& right) {
  Cage whole = right;
  const Cage left = mirrored(right);
  std::vector<std::uint32_t> map(right.positions.size());
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (right.positions[i].x != 0.0) {
      map[i] = whole.add(left.positions[i], left.weights[i]);
      continue;
    }
    map[i] = static_cast<std::uint32_t>(i);
    // Vertices of the middle belong to both sides alike.
    BoneWeights both;
    both.add(right.weights[i], 0.5f);
    both.add(left.weights[i], 0.5f);
    whole.weights[i] = both;
  }
  for (std::size_t f = 0; f < left.quads.size(); ++f) {
    const Cage::Quad& q = left.quads[f];
    whole.material = left.materials[f];
    whole.quad(map[q[0]], map[q[1]], map[q[2]], map[q[3]]);
  }
  return whole;
}

std::vector<Vec3> limit_positions(const Cage& cage) {
  const std::size_t vertices = cage.positions.size();
  // Each quad at a vertex gives its diagonal once and its two edges, which the neighbouring quads give again.
  std::vector<Vec3> sums(vertices, Vec3(0.0));
  std::vector<double> valence(vertices, 0.0);
  for (const Cage::Quad& q : cage.quads) {
    for (std::size_t k = 0; k < 4; ++k) {
      sums[q[k]] +=
          2.0 * (cage.positions[q[(k + 1) % 4]] + cage.positions[q[(k + 3) % 4]]) + cage.positions[q[(k + 2) % 4]];
      valence[q[k]] += 1.0;
    }
  }
  std::vector<Vec3> limit(vertices);
  for (std::size_t v = 0; v < vertices; ++v) {
    const double n = valence[v];
    limit[v] = (n * n * cage.positions[v] + sums[v]) / (n * (n + 5.0));
  }
  return limit;
}

void interpolate(Cage& cage, int passes) {
  const std::vector<Vec3> wanted = cage.positions;
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<Vec3> limit = limit_positions(cage);
    for (std::size_t v = 0; v < wanted.size(); ++v) cage.positions[v] += wanted[v] - limit[v];
  }
}

Cage subdivided(const Cage& cage) {
  const Topology topology = edges_of(cage);
  const std::size_t vertices = cage.positions.size(), edges = topology.edge_vertices.size(), faces = cage.quads.size();
  std::vector<Blend> face_points(faces), edge_points(edges), vertex_points(vertices);
  for (std::size_t f = 0; f < faces; ++f) {
    for (const std::uint32_t v : cage.quads[f]) face_points[f].add(cage, v, 0.25);
  }
  std::vector<std::uint32_t> valence(vertices, 0);
  for (std::size_t e = 0; e < edges; ++e) {
    for (const std::uint32_t v : topology.edge_vertices[e]) {
      edge_points[e].add(cage, v, 0.25);
      ++valence[v];
    }
    for (const std::uint32_t f : topology.edge_faces[e]) edge_points[e].add(face_points[f], 0.25);
  }
  for (std::size_t v = 0; v < vertices; ++v) {
    const double n = valence[v];
    vertex_points[v].add(cage, v, (n - 3.0) / n + 1.0 / n);  // its own part of the edge mid-points included
  }
  for (std::size_t e = 0; e < edges; ++e) {
    const auto [a, b] = topology.edge_vertices[e];
    vertex_points[a].add(cage, b, 1.0 / (static_cast<double>(valence[a]) * valence[a]));
    vertex_points[b].add(cage, a, 1.0 / (static_cast<double>(valence[b]) * valence[b]));
  }
  for (std::size_t f = 0; f < faces; ++f) {
    for (const std::uint32_t v : cage.quads[f]) {
      vertex_points[v].add(face_points[f], 1.0 / (static_cast<double>(valence[v]) * valence[v]));
    }
  }
  Cage fine;
  for (const std::vector<Blend>* points : {&vertex_points, &edge_points, &face_points}) {
    for (const Blend& p : *points) fine.add(p.position, p.weights);
  }
  for (std::size_t f = 0; f < faces; ++f) {
    fine.material = cage.materials[f];
    const auto middle = static_cast<std::uint32_t>(vertices + edges + f);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto next = static_cast<std::uint32_t>(vertices + topology.face_edges[f][k]);
      const auto before = static_cast<std::uint32_t>(vertices + topology.face_edges[f][(k + 3) % 4]);
      fine.quad(cage.quads[f][k], next, middle, before);
    }
  }
  return fine;
}

}  // namespace fh::human
