// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a swept body may hit, in an order that follows from the bodies alone. Jolt takes it from its tree as it comes.
// The tree's boxes are wider than bodies that have moved, and its shape depends on all steps before: a world that goes
// on from a saved state found other bodies, or found them in another order, and stopped at another one. Part of Jolt's
// PhysicsSystem.cpp (see CMakeLists.txt).
#include <Jolt/Core/QuickSort.h>
#include <Jolt/Geometry/RayAABox.h>
#include <Jolt/Physics/Body/BodyManager.h>
#include <Jolt/Physics/Collision/AABoxCast.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhase.h>

namespace fh::physics {

/// Keeps the bodies whose own box is met by `cast`, at which fraction of it.
class MetBoxes final : public JPH::CastShapeBodyCollector {
 public:
  MetBoxes(const JPH::BodyManager& bodies, const JPH::AABoxCast& cast)
      : bodies_(bodies), origin_(cast.mBox.GetCenter()), extent_(cast.mBox.GetExtent()), direction_(cast.mDirection) {}

  void AddHit(const JPH::BroadPhaseCastResult& wide) override {
    const JPH::AABox& box = bodies_.GetBody(wide.mBodyID).GetWorldSpaceBounds();
    const float fraction = JPH::RayAABox(origin_, direction_, box.mMin - extent_, box.mMax + extent_);
    if (fraction < 1.0f) met_.push_back({wide.mBodyID, fraction});
  }

  /// The nearest first.
  JPH::Array<JPH::BroadPhaseCastResult>& in_order() {
    JPH::QuickSort(met_.begin(), met_.end(), [](const auto& a, const auto& b) {
      return a.mFraction != b.mFraction ? a.mFraction < b.mFraction : a.mBodyID < b.mBodyID;
    });
    return met_;
  }

 private:
  const JPH::BodyManager& bodies_;
  JPH::Vec3 origin_, extent_;
  JPH::RayInvDirection direction_;
  JPH::Array<JPH::BroadPhaseCastResult> met_;
};

/// In the place of JPH::BroadPhase::CastAABoxNoLock().
inline void sweep_in_order(const JPH::BroadPhase& tree, const JPH::BodyManager& bodies, const JPH::AABoxCast& cast,
                           JPH::CastShapeBodyCollector& collector, const JPH::BroadPhaseLayerFilter& trees,
                           const JPH::ObjectLayerFilter& layers) {
  MetBoxes boxes(bodies, cast);
  tree.CastAABoxNoLock(cast, boxes, trees, layers);
  for (const JPH::BroadPhaseCastResult& met : boxes.in_order()) {
    if (met.mFraction >= collector.GetPositiveEarlyOutFraction()) break;  // the others lie farther away
    collector.AddHit(met);
    if (collector.ShouldEarlyOut()) break;
  }
}

}  // namespace fh::physics
