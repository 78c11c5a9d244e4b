// SPDX-License-Identifier: Apache-2.0
#include "human/body/skeleton.h"

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

using Positions = std::array<Vec3, kJointCount>;

// Vertebral body plus the disc below it, millimetres, L5 … T1; our estimates (sources to check: Gilad and Nissan 1986):
// only their ratios are used.
constexpr std::array<double, kVertebraCount> kUnitHeights = {36.5, 38.0, 37.5, 36.5, 35.0, 31.5, 29.0, 27.5, 26.5,
                                                             25.5, 25.0, 24.5, 24.0, 23.5, 22.5, 22.0, 20.5};
// Depth of the rotation centres behind the hip axis in the upright stance (m, for a chest 0.25 m deep), L5-S1 … C7-T1:
// the lumbar hollow and the thoracic curve.
constexpr std::array<double, kVertebraCount + 1> kSpineDepth = {0.040, 0.030, 0.024, 0.024, 0.030, 0.038,
                                                                0.046, 0.053, 0.059, 0.063, 0.066, 0.067,
                                                                0.066, 0.062, 0.056, 0.050, 0.043, 0.036};
// Of hand length: wrist to knuckle, proximal, middle, distal; thumb (three bones), index … little. Buchholz, Armstrong
// and Goldstein 1992; the thumb, the middle and distal phalanges and the middle knuckle agree with a public
// transcription, the other proximal phalanges and knuckles are from memory.
constexpr double kBones[5][4] = {{0.0, 0.251, 0.196, 0.158},
                                 {0.463, 0.245, 0.143, 0.097},
                                 {0.446, 0.266, 0.170, 0.108},
                                 {0.421, 0.244, 0.165, 0.107},
                                 {0.414, 0.204, 0.117, 0.093}};
constexpr double kKnuckleAcross[5] = {0.0, -0.34, -0.10, 0.14, 0.355};  // of hand breadth, thumb side negative
constexpr double kFingerFan_deg[5] = {0.0, -3.5, 0.0, 3.5, 8.0};

void place_legs(const Dimensions& d, Positions& right) {
  // Hip centres: at the height of the trochanters' tops; apart after Harrington et al. 2007 (0.33 pelvis width + 7.3 mm
  // each), with the width between the spines taken as 0.86 of the bicristal breadth.
  const double hip_x = 0.33 * 0.86 * d[Dimension::BicristalBreadth] + 0.0073;
  const double ankle_y = d[Dimension::LateralMalleolusHeight];
  right[index_of(Joint::Pelvis)] = {0.0, d[Dimension::TrochanterionHeight], 0.0};
  right[index_of(Joint::RightThigh)] = {hip_x, d[Dimension::TrochanterionHeight], 0.0};
  // Knee and ankle axes pass through the lateral epicondyle and malleolus (landmarks of the survey).
  right[index_of(Joint::RightShank)] = {hip_x, d[Dimension::LateralEpicondyleHeight], 0.0};
  right[index_of(Joint::RightFoot)] = {hip_x, ankle_y, 0.0};
  // The ankle axis stands a quarter of the foot's length before the heel's back.
  const double heel_z = 0.25 * d[Dimension::FootLength];
  right[index_of(Joint::RightToes)] = {hip_x, 0.35 * ankle_y, heel_z - d[Dimension::BallOfFootLength]};
}

void place_trunk(const Dimensions& d, Positions& right) {
  // The crests' line passes between L4 and L5 (Tuffier), C7's spine stands at the height of the disc C7-T1.
  double total = 0.0;
  for (const double h : kUnitHeights) total += h;
  const double top = d[Dimension::CervicaleHeight];
  const double l5_share = kUnitHeights[0] / total;
  const double bottom = (d[Dimension::IliocristaleHeight] - l5_share * top) / (1.0 - l5_share);
  const double depth_scale = d[Dimension::ChestDepth] / 0.25;
  double y = bottom;
  for (std::size_t i = 0; i <= kVertebraCount; ++i) {
    right[kSpine.first + i] = {0.0, y, kSpineDepth[i] * depth_scale};  // the last one is the neck's joint, C7-T1
    if (i < kVertebraCount) y += (top - bottom) * kUnitHeights[i] / total;
  }
  const double stature = d[Dimension::Stature];
  // The skull turns on the atlas a little below and behind the ear notches, which stand over the hip axis.
  right[index_of(Joint::Head)] = {0.0, stature - d[Dimension::TragionTopOfHead] - 0.012, 0.008};
  const double eye_y = stature - (d[Dimension::SittingHeight] - d[Dimension::EyeHeightSitting]);
  // Eye centres: 13 mm behind the cornea, which stands 10 mm behind the brow ridge.
  const double eye_z = -0.49 * d[Dimension::HeadLength] + 0.023;
  right[index_of(Joint::RightEye)] = {0.5 * d[Dimension::InterpupillaryBreadth], eye_y, eye_z};
}

