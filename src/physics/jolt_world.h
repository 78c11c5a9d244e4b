// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a World is made of. Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/Body.h>
#include <Jolt/Physics/Constraints/SixDOFConstraint.h>
#include <Jolt/Physics/Constraints/TwoBodyConstraint.h>
#include <Jolt/Physics/PhysicsSystem.h>

#include "physics/jolt_contacts.h"
#include "physics/jolt_convert.h"
#include "physics/jolt_jobs.h"
#include "physics/jolt_setup.h"
#include "physics/jolt_shapes.h"
#include "physics/world.h"

namespace fh::physics {

/// One Jolt body; its index in Impl::solids is its Jolt body index, since bodies are never removed.
struct Solid {
  JPH::BodyID id;
  Layer layer = Layer::Static;
  core::ObjectId object;  // of the place: the owner of the body
  core::BodyId human;     // or a segment of a body
  std::uint32_t segment = 0;
  math::Pose rest;  // exact pose of statics
  double mass = 0.0;
  std::vector<Piece> pieces;
};

inline constexpr std::int32_t kNone = -1;

struct ObjectEntry {
  std::int32_t solid = kNone;  // its own, or that of the moving object it is fixed to
  math::Pose body_from_object;
  math::Pose rest;  // where it stands when it cannot move
  std::int32_t joint = kNone;
  bool moving = false;
};

struct JointState {
  std::uint8_t locked = 0, driven = 0;
  std::int32_t turns = 0;  // whole turns of wide dials
  double lock_position = 0.0, target = 0.0, strength = 0.0;
  double last_angle = 0.0;

  void visit(core::Archive& archive);
};

struct JointEntry {
  std::uint32_t solid = 0;
  scene::ObjectJoint spec;
  bool turning = false;  // hinge or dial
  bool wide = false;     // about a turn or more: Jolt's angle wraps, ours does not
  bool steered = false;  // about half a turn or more: motors must not take the short way round
  double offset = 0.0;   // Jolt's zero, in the middle of the limits
  double damping = 0.0;  // of the spring
  JPH::Ref<JPH::TwoBodyConstraint> constraint;
  JointState state;

  double position() const;
  /// Carries state (lock, target) and spring over to the constraint.
  void apply();
  /// Sets the limits Jolt sees; for wide dials those of the present turn.
  void apply_limits();
  void count_turns();
  /// Before a step: shows Jolt the present turn and keeps sprung things awake until they are back.
  bool prepare();
};

enum class GrabKind : std::uint8_t { Free, Point, Twist };

struct GrabState {
  std::uint32_t body = 0, side = 0, object = 0;
  GrabKind kind = GrabKind::Free;
  double force = 0.0, torque = 0.0;
  math::Pose object_from_hand;
  math::Pose world_from_hand;
  math::Vec3 step{0.0}, turn{0.0};  // of the hand in the last tick: m, rotation vector of the world

  HandId hand() const { return {core::BodyId{body}, side}; }
  void visit(core::Archive& archive);
};

struct GrabEntry {
  GrabState state;
  JPH::Ref<JPH::SixDOFConstraint> constraint;
  bool moved = false;  // since the last step
  bool leads = false;  // it pulls from farther away than kMostPull: aimed anew in each step
};

/// A released object passes through its former holder for a while and until the two are apart, else the closed hand
/// would throw it.
struct Grace {
  std::uint32_t object = 0, body = 0, ticks_left = 0;
  void visit(core::Archive& archive);
};

struct KinematicEntry {
  std::uint32_t solid = 0;
  math::Pose target;
};

/// Poses and velocities of everything that moves, as they are written to hashes and streams.
struct Motion {
  std::vector<math::Vec3> positions;
  std::vector<math::Quat> rotations;
  std::vector<math::Vec3> linear_velocities, angular_velocities;

  void visit(core::Archive& archive);
};

struct World::Impl {
  explicit Impl(const Settings& given) : options(given) {}

