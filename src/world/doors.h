// SPDX-License-Identifier: Apache-2.0
#pragma once
// Doors that agents open: the hand goes to the leaf, the leaf swings as far as it can, then it is left alone. Doors
// that shut at a given time close by themselves and are locked then.
#include <span>
#include <vector>

#include "core/archive.h"
#include "physics/world.h"
#include "world/agent.h"

namespace fh::world {

class Doors {
 public:
  /// Starts what agents ask for and ends what is done; before each step of the place.
  void advance(physics::World& physics, const scene::Scene& scene, std::span<const Agent> agents, core::Tick now);
  void visit(core::Archive& archive) { archive.field("opening", opening_); }

 private:
  void shut(physics::World& physics, const scene::Object& door);

  struct Opening {
    core::ObjectId door;
    double target = 0.0;          // joint position
    std::int64_t ticks_left = 0;  // until one gives up

    void visit(core::Archive& archive) {
      archive.field("door", door.value);
      archive.field("target", target);
      archive.field("ticks_left", ticks_left);
    }
  };
  std::vector<Opening> opening_;  // sorted by door
};

}  // namespace fh::world
