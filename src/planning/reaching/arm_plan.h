// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ways of an arm round what it must not touch: RRT-Connect over its configurations (K-45), shortened (K-48), checked
// again finely, and timed (K-52). The same question has the same answer.
#include <functional>

#include "planning/reaching/arm_solids.h"
#include "planning/reaching/rrt_connect.h"

namespace fh::planning {

/// Configurations of an arm within its limits; the metric is the Euclidean one of the eight numbers, radians.
class ArmSpace {
 public:
  using State = ArmState;
  /// Eight states side by side, searched eight at a time.
  class Nodes {
   public:
    explicit Nodes(const ArmSpace&) {}
    void clear();
    void add(const ArmState& state);
    std::size_t size() const { return states_.size(); }
    const ArmState& operator[](std::size_t i) const { return states_[i]; }
    std::size_t nearest(const ArmState& to) const;

   private:
    struct alignas(32) Group {
      float q[8][8];  // by number, then state
    };
    std::vector<ArmState> states_;
    std::vector<Group> groups_;
  };

  /// `allowed`: limits that are not those of single axes; none: absent. Neither is owned.
  ArmSpace(const ArmModel& model, const ArmSolids& solids, std::function<bool(const ArmState&)> allowed = {});

  double distance(const ArmState& a, const ArmState& b) const;
  ArmState toward(const ArmState& from, const ArmState& to, double share) const;
  ArmState sample(core::Rng& rng) const;
  /// Round a configuration; what would lie beyond a limit lies on it: arms in narrow places are bent all the way.
  ArmState sample_near(core::Rng& rng, const ArmState& about) const;
  bool is_free(const ArmState& state) const;
  /// Sampled every 1/32 rad; `from` is taken as free.
  bool is_free(const ArmState& from, const ArmState& to) const;
  /// All of the local path, without gaps.
  bool is_surely_free(const ArmState& from, const ArmState& to) const;

 private:
  const ArmSolids* solids_;
  std::function<bool(const ArmState&)> allowed_;
  std::array<float, 8> lower_{}, upper_{};
};

/// The same, with every edge checked as finely as a delivered path: slower, for narrow places.
class SureArmSpace : public ArmSpace {
 public:
  explicit SureArmSpace(const ArmSpace& space) : ArmSpace(space) {}
  using ArmSpace::is_free;
  bool is_free(const ArmState& from, const ArmState& to) const {
    return ArmSpace::is_free(to) && is_surely_free(from, to);
  }
};

struct ArmPlanSettings {
  RrtSettings rrt{.step = 2.0, .growths = 200000, .near = 0.7};
  int sure_growths = 200000;  // of a second search that checks each edge finely; 0: none
  int shorten = 20;           // failed attempts in a row that end the shortening; 0: none
  std::uint64_t seed = 1;
};

struct ArmPlan {
  PlanStatus status = PlanStatus::NotFound;
  std::vector<ArmState> path;  // from start to goal; every edge is_surely_free()
  int growths = 0;
};

/// Keeps its memory from plan to plan. Not copied: it refers to itself.
class ArmPlanner {
 public:
  ArmPlanner(const ArmPlanner&) = delete;
  ArmPlanner& operator=(const ArmPlanner&) = delete;
  explicit ArmPlanner(const ArmSpace& space) : space_(&space), sure_(space), rrt_(space), sure_rrt_(sure_) {}
  ArmPlan plan(const ArmState& start, const ArmState& goal, const ArmPlanSettings& settings);

 private:
  bool is_sure(const std::vector<ArmState>& path) const;

  const ArmSpace* space_;
  SureArmSpace sure_;
  RrtConnect<ArmSpace> rrt_;
  RrtConnect<SureArmSpace> sure_rrt_;
};

}  // namespace fh::planning
