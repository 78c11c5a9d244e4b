// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contacts of a step, gathered from Jolt's threads and then put in order. Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/Collision/ContactListener.h>

#include <atomic>
#include <vector>

#include "physics/jolt_setup.h"
#include "physics/world.h"

namespace fh::physics {

/// Jolt calls it from several threads at once, in any order; each call takes one row by an atomic counter.
class ContactGatherer final : public JPH::ContactListener {
 public:
  /// Gives up the step through `pairs`, which must outlive it, when there are more contacts than `capacity`.
  ContactGatherer(std::size_t capacity, PairExclusions& pairs) : rows_(capacity), pairs_(pairs) {}

  void clear() { count_.store(0, std::memory_order_relaxed); }
  /// Moves the rows to `out`, sorted, one per pair of parts, and marks those whose pair is not in `before` (sorted).
  void take(std::vector<Contact>& out, const std::vector<std::pair<Touching, Touching>>& before);
  /// False when more rows were asked for since clear() than there is room for.
  bool fits() const { return count_.load(std::memory_order_relaxed) <= rows_.size(); }

  void OnContactAdded(const JPH::Body& a, const JPH::Body& b, const JPH::ContactManifold& manifold,
                      JPH::ContactSettings& settings) override {
    note(a, b, manifold, settings);
  }
  void OnContactPersisted(const JPH::Body& a, const JPH::Body& b, const JPH::ContactManifold& manifold,
                          JPH::ContactSettings& settings) override {
    note(a, b, manifold, settings);
  }

 private:
  void note(const JPH::Body& a, const JPH::Body& b, const JPH::ContactManifold& manifold,
            JPH::ContactSettings& settings);

  /// Rows are large; what is sorted are their keys.
  struct Key {
    std::uint64_t first, second;  // ordered as Touching is
    std::uint32_t row;
  };

  std::vector<Contact> rows_;
  PairExclusions& pairs_;
  std::atomic<std::size_t> count_{0};
  std::vector<Key> keys_;
};

/// What a body and one of its leaves are to the outside. Humans carry their ids in the body's user data (see
/// pack_segment), objects in the leaf's.
Touching touching_of(const JPH::Body& body, const JPH::SubShapeID& leaf);

/// User data of kinematic bodies: top bit, body id, segment. Objects have 0 at the top bit.
inline std::uint64_t pack_segment(core::BodyId body, std::uint32_t segment) {
  return (1ull << 63) | (static_cast<std::uint64_t>(body.value & 0x7fffffffu) << 32) | segment;
}

}  // namespace fh::physics
