#pragma once
// Live measures of the visit, kept with the state so that a replay reproduces them bit by bit.
#include "core/archive.h"
#include "world/user.h"

namespace fh::world {

struct Measures {
  double lowest_head = 0.0, highest_head = 0.0;  // m above the floor, once the head was seen
  double fastest_hand = 0.0;                     // m/s
  std::int64_t ticks_untracked = 0;              // any hand or the head lost, after it was first seen

  void visit(core::Archive& archive);
};

void advance(Measures& measures, const UserState& user);

}  // namespace fh::world
