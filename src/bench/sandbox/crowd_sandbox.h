// SPDX-License-Identifier: Apache-2.0
#pragma once
// A stand-in world for tests and benchmarks of walking: bodies are discs that do exactly what their navigators say, all
// reading the same last tick. Every agent perceives the nearest kAttention people within sight range (no occlusion) and
// knows all obstacles.
#include <memory>
#include <span>
#include <vector>

#include "math/point_grid.h"
#include "planning/navigation/navigator.h"

namespace fh::planning {

struct SandboxWalker {
  core::BodyId id;
  Vec3 position{0.0};
  Vec2 velocity{0.0};
  double facing = 0.0;
  double radius = 0.25;
  double personal_space = 0.0;
  bool yields = true;
  std::unique_ptr<Navigator> navigator;  // null: moves at its own velocity (a user)
  NavigatorOutput out;
  double travelled = 0.0;
  double arrived_at = -1.0;  // s; negative = not yet
};

struct RehearsalStats {
  std::int64_t overlaps = 0;       // pair-steps with more than 1 cm of overlap
  double least_gap = 1e9;          // m between bodies, least of all
  double least_wall_gap = 1e9;     // m between bodies and solid cells, least of all
  std::int64_t wall_contacts = 0;  // agent-steps nearer to a solid cell than the side-step radius less 1 cm
  std::int64_t space_intrusions =
      0;  // agent-steps within somebody's personal space, not caused by that person's motion
};

class Rehearsal {
 public:
  static constexpr std::size_t kAttention = 16;  // people that somebody minds at once

  explicit Rehearsal(double sight = 6.0) : sight_(sight) {}

  /// Ids count from 1 in order of addition.
  SandboxWalker& add(const Vec3& position, double facing, std::unique_ptr<Navigator> navigator);
  void step(double dt);
  /// Steps [begin, end) of all agents' decisions: order and split do not matter.
  void decide(std::size_t begin, std::size_t end, double dt, NavigatorScratch& scratch);
  void perceive();
  void move(double dt);

  std::vector<SandboxWalker>& walkers() { return walkers_; }
  const std::vector<SandboxWalker>& walkers() const { return walkers_; }
  const RehearsalStats& stats() const { return stats_; }
  double time() const { return time_; }
  /// Walkers whose status is Arrived now.
  int arrived() const;
  /// Hash of all positions, velocities and facings.
  std::uint64_t hash() const;

 private:
  /// Whom a walker perceives, nearest first.
  void gather(std::size_t self, std::vector<PerceivedPerson>& people) const;
  void measure();

  double sight_;
  double time_ = 0.0;
  std::uint64_t tick_ = 0;
  std::vector<SandboxWalker> walkers_;
  RehearsalStats stats_;
  NavigatorScratch scratch_;
  // Last tick's people.
  std::vector<PerceivedPerson> people_;
  std::vector<core::BodyId> asks_;  // whom each asked to make way
  std::vector<Vec2> spots_;         // where they are on the floor
  math::PointGrid grid_;            // of the spots
};

}  // namespace fh::planning
