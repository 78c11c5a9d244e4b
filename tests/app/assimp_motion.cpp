// SPDX-License-Identifier: Apache-2.0
// Prints what Assimp reads from an animated file, as JSON: its nodes with their places at the end of the animation, and
// how many frames that has. usage: assimp_motion FILE
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace {

const aiNodeAnim* channel_of(const aiScene& scene, const aiNode& node) {
  for (unsigned i = 0; i < scene.mAnimations[0]->mNumChannels; ++i) {
    const aiNodeAnim* channel = scene.mAnimations[0]->mChannels[i];
    if (channel->mNodeName == node.mName) return channel;
  }
  return nullptr;
}

/// Against the node above, at the last key.
aiMatrix4x4 last_pose(const aiScene& scene, const aiNode& node) {
  const aiNodeAnim* channel = channel_of(scene, node);
  if (!channel) return node.mTransformation;
  return aiMatrix4x4(channel->mScalingKeys[channel->mNumScalingKeys - 1].mValue,
                     channel->mRotationKeys[channel->mNumRotationKeys - 1].mValue,
                     channel->mPositionKeys[channel->mNumPositionKeys - 1].mValue);
}

void list(const aiScene& scene, const aiNode& node, const aiMatrix4x4& above, nlohmann::json& nodes) {
  const aiMatrix4x4 here = above * last_pose(scene, node);
  nodes.push_back({{"name", node.mName.C_Str()}, {"at", {here.a4, here.b4, here.c4}}});
  for (unsigned i = 0; i < node.mNumChildren; ++i) list(scene, *node.mChildren[i], here, nodes);
}

}  // namespace

int main(int count, char** arguments) {
  Assimp::Importer importer;
  const aiScene* scene = count == 2 ? importer.ReadFile(arguments[1], aiProcess_ValidateDataStructure) : nullptr;
  if (!scene || scene->mNumAnimations != 1) {
    std::fprintf(stderr, "no scene with one animation: %s\n", importer.GetErrorString());
    return 1;
  }
  nlohmann::json nodes = nlohmann::json::array();
  list(*scene, *scene->mRootNode, aiMatrix4x4(), nodes);
  unsigned frames = 0;
  for (unsigned i = 0; i < scene->mAnimations[0]->mNumChannels; ++i) {
    const aiNodeAnim* channel = scene->mAnimations[0]->mChannels[i];
    frames = std::max({frames, channel->mNumPositionKeys, channel->mNumRotationKeys});
  }
  const nlohmann::json result{{"nodes", nodes}, {"frames", frames}, {"renamed", nlohmann::json::object()}};
  std::printf("%s\n", result.dump().c_str());
  return 0;
}
