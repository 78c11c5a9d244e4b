// SPDX-License-Identifier: Apache-2.0
#pragma once
// The surfaces of a checked glTF model as scene materials, textures and meshes.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "scene/place/gltf_accessors.h"
#include "scene/place/scene.h"

namespace fh::scene {

class GltfSurfaces {
 public:
  GltfSurfaces(Scene& scene, const core::Json& root, const tinygltf::Model& model, core::Problems& problems)
      : scene_(scene), root_(root), model_(model), problems_(problems), accessors_(root, model, problems) {}

  /// Appends all materials and meshes; what is broken becomes a problem.
  void run();
  /// The scene's meshes of a glTF mesh, one per primitive of triangles.
  const std::vector<std::uint32_t>& meshes_of(std::size_t gltf_mesh) const { return meshes_[gltf_mesh]; }
  /// A copy of a mesh moved by a matrix that no pose and scale can express; nullopt when memory runs out.
  std::optional<std::uint32_t> baked(std::uint32_t mesh, const glm::dmat4& object_from_mesh);

  std::vector<std::string> warnings;

 private:
  /// Which texture coordinates a material uses, and where they go: offset + x u + y v.
  struct TextureMove {
    unsigned set = 0;
    math::Vec2f offset{0.0f}, x{1.0f, 0.0f}, y{0.0f, 1.0f};
  };
  std::int32_t texture(int index, bool srgb);
  void add_materials();
  std::uint32_t material(int index);
  static TextureMove move_of(const core::Json& material);
  bool read_vectors(int accessor, const std::string& at, std::vector<math::Vec3f>& out);
  bool read_uvs(const tinygltf::Primitive& primitive, const std::string& at, std::vector<math::Vec2f>& out);
  bool read_primitive(const tinygltf::Primitive& primitive, const std::string& at, math::TriMesh& geometry);
  void add_mesh(std::size_t index);

  Scene& scene_;
  const core::Json& root_;
  const tinygltf::Model& model_;
  core::Problems& problems_;
  GltfAccessors accessors_;
  std::vector<TextureMove> moves_;                         // by material
  std::map<std::pair<int, bool>, std::int32_t> textures_;  // by image and colour space
  std::uint32_t first_material_ = 0;
  std::optional<std::uint32_t> default_material_;
  std::vector<std::vector<std::uint32_t>> meshes_;
};

}  // namespace fh::scene
