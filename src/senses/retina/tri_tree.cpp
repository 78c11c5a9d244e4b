// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/tri_tree.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/assert.h"
#include "math/lanes.h"

namespace fh::senses {
using namespace math::lanes;
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr int kBins = 16;
constexpr int kDeep = 60;  // of the binary tree; the tree of eight is a third as deep

struct Entry {
  Box bounds;
  math::Vec3f centre;
  std::uint32_t source;
};

// A binary tree first; leaves hold at most eight entries.
struct Binary {
  Box bounds;
  std::uint32_t first = 0, count = 0;  // of entries
  std::uint32_t left = 0, right = 0;   // 0: a leaf
};

float blocks_of(std::uint32_t faces) {
  return static_cast<float>((faces + 7) / 8);
}

class Builder {
 public:
  explicit Builder(std::vector<Entry> entries) : entries_(std::move(entries)) {
    binary_.reserve(entries_.size());
    if (!entries_.empty()) split(0, static_cast<std::uint32_t>(entries_.size()));
  }
  const std::vector<Binary>& binary() const { return binary_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::uint32_t split(std::uint32_t first, std::uint32_t count, int depth = 0) {
    const auto at = static_cast<std::uint32_t>(binary_.size());
    binary_.emplace_back();
    Box all, centres;
    for (std::uint32_t i = first; i < first + count; ++i) {
      all.add(entries_[i].bounds);
      centres.add(entries_[i].centre);
    }
    binary_[at].bounds = all;
    binary_[at].first = first;
    binary_[at].count = count;
    if (count <= 8) return at;
    // Past any sane depth, halves: the walk's stack is bounded.
    const std::uint32_t middle = depth < kDeep ? place_to_split(first, count, centres) : first + count / 2;
    const std::uint32_t left = split(first, middle - first, depth + 1);
    const std::uint32_t right = split(middle, first + count - middle, depth + 1);
    binary_[at].left = left;
    binary_[at].right = right;
    return at;
  }

  // Reorders the range; returns where its second half begins. Never an empty half.
  std::uint32_t place_to_split(std::uint32_t first, std::uint32_t count, const Box& centres) {
    const auto begin = entries_.begin() + first, end = begin + count;
    int best_axis = -1, best_bin = 0;
    float best_cost = kInfinity;
    for (int axis = 0; axis < 3; ++axis) {
      const float extent = centres.high[axis] - centres.low[axis];
      if (!(extent > 0.0f)) continue;
      std::array<Box, kBins> boxes;
      std::array<std::uint32_t, kBins> counts{};
      for (auto e = begin; e != end; ++e) {
        const int bin = bin_of(*e, axis, centres);
        boxes[static_cast<std::size_t>(bin)].add(e->bounds);
        ++counts[static_cast<std::size_t>(bin)];
      }
      std::array<float, kBins> right_cost{};
      Box sum;
      std::uint32_t n = 0;
      for (std::size_t b = kBins - 1; b > 0; --b) {
        sum.add(boxes[b]);
        n += counts[b];
        right_cost[b] = n == 0 ? kInfinity : sum.area() * blocks_of(n);
      }
      sum = {};
      n = 0;
      for (std::size_t b = 0; b + 1 < kBins; ++b) {
        sum.add(boxes[b]);
        n += counts[b];
        const float cost = n == 0 ? kInfinity : sum.area() * blocks_of(n) + right_cost[b + 1];
        if (cost < best_cost) {
          best_cost = cost;
          best_axis = axis;
          best_bin = static_cast<int>(b);
        }
      }
    }
    if (best_axis >= 0) {
      const auto middle =
          std::stable_partition(begin, end, [&](const Entry& e) { return bin_of(e, best_axis, centres) <= best_bin; });
      return first + static_cast<std::uint32_t>(middle - begin);
    }
    // All centres in one point: simply in half.
    return first + count / 2;
  }

  static int bin_of(const Entry& e, int axis, const Box& centres) {
    const float share = (e.centre[axis] - centres.low[axis]) / (centres.high[axis] - centres.low[axis]);
    return std::min(kBins - 1, static_cast<int>(share * kBins));
  }

  std::vector<Entry> entries_;
  std::vector<Binary> binary_;
};

// Opens the largest inner child until there are eight, so that boxes at every level are as small as can be. `leaf`
// turns a binary leaf into a child number.
template <class Leaf>
std::uint32_t collapse(const std::vector<Binary>& binary, std::uint32_t root, std::vector<TreeNode>& nodes,
                       Leaf&& leaf) {
  const auto at = static_cast<std::uint32_t>(nodes.size());
  nodes.emplace_back();
  clear(nodes[at]);
  std::array<std::uint32_t, 8> open{};
  std::size_t count = 1;
  open[0] = root;
  while (count < 8) {
    std::size_t largest = count;
    float area = -1.0f;
    for (std::size_t i = 0; i < count; ++i) {
      const Binary& b = binary[open[i]];
      if (b.left != 0 && b.bounds.area() > area) {
        area = b.bounds.area();
        largest = i;
      }
    }
    if (largest == count) break;
    const Binary& b = binary[open[largest]];
    open[largest] = b.left;
    open[count++] = b.right;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Binary& b = binary[open[i]];
    const std::uint32_t child = b.left == 0 ? leaf(b) | kLeafBit : collapse(binary, open[i], nodes, leaf);
    nodes[at].child[i] = child;
    set_box(nodes[at], i, b.bounds);
  }
  return at;
}

struct Face {
  std::array<math::Vec3f, 4> corners;
  std::uint32_t label = 0;
  bool two_sided = false;
};

// Two triangles as one face, when they share an edge and make a flat convex quadrilateral.
std::optional<Face> joined(const SourceTriangle& t, const SourceTriangle& u) {
  constexpr double kFlat = 1e-5;  // metres
  if (t.label != u.label || t.two_sided != u.two_sided) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (t.corners[i] != u.corners[(j + 1) % 3] || t.corners[(i + 1) % 3] != u.corners[j]) continue;
      const Face face{
          {t.corners[(i + 1) % 3], t.corners[(i + 2) % 3], t.corners[i], u.corners[(j + 2) % 3]}, t.label, t.two_sided};
      const auto at = [&](std::size_t c) { return math::Vec3(face.corners[c % 4]); };
      const math::Vec3 normal = glm::normalize(glm::cross(at(1) - at(0), at(2) - at(0)));
      if (!(std::abs(glm::dot(normal, at(3) - at(0))) <= kFlat)) return std::nullopt;
      for (std::size_t c = 0; c < 4; ++c) {
        if (!(glm::dot(normal, glm::cross(at(c + 1) - at(c), at(c + 2) - at(c + 1))) > 0.0)) return std::nullopt;
      }
      return face;
    }
  }
  return std::nullopt;
}

