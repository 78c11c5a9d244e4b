// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies do not pass through each other, whatever their minds believe. planning::hold_apart() ensures that among the
// people an agent perceives; this is the truth for whoever it overlooked.
#include <span>
#include <vector>

#include "math/point_grid.h"
#include "world/agents/agent.h"
#include "world/users/users.h"

namespace fh::world {

/// Where agents are, in bins. Buffers; no state.
struct AgentBins {
  std::vector<math::Vec2> spots;  // (x, z), by agent
  math::PointGrid grid;
};

class BodySeparation {
 public:
  /// Somebody who yields nothing: the body, or a part of a leg.
  struct Fixed {
    core::BodyId id;
    math::Vec3 at;              // a point of its axis, on the ground
    double apart = kTwoTrunks;  // m to the axes of others
  };
  static constexpr double kTrunk = 0.22;  // m: the radius of a body that others must not enter
  static constexpr double kTwoTrunks = 2.0 * kTrunk;
  /// Keeps the agents' wanted roots apart: each pair that would overlap shares the correction, in the order of ids;
  /// users yield nothing. Agents that are pushed receive a touch percept. O(neighbours), not O(n^2).
  void part(std::span<Agent> agents, std::span<const Fixed> users, double dt);
  /// Adds the trunk of a user who is there, and each leg at the middle of the shank and at the toes: where the user
  /// strides, kneels or puts a foot forward, agents make room for the leg too.
  static void add(const User& user, std::vector<Fixed>& out);

 private:
  void find_pairs(std::span<const Agent> agents);

  struct Pair {
    std::uint32_t a, b;
  };
  AgentBins bins_;
  std::vector<Pair> pairs_;  // a < b, in order; a buffer too
};

}  // namespace fh::world
