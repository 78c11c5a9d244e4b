// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which surfaces of a place enclose a solid, so that a section can fill the cut. Models of other programs split a solid
// by materials, leave bottoms open, and show rooms from within; the renderer and the measuring tools both ask here.
#include <span>
#include <vector>

#include "math/shapes.h"
#include "scene/place/scene.h"

namespace fh::scene {

struct SolidShell {
  bool solid = false;                   // the mesh counts
  std::vector<math::Triangle> patches;  // mesh space: close the holes of its object, never drawn
};

/// For every mesh of the scene, from the given objects of it. A mesh is solid when it is closed, when the meshes of its
/// object together are, or when they are but for holes of less than a quarter of their area, which are closed by
/// patches. Glass is not, nor is what looks inwards round other things: a room.
std::vector<SolidShell> solid_shells(const Scene& scene, std::span<const Object> objects);

}  // namespace fh::scene
