// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies do not pass through each other, whatever their minds believe. planning::hold_apart() ensures that among the
// people an agent perceives; this is the truth for whoever it overlooked.
#include <span>
#include <vector>

#include "math/point_grid.h"
#include "world/agent.h"

namespace fh::world {

/// Where agents are, in bins. Buffers; no state.
struct AgentBins {
  std::vector<math::Vec2> spots;  // (x, z), by agent
  math::PointGrid grid;
};

class BodySeparation {
 public:
  /// Somebody who yields nothing.
  struct Fixed {
    core::BodyId id;
    math::Vec3 feet;
  };
  /// Keeps the agents' wanted roots apart: each pair that would overlap shares the correction, in the order of ids;
  /// users yield nothing. Agents that are pushed receive a touch percept. O(neighbours), not O(n^2).
  void part(std::span<Agent> agents, std::span<const Fixed> users, double dt);

 private:
  void find_pairs(std::span<const Agent> agents);

  struct Pair {
    std::uint32_t a, b;
  };
  AgentBins bins_;
  std::vector<Pair> pairs_;  // a < b, in order; a buffer too
};

}  // namespace fh::world
