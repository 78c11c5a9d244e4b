// SPDX-License-Identifier: Apache-2.0
#pragma once
// The physical place: Jolt behind plain values. One step is one tick of 1/90 s; its result depends on the scene and the
// calls made before, in their order, and on nothing else: not on the number of workers, addresses or the clock.
// Not thread-safe, except that any number of threads may query (physics/queries.h) while nobody changes or steps it.
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/archive.h"
#include "core/ids.h"
#include "core/jobs.h"
#include "core/result.h"
#include "math/pose.h"
#include "physics/convex.h"
#include "scene/place/scene.h"

namespace fh::physics {

/// What a solid is to the others. Statics meet dynamics; jointed things (doors, drawers, knobs) meet all that moves but
/// not statics: their limits hold them, and no hinge jams in its frame. Bodies and hands are kinematic: they push and
/// are never pushed. Legs are kinematic too, but push no harder than a leg can (jolt_contacts.cpp): free things only,
/// to the side, and what does not give way passes through them. Sensors report contacts and push nothing.
enum class Layer : std::uint8_t { Static, Dynamic, Jointed, Body, Hand, Leg, Sensor };
inline constexpr std::size_t kLayers = 7;

constexpr std::uint32_t layer_bit(Layer layer) {
  return 1u << static_cast<std::uint32_t>(layer);
}
inline constexpr std::uint32_t kAllLayers = (1u << kLayers) - 1;
inline constexpr std::uint32_t kSolidLayers = kAllLayers & ~layer_bit(Layer::Sensor);
inline constexpr std::uint32_t kPlaceLayers =
    layer_bit(Layer::Static) | layer_bit(Layer::Dynamic) | layer_bit(Layer::Jointed);

struct Settings {
  math::Vec3 gravity{0.0, -9.81, 0.0};  // m/s²
  unsigned workers = 1;                 // threads of a step, the caller included; 0 = one per core
  core::JobPool* pool = nullptr;  // whose threads make a step, instead of `workers` of its own; must outlive steps
  unsigned contact_room = 0;      // contacts a step can hold; 0 = by the number of movable objects
};

using KinematicId = core::Id<struct KinematicTag>;

/// One hand of one body; it holds at most one object.
struct HandId {
  core::BodyId body;
  std::uint32_t side = 0;  // 0 left, 1 right
  auto operator<=>(const HandId&) const = default;
};

/// How strongly a hand holds: what it cannot lift stays, what it cannot turn hangs.
struct GrabStrength {
  double force = 250.0;  // N along each axis
  double torque = 25.0;  // N·m about each axis
};

/// What a hand bears of the thing it holds.
struct HandLoad {
  double mass = 0.0;       // kg; shared equally by the hands that hold the thing
  math::Vec3 centre{0.0};  // world, the thing's centre of mass
  bool stands = false;     // something else under it bore it in the last step
  bool asleep = false;     // the last step told nothing of it: `stands` is as it was when it fell asleep
};

/// One side of a contact: an object of the place, or a segment of a body.
struct Touching {
  core::ObjectId object;
  core::BodyId body;
  std::uint32_t segment = 0;  // of the body
  std::uint32_t part = 0;     // index into scene::Object::collision
  auto operator<=>(const Touching&) const = default;
};

struct Contact {
  Touching first, second;  // first < second
  math::Vec3 point{0.0};   // world, middle of the contact area
  math::Vec3 normal{0.0};  // world, unit, from first to second
  double depth = 0.0;      // metres; negative: not quite touching yet
  double impulse = 0.0;    // N·s, estimated from the closing speed and the masses
  double nudge = 0.0;      // N·s along the normal with which a leg pushes the thing; 0 without a leg
  bool began = false;      // the two did not touch in the tick before (or slept)
};

struct Velocity {
  math::Vec3 linear{0.0};   // m/s of the centre of mass
  math::Vec3 angular{0.0};  // rad/s
};

class World {
 public:
  /// Fails with a message that lists every object whose collision geometry cannot be used. The scene is not kept.
  static core::Result<World> create(const scene::Scene& scene, const Settings& settings = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Advances 1/90 s. Where more contacts come together than there is room for, contacts between movable objects are
  /// left out by the objects' order in the scene, the same ones with any number of workers; the first such step says so
  /// in the log.
  void step();
  /// Steps so far in which contacts were left out.
  std::uint64_t crowded_steps() const;
  /// Of the last step, sorted by (first, second). Sleeping things report none.
  std::span<const Contact> contacts() const;

  // --- Objects. Ids are those of the scene; unknown ones are a broken contract.
  math::Pose pose(core::ObjectId object) const;  // world_from_object
  Velocity velocity(core::ObjectId object) const;
  double mass(core::ObjectId object) const;  // kg; 0 for statics
  bool is_moving_kind(core::ObjectId object) const;
  bool is_asleep(core::ObjectId object) const;
  /// The object whose solid it moves with: itself, or the one it is fixed to.
  core::ObjectId carrier(core::ObjectId object) const;
  /// Where it will be after the next step if nothing changes how it moves.
  math::Pose next_pose(core::ObjectId object) const;
  /// Puts an object somewhere at rest. Immovable ones are not part of the saved state: whoever places one places it
  /// again after loading.
  void place(core::ObjectId object, const math::Pose& world_from_object);
  /// The same, and it sleeps there until something touches it.
  void put_away(core::ObjectId object, const math::Pose& world_from_object);
  /// Takes the immovable object with the next id of a scene that grew. Not part of the saved state: whoever adds adds
  /// again, in the same order, before loading.
  core::Result<> add_fixed(const scene::Scene& scene, core::ObjectId object);
  void set_velocity(core::ObjectId object, const Velocity& velocity);
  /// N·s at a world point.
  void push(core::ObjectId object, const math::Vec3& impulse, const math::Vec3& at);

  // --- Joints (scene::ObjectJoint): position in rad or m, 0 where the object stands in the scenario.
  bool has_joint(core::ObjectId object) const;
  double joint_position(core::ObjectId object) const;
  /// Drives the joint there with at most `strength` (N or N·m) until cleared; clamped to the limits.
  void set_joint_target(core::ObjectId object, double position, double strength);
  void clear_joint_target(core::ObjectId object);
  /// A locked joint stays where it is.
  void set_locked(core::ObjectId object, bool locked);
  bool is_locked(core::ObjectId object) const;

  // --- Bodies of humans: kinematic solids, added in a fixed order before the first load.
  /// `segment_from_part` places the solid in the segment's frame. Layer: Body, Hand, Leg or Sensor.
  KinematicId add_kinematic(core::BodyId body, std::uint32_t segment, const ConvexPart& part, Layer layer,
                            const math::Pose& world_from_segment);
  /// Where the segment shall be after the next step; it gets there with the matching velocity.
  void set_kinematic_target(KinematicId id, const math::Pose& world_from_segment);
  /// At once and without velocity (teleport, recentre).
  void place_kinematic(KinematicId id, const math::Pose& world_from_segment);
  math::Pose kinematic_pose(KinematicId id) const;

  // --- Grabs (CA-17): a soft, force-limited bond of an object to a hand.
  /// Free objects follow the hand's place and turn; hinged and sliding ones are pulled at the point held; dials held
  /// near their axis follow the hand's twist. Without `object_from_hand` the object is held as it is now. False when
  /// the object cannot move or the hand is full.
  bool grab(core::ObjectId object, HandId hand, const math::Pose& world_from_hand,
            const std::optional<math::Pose>& object_from_hand = {}, const GrabStrength& strength = {});
  void move_hand(HandId hand, const math::Pose& world_from_hand);
  /// How strongly a hand holds from now on.
  void set_strength(HandId hand, const GrabStrength& strength);
  /// At once and without velocity (teleport, recentre, pause): what the hand holds comes along as it is held. False for
  /// a thing on a joint: it cannot come and stays as it is.
  bool carry_held(HandId hand, const math::Pose& world_from_hand);
  /// The object keeps its velocity; for 0.3 s, and until the two are apart, it passes through the body that held it.
  void release(HandId hand);
  core::ObjectId held_by(HandId hand) const;
  /// Whose hand holds the object, or what it is fixed to; of several the first by id.
  core::BodyId holder(core::ObjectId object) const;
  /// Whether the body's solids pass through the object: it holds it, or let it go a moment ago.
  bool passes_through(core::BodyId body, core::ObjectId object) const;
  /// Nothing for an empty hand and for things on joints, which bear themselves.
  HandLoad load_of(HandId hand) const;
  /// Metres between the hand and the place it holds: large when the object cannot follow.
  double grab_stretch(HandId hand) const;

  // --- State.
  /// All of it: a world made from the same scene and the same add_kinematic calls continues bit by bit. Loading checks
  /// version, structure, length and checksum before anything is changed; on a bad stream the archive is rejected and
  /// the world stays as it was.
  void visit(core::Archive& archive);
  /// What moves, in object order, as plain arrays: for hashes and field-level differences. Cannot be loaded.
  void visit_motion(core::Archive& archive);

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  explicit World(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fh::physics
