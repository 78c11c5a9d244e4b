// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "physics/jolt_queries.h"
#include "physics/ray_convex.h"

#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseQuery.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>

namespace fh::physics {
namespace {

constexpr double kLongRay = 64.0;  // metres: longer rays are cut at the edge of the world to keep their precision

struct Found {
  float fraction = 0.0f;
  JPH::BodyID body;
  JPH::SubShapeID leaf;
};

/// A ray with its length, in Jolt's precision.
struct Cast {
  JPH::RayCast ray;
  double length;
};

Cast make_cast(const World::Impl& w, const math::Ray& ray, double range) {
  double length = range;
  if (range > kLongRay) {
    const JPH::AABox box = w.system.GetBounds();
    const math::Vec3 low = from_jolt(box.mMin), high = from_jolt(box.mMax);
    const math::Vec3 reach = glm::max(glm::abs(low - ray.origin), glm::abs(high - ray.origin));
    length = std::fmin(range, glm::length(reach) + 1.0);
  }
  return {JPH::RayCast(to_jolt(ray.origin), to_jolt(ray.direction * length)), length};
}

JPH::RayCastSettings ray_settings() {
  JPH::RayCastSettings settings;
  settings.mBackFaceModeTriangles = JPH::EBackFaceMode::CollideWithBackFaces;
  return settings;
}

float just_above(float value) {
  return std::nextafter(value, std::numeric_limits<float>::max());
}

/// Visits the bodies along a ray. Bodies are asked directly instead of through Jolt's narrow-phase query: that takes a
/// counted reference to each shape, and two threads looking at the same wall would fight over its counter.
class BodyVisitor : public JPH::RayCastBodyCollector {
 public:
  BodyVisitor(const World::Impl& world, const JPH::RayCast& ray, const QueryFilter& filter)
      : world_(world), ray_(ray), filter_(filter), pieces_(filter), looks_at_pieces_(looks_at_pieces(filter)) {}

  void visit() {
    const TreeFilter trees(filter_.layers);
    const LayerFilter layers(filter_.layers);
    world_.system.GetBroadPhaseQuery().CastRay(ray_, *this, trees, layers);
  }
  void AddHit(const ResultType& result) override {
    if (ignores(filter_, world_.solids[result.mBodyID.GetIndex()])) return;
    const JPH::Body& body = *world_.system.GetBodyLockInterfaceNoLock().TryGetBody(result.mBodyID);
    meet(body, ray_.Transformed(body.GetInverseCenterOfMassTransform()));
  }

 protected:
  virtual void meet(const JPH::Body& body, const JPH::RayCast& local) = 0;

  const World::Impl& world_;
  const JPH::RayCast& ray_;
  const QueryFilter& filter_;
  PieceFilter pieces_;
  bool looks_at_pieces_;
};

using ClosestRay = JPH::ClosestHitCollisionCollector<JPH::CastRayCollector>;

class NearestVisitor final : public BodyVisitor {
 public:
  using BodyVisitor::BodyVisitor;
  std::optional<Found> best;

 private:
  void meet(const JPH::Body& body, const JPH::RayCast& local) override {
    // Hits as far as the best one are let through: ties go to the smaller id, however the trees are shaped.
    JPH::RayCastResult hit;
    if (best) hit.mFraction = just_above(best->fraction);
    const JPH::SubShapeIDCreator root;
    if (!looks_at_pieces_) {
      if (!body.GetShape()->CastRay(local, root, hit)) return;
    } else {
      ClosestRay closest;
      closest.ResetEarlyOutFraction(hit.mFraction);
      body.GetShape()->CastRay(local, ray_settings(), root, closest, pieces_);
      if (!closest.HadHit()) return;
      hit = closest.mHit;
    }
    if (best && hit.mFraction == best->fraction && best->body < body.GetID()) return;
    best = {hit.mFraction, body.GetID(), hit.mSubShapeID2};
    UpdateEarlyOutFraction(just_above(hit.mFraction));
  }
};

class AllVisitor final : public BodyVisitor {
 public:
  using BodyVisitor::BodyVisitor;
  std::vector<Found> found;

