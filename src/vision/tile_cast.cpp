#include "vision/tile_cast.h"

#include <algorithm>

#include "math/pose.h"
#include "vision/lanes.h"

namespace fh::vision {
namespace {

void set_sides(TileRays& rays) {
  for (std::size_t side = 0; side < 4; ++side) {
    rays.side_offset[side] = glm::dot(rays.sides[side], rays.eye);
    for (int axis = 0; axis < 3; ++axis) {
      rays.side_corner[side][static_cast<std::size_t>(axis)] = rays.sides[side][axis] > 0.0f ? 24 : 0;
    }
  }
}

// Planes of up to eight triangles through the eye and their edges, and what depth needs; positive inside.
struct alignas(32) EdgePlanes {
  std::array<std::array<float, 8>, 9> edge;   // three normals
  std::array<std::array<float, 8>, 3> size;   // their lengths
  std::array<std::array<float, 8>, 3> depth;  // dot(depth, direction) = 1 / distance
};

unsigned set_up(const TriBlock& block, const TileRays& rays, EdgePlanes& out) {
  const V8 eye = V8::all(rays.eye.x, rays.eye.y, rays.eye.z);
  const auto corner = [&](std::size_t c) {
    return V8{F8::load(block.v[3 * c].data()), F8::load(block.v[3 * c + 1].data()),
              F8::load(block.v[3 * c + 2].data())} -
           eye;
  };
  const V8 a = corner(0), b = corner(1), c = corner(2);
  const V8 normal = cross(b - a, c - a);
  const F8 det = dot(normal, a);  // negative: the front is seen
  unsigned alive = bits(det < F8::all(0.0f)) | (bits(det > F8::all(0.0f)) & block.two_sided);
  for (std::size_t side = 0; side < 4 && alive != 0; ++side) {
    const math::Vec3f& n = rays.sides[side];
    const V8 plane = V8::all(n.x, n.y, n.z);
    alive &= bits(max(max(dot(plane, a), dot(plane, b)), dot(plane, c)) >= F8::all(0.0f));
  }
  if (alive == 0) return 0;
  // Seen from behind, all signs turn: fold the sign of the determinant into the normals.
  const F8 flip = (det & F8::all(-0.0f)) ^ F8::all(-0.0f);  // the sign bit of a front is cleared … of a back kept
  const auto put = [&](std::size_t i, const V8& from, const V8& to) {
    V8 n = cross(from, to);
    n = {n.x ^ flip, n.y ^ flip, n.z ^ flip};
    n.x.store(out.edge[3 * i].data());
    n.y.store(out.edge[3 * i + 1].data());
    n.z.store(out.edge[3 * i + 2].data());
    sqrt(dot(n, n)).store(out.size[i].data());
  };
  put(0, b, a);
  put(1, c, b);
  put(2, a, c);
  (normal.x / det).store(out.depth[0].data());
  (normal.y / det).store(out.depth[1].data());
  (normal.z / det).store(out.depth[2].data());
  return alive;
}

struct OneTriangle {
  V8 edge[3];
  V8 depth;
};

template <bool kLimited>
bool cover_block(const OneTriangle& t, const TileRays& rays, std::size_t block, std::uint32_t label, const float* limit,
                 TileHits& hits) {
  const V8 d{F8::load(&rays.x[8 * block]), F8::load(&rays.y[8 * block]), F8::load(&rays.z[8 * block])};
  // Inside when no sign bit is set; -0 and +0 both count as inside for one of two neighbours at least.
  const F8 e0 = dot(t.edge[0], d), e1 = dot(t.edge[1], d), e2 = dot(t.edge[2], d);
  const F8 zero = F8::all(0.0f);
  F8 inside = (e0 >= zero) & (e1 >= zero) & (e2 >= zero);
  const F8 nearness = dot(t.depth, d);
  const F8 before = F8::load(&hits.nearness[8 * block]);
  inside = inside & (nearness > before);
  if constexpr (kLimited) inside = inside & (nearness < F8::load(limit + 8 * block));
  if (bits(inside) == 0) return false;
  select(inside, nearness, before).store(&hits.nearness[8 * block]);
  auto* labels = reinterpret_cast<float*>(&hits.label[8 * block]);
  const F8 mine{_mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(label)))};
  select(inside, mine, F8::load(labels)).store(labels);
  return true;
}

