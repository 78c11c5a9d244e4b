// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/tile_cast.h"

#include <algorithm>

#include "math/lanes.h"
#include "math/pose.h"
#include "senses/retina/round_cast.h"

namespace fh::senses {
using namespace math::lanes;
namespace {

// One bit per block of a tile from what `test` says of eight blocks at a time.
template <class Test>
std::uint32_t for_all_blocks(Test&& test) {
  static_assert(kTileEights == 4);
  return test(0) | test(1) << 8 | test(2) << 16 | test(3) << 24;
}

F8 farthest_of_all(const TileHits& hits) {
  const float* eights = hits.farthest.data();
  return min(min(F8::load(eights), F8::load(eights + 8)), min(F8::load(eights + 16), F8::load(eights + 24)));
}

// Planes of up to eight faces through the eye and their edges, and what depth needs; positive inside.
struct alignas(32) EdgePlanes {
  using Lanes = std::array<float, 8>;
  std::array<Lanes, 12> edge;  // four normals
  std::array<Lanes, 4> size;   // their lengths
  std::array<Lanes, 3> depth;  // dot(depth, direction) = 1 / distance
};

V8 load3(const std::array<float, 8>* lanes) {
  return {F8::load(lanes[0].data()), F8::load(lanes[1].data()), F8::load(lanes[2].data())};
}
void store3(const V8& v, std::array<float, 8>* lanes) {
  v.x.store(lanes[0].data());
  v.y.store(lanes[1].data());
  v.z.store(lanes[2].data());
}

// One face against the eight samples of a block; true when it was the nearest of some.
template <bool kLimited>
bool cover(const EdgePlanes& planes, std::size_t face, const TileRays& rays, std::size_t block, std::uint32_t label,
           const float* limit, TileHits& hits) {
  const V8 d{F8::load(&rays.x[8 * block]), F8::load(&rays.y[8 * block]), F8::load(&rays.z[8 * block])};
  const auto against = [&](const std::array<float, 8>* normal) {
    return dot(V8::all(normal[0][face], normal[1][face], normal[2][face]), d);
  };
  const F8 zero = F8::all(0.0f);
  // Inside includes the border: of two neighbours at least one covers their common edge.
  const F8 least = min(min(against(&planes.edge[0]), against(&planes.edge[3])),
                       min(against(&planes.edge[6]), against(&planes.edge[9])));
  const F8 nearness = against(&planes.depth[0]);
  const F8 before = F8::load(&hits.nearness[8 * block]);
  F8 inside = (least >= zero) & (nearness > before);
  if constexpr (kLimited) inside = inside & (nearness < F8::load(limit + 8 * block));
  if (bits(inside) == 0) return false;
  write_hits(inside, nearness, before, label, block, hits);
  return true;
}

// The faces of a block of the tree against the blocks of the tile in `blocks`.
template <bool kLimited>
void cast_block(const TriBlock& faces, const TileRays& rays, std::uint32_t blocks, const float* limit, TileHits& hits) {
  const V8 eye = V8::all(rays.eye.x, rays.eye.y, rays.eye.z);
  const V8 a = load3(&faces.v[0]) - eye, b = load3(&faces.v[3]) - eye, c = load3(&faces.v[6]) - eye,
           d = load3(&faces.v[9]) - eye;
  const V8 normal = cross(b - a, c - a);
  const F8 det = dot(normal, a);  // negative: the front is seen
  const F8 zero = F8::all(0.0f);
  unsigned alive = bits(det < zero) | (bits(det > zero) & faces.two_sided);
  if (alive == 0) return;
  // Seen from behind, all signs turn: fold the sign of the determinant into the normals.
  const F8 sign = F8::all(-0.0f), flip = (det & sign) ^ sign;
  const auto edge = [&](const V8& from, const V8& to) {
    const V8 n = cross(from, to);
    return V8{n.x ^ flip, n.y ^ flip, n.z ^ flip};
  };
  const V8 e0 = edge(b, a), e1 = edge(c, b), e2 = edge(d, c), e3 = edge(a, d);  // e2 of a triangle is zero
  const F8 per_det = F8::all(1.0f) / det;
  EdgePlanes planes;
  store3(e0, &planes.edge[0]);
  store3(e1, &planes.edge[3]);
  store3(e2, &planes.edge[6]);
  store3(e3, &planes.edge[9]);
  store3({sqrt(dot(e0, e0)), sqrt(dot(e1, e1)), sqrt(dot(e2, e2))}, &planes.size[0]);
  sqrt(dot(e3, e3)).store(planes.size[3].data());
  store3({normal.x * per_det, normal.y * per_det, normal.z * per_det}, &planes.depth[0]);
  std::uint32_t changed = 0;
  for (; alive != 0; alive &= alive - 1) {
    const auto t = static_cast<std::size_t>(__builtin_ctz(alive));
    // Which of the blocks can it touch at all?
    const auto touched = [&](std::size_t eight) {
      const auto inside = [&](std::size_t e) {
        const V8 n = V8::all(planes.edge[3 * e][t], planes.edge[3 * e + 1][t], planes.edge[3 * e + 2][t]);
        return fma(F8::all(planes.size[e][t]), F8::load(rays.reach[eight].data()),
                   dot(n, load3(rays.middle[eight].data())));
      };
      return bits(min(min(inside(0), inside(1)), min(inside(2), inside(3))) >= zero);
    };
    for (unsigned mask = blocks & for_all_blocks(touched); mask != 0; mask &= mask - 1) {
      const auto block = static_cast<std::size_t>(__builtin_ctz(mask));
      if (cover<kLimited>(planes, t, rays, block, faces.label[t], limit, hits)) changed |= 1u << block;
    }
  }
  for (; changed != 0; changed &= changed - 1) {
    const auto block = static_cast<std::size_t>(__builtin_ctz(changed));
    hits.farthest[block] = smallest(F8::load(&hits.nearness[8 * block]));
  }
}

// Blocks that see farther than the nearest point of something, given its squared distance.
std::uint32_t not_hidden(const TileHits& hits, float squared) {
  return for_all_blocks([&](std::size_t eight) {
    const F8 farthest = F8::load(&hits.farthest[8 * eight]);
    return bits(farthest * farthest * F8::all(squared) < F8::all(1.0f));
  });
}

template <bool kLimited>
void cast_leaf(const TriTree& tree, std::uint32_t leaf, const TileRays& rays, std::uint32_t blocks, const float* limit,
               TileHits& hits) {
  cast_block<kLimited>(tree.blocks[leaf], rays, blocks, limit, hits);
}
template <bool kLimited>
void cast_leaf(const BodyShape& body, std::uint32_t leaf, const TileRays& rays, std::uint32_t blocks,
               const float* limit, TileHits& hits) {
  cast_piece<kLimited>(body.pieces[leaf], rays, blocks, limit, hits);
}

template <bool kLimited, class Tree>
void walk(const Tree& tree, std::uint32_t within, const TileRays& rays, const float* limit, TileHits& hits) {
  std::array<Waiting, kStackSize> stack;
  std::size_t depth = push_children(tree.nodes[0], within, rays, hits, stack.data(), 0);
  while (depth > 0) {
    const Waiting at = stack[--depth];
    // What was found since may hide it.
    const std::uint32_t blocks = at.blocks & not_hidden(hits, at.squared);
    if (blocks == 0) continue;
    if ((at.child & kLeafBit) != 0) {
      cast_leaf<kLimited>(tree, at.child & ~kLeafBit, rays, blocks, limit, hits);
    } else {
      depth = push_children(tree.nodes[at.child], blocks, rays, hits, stack.data(), depth);
    }
  }
}

void turn3(const V8* rows, const std::array<float, 8>* in, std::array<float, 8>* out) {
  const V8 d = load3(in);
  store3({dot(rows[0], d), dot(rows[1], d), dot(rows[2], d)}, out);
}

void set_sides(TileRays& rays) {
  for (std::size_t side = 0; side < 4; ++side) {
    rays.side_offset[side] = glm::dot(rays.sides[side], rays.eye);
    for (int axis = 0; axis < 3; ++axis) {
      rays.side_corner[side][static_cast<std::size_t>(axis)] = rays.sides[side][axis] > 0.0f ? 24 : 0;
    }
  }
  const F8 sign = F8::all(-0.0f);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const F8 n = F8::load(rays.strips[i][axis].data());
      F8{_mm256_andnot_ps(sign.v, n.v)}.store(rays.strip_sizes[i][axis].data());
    }
  }
}

