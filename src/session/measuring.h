// SPDX-License-Identifier: Apache-2.0
#pragma once
// Feeds the observers of evaluation from a world, after every tick: live and in replays alike.
#include "evaluation/observers.h"
#include "world/world.h"

namespace fh::session {

/// What observers may know of the place and the people. Points into the world and its scenario.
evaluation::Surroundings surroundings_of(const world::World& world);

class Measuring {
 public:
  /// Measures from the world's present state on. The world must stay where it is.
  explicit Measuring(const world::World& world, evaluation::Depth depth = evaluation::Depth::Visit);

  void tick_done(const world::World& world);
  const evaluation::Observers& observers() const { return observers_; }

 private:
  evaluation::Observers observers_;
  frame::Moment moment_;  // reused
};

}  // namespace fh::session
