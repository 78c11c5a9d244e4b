// SPDX-License-Identifier: Apache-2.0
#pragma once
// What Jolt needs before a world can exist: process-wide registration, layer tables. Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayer.h>
#include <Jolt/Physics/Collision/GroupFilter.h>
#include <Jolt/Physics/Collision/ObjectLayer.h>

#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "physics/world.h"

namespace fh::physics {

/// Jolt keeps its type registry in process-wide variables; the first world fills them.
void register_jolt();

/// Layer is Jolt's object layer; its broad phase has three trees: what never moves, what moves, people.
class LayerTables final : public JPH::BroadPhaseLayerInterface,
                          public JPH::ObjectVsBroadPhaseLayerFilter,
                          public JPH::ObjectLayerPairFilter {
 public:
  static bool meet(Layer a, Layer b);
  static std::uint8_t tree_of(Layer layer);

  JPH::uint GetNumBroadPhaseLayers() const override { return 3; }
  JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer layer) const override {
    return JPH::BroadPhaseLayer(tree_of(static_cast<Layer>(layer)));
  }
  bool ShouldCollide(JPH::ObjectLayer layer, JPH::BroadPhaseLayer tree) const override;
  bool ShouldCollide(JPH::ObjectLayer a, JPH::ObjectLayer b) const override {
    return meet(static_cast<Layer>(a), static_cast<Layer>(b));
  }
};

/// Pairs that never touch: members of one family (a cabinet and its drawers), and what a body holds against that body.
/// Group ids: an object's index, or kFirstBody + the body's id; sub-group ids: the family, 0 for none.
/// Where more pairs come together than a step has room for, it also thins them out (begin_step): by the objects' order
/// in the scene, never by the order in which threads find them. What never moves and bodies are not thinned.
class PairExclusions final : public JPH::GroupFilter {
 public:
  static constexpr std::uint32_t kFirstBody = 0x80000000u;
  static constexpr std::uint32_t kNoLimit = 0xffffffffu;  // all pairs may touch
  static constexpr std::uint32_t kNothing = 0xfffffffeu;  // no pair may: the last resort

  std::vector<std::pair<std::uint32_t, std::uint32_t>> held;  // (object group, body group), few

  /// `ranks` by object index: 1, 2, 3 … for those that move, 0 for those that never do.
  void set_ranks(std::vector<std::uint32_t> ranks) { ranks_ = std::move(ranks); }
  std::uint32_t rank(std::uint32_t group) const { return group < ranks_.size() ? ranks_[group] : 0; }
  /// Two moving objects may touch when their ranks differ by at most `reach`. Resets asked() and give_up().
  void begin_step(std::uint32_t reach);
  /// The step is lost and will be undone: what it still finds is left out, to be done with it soon. From any thread.
  void give_up() { given_up_.store(true, std::memory_order_relaxed); }
  bool given_up() const { return given_up_.load(std::memory_order_relaxed); }
  /// Pairs let through since begin_step(). At least as many as the step holds; how many more depends on how Jolt's tree
  /// came about.
  std::uint64_t asked() const;

  bool CanCollide(const JPH::CollisionGroup& a, const JPH::CollisionGroup& b) const override;

 private:
  bool within_reach(std::uint32_t a, std::uint32_t b) const;

  /// Threads that count at once seldom meet in one row of the processor's cache.
  struct alignas(64) Count {
    std::atomic<std::uint64_t> value{0};
  };
  static constexpr std::size_t kCounts = 8;

  std::vector<std::uint32_t> ranks_;
  std::uint32_t reach_ = kNoLimit;
  std::atomic<bool> given_up_{false};
  mutable std::array<Count, kCounts> asked_;
};

}  // namespace fh::physics