  Settings options;
  LayerTables layers;
  std::unique_ptr<JPH::TempAllocator> scratch;
  std::unique_ptr<core::JobPool> own_pool;  // where the settings name none
  std::unique_ptr<JPH::JobSystem> jobs;
  PooledJobs* pooled = nullptr;  // the same; null when a step has one thread
  std::unique_ptr<ContactGatherer> gatherer;
  JPH::Ref<PairExclusions> exclusions;
  std::vector<std::unique_ptr<MeshTree>> trees;
  std::vector<std::unique_ptr<HullGeometry>> hulls;
  JPH::PhysicsSystem system;
  std::vector<Solid> solids;
  std::vector<ObjectEntry> objects;  // by ObjectId - 1
  std::vector<JointEntry> joints;    // in object order
  std::vector<KinematicEntry> kinematics;
  std::vector<GrabEntry> grabs;  // sorted by hand
  std::vector<Grace> graces;
  std::vector<Contact> contacts;
  std::vector<std::pair<Touching, Touching>> touched;  // pairs of the last step, sorted
  std::size_t contact_room = 0;                        // contacts a step can hold
  std::uint64_t pair_room = 0;                         // pairs of near bodies a step can hold
  std::uint32_t movers = 0;                            // objects that can move
  std::uint64_t crowded_steps = 0;                     // steps in which contacts were left out
  std::uint64_t possible_contacts = 0;                 // of a step in which all solids met
  std::vector<std::byte> undo;                         // what the step changes, as it was before: reused
  bool undo_has_contacts = false;                      // Jolt's contacts of the step before are part of it
  std::vector<std::byte> no_contacts;                  // Jolt's state of a world in which nothing touches
  Motion gathered;                                     // visit_motion(): reused
  std::uint64_t structure = 0;                         // hash of what was built: streams of other worlds are refused

  const ObjectEntry& entry(core::ObjectId object) const;
  ObjectEntry& entry(core::ObjectId object) { return const_cast<ObjectEntry&>(std::as_const(*this).entry(object)); }
  void place_static(ObjectEntry& entry, const math::Pose& pose);
  JPH::Body& body_of(std::uint32_t solid) const;
  math::Pose solid_pose(const Solid& solid) const;
  JointEntry& joint_of(core::ObjectId object);
  const JointEntry& joint_of(core::ObjectId object) const { return const_cast<Impl*>(this)->joint_of(object); }
  /// Wakes what may have rested on something that leaves too fast to be felt.
  void wake_around(std::uint32_t solid);
  void wake(std::uint32_t solid) { system.GetBodyInterfaceNoLock().ActivateBody(solids[solid].id); }

  core::Result<> build(const scene::Scene& scene);
  void make_jobs();
  core::Result<> build_solid(const scene::Scene& scene, const scene::Object& object, ShapeBuilder& shapes,
                             const std::vector<std::vector<std::uint32_t>>& welded, std::uint32_t family);
  void build_joints(const scene::Scene& scene);
  void place_at_start(const scene::Scene& scene);
  void drive_kinematics();
  JPH::Ref<JPH::SixDOFConstraint> bond(const GrabState& state);
  void aim(GrabEntry& grab);
  /// Whether what the hand pulls at moves along a line.
  bool slides(const GrabState& state) const;
  /// Before each step: a hand that nobody moved stands.
  void rest_hands();
  /// Puts grab constraints behind the joints in the order of their hands, whatever came and went before.
  void reorder_grabs(std::vector<GrabEntry> next);
  void update_exclusions();
  void count_down_graces(const World& world);

  /// Adds what the last of `solids` may have with those before it to possible_contacts.
  void count_possible_contacts();
  bool may_be_crowded() const;
  /// Jolt's step with pairs of moving objects up to `reach` ranks apart; false when there was no room for it all, and
  /// which contacts are missing depends on threads: it must be undone. What it answers depends on the state alone.
  bool fits_after_update(std::uint32_t reach);
  /// The same step with ever fewer pairs until it fits.
  void step_crowded();
  /// The largest reach that leaves at most `pairs` pairs of moving objects near each other.
  std::uint32_t reach_for(std::uint64_t pairs) const;

  std::vector<std::byte> jolt_bytes() const;
  std::vector<std::byte> jolt_contact_bytes() const;
  bool restore_jolt(std::span<const std::byte> bytes);
  /// Keeps what the next step changes, for undo_step().
  void save_for_undo();
  void undo_step();
  /// Pairs of bodies and swept contacts that Jolt keeps of the last step: takes as long as sorting them.
  std::uint64_t pairs_kept() const;
};

}  // namespace fh::physics
