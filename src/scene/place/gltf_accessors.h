// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers out of the accessors of a checked glTF document: floats and quantised integers (KHR_mesh_quantization),
// sparse changes, and zeros where there is no data.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "scene/place/gltf_parse.h"

namespace fh::scene {

class GltfAccessors {
 public:
  GltfAccessors(const core::Json& root, const tinygltf::Model& model, core::Problems& problems)
      : root_(root), model_(model), problems_(problems) {}

  /// `columns` numbers per element, one after the other; integers as they are, or in [-1, 1] where they are normalised.
  /// False when something is wrong with it: a problem at `at`.
  bool read_numbers(int accessor, std::size_t columns, const std::string& at, std::vector<float>& out);
  /// Indices below `vertices`.
  bool read_indices(int accessor, std::size_t vertices, const std::string& at, std::vector<std::uint32_t>& out);
  /// Counts bytes towards the bound on everything decoded; false, and a problem, when that is exceeded.
  bool spend(std::uint64_t bytes, const std::string& at);

 private:
  struct View {
    const unsigned char* data;
    std::size_t stride;
  };
  std::optional<View> view(std::size_t buffer_view, std::size_t offset, std::size_t element, std::size_t count,
                           const std::string& at);
  bool apply_sparse(int accessor, std::size_t columns, const std::string& at, std::vector<float>& out);

  const core::Json& root_;
  const tinygltf::Model& model_;
  core::Problems& problems_;
  std::uint64_t decoded_ = 0;
};

}  // namespace fh::scene
