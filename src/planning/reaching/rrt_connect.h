// SPDX-License-Identifier: Apache-2.0
#pragma once
// RRT-Connect over any configuration space (K-43, K-45, K-61): two trees, from start and goal; each new node of one is
// chased by the other. Stops by the number of growths, never by the clock; the same seed gives the same path.
//
// A Space has
//   State                                   a configuration, a value
//   Nodes                                   a tree's states: add(state), nearest(state), clear(), size(), [i]
//   double distance(a, b)                   a metric
//   State toward(from, to, share)           on the local path, share in [0, 1]
//   State sample(core::Rng&)                anywhere, uniformly
//   bool is_free(state), is_free(from, to)  within limits and without collision; along the local path
// and may have
//   State sample_near(core::Rng&, state)    about a configuration
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/rng.h"

namespace fh::planning {

enum class PlanStatus : std::uint8_t {
  Found,
  StartBlocked,
  GoalBlocked,
  NotFound,  // within the allowed growths: no proof that there is no way
};

struct RrtSettings {
  double step = 0.1;   // longest edge, in the space's metric
  int growths = 4000;  // at most
  double near = 0.0;   // share of the samples that lie about a node of the growing tree, where the space can say so;
                       // then the smaller tree grows: a root in a narrow place is left by samples beside it
};

/// Nodes of spaces without a faster search: the nearest is found by asking them all.
template <class Space>
class PlainNodes {
 public:
  using State = typename Space::State;
  explicit PlainNodes(const Space& space) : space_(&space) {}
  void clear() { states_.clear(); }
  void add(const State& state) { states_.push_back(state); }
  std::size_t size() const { return states_.size(); }
  const State& operator[](std::size_t i) const { return states_[i]; }
  std::size_t nearest(const State& to) const {
    std::size_t best = 0;
    auto least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const double far = space_->distance(states_[i], to);
      if (far < least) {
        least = far;
        best = i;
      }
    }
    return best;
  }

 private:
  const Space* space_;
  std::vector<State> states_;
};

/// Keeps its memory from plan to plan.
template <class Space>
class RrtConnect {
 public:
  using State = typename Space::State;
  explicit RrtConnect(const Space& space) : space_(&space), trees_{Tree{space}, Tree{space}} {}

  /// `path`: from start to goal, both included; empty unless Found.
  PlanStatus plan(const State& start, const State& goal, const RrtSettings& settings, core::Rng& rng,
                  std::vector<State>& path) {
    path.clear();
    step_ = settings.step;
    if (!space_->is_free(start)) return PlanStatus::StartBlocked;
    if (!space_->is_free(goal)) return PlanStatus::GoalBlocked;
    trees_[0].begin(start);
    trees_[1].begin(goal);
    std::size_t active = 0, last = 0;
    bool chasing = true, has_last = false;  // the chased node is `target`; `last` is the node that got nearest to it
    State target = goal;
    std::size_t chased = 0;  // the index of `target` in the other tree
    for (growths_ = 0; growths_ < settings.growths; ++growths_) {
      if (chasing) {
        const Grown grown = grow(trees_[active], target, has_last ? last : trees_[active].nodes.nearest(target));
        if (grown == Grown::Reached) {
          join(active, trees_[active].nodes.size() - 1, chased, path);
          return PlanStatus::Found;
        }
        chasing = has_last = grown == Grown::Nearer;
        last = trees_[active].nodes.size() - 1;
        continue;
      }
      if (settings.near > 0.0) active = trees_[0].nodes.size() <= trees_[1].nodes.size() ? 0 : 1;
      target = sample(trees_[active], settings.near, rng);
      const Grown grown = grow(trees_[active], target, trees_[active].nodes.nearest(target));
      if (grown != Grown::Blocked) {
        chased = trees_[active].nodes.size() - 1;
        target = trees_[active].nodes[chased];
        chasing = true;
        has_last = false;
      }
      active = 1 - active;
    }
    return PlanStatus::NotFound;
  }
  /// Of the last plan.
  int growths() const { return growths_; }

 private:
  struct Tree {
    explicit Tree(const Space& space) : nodes(space) {}
    typename Space::Nodes nodes;
    std::vector<std::uint32_t> parents;

    void begin(const State& root) {
      nodes.clear();
      parents.clear();
      add(root, 0);
    }
    void add(const State& state, std::size_t parent) {
      nodes.add(state);
      parents.push_back(static_cast<std::uint32_t>(parent));
    }
  };
  enum class Grown : std::uint8_t { Blocked, Nearer, Reached };

