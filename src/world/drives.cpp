// SPDX-License-Identifier: Apache-2.0
#include "world/drives.h"

#include <algorithm>

#include "core/time.h"
#include "scene/parts/gauge.h"

namespace fh::world {
namespace {

using scene::Drive;

const frame::Colour kDark{0.02f, 0.02f, 0.02f, 0.8f};

scene::ControlState state_now(const physics::World& physics, const scene::Object& control, scene::ControlState before) {
  return scene::state_of(control.joint, physics.joint_position(control.id), before);
}

}  // namespace

Drives::Drives(const scene::Scenario& scenario) : scenario_(&scenario) {
  if (scenario.drives.empty()) return;
  shown_.resize(scenario.scene.objects.size());
  for (std::size_t i = 0; i < scenario.drives.size(); ++i) {
    const Drive& drive = scenario.drives[i];
    const auto index = static_cast<std::int32_t>(i);
    for (const core::ObjectId gauge : drive.gauges) shown_[gauge.value - 1] = {index, -1};
    for (std::size_t k = 0; k < drive.lamps.size(); ++k)
      shown_[drive.lamps[k].object.value - 1] = {index, static_cast<std::int32_t>(k)};
    double start = drive.share(drive.start);
    if (const scene::Object* control = scenario.scene.find(drive.follows)) {
      const scene::ObjectJoint& joint = control->joint;
      start = (joint.initial - joint.minimum) / (joint.maximum - joint.minimum);
    }
    shares_.push_back(start);
    for (const Drive::Change& change : drive.changes) {
      const scene::Object* control = scenario.scene.find(change.control);
      states_.push_back(control ? scene::state_of(control->joint, control->joint.initial, scene::ControlState::Partly)
                                : scene::ControlState::Closed);
    }
  }
}

void Drives::advance(const physics::World& physics) {
  const scene::Scene& scene = scenario_->scene;
  std::size_t next = 0;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const Drive& drive = scenario_->drives[i];
    double per_s = 0.0;
    for (const Drive::Change& change : drive.changes) {
      scene::ControlState& state = states_[next++];
      const scene::Object* control = scene.find(change.control);
      if (control) state = state_now(physics, *control, state);
      const auto& states = change.states;
      if (!control || std::find(states.begin(), states.end(), state) != states.end()) per_s += change.per_s;
    }
    double share = shares_[i] + per_s * core::kTickSeconds / (drive.maximum - drive.minimum);
    if (const scene::Object* control = scene.find(drive.follows)) {
      const scene::ObjectJoint& joint = control->joint;
      share = (physics.joint_position(control->id) - joint.minimum) / (joint.maximum - joint.minimum);
    }
    shares_[i] = math::clamp(share, 0.0, 1.0);
  }
}

void Drives::show(const scene::Object& object, const scene::Part& part, frame::DrawObject& mesh) const {
  if (object.id.value > shown_.size()) return;  // nothing is driven, or the thing was made in the visit
  const Shown& shown = shown_[object.id.value - 1];
  if (shown.drive < 0) return;
  const auto drive = static_cast<std::size_t>(shown.drive);
  if (shown.lamp >= 0) {
    const Drive& of = scenario_->drives[drive];
    if (!is_lit(of, of.lamps[static_cast<std::size_t>(shown.lamp)], shares_[drive])) mesh.highlight = kDark;
  } else if (scene::is_needle(scenario_->scene, part)) {
    mesh.world_from_mesh = mesh.world_from_mesh * scene::needle_turn(shares_[drive]);
  }
}

void Drives::visit(core::Archive& archive) {
  const std::size_t shares = shares_.size(), states = states_.size();
  archive.field("shares", shares_);
  archive.field("states", states_);
  if (!archive.is_loading()) return;
  const auto known = [](scene::ControlState state) { return state <= scene::ControlState::Pressed; };
  const auto sound = [](double share) { return share >= 0.0 && share <= 1.0; };
  if (shares_.size() == shares && states_.size() == states && std::all_of(states_.begin(), states_.end(), known) &&
      std::all_of(shares_.begin(), shares_.end(), sound))
    return;
  shares_.assign(shares, 0.0);
  states_.assign(states, scene::ControlState::Closed);
  archive.reject();
}

}  // namespace fh::world
