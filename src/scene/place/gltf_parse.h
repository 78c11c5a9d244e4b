// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one door to tinygltf: a checked document in, its model with buffers and decoded pictures out.
#include <tiny_gltf.h>

#include <filesystem>

#include "core/result.h"
#include "scene/place/gltf_check.h"

namespace fh::scene {

/// `hash` is extended by the content of every other file read. Messages name the file; pictures that cannot be shown
/// stay empty and are told of in `warnings`.
core::Result<tinygltf::Model> parse_gltf(const core::Json& checked_root, const GltfContainer& container,
                                         const std::string& name, const std::filesystem::path& folder,
                                         std::uint64_t& hash, std::vector<std::string>& warnings, bool pictures);

}  // namespace fh::scene
