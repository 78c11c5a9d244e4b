// SPDX-License-Identifier: Apache-2.0
#include "evaluation/joint_torques.h"

#include <cmath>
#include <optional>

#include "math/constants.h"

namespace fh::evaluation {
namespace {

using human::Joint;
using math::Vec3;

constexpr std::array<const char*, JointTorques::kGroups> kNames = {"back",  "neck", "shoulder", "elbow",
                                                                   "wrist", "hip",  "knee",     "ankle"};

std::optional<JointTorques::Group> group_of(Joint joint) {
  const std::size_t index = human::index_of(joint);
  if (index >= human::kSpine.first && index < human::kSpine.end) return JointTorques::kBack;
  switch (human::on_side(joint, human::Side::Right)) {
    case Joint::Neck:
    case Joint::Head:
      return JointTorques::kNeck;
    case Joint::RightUpperArm:
      return JointTorques::kShoulder;
    case Joint::RightForearm:
      return JointTorques::kElbow;
    case Joint::RightHand:
      return JointTorques::kWrist;
    case Joint::RightThigh:
      return JointTorques::kHip;
    case Joint::RightShank:
      return JointTorques::kKnee;
    case Joint::RightFoot:
      return JointTorques::kAnkle;
    default:
      return {};
  }
}

bool is_leg(std::size_t group) {
  return group >= JointTorques::kHip;
}

human::Frames<double> body_frames(const frame::Moment& moment, const frame::MomentPerson& person) {
  human::Frames<double> frames;
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const math::Pose& joint = moment.world_from_joint[person.first_joint + i];
    frames.rotations[i] = {joint.rotation.x, joint.rotation.y, joint.rotation.z, joint.rotation.w};
    frames.positions[i] = {joint.position.x, joint.position.y, joint.position.z, 0.0};
  }
  return frames;
}

/// What acts on the body besides its weight: loads in the hands, and the ground under the feet as loads that weigh less
/// than nothing.
struct Forces {
  std::array<human::HeldLoad, 4> loads;
  std::size_t count = 0;

  void add(const human::Frames<double>& frames, Joint joint, const Vec3& at, double mass) {
    loads[count++] = {joint, math::inverse(frames.pose(joint)).point(at), mass};
  }
  std::span<const human::HeldLoad> all() const { return {loads.data(), count}; }
};

/// The middle of a sole, world.
Vec3 middle_of(const human::Dimensions& dimensions, const human::Frames<double>& frames, std::size_t foot) {
  const human::Sole sole = human::build_sole(dimensions, foot == 0 ? human::Side::Left : human::Side::Right);
  Vec3 sum(0.0);
  for (const Vec3& p : sole.whole) sum += p;
  return frames.pose(foot == 0 ? Joint::LeftFoot : Joint::RightFoot).point(sum / double{human::Sole::kPoints});
}

void add_ground(const human::Body& body, const human::Frames<double>& frames, std::uint8_t borne_by, double held,
                Forces& forces) {
  const Vec3 centre = human::centre_of_mass(body.masses, frames, forces.all());
  const std::array<Vec3, 2> soles = {middle_of(body.dimensions, frames, 0), middle_of(body.dimensions, frames, 1)};
  const math::Vec2 way(soles[1].x - soles[0].x, soles[1].z - soles[0].z);
  const math::Vec2 to(centre.x - soles[0].x, centre.z - soles[0].z);
  double right = math::clamp(glm::dot(way, to) / std::max(1e-9, glm::dot(way, way)), 0.0, 1.0);
  if (!(borne_by & frame::kLeftFootBears)) right = 1.0;
  if (!(borne_by & frame::kRightFootBears)) right = 0.0;
  const Vec3 between = soles[0] + right * (soles[1] - soles[0]);
  const Vec3 moved(centre.x - between.x, 0.0, centre.z - between.z);  // the pressure is under the centre of mass
  forces.add(frames, Joint::LeftFoot, soles[0] + moved, -(1.0 - right) * (body.masses.total + held));
  forces.add(frames, Joint::RightFoot, soles[1] + moved, -right * (body.masses.total + held));
}

bool is_above_l5(std::size_t joint) {
  static const std::array<bool, human::kJointCount> kAbove = [] {
    std::array<bool, human::kJointCount> above{};
    const std::size_t l5 = human::index_of(Joint::L5);
    for (std::size_t i = 1; i < human::kJointCount; ++i)  // parents come first
      above[i] = i == l5 || above[human::index_of(human::parent_of(human::joint_at(i)))];
    return above;
  }();
  return kAbove[joint];
}

/// What the lumbosacral joint bears: trunk, head, arms and what the hands carry.
LowBack back_load(const human::Body& body, const human::Frames<double>& frames, const frame::MomentPerson& person) {
  std::array<Weight, human::kJointCount + frame::kHands> above;
  std::size_t count = 0;
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const human::SegmentMass& segment = body.masses.segments[i];
    if (segment.mass > 0.0 && is_above_l5(i))
      above[count++] = {frames.pose(human::joint_at(i)).point(segment.centre), segment.mass};
  }
  for (const frame::MomentLoad& load : person.loads) {
    if (load.mass > 0.0) above[count++] = {load.centre, load.mass};
  }
  return low_back(frames.pose(Joint::L5), {above.data(), count});
}

}  // namespace

