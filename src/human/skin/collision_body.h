// SPDX-License-Identifier: Apache-2.0
#pragma once
// The body as convex pieces for clearance and physics: capsules and, where a body is flat, rounded boxes fitted to the
// skin of each segment (J-06). Poses are in joint frames, so they follow forward kinematics.
#include <array>
#include <vector>

#include "human/body/kinematics.h"
#include "human/skin/skin.h"
#include "math/shapes.h"

namespace fh::human {

/// All points within `radius` of a flat box (a stadium swept): half.x by half.y by half.z around the pose's origin. A
/// capsule has two zero half sizes, a sphere three.
struct RoundedBox {
  math::Pose joint_from_box;
  math::Vec3 half{0.0};
  double radius = 0.0;
};

struct CollisionPiece {
  Joint joint = Joint::Pelvis;  // the segment it belongs to
  RoundedBox shape;
};

struct CollisionBody {
  std::vector<CollisionPiece> pieces;
};

/// Fits one piece per larger segment to the finest skin; fingers get one capsule per phalanx.
CollisionBody build_collision_body(const Skeleton& skeleton, const Skin& skin);

/// Signed distance of a point of the joint's frame to the piece; negative inside.
double signed_distance(const RoundedBox& shape, const math::Vec3& point);
/// The capsule nearest to a rounded box, for engines without one: along its longest half size.
math::Capsule as_capsule(const RoundedBox& shape);

/// The fifteen segments of a hand's fingers as capsules in their joints' frames, in the order of fingers(side).
std::array<math::Capsule, 15> finger_capsules(const CollisionBody& body, Side side);
/// The piece of a joint; null when there is none.
const RoundedBox* piece_of(const CollisionBody& body, Joint joint);

/// How well the pieces follow the skin, in the bind posture: distance of every outer skin vertex to the nearest surface
/// of all pieces, metres.
struct FitQuality {
  double mean = 0.0, p95 = 0.0, worst = 0.0;
};
FitQuality fit_quality(const Skeleton& skeleton, const Skin& skin, const CollisionBody& body);

}  // namespace fh::human
