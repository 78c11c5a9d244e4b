// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/tree_node.h"

#include <algorithm>

#include "math/lanes.h"

namespace fh::senses {
using namespace math::lanes;

void clear(TreeNode& node) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    node.low[axis].fill(std::numeric_limits<float>::infinity());
    node.high[axis].fill(-std::numeric_limits<float>::infinity());
  }
  node.child.fill(kEmptyChild);
}

void set_box(TreeNode& node, std::size_t child, const Box& box) {
  for (int axis = 0; axis < 3; ++axis) {
    node.low[static_cast<std::size_t>(axis)][child] = box.low[axis];
    node.high[static_cast<std::size_t>(axis)][child] = box.high[axis];
  }
}

Box box_of(const TreeNode& node) {
  Box b;
  for (int axis = 0; axis < 3; ++axis) {
    b.low[axis] = smallest(F8::load(node.low[static_cast<std::size_t>(axis)].data()));
    b.high[axis] = largest(F8::load(node.high[static_cast<std::size_t>(axis)].data()));
  }
  return b;
}

namespace {

// Halves three times at the median of the longest side: eight children. No memory but the lists'.
class BoxBuilder {
 public:
  BoxBuilder(std::span<const math::Aabb> boxes, BoxTree& tree) : boxes_(boxes), tree_(tree) {}

  std::uint32_t build(std::size_t first, std::size_t count) {
    const auto at = static_cast<std::uint32_t>(tree_.nodes.size());
    clear(tree_.nodes.emplace_back());
    std::size_t lane = 0;
    halve(at, first, count, 3, lane);
    return at;
  }

 private:
  void halve(std::uint32_t node, std::size_t first, std::size_t count, int times, std::size_t& lane) {
    math::Aabb bounds, centres;
    for (std::size_t i = first; i < first + count; ++i) {
      bounds.add(boxes_[tree_.order[i]]);
      centres.add(boxes_[tree_.order[i]].centre());
    }
    if (count == 1 || times == 0) {
      const std::uint32_t child = count == 1 ? tree_.order[first] | kLeafBit : build(first, count);
      tree_.nodes[node].child[lane] = child;
      set_box(tree_.nodes[node], lane++, {math::Vec3f(bounds.low), math::Vec3f(bounds.high)});
      return;
    }
    const math::Vec3 size = centres.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = tree_.order.begin() + static_cast<std::ptrdiff_t>(first);
    const std::size_t half = (count + 1) / 2;
    // Equal places by index, so that the same boxes give the same tree.
    std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(half), begin + static_cast<std::ptrdiff_t>(count),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double ca = boxes_[a].centre()[axis], cb = boxes_[b].centre()[axis];
                       return ca != cb ? ca < cb : a < b;
                     });
    halve(node, first, half, times - 1, lane);
    halve(node, first + half, count - half, times - 1, lane);
  }

  std::span<const math::Aabb> boxes_;
  BoxTree& tree_;
};

}  // namespace

void build_box_tree(std::span<const math::Aabb> boxes, BoxTree& tree) {
  tree.nodes.clear();
  tree.order.clear();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) tree.order.push_back(static_cast<std::uint32_t>(i));
  }
  if (!tree.order.empty()) BoxBuilder(boxes, tree).build(0, tree.order.size());
}

}  // namespace fh::senses
