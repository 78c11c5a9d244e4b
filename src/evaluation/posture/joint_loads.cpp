// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/joint_loads.h"

#include <cmath>
#include <optional>

#include "human/body/balance.h"
#include "math/constants.h"

namespace fh::evaluation {
namespace {

using human::Joint;
using math::Vec3;

std::optional<LoadGroup> load_group_of(Joint joint) {
  const std::size_t index = human::index_of(joint);
  if (index >= human::kSpine.first && index < human::kSpine.end) return LoadGroup::Back;
  switch (human::on_side(joint, human::Side::Right)) {
    case Joint::Neck:
    case Joint::Head:
      return LoadGroup::Neck;
    case Joint::RightUpperArm:
      return LoadGroup::Shoulder;
    case Joint::RightForearm:
      return LoadGroup::Elbow;
    case Joint::RightHand:
      return LoadGroup::Wrist;
    case Joint::RightThigh:
      return LoadGroup::Hip;
    case Joint::RightShank:
      return LoadGroup::Knee;
    case Joint::RightFoot:
      return LoadGroup::Ankle;
    default:
      return {};
  }
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

void add_ground(const human::MassModel& masses, const human::Dimensions& dimensions,
                const human::Frames<double>& frames, std::uint8_t borne_by, double held, Forces& forces) {
  const Vec3 centre = human::centre_of_mass(masses, frames, forces.all());
  const std::array<Vec3, 2> soles = {middle_of(dimensions, frames, 0), middle_of(dimensions, frames, 1)};
  const math::Vec2 way(soles[1].x - soles[0].x, soles[1].z - soles[0].z);
  const math::Vec2 to(centre.x - soles[0].x, centre.z - soles[0].z);
  double right = math::clamp(glm::dot(way, to) / std::max(1e-9, glm::dot(way, way)), 0.0, 1.0);
  if (!(borne_by & frame::kLeftFootBears)) right = 1.0;
  if (!(borne_by & frame::kRightFootBears)) right = 0.0;
  const Vec3 between = soles[0] + right * (soles[1] - soles[0]);
  const Vec3 moved(centre.x - between.x, 0.0, centre.z - between.z);  // the pressure is under the centre of mass
  forces.add(frames, Joint::LeftFoot, soles[0] + moved, -(1.0 - right) * (masses.total + held));
  forces.add(frames, Joint::RightFoot, soles[1] + moved, -right * (masses.total + held));
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
LowBack back_load(const human::MassModel& masses, const human::Frames<double>& frames, const HandLoads& loads) {
  std::array<Weight, human::kJointCount + frame::kHands> above;
  std::size_t count = 0;
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const human::SegmentMass& segment = masses.segments[i];
    if (segment.mass > 0.0 && is_above_l5(i))
      above[count++] = {frames.pose(human::joint_at(i)).point(segment.centre), segment.mass};
  }
  for (const frame::MomentLoad& load : loads) {
    if (load.mass > 0.0) above[count++] = {load.centre, load.mass};
  }
  return low_back(frames.pose(Joint::L5), {above.data(), count});
}

}  // namespace

BodyLoads body_loads(const human::MassModel& masses, const human::Dimensions& dimensions,
                     const human::Frames<double>& frames, const HandLoads& loads, std::uint8_t borne_by) {
  BodyLoads found;
  found.back = back_load(masses, frames, loads);
  Forces forces;
  double held = 0.0;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const frame::MomentLoad& load = loads[side];
    held += load.mass;
    if (load.mass > 0.0) forces.add(frames, side == 0 ? Joint::LeftHand : Joint::RightHand, load.centre, load.mass);
  }
  const bool on_feet = borne_by == (borne_by & (frame::kLeftFootBears | frame::kRightFootBears)) && borne_by != 0;
  if (on_feet) add_ground(masses, dimensions, frames, borne_by, held, forces);
  std::array<Vec3, human::kDofCount> axes;
  human::dof_axes(frames, axes);
  std::array<double, human::kDofCount> torques;
  human::gravity_torques(masses, frames, axes, {0.0, -math::kGravity, 0.0}, torques, forces.all());
  for (std::size_t dof = 0; dof < human::kDofCount; ++dof) {
    const human::DofPlace place = human::place_of_dof(dof);
    const auto group = load_group_of(place.joint);
    if (!group || (*group >= LoadGroup::Hip && !on_feet)) continue;
    JointLoad& most = found.joints[static_cast<std::size_t>(*group)];
    if (std::abs(torques[dof]) > most.torque) most = {std::abs(torques[dof]), place.joint, place.axis};
  }
  return found;
}

}  // namespace fh::evaluation
