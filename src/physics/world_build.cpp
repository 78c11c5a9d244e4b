// SPDX-License-Identifier: Apache-2.0
// Building a world out of a scene: bodies in object order, then joints, then starting positions.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/assert.h"
#include "core/hash.h"
#include "physics/jolt_world.h"

#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>

namespace fh::physics {
namespace {

constexpr std::uint32_t kRoomForKinematics = 2048;
constexpr double kGuessedDensity = 300.0;  // kg/m³ of a movable thing whose mass nobody stated: hollow goods
constexpr double kThin = 0.25;  // metres: things that move by a part of it in a tick could pass walls and are swept

/// The moving object a fixed one is part of, or itself. `objects` may hold a cycle of parents: bounded steps.
std::uint32_t owner_of(const scene::Scene& scene, std::uint32_t index) {
  if (!scene.objects[index].is_static()) return index;
  const scene::Object* up = scene.find(scene.objects[index].parent);
  for (std::size_t steps = 0; up != nullptr && steps < scene.objects.size(); ++steps) {
    if (!up->is_static()) return up->id.value - 1;
    up = scene.find(up->parent);
  }
  return index;
}

/// Objects tied by joints never collide with each other: the topmost object of the chain names the family.
std::vector<std::uint32_t> families(const scene::Scene& scene) {
  std::vector<std::uint32_t> family(scene.objects.size(), 0);
  for (const scene::Object& object : scene.objects) {
    if (object.joint.kind == scene::JointKind::None || scene.find(object.parent) == nullptr) continue;
    const scene::Object* top = scene.find(object.parent);
    for (std::size_t steps = 0; steps < scene.objects.size(); ++steps) {
      const scene::Object* up = scene.find(top->parent);
      if (up == nullptr || top->joint.kind == scene::JointKind::None) break;
      top = up;
    }
    family[object.id.value - 1] = top->id.value;
    family[top->id.value - 1] = top->id.value;
  }
  return family;
}

/// Each movable object with every other and with 320 parts of people and of the place, which is all that can ever meet
/// in most places; for many objects what a heap has on average, several times.
std::uint32_t contact_room_for(std::uint32_t movers) {
  const std::uint64_t all = movers * (movers / 2 + 320ull);
  return static_cast<std::uint32_t>(
      std::max<std::uint64_t>({8192u, 24ull * movers, std::min<std::uint64_t>(all, 32768u)}));
}

std::vector<std::uint32_t> ranks_of(const scene::Scene& scene) {
  std::vector<std::uint32_t> ranks(scene.objects.size(), 0);
  std::uint32_t next = 1;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (!scene.objects[i].is_static()) ranks[i] = next++;
  }
  return ranks;
}

double smallest_extent(const std::vector<Piece>& pieces) {
  math::Aabb box;
  for (const Piece& piece : pieces) box.add(piece.bounds);
  const math::Vec3 size = box.size();
  return std::min({size.x, size.y, size.z});
}

/// Shapes and masses, which Jolt's state does not hold.
std::uint64_t hash_of_geometry(const std::vector<Solid>& solids) {
  std::vector<double> values;
  for (const Solid& solid : solids) {
    values.insert(values.end(), {solid.mass, static_cast<double>(solid.layer)});
    for (const Piece& piece : solid.pieces) {
      const math::Vec3 &low = piece.bounds.low, &high = piece.bounds.high;
      values.insert(values.end(), {low.x, low.y, low.z, high.x, high.y, high.z, piece.convex.radius});
      values.push_back(piece.tree ? static_cast<double>(piece.tree->triangle_count()) : 0.0);
    }
  }
  return core::hash_bytes(std::as_bytes(std::span(values)));
}

}  // namespace

