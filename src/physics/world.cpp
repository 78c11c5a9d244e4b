// SPDX-License-Identifier: Apache-2.0
#include "physics/world.h"

#include <algorithm>

#include "core/assert.h"
#include "core/time.h"
#include "physics/jolt_queries.h"

#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>

namespace fh::physics {

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

core::Result<World> World::create(const scene::Scene& scene, const Settings& settings) {
  register_jolt();
  auto impl = std::make_unique<Impl>(settings);
  FH_TRY_VOID(impl->build(scene));
  return World(std::move(impl));
}

std::span<const Contact> World::contacts() const {
  return impl_->contacts;
}

const ObjectEntry& World::Impl::entry(core::ObjectId object) const {
  FH_ASSERT(object.valid() && object.value <= objects.size(), std::to_string(object.value));
  return objects[object.value - 1];
}

JPH::Body& World::Impl::body_of(std::uint32_t solid) const {
  return *system.GetBodyLockInterfaceNoLock().TryGetBody(solids[solid].id);
}

math::Pose World::Impl::solid_pose(const Solid& solid) const {
  if (solid.layer == Layer::Static) return solid.rest;
  const JPH::Body& body = *system.GetBodyLockInterfaceNoLock().TryGetBody(solid.id);
  return {from_jolt(body.GetRotation()), from_jolt(body.GetPosition())};
}

void World::Impl::wake_around(std::uint32_t solid) {
  constexpr std::uint32_t kMovers = layer_bit(Layer::Dynamic) | layer_bit(Layer::Jointed);
  JPH::AABox box = body_of(solid).GetWorldSpaceBounds();
  box.ExpandBy(JPH::Vec3::sReplicate(0.02f));
  JPH::AllHitCollisionCollector<JPH::CollideShapeBodyCollector> found;
  system.GetBroadPhaseQuery().CollideAABox(box, found, TreeFilter(kMovers), LayerFilter(kMovers));
  // Jolt's tree holds boxes that grew with past motion: what is found in them depends on how the tree came about.
  std::vector<JPH::BodyID> near;
  for (const JPH::BodyID& id : found.mHits) {
    if (box.Overlaps(body_of(id.GetIndex()).GetWorldSpaceBounds())) near.push_back(id);
  }
  std::sort(near.begin(), near.end());
  system.GetBodyInterfaceNoLock().ActivateBodies(near.data(), static_cast<int>(near.size()));
}

math::Pose World::pose(core::ObjectId object) const {
  const ObjectEntry& entry = impl_->entry(object);
  if (!entry.moving) return entry.rest;
  return impl_->solid_pose(impl_->solids[static_cast<std::size_t>(entry.solid)]) * entry.body_from_object;
}

Velocity World::velocity(core::ObjectId object) const {
  const ObjectEntry& entry = impl_->entry(object);
  if (!entry.moving) return {};
  const JPH::Body& body = impl_->body_of(static_cast<std::uint32_t>(entry.solid));
  return {from_jolt(body.GetLinearVelocity()), from_jolt(body.GetAngularVelocity())};
}

double World::mass(core::ObjectId object) const {
  const ObjectEntry& entry = impl_->entry(object);
  if (!entry.moving) return 0.0;
  return 1.0 / impl_->body_of(static_cast<std::uint32_t>(entry.solid)).GetMotionProperties()->GetInverseMass();
}

bool World::is_moving_kind(core::ObjectId object) const {
  return impl_->entry(object).moving;
}

bool World::is_asleep(core::ObjectId object) const {
  const ObjectEntry& entry = impl_->entry(object);
  return !entry.moving || !impl_->body_of(static_cast<std::uint32_t>(entry.solid)).IsActive();
}

void World::Impl::place_static(ObjectEntry& entry, const math::Pose& pose) {
  entry.rest = pose;
  if (entry.solid < 0) return;  // nothing to bump into
  const auto index = static_cast<std::uint32_t>(entry.solid);
  wake_around(index);  // what stood on it falls
  solids[index].rest = pose;
  system.GetBodyInterfaceNoLock().SetPositionAndRotation(solids[index].id, to_jolt(pose.position),
                                                         to_jolt(pose.rotation), JPH::EActivation::DontActivate);
  wake_around(index);
}

core::ObjectId World::carrier(core::ObjectId object) const {
  const ObjectEntry& entry = impl_->entry(object);
  return entry.moving ? impl_->solids[static_cast<std::size_t>(entry.solid)].object : object;
}

math::Pose World::next_pose(core::ObjectId object) const {
  const math::Pose now = pose(object);
  if (is_asleep(object)) return now;
  const JPH::Body& body = impl_->body_of(static_cast<std::uint32_t>(impl_->entry(object).solid));
  const math::Vec3 centre = from_jolt(body.GetCenterOfMassPosition());
  const math::Quat turn = math::from_rotation_vector(core::kTickSeconds * from_jolt(body.GetAngularVelocity()));
  return {math::normalized(turn * now.rotation), centre + core::kTickSeconds * from_jolt(body.GetLinearVelocity()) +
                                                     math::rotate(turn, now.position - centre)};
}

void World::place(core::ObjectId object, const math::Pose& world_from_object) {
  ObjectEntry& entry = impl_->entry(object);
  if (!entry.moving) return impl_->place_static(entry, world_from_object);
  const math::Pose body = world_from_object * math::inverse(entry.body_from_object);
  JPH::BodyInterface& bodies = impl_->system.GetBodyInterfaceNoLock();
  const JPH::BodyID id = impl_->solids[static_cast<std::size_t>(entry.solid)].id;
  impl_->wake_around(static_cast<std::uint32_t>(entry.solid));
  bodies.SetPositionAndRotation(id, to_jolt(body.position), to_jolt(body.rotation), JPH::EActivation::Activate);
  bodies.SetLinearAndAngularVelocity(id, JPH::Vec3::sZero(), JPH::Vec3::sZero());
}

void World::put_away(core::ObjectId object, const math::Pose& world_from_object) {
  place(object, world_from_object);
  const ObjectEntry& entry = impl_->entry(object);
  if (!entry.moving) return;
  impl_->system.GetBodyInterfaceNoLock().DeactivateBody(impl_->solids[static_cast<std::size_t>(entry.solid)].id);
}

void World::set_velocity(core::ObjectId object, const Velocity& velocity) {
  const ObjectEntry& entry = impl_->entry(object);
  FH_ASSERT(entry.moving, "only movable objects can be moved");
  impl_->system.GetBodyInterfaceNoLock().SetLinearAndAngularVelocity(
      impl_->solids[static_cast<std::size_t>(entry.solid)].id, to_jolt(velocity.linear), to_jolt(velocity.angular));
}

void World::push(core::ObjectId object, const math::Vec3& impulse, const math::Vec3& at) {
  const ObjectEntry& entry = impl_->entry(object);
  FH_ASSERT(entry.moving, "only movable objects can be pushed");
  impl_->system.GetBodyInterfaceNoLock().AddImpulse(impl_->solids[static_cast<std::size_t>(entry.solid)].id,
                                                    to_jolt(impulse), to_jolt(at));
}

}  // namespace fh::physics
