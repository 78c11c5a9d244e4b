// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a mesh can reflect the room: its flat faces. What a mirror is, its material says (scene::Material::mirror), and
// what lies in one plane is judged as for the agents' eyes (senses/retina/retina_scene.h).
#include <array>
#include <vector>

#include "math/mesh.h"

namespace fh::render {

/// A rectangle around the triangles of one plane, in the mesh's space, counter-clockwise seen from the reflecting side.
struct MirrorFace {
  std::array<math::Vec3, 4> corners;
};

/// Flat faces with at least a tenth of the mesh's area each, largest first; none for a mesh that is bent all over.
std::vector<MirrorFace> mirror_faces_of(const math::TriMesh& mesh);

}  // namespace fh::render