template <bool kLimited>
bool cover(const TriBlock& block, const EdgePlanes& planes, std::size_t lane, const TileRays& rays, const float* limit,
           TileHits& hits) {
  OneTriangle t;
  const auto wide = [lane](const std::array<float, 8>& values) { return F8::all(values[lane]); };
  for (std::size_t i = 0; i < 3; ++i) {
    t.edge[i] = {wide(planes.edge[3 * i]), wide(planes.edge[3 * i + 1]), wide(planes.edge[3 * i + 2])};
  }
  // Which of the eight blocks can it touch at all?
  const V8 centre{F8::load(rays.block_x.data()), F8::load(rays.block_y.data()), F8::load(rays.block_z.data())};
  const F8 reach = F8::load(rays.block_reach.data());
  const F8 zero = F8::all(0.0f);
  F8 near = zero >= zero;
  for (std::size_t i = 0; i < 3; ++i) near = near & (fma(wide(planes.size[i]), reach, dot(t.edge[i], centre)) >= zero);
  unsigned mask = bits(near);
  if (mask == 0) return false;
  t.depth = {wide(planes.depth[0]), wide(planes.depth[1]), wide(planes.depth[2])};
  bool changed = false;
  for (; mask != 0; mask &= mask - 1) {
    changed |=
        cover_block<kLimited>(t, rays, static_cast<std::size_t>(__builtin_ctz(mask)), block.label[lane], limit, hits);
  }
  return changed;
}

float smallest_of(const std::array<float, 64>& values) {
  F8 low = F8::load(values.data());
  for (std::size_t i = 8; i < 64; i += 8) low = min(low, F8::load(&values[i]));
  return smallest(low);
}

template <bool kLimited>
void walk(const TriTree& tree, const TileRays& rays, const float* limit, TileHits& hits) {
  struct Waiting {
    std::uint32_t child;
    float squared;  // distance from the eye
  };
  std::array<Waiting, 256> stack;  // eight wide and at most 30 deep
  std::size_t depth = 0;
  stack[depth++] = {0, 0.0f};
  alignas(32) float squared[8];
  EdgePlanes planes;
  while (depth > 0) {
    const Waiting at = stack[--depth];
    if (!(at.squared * (hits.farthest * hits.farthest) < 1.0f)) continue;
    if ((at.child & kLeafBit) != 0) {
      const TriBlock& block = tree.blocks[at.child & ~kLeafBit];
      bool changed = false;
      for (unsigned alive = set_up(block, rays, planes); alive != 0; alive &= alive - 1) {
        changed |= cover<kLimited>(block, planes, static_cast<std::size_t>(__builtin_ctz(alive)), rays, limit, hits);
      }
      if (changed) hits.farthest = smallest_of(hits.nearness);
      continue;
    }
    const TreeNode& node = tree.nodes[at.child];
    const std::size_t first = depth;
    for (unsigned mask = touched_children(node, rays, hits.farthest, squared); mask != 0; mask &= mask - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctz(mask));
      std::size_t place = depth++;  // farthest first: the nearest is taken next
      for (; place > first && stack[place - 1].squared < squared[i]; --place) stack[place] = stack[place - 1];
      stack[place] = {node.child[i], squared[i]};
    }
  }
}

}  // namespace

void TileHits::clear(float least_nearness) {
  nearness.fill(least_nearness);
  label.fill(0);
  farthest = least_nearness;
}

