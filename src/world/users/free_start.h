// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a user begins a visit: where the scenario says, or, where that is inside something that never moves, on the
// nearest free floor. A place that was saved with a table on the start still opens; `validate` and `run` say the same.
#include <string>

#include "physics/world.h"
#include "scene/scenario/scenario.h"

namespace fh::world {

struct FreeStart {
  math::Pose start;
  std::string warning;  // empty: as the scenario says
};

/// `physics` is the scene's, not stepped yet. The way that the user faces is kept.
FreeStart free_start(const physics::World& physics, const scene::UserSpec& user);

}  // namespace fh::world
