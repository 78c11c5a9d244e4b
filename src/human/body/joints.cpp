// SPDX-License-Identifier: Apache-2.0
#include "human/body/joints.h"

#include "core/assert.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

struct Row {
  std::string_view name, vrm;
  Joint parent;
};

constexpr std::array<Row, kJointCount> kRows = {{
    {"pelvis", "hips", Joint::Pelvis},
    {"l5", "", Joint::Pelvis},
    {"l4", "", Joint::L5},
    {"l3", "spine", Joint::L4},
    {"l2", "", Joint::L3},
    {"l1", "", Joint::L2},
    {"t12", "", Joint::L1},
    {"t11", "", Joint::T12},
    {"t10", "chest", Joint::T11},
    {"t9", "", Joint::T10},
    {"t8", "", Joint::T9},
    {"t7", "", Joint::T8},
    {"t6", "", Joint::T7},
    {"t5", "", Joint::T6},
    {"t4", "upperChest", Joint::T5},
    {"t3", "", Joint::T4},
    {"t2", "", Joint::T3},
    {"t1", "", Joint::T2},
    {"neck", "neck", Joint::T1},
    {"head", "head", Joint::Neck},
    {"left_eye", "leftEye", Joint::Head},
    {"right_eye", "rightEye", Joint::Head},
    {"left_clavicle", "leftShoulder", Joint::T2},
    {"left_upper_arm", "leftUpperArm", Joint::LeftClavicle},
    {"left_forearm", "leftLowerArm", Joint::LeftUpperArm},
    {"left_forearm_twist", "", Joint::LeftForearm},
    {"left_hand", "leftHand", Joint::LeftForearmTwist},
    {"left_thumb_1", "leftThumbMetacarpal", Joint::LeftHand},
    {"left_thumb_2", "leftThumbProximal", Joint::LeftThumb1},
    {"left_thumb_3", "leftThumbDistal", Joint::LeftThumb2},
    {"left_index_1", "leftIndexProximal", Joint::LeftHand},
    {"left_index_2", "leftIndexIntermediate", Joint::LeftIndex1},
    {"left_index_3", "leftIndexDistal", Joint::LeftIndex2},
    {"left_middle_1", "leftMiddleProximal", Joint::LeftHand},
    {"left_middle_2", "leftMiddleIntermediate", Joint::LeftMiddle1},
    {"left_middle_3", "leftMiddleDistal", Joint::LeftMiddle2},
    {"left_ring_1", "leftRingProximal", Joint::LeftHand},
    {"left_ring_2", "leftRingIntermediate", Joint::LeftRing1},
    {"left_ring_3", "leftRingDistal", Joint::LeftRing2},
    {"left_little_1", "leftLittleProximal", Joint::LeftHand},
    {"left_little_2", "leftLittleIntermediate", Joint::LeftLittle1},
    {"left_little_3", "leftLittleDistal", Joint::LeftLittle2},
    {"right_clavicle", "rightShoulder", Joint::T2},
    {"right_upper_arm", "rightUpperArm", Joint::RightClavicle},
    {"right_forearm", "rightLowerArm", Joint::RightUpperArm},
    {"right_forearm_twist", "", Joint::RightForearm},
    {"right_hand", "rightHand", Joint::RightForearmTwist},
    {"right_thumb_1", "rightThumbMetacarpal", Joint::RightHand},
    {"right_thumb_2", "rightThumbProximal", Joint::RightThumb1},
    {"right_thumb_3", "rightThumbDistal", Joint::RightThumb2},
    {"right_index_1", "rightIndexProximal", Joint::RightHand},
    {"right_index_2", "rightIndexIntermediate", Joint::RightIndex1},
    {"right_index_3", "rightIndexDistal", Joint::RightIndex2},
    {"right_middle_1", "rightMiddleProximal", Joint::RightHand},
    {"right_middle_2", "rightMiddleIntermediate", Joint::RightMiddle1},
    {"right_middle_3", "rightMiddleDistal", Joint::RightMiddle2},
    {"right_ring_1", "rightRingProximal", Joint::RightHand},
    {"right_ring_2", "rightRingIntermediate", Joint::RightRing1},
    {"right_ring_3", "rightRingDistal", Joint::RightRing2},
    {"right_little_1", "rightLittleProximal", Joint::RightHand},
    {"right_little_2", "rightLittleIntermediate", Joint::RightLittle1},
    {"right_little_3", "rightLittleDistal", Joint::RightLittle2},
    {"left_thigh", "leftUpperLeg", Joint::Pelvis},
    {"left_shank", "leftLowerLeg", Joint::LeftThigh},
    {"left_foot", "leftFoot", Joint::LeftShank},
    {"left_toes", "leftToes", Joint::LeftFoot},
    {"right_thigh", "rightUpperLeg", Joint::Pelvis},
    {"right_shank", "rightLowerLeg", Joint::RightThigh},
    {"right_foot", "rightFoot", Joint::RightShank},
    {"right_toes", "rightToes", Joint::RightFoot},
}};

