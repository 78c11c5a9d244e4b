// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the header of a PLY file promises, held against the size of the file. Private to scene/place.
#include <filesystem>

#include "core/result.h"

namespace fh::scene {

/// Fails when the header announces more elements than the bytes behind it can hold: Assimp would make room for them and
/// look for every one, or for the end of a header that has none. A header that is damaged otherwise is left to Assimp,
/// which says what is wrong with it.
core::Result<> check_ply_header(const std::filesystem::path& file);

}  // namespace fh::scene
