// SPDX-License-Identifier: Apache-2.0
#include "scene/import/raw_check.h"

#include <assimp/scene.h>

#include <span>

namespace fh::scene {
namespace {

core::Result<> check(const aiMesh& mesh) {
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    for (const unsigned corner : std::span(mesh.mFaces[f].mIndices, mesh.mFaces[f].mNumIndices)) {
      if (corner >= mesh.mNumVertices)
        return core::fail("face {} names vertex {}, and there are {} (the first is 0)", f, corner, mesh.mNumVertices);
    }
  }
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    for (const aiVertexWeight& weight : std::span(mesh.mBones[b]->mWeights, mesh.mBones[b]->mNumWeights)) {
      if (weight.mVertexId >= mesh.mNumVertices)
        return core::fail("a bone names vertex {}, and there are {} (the first is 0)", weight.mVertexId,
                          mesh.mNumVertices);
    }
  }
  return {};
}

}  // namespace

core::Result<> check_vertex_numbers(const aiScene& scene) {
  for (const aiMesh* mesh : std::span(scene.mMeshes, scene.mNumMeshes)) FH_TRY_VOID(check(*mesh));
  return {};
}

}  // namespace fh::scene
