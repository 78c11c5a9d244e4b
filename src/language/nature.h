// SPDX-License-Identifier: Apache-2.0
#pragma once
// What relations ask of a thing besides where it is. Minds include this header: it must not show the place.
#include "language/relations.h"

namespace fh::scene {
struct Object;
}

namespace fh::language {

/// Box and pose are not set.
Whereabouts nature_of(const scene::Object& object);

}  // namespace fh::language