core::Result<> World::Impl::build_solid(const scene::Scene& scene, const scene::Object& object, ShapeBuilder& shapes,
                                        const std::vector<std::vector<std::uint32_t>>& welded, std::uint32_t family) {
  const std::uint32_t index = object.id.value - 1;
  const bool moving = !object.is_static();
  objects[index].rest = object.world_from_object;
  Solid solid;
  for (const std::uint32_t member : welded[index]) {  // the object itself first
    const scene::Object& part_of = scene.objects[member];
    const math::Pose body_from_object = math::inverse(object.world_from_object) * part_of.world_from_object;
    for (std::uint32_t part = 0; part < part_of.collision.size(); ++part) {
      if (auto added = shapes.add(part_of, part, member == index ? math::Pose{} : body_from_object, moving); !added) {
        static_cast<void>(shapes.finish(solid.pieces));  // the next object starts afresh
        return core::fail("object '{}': {}", part_of.name, added.error().message);
      }
    }
    if (moving) objects[member].body_from_object = member == index ? math::Pose{} : body_from_object;
  }
  auto shape = shapes.finish(solid.pieces);
  if (!shape) return core::fail("object '{}': {}", object.name, shape.error().message);
  if (*shape == nullptr) {
    if (!moving) return {};  // nothing to bump into
    return core::fail("object '{}' can move but has no collision shape: give it one", object.name);
  }
  solid.object = object.id;
  solid.rest = object.world_from_object;
  solid.layer = !moving ? Layer::Static : object.joint.kind == scene::JointKind::None ? Layer::Dynamic : Layer::Jointed;
  JPH::BodyCreationSettings body(
      shape->GetPtr(), to_jolt(object.world_from_object.position), to_jolt(object.world_from_object.rotation),
      moving ? JPH::EMotionType::Dynamic : JPH::EMotionType::Static, static_cast<JPH::ObjectLayer>(solid.layer));
  body.mFriction = static_cast<float>(object.friction);
  body.mRestitution = static_cast<float>(object.restitution);
  body.mLinearDamping = 0.0f;  // free fall is free
  body.mCollisionGroup = JPH::CollisionGroup(exclusions, index, family);
  if (moving) {
    solid.mass = object.mass > 0.0 ? object.mass : std::max(0.05, kGuessedDensity * (*shape)->GetVolume());
    body.mOverrideMassProperties = JPH::EOverrideMassProperties::CalculateInertia;
    body.mMassPropertiesOverride.mMass = static_cast<float>(solid.mass);
    // Jolt joins the contacts of all pieces that face one way and keeps four: of a tool whose one piece rests and
    // another is near, it keeps the outermost, and the tool tips into the table.
    body.mUseManifoldReduction = solid.pieces.size() == 1;
    if (smallest_extent(solid.pieces) < kThin) body.mMotionQuality = JPH::EMotionQuality::LinearCast;
  }
  JPH::Body* created = system.GetBodyInterfaceNoLock().CreateBody(body);
  if (created == nullptr || created->GetID().GetIndex() != solids.size()) return core::fail("too many objects");
  solid.id = created->GetID();
  for (const std::uint32_t member : welded[index]) {
    objects[member].solid = static_cast<std::int32_t>(solids.size());
    objects[member].moving = moving;
  }
  solids.push_back(std::move(solid));
  count_possible_contacts();
  return {};
}

void World::Impl::count_possible_contacts() {
  constexpr std::uint64_t kMost = 32;  // contacts Jolt keeps of two bodies
  const auto leaves = [](const Solid& solid) {
    std::uint64_t sum = 0;
    for (const Piece& piece : solid.pieces) sum += piece.tree != nullptr ? kMost : 1;
    return sum;
  };
  const Solid& last = solids.back();
  const std::uint64_t own = leaves(last);
  possible_contacts += 1;  // what a swept body hits is told once more
  for (const Solid& other : std::span(solids).first(solids.size() - 1)) {
    if (LayerTables::meet(last.layer, other.layer)) possible_contacts += std::min(kMost, own * leaves(other));
  }
}