// Reciprocals for the samples' boxes; directions along an axis stay finite.
void set_reciprocals(TileRays& rays) {
  const F8 one = F8::all(1.0f), sign = F8::all(-0.0f), tiny = F8::all(1e-12f);
  const auto invert = [&](const std::array<float, kTileSamples>& in, std::array<float, kTileSamples>& out,
                          std::size_t i) {
    const F8 d = F8::load(&in[i]);
    const F8 size{_mm256_andnot_ps(sign.v, d.v)};
    (one / (max(size, tiny) | (d & sign))).store(&out[i]);
  };
  for (std::size_t i = 0; i < kTileSamples; i += 8) {
    invert(rays.x, rays.per_x, i);
    invert(rays.y, rays.per_y, i);
    invert(rays.z, rays.per_z, i);
  }
}

}  // namespace

void TileHits::clear(float least_nearness) {
  nearness.fill(least_nearness);
  label.fill(0);
  farthest.fill(least_nearness);
}

void turn_tile(const FieldTile& tile, const math::Pose& tree_from_eye, TileRays& rays) {
  const math::Mat3 r = math::to_matrix(tree_from_eye.rotation);
  const auto row = [&](int i) {
    return V8::all(static_cast<float>(r[0][i]), static_cast<float>(r[1][i]), static_cast<float>(r[2][i]));
  };
  const V8 rows[3] = {row(0), row(1), row(2)};
  for (std::size_t i = 0; i < kTileSamples; i += 8) {
    const V8 d{F8::load(&tile.x[i]), F8::load(&tile.y[i]), F8::load(&tile.z[i])};
    dot(rows[0], d).store(&rays.x[i]);
    dot(rows[1], d).store(&rays.y[i]);
    dot(rows[2], d).store(&rays.z[i]);
  }
  for (std::size_t i = 0; i < kTileEights; ++i) turn3(rows, tile.middle[i].data(), rays.middle[i].data());
  rays.reach = tile.reach;
  for (std::size_t side = 0; side < 4; ++side) {
    rays.sides[side] = math::Vec3f(r * math::Vec3(tile.sides[side]));
  }
  for (std::size_t i = 0; i < 3; ++i) turn3(rows, tile.strips[i].data(), rays.strips[i].data());
  rays.eye = math::Vec3f(tree_from_eye.position);
  set_sides(rays);
  set_reciprocals(rays);
}

