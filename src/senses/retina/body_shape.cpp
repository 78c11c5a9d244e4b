// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/body_shape.h"

#include <algorithm>
#include <span>

#include "human/body/joints.h"
#include "senses/retina/item.h"

namespace fh::senses {
namespace {

using human::Joint;

// Joints come limb by limb; these begin one. A limb stays together however the body moves.
constexpr std::array<Joint, 8> kLimbs{Joint::Pelvis,        Joint::Neck,      Joint::LeftClavicle, Joint::LeftHand,
                                      Joint::RightClavicle, Joint::RightHand, Joint::LeftThigh,    Joint::RightThigh};

std::size_t limb_of(Joint joint) {
  return static_cast<std::size_t>(std::upper_bound(kLimbs.begin(), kLimbs.end(), joint) - kLimbs.begin() - 1);
}

// A node over pieces, eight to a node; returns its number as a child.
std::uint32_t add_node(std::span<const std::uint32_t> pieces, std::vector<TreeNode>& nodes) {
  if (pieces.size() == 1) return pieces[0] | kLeafBit;
  const auto at = static_cast<std::uint32_t>(nodes.size());
  clear(nodes.emplace_back());
  const std::size_t share = pieces.size() <= 8 ? 1 : std::max<std::size_t>(8, (pieces.size() + 7) / 8);
  for (std::size_t first = 0, child = 0; first < pieces.size(); first += share, ++child) {
    const std::uint32_t number = add_node(pieces.subspan(first, std::min(share, pieces.size() - first)), nodes);
    nodes[at].child[child] = number;
  }
  return at;
}

Box place_piece(const human::Frames<double>& frames, const PieceMount& mount, RoundPiece& piece) {
  const math::Mat3 joint = math::to_matrix(frames.rotation(mount.joint));
  math::Vec3f extent(piece.radius);
  for (int i = 0; i < 3; ++i) {
    const math::Vec3f axis(joint * mount.rotation[i]);
    piece.axes[static_cast<std::size_t>(i)] = axis;
    extent += glm::abs(axis) * piece.half[i];
  }
  piece.centre = math::Vec3f(frames.position(mount.joint) + joint * mount.position);
  return {piece.centre - extent, piece.centre + extent};
}

}  // namespace

BodyShape make_body_shape(core::BodyId id, const human::CollisionBody& body) {
  BodyShape shape;
  std::array<std::vector<std::uint32_t>, kLimbs.size()> limbs;
  for (const human::CollisionPiece& piece : body.pieces) {
    limbs[limb_of(piece.joint)].push_back(static_cast<std::uint32_t>(shape.pieces.size()));
    const math::Pose& pose = piece.shape.joint_from_box;
    shape.mounts.push_back({piece.joint, math::to_matrix(pose.rotation), pose.position});
    RoundPiece& round = shape.pieces.emplace_back();
    round.half = math::Vec3f(piece.shape.half);
    round.radius = static_cast<float>(piece.shape.radius);
    round.label = label_of(id, static_cast<std::uint8_t>(human::index_of(piece.joint)));
  }
  if (shape.pieces.empty()) return shape;
  clear(shape.nodes.emplace_back());
  std::size_t child = 0;
  for (const auto& limb : limbs) {
    if (limb.empty()) continue;
    const std::uint32_t number = add_node(limb, shape.nodes);
    shape.nodes[0].child[child++] = number;
  }
  return shape;
}

void place_body_shape(const human::Frames<double>& frames, BodyShape& shape) {
  for (std::size_t n = shape.nodes.size(); n-- > 0;) {  // children come after their parent
    TreeNode& node = shape.nodes[n];
    for (std::size_t i = 0; i < 8 && node.child[i] != kEmptyChild; ++i) {
      const std::uint32_t child = node.child[i], piece = child & ~kLeafBit;
      set_box(
          node, i,
          child == piece ? box_of(shape.nodes[child]) : place_piece(frames, shape.mounts[piece], shape.pieces[piece]));
    }
  }
  if (shape.empty()) return;
  const Box all = box_of(shape.nodes[0]);
  shape.bounds = {math::Vec3(all.low), math::Vec3(all.high)};
}

}  // namespace fh::senses
