// SPDX-License-Identifier: Apache-2.0
// Hands and bodies: kinematic solids that push, and soft bonds that hold.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/Body/BodyCreationSettings.h>

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "core/hash.h"
#include "core/time.h"
#include "physics/jolt_world.h"
#include "physics/queries.h"

namespace fh::physics {
namespace {

using Axis = JPH::SixDOFConstraintSettings::EAxis;

constexpr double kGripHertz = 40.0;  // what is held sags 0.16 mm
// A critically damped spring follows a target at v m/s by v * 2 / omega behind, 8 mm at 1 m/s: the bond of a free
// thing aims so far ahead of the hand that it is where the hand is (tested by "one hand: what is held stays").
constexpr double kLeadTicks = 1.0 / (math::kPi * kGripHertz * core::kTickSeconds);
constexpr std::uint32_t kGraceTicks = 27;
constexpr double kApart = 0.5e-3;   // m between a hand and what it let go: they meet again
constexpr float kFast = 0.01f;      // metres per tick: beyond it a hand may leave what lies asleep on it unnoticed
constexpr float kPressing = 2e-4f;  // metres per tick: a hand that moves so wakes what it comes to
constexpr double kBearing = 0.5;    // sine: steeper faces are leant against, not stood on
// m: a hand pulls at what hangs on a joint from no farther away. A spring whose other end is farther asks more of a
// light knob in one step than its joint can hold (a window of 3 frames a second, a hand that lets a button jump out).
constexpr double kMostPull = 0.03;
constexpr double kTwistReach = 0.04;  // metres: dials held nearer to their axis are turned by twisting

bool same_place(const math::Pose& a, const math::Pose& b) {
  const math::Vec3 apart = a.position - b.position;
  return glm::dot(apart, apart) < 1e-14 && 1.0 - std::fabs(math::dot(a.rotation, b.rotation)) < 1e-13;
}

JPH::MotorSettings motor_of(const GrabState& state) {
  return {static_cast<float>(kGripHertz), 1.0f, static_cast<float>(state.force), static_cast<float>(state.torque)};
}

/// Moves the hand. Frames of another rate than the ticks repeat poses: a hand that stops does so within some ticks.
void note_motion(GrabState& state, const math::Pose& world_from_hand) {
  const math::Pose before = state.world_from_hand;
  state.world_from_hand = world_from_hand;
  if (state.kind != GrabKind::Free) return;
  if (same_place(before, world_from_hand)) {
    state.step *= 0.5, state.turn *= 0.5;
    if (glm::length(state.step) < 1e-6 && glm::length(state.turn) < 1e-6) state.step = state.turn = math::Vec3(0.0);
  } else {
    state.step = world_from_hand.position - before.position;
    state.turn = math::to_rotation_vector(world_from_hand.rotation * math::conjugate(before.rotation));
  }
}

/// Whether no solid of the body touches what it let go.
bool apart(const World& world, const Grace& grace) {
  const World::Impl& w = world.impl();
  const core::ObjectId thing = w.solids[static_cast<std::size_t>(w.objects[grace.object - 1].solid)].object;
  for (const KinematicEntry& kinematic : w.kinematics) {
    const Solid& solid = w.solids[kinematic.solid];
    if (solid.human.value != grace.body || solid.layer == Layer::Sensor) continue;
    for (const Piece& piece : solid.pieces) {
      if (nearest_on(world, thing, moved(w.solid_pose(solid), piece.convex), kApart)) return false;
    }
  }
  return true;
}

}  // namespace

void GrabState::visit(core::Archive& archive) {
  archive.field("body", body);
  archive.field("side", side);
  archive.field("object", object);
  archive.field("kind", kind);
  archive.field("force", force);
  archive.field("torque", torque);
  archive.field("object_from_hand", object_from_hand);
  archive.field("world_from_hand", world_from_hand);
  archive.field("step", step);
  archive.field("turn", turn);
}

void Grace::visit(core::Archive& archive) {
  archive.field("object", object);
  archive.field("body", body);
  archive.field("ticks_left", ticks_left);
}

// --- Kinematic solids

KinematicId World::add_kinematic(core::BodyId body, std::uint32_t segment, const ConvexPart& part, Layer layer,
                                 const math::Pose& world_from_segment) {
  Impl& w = *impl_;
  FH_ASSERT(layer >= Layer::Body, "a kinematic layer");
  auto shape = ShapeBuilder::convex_shape(part, LeafTag{}.packed());
  FH_ASSERT(shape.has_value(), shape ? "" : shape.error().message);
  JPH::BodyCreationSettings settings(shape->GetPtr(), to_jolt(world_from_segment.position),
                                     to_jolt(world_from_segment.rotation), JPH::EMotionType::Kinematic,
                                     static_cast<JPH::ObjectLayer>(layer));
  settings.mUserData = pack_segment(body, segment);
  settings.mCollisionGroup = JPH::CollisionGroup(w.exclusions, PairExclusions::kFirstBody + body.value, 0);
  settings.mFriction = 0.8f;  // skin and cloth
  settings.mIsSensor = layer == Layer::Sensor;
  settings.mCollideKinematicVsNonDynamic = layer == Layer::Sensor;
  JPH::Body* created = w.system.GetBodyInterfaceNoLock().CreateBody(settings);
  FH_ASSERT(created != nullptr && created->GetID().GetIndex() == w.solids.size(), "room for kinematic solids");
  w.system.GetBodyInterfaceNoLock().AddBody(created->GetID(), JPH::EActivation::Activate);

  Solid solid;
  solid.id = created->GetID();
  solid.layer = layer;
  solid.human = body;
  solid.segment = segment;
  Piece piece;
  piece.convex = part;
  if (part.kind == ConvexKind::Hull) {
    w.hulls.push_back(std::make_unique<HullGeometry>());
    w.hulls.back()->points.assign(part.points.begin(), part.points.end());
    piece.convex.points = w.hulls.back()->points;
  }
  piece.bounds = bounds(part);
  solid.pieces.push_back(piece);
  w.kinematics.push_back({static_cast<std::uint32_t>(w.solids.size()), world_from_segment});
  w.solids.push_back(std::move(solid));
  w.count_possible_contacts();
  const std::uint64_t what[] = {pack_segment(body, segment), static_cast<std::uint64_t>(layer),
                                static_cast<std::uint64_t>(part.kind)};
  w.structure = core::hash_bytes(std::as_bytes(std::span(what)), w.structure);
  return KinematicId{static_cast<std::uint32_t>(w.kinematics.size())};
}

void World::set_kinematic_target(KinematicId id, const math::Pose& world_from_segment) {
  FH_ASSERT(id.valid() && id.value <= impl_->kinematics.size(), std::to_string(id.value));
  impl_->kinematics[id.value - 1].target = world_from_segment;
}

void World::place_kinematic(KinematicId id, const math::Pose& world_from_segment) {
  set_kinematic_target(id, world_from_segment);
  JPH::BodyInterface& bodies = impl_->system.GetBodyInterfaceNoLock();
  const JPH::BodyID body = impl_->solids[impl_->kinematics[id.value - 1].solid].id;
  const std::uint32_t solid = impl_->kinematics[id.value - 1].solid;
  if (impl_->solids[solid].layer != Layer::Leg) impl_->wake_around(solid);
  bodies.SetPositionAndRotation(body, to_jolt(world_from_segment.position), to_jolt(world_from_segment.rotation),
                                JPH::EActivation::Activate);
  bodies.SetLinearAndAngularVelocity(body, JPH::Vec3::sZero(), JPH::Vec3::sZero());
}

math::Pose World::kinematic_pose(KinematicId id) const {
  FH_ASSERT(id.valid() && id.value <= impl_->kinematics.size(), std::to_string(id.value));
  return impl_->solid_pose(impl_->solids[impl_->kinematics[id.value - 1].solid]);
}

void World::Impl::drive_kinematics() {
  for (const KinematicEntry& kinematic : kinematics) {
    const Solid& solid = solids[kinematic.solid];
    JPH::Body& body = body_of(kinematic.solid);
    const JPH::Vec3 position = to_jolt(kinematic.target.position);
    const JPH::Quat rotation = to_jolt(kinematic.target.rotation);
    const bool moves =
        body.GetLinearVelocity() != JPH::Vec3::sZero() || body.GetAngularVelocity() != JPH::Vec3::sZero();
    const bool there = (body.GetPosition() - position).LengthSq() < 1e-12f &&
                       std::fabs(body.GetRotation().Dot(rotation)) > 1.0f - 1e-6f;
    if (there && moves) {
      system.GetBodyInterfaceNoLock().SetLinearAndAngularVelocity(solid.id, JPH::Vec3::sZero(), JPH::Vec3::sZero());
    } else if (!there) {
      const float wakes = solid.layer == Layer::Hand ? kPressing : kFast;
      // Nothing rests on legs: what they come to is woken by the contact.
      const bool bears = solid.layer != Layer::Leg;
      if (bears && (body.GetPosition() - position).LengthSq() > wakes * wakes) wake_around(kinematic.solid);
      system.GetBodyInterfaceNoLock().MoveKinematic(solid.id, position, rotation,
                                                    static_cast<float>(core::kTickSeconds));
    }
  }
}

// --- Grabs

JPH::Ref<JPH::SixDOFConstraint> World::Impl::bond(const GrabState& state) {
  const ObjectEntry& held = objects[state.object - 1];
  JPH::Body& body = body_of(static_cast<std::uint32_t>(held.solid));
  const math::Pose body_from_hand = held.body_from_object * state.object_from_hand;
  JPH::SixDOFConstraintSettings frames;
  // Local frames, not world ones: a bond made again after loading has the same bits.
  frames.mSpace = JPH::EConstraintSpace::LocalToBodyCOM;
  // What slides cannot turn: pulled at its middle, it is not asked to.
  frames.mPosition2 =
      slides(state) ? JPH::Vec3::sZero() : to_jolt(body_from_hand.position) - body.GetShape()->GetCenterOfMass();
  frames.mAxisX2 = to_jolt(body_from_hand.direction(math::kRight));
  frames.mAxisY2 = to_jolt(body_from_hand.direction(math::kUp));
  const JPH::MotorSettings motor = motor_of(state);
  for (JPH::MotorSettings& each : frames.mMotorSettings) each = motor;
  JPH::Ref<JPH::SixDOFConstraint> constraint =
      static_cast<JPH::SixDOFConstraint*>(frames.Create(JPH::Body::sFixedToWorld, body));
  const bool pull = state.kind != GrabKind::Twist, turn = state.kind != GrabKind::Point;
  for (const Axis axis : {Axis::TranslationX, Axis::TranslationY, Axis::TranslationZ}) {
    constraint->SetMotorState(axis, pull ? JPH::EMotorState::Position : JPH::EMotorState::Off);
  }
  for (const Axis axis : {Axis::RotationX, Axis::RotationY, Axis::RotationZ}) {
    constraint->SetMotorState(axis, turn ? JPH::EMotorState::Position : JPH::EMotorState::Off);
  }
  return constraint;
}

bool World::Impl::slides(const GrabState& state) const {
  const core::ObjectId owner = solids[static_cast<std::size_t>(objects[state.object - 1].solid)].object;
  const std::int32_t joint = objects[owner.value - 1].joint;
  if (state.kind != GrabKind::Point || joint == kNone) return false;
  const scene::JointKind kind = joints[static_cast<std::size_t>(joint)].spec.kind;
  return kind == scene::JointKind::Slider || kind == scene::JointKind::Button;
}

void World::Impl::aim(GrabEntry& grab) {
  const GrabState& state = grab.state;
  const math::Quat ahead = math::from_rotation_vector(kLeadTicks * state.turn) * state.world_from_hand.rotation;
  math::Vec3 target = state.world_from_hand.position + kLeadTicks * state.step;
  grab.leads = false;
  if (state.kind == GrabKind::Point) {
    const ObjectEntry& held = objects[state.object - 1];
    const Solid& solid = solids[static_cast<std::size_t>(held.solid)];
    const math::Vec3 at = (solid_pose(solid) * held.body_from_object * state.object_from_hand).position;
    const double far = glm::length(target - at);
    grab.leads = far > kMostPull;
    if (grab.leads) target = at + (target - at) * (kMostPull / far);
    if (slides(state))
      target += from_jolt(body_of(static_cast<std::uint32_t>(held.solid)).GetCenterOfMassPosition()) - at;
  }
  grab.constraint->SetTargetPositionCS(to_jolt(target));
  grab.constraint->SetTargetOrientationCS(to_jolt(math::normalized(ahead)));
  wake(static_cast<std::uint32_t>(objects[grab.state.object - 1].solid));
}

void World::Impl::rest_hands() {
  for (GrabEntry& grab : grabs) {
    GrabState& state = grab.state;
    if (!grab.moved && (state.step != math::Vec3(0.0) || state.turn != math::Vec3(0.0))) {
      note_motion(state, state.world_from_hand);
      aim(grab);
    } else if (grab.leads) {
      aim(grab);
    }
    grab.moved = false;
  }
}

void World::Impl::reorder_grabs(std::vector<GrabEntry> next) {
  for (const GrabEntry& grab : grabs) system.RemoveConstraint(grab.constraint);
  grabs = std::move(next);
  std::sort(grabs.begin(), grabs.end(),
            [](const GrabEntry& a, const GrabEntry& b) { return a.state.hand() < b.state.hand(); });
  for (const GrabEntry& grab : grabs) system.AddConstraint(grab.constraint);
  update_exclusions();
}

void World::Impl::update_exclusions() {
  exclusions->held.clear();
  const auto exclude = [&](std::uint32_t object, std::uint32_t body) {
    const std::uint32_t owner = solids[static_cast<std::size_t>(objects[object - 1].solid)].object.value - 1;
    exclusions->held.emplace_back(owner, PairExclusions::kFirstBody + body);
  };
  for (const GrabEntry& grab : grabs) exclude(grab.state.object, grab.state.body);
  for (const Grace& grace : graces) exclude(grace.object, grace.body);
}

void World::Impl::count_down_graces(const World& world) {
  if (graces.empty()) return;
  for (Grace& grace : graces) grace.ticks_left -= grace.ticks_left > 0;
  const auto over = [&](const Grace& grace) { return grace.ticks_left == 0 && apart(world, grace); };
  if (std::erase_if(graces, over) > 0) update_exclusions();
}

bool World::grab(core::ObjectId object, HandId hand, const math::Pose& world_from_hand,
                 const std::optional<math::Pose>& object_from_hand, const GrabStrength& strength) {
  Impl& w = *impl_;
  const ObjectEntry& entry = w.entry(object);
  if (!entry.moving || held_by(hand).valid()) return false;
  GrabEntry grab;
  grab.state.body = hand.body.value;
  grab.state.side = hand.side;
  grab.state.object = object.value;
  grab.state.force = strength.force;
  grab.state.torque = strength.torque;
  grab.state.world_from_hand = world_from_hand;
  grab.state.object_from_hand = object_from_hand ? *object_from_hand : math::inverse(pose(object)) * world_from_hand;
  const core::ObjectId owner = w.solids[static_cast<std::size_t>(entry.solid)].object;
  if (const ObjectEntry& root = w.entry(owner); root.joint != kNone) {
    const scene::ObjectJoint& joint = w.joints[static_cast<std::size_t>(root.joint)].spec;
    const math::Vec3 arm = (entry.body_from_object * grab.state.object_from_hand).position - joint.anchor;
    const math::Vec3 across = arm - joint.axis * glm::dot(arm, joint.axis);
    const bool twist = joint.kind == scene::JointKind::Dial && glm::length(across) < kTwistReach;
    grab.state.kind = twist ? GrabKind::Twist : GrabKind::Point;
  }
  grab.constraint = w.bond(grab.state);
  std::vector<GrabEntry> next = w.grabs;
  next.push_back(grab);
  w.reorder_grabs(std::move(next));
  w.aim(*std::find_if(w.grabs.begin(), w.grabs.end(), [&](const GrabEntry& g) { return g.state.hand() == hand; }));
  return true;
}

void World::move_hand(HandId hand, const math::Pose& world_from_hand) {
  for (GrabEntry& grab : impl_->grabs) {
    if (grab.state.hand() != hand) continue;
    GrabState& state = grab.state;
    const bool rests = state.step == math::Vec3(0.0) && state.turn == math::Vec3(0.0);
    if (rests && same_place(state.world_from_hand, world_from_hand)) return;  // lets a carried thing rest
    note_motion(state, world_from_hand);
    grab.moved = true;
    impl_->aim(grab);
  }
}

void World::set_strength(HandId hand, const GrabStrength& strength) {
  for (GrabEntry& grab : impl_->grabs) {
    GrabState& state = grab.state;
    if (state.hand() != hand || (state.force == strength.force && state.torque == strength.torque)) continue;
    state.force = strength.force;
    state.torque = strength.torque;
    const JPH::MotorSettings motor = motor_of(state);
    for (int axis = 0; axis < Axis::Num; ++axis) grab.constraint->GetMotorSettings(static_cast<Axis>(axis)) = motor;
    impl_->wake(static_cast<std::uint32_t>(impl_->objects[state.object - 1].solid));
  }
}

bool World::carry_held(HandId hand, const math::Pose& world_from_hand) {
  for (GrabEntry& grab : impl_->grabs) {
    if (grab.state.hand() != hand) continue;
    if (grab.state.kind != GrabKind::Free) return false;
    const core::ObjectId held{grab.state.object};
    const math::Pose old_from_object = math::inverse(grab.state.world_from_hand) * pose(held);
    grab.state.world_from_hand = world_from_hand;
    grab.state.step = grab.state.turn = math::Vec3(0.0);
    impl_->aim(grab);
    place(held, world_from_hand * old_from_object);
  }
  return true;
}

void World::release(HandId hand) {
  Impl& w = *impl_;
  std::vector<GrabEntry> next;
  for (const GrabEntry& grab : w.grabs) {
    if (grab.state.hand() != hand) {
      next.push_back(grab);
    } else {
      w.graces.push_back({grab.state.object, grab.state.body, kGraceTicks});
      w.wake(static_cast<std::uint32_t>(w.objects[grab.state.object - 1].solid));
    }
  }
  if (next.size() != w.grabs.size()) w.reorder_grabs(std::move(next));
}

core::ObjectId World::held_by(HandId hand) const {
  for (const GrabEntry& grab : impl_->grabs) {
    if (grab.state.hand() == hand) return core::ObjectId{grab.state.object};
  }
  return {};
}

core::BodyId World::holder(core::ObjectId object) const {
  for (const GrabEntry& grab : impl_->grabs) {
    if (carrier(core::ObjectId{grab.state.object}) == carrier(object)) return core::BodyId{grab.state.body};
  }
  return {};
}

bool World::passes_through(core::BodyId body, core::ObjectId object) const {
  const Impl& w = *impl_;
  if (w.exclusions->held.empty() || !object.valid() || w.entry(object).solid == kNone) return false;
  const std::uint32_t owner = w.solids[static_cast<std::size_t>(w.entry(object).solid)].object.value - 1;
  const auto pair = std::pair(owner, PairExclusions::kFirstBody + body.value);
  return std::find(w.exclusions->held.begin(), w.exclusions->held.end(), pair) != w.exclusions->held.end();
}

HandLoad World::load_of(HandId hand) const {
  const Impl& w = *impl_;
  const auto holds = [&](const GrabEntry& grab) { return grab.state.hand() == hand; };
  const auto held = std::find_if(w.grabs.begin(), w.grabs.end(), holds);
  if (held == w.grabs.end() || held->state.kind != GrabKind::Free) return {};
  const auto solid_of = [&](std::uint32_t object) { return w.objects[object - 1].solid; };
  const std::int32_t solid = solid_of(held->state.object);
  const auto hands = std::count_if(w.grabs.begin(), w.grabs.end(),
                                   [&](const GrabEntry& grab) { return solid_of(grab.state.object) == solid; });
  const JPH::Body& body = w.body_of(static_cast<std::uint32_t>(solid));
  HandLoad load;
  load.mass = mass(core::ObjectId{held->state.object}) / static_cast<double>(hands);
  load.centre = from_jolt(body.GetCenterOfMassPosition());
  load.asleep = !body.IsActive();
  for (const Contact& contact : contacts()) {
    const auto is_held = [&](const Touching& side) {
      return side.object.valid() && solid_of(side.object.value) == solid;
    };
    const bool first = is_held(contact.first), second = is_held(contact.second);
    if (first == second || contact.first.body.valid() || contact.second.body.valid()) continue;
    const double up = second ? contact.normal.y : -contact.normal.y;  // of the face that the thing meets
    load.stands = load.stands || up > kBearing;
  }
  return load;
}

double World::grab_stretch(HandId hand) const {
  for (const GrabEntry& grab : impl_->grabs) {
    if (grab.state.hand() != hand) continue;
    const math::Pose held = pose(core::ObjectId{grab.state.object}) * grab.state.object_from_hand;
    return glm::length(held.position - grab.state.world_from_hand.position);
  }
  return 0.0;
}

}  // namespace fh::physics
