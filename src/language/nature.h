// SPDX-License-Identifier: Apache-2.0
#pragma once
// What relations ask of a thing besides where it is. Minds include this header: it must not show the place.
#include <algorithm>

#include "language/relations.h"

namespace fh::scene {
struct Object;
}

namespace fh::language {

/// Box and pose are not set.
Whereabouts nature_of(const scene::Object& object);

/// Whether people sit down on a thing of this size that is not made for it: low, broad and not light. `mass`: kg, 0 of
/// what cannot be moved.
inline bool bears_a_sitter(const math::Vec3& size, double mass) {
  constexpr double kLow = 0.3, kHigh = 0.65, kBroad = 0.28, kHeavy = 8.0;  // m, m, m, kg
  return size.y >= kLow && size.y <= kHigh && std::min(size.x, size.z) >= kBroad && (mass == 0.0 || mass >= kHeavy);
}

}  // namespace fh::language
