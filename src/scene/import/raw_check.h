// SPDX-License-Identifier: Apache-2.0
#pragma once
// What Assimp's readers do not check and its later steps rely on: a number out of range there is memory out of range.
#include "core/result.h"

struct aiScene;

namespace fh::scene {

/// Every corner of a face and every weight of a bone names a vertex that there is; says which does not.
core::Result<> check_vertex_numbers(const aiScene& scene);

}  // namespace fh::scene