constexpr std::size_t kSideBlock = index_of(Joint::RightClavicle) - index_of(Joint::LeftClavicle);
constexpr std::size_t kLegBlock = index_of(Joint::RightThigh) - index_of(Joint::LeftThigh);

// These reach the user in the body report; docs/human-model.md says how each was checked.
constexpr std::string_view kShoulderSource =
    "AAOS 1965 (flexion 180, extension 60); inward and outward turn between AAOS (70, 90) and Boone and Azen 1979 (69, "
    "104); the reach cone is our estimate";
constexpr std::string_view kArmSource = "AAOS 1965, as tabled by Norkin and White";
constexpr std::string_view kFingerSource = "AAOS 1965, as tabled by Norkin and White; spreading is our estimate";
constexpr std::string_view kHipSource =
    "AAOS 1965, flexion and extension between AAOS (120, 30) and Soucie et al. 2011 (130 to 134, 18)";
constexpr std::string_view kKneeSource = "Soucie et al. 2011, women of 20 to 44 years (AAOS 1965: 135)";
constexpr std::string_view kFootSource = "AAOS 1965, as tabled by Norkin and White; the toes move as one";
constexpr std::string_view kAnkleSource =
    "AAOS 1965; dorsiflexion under body weight (lunge, about 35 deg, from memory): unloaded 20 deg forbid a squat";
constexpr std::string_view kSpineSource =
    "segment ranges: White and Panjabi 1990, from memory; flexion as 65 % of them is our assumption";
constexpr std::string_view kNeckSource =
    "our split between neck and head of flexion 50, extension 55, bend 45 and turn 75 (AAOS 1965: 45, 45, 45, 60)";
constexpr std::string_view kEyeSource = "our estimate of the oculomotor range; not checked";
constexpr std::string_view kClavicleSource = "our estimate; not checked";
constexpr std::string_view kThumbSource = "our estimate for this axis layout (AAOS 1965: MCP flexion 50, IP 80 and 20)";

// Degrees, T1-T2 … L5-S1.
constexpr std::array<double, kVertebraCount> kSagittal = {4, 4, 4, 4, 4, 5, 6, 6, 6, 9, 12, 12, 12, 14, 15, 16, 17};
constexpr std::array<double, kVertebraCount> kLateral = {5, 6, 5, 6, 6, 6, 6, 6, 6, 7, 9, 8, 6, 6, 8, 6, 3};
constexpr std::array<double, kVertebraCount> kAxial = {9, 8, 8, 8, 8, 7, 7, 6, 4, 2, 2, 2, 2, 2, 2, 2, 1};
constexpr double kFlexionShare = 0.65;

Dof dof(std::string_view name, const Vec3& axis, double lower_deg, double upper_deg) {
  return {name, axis, math::radians(lower_deg), math::radians(upper_deg)};
}

