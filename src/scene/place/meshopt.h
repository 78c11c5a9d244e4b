// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vertices and triangles packed as the glTF extension EXT_meshopt_compression says (Khronos, EXT_meshopt_compression,
// appendix A: bitstream version 0 of attributes, 1 of triangles and indices; appendix B: filters).
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fh::scene {

enum class MeshoptMode : std::uint8_t { Attributes, Triangles, Indices };
enum class MeshoptFilter : std::uint8_t { None, Octahedral, Quaternion, Exponential };

std::optional<MeshoptMode> meshopt_mode(std::string_view word);
std::optional<MeshoptFilter> meshopt_filter(std::string_view word);

struct MeshoptView {
  std::size_t count = 0;   // elements
  std::size_t stride = 0;  // bytes of one: attributes a multiple of 4 up to 256, else 2 or 4
  MeshoptMode mode = MeshoptMode::Attributes;
  MeshoptFilter filter = MeshoptFilter::None;  // of attributes: stride 4 or 8 octahedral, 8 quaternions
};
/// Strides, counts and filters that fit each other.
bool is_possible(const MeshoptView& view);

/// count * stride bytes; nothing when `packed` is damaged. `view` must be possible.
std::optional<std::vector<std::uint8_t>> unpack_meshopt(std::span<const std::uint8_t> packed, const MeshoptView& view);

}  // namespace fh::scene
