// SPDX-License-Identifier: Apache-2.0
#pragma once
// A collision body as triangles, for rivals that cast nothing else.
#include <vector>

#include "human/skin/collision_body.h"

namespace fh::bench {

/// Every rounded box as a closed, convex mesh of the same mean outline, in the world; outward faces.
std::vector<math::Triangle> body_mesh(const human::CollisionBody& body, const human::Frames<double>& frames);

}  // namespace fh::bench
