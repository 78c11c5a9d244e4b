// SPDX-License-Identifier: Apache-2.0
#pragma once
// A glTF document under construction: JSON with one binary buffer, written as .glb.
#include <cstring>
#include <vector>

#include "core/json.h"
#include "core/text.h"
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
