// SPDX-License-Identifier: Apache-2.0
#include "human/body/masses.h"

#include <algorithm>

#include "math/lanes.h"

namespace fh::human {
using namespace math::lanes;
namespace {

using math::Vec3;

struct Figure {
  double mass, centre;                        // of body mass; from the proximal end
  double sagittal, transverse, longitudinal;  // radii of gyration, of segment length
};
struct Table {
  Figure head, upper_trunk, middle_trunk, lower_trunk, upper_arm, forearm, hand, thigh, shank, foot;
  double upper_trunk_length;  // suprasternale to xiphion, of stature
};

// de Leva 1996, table 4; the head from vertex to cervicale and the shank to the ankle's centre, from its lower half.
// Compared with an independent public transcription of the whole table: every figure agrees.
constexpr Table kFemale = {{0.0668, 0.4841, 0.271, 0.295, 0.261},
                           {0.1545, 0.2077, 0.746, 0.502, 0.718},
                           {0.1465, 0.4512, 0.433, 0.354, 0.415},
                           {0.1247, 0.4920, 0.433, 0.402, 0.444},
                           {0.0255, 0.5754, 0.278, 0.260, 0.148},
                           {0.0138, 0.4559, 0.261, 0.257, 0.094},
                           {0.0056, 0.7474, 0.531, 0.454, 0.335},
                           {0.1478, 0.3612, 0.369, 0.364, 0.162},
                           {0.0481, 0.4352, 0.267, 0.263, 0.092},
                           {0.0129, 0.4014, 0.299, 0.279, 0.139},
                           0.0821};
constexpr Table kMale = {{0.0694, 0.5002, 0.303, 0.315, 0.261},
                         {0.1596, 0.2999, 0.716, 0.454, 0.659},
                         {0.1633, 0.4502, 0.482, 0.383, 0.468},
                         {0.1117, 0.6115, 0.615, 0.551, 0.587},
                         {0.0271, 0.5772, 0.285, 0.269, 0.158},
                         {0.0162, 0.4574, 0.276, 0.265, 0.121},
                         {0.0061, 0.7900, 0.628, 0.513, 0.401},
                         {0.1416, 0.4095, 0.329, 0.329, 0.149},
                         {0.0433, 0.4395, 0.251, 0.246, 0.102},
                         {0.0137, 0.4415, 0.257, 0.245, 0.124},
                         0.0980};

Vec3 inertia(const Figure& f, double mass, double length) {
  const auto moment = [&](double radius) { return mass * radius * radius * length * length; };
  return {moment(f.transverse), moment(f.longitudinal), moment(f.sagittal)};
}

void set_long_segment(MassModel& model, Joint joint, const Figure& f, double body_mass, const Vec3& to_distal) {
  const double mass = f.mass * body_mass;
  model.segments[index_of(joint)] = {mass, f.centre * to_distal, inertia(f, mass, glm::length(to_distal))};
}

// One part of the trunk between two heights, shared equally by the vertebrae first … last (0 = L5).
void set_trunk_part(MassModel& model, const std::array<Vec3, kJointCount>& at, const Figure& f, double body_mass,
                    double top_y, double bottom_y, std::size_t first, std::size_t last) {
  const double count = static_cast<double>(last - first + 1), mass = f.mass * body_mass / count;
  const double centre_y = top_y - f.centre * (top_y - bottom_y);
  double mean_y = 0.0, spread = 0.0;
  for (std::size_t i = first; i <= last; ++i) mean_y += at[kSpine.first + i].y / count;
  for (std::size_t i = first; i <= last; ++i) {
    const double dy = at[kSpine.first + i].y - mean_y;
    spread += mass * dy * dy;
  }
  const Vec3 whole = inertia(f, f.mass * body_mass, top_y - bottom_y);
  // A slice is never thinner than a disc of the same moment about the long axis.
  const Vec3 slice = glm::max((whole - Vec3(spread, 0.0, spread)) / count, Vec3(0.505, 1.0, 0.505) * whole.y / count);
  for (std::size_t i = first; i <= last; ++i) {
    const Vec3 joint = at[kSpine.first + i];
    // The trunk's middle depth stands over the hip axis.
    model.segments[kSpine.first + i] = {mass, {0.0, centre_y - mean_y, -joint.z}, slice};
  }
}

void set_trunk(MassModel& model, const Dimensions& d, const std::array<Vec3, kJointCount>& at, const Table& t) {
  const double m = d[Dimension::Weight], stature = d[Dimension::Stature];
  const double notch = d[Dimension::SuprasternaleHeight], navel = d[Dimension::WaistHeight];
  const double xiphion = notch - t.upper_trunk_length * stature, hips = d[Dimension::TrochanterionHeight];
  // By height: the xiphion stands at T9-T10, the navel at L3-L4.
  set_trunk_part(model, at, t.upper_trunk, m, notch, xiphion, 8, 16);
  set_trunk_part(model, at, t.middle_trunk, m, xiphion, navel, 2, 7);
  const double lower = t.lower_trunk.mass * m;
  const double lower_y = navel - t.lower_trunk.centre * (navel - hips);
  model.segments[0] = {lower, {0.0, lower_y - at[0].y, 0.0}, inertia(t.lower_trunk, lower, navel - hips)};

  const double head_length = stature - d[Dimension::CervicaleHeight], head = t.head.mass * m;
  const double head_y = stature - t.head.centre * head_length;
  model.segments[index_of(Joint::Head)] = {head, Vec3(0.0, head_y, -0.008) - at[index_of(Joint::Head)],
                                           inertia(t.head, head, head_length)};
}

void set_limbs(MassModel& model, const Dimensions& d, const Skeleton& skeleton, const Table& t) {
  const double m = d[Dimension::Weight];
  for (const Side side : {Side::Left, Side::Right}) {
    const auto at = [&](Joint joint) { return on_side(joint, side); };
    const auto offset = [&](Joint joint) { return skeleton.offsets[index_of(at(joint))]; };
    set_long_segment(model, at(Joint::LeftUpperArm), t.upper_arm, m, offset(Joint::LeftForearm));
    const Vec3 forearm = offset(Joint::LeftForearmTwist) + offset(Joint::LeftHand);
    set_long_segment(model, at(Joint::LeftForearm), t.forearm, m, forearm);
    set_long_segment(model, at(Joint::LeftHand), t.hand, m, offset(Joint::LeftMiddle1));
    set_long_segment(model, at(Joint::LeftThigh), t.thigh, m, offset(Joint::LeftShank));
    set_long_segment(model, at(Joint::LeftShank), t.shank, m, offset(Joint::LeftFoot));
    const double length = d[Dimension::FootLength], mass = t.foot.mass * m;
    const Vec3 about = inertia(t.foot, mass, length);  // its long axis is Z
    model.segments[index_of(at(Joint::LeftFoot))] = {
        mass,
        {0.0, -0.5 * d[Dimension::LateralMalleolusHeight], (0.25 - t.foot.centre) * length},
        {about.x, about.z, about.y}};
  }
}

struct Moment {
  double mass = 0.0;
  Vec3 first{0.0};  // mass * position, world
};

// Mass and first moment of everything that hangs on each joint.
void subtree_moments(const MassModel& masses, const Frames<double>& frames, std::span<const HeldLoad> loads,
                     std::array<Moment, kJointCount>& moments) {
  moments.fill({});
  const auto add = [&](Joint joint, double mass, const Vec3& centre) {
    moments[index_of(joint)].mass += mass;
    moments[index_of(joint)].first += mass * frames.pose(joint).point(centre);
  };
  for (std::size_t i = 0; i < kJointCount; ++i) {
    if (masses.segments[i].mass > 0.0) add(joint_at(i), masses.segments[i].mass, masses.segments[i].centre);
  }
  for (const HeldLoad& load : loads) add(load.joint, load.mass, load.offset);
  for (std::size_t i = kJointCount; i-- > 1;) {
    Moment& parent = moments[index_of(parent_of(joint_at(i)))];
    parent.mass += moments[i].mass;
    parent.first += moments[i].first;
  }
}

}  // namespace

MassModel build_masses(const Dimensions& dimensions, const Skeleton& skeleton) {
  MassModel model{};
  const Table& table = dimensions.sex == Sex::Female ? kFemale : kMale;
  set_trunk(model, dimensions, zero_positions(skeleton), table);
  set_limbs(model, dimensions, skeleton, table);
  // The printed percentages sum to 99.99 … 100.00: brought to the measured weight.
  double sum = 0.0;
  for (const SegmentMass& s : model.segments) sum += s.mass;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    SegmentMass& s = model.segments[i];
    s.mass *= dimensions[Dimension::Weight] / sum;
    model.total += s.mass;
    if (s.mass > 0.0) model.loaded[model.loaded_count++] = {static_cast<std::uint32_t>(i), s.mass, s.mass * s.centre};
  }
  return model;
}