void JointTorques::begin(const frame::Moment& moment) {
  people_.assign(moment.people.size(), {});
  for (std::size_t i = 0; i < people_.size(); ++i) people_[i].is_user = moment.people[i].is_user != 0;
}

void JointTorques::observe(const frame::Moment& moment) {
  for (std::size_t i = 0; i < people_.size() && i < moment.people.size(); ++i) {
    const frame::MomentPerson& person = moment.people[i];
    const human::Body* body = i < surroundings_->people.size() ? surroundings_->people[i].body : nullptr;
    if (body && person.present && person.joint_count == human::kJointCount) take(moment, person, *body, people_[i]);
  }
}

void JointTorques::take(const frame::Moment& moment, const frame::MomentPerson& person, const human::Body& body,
                        Tally& tally) {
  const human::Frames<double> frames = body_frames(moment, person);
  Forces forces;
  double held = 0.0;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const frame::MomentLoad& load = person.loads[side];
    held += load.mass;
    if (load.mass > 0.0) forces.add(frames, side == 0 ? Joint::LeftHand : Joint::RightHand, load.centre, load.mass);
  }
  const LowBack back = back_load(body, frames, person);
  if (tally.back_tick < 0 || back.compression > tally.back.compression) {
    tally.back = back;
    tally.back_tick = moment.tick;
    tally.back_held = held;
  }
  const bool on_feet =
      person.borne_by == (person.borne_by & (frame::kLeftFootBears | frame::kRightFootBears)) && person.borne_by != 0;
  if (on_feet) add_ground(body, frames, person.borne_by, held, forces);
  std::array<Vec3, human::kDofCount> axes;
  human::dof_axes(frames, axes);
  std::array<double, human::kDofCount> torques;
  human::gravity_torques(body.masses, frames, axes, {0.0, -math::kGravity, 0.0}, torques, forces.all());
  for (std::size_t dof = 0; dof < human::kDofCount; ++dof) {
    const human::DofPlace place = human::place_of_dof(dof);
    const auto group = group_of(place.joint);
    if (!group || (is_leg(*group) && !on_feet)) continue;
    Most& most = tally.most[*group];
    if (std::abs(torques[dof]) > most.torque)
      most = {std::abs(torques[dof]), moment.tick, place.joint, place.axis, held};
  }
}

void JointTorques::write(core::Json& report) const {
  std::size_t users = 0, agents = 0;
  for (const Tally& tally : people_) {
    core::Json& row = tally.is_user ? user_row(report, users++) : agent_row(report, agents++);
    if (tally.back_tick >= 0) {
      const auto newtons = [](double value, double low, double high) -> core::Json {
        return {{"value", std::round(value)}, {"low", std::round(low)}, {"high", std::round(high)}};
      };
      const LowBack& back = tally.back;
      row["low_back"] = {{"source", kLowBackSource},
                         {"compression", newtons(back.compression, back.compression_low, back.compression_high)},
                         {"shear", newtons(back.shear, back.shear, back.shear)},
                         {"compression_limit_n", 3400},
                         {"shear_limit_n", 500},
                         {"at_s", core::seconds_of(tally.back_tick)},
                         {"held_kg", tally.back_held}};
    }
    core::Json& out = row["joint_torques"];
    for (std::size_t group = 0; group < kGroups; ++group) {
      const Most& most = tally.most[group];
      if (most.torque < 0.0) {
        out[kNames[group]] = core::Json();
        continue;
      }
      const human::JointInfo& joint = human::info(most.joint);
      out[kNames[group]] = {{"most_n_m", std::round(most.torque * 100.0) / 100.0},
                            {"joint", joint.name},
                            {"axis", joint.dofs[most.axis].name},
                            {"at_s", core::seconds_of(most.at)},
                            {"held_kg", most.held}};
    }
  }
}

std::unique_ptr<Observer> make_joint_torques(const Surroundings& surroundings) {
  return std::make_unique<JointTorques>(surroundings);
}

}  // namespace fh::evaluation
