// SPDX-License-Identifier: Apache-2.0
#include "human/motion/clip.h"

#include <cmath>
#include <span>

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

constexpr std::string_view kNames[kClipJointCount] = {
    "pelvis",        "spine_1",        "spine_2",       "spine_3",        "neck",       "head",
    "left_clavicle", "right_clavicle", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow",
    "left_wrist",    "right_wrist",    "left_hip",      "right_hip",      "left_knee",  "right_knee",
    "left_ankle",    "right_ankle",    "left_toes",     "right_toes"};

constexpr ClipJoint kParents[kClipJointCount] = {
    ClipJoint::Pelvis,       ClipJoint::Pelvis,        ClipJoint::Spine1,       ClipJoint::Spine2,
    ClipJoint::Spine3,       ClipJoint::Neck,          ClipJoint::Spine3,       ClipJoint::Spine3,
    ClipJoint::LeftClavicle, ClipJoint::RightClavicle, ClipJoint::LeftShoulder, ClipJoint::RightShoulder,
    ClipJoint::LeftElbow,    ClipJoint::RightElbow,    ClipJoint::Pelvis,       ClipJoint::Pelvis,
    ClipJoint::LeftHip,      ClipJoint::RightHip,      ClipJoint::LeftKnee,     ClipJoint::RightKnee,
    ClipJoint::LeftAnkle,    ClipJoint::RightAnkle};

/// Names in files, best first; a set with only these words must hold all 22.
constexpr std::string_view kCmu[kClipJointCount] = {
    "Hips",         "LowerBack",     "Spine",       "Spine1",      "Neck1",       "Head",
    "LeftShoulder", "RightShoulder", "LeftArm",     "RightArm",    "LeftForeArm", "RightForeArm",
    "LeftHand",     "RightHand",     "LeftUpLeg",   "RightUpLeg",  "LeftLeg",     "RightLeg",
    "LeftFoot",     "RightFoot",     "LeftToeBase", "RightToeBase"};
constexpr std::string_view kMixamo[kClipJointCount] = {
    "Hips",    "Spine",    "Spine1",      "Spine2",       "Neck",        "Head",        "LeftShoulder", "RightShoulder",
    "LeftArm", "RightArm", "LeftForeArm", "RightForeArm", "LeftHand",    "RightHand",   "LeftUpLeg",    "RightUpLeg",
    "LeftLeg", "RightLeg", "LeftFoot",    "RightFoot",    "LeftToeBase", "RightToeBase"};
constexpr std::string_view kSmpl[kClipJointCount] = {
    "Pelvis",     "Spine1",     "Spine2",  "Spine3",  "Neck",    "Head",    "L_Collar", "R_Collar",
    "L_Shoulder", "R_Shoulder", "L_Elbow", "R_Elbow", "L_Wrist", "R_Wrist", "L_Hip",    "R_Hip",
    "L_Knee",     "R_Knee",     "L_Ankle", "R_Ankle", "L_Foot",  "R_Foot"};

using Table = std::span<const std::string_view, kClipJointCount>;
using Places = std::array<std::size_t, kClipJointCount>;

int find_with_prefix(const Bvh& bvh, std::string_view name) {
  const int plain = bvh.find(name);
  return plain >= 0 ? plain : bvh.find("mixamorig:" + std::string(name));
}

/// How many names of a table the file has; the places of those.
std::size_t match(const Bvh& bvh, Table table, Places& places, std::string& missing) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < kClipJointCount; ++i) {
    const int at = find_with_prefix(bvh, table[i]);
    if (at >= 0) {
      places[i] = static_cast<std::size_t>(at);
      ++found;
    } else {
      missing += (missing.empty() ? "" : ", ") + std::string(table[i]);
    }
  }
  return found;
}

core::Result<Places> find_joints(const Bvh& bvh) {
  std::string least_missing;
  std::size_t most = 0;
  for (const Table table : {Table(kCmu), Table(kMixamo), Table(kSmpl)}) {
    Places places{};
    std::string missing;
    const std::size_t found = match(bvh, table, places, missing);
    if (found == kClipJointCount) return places;
    if (found >= most) {
      most = found;
      least_missing = missing;
    }
  }
  return core::fail(
      "{}: not a body this program knows; the joints {} are missing (names of the CMU conversion, Mixamo and SMPL are "
      "understood)",
      bvh.name, least_missing);
}

/// Where a bone points in the zero posture.
Vec3 zero_direction(ClipJoint joint) {
  switch (joint) {
    case ClipJoint::LeftShoulder:
    case ClipJoint::RightShoulder:
    case ClipJoint::LeftElbow:
    case ClipJoint::RightElbow:
    case ClipJoint::LeftWrist:
    case ClipJoint::RightWrist:
    case ClipJoint::LeftHip:
    case ClipJoint::RightHip:
    case ClipJoint::LeftKnee:
    case ClipJoint::RightKnee:
      return {0.0, -1.0, 0.0};
    default:
      return {0.0, 0.0, 0.0};  // the file's rest pose is upright there too: no correction
  }
}

/// world_from_file: turns the file's up to +Y and its facing to -Z, both read off its rest pose.
Quat facing(const std::vector<math::Pose>& rest, const Places& at) {
  const auto p = [&](ClipJoint j) { return rest[at[index_of(j)]].position; };
  const Vec3 up = math::normalized_or(p(ClipJoint::Head) - p(ClipJoint::Pelvis), math::kUp);
  // Files are written Y up or Z up; the axis nearest to the trunk is meant.
  const Vec3 axis = std::abs(up.y) >= std::abs(up.z) ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
  const Vec3 across = p(ClipJoint::RightHip) - p(ClipJoint::LeftHip);
  const Vec3 right = math::normalized_or(across - glm::dot(across, axis) * axis, {1, 0, 0});
  // Straightened to the nearest axis: hips are never quite symmetric.
  const Vec3 back = glm::cross(right, axis);
  Vec3 snapped{0.0};
  int widest = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(back[i]) > std::abs(back[widest])) widest = i;
  }
  snapped[widest] = back[widest] > 0.0 ? 1.0 : -1.0;
  const math::Mat3 file_from_world(glm::cross(axis, snapped), axis, snapped);
  return math::conjugate(math::from_matrix(file_from_world));
}

