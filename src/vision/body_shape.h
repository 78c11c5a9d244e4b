#pragma once
// A collision body as triangles: every rounded box becomes a closed, convex mesh of the same mean outline.
#include <vector>

#include "core/ids.h"
#include "human/collision_body.h"
#include "vision/tri_tree.h"

namespace fh::vision {

/// Outward triangles around the origin of the box's own frame; octants of a sphere, `fineness`² faces each (1 … 4),
/// pulled apart by the half sizes. The radius is enlarged so that the polygon has the circle's area.
std::vector<math::Triangle> rounded_box_mesh(const human::RoundedBox& shape, int fineness);

/// One piece per collision piece, in the order of body.pieces, labelled by body and joint. Corners are in the world of
/// `frames`, so that the tree groups what is near in that posture; place_tree() with the inverse poses takes them back.
std::vector<SourceTriangle> body_triangles(core::BodyId id, const human::CollisionBody& body,
                                           const human::Frames<double>& frames);
/// world_from_piece of every piece.
void piece_poses(const human::CollisionBody& body, const human::Frames<double>& frames, std::vector<math::Pose>& poses);

}  // namespace fh::vision