void reflect_tile(const TileRays& rays, const math::Plane& plane, TileRays& reflected) {
  // A reflection is linear: rows of I - 2 n nᵀ.
  const math::Vec3 n = plane.normal;
  const auto row = [&](int i) {
    math::Vec3 unit(0.0);
    unit[i] = 1.0;
    const math::Vec3 v = unit - 2.0 * n[i] * n;
    return V8::all(static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
  };
  const V8 rows[3] = {row(0), row(1), row(2)};
  for (std::size_t i = 0; i < kTileSamples; i += 8) {
    const V8 d{F8::load(&rays.x[i]), F8::load(&rays.y[i]), F8::load(&rays.z[i])};
    dot(rows[0], d).store(&reflected.x[i]);
    dot(rows[1], d).store(&reflected.y[i]);
    dot(rows[2], d).store(&reflected.z[i]);
  }
  for (std::size_t i = 0; i < kTileEights; ++i) turn3(rows, rays.middle[i].data(), reflected.middle[i].data());
  reflected.reach = rays.reach;
  const math::Vec3f nf(n);
  for (std::size_t side = 0; side < 4; ++side) {
    reflected.sides[side] = rays.sides[side] - 2.0f * glm::dot(rays.sides[side], nf) * nf;
  }
  for (std::size_t i = 0; i < 3; ++i) turn3(rows, rays.strips[i].data(), reflected.strips[i].data());
  const math::Vec3 eye(rays.eye);
  reflected.eye = math::Vec3f(eye - 2.0 * plane.signed_distance(eye) * n);
  set_sides(reflected);
  set_reciprocals(reflected);
}

namespace {

// A node's boxes as seen from the eye.
struct alignas(32) NearBoxes {
  using Lanes = std::array<float, 8>;
  std::array<Lanes, 3> low, high;     // minus the eye
  std::array<Lanes, 3> centre, half;  // the same box
  Lanes squared;                      // distance from the eye
};

// Children whose boxes meet the tile's four planes nearer than what it sees: one bit each.
unsigned touched_children(const TreeNode& node, const TileRays& rays, float farthest, NearBoxes& near) {
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
  const F8 zero = F8::all(0.0f), half = F8::all(0.5f), room = F8::all(1e-5f);
  F8 distance = zero;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const F8 eye = F8::all(rays.eye[static_cast<int>(axis)]);
    const F8 low = F8::load(node.low[axis].data()) - eye, high = F8::load(node.high[axis].data()) - eye;
    const F8 gap = max(max(low, zero - high), zero);
    distance = fma(gap, gap, distance);
    low.store(near.low[axis].data());
    high.store(near.high[axis].data());
    (half * (low + high)).store(near.centre[axis].data());
    fma(half, high - low, room).store(near.half[axis].data());
  }
  distance.store(near.squared.data());
  // An empty child is infinitely far: infinity times zero is not less than one either.
  return bits(distance * F8::all(farthest * farthest) < F8::all(1.0f)) & ~bits(outside);
}

// The tile's blocks that a box may touch: it must meet all four planes of a column and of a row of blocks.
std::uint32_t touched_blocks(const NearBoxes& near, std::size_t child, const TileRays& rays) {
  const V8 c = V8::all(near.centre[0][child], near.centre[1][child], near.centre[2][child]);
  const V8 h = V8::all(near.half[0][child], near.half[1][child], near.half[2][child]);
  const auto inside = [&](std::size_t i) {
    return bits(dot(load3(rays.strips[i].data()), c) + dot(load3(rays.strip_sizes[i].data()), h) >= F8::all(0.0f));
  };
  const unsigned columns = inside(0) & inside(1), both = inside(2), rows = both & (both >> 4);
  const std::uint32_t first_of_rows =
      (rows & 1u) | (rows & 2u) << 7 | (rows & 4u) << 14 | (rows & 8u) << 21;  // a row is eight bits
  return first_of_rows * columns;
}

// Of the tile's blocks in `blocks`, those of which some sample passes the box nearer than what it sees.
std::uint32_t samples_touch(const NearBoxes& near, std::size_t child, const TileRays& rays, std::uint32_t blocks,
                            const TileHits& hits) {
  const V8 low = V8::all(near.low[0][child], near.low[1][child], near.low[2][child]);
  const V8 high = V8::all(near.high[0][child], near.high[1][child], near.high[2][child]);
  std::uint32_t touched = 0;
  for (std::uint32_t rest = blocks; rest != 0; rest &= rest - 1) {
    const auto block = static_cast<std::size_t>(__builtin_ctz(rest));
    const F8 px = F8::load(&rays.per_x[8 * block]), py = F8::load(&rays.per_y[8 * block]),
             pz = F8::load(&rays.per_z[8 * block]);
    const F8 x0 = low.x * px, x1 = high.x * px, y0 = low.y * py, y1 = high.y * py, z0 = low.z * pz, z1 = high.z * pz;
    const F8 enter = max(max(min(x0, x1), min(y0, y1)), max(min(z0, z1), F8::all(0.0f)));
    const F8 leave = min(min(max(x0, x1), max(y0, y1)), max(z0, z1));
    // A little room for rounding: flat boxes are entered and left at the same place.
    const F8 room = F8::all(1.00001f);
    const F8 hit = (leave * room >= enter) & (enter * F8::load(&hits.nearness[8 * block]) < room);
    touched |= bits(hit) != 0 ? 1u << block : 0u;
  }
  return touched;
}

}  // namespace