Vec3 centre_of_mass(const MassModel& masses, const Frames<double>& frames, std::span<const HeldLoad> loads) {
  using Lane = V<double>;
  const Lane* const rotations = reinterpret_cast<const Lane*>(frames.rotations.data());
  const Lane* const positions = reinterpret_cast<const Lane*>(frames.positions.data());
  Lane sum{};
  for (std::size_t k = 0; k < masses.loaded_count; ++k) {
    const MassModel::Loaded& part = masses.loaded[k];
    const Lane mass = {part.mass, part.mass, part.mass, part.mass};
    sum += mass * positions[part.joint] + rotated<double>(rotations[part.joint], load<double>(part.moment));
  }
  Vec3 first(sum[0], sum[1], sum[2]);
  double total = masses.total;
  for (const HeldLoad& held : loads) {
    first += held.mass * frames.pose(held.joint).point(held.offset);
    total += held.mass;
  }
  return first / total;
}

void com_jacobian(const MassModel& masses, const Frames<double>& frames, const std::array<Vec3, kDofCount>& axes,
                  std::array<Vec3, kDofCount>& columns, std::span<const HeldLoad> loads) {
  std::array<Moment, kJointCount> moments;
  subtree_moments(masses, frames, loads, moments);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const JointInfo& joint = info(joint_at(i));
    const Vec3 lever = (moments[i].first - moments[i].mass * frames.position(joint_at(i))) / moments[0].mass;
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      columns[joint.first_dof + k] = glm::cross(axes[joint.first_dof + k], lever);
    }
  }
}

void gravity_torques(const MassModel& masses, const Frames<double>& frames, const std::array<Vec3, kDofCount>& axes,
                     const Vec3& gravity, std::array<double, kDofCount>& torques, std::span<const HeldLoad> loads) {
  std::array<Moment, kJointCount> moments;
  subtree_moments(masses, frames, loads, moments);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const JointInfo& joint = info(joint_at(i));
    const Vec3 lever = moments[i].first - moments[i].mass * frames.position(joint_at(i));
    const Vec3 about = glm::cross(lever, gravity);
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      torques[joint.first_dof + k] = -glm::dot(axes[joint.first_dof + k], about);  // what the muscles must hold
    }
  }
}

}  // namespace fh::human
