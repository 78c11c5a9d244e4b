// SPDX-License-Identifier: Apache-2.0
#include "physics/jolt_setup.h"

#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CollisionGroup.h>
#include <Jolt/RegisterTypes.h>

#include <algorithm>

namespace fh::physics {

void register_jolt() {
  static const bool registered = [] {
    if (JPH::Factory::sInstance != nullptr) return true;  // another user of Jolt in this process was first
    JPH::RegisterDefaultAllocator();
    JPH::Factory::sInstance = new JPH::Factory();
    JPH::RegisterTypes();
    return true;
  }();
  static_cast<void>(registered);
}

bool LayerTables::meet(Layer a, Layer b) {
  if (b < a) std::swap(a, b);
  switch (a) {
    case Layer::Static:
      return b == Layer::Dynamic;
    case Layer::Dynamic:
      return true;  // b is Dynamic or anything that comes after it
    case Layer::Jointed:
      return b != Layer::Leg;
    case Layer::Body:
    case Layer::Hand:
    case Layer::Leg:
      return b == Layer::Sensor;
    case Layer::Sensor:
      return false;
  }
  return false;
}

std::uint8_t LayerTables::tree_of(Layer layer) {
  if (layer == Layer::Static) return 0;
  return layer == Layer::Dynamic || layer == Layer::Jointed ? 1 : 2;
}

bool LayerTables::ShouldCollide(JPH::ObjectLayer layer, JPH::BroadPhaseLayer tree) const {
  for (std::size_t other = 0; other < kLayers; ++other) {
    const auto candidate = static_cast<Layer>(other);
    if (JPH::BroadPhaseLayer(tree_of(candidate)) == tree && meet(static_cast<Layer>(layer), candidate)) return true;
  }
  return false;
}

bool PairExclusions::CanCollide(const JPH::CollisionGroup& a, const JPH::CollisionGroup& b) const {
  if (a.GetSubGroupID() != 0 && a.GetSubGroupID() == b.GetSubGroupID()) return false;
  for (const auto& [object, body] : held) {
    if ((a.GetGroupID() == object && b.GetGroupID() == body) || (b.GetGroupID() == object && a.GetGroupID() == body)) {
      return false;
    }
  }
  if (given_up()) return false;
  if (reach_ != kNoLimit && !within_reach(a.GetGroupID(), b.GetGroupID())) return false;
  asked_[a.GetGroupID() % kCounts].value.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void PairExclusions::begin_step(std::uint32_t reach) {
  reach_ = reach;
  given_up_.store(false, std::memory_order_relaxed);
  for (Count& count : asked_) count.value.store(0, std::memory_order_relaxed);
}

std::uint64_t PairExclusions::asked() const {
  std::uint64_t sum = 0;
  for (const Count& count : asked_) sum += count.value.load(std::memory_order_relaxed);
  return sum;
}

bool PairExclusions::within_reach(std::uint32_t a, std::uint32_t b) const {
  if (reach_ == kNothing) return false;
  const std::uint32_t rank_a = rank(a), rank_b = rank(b);
  if (rank_a == 0 || rank_b == 0) return true;
  return (rank_a > rank_b ? rank_a - rank_b : rank_b - rank_a) <= reach_;
}

}  // namespace fh::physics