  State sample(const Tree& tree, double near, core::Rng& rng) const {
    if constexpr (requires(const State& state) { space_->sample_near(rng, state); }) {
      if (near > 0.0 && rng.uniform(0.0, 1.0) < near)
        return space_->sample_near(rng, tree.nodes[rng.below(static_cast<std::uint32_t>(tree.nodes.size()))]);
    }
    return space_->sample(rng);
  }

  /// K-43, with the target itself as the node that connects (the printed procedure adds another).
  Grown grow(Tree& tree, const State& target, std::size_t from) {
    const State near = tree.nodes[from];
    const double far = space_->distance(near, target);
    const bool whole = far <= step_;
    const State next = whole ? target : space_->toward(near, target, step_ / far);
    if (!space_->is_free(near, next)) return Grown::Blocked;
    tree.add(next, from);
    return whole ? Grown::Reached : Grown::Nearer;
  }

  void join(std::size_t active, std::size_t here, std::size_t there, std::vector<State>& path) const {
    const auto climb = [&](const Tree& tree, std::size_t at, std::vector<State>& out) {
      for (;; at = tree.parents[at]) {
        out.push_back(tree.nodes[at]);
        if (at == 0) return;
      }
    };
    climb(trees_[active], here, path);
    std::reverse(path.begin(), path.end());
    path.pop_back();  // the chased node stands in both trees
    climb(trees_[1 - active], there, path);
    if (active == 1) std::reverse(path.begin(), path.end());
  }

  const Space* space_;
  Tree trees_[2];
  double step_ = 0.1;
  int growths_ = 0;
};

/// Straightens a path (K-48): two random places on it are joined directly where the local path between them is free.
/// Ends after `failures` attempts in a row that shorten nothing. Start and goal stay; the length never grows.
template <class Space>
void shorten_path(const Space& space, int failures, core::Rng& rng, std::vector<typename Space::State>& path) {
  std::vector<double> at;  // length from the start
  const auto measure = [&] {
    at.assign(1, 0.0);
    for (std::size_t i = 1; i < path.size(); ++i) at.push_back(at.back() + space.distance(path[i - 1], path[i]));
  };
  const auto edge_of = [&](double length) {
    const auto above = std::upper_bound(at.begin() + 1, at.end() - 1, length);
    return static_cast<std::size_t>(above - at.begin()) - 1;
  };
  measure();
  for (int failed = 0; failed < failures && path.size() > 2;) {
    double a = rng.uniform(0.0, at.back()), b = rng.uniform(0.0, at.back());
    if (a > b) std::swap(a, b);
    const std::size_t i = edge_of(a), j = edge_of(b);
    ++failed;
    if (i == j || at[i + 1] <= at[i] || at[j + 1] <= at[j]) continue;
    const auto from = space.toward(path[i], path[i + 1], (a - at[i]) / (at[i + 1] - at[i]));
    const auto to = space.toward(path[j], path[j + 1], (b - at[j]) / (at[j + 1] - at[j]));
    if (space.distance(from, to) > (b - a) * (1.0 - 1e-3) || !space.is_free(from, to)) continue;
    path.erase(path.begin() + static_cast<std::ptrdiff_t>(i) + 1, path.begin() + static_cast<std::ptrdiff_t>(j) + 1);
    path.insert(path.begin() + static_cast<std::ptrdiff_t>(i) + 1, {from, to});
    measure();
    failed = 0;
  }
}

/// The one judge of paths (K-02): starts and ends where it shall, and every sample, at most `step` apart in the space's
/// metric, is free.
template <class Space>
bool is_valid_path(const Space& space, const std::vector<typename Space::State>& path,
                   const typename Space::State& start, const typename Space::State& goal, double step) {
  constexpr double kSame = 1e-6;
  if (path.empty() || space.distance(path.front(), start) > kSame || space.distance(path.back(), goal) > kSame)
    return false;
  if (!space.is_free(path.front())) return false;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int parts = std::max(1, static_cast<int>(space.distance(path[i - 1], path[i]) / step) + 1);
    for (int k = 1; k <= parts; ++k) {
      if (!space.is_free(space.toward(path[i - 1], path[i], static_cast<double>(k) / parts))) return false;
    }
  }
  return true;
}

}  // namespace fh::planning