struct ArmLengths {
  double shoulder_x, shoulder_y, clavicle, upper, fore, hand;
};

ArmLengths arm_lengths(const Dimensions& d) {
  ArmLengths a{};
  // Humeral centre: 10.4 % of the acromion-radiale length below the acromion (recalled from de Leva 1996b, not
  // checked).
  const double drop = 0.104 * d[Dimension::AcromionRadialeLength];
  a.shoulder_y = d[Dimension::AcromialHeight] - drop;
  a.shoulder_x = 0.425 * d[Dimension::BiacromialBreadth];
  // It travels on a sphere of 6.05 cm (J-21), scaled with the shoulders.
  a.clavicle = 0.0605 * d[Dimension::BiacromialBreadth] / 0.40;
  // The elbow's axis lies inside the surface that bounds both bent-arm lengths.
  const double elbow = 0.107 * d[Dimension::ForearmCircumference];
  a.upper = d[Dimension::ShoulderElbowLength] - drop - elbow;
  a.fore = d[Dimension::ForearmHandLength] - elbow - d[Dimension::HandLength];
  a.hand = d[Dimension::HandLength];
  // A straight model arm lacks the carrying angle of real ones: scaled (by about 1 %) so that the span is met exactly
  // with the arms stretched out and the shoulders raised as J-22 has it.
  const double raised = math::radians(23.7020 - 1.0760);
  const double shoulder_in_span = a.shoulder_x - a.clavicle * (1.0 - math::cos(raised));
  const double scale = (0.5 * d[Dimension::Span] - shoulder_in_span) / (a.upper + a.fore + a.hand);
  a.upper *= scale;
  a.fore *= scale;
  a.hand *= scale;
  return a;
}

void place_fingers(const Dimensions& d, double hand, Positions& right) {
  const Vec3 wrist = right[index_of(Joint::RightHand)];
  for (int f = 1; f < 5; ++f) {
    const math::SinCos fan = math::sin_cos(math::radians(kFingerFan_deg[f]));
    const Vec3 along{0.0, -fan.cos, fan.sin};
    Vec3 at = wrist + Vec3(0.0, -kBones[f][0] * hand, kKnuckleAcross[f] * d[Dimension::HandBreadth]);
    for (int k = 0; k < 3; ++k) {
      right[index_of(Joint::RightThumb1) + 3 * static_cast<std::size_t>(f) + static_cast<std::size_t>(k)] = at;
      at += kBones[f][k + 1] * hand * along;
    }
  }
  const Vec3 along = glm::normalize(Vec3(-0.35, -0.72, -0.60));
  Vec3 at = wrist + Vec3(-0.06, -0.10, -0.27) * d[Dimension::HandBreadth];
  for (std::size_t k = 0; k < 3; ++k) {
    right[index_of(Joint::RightThumb1) + k] = at;
    at += kBones[0][k + 1] * hand * along;
  }
}

void place_arm(const Dimensions& d, Positions& right) {
  const ArmLengths a = arm_lengths(d);
  const double z = 0.055 * d[Dimension::ChestDepth];
  right[index_of(Joint::RightClavicle)] = {a.shoulder_x - a.clavicle, a.shoulder_y, z};
  Vec3 at{a.shoulder_x, a.shoulder_y, z};
  right[index_of(Joint::RightUpperArm)] = at;
  at.y -= a.upper;
  right[index_of(Joint::RightForearm)] = at;
  at.y -= 0.5 * a.fore;
  right[index_of(Joint::RightForearmTwist)] = at;
  at.y -= 0.5 * a.fore;
  right[index_of(Joint::RightHand)] = at;
  place_fingers(d, a.hand, right);
}

}  // namespace

Skeleton build_skeleton(const Dimensions& dimensions) {
  Positions positions{};
  place_legs(dimensions, positions);
  place_trunk(dimensions, positions);
  place_arm(dimensions, positions);
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const Joint left = on_side(joint_at(i), Side::Left);
    if (left == joint_at(i)) continue;
    positions[index_of(left)] = positions[i] * Vec3(-1.0, 1.0, 1.0);
  }
  Skeleton skeleton;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const std::size_t parent = index_of(parent_of(joint_at(i)));
    skeleton.offsets[i] = i == 0 ? positions[0] : positions[i] - positions[parent];
    const JointInfo& joint = info(joint_at(i));
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      skeleton.limits[joint.first_dof + k] = {joint.dofs[k].lower, joint.dofs[k].upper};
    }
  }
  return skeleton;
}

std::array<Vec3, kJointCount> zero_positions(const Skeleton& skeleton) {
  Positions positions{};
  positions[0] = skeleton.offsets[0];
  for (std::size_t i = 1; i < kJointCount; ++i) {
    positions[i] = positions[index_of(parent_of(joint_at(i)))] + skeleton.offsets[i];
  }
  return positions;
}

}  // namespace fh::human
