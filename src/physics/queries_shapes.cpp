// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/assert.h"
#include "physics/jolt_queries.h"

#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/NarrowPhaseQuery.h>
#include <Jolt/Physics/Collision/ShapeCast.h>

namespace fh::physics {
namespace {

/// A part as a Jolt shape at its place. Jolt works from the centre of mass.
struct Probe {
  JPH::RefConst<JPH::Shape> shape;
  JPH::Mat44 centre;
};

Probe make_probe(const ConvexPart& part) {
  auto shape = ShapeBuilder::query_shape(part);
  FH_ASSERT(shape.has_value(), shape ? "" : shape.error().message);
  const JPH::Mat44 world =
      JPH::Mat44::sRotationTranslation(to_jolt(part.world_from_part.rotation), to_jolt(part.world_from_part.position));
  return {*shape, world.PreTranslated((*shape)->GetCenterOfMass())};
}

const JPH::Body& body_at(const World::Impl& w, const JPH::BodyID& id) {
  return *w.system.GetBodyLockInterfaceNoLock().TryGetBody(id);
}

/// Keeps the first hit; ties go to the smaller id.
class FirstHit final : public JPH::CastShapeCollector {
 public:
  std::optional<JPH::ShapeCastResult> best;

  void AddHit(const JPH::ShapeCastResult& hit) override {
    if (best) {
      if (hit.mFraction > best->mFraction) return;
      if (hit.mFraction == best->mFraction && !before(hit, *best)) return;
    }
    best = hit;
    // Equally early hits still come through; at the start all overlaps do.
    UpdateEarlyOutFraction(std::nextafter(hit.mFraction, 2.0f));
  }

 private:
  static bool before(const JPH::ShapeCastResult& a, const JPH::ShapeCastResult& b) {
    if (a.mBodyID2 != b.mBodyID2) return a.mBodyID2 < b.mBodyID2;
    return a.mSubShapeID2.GetValue() < b.mSubShapeID2.GetValue();
  }
};

JPH::CollideShapeSettings collide_settings() {
  JPH::CollideShapeSettings settings;
  settings.mBackFaceMode = JPH::EBackFaceMode::CollideWithBackFaces;
  settings.mActiveEdgeMode = JPH::EActiveEdgeMode::CollideWithAll;
  return settings;
}

template <class Collector>
void collide(const World::Impl& w, const ConvexPart& part, const QueryFilter& filter, Collector& collector) {
  const Probe probe = make_probe(part);
  w.system.GetNarrowPhaseQueryNoLock().CollideShape(
      probe.shape, JPH::Vec3::sReplicate(1.0f), probe.centre, collide_settings(), JPH::Vec3::sZero(), collector,
      TreeFilter(filter.layers), LayerFilter(filter.layers), SolidFilter(w, filter), PieceFilter(filter));
}

/// Sorted by what is overlapped, the deepest row of each.
void keep_deepest(std::vector<Overlap>& rows) {
  std::sort(rows.begin(), rows.end(), [](const Overlap& a, const Overlap& b) {
    if (a.what != b.what) return a.what < b.what;
    if (a.depth != b.depth) return a.depth > b.depth;
    for (int i = 0; i < 3; ++i) {
      if (a.point[i] != b.point[i]) return a.point[i] < b.point[i];
    }
    return false;
  });
  const auto same = [](const Overlap& a, const Overlap& b) { return a.what == b.what; };
  rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
}

}  // namespace

std::optional<SweepHit> sweep(const World& world, const ConvexPart& part, const math::Vec3& motion,
                              const QueryFilter& filter) {
  const World::Impl& w = world.impl();
  const Probe probe = make_probe(part);
  JPH::ShapeCastSettings settings;
  settings.SetBackFaceMode(JPH::EBackFaceMode::CollideWithBackFaces);  // also when it starts inside and moves out
  settings.mActiveEdgeMode = JPH::EActiveEdgeMode::CollideWithAll;
  FirstHit first;
  const JPH::RShapeCast cast(probe.shape, JPH::Vec3::sReplicate(1.0f), probe.centre, to_jolt(motion));
  w.system.GetNarrowPhaseQueryNoLock().CastShape(cast, settings, JPH::Vec3::sZero(), first, TreeFilter(filter.layers),
                                                 LayerFilter(filter.layers), SolidFilter(w, filter),
                                                 PieceFilter(filter));
  if (!first.best) return std::nullopt;
  const JPH::Body& body = body_at(w, first.best->mBodyID2);
  SweepHit hit;
  hit.what = touching_of(body, first.best->mSubShapeID2);
  hit.triangle = triangle_of(*body.GetShape(), first.best->mSubShapeID2);
  hit.distance = static_cast<double>(first.best->mFraction) * glm::length(motion);
  hit.point = from_jolt(first.best->mContactPointOn2);
  const math::Vec3 ahead = math::normalized_or(motion, math::kUp);
  hit.normal = math::normalized_or(from_jolt(-first.best->mPenetrationAxis), -ahead);
  // Jolt's normal of a grazed edge is rough and may lean with the motion: nothing ahead can be hit from behind.
  const double along = glm::dot(hit.normal, ahead);
  if (along > 0.0) hit.normal = math::normalized_or(hit.normal - along * ahead, -ahead);
  return hit;
}

void overlaps(const World& world, const ConvexPart& part, std::vector<Overlap>& out, const QueryFilter& filter) {
  out.clear();
  const World::Impl& w = world.impl();
  JPH::AllHitCollisionCollector<JPH::CollideShapeCollector> all;
  collide(w, part, filter, all);
  for (const JPH::CollideShapeResult& hit : all.mHits) {
    Overlap row;
    row.what = touching_of(body_at(w, hit.mBodyID2), hit.mSubShapeID2);
    row.depth = hit.mPenetrationDepth;
    row.point = from_jolt(hit.mContactPointOn1);
    row.normal = math::normalized_or(from_jolt(-hit.mPenetrationAxis), math::kUp);
    out.push_back(row);
  }
  keep_deepest(out);
}

void overlaps(const World& world, core::ObjectId thing, std::vector<Overlap>& out) {
  out.clear();
  const World::Impl& w = world.impl();
  const ObjectEntry& entry = w.objects[thing.value - 1];
  if (entry.solid == kNone || w.solids[static_cast<std::size_t>(entry.solid)].layer != Layer::Dynamic) return;
  const Solid& solid = w.solids[static_cast<std::size_t>(entry.solid)];
  QueryFilter filter;
  filter.layers = kPlaceLayers;
  filter.ignore_objects = std::span(&solid.object, 1);
  std::vector<Overlap> rows;
  for (const Piece& piece : solid.pieces) {
    if (piece.tree != nullptr) continue;
    overlaps(world, moved(w.solid_pose(solid), piece.convex), rows, filter);
    out.insert(out.end(), rows.begin(), rows.end());
  }
  keep_deepest(out);
}

bool any_overlap(const World& world, const ConvexPart& part, const QueryFilter& filter) {
  JPH::AnyHitCollisionCollector<JPH::CollideShapeCollector> any;
  collide(world.impl(), part, filter, any);
  return any.HadHit();
}

}  // namespace fh::physics
