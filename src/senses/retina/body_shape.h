// SPDX-License-Identifier: Apache-2.0
#pragma once
// A body as it is seen: its collision pieces as true rounded boxes, in a small tree that follows the posture.
#include <array>
#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "human/skin/collision_body.h"
#include "senses/retina/tree_node.h"

namespace fh::senses {

/// All points of the world within `radius` of a box.
struct RoundPiece {
  std::array<math::Vec3f, 3> axes;  // of the box, unit vectors, world
  math::Vec3f centre{0.0f};         // metres, world
  math::Vec3f half{0.0f};           // metres, of the box without the rounding
  float radius = 0.0f;              // metres, > 0
  std::uint32_t label = 0;          // what a hit writes: body and joint (item.h)
};

/// Where a piece sits on its joint.
struct PieceMount {
  human::Joint joint = human::Joint::Pelvis;
  math::Mat3 rotation{1.0};  // joint_from_piece
  math::Vec3 position{0.0};
};

struct BodyShape {
  std::vector<TreeNode> nodes;     // [0] is the root; limbs, then pieces (child = index | kLeafBit)
  std::vector<RoundPiece> pieces;  // in the order of the collision body
  std::vector<PieceMount> mounts;  // of each piece
  math::Aabb bounds;               // world

  bool empty() const { return nodes.empty(); }
};

/// Not placed yet.
BodyShape make_body_shape(core::BodyId id, const human::CollisionBody& body);
/// Puts the pieces where the joints are and fits the boxes again; no allocation.
void place_body_shape(const human::Frames<double>& frames, BodyShape& shape);

}  // namespace fh::senses