std::size_t push_children(const TreeNode& node, std::uint32_t within, const TileRays& rays, const TileHits& hits,
                          Waiting* stack, std::size_t depth) {
  // Testing few blocks sample by sample is cheaper than their planes; for many it would cull too little.
  constexpr int kFew = 4, kSome = 6;
  NearBoxes near;
  const F8 farthest = farthest_of_all(hits);
  const bool few = __builtin_popcount(within) <= kFew;
  const std::size_t first = depth;
  for (unsigned mask = touched_children(node, rays, smallest(farthest), near); mask != 0; mask &= mask - 1) {
    const auto i = static_cast<std::size_t>(__builtin_ctz(mask));
    const float squared = near.squared[i];
    std::uint32_t blocks = within & not_hidden(hits, squared);
    if (!few) blocks &= touched_blocks(near, i, rays);
    if (__builtin_popcount(blocks) <= kSome) blocks = samples_touch(near, i, rays, blocks, hits);
    if (blocks == 0) continue;
    std::size_t place = depth++;
    for (; place > first && stack[place - 1].squared < squared; --place) stack[place] = stack[place - 1];
    stack[place] = {node.child[i], blocks, squared};
  }
  return depth;
}

namespace {

template <class Tree>
void cast_tree(const Tree& tree, const TileRays& rays, const float* limit, TileHits& hits, std::uint32_t within) {
  if (tree.empty()) return;
  if (limit != nullptr) {
    walk<true>(tree, within, rays, limit, hits);
  } else {
    walk<false>(tree, within, rays, nullptr, hits);
  }
}

}  // namespace

void cast_tile(const TriTree& tree, const TileRays& rays, const float* limit, TileHits& hits, std::uint32_t within) {
  cast_tree(tree, rays, limit, hits, within);
}

void cast_tile(const BodyShape& body, const TileRays& rays, const float* limit, TileHits& hits, std::uint32_t within) {
  cast_tree(body, rays, limit, hits, within);
}

}  // namespace fh::senses