// Meshes list the halves of a quadrilateral one after the other.
std::vector<Face> faces_of(const std::vector<SourceTriangle>& triangles) {
  std::vector<Face> faces;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const SourceTriangle& t = triangles[i];
    const auto pair = i + 1 < triangles.size() ? joined(t, triangles[i + 1]) : std::nullopt;
    faces.push_back(
        pair.value_or(Face{{t.corners[0], t.corners[1], t.corners[2], t.corners[2]}, t.label, t.two_sided}));
    if (pair) ++i;
  }
  return faces;
}

void write_face(TriBlock& block, std::size_t lane, const Face& face) {
  for (std::size_t c = 0; c < 4; ++c) {
    for (int axis = 0; axis < 3; ++axis) block.v[3 * c + static_cast<std::size_t>(axis)][lane] = face.corners[c][axis];
  }
  block.label[lane] = face.label;
  if (face.two_sided) block.two_sided |= 1u << lane;
}

}  // namespace

TriTree build_tree(const std::vector<SourceTriangle>& triangles) {
  TriTree tree;
  const std::vector<Face> faces = faces_of(triangles);
  std::vector<Entry> entries;
  entries.reserve(faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    Entry e;
    for (const math::Vec3f& p : faces[i].corners) {
      e.bounds.add(p);
      tree.bounds.add(math::Vec3(p));
    }
    e.centre = 0.5f * (e.bounds.low + e.bounds.high);
    e.source = static_cast<std::uint32_t>(i);
    entries.push_back(e);
  }
  if (entries.empty()) return tree;
  const Builder builder(std::move(entries));
  collapse(builder.binary(), 0, tree.nodes, [&](const Binary& leaf) {
    TriBlock block;
    const Entry& first = builder.entries()[leaf.first];
    for (std::uint32_t i = 0; i < 8; ++i) {
      if (i < leaf.count) {
        write_face(block, i, faces[builder.entries()[leaf.first + i].source]);
      } else {
        Face nothing;  // a point of the block, so that its bounds stay true
        nothing.corners.fill(faces[first.source].corners[0]);
        write_face(block, i, nothing);
      }
    }
    tree.blocks.push_back(block);
    return static_cast<std::uint32_t>(tree.blocks.size() - 1);
  });
  return tree;
}

