// SPDX-License-Identifier: Apache-2.0
#include "bench/rivals/rival_jolt.h"

#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/JobSystemThreadPool.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <algorithm>

namespace fh::bench {
namespace {

constexpr JPH::ObjectLayer kStill = 0, kMoving = 1;

struct TwoLayers final : JPH::BroadPhaseLayerInterface, JPH::ObjectVsBroadPhaseLayerFilter, JPH::ObjectLayerPairFilter {
  JPH::uint GetNumBroadPhaseLayers() const override { return 2; }
  JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer layer) const override {
    return JPH::BroadPhaseLayer(static_cast<JPH::uint8>(layer));
  }
  bool ShouldCollide(JPH::ObjectLayer layer, JPH::BroadPhaseLayer tree) const override {
    return layer == kMoving || tree == JPH::BroadPhaseLayer(kMoving);
  }
  bool ShouldCollide(JPH::ObjectLayer a, JPH::ObjectLayer b) const override { return a == kMoving || b == kMoving; }
};

JPH::Vec3 jolt(const math::Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
JPH::Quat jolt(const math::Quat& q) {
  return JPH::Quat(static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w))
      .Normalized();
}

JPH::RefConst<JPH::Shape> shape_of(const scene::Scene& scene, const scene::CollisionShape& shape) {
  if (shape.kind == scene::ShapeKind::Box) {
    const double smallest = std::min({shape.half.x, shape.half.y, shape.half.z});
    return new JPH::BoxShape(jolt(shape.half), std::min(0.02f, static_cast<float>(0.2 * smallest)));
  }
  const math::TriMesh& mesh = scene.meshes[shape.mesh].geometry;
  JPH::Array<JPH::Vec3> points;
  JPH::VertexList corners;
  for (const math::Vec3f& p : mesh.positions) {
    points.push_back(jolt(math::Vec3(p) * shape.mesh_scale));
    corners.push_back(JPH::Float3(points.back().GetX(), points.back().GetY(), points.back().GetZ()));
  }
  if (shape.kind == scene::ShapeKind::ConvexHull) return JPH::ConvexHullShapeSettings(points).Create().Get();
  JPH::IndexedTriangleList triangles;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    triangles.push_back(JPH::IndexedTriangle(mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2], 0));
  }
  return JPH::MeshShapeSettings(std::move(corners), std::move(triangles)).Create().Get();
}

}  // namespace

struct PlainJolt::Impl {
  TwoLayers layers;
  JPH::TempAllocatorImpl scratch{64u << 20};
  std::unique_ptr<JPH::JobSystem> jobs;
  JPH::PhysicsSystem system;
  std::vector<JPH::BodyID> bodies;
};

PlainJolt::PlainJolt(const scene::Scene& scene, unsigned workers) {
  if (JPH::Factory::sInstance == nullptr) {
    JPH::RegisterDefaultAllocator();
    JPH::Factory::sInstance = new JPH::Factory();
    JPH::RegisterTypes();
  }
  impl_ = std::make_unique<Impl>();
  if (workers <= 1) {
    impl_->jobs = std::make_unique<JPH::JobSystemSingleThreaded>(JPH::cMaxPhysicsJobs);
  } else {
    impl_->jobs = std::make_unique<JPH::JobSystemThreadPool>(JPH::cMaxPhysicsJobs, JPH::cMaxPhysicsBarriers,
                                                             static_cast<int>(workers) - 1);
  }
  const auto count = static_cast<JPH::uint>(scene.objects.size());
  impl_->system.Init(count + 16, 0, 65536, 24576, impl_->layers, impl_->layers, impl_->layers);
  JPH::PhysicsSettings tuning;
  tuning.mPenetrationSlop = 0.005f;
  tuning.mMinVelocityForRestitution = 0.5f;
  impl_->system.SetPhysicsSettings(tuning);
  JPH::BodyInterface& bodies = impl_->system.GetBodyInterfaceNoLock();
  for (const scene::Object& object : scene.objects) {
    JPH::BodyCreationSettings body(shape_of(scene, object.collision.front()), jolt(object.world_from_object.position),
                                   jolt(object.world_from_object.rotation),
                                   object.movable ? JPH::EMotionType::Dynamic : JPH::EMotionType::Static,
                                   object.movable ? kMoving : kStill);
    body.mFriction = static_cast<float>(object.friction);
    body.mRestitution = static_cast<float>(object.restitution);
    body.mLinearDamping = 0.0f;
    if (object.movable) {
      body.mOverrideMassProperties = JPH::EOverrideMassProperties::CalculateInertia;
      body.mMassPropertiesOverride.mMass = static_cast<float>(object.mass);
    }
    impl_->bodies.push_back(
        bodies.CreateAndAddBody(body, object.movable ? JPH::EActivation::Activate : JPH::EActivation::DontActivate));
  }
  impl_->system.OptimizeBroadPhase();
}

PlainJolt::~PlainJolt() = default;

void PlainJolt::step() {
  impl_->system.Update(1.0f / 90.0f, 1, &impl_->scratch, impl_->jobs.get());
}

double PlainJolt::height_sum() const {
  double sum = 0.0;
  for (const JPH::BodyID& id : impl_->bodies) {
    sum += impl_->system.GetBodyInterfaceNoLock().GetCenterOfMassPosition(id).GetY();
  }
  return sum;
}

std::optional<double> PlainJolt::cast_ray(const math::Ray& ray, double range) const {
  JPH::RayCastResult hit;
  const JPH::RRayCast cast(jolt(ray.origin), jolt(ray.direction * range));
  if (!impl_->system.GetNarrowPhaseQueryNoLock().CastRay(cast, hit)) return std::nullopt;
  return static_cast<double>(hit.mFraction) * range;
}

std::optional<double> PlainJolt::nearest(const math::Capsule& capsule, double radius) const {
  const math::Vec3 along = capsule.axis.b - capsule.axis.a;
  const JPH::CapsuleShape shape(static_cast<float>(0.5 * glm::length(along)), static_cast<float>(capsule.radius));
  shape.SetEmbedded();
  const math::Quat rotation = math::from_to(math::kUp, math::normalized_or(along, math::kUp));
  const JPH::Mat44 pose =
      JPH::Mat44::sRotationTranslation(jolt(rotation), jolt(0.5 * (capsule.axis.a + capsule.axis.b)));
  JPH::CollideShapeSettings settings;
  settings.mMaxSeparationDistance = static_cast<float>(radius);
  settings.mBackFaceMode = JPH::EBackFaceMode::CollideWithBackFaces;
  JPH::ClosestHitCollisionCollector<JPH::CollideShapeCollector> closest;
  impl_->system.GetNarrowPhaseQueryNoLock().CollideShape(&shape, JPH::Vec3::sReplicate(1.0f), pose, settings,
                                                         JPH::Vec3::sZero(), closest);
  if (!closest.HadHit()) return std::nullopt;
  return -static_cast<double>(closest.mHit.mPenetrationDepth);
}

}  // namespace fh::bench
