// SPDX-License-Identifier: Apache-2.0
#pragma once
// Doors that shut at a given time close by themselves and are locked then.
#include "core/time.h"
#include "physics/world.h"

namespace fh::world {

/// Before each step of the place.
void shut_doors(physics::World& physics, const scene::Scene& scene, core::Tick now);

}  // namespace fh::world
