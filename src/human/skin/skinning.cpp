// SPDX-License-Identifier: Apache-2.0
#include "human/skin/skinning.h"

#include <cstring>

#include "core/assert.h"
#include "human/body/shoulder.h"
#include "math/lanes.h"
#include "math/trig.h"

namespace fh::human {
using namespace math::lanes;
namespace {

constexpr std::array<Joint, kHelperCount> kHelped = {
    Joint::LeftUpperArm,      Joint::RightUpperArm, Joint::LeftForearm, Joint::RightForearm, Joint::LeftForearmTwist,
    Joint::RightForearmTwist, Joint::LeftHand,      Joint::RightHand,   Joint::LeftThigh,    Joint::RightThigh,
    Joint::LeftShank,         Joint::RightShank,    Joint::LeftFoot,    Joint::RightFoot};
constexpr std::array<Joint, kHelperCount> kHelpedParents = {
    Joint::LeftClavicle, Joint::RightClavicle,    Joint::LeftUpperArm,      Joint::RightUpperArm, Joint::LeftForearm,
    Joint::RightForearm, Joint::LeftForearmTwist, Joint::RightForearmTwist, Joint::Pelvis,        Joint::Pelvis,
    Joint::LeftThigh,    Joint::RightThigh,       Joint::LeftShank,         Joint::RightShank};

using Lane = V<float>;

struct Bones {  // what the matrices are made of
  std::array<Lane, kSkinBoneCount> turns, from, to;
};
static_assert(kSkinBoneCount % 4 == 0);

// Four bones at a time: rotation by `turns` about the rest position `from`, which goes to `to`.
inline void write_four(const Bones& bones, std::size_t first, SkinningMatrix* out) {
  Lane x = bones.turns[first], y = bones.turns[first + 1], z = bones.turns[first + 2], w = bones.turns[first + 3];
  Lane fx = bones.from[first], fy = bones.from[first + 1], fz = bones.from[first + 2], f_unused = bones.from[first + 3];
  Lane tx = bones.to[first], ty = bones.to[first + 1], tz = bones.to[first + 2], t_unused = bones.to[first + 3];
  transpose<float>(x, y, z, w);
  transpose<float>(fx, fy, fz, f_unused);
  transpose<float>(tx, ty, tz, t_unused);
  const Lane x2 = x + x, y2 = y + y, z2 = z + z;
  const Lane xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2;
  const Lane wx = w * x2, wy = w * y2, wz = w * z2;
  const auto row = [&](Lane a, Lane b, Lane c, Lane target, std::size_t r) {
    Lane d = target - (a * fx + b * fy + c * fz);
    transpose<float>(a, b, c, d);
    std::memcpy(&out[first].rows[r], &a, sizeof a);
    std::memcpy(&out[first + 1].rows[r], &b, sizeof b);
    std::memcpy(&out[first + 2].rows[r], &c, sizeof c);
    std::memcpy(&out[first + 3].rows[r], &d, sizeof d);
  };
  row(1.0f - (yy + zz), xy - wz, xz + wy, tx, 0);
  row(xy + wz, 1.0f - (xx + zz), yz - wx, ty, 1);
  row(xz - wy, yz + wx, 1.0f - (xx + yy), tz, 2);
}

// Half-way between two unit quaternions.
inline Lane halfway(Lane a, Lane b) {
  const Lane products = a * b;
  const float sign = products[0] + products[1] + products[2] + products[3] < 0.0f ? -1.0f : 1.0f;
  const Lane half = a + sign * b;
  const Lane squares = half * half;
  return half / std::sqrt(squares[0] + squares[1] + squares[2] + squares[3]);
}

}  // namespace

std::size_t helper_bone(Joint joint) {
  for (std::size_t k = 0; k < kHelperCount; ++k) {
    if (kHelped[k] == joint) return kJointCount + k;
  }
  FH_ASSERT(false, "this joint has no helper bone");
  return 0;
}

Posture bind_posture(const Skeleton& skeleton) {
  Posture posture = zero_posture(skeleton);
  for (const Side side : {Side::Left, Side::Right}) set_shoulder(posture, side, {math::radians(45.0), 0.0, 0.0});
  return posture;
}

Binding build_binding(const Skeleton& skeleton) {
  Frames<double> frames;
  forward_kinematics(skeleton, bind_posture(skeleton), frames);
  Binding binding;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const math::Quat q = frames.rotation(joint_at(i));
    const math::Vec3 p = frames.position(joint_at(i));
    const auto f = [](double v) { return static_cast<float>(v); };
    binding.joint_from_rest[i] = {f(-q.x), f(-q.y), f(-q.z), f(q.w)};
    binding.rest_positions[i] = {f(p.x), f(p.y), f(p.z), 0.0f};
  }
  return binding;
}

void skinning_matrices(const Binding& binding, const Frames<float>& frames, std::span<SkinningMatrix> matrices) {
  FH_ASSERT(matrices.size() == kSkinBoneCount, "one matrix per skin bone");
  const Lane* const rotations = reinterpret_cast<const Lane*>(frames.rotations.data());
  const Lane* const positions = reinterpret_cast<const Lane*>(frames.positions.data());
  const Lane* const inverse = reinterpret_cast<const Lane*>(binding.joint_from_rest.data());
  const Lane* const rest = reinterpret_cast<const Lane*>(binding.rest_positions.data());
  Bones bones;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    bones.turns[i] = multiply<float>(rotations[i], inverse[i]);
    bones.from[i] = rest[i];
    bones.to[i] = positions[i];
  }
  for (std::size_t k = 0; k < kHelperCount; ++k) {
    const std::size_t joint = index_of(kHelped[k]), bone = kJointCount + k;
    bones.turns[bone] = halfway(bones.turns[index_of(kHelpedParents[k])], bones.turns[joint]);
    bones.from[bone] = rest[joint];
    bones.to[bone] = positions[joint];
  }
  for (std::size_t first = 0; first < kSkinBoneCount; first += 4) write_four(bones, first, matrices.data());
}

void skinning_matrices(const Skeleton& skeleton, const Binding& binding, const Posture& posture,
                       std::span<SkinningMatrix> matrices) {
  Frames<float> frames;
  forward_kinematics(skeleton, posture, frames);
  skinning_matrices(binding, frames, matrices);
}

}  // namespace fh::human