 private:
  void meet(const JPH::Body& body, const JPH::RayCast& local) override {
    const JPH::SubShapeIDCreator root;
    JPH::AllHitCollisionCollector<JPH::CastRayCollector> all;
    body.GetShape()->CastRay(local, ray_settings(), root, all, pieces_);
    for (const auto& hit : all.mHits) found.push_back({hit.mFraction, body.GetID(), hit.mSubShapeID2});
  }
};

/// The distance to a piece known to be hit, or nothing when exact arithmetic says the ray grazes past.
std::optional<double> exact_distance(const World::Impl& w, const math::Ray& ray, const RayHit& hit,
                                     const Solid& solid) {
  for (const Piece& piece : solid.pieces) {
    if (!solid.human.valid() && (piece.tag.object != hit.what.object || piece.tag.part != hit.what.part)) continue;
    const math::Pose solid_from_world = math::inverse(w.solid_pose(solid));
    const math::Ray local{solid_from_world.point(ray.origin), solid_from_world.direction(ray.direction)};
    if (piece.tree == nullptr) {
      return entry(local, piece.convex, piece.hull ? std::span(piece.hull->planes) : std::span<const math::Plane>());
    }
    const math::Pose mesh_from_solid = math::inverse(piece.convex.world_from_part);
    return math::hit(math::Ray{mesh_from_solid.point(local.origin), mesh_from_solid.direction(local.direction)},
                     piece.tree->triangle(hit.triangle));
  }
  return std::nullopt;
}

RayHit described(const World::Impl& w, const math::Ray& ray, const Cast& cast, const Found& found) {
  const JPH::Body& body = *w.system.GetBodyLockInterfaceNoLock().TryGetBody(found.body);
  RayHit hit;
  hit.what = touching_of(body, found.leaf);
  hit.triangle = triangle_of(*body.GetShape(), found.leaf);
  hit.distance = cast.length * static_cast<double>(found.fraction);
  hit.distance = exact_distance(w, ray, hit, w.solids[found.body.GetIndex()]).value_or(hit.distance);
  hit.point = ray.origin + ray.direction * hit.distance;
  hit.normal = from_jolt(body.GetWorldSpaceSurfaceNormal(found.leaf, to_jolt(hit.point)));
  if (glm::dot(hit.normal, ray.direction) > 0.0) hit.normal = -hit.normal;
  return hit;
}

}  // namespace

std::uint32_t triangle_of(const JPH::Shape& root, const JPH::SubShapeID& leaf) {
  JPH::SubShapeID inside;
  const JPH::Shape* shape = root.GetLeafShape(leaf, inside);
  if (shape == nullptr || shape->GetSubType() != JPH::EShapeSubType::Mesh) return kNoTriangle;
  return static_cast<const JPH::MeshShape*>(shape)->GetTriangleUserData(inside);
}

std::optional<RayHit> cast_ray(const World& world, const math::Ray& ray, double range, const QueryFilter& filter) {
  const World::Impl& w = world.impl();
  const Cast cast = make_cast(w, ray, range);
  NearestVisitor visitor(w, cast.ray, filter);
  visitor.visit();
  if (!visitor.best) return std::nullopt;
  return described(w, ray, cast, *visitor.best);
}

void all_hits(const World& world, const math::Ray& ray, double range, std::vector<RayHit>& out,
              const QueryFilter& filter) {
  out.clear();
  const Cast cast = make_cast(world.impl(), ray, range);
  AllVisitor visitor(world.impl(), cast.ray, filter);
  visitor.visit();
  for (const Found& found : visitor.found) out.push_back(described(world.impl(), ray, cast, found));
  std::sort(out.begin(), out.end(), [](const RayHit& a, const RayHit& b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.what != b.what ? a.what < b.what : a.triangle < b.triangle;
  });
}

}  // namespace fh::physics
