// SPDX-License-Identifier: Apache-2.0
#pragma once
// A motion-capture clip as 22 named joints (those of the published avatar metrics, AGRoL), in the program's
// space: metres, Y up, joint frames that are the identity in the zero posture of human/body/joints.h (upright, arms
// hanging, palms inward, facing -Z), whatever rest pose and axes the file was written with.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "human/motion/bvh.h"

namespace fh::human {

enum class ClipJoint : std::uint8_t {
  Pelvis,
  Spine1,
  Spine2,
  Spine3,
  Neck,
  Head,
  LeftClavicle,
  RightClavicle,
  LeftShoulder,
  RightShoulder,
  LeftElbow,
  RightElbow,
  LeftWrist,
  RightWrist,
  LeftHip,
  RightHip,
  LeftKnee,
  RightKnee,
  LeftAnkle,
  RightAnkle,
  LeftToes,
  RightToes,
};
inline constexpr std::size_t kClipJointCount = 22;
constexpr std::size_t index_of(ClipJoint joint) {
  return static_cast<std::size_t>(joint);
}
/// "pelvis", "spine_1", "left_clavicle" …
std::string_view name_of(ClipJoint joint);
/// The pelvis is its own parent.
ClipJoint parent_of(ClipJoint joint);

struct ClipFrame {
  std::array<math::Pose, kClipJointCount> joints;  // world_from_joint
  const math::Pose& operator[](ClipJoint joint) const { return joints[index_of(joint)]; }
  math::Pose& operator[](ClipJoint joint) { return joints[index_of(joint)]; }
};

struct Clip {
  std::string name;
  double frame_time = 0.0;  // seconds
  double unit = 1.0;        // metres per file unit
  std::vector<ClipFrame> frames;
  /// The file's own rest pose: its root above the origin, as the offsets alone place it.
  ClipFrame rest;
  std::array<math::Vec3, 2> toe_tips;      // left, right: end of the toes in the frame of LeftToes, RightToes
  math::Vec3 head_tip{0.0};                // end of the head in the frame of Head
  std::array<math::Vec3, 2> finger_bases;  // left, right: knuckles in the frame of the wrists
  std::array<std::string, kClipJointCount> source_names;  // the file's names

  double seconds() const { return frame_time * static_cast<double>(frames.size()); }
};

struct ClipOptions {
  double unit = 0.0;              // metres per file unit; 0: guessed
  bool drop_first_frame = false;  // the CMU conversion puts a T-pose there
};

/// Joints are found by name: those of the CMU conversion (Hips, LowerBack, Spine, Spine1, Neck1, Head, LeftShoulder,
/// LeftArm, LeftForeArm, LeftHand, LeftUpLeg, LeftLeg, LeftFoot, LeftToeBase; Right… alike), of Mixamo ("mixamorig:"
/// in front) and of SMPL. `neck` is Neck1 where there is one: it stands where ours does, at the root of the neck (C7),
/// while the CMU Neck coincides with Spine1. Fails naming what is missing.
core::Result<Clip> make_clip(const Bvh& bvh, const ClipOptions& options = {});
core::Result<Clip> load_clip(const std::filesystem::path& path, const ClipOptions& options = {});

/// The same motion at another rate (Hz), from its beginning: poses interpolated between frames.
Clip resampled(const Clip& clip, double rate);

}  // namespace fh::human