/// joint_from_ours per joint: what a joint of the file is turned by while ours is in the zero posture.
std::array<Quat, kClipJointCount> rest_corrections(const std::vector<math::Pose>& rest, const Places& at,
                                                   const Quat& world_from_file, const Vec3 (&tips)[2]) {
  std::array<Quat, kClipJointCount> corrections;
  for (std::size_t i = 0; i < kClipJointCount; ++i) {
    const auto joint = static_cast<ClipJoint>(i);
    const Vec3 zero = zero_direction(joint);
    corrections[i] = math::kIdentity;
    if (glm::length(zero) == 0.0) continue;
    Vec3 bone = tips[i % 2];
    for (std::size_t child = i + 1; child < kClipJointCount; ++child) {
      if (kParents[child] == joint) bone = rest[at[child]].position - rest[at[i]].position;
    }
    const Vec3 direction = math::normalized_or(math::rotate(world_from_file, bone), zero);
    corrections[i] = math::from_to(zero, direction);
  }
  return corrections;
}

/// The first child's offset (end site or joint with a length) in the joint's own frame, file units.
Vec3 tip_of(const Bvh& bvh, std::size_t joint) {
  std::size_t at = joint;
  Vec3 tip{0.0};
  for (std::size_t i = joint + 1; i < bvh.joints.size() && glm::length(tip) == 0.0; ++i) {
    if (bvh.joints[i].parent != static_cast<int>(at)) continue;
    tip += bvh.joints[i].offset;
    at = i;
  }
  return tip;
}

}  // namespace

std::string_view name_of(ClipJoint joint) {
  return kNames[index_of(joint)];
}

ClipJoint parent_of(ClipJoint joint) {
  return kParents[index_of(joint)];
}

core::Result<Clip> make_clip(const Bvh& bvh, const ClipOptions& options) {
  FH_TRY(found, find_joints(bvh));
  const Places& at = found;
  const std::size_t first = options.drop_first_frame ? 1 : 0;
  if (bvh.frame_count <= first) return core::fail("{}: no frames are left after dropping the first", bvh.name);

  Clip clip;
  clip.name = bvh.name;
  clip.frame_time = bvh.frame_time;
  clip.unit = options.unit > 0.0 ? options.unit : guess_unit(bvh);
  std::vector<math::Pose> poses;
  bvh_rest(bvh, clip.unit, poses);
  const Quat world_from_file = facing(poses, at);
  const Vec3 hand_tips[2] = {tip_of(bvh, at[index_of(ClipJoint::LeftWrist)]),
                             tip_of(bvh, at[index_of(ClipJoint::RightWrist)])};
  const auto corrections = rest_corrections(poses, at, world_from_file, hand_tips);
  const auto convert = [&](ClipFrame& frame) {
    for (std::size_t i = 0; i < kClipJointCount; ++i) {
      const math::Pose& pose = poses[at[i]];
      frame.joints[i].position = math::rotate(world_from_file, pose.position);
      frame.joints[i].rotation =
          math::normalized(world_from_file * pose.rotation * math::conjugate(world_from_file) * corrections[i]);
    }
  };
  convert(clip.rest);
  clip.frames.resize(bvh.frame_count - first);
  for (std::size_t f = first; f < bvh.frame_count; ++f) {
    bvh_poses(bvh, f, clip.unit, poses);
    convert(clip.frames[f - first]);
  }
  const auto tip = [&](ClipJoint joint) {
    const Vec3 file = clip.unit * tip_of(bvh, at[index_of(joint)]);
    return math::rotate(math::conjugate(corrections[index_of(joint)]) * world_from_file, file);
  };
  clip.toe_tips = {tip(ClipJoint::LeftToes), tip(ClipJoint::RightToes)};
  clip.finger_bases = {tip(ClipJoint::LeftWrist), tip(ClipJoint::RightWrist)};
  clip.head_tip = tip(ClipJoint::Head);
  for (std::size_t i = 0; i < kClipJointCount; ++i) clip.source_names[i] = bvh.joints[at[i]].name;
  return clip;
}

core::Result<Clip> load_clip(const std::filesystem::path& path, const ClipOptions& options) {
  FH_TRY(bvh, load_bvh(path));
  return make_clip(bvh, options);
}

Clip resampled(const Clip& clip, double rate) {
  Clip out = clip;
  out.frame_time = 1.0 / rate;
  const double last = static_cast<double>(clip.frames.size() - 1);
  const auto count = static_cast<std::size_t>(std::floor(last * clip.frame_time * rate + 1e-6)) + 1;
  out.frames.resize(count);
  for (std::size_t f = 0; f < count; ++f) {
    const double at = std::min(static_cast<double>(f) / (rate * clip.frame_time), last);
    const auto before = static_cast<std::size_t>(at);
    const std::size_t after = std::min(before + 1, clip.frames.size() - 1);
    const double t = at - static_cast<double>(before);
    for (std::size_t i = 0; i < kClipJointCount; ++i) {
      out.frames[f].joints[i] = math::interpolate(clip.frames[before].joints[i], clip.frames[after].joints[i], t);
    }
  }
  return out;
}

}  // namespace fh::human