void set(JointInfo& joint, std::string_view source, std::initializer_list<Dof> dofs) {
  joint.source = source;
  for (const Dof& d : dofs) joint.dofs[joint.dof_count++] = d;
}

// Reflection in the sagittal plane: an axis of rotation is a pseudo-vector.
Vec3 mirrored_axis(const Vec3& axis) {
  return {axis.x, -axis.y, -axis.z};
}

void describe_trunk(std::array<JointInfo, kJointCount>& table) {
  for (std::size_t i = 0; i < kVertebraCount; ++i) {
    const std::size_t k = kVertebraCount - 1 - i;
    set(table[kSpine.first + i], kSpineSource,
        {dof("flexion", {-1, 0, 0}, -(1.0 - kFlexionShare) * kSagittal[k], kFlexionShare * kSagittal[k]),
         dof("lateral bend right", {0, 0, -1}, -kLateral[k], kLateral[k]),
         dof("axial turn left", {0, 1, 0}, -kAxial[k], kAxial[k])});
  }
  set(table[index_of(Joint::Neck)], kNeckSource,
      {dof("flexion", {-1, 0, 0}, -35, 35), dof("lateral bend right", {0, 0, -1}, -35, 35),
       dof("axial turn left", {0, 1, 0}, -35, 35)});
  set(table[index_of(Joint::Head)], kNeckSource,
      {dof("flexion", {-1, 0, 0}, -20, 15), dof("lateral bend right", {0, 0, -1}, -10, 10),
       dof("axial turn left", {0, 1, 0}, -40, 40)});
  for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) {
    set(table[index_of(eye)], kEyeSource, {dof("turn left", {0, 1, 0}, -42, 42), dof("turn up", {1, 0, 0}, -42, 32)});
  }
}

// The right side; the left is its mirror image.
void describe_right_arm(std::array<JointInfo, kJointCount>& table) {
  const auto at = [&table](Joint joint) -> JointInfo& { return table[index_of(joint)]; };
  // Azimuth outside, elevation inside: the order that meets the requested arm direction (J-22, printed the other way
  // round).
  set(at(Joint::RightClavicle), kClavicleSource,
      {dof("protraction", {0, 1, 0}, -30, 35), dof("elevation", {0, 0, 1}, -12, 45)});
  // Its true limit is the reach cone (shoulder.h, J-24); as the middle one of three angles abduction ends at 90 deg.
  set(at(Joint::RightUpperArm), kShoulderSource,
      {dof("flexion", {1, 0, 0}, -60, 180), dof("abduction", {0, 0, 1}, -50, 90),
       dof("inward turn", {0, 1, 0}, -95, 75)});
  set(at(Joint::RightForearm), kArmSource, {dof("flexion", {1, 0, 0}, 0, 150)});
  set(at(Joint::RightForearmTwist), kArmSource, {dof("pronation", {0, 1, 0}, -80, 80)});
  set(at(Joint::RightHand), kArmSource,
      {dof("flexion", {0, 0, -1}, -70, 80), dof("radial deviation", {1, 0, 0}, -30, 20)});
  for (std::size_t f = 0; f < 4; ++f) {
    const std::size_t first = index_of(Joint::RightIndex1) + 3 * f;
    set(table[first], kFingerSource,
        {dof("flexion", {0, 0, -1}, -45, 90), dof("radial deviation", {1, 0, 0}, -20, 20)});
    set(table[first + 1], kFingerSource, {dof("flexion", {0, 0, -1}, 0, 100)});
    set(table[first + 2], kFingerSource, {dof("flexion", {0, 0, -1}, 0, 90)});
  }
  // The thumb points down, forward and inward; it bends about an axis across the ball of the thumb.
  const Vec3 bend = glm::normalize(Vec3(0.60, -0.50, 0.31));
  set(at(Joint::RightThumb1), kThumbSource,
      {dof("radial abduction", {1, 0, 0}, -25, 35), dof("opposition", {0, 1, 0}, -30, 45)});
  const Vec3 aside = glm::normalize(glm::cross(bend, Vec3(-0.35, -0.72, -0.60)));
  set(at(Joint::RightThumb2), kThumbSource,
      {dof("extension", bend, -55, 10),
       dof("abduction", glm::normalize(aside - glm::dot(aside, bend) * bend), -10, 10)});
  set(at(Joint::RightThumb3), kThumbSource, {dof("extension", bend, -80, 15)});
}

