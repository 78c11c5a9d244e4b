// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <span>
#include <vector>

#include "math/mesh.h"

namespace fh::math {

/// From the first place to the second, as a triangle runs through it.
using OpenEdge = std::array<Vec3, 2>;

/// Edges that more triangles run through one way than the other: the rims of holes. Corners within a tenth of a
/// millimetre are one.
std::vector<OpenEdge> open_edges(std::span<const Triangle> triangles);
/// Every edge has as many triangles on one side as on the other: a solid that a section can cap.
bool is_closed(const TriMesh& mesh);
/// What closes the surface that has these open edges: one cone per rim, over its middle.
std::vector<std::vector<Triangle>> closing_cones(std::span<const OpenEdge> edges);

std::vector<Triangle> triangles_of(const TriMesh& mesh);
/// m³; negative when the faces look inwards. Of closed surfaces.
double volume_of(std::span<const Triangle> triangles);

}  // namespace fh::math
