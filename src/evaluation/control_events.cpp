// SPDX-License-Identifier: Apache-2.0
#include "evaluation/control_events.h"

#include <algorithm>
#include <cmath>

#include "human/body/joints.h"

namespace fh::evaluation {
namespace {

using math::Vec3;

constexpr double kEnd = 0.03, kLeft = 0.05;           // share of the way: at an end; no longer at it
constexpr double kPressed = 0.9, kReleased = 0.5;     // share of a button's way
constexpr double kUnmoved = 0.002;                    // share of the way: hardly moved …
constexpr core::Tick kRest = 30;                      // … for so many ticks: at rest
constexpr double kNews = 0.02;                        // share of the way worth another event
constexpr double kHandNear = 0.20;                    // m from a hand's joint to the surface of what it operates
constexpr core::Tick kLetGo = core::kTicksPerSecond;  // whoever was there so long ago set it going

bool turns(const scene::ObjectJoint& joint) {
  return joint.kind == scene::JointKind::Hinge || joint.kind == scene::JointKind::Dial;
}

const math::Pose* pose_of(const frame::Moment& moment, core::ObjectId id) {
  const auto at =
      std::lower_bound(moment.objects.begin(), moment.objects.end(), id,
                       [](const frame::MomentObject& object, core::ObjectId key) { return object.id < key; });
  return at != moment.objects.end() && at->id == id ? &at->world_from_object : nullptr;
}

/// Where a thing is, if it is in the moment, else where the scene has it.
math::Pose place_of(const frame::Moment& moment, const scene::Scene& scene, core::ObjectId id) {
  if (const math::Pose* moved = pose_of(moment, id)) return *moved;
  const scene::Object* object = scene.find(id);
  return object ? object->world_from_object : math::Pose{};
}

/// `before`: the last position; angles are continued from it over whole turns.
double position_of(const scene::Object& object, const math::Pose& parent_from_start, const math::Pose& parent_from_now,
                   double before) {
  const math::Pose start_from_now = math::inverse(parent_from_start) * parent_from_now;
  const scene::ObjectJoint& joint = object.joint;
  if (!turns(joint)) return glm::dot(start_from_now.point(joint.anchor) - joint.anchor, joint.axis);
  const double angle = math::swing_twist(start_from_now.rotation, joint.axis).twist;
  return angle + math::kTau * std::round((before - angle) / math::kTau);
}

bool opens_from_an_end(const scene::ObjectJoint& joint) {
  const double way = joint.maximum - joint.minimum;
  return std::min(std::abs(joint.minimum), std::abs(joint.maximum)) < kEnd * way;
}

ControlState state_of(const scene::ObjectJoint& joint, double position, ControlState before) {
  const double way = joint.maximum - joint.minimum;
  const bool zero_low = std::abs(joint.minimum) <= std::abs(joint.maximum);
  const double share = (zero_low ? position - joint.minimum : joint.maximum - position) / way;
  if (joint.kind == scene::JointKind::Button) {
    const bool pressed = share > (before == ControlState::Pressed ? kReleased : kPressed);
    return pressed ? ControlState::Pressed : ControlState::Released;
  }
  const bool opens = opens_from_an_end(joint);
  const ControlState low = opens ? ControlState::Closed : ControlState::Minimum;
  const ControlState high = opens ? ControlState::Open : ControlState::Maximum;
  const double from_low = opens ? share : (position - joint.minimum) / way;
  if (from_low < (before == low ? kLeft : kEnd)) return low;
  if (from_low > 1.0 - (before == high ? kLeft : kEnd)) return high;
  return opens ? ControlState::Partly : ControlState::Between;
}

/// Whose hand is at the thing: the nearest within reach of it, of equally near ones the first.
core::BodyId hand_at(const frame::Moment& moment, const scene::Object& object, const math::Pose& world_from_object) {
  core::BodyId who;
  double nearest = kHandNear;
  for (const auto& person : moment.people) {
    if (!person.present || person.joint_count != human::kJointCount) continue;
    for (const auto joint : {human::Joint::LeftHand, human::Joint::RightHand}) {
      const Vec3 hand = moment.world_from_joint[person.first_joint + human::index_of(joint)].position;
      const Vec3 local = math::inverse(world_from_object).point(hand);
      const double away = glm::length(local - glm::clamp(local, object.bounds.low, object.bounds.high));
      if (away >= nearest) continue;
      nearest = away;
      who = person.id;
    }
  }
  for (const auto& contact : moment.contacts) {
    if (!who.valid() && contact.object == object.id) who = contact.body;
  }
  return who;
}

}  // namespace

const char* text_of(ControlState state) {
  switch (state) {
    case ControlState::Closed:
      return "closed";
    case ControlState::Partly:
      return "partly open";
    case ControlState::Open:
      return "open";
    case ControlState::Minimum:
      return "minimum";
    case ControlState::Between:
      return "between";
    case ControlState::Maximum:
      return "maximum";
    case ControlState::Released:
      return "released";
    case ControlState::Pressed:
      return "pressed";
  }
  return "";
}

void ControlEvents::begin(const frame::Moment& moment) {
  controls_.clear();
  events_.clear();
  if (!surroundings_->scene) return;
  const scene::Scene& scene = *surroundings_->scene;
  for (const auto& object : scene.objects) {
    if (object.joint.kind == scene::JointKind::None || object.joint.maximum <= object.joint.minimum) continue;
    Control control;
    control.id = object.id;
    const scene::Object* parent = scene.find(object.parent);
    const math::Pose world_from_parent = parent ? parent->world_from_object : math::Pose{};
    control.parent_from_object = math::inverse(world_from_parent) * object.world_from_object;
    const math::Pose parent_now = parent ? place_of(moment, scene, object.parent) : math::Pose{};
    const math::Pose now = math::inverse(parent_now) * place_of(moment, scene, object.id);
    control.position = position_of(object, control.parent_from_object, now, object.joint.initial);
    control.state = state_of(object.joint, control.position, ControlState::Partly);
    control.told = control.rest_at = control.position;
    control.rest_since = moment.tick;
    controls_.push_back(control);
  }
}

void ControlEvents::observe(const frame::Moment& moment) {
  for (Control& control : controls_) note(moment, control);
}

void ControlEvents::note(const frame::Moment& moment, Control& control) {
  const scene::Scene& scene = *surroundings_->scene;
  const scene::Object& object = *scene.find(control.id);
  const math::Pose world_from_object = place_of(moment, scene, control.id);
  const math::Pose world_from_parent = object.parent.valid() ? place_of(moment, scene, object.parent) : math::Pose{};
  const double position = position_of(object, control.parent_from_object,
                                      math::inverse(world_from_parent) * world_from_object, control.position);
  const double way = object.joint.maximum - object.joint.minimum;
  const ControlState state = state_of(object.joint, position, control.state);
  if (std::abs(position - control.rest_at) > kUnmoved * way) {
    control.rest_at = position;
    control.rest_since = moment.tick;
    if (const core::BodyId who = hand_at(moment, object, world_from_object); who.valid()) {
      control.last_hand = who;
      control.last_hand_at = moment.tick;
    }
  }
  control.position = position;
  const bool rests = moment.tick - control.rest_since == kRest && std::abs(position - control.told) > kNews * way;
  const bool button = object.joint.kind == scene::JointKind::Button;
  if (state == control.state && (!rests || button)) return;
  control.state = state;
  control.told = position;
  const bool known = control.last_hand_at >= 0 && moment.tick - control.last_hand_at <= kLetGo;
  events_.push_back({moment.tick, known ? control.last_hand : core::BodyId{}, control.id, state, position});
}

void ControlEvents::write(core::Json& report) const {
  core::Json& rows = report["events"] = core::Json::array();
  for (const Event& event : events_) {
    const scene::Object& object = *surroundings_->scene->find(event.object);
    const bool angle = turns(object.joint);
    core::Json who;
    for (const auto& person : surroundings_->people) {
      if (person.id == event.who) who = person.name;
    }
    rows.push_back({{"at_s", core::seconds_of(event.tick)},
                    {"who", who},
                    {"object", object.name},
                    {"state", text_of(event.state)},
                    {"value", angle ? math::degrees(event.position) : event.position},
                    {"unit", angle ? "deg" : "m"}});
  }
}

std::unique_ptr<Observer> make_control_events(const Surroundings& surroundings) {
  return std::make_unique<ControlEvents>(surroundings);
}

}  // namespace fh::evaluation
