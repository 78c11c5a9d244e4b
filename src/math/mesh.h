// SPDX-License-Identifier: Apache-2.0
#pragma once
// Triangle geometry as plain arrays, shared by places (scene/) and bodies (human/). Single precision: it feeds the GPU
// and the collision shapes.
#include <array>
#include <cstdint>
#include <vector>

#include "math/shapes.h"

namespace fh::math {

/// Counter-clockwise triangles seen from outside. `normals` and `uvs` are empty or as long as `positions`.
struct TriMesh {
  std::vector<Vec3f> positions;
  std::vector<Vec3f> normals;
  std::vector<Vec2f> uvs;
  std::vector<std::uint32_t> indices;  // three per triangle

  std::size_t triangle_count() const { return indices.size() / 3; }
  Triangle triangle(std::size_t i) const {
    return {Vec3(positions[indices[3 * i]]), Vec3(positions[indices[3 * i + 1]]), Vec3(positions[indices[3 * i + 2]])};
  }
  Aabb bounds() const {
    Aabb box;
    for (const Vec3f& p : positions) box.add(Vec3(p));
    return box;
  }
};

/// A mesh in the rest posture whose vertices follow up to four joints. Colours are linear RGB per vertex.
struct SkinnedMesh {
  TriMesh mesh;
  std::vector<Vec3f> colours;                        // one per vertex
  std::vector<std::array<std::uint16_t, 4>> joints;  // indices into the body's skinning matrices
  std::vector<std::array<float, 4>> weights;         // sum to 1
  std::vector<std::uint16_t> segments;               // body segment per vertex, for highlights
};

/// Rows of a 3×4 matrix from the rest posture to the world.
struct SkinningMatrix {
  std::array<Vec4f, 3> rows;
};

}  // namespace fh::math