void World::Impl::make_jobs() {
  if (options.pool == nullptr && options.workers != 1) {
    own_pool = std::make_unique<core::JobPool>(options.workers);
    options.pool = own_pool.get();
  }
  if (options.pool == nullptr || options.pool->workers() == 1) {
    jobs = std::make_unique<JPH::JobSystemSingleThreaded>(JPH::cMaxPhysicsJobs);
    return;
  }
  auto shared = std::make_unique<PooledJobs>(*options.pool);
  pooled = shared.get();
  jobs = std::move(shared);
}

core::Result<> World::Impl::build(const scene::Scene& scene) {
  const auto count = static_cast<std::uint32_t>(scene.objects.size());
  movers = static_cast<std::uint32_t>(std::count_if(scene.objects.begin(), scene.objects.end(),
                                                    [](const scene::Object& object) { return !object.is_static(); }));
  const std::uint32_t room = options.contact_room > 0 ? options.contact_room : contact_room_for(movers);
  contact_room = room;
  pair_room = 4u * room;
  // Jolt must never be full before our own room is (see world_step.cpp), and its caches lose up to 4 kB to every job
  // that looks for contacts and a twentieth to the ends of blocks: twice our room, and never little.
  const std::uint32_t jolt_room = 2u * std::max(room, contact_room_for(movers));
  // Jolt reserves about a kilobyte per possible contact in each step; what is not used is never touched.
  scratch = std::make_unique<JPH::TempAllocatorImplWithMallocFallback>((8u << 20) + std::size_t{1280} * jolt_room);
  make_jobs();
  exclusions = new PairExclusions();
  exclusions->set_ranks(ranks_of(scene));
  gatherer = std::make_unique<ContactGatherer>(room, *exclusions);
  system.Init(count + kRoomForKinematics, 0, 4u * jolt_room, jolt_room, layers, layers, layers);
  system.SetGravity(to_jolt(options.gravity));
  system.SetContactListener(gatherer.get());
  // A step that is given up has most of its pairs in a queue: none of them is looked at any more.
  system.SetSimCollideBodyVsBody([pairs = exclusions.GetPtr()](const auto& a, const auto& b, JPH::Mat44Arg at_a,
                                                               JPH::Mat44Arg at_b, auto& how, auto& hits,
                                                               const auto& filter) {
    if (!pairs->given_up()) JPH::PhysicsSystem::sDefaultSimCollideBodyVsBody(a, b, at_a, at_b, how, hits, filter);
  });
  JPH::PhysicsSettings tuning;
  tuning.mPenetrationSlop = 0.001f;          // things that are put down do not sink in or tilt (fh_carried_things)
  tuning.mMinVelocityForRestitution = 0.5f;  // m/s
  system.SetPhysicsSettings(tuning);

  objects.resize(count);
  std::vector<std::vector<std::uint32_t>> welded(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (scene.objects[i].id.value != i + 1) return core::fail("object '{}' has a wrong id", scene.objects[i].name);
    if (owner_of(scene, i) == i) welded[i].insert(welded[i].begin(), i);
    if (owner_of(scene, i) != i) welded[owner_of(scene, i)].push_back(i);
  }
  const std::vector<std::uint32_t> family = families(scene);
  ShapeBuilder shapes(scene);
  std::string problems;
  for (const scene::Object& object : scene.objects) {
    if (welded[object.id.value - 1].empty()) continue;  // part of another
    if (auto built = build_solid(scene, object, shapes, welded, family[object.id.value - 1]); !built) {
      problems += (problems.empty() ? "" : "\n") + built.error().message;
    }
  }
  if (!problems.empty()) return core::fail("{}", problems);
  trees = shapes.take_trees();
  hulls = shapes.take_hulls();
  build_joints(scene);
  place_at_start(scene);
  for (const Solid& solid : solids) {
    system.GetBodyInterfaceNoLock().AddBody(
        solid.id, solid.layer == Layer::Static ? JPH::EActivation::DontActivate : JPH::EActivation::Activate);
  }
  system.OptimizeBroadPhase();
  no_contacts = jolt_contact_bytes();
  structure = core::hash_bytes(jolt_bytes(), hash_of_geometry(solids));
  return {};
}

