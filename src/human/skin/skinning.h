// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a posture to the matrices a skin is drawn with. Besides the 70 joints there are 14 helper bones, half-way turned
// at the large joints and along the forearm: linear blending over half angles keeps the volume of bent limbs.
#include <array>
#include <span>

#include "human/body/kinematics.h"
#include "math/mesh.h"

namespace fh::human {

inline constexpr std::size_t kHelperCount = 14;
inline constexpr std::size_t kSkinBoneCount = kJointCount + kHelperCount;

/// The helper half-way between a joint and its parent; only for upper arms, forearms, forearm twists, hands, thighs,
/// shanks and feet.
std::size_t helper_bone(Joint joint);

using math::SkinningMatrix;

/// The posture a skin is modelled in: standing at the origin, arms 45 deg out.
Posture bind_posture(const Skeleton& skeleton);

/// Joint frames of the bind posture, inverted and ready for use.
struct Binding {
  std::array<Frames<float>::Four, kJointCount> joint_from_rest;  // rotation
  std::array<Frames<float>::Four, kJointCount> rest_positions;
};
Binding build_binding(const Skeleton& skeleton);

/// `matrices` has kSkinBoneCount elements. No allocation.
void skinning_matrices(const Binding& binding, const Frames<float>& frames, std::span<SkinningMatrix> matrices);
/// The same straight from a posture.
void skinning_matrices(const Skeleton& skeleton, const Binding& binding, const Posture& posture,
                       std::span<SkinningMatrix> matrices);

}  // namespace fh::human