void describe_right_leg(std::array<JointInfo, kJointCount>& table) {
  const auto at = [&table](Joint joint) -> JointInfo& { return table[index_of(joint)]; };
  set(at(Joint::RightThigh), kHipSource,
      {dof("flexion", {1, 0, 0}, -25, 125), dof("abduction", {0, 0, 1}, -30, 45),
       dof("inward turn", {0, 1, 0}, -45, 45)});
  set(at(Joint::RightShank), kKneeSource, {dof("flexion", {-1, 0, 0}, 0, 142)});
  set(at(Joint::RightFoot), kAnkleSource,
      {dof("dorsiflexion", {1, 0, 0}, -50, 35), dof("inversion", {0, 0, -1}, -15, 35)});
  set(at(Joint::RightToes), kFootSource, {dof("extension", {1, 0, 0}, -40, 70)});
}

void mirror_to_left(std::array<JointInfo, kJointCount>& table) {
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const Joint right = joint_at(i), left = on_side(right, Side::Left);
    if (left == right || table[i].dof_count == 0 || table[index_of(left)].dof_count != 0) continue;
    JointInfo& copy = table[index_of(left)];
    copy.dof_count = table[i].dof_count;
    copy.source = table[i].source;
    copy.dofs = table[i].dofs;
    for (Dof& d : copy.dofs) d.axis = mirrored_axis(d.axis);
  }
}

std::array<JointInfo, kJointCount> make_table() {
  std::array<JointInfo, kJointCount> table;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    table[i].name = kRows[i].name;
    table[i].vrm = kRows[i].vrm;
    table[i].parent = kRows[i].parent;
  }
  describe_trunk(table);
  describe_right_arm(table);
  describe_right_leg(table);
  mirror_to_left(table);
  std::size_t first = 0;
  for (JointInfo& joint : table) {
    joint.first_dof = static_cast<std::uint8_t>(first);
    first += joint.dof_count;
  }
  FH_ASSERT(first == kDofCount, "the table of joints and kDofCount disagree");
  return table;
}

const std::array<JointInfo, kJointCount>& table() {
  static const std::array<JointInfo, kJointCount> kTable = make_table();
  return kTable;
}

}  // namespace

const JointInfo& info(Joint joint) {
  return table()[index_of(joint)];
}

Joint mirrored(Joint joint) {
  const std::size_t i = index_of(joint);
  if (joint == Joint::LeftEye) return Joint::RightEye;
  if (joint == Joint::RightEye) return Joint::LeftEye;
  if (i < index_of(Joint::LeftClavicle)) return joint;
  if (i < index_of(Joint::RightClavicle)) return joint_at(i + kSideBlock);
  if (i < index_of(Joint::LeftThigh)) return joint_at(i - kSideBlock);
  return i < index_of(Joint::RightThigh) ? joint_at(i + kLegBlock) : joint_at(i - kLegBlock);
}

Joint on_side(Joint joint, Side side) {
  const Joint other = mirrored(joint);
  return (side == Side::Left) == (index_of(joint) < index_of(other)) ? joint : other;
}

DofPlace place_of_dof(std::size_t dof_index) {
  FH_ASSERT(dof_index < kDofCount, "no such degree of freedom");
  std::size_t joint = 0;
  while (dof_index >= table()[joint].first_dof + std::size_t{table()[joint].dof_count}) ++joint;
  return {joint_at(joint), static_cast<std::uint8_t>(dof_index - table()[joint].first_dof)};
}

}  // namespace fh::human