void turn_tile(const FieldTile& tile, const math::Pose& tree_from_eye, TileRays& rays) {
  const math::Mat3 r = math::to_matrix(tree_from_eye.rotation);
  const auto element = [&](int column, int row) { return F8::all(static_cast<float>(r[column][row])); };
  const V8 rows[3] = {{element(0, 0), element(1, 0), element(2, 0)},
                      {element(0, 1), element(1, 1), element(2, 1)},
                      {element(0, 2), element(1, 2), element(2, 2)}};
  const auto turn = [&](const float* x, const float* y, const float* z, float* out_x, float* out_y, float* out_z) {
    const V8 d{F8::load(x), F8::load(y), F8::load(z)};
    dot(rows[0], d).store(out_x);
    dot(rows[1], d).store(out_y);
    dot(rows[2], d).store(out_z);
  };
  for (std::size_t i = 0; i < 64; i += 8) {
    turn(&tile.x[i], &tile.y[i], &tile.z[i], &rays.x[i], &rays.y[i], &rays.z[i]);
  }
  turn(tile.block_x.data(), tile.block_y.data(), tile.block_z.data(), rays.block_x.data(), rays.block_y.data(),
       rays.block_z.data());
  rays.block_reach = tile.block_reach;
  for (std::size_t side = 0; side < 4; ++side) rays.sides[side] = math::Vec3f(r * math::Vec3(tile.sides[side]));
  rays.eye = math::Vec3f(tree_from_eye.position);
  set_sides(rays);
}

void reflect_tile(const TileRays& rays, const math::Plane& plane, TileRays& reflected) {
  const math::Vec3f n(plane.normal);
  const auto flip = [&](const float* x, const float* y, const float* z, float* out_x, float* out_y, float* out_z) {
    const V8 d{F8::load(x), F8::load(y), F8::load(z)}, normal = V8::all(n.x, n.y, n.z);
    const F8 twice = F8::all(-2.0f) * dot(d, normal);
    fma(twice, normal.x, d.x).store(out_x);
    fma(twice, normal.y, d.y).store(out_y);
    fma(twice, normal.z, d.z).store(out_z);
  };
  for (std::size_t i = 0; i < 64; i += 8) {
    flip(&rays.x[i], &rays.y[i], &rays.z[i], &reflected.x[i], &reflected.y[i], &reflected.z[i]);
  }
  flip(rays.block_x.data(), rays.block_y.data(), rays.block_z.data(), reflected.block_x.data(),
       reflected.block_y.data(), reflected.block_z.data());
  reflected.block_reach = rays.block_reach;
  for (std::size_t side = 0; side < 4; ++side) {
    reflected.sides[side] = rays.sides[side] - 2.0f * glm::dot(rays.sides[side], n) * n;
  }
  const math::Vec3 eye(rays.eye);
  reflected.eye = math::Vec3f(eye - 2.0 * plane.signed_distance(eye) * plane.normal);
  set_sides(reflected);
}

unsigned touched_children(const TreeNode& node, const TileRays& rays, float farthest, float* squared) {
  static_assert(sizeof(node.low) == 24 * sizeof(float));
  const float* bounds = node.low[0].data();  // low, then high
  F8 outside = F8::all(0.0f);
  for (std::size_t side = 0; side < 4; ++side) {
    const math::Vec3f& n = rays.sides[side];
    const auto& corner = rays.side_corner[side];
    const F8 x = F8::load(bounds + corner[0]), y = F8::load(bounds + 8 + corner[1]),
             z = F8::load(bounds + 16 + corner[2]);
    const F8 inside = fma(F8::all(n.x), x, fma(F8::all(n.y), y, F8::all(n.z) * z));
    outside = outside | (inside < F8::all(rays.side_offset[side] - 1e-5f));
  }
  const V8 eye = V8::all(rays.eye.x, rays.eye.y, rays.eye.z);
  const F8 zero = F8::all(0.0f);
  const auto gap = [&](F8 low, F8 high, F8 e) { return max(max(low - e, e - high), zero); };
  const F8 dx = gap(F8::load(bounds), F8::load(bounds + 24), eye.x);
  const F8 dy = gap(F8::load(bounds + 8), F8::load(bounds + 32), eye.y);
  const F8 dz = gap(F8::load(bounds + 16), F8::load(bounds + 40), eye.z);
  const F8 distance = fma(dx, dx, fma(dy, dy, dz * dz));
  distance.store(squared);
  // An empty child is infinitely far: infinity times zero is not less than one either.
  const unsigned near = bits(distance * F8::all(farthest * farthest) < F8::all(1.0f));
  return near & ~bits(outside);
}

void cast_tile(const TriTree& tree, const TileRays& rays, const float* limit, TileHits& hits) {
  if (tree.empty()) return;
  if (limit != nullptr) {
    walk<true>(tree, rays, limit, hits);
  } else {
    walk<false>(tree, rays, nullptr, hits);
  }
}

}  // namespace fh::vision