core::Result<> World::add_fixed(const scene::Scene& scene, core::ObjectId object) {
  Impl& w = *impl_;
  const scene::Object* thing = scene.find(object);
  FH_ASSERT(thing && thing->is_static() && object.value == w.objects.size() + 1, std::to_string(object.value));
  w.objects.emplace_back();
  std::vector<std::vector<std::uint32_t>> welded(object.value);
  welded.back() = {object.value - 1};
  ShapeBuilder shapes(scene);
  if (auto built = w.build_solid(scene, *thing, shapes, welded, 0); !built) {
    w.objects.pop_back();
    return built;
  }
  for (auto& tree : shapes.take_trees()) w.trees.push_back(std::move(tree));
  for (auto& hull : shapes.take_hulls()) w.hulls.push_back(std::move(hull));
  if (w.objects.back().solid != kNone)
    w.system.GetBodyInterfaceNoLock().AddBody(w.solids.back().id, JPH::EActivation::DontActivate);
  return {};
}

/// Where objects stand at the start: joints at their initial position, and what hangs on a moved parent moved with it.
void World::Impl::place_at_start(const scene::Scene& scene) {
  const std::size_t count = scene.objects.size();
  std::vector<math::Pose> moved_from_scene(count);  // world_from_world
  std::vector<char> known(count, 0);
  const auto resolve = [&](auto&& self, std::uint32_t i, std::size_t depth) -> void {
    if (known[i] || depth > count) return;
    known[i] = 1;
    const scene::Object& object = scene.objects[i];
    math::Pose moved;
    if (const scene::Object* parent = scene.find(object.parent)) {
      self(self, parent->id.value - 1, depth + 1);
      moved = moved_from_scene[parent->id.value - 1];
    }
    const scene::ObjectJoint& joint = object.joint;
    if (joint.kind != scene::JointKind::None && joint.initial != 0.0) {
      const double at = math::clamp(joint.initial, joint.minimum, std::max(joint.minimum, joint.maximum));
      const math::Vec3 axis = math::normalized_or(object.world_from_object.direction(joint.axis), math::kUp);
      const math::Vec3 anchor = object.world_from_object.point(joint.anchor);
      math::Pose motion{math::kIdentity, at * axis};
      if (joint.kind == scene::JointKind::Hinge || joint.kind == scene::JointKind::Dial) {
        motion.rotation = math::from_axis_angle(axis, at);
        motion.position = anchor - math::rotate(motion.rotation, anchor);
      }
      moved = moved * motion;
    }
    moved_from_scene[i] = moved;
  };
  for (std::uint32_t i = 0; i < count; ++i) resolve(resolve, i, 0);
  for (const Solid& solid : solids) {
    if (solid.layer == Layer::Static) continue;
    const math::Pose& moved = moved_from_scene[solid.object.value - 1];
    const math::Pose start = moved * solid.rest;
    const bool stays = moved.position == math::Vec3(0.0) && moved.rotation == math::kIdentity;
    if (!stays) {
      system.GetBodyInterfaceNoLock().SetPositionAndRotation(solid.id, to_jolt(start.position), to_jolt(start.rotation),
                                                             JPH::EActivation::DontActivate);
    }
  }
  for (JointEntry& joint : joints) {
    if (joint.wide) {  // the first angle may lie turns away from Jolt's
      const double at = math::clamp(joint.spec.initial, joint.spec.minimum, joint.spec.maximum);
      joint.state.turns = static_cast<std::int32_t>(std::floor((at + math::kPi) / math::kTau));
      joint.state.last_angle = at - math::kTau * joint.state.turns;
    }
    if (joint.steered && !joint.wide) joint.state.last_angle = joint.position() - joint.offset;
    joint.state.lock_position = joint.position();
    joint.apply();
  }
}

}  // namespace fh::physics
