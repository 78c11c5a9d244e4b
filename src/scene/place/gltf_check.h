// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of glTF that Firsthand reads, checked against the rules before any of it is used.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/json.h"

namespace fh::scene {

/// A .glb taken apart, or the text of a .gltf.
struct GltfContainer {
  std::string json;
  std::span<const std::byte> binary;  // the BIN chunk; points into the file's bytes
  bool is_glb = false;
};
core::Result<GltfContainer> open_container(std::span<const std::byte> bytes, const std::string& name);

inline constexpr std::uint64_t kMostGltfBytes = 1ull << 30;  // of one file, of one buffer, and of all decoded geometry
inline constexpr std::uint64_t kMostImageBytes = 512ull << 20;  // of all decoded pictures
inline constexpr std::uint32_t kWidestImage = 8192;

inline constexpr const char* kTextureSets[] = {"TEXCOORD_0", "TEXCOORD_1", "TEXCOORD_2", "TEXCOORD_3"};
inline constexpr const char* kMeshopt = "EXT_meshopt_compression";
inline constexpr const char* kDraco = "KHR_draco_mesh_compression";
/// Ends the problems of files that only an import can read (scene/import): Draco's triangles, glTF 1.
inline constexpr const char* kOnlyImported = "\"firsthand import\" makes a plain .glb of the file";
inline constexpr const char* kTextureTransform = "KHR_texture_transform";
inline constexpr const char* kSpecularGlossiness = "KHR_materials_pbrSpecularGlossiness";

/// Notes every broken rule among what is read. When it leaves no problem, all indices, offsets, counts and types of
/// buffers, views, accessors, meshes, nodes, materials, textures and images are in range. `warnings`: what the file
/// asks for and goes without (extensions of materials, missing pictures).
void check_gltf(const core::Json& root, const GltfContainer& container, const std::filesystem::path& folder,
                core::Problems& problems, std::vector<std::string>& warnings);

/// The checked sections only: what goes on to the parser. Animations, skins, cameras and extensions stay behind;
/// diffuse colours of specular-glossiness materials become base colours.
core::Json reduced_gltf(const core::Json& root);

/// Where a view's buffer is not there and its content is packed (EXT_meshopt_compression): how. Null for other views.
const core::Json* packed_part(const core::Json& root, const core::Json& view);
/// A buffer without content, for views that are packed.
bool is_stand_in(const core::Json& buffer);

/// A file in `folder` (or below it) that a relative uri names; empty when it would lead elsewhere.
std::filesystem::path file_of_uri(const std::filesystem::path& folder, const std::string& uri);

}  // namespace fh::scene
