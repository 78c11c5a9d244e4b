// SPDX-License-Identifier: Apache-2.0
#pragma once
// The live numbers of a user at the moment of each snapshot, whether or not they are shown. Nothing of it is state of
// the world.
#include <vector>

#include "core/json.h"
#include "world/world.h"

namespace fh::session {

class SnapshotNumbers {
 public:
  /// After every tick; measures when a snapshot was taken in it.
  void tick_done(const world::World& world);
  /// One for each of the world's snapshots: clearance, posture, balance, what is seen; null without a body.
  const std::vector<core::Json>& rows() const { return rows_; }

 private:
  std::vector<core::Json> rows_;
};

}  // namespace fh::session
