// SPDX-License-Identifier: Apache-2.0
#pragma once
// A glTF document under construction: JSON with one binary buffer, written as .glb.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "core/json.h"
#include "core/text.h"
#include "report/motion/coloured_mesh.h"
#include "scene/place/gltf.h"
#include "scene/place/gltf_check.h"

namespace fh::report {

class GlbDocument {
 public:
  /// An empty scene.
  GlbDocument() {
    root_ = {{"asset", {{"version", "2.0"}, {"generator", "firsthand"}}},
             {"scene", 0},
             {"scenes", core::Json::array({{{"nodes", core::Json::array()}}})}};
  }
  /// The document of a place, to which nodes and animations are added.
  explicit GlbDocument(const scene::Scene& scene) {
    const std::vector<std::byte> bytes = scene::glb_bytes(scene);
    const auto container = scene::open_container(bytes, "place");
    root_ = core::Json::parse(container->json);
    binary_.assign(container->binary.begin(), container->binary.end());
  }

  /// The index of the accessor. `component`: 5126 floats, 5125 and 5123 unsigned, 5122 signed, 5121 bytes.
  template <class T>
  std::size_t add_accessor(const std::vector<T>& values, const char* type, int component = 5126,
                           std::size_t per_value = 1) {
    binary_.resize((binary_.size() + 3) / 4 * 4);
    const std::size_t offset = binary_.size(), size = values.size() * sizeof(T);
    binary_.resize(offset + size);
    std::memcpy(binary_.data() + offset, values.data(), size);
    root_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}});
    root_["accessors"].push_back({{"bufferView", root_["bufferViews"].size() - 1},
                                  {"componentType", component},
                                  {"count", values.size() / per_value},
                                  {"type", type}});
    return root_["accessors"].size() - 1;
  }
  std::size_t add_node(core::Json node) {
    root_["nodes"].push_back(std::move(node));
    return root_["nodes"].size() - 1;
  }
  /// A node of the scene itself.
  std::size_t add_root(core::Json node) {
    const std::size_t index = add_node(std::move(node));
    root_["scenes"][0]["nodes"].push_back(index);
    return index;
  }
  /// A dull material of one colour, linear red, green, blue and opacity.
  std::size_t add_material(const char* name, const std::array<double, 4>& factor, bool blend = false) {
    core::Json material{
        {"name", name},
        {"pbrMetallicRoughness", {{"baseColorFactor", factor}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.9}}}};
    if (blend) material["alphaMode"] = "BLEND";
    root_["materials"].push_back(std::move(material));
    return root_["materials"].size() - 1;
  }
  /// Points with their bounds.
  std::size_t add_positions(const std::vector<float>& positions) {
    const std::size_t accessor = add_accessor(positions, "VEC3", 5126, 3);
    std::array<float, 3> low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
    for (std::size_t i = 0; i < positions.size(); ++i) {
      low[i % 3] = std::min(low[i % 3], positions[i]);
      high[i % 3] = std::max(high[i % 3], positions[i]);
    }
    root_["accessors"][accessor]["min"] = low;
    root_["accessors"][accessor]["max"] = high;
    return accessor;
  }
  std::size_t add_mesh(const ColouredMesh& mesh, std::size_t material, const std::string& name) {
    const std::size_t positions = add_positions(mesh.positions);
    const std::size_t colours = add_accessor(mesh.colours, "VEC4", 5121, 4);
    root_["accessors"][colours]["normalized"] = true;
    const core::Json primitive{{"attributes", {{"POSITION", positions}, {"COLOR_0", colours}}},
                               {"indices", add_accessor(mesh.indices, "SCALAR", 5125)},
                               {"material", material}};
    root_["meshes"].push_back({{"name", name}, {"primitives", core::Json::array({primitive})}});
    return root_["meshes"].size() - 1;
  }
  core::Json& operator[](const char* key) { return root_[key]; }

  std::vector<std::byte> bytes() {
    root_["buffers"] = core::Json::array({{{"byteLength", binary_.size()}}});
    return scene::glb_container(core::to_text(root_), binary_);
  }

 private:
  core::Json root_;
  std::vector<std::byte> binary_;
};

}  // namespace fh::report
