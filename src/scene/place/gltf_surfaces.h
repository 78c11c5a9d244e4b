// SPDX-License-Identifier: Apache-2.0
#pragma once
// The surfaces of a checked glTF model as scene materials, textures and meshes.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "scene/place/gltf_parse.h"
#include "scene/place/scene.h"

namespace fh::scene {

class GltfSurfaces {
 public:
  GltfSurfaces(Scene& scene, const core::Json& root, const tinygltf::Model& model, core::Problems& problems)
      : scene_(scene), root_(root), model_(model), problems_(problems) {}

  /// Appends all materials and meshes; what is broken becomes a problem.
  void run();
  /// The scene's meshes of a glTF mesh, one per primitive of triangles.
  const std::vector<std::uint32_t>& meshes_of(std::size_t gltf_mesh) const { return meshes_[gltf_mesh]; }
  /// A copy of a mesh moved by a matrix that no pose and scale can express; nullopt when memory runs out.
  std::optional<std::uint32_t> baked(std::uint32_t mesh, const glm::dmat4& object_from_mesh);

  std::vector<std::string> warnings;

 private:
  struct View {
    const unsigned char* data;
    std::size_t stride, count;
  };
  std::int32_t texture(int index, bool srgb);
  void add_materials();
  std::uint32_t material(int index);
  std::optional<View> view(int index, std::size_t element, const std::string& at);
  bool read_vectors(int accessor, const std::string& at, std::vector<math::Vec3f>& out);
  bool read_uvs(int accessor, const std::string& at, std::vector<math::Vec2f>& out);
  bool read_indices(int accessor, std::size_t vertices, const std::string& at, std::vector<std::uint32_t>& out);
  bool read_primitive(const tinygltf::Primitive& primitive, const std::string& at, math::TriMesh& geometry);
  void add_mesh(std::size_t index);

  Scene& scene_;
  const core::Json& root_;
  const tinygltf::Model& model_;
  core::Problems& problems_;
  std::map<std::pair<int, bool>, std::int32_t> textures_;  // by image and colour space
  std::uint32_t first_material_ = 0;
  std::optional<std::uint32_t> default_material_;
  std::vector<std::vector<std::uint32_t>> meshes_;
  std::uint64_t decoded_ = 0;  // bytes of geometry so far
};

}  // namespace fh::scene
