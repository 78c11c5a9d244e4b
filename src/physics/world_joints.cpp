// SPDX-License-Identifier: Apache-2.0
// Hinges, sliders, dials and buttons (JB-88: openable things) as Jolt constraints against the parent or the world.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/Constraints/HingeConstraint.h>
#include <Jolt/Physics/Constraints/SliderConstraint.h>

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "physics/joint_way.h"
#include "physics/jolt_world.h"

namespace fh::physics {
namespace {

constexpr double kNearLimit = 0.5 * math::kPi;  // wide dials: a limit this near is shown to Jolt
constexpr double kWide = 5.8, kSteered = 3.0;   // rad, ranges: see JointEntry
constexpr float kDriveFrequency = 4.0f;         // Hz, of a driven joint
constexpr double kDetentFull = 0.25;            // of a step: from here on a detent pulls with its full strength
constexpr double kDetentStrength = 3.0;         // of the friction: what a detent pulls with
constexpr double kLeastDetent = 0.01;           // N m or N, of joints without friction
constexpr double kSpringDampingRatio = 0.9;     // buttons come back without ringing

/// Mass, or moment of inertia about the joint's axis, that the spring moves.
double inertia_on_axis(const JPH::Body& body, bool turning, const math::Vec3& anchor, const math::Vec3& axis) {
  const double mass = 1.0 / body.GetMotionProperties()->GetInverseMass();
  if (!turning) return mass;
  const JPH::Vec3 a = to_jolt(axis);
  const double about_centre = a.Dot(body.GetInverseInertia().Inversed3x3() * a);
  const math::Vec3 arm = from_jolt(body.GetCenterOfMassPosition()) - anchor;
  const math::Vec3 across = arm - axis * glm::dot(arm, axis);
  return about_centre + mass * glm::dot(across, across);
}

/// Both take anchor and axis in world space with the object where it stands in the scenario.
JPH::TwoBodyConstraint* make_hinge(const JointEntry& joint, const math::Vec3& anchor, const math::Vec3& axis,
                                   JPH::Body& parent, JPH::Body& body) {
  const math::Vec3 across = math::any_orthogonal(axis);
  JPH::HingeConstraintSettings settings;
  settings.mPoint1 = settings.mPoint2 = to_jolt(anchor);
  settings.mHingeAxis1 = settings.mHingeAxis2 = to_jolt(axis);
  settings.mNormalAxis2 = to_jolt(across);
  settings.mNormalAxis1 = to_jolt(math::rotate(math::from_axis_angle(axis, joint.offset), across));
  settings.mMaxFrictionTorque = static_cast<float>(joint.spec.friction);
  return settings.Create(parent, body);
}

JPH::TwoBodyConstraint* make_slider(const JointEntry& joint, const math::Vec3& anchor, const math::Vec3& axis,
                                    JPH::Body& parent, JPH::Body& body) {
  JPH::SliderConstraintSettings settings;
  settings.mPoint1 = to_jolt(anchor + joint.offset * axis);
  settings.mPoint2 = to_jolt(anchor);
  settings.mSliderAxis1 = settings.mSliderAxis2 = to_jolt(axis);
  settings.mNormalAxis1 = settings.mNormalAxis2 = to_jolt(math::any_orthogonal(axis));
  settings.mMaxFrictionForce = static_cast<float>(joint.spec.friction);
  return settings.Create(parent, body);
}

double detent_strength(const scene::ObjectJoint& joint) {
  return kDetentStrength * std::max(joint.friction, kLeastDetent);
}

/// N m/rad or N/m of what pulls the joint to 0 or to its nearest detent: stiff enough that nothing sags out of one.
double spring_of(const scene::ObjectJoint& joint) {
  if (joint.detents == 0 || joint.maximum <= joint.minimum) return joint.spring;
  return detent_strength(joint) * joint.detents / (kDetentFull * (joint.maximum - joint.minimum));
}

JPH::HingeConstraint& hinge(const JointEntry& joint) {
  return static_cast<JPH::HingeConstraint&>(*joint.constraint);
}
JPH::SliderConstraint& slider(const JointEntry& joint) {
  return static_cast<JPH::SliderConstraint&>(*joint.constraint);
}

}  // namespace

void JointState::visit(core::Archive& archive) {
  archive.field("locked", locked);
  archive.field("driven", driven);
  archive.field("turns", turns);
  archive.field("lock_position", lock_position);
  archive.field("target", target);
  archive.field("strength", strength);
  archive.field("last_angle", last_angle);
}

double JointEntry::position() const {
  const double raw = turning ? hinge(*this).GetCurrentAngle() : slider(*this).GetCurrentPosition();
  return raw + offset + math::kTau * state.turns;
}

void JointEntry::count_turns() {
  const double angle = hinge(*this).GetCurrentAngle();
  if (wide && angle - state.last_angle > math::kPi) --state.turns;
  if (wide && angle - state.last_angle < -math::kPi) ++state.turns;
  state.last_angle = angle;
}

bool JointEntry::prepare() {
  if (wide || spec.detents > 0 || (steered && (state.driven || spec.spring > 0.0))) apply();
  if (spec.spring <= 0.0 || state.driven || state.locked) return false;
  return std::fabs(position()) > (turning ? 1e-3 : 1e-4);
}

void JointEntry::apply_limits() {
  double low = spec.minimum, high = std::max(spec.minimum, spec.maximum);
  if (state.locked) low = high = state.lock_position;
  low -= offset + math::kTau * state.turns;
  high -= offset + math::kTau * state.turns;
  if (!turning) return slider(*this).SetLimits(static_cast<float>(low), static_cast<float>(high));
  if (wide && !state.locked) {
    // Jolt knows one turn only: show it a limit when it is near, else none.
    const double angle = state.last_angle;
    low = angle - low < kNearLimit ? low : -math::kPi;
    high = high - angle < kNearLimit ? high : math::kPi;
  }
  hinge(*this).SetLimits(static_cast<float>(low), static_cast<float>(high));
}

void JointEntry::apply() {
  apply_limits();
  JPH::MotorSettings motor;
  double target = 0.0;
  JPH::EMotorState motion = JPH::EMotorState::Off;
  if (state.driven) {
    const auto strength = static_cast<float>(state.strength);
    motor = JPH::MotorSettings(kDriveFrequency, 1.0f, strength, strength);
    target = math::clamp(state.target, spec.minimum, std::max(spec.minimum, spec.maximum));
    motion = JPH::EMotorState::Position;
  } else if (spec.detents > 0) {
    const double step = (spec.maximum - spec.minimum) / spec.detents;
    motor.mSpringSettings = JPH::SpringSettings(JPH::ESpringMode::StiffnessAndDamping,
                                                static_cast<float>(spring_of(spec)), static_cast<float>(damping));
    motor.SetForceLimit(static_cast<float>(detent_strength(spec)));
    motor.SetTorqueLimit(static_cast<float>(detent_strength(spec)));
    target = spec.minimum + step * scene::nearest_detent(spec, position());
    motion = JPH::EMotorState::Position;
  } else if (spec.spring > 0.0) {
    motor.mSpringSettings = JPH::SpringSettings(JPH::ESpringMode::StiffnessAndDamping, static_cast<float>(spec.spring),
                                                static_cast<float>(damping));
    motion = JPH::EMotorState::Position;
  }
  target -= offset + math::kTau * state.turns;
  if (steered) target = math::clamp(target, state.last_angle - 1.0, state.last_angle + 1.0);
  if (turning) {
    hinge(*this).GetMotorSettings() = motor;
    hinge(*this).SetMotorState(motion);
    hinge(*this).SetTargetAngle(static_cast<float>(target));
  } else {
    slider(*this).GetMotorSettings() = motor;
    slider(*this).SetMotorState(motion);
    slider(*this).SetTargetPosition(static_cast<float>(target));
  }
}

void World::Impl::build_joints(const scene::Scene& scene) {
  for (const scene::Object& object : scene.objects) {
    if (object.joint.kind == scene::JointKind::None) continue;
    ObjectEntry& entry = objects[object.id.value - 1];
    JointEntry joint;
    joint.solid = static_cast<std::uint32_t>(entry.solid);
    joint.spec = object.joint;
    joint.turning = object.joint.kind == scene::JointKind::Hinge || object.joint.kind == scene::JointKind::Dial;
    const double range = object.joint.maximum - object.joint.minimum;
    joint.wide = joint.turning && range > kWide;
    joint.steered = joint.turning && range > kSteered;
    joint.offset =
        joint.wide ? 0.0 : 0.5 * (object.joint.minimum + std::max(object.joint.minimum, object.joint.maximum));
    joint.state.locked = object.locked ? 1 : 0;

    JPH::Body& body = body_of(joint.solid);
    JPH::Body* parent = &JPH::Body::sFixedToWorld;
    if (object.parent.valid() && scene.find(object.parent) != nullptr) {
      const std::int32_t solid = objects[object.parent.value - 1].solid;
      if (solid != kNone && solid != entry.solid) parent = &body_of(static_cast<std::uint32_t>(solid));
    }
    const math::Vec3 axis = math::normalized_or(object.world_from_object.direction(object.joint.axis), math::kUp);
    const math::Vec3 anchor = object.world_from_object.point(object.joint.anchor);
    joint.constraint = joint.turning ? make_hinge(joint, anchor, axis, *parent, body)
                                     : make_slider(joint, anchor, axis, *parent, body);
    const double inertia = inertia_on_axis(body, joint.turning, anchor, axis);
    joint.damping = 2.0 * kSpringDampingRatio * std::sqrt(spring_of(object.joint) * inertia);
    system.AddConstraint(joint.constraint);
    entry.joint = static_cast<std::int32_t>(joints.size());
    joints.push_back(std::move(joint));
  }
}

JointEntry& World::Impl::joint_of(core::ObjectId object) {
  const ObjectEntry& found = entry(object);
  FH_ASSERT(found.joint != kNone, "object has no joint");
  return joints[static_cast<std::size_t>(found.joint)];
}

bool World::has_joint(core::ObjectId object) const {
  return impl_->entry(object).joint != kNone;
}
double World::joint_position(core::ObjectId object) const {
  return impl_->joint_of(object).position();
}
void World::set_joint_target(core::ObjectId object, double position, double strength) {
  JointEntry& joint = impl_->joint_of(object);
  joint.state.driven = 1;
  joint.state.target = position;
  joint.state.strength = std::max(0.0, strength);
  joint.apply();
  impl_->wake(joint.solid);
}

void World::clear_joint_target(core::ObjectId object) {
  JointEntry& joint = impl_->joint_of(object);
  joint.state.driven = 0;
  joint.apply();
  impl_->wake(joint.solid);
}

void World::set_locked(core::ObjectId object, bool locked) {
  JointEntry& joint = impl_->joint_of(object);
  if (locked && !joint.state.locked) joint.state.lock_position = joint.position();
  joint.state.locked = locked ? 1 : 0;
  joint.apply();
  impl_->wake(joint.solid);
}

bool World::is_locked(core::ObjectId object) const {
  return impl_->joint_of(object).state.locked != 0;
}

std::optional<double> way_left(const World& world, core::ObjectId object, const math::Vec3& place,
                               const math::Vec3& push) {
  constexpr double kAcross = 0.5;  // cosine
  const JointEntry& joint = world.impl().joint_of(object);
  const math::Pose now = world.pose(object);
  const math::Vec3 axis = now.direction(joint.spec.axis);
  const bool slides = joint.spec.kind == scene::JointKind::Slider || joint.spec.kind == scene::JointKind::Button;
  const math::Vec3 along = slides ? axis : glm::cross(axis, place - now.point(joint.spec.anchor));
  const double reach = glm::length(along);  // m of way for each m or rad of the joint
  const bool across = reach < 1e-3 || std::fabs(glm::dot(along, push)) < kAcross * reach;
  if (across && joint.spec.kind == scene::JointKind::Button) return 0.0;  // its head does not give way
  if (across) return {};
  const double at = joint.position();
  const double left = glm::dot(along, push) > 0.0 ? joint.spec.maximum - at : at - joint.spec.minimum;
  return reach * std::max(0.0, left);
}

}  // namespace fh::physics
