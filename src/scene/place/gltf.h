// SPDX-License-Identifier: Apache-2.0
#pragma once
// glTF 2.0 (.glb, .gltf) as part of a scene: node hierarchy, meshes, metallic-roughness materials, textures, and what
// things mean in the `extras` of nodes (the keys of scenario objects: label, classes, mass, movable, joint …; JB-88).
//
// Files are not trusted: everything the loader uses is checked first, with one message per problem that names file and
// JSON pointer. Only files in the glTF's own folder are opened, never the network; sizes and memory are bounded.
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "scene/place/scene.h"

namespace fh::scene {

struct GltfOptions {
  double metres_per_unit = 1.0;  // glTF says metres; some exporters do not
  math::Pose world_from_model;   // where the model stands
  std::string prefix;            // "hall" gives objects "hall.<node>"; empty for none
  bool pictures = true;          // decode them; without, surfaces have their plain colours
  bool extras = true;            // nodes mean what their extras say; other programs write other things there
};

struct GltfSummary {
  std::size_t objects = 0;
  std::size_t triangles = 0;
  math::Aabb bounds;                  // world space
  std::uint64_t content_hash = 0;     // of the file and the files it names
  std::vector<std::string> warnings;  // odd units, parts left out
};

/// Appends the file's objects to the scene; on failure the scene is as it was and the error lists every problem.
core::Result<GltfSummary> append_gltf(Scene& scene, const std::filesystem::path& file, const GltfOptions& options);
/// The same from memory; `name` stands for the file in messages, `folder` is the only place other files may come from.
core::Result<GltfSummary> append_gltf(Scene& scene, std::span<const std::byte> bytes, const std::string& name,
                                      const std::filesystem::path& folder, const GltfOptions& options);

/// Writes the whole scene as .glb, one node per object with its meaning in extras; append_gltf reads it back.
/// Collision shapes are not stored: readers take triangles (structure) or convex hulls (things that move).
core::Result<> save_glb(const Scene& scene, const std::filesystem::path& file);
std::vector<std::byte> glb_bytes(const Scene& scene);
/// A .glb out of its two parts, padded as the format asks.
std::vector<std::byte> glb_container(std::string json, std::span<const std::byte> binary);

/// Metres per unit for "m", "cm", "mm", "km", "in", "ft"; 0 for anything else.
double metres_per(std::string_view unit);
const std::vector<std::string>& unit_names();
/// A sentence that names the likely unit when the extent is implausible for a place in metres, else empty.
std::string unit_warning(const math::Aabb& bounds, double metres_per_unit);

}  // namespace fh::scene
