// SPDX-License-Identifier: Apache-2.0
#include "world/devices/haptics.h"

#include <algorithm>

namespace fh::world {
namespace {

// Tuned by what is usual: short and weak for what happens often.
constexpr double kFeltContact = 0.02;  // N·s: less is not felt
constexpr double kFullContact = 0.5;   // N·s: felt with full strength
constexpr double kHandMass = 0.4;      // kg: 0.6 % of a body (de Leva 1996)
constexpr double kContactTime = 0.02, kGrabTime = 0.03, kClickTime = 0.015, kLimitTime = 0.05,
                 kRefusalTime = 0.12;  // s
constexpr double kAtEnd = 0.03;        // of the way of a joint: its end
constexpr double kPushedIn = 0.1;      // the same of a button
constexpr double kShort = 0.03;        // m an arm is short by
constexpr double kReached = 0.015;     // m: it reaches again

/// How a joint that a hand holds or pushes stands.
struct JointEnd {
  bool at_end = false, is_button = false;
};

/// The joint that moves the object: its own, or that of what it is fixed to.
core::ObjectId jointed(const physics::World& physics, const scene::Scene& scene, core::ObjectId object) {
  while (object.valid() && !physics.has_joint(object)) object = scene.objects[object.value - 1].parent;
  return object;
}

JointEnd end_of(const physics::World& physics, const scene::Scene& scene, core::ObjectId object) {
  const core::ObjectId moved = jointed(physics, scene, object);
  if (!moved.valid()) return {};
  const scene::ObjectJoint& joint = scene.objects[moved.value - 1].joint;
  const double way = joint.maximum - joint.minimum, at = physics.joint_position(moved);
  const bool button = joint.kind == scene::JointKind::Button;
  const double in = -joint.minimum > joint.maximum ? at - joint.minimum : joint.maximum - at;  // left of a push
  const double left = button ? in : std::min(at - joint.minimum, joint.maximum - at);
  return {way > 0.0 && left < (button ? kPushedIn : kAtEnd) * way, button};
}

/// The step that a held dial stands in; -1 without steps.
std::int32_t detent_of(const physics::World& physics, const scene::Scene& scene, core::ObjectId held) {
  const core::ObjectId moved = held.valid() ? jointed(physics, scene, held) : held;
  if (!moved.valid()) return -1;
  const scene::ObjectJoint& joint = scene.objects[moved.value - 1].joint;
  return joint.detents > 0 ? scene::nearest_detent(joint, physics.joint_position(moved)) : -1;
}

void pulse(HandPulses& hand, PulseKind kind, double strength, double seconds) {
  hand.last = kind;
  hand.strength = std::clamp(strength, 0.0, 1.0);
  hand.seconds = seconds;
  ++hand.count;
}

}  // namespace

void HandPulses::visit(core::Archive& archive) {
  archive.field("last", last);
  archive.field("strength", strength);
  archive.field("seconds", seconds);
  archive.field("count", count);
}

void Haptics::advance(const physics::World& physics, const scene::Scene& scene, const FeelingHands& hands) {
  const core::BodyId user = hands.user;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    HandPulses& hand = pulses_[side];
    const auto segment = hands.segments[side];
    core::ObjectId touched;
    double hit = 0.0;
    for (const physics::Contact& contact : physics.contacts()) {
      const bool first = contact.first.body == user && contact.first.segment == segment;
      const bool second = contact.second.body == user && contact.second.segment == segment;
      if (!first && !second) continue;
      touched = first ? contact.second.object : contact.first.object;
      // Pictures come less often than ticks: where a hand jumps and then waits for the next picture, it stands still in
      // the tick of the contact, and the solver has no impulse to give.
      if (contact.began) hit = std::max({hit, contact.impulse, kHandMass * hands.speeds[side]});
    }
    if (hit > kFeltContact) pulse(hand, PulseKind::Contact, hit / kFullContact, kContactTime);
    const core::ObjectId held = physics.held_by({user, static_cast<std::uint32_t>(side)});
    const bool grabbed = held.valid() && held.value != held_[side];
    if (grabbed) pulse(hand, PulseKind::Grab, 0.6, kGrabTime);
    held_[side] = held.value;
    const JointEnd end = end_of(physics, scene, held.valid() ? held : touched);
    const bool feels_end = end.at_end && (end.is_button || held.valid());
    if (feels_end && !at_end_[side] && !grabbed)  // a shut drawer is at its end when it is taken
      pulse(hand, end.is_button ? PulseKind::Click : PulseKind::Limit, 0.8, end.is_button ? kClickTime : kLimitTime);
    at_end_[side] = feels_end;
    const bool tracked = hands.fits[side].tracking == human::HandTracking::Tracked;
    const bool too_short = tracked && hands.fits[side].gap > (too_short_[side] ? kReached : kShort);
    if (too_short && !too_short_[side]) pulse(hand, PulseKind::Limit, 0.4, kLimitTime);
    too_short_[side] = too_short;
    if (hands.refused[side] && !refused_[side]) pulse(hand, PulseKind::Refusal, 1.0, kRefusalTime);
    refused_[side] = hands.refused[side];
    const std::int32_t detent = detent_of(physics, scene, held);
    if (detent != detent_[side] && detent >= 0 && detent_[side] >= 0 && !grabbed)
      pulse(hand, PulseKind::Detent, 0.5, kClickTime);
    detent_[side] = detent;
  }
}

void Haptics::visit(core::Archive& archive) {
  archive.field("left", pulses_[frame::kLeft]);
  archive.field("right", pulses_[frame::kRight]);
  archive.field("held", held_);
  archive.field("at_end", at_end_);
  archive.field("too_short", too_short_);
  archive.field("refused", refused_);
  archive.field("detent", detent_);
}

}  // namespace fh::world
