// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "math/mesh.h"

namespace fh::math {

/// Every edge has as many triangles on one side as on the other: a solid that a section can cap. Corners within a tenth
/// of a millimetre are one.
bool is_closed(const TriMesh& mesh);

}  // namespace fh::math
