// SPDX-License-Identifier: Apache-2.0
#pragma once
// Boxes eight at a time: the inner nodes of every tree the casting kernel walks, and trees of nothing but boxes.
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "math/shapes.h"

namespace fh::senses {

inline constexpr std::uint32_t kEmptyChild = 0xffffffffu;
inline constexpr std::uint32_t kLeafBit = 0x80000000u;

struct alignas(32) TreeNode {
  std::array<std::array<float, 8>, 3> low, high;  // boxes of the children; empty: low > high
  std::array<std::uint32_t, 8> child;             // node, block | kLeafBit, or kEmptyChild
};

/// An axis-aligned box in single precision; empty at first.
struct Box {
  math::Vec3f low{std::numeric_limits<float>::infinity()}, high{-std::numeric_limits<float>::infinity()};
  void add(const math::Vec3f& p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  void add(const Box& b) {
    low = glm::min(low, b.low);
    high = glm::max(high, b.high);
  }
  float area() const {
    const math::Vec3f s = high - low;
    return s.x < 0.0f ? 0.0f : s.x * s.y + s.y * s.z + s.z * s.x;
  }
};

/// No children.
void clear(TreeNode& node);
void set_box(TreeNode& node, std::size_t child, const Box& box);
/// Around all children.
Box box_of(const TreeNode& node);

/// A tree over boxes alone: leaves are indices of `boxes` (child = index | kLeafBit). Reuses memory.
struct BoxTree {
  std::vector<TreeNode> nodes;
  std::vector<std::uint32_t> order;  // scratch
};
void build_box_tree(std::span<const math::Aabb> boxes, BoxTree& tree);

}  // namespace fh::senses