namespace {

// Moves one block and returns its bounds.
Box place_block(const TriBlock& rest, const math::Mat3& rotation, const math::Vec3& position, TriBlock& placed) {
  const auto r = [&](int column, int row) { return F8::all(static_cast<float>(rotation[column][row])); };
  const F8 r00 = r(0, 0), r01 = r(1, 0), r02 = r(2, 0), r10 = r(0, 1), r11 = r(1, 1), r12 = r(2, 1), r20 = r(0, 2),
           r21 = r(1, 2), r22 = r(2, 2);
  const V8 t = V8::all(static_cast<float>(position.x), static_cast<float>(position.y), static_cast<float>(position.z));
  V8 low = V8::all(kInfinity, kInfinity, kInfinity), high = V8::all(-kInfinity, -kInfinity, -kInfinity);
  for (std::size_t c = 0; c < 12; c += 3) {
    const F8 x = F8::load(rest.v[c].data()), y = F8::load(rest.v[c + 1].data()), z = F8::load(rest.v[c + 2].data());
    const F8 wx = fma(r00, x, fma(r01, y, fma(r02, z, t.x)));
    const F8 wy = fma(r10, x, fma(r11, y, fma(r12, z, t.y)));
    const F8 wz = fma(r20, x, fma(r21, y, fma(r22, z, t.z)));
    wx.store(placed.v[c].data());
    wy.store(placed.v[c + 1].data());
    wz.store(placed.v[c + 2].data());
    low = {min(low.x, wx), min(low.y, wy), min(low.z, wz)};
    high = {max(high.x, wx), max(high.y, wy), max(high.z, wz)};
  }
  Box bounds;
  bounds.low = {smallest(low.x), smallest(low.y), smallest(low.z)};
  bounds.high = {largest(high.x), largest(high.y), largest(high.z)};
  return bounds;
}

}  // namespace

void place_tree(const TriTree& rest, const math::Pose& world_from_rest, TriTree& placed) {
  FH_ASSERT(placed.nodes.size() == rest.nodes.size() && placed.blocks.size() == rest.blocks.size(),
            "placed must be a copy of rest");
  const math::Mat3 rotation = math::to_matrix(world_from_rest.rotation);
  for (std::size_t n = rest.nodes.size(); n-- > 0;) {  // children come after their parent
    TreeNode& node = placed.nodes[n];
    for (std::size_t i = 0; i < 8 && node.child[i] != kEmptyChild; ++i) {
      const std::uint32_t child = node.child[i], block = child & ~kLeafBit;
      set_box(node, i,
              child == block
                  ? box_of(placed.nodes[child])
                  : place_block(rest.blocks[block], rotation, world_from_rest.position, placed.blocks[block]));
    }
  }
  if (rest.nodes.empty()) return;
  const Box all = box_of(placed.nodes[0]);
  placed.bounds = {math::Vec3(all.low), math::Vec3(all.high)};
}

}  // namespace fh::senses
