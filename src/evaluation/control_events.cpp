// SPDX-License-Identifier: Apache-2.0
#include "evaluation/control_events.h"

#include <algorithm>
#include <cmath>

#include "human/body/joints.h"

namespace fh::evaluation {
namespace {

using math::Vec3;

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

/// A value is at an end of its range, or between.
ControlState state_of_share(double share) {
  constexpr double kEnd = 1e-6;
  if (share < kEnd) return ControlState::Minimum;
  return share > 1.0 - kEnd ? ControlState::Maximum : ControlState::Between;
}

}  // namespace

void ControlEvents::Moving::start(core::Tick tick, double position) {
  told = rest_at = position;
  rest_since = tick;
}

bool ControlEvents::Moving::follow(core::Tick tick, double position, double way) {
  if (std::abs(position - rest_at) <= kUnmoved * way) return false;
  rest_at = position;
  rest_since = tick;
  return true;
}

bool ControlEvents::Moving::rests(core::Tick tick, double position, double way) const {
  return tick - rest_since == kRest && std::abs(position - told) > kNews * way;
}

void ControlEvents::begin(const frame::Moment& moment) {
  controls_.clear();
  values_.clear();
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
    control.state = scene::state_of(object.joint, control.position, ControlState::Partly);
    control.moving.start(moment.tick, control.position);
    controls_.push_back(control);
  }
  for (std::size_t i = 0; i < std::min(surroundings_->drives.size(), moment.drives.size()); ++i) {
    const scene::Drive& drive = surroundings_->drives[i];
    Value value;
    value.state = state_of_share(moment.drives[i]);
    value.moving.start(moment.tick, moment.drives[i]);
    for (const auto& lamp : drive.lamps) value.lit.push_back(is_lit(drive, lamp, moment.drives[i]) ? 1 : 0);
    values_.push_back(std::move(value));
  }
}

void ControlEvents::observe(const frame::Moment& moment) {
  for (Control& control : controls_) note(moment, control);
  // A track of an older program has no values.
  for (std::size_t i = 0; i < std::min(values_.size(), moment.drives.size()); ++i) note(moment, i);
}

core::BodyId ControlEvents::hand_of(const frame::Moment& moment, const Control& control) const {
  const bool known = control.last_hand_at >= 0 && moment.tick - control.last_hand_at <= kLetGo;
  return known ? control.last_hand : core::BodyId{};
}

void ControlEvents::note(const frame::Moment& moment, Control& control) {
  const scene::Scene& scene = *surroundings_->scene;
  const scene::Object& object = *scene.find(control.id);
  const math::Pose world_from_object = place_of(moment, scene, control.id);
  const math::Pose world_from_parent = object.parent.valid() ? place_of(moment, scene, object.parent) : math::Pose{};
  const double position = position_of(object, control.parent_from_object,
                                      math::inverse(world_from_parent) * world_from_object, control.position);
  const double way = object.joint.maximum - object.joint.minimum;
  const ControlState state = scene::state_of(object.joint, position, control.state);
  if (control.moving.follow(moment.tick, position, way)) {
    if (const core::BodyId who = hand_at(moment, object, world_from_object); who.valid()) {
      control.last_hand = who;
      control.last_hand_at = moment.tick;
    }
  }
  control.position = position;
  const bool rests = control.moving.rests(moment.tick, position, way);
  const bool button = object.joint.kind == scene::JointKind::Button;
  if (state == control.state && (!rests || button)) return;
  control.state = state;
  control.moving.told = position;
  events_.push_back({moment.tick, hand_of(moment, control), control.id, state, position});
}

void ControlEvents::note(const frame::Moment& moment, std::size_t index) {
  const scene::Drive& drive = surroundings_->drives[index];
  const double share = moment.drives[index];
  Value& value = values_[index];
  core::BodyId who;
  for (const Control& control : controls_) {
    const auto changes = [&](const auto& change) { return change.control == control.id; };
    const bool drives = drive.follows == control.id || std::any_of(drive.changes.begin(), drive.changes.end(), changes);
    if (drives && !who.valid()) who = hand_of(moment, control);
  }
  Event event{moment.tick, who, {}, state_of_share(share), drive.value(share), static_cast<std::int32_t>(index)};
  value.moving.follow(moment.tick, share, 1.0);
  if (event.state != value.state || value.moving.rests(moment.tick, share, 1.0)) {
    value.state = event.state;
    value.moving.told = share;
    events_.push_back(event);
  }
  for (std::size_t i = 0; i < value.lit.size(); ++i) {
    event.lit = is_lit(drive, drive.lamps[i], share) ? 1 : 0;
    if (event.lit == value.lit[i]) continue;
    value.lit[i] = event.lit;
    event.object = drive.lamps[i].object;
    events_.push_back(event);
  }
}

core::Json ControlEvents::row_of(const Event& event) const {
  const scene::Object* object = surroundings_->scene->find(event.object);
  if (event.drive < 0) {
    const bool angle = turns(object->joint);
    return {{"object", object->name},
            {"state", text_of(event.state)},
            {"value", angle ? math::degrees(event.position) : event.position},
            {"unit", angle ? "deg" : "m"}};
  }
  const scene::Drive& drive = surroundings_->drives[static_cast<std::size_t>(event.drive)];
  return {{"object", object ? object->name : drive.name},
          {"state", object ? (event.lit ? "lit" : "dark") : text_of(event.state)},
          {"value", event.position},
          {"unit", drive.unit}};
}

void ControlEvents::write(core::Json& report) const {
  core::Json& rows = report["events"] = core::Json::array();
  for (const Event& event : events_) {
    core::Json who;
    for (const auto& person : surroundings_->people) {
      if (person.id == event.who) who = person.name;
    }
    core::Json row = {{"at_s", core::seconds_of(event.tick)}, {"who", who}};
    row.update(row_of(event));
    rows.push_back(std::move(row));
  }
}

std::unique_ptr<Observer> make_control_events(const Surroundings& surroundings) {
  return std::make_unique<ControlEvents>(surroundings);
}

}  // namespace fh::evaluation
