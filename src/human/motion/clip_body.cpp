// SPDX-License-Identifier: Apache-2.0
#include "human/motion/clip_body.h"

#include <algorithm>

namespace fh::human {
namespace {

using human::Dimension;
using human::Joint;
using math::Vec3;

struct JointPair {
  ClipJoint clip;
  Joint ours;
};
/// Where a joint of the clip simply is one of ours.
constexpr JointPair kSame[] = {
    {ClipJoint::Neck, Joint::Neck},
    {ClipJoint::Head, Joint::Head},
    {ClipJoint::LeftShoulder, Joint::LeftUpperArm},
    {ClipJoint::RightShoulder, Joint::RightUpperArm},
    {ClipJoint::LeftElbow, Joint::LeftForearm},
    {ClipJoint::RightElbow, Joint::RightForearm},
    {ClipJoint::LeftWrist, Joint::LeftHand},
    {ClipJoint::RightWrist, Joint::RightHand},
    {ClipJoint::LeftHip, Joint::LeftThigh},
    {ClipJoint::RightHip, Joint::RightThigh},
    {ClipJoint::LeftKnee, Joint::LeftShank},
    {ClipJoint::RightKnee, Joint::RightShank},
    {ClipJoint::LeftAnkle, Joint::LeftFoot},
    {ClipJoint::RightAnkle, Joint::RightFoot},
    {ClipJoint::LeftToes, Joint::LeftToes},
    {ClipJoint::RightToes, Joint::RightToes},
};

using Positions = std::array<Vec3, kClipJointCount>;

/// The clip's joints in our zero posture, its root at the origin: every bone along the axes of its own frame.
Positions zero_clip(const Clip& clip) {
  Positions zero{};
  for (std::size_t i = 1; i < kClipJointCount; ++i) {
    const auto joint = static_cast<ClipJoint>(i);
    const math::Pose& parent = clip.rest[parent_of(joint)];
    const Vec3 bone = clip.rest.joints[i].position - parent.position;
    zero[i] = zero[index_of(parent_of(joint))] + math::rotate(math::conjugate(parent.rotation), bone);
  }
  // The neck hangs on a joint the 22 leave out: in rest it is not turned, so the rest pose itself serves.
  return zero;
}

/// Both sides alike: our limbs are.
void make_symmetric(Positions& zero) {
  for (std::size_t left = index_of(ClipJoint::LeftClavicle); left < kClipJointCount; left += 2) {
    const Vec3 mirrored = zero[left] * Vec3(-1.0, 1.0, 1.0);
    const Vec3 mean = 0.5 * (mirrored + zero[left + 1]);
    zero[left + 1] = mean;
    zero[left] = mean * Vec3(-1.0, 1.0, 1.0);
  }
  for (std::size_t i = 0; i < index_of(ClipJoint::LeftClavicle); ++i) zero[i].x = 0.0;
}

/// A point of the broken line root - spine - spine - neck at a length from the root.
Vec3 along_spine(const Positions& zero, double length) {
  const Vec3 knots[] = {zero[index_of(ClipJoint::Pelvis)], zero[index_of(ClipJoint::Spine2)],
                        zero[index_of(ClipJoint::Spine3)], zero[index_of(ClipJoint::Neck)]};
  for (std::size_t i = 0; i + 1 < 4; ++i) {
    const double part = glm::length(knots[i + 1] - knots[i]);
    if (length <= part || i == 2) return knots[i] + (length / part) * (knots[i + 1] - knots[i]);
    length -= part;
  }
  return knots[3];
}

double spine_length(const Positions& zero) {
  const auto way = [&](ClipJoint a, ClipJoint b) { return glm::length(zero[index_of(a)] - zero[index_of(b)]); };
  return way(ClipJoint::Pelvis, ClipJoint::Spine2) + way(ClipJoint::Spine2, ClipJoint::Spine3) +
         way(ClipJoint::Spine3, ClipJoint::Neck);
}

/// Joint centres of our zero posture for the clip's bones, the hip axis at the origin.
std::array<Vec3, human::kJointCount> zero_joints(const Positions& zero, const human::Skeleton& typical) {
  std::array<Vec3, human::kJointCount> at = human::zero_positions(typical);
  const auto typical_at = at;
  const Vec3 hips = 0.5 * (zero[index_of(ClipJoint::LeftHip)] + zero[index_of(ClipJoint::RightHip)]);
  const double whole = spine_length(zero);
  const double bottom = typical_at[index_of(Joint::L5)].y, top = typical_at[index_of(Joint::Neck)].y;
  for (std::size_t i = human::kSpine.first; i < human::kSpine.end; ++i) {
    at[i] = along_spine(zero, whole * (typical_at[i].y - bottom) / (top - bottom)) - hips;
  }
  at[0] = Vec3(0.0);
  for (const JointPair& pair : kSame) at[human::index_of(pair.ours)] = zero[index_of(pair.clip)] - hips;
  // What hangs on a moved joint moves with it.
  const auto carry = [&](Joint joint, Joint on) {
    const std::size_t j = human::index_of(joint), p = human::index_of(on);
    at[j] = at[p] + typical_at[j] - typical_at[p];
  };
  carry(Joint::LeftEye, Joint::Head);
  carry(Joint::RightEye, Joint::Head);
  for (const human::Side side : {human::Side::Left, human::Side::Right}) {
    const auto on = [side](Joint joint) { return human::on_side(joint, side); };
    carry(on(Joint::RightClavicle), on(Joint::RightUpperArm));
    at[human::index_of(on(Joint::RightForearmTwist))] =
        0.5 * (at[human::index_of(on(Joint::RightForearm))] + at[human::index_of(on(Joint::RightHand))]);
    const human::JointRange fingers = human::fingers(side);
    for (std::size_t i = fingers.first; i < fingers.end; ++i) carry(human::joint_at(i), on(Joint::RightHand));
  }
  return at;
}

void set_offsets(human::Skeleton& skeleton, const std::array<Vec3, human::kJointCount>& at, double ankle_height) {
  for (std::size_t i = 1; i < human::kJointCount; ++i) {
    skeleton.offsets[i] = at[i] - at[human::index_of(human::parent_of(human::joint_at(i)))];
  }
  skeleton.offsets[0] = {0.0, ankle_height - at[human::index_of(Joint::RightFoot)].y, 0.0};
}

/// Masses stay, their centres go with the lengths of the segments.
void fit_masses(human::MassModel& masses, const human::Skeleton& typical, const human::Skeleton& ours,
                const std::array<Vec3, human::kJointCount>& at) {
  const auto ratio = [&](Joint joint) {
    return glm::length(ours.offsets[human::index_of(joint)]) / glm::length(typical.offsets[human::index_of(joint)]);
  };
  const double spine = (at[human::index_of(Joint::Neck)].y - at[human::index_of(Joint::L5)].y) /
                       (human::zero_positions(typical)[human::index_of(Joint::Neck)].y -
                        human::zero_positions(typical)[human::index_of(Joint::L5)].y);
  for (std::size_t i = human::kSpine.first; i < human::kSpine.end; ++i) {
    masses.segments[i].centre.y *= spine;
    masses.segments[i].centre.z = -at[i].z;
  }
  for (const human::Side side : {human::Side::Left, human::Side::Right}) {
    const auto on = [side](Joint joint) { return human::on_side(joint, side); };
    for (const auto& [segment, end] :
         {std::pair(Joint::RightUpperArm, Joint::RightForearm),
          std::pair(Joint::RightForearm, Joint::RightForearmTwist), std::pair(Joint::RightThigh, Joint::RightShank),
          std::pair(Joint::RightShank, Joint::RightFoot)}) {
      masses.segments[human::index_of(on(segment))].centre *= ratio(on(end));
    }
  }
  for (std::size_t k = 0; k < masses.loaded_count; ++k) {
    masses.loaded[k].moment = masses.loaded[k].mass * masses.segments[masses.loaded[k].joint].centre;
  }
}

ClipAttachments attach(const Positions& zero, const std::array<Vec3, human::kJointCount>& at) {
  ClipAttachments attachments;
  const Vec3 hips = 0.5 * (zero[index_of(ClipJoint::LeftHip)] + zero[index_of(ClipJoint::RightHip)]);
  for (const JointPair& pair : kSame) attachments[index_of(pair.clip)] = {pair.ours, Vec3(0.0)};
  attachments[index_of(ClipJoint::Pelvis)] = {Joint::Pelvis, -hips};
  attachments[index_of(ClipJoint::Spine1)] = {Joint::L5, -hips - at[human::index_of(Joint::L5)]};
  // On the highest vertebra that is not above it.
  for (const ClipJoint joint :
       {ClipJoint::Spine2, ClipJoint::Spine3, ClipJoint::LeftClavicle, ClipJoint::RightClavicle}) {
    const Vec3 place = zero[index_of(joint)] - hips;
    std::size_t vertebra = human::kSpine.first;
    while (vertebra + 1 < human::kSpine.end && at[vertebra + 1].y <= place.y + 1e-9) ++vertebra;
    attachments[index_of(joint)] = {human::joint_at(vertebra), place - at[vertebra]};
  }
  return attachments;
}

}  // namespace

core::Result<ClipBody> body_of_clip(const Clip& clip, const human::Population& population) {
  Positions zero = zero_clip(clip);
  make_symmetric(zero);
  const auto way = [&](ClipJoint a, ClipJoint b) { return glm::length(zero[index_of(a)] - zero[index_of(b)]); };
  const double leg = way(ClipJoint::RightHip, ClipJoint::RightKnee) + way(ClipJoint::RightKnee, ClipJoint::RightAnkle);
  human::BodySpec spec;
  spec.person.sex = human::Sex::Male;
  spec.person.measured[Dimension::TrochanterionHeight] = leg + 0.07;
  auto body = human::make_body(population, spec);
  if (!body) return core::fail_within(clip.name, body.error());
  ClipBody result{std::move(*body), {}};
  const human::Skeleton typical = result.body.skeleton;
  const auto at = zero_joints(zero, typical);
  set_offsets(result.body.skeleton, at, result.body.dimensions[Dimension::LateralMalleolusHeight]);
  fit_masses(result.body.masses, typical, result.body.skeleton, at);
  result.attachments = attach(zero, at);
  return result;
}

ClipAttachments anatomical_attachments() {
  ClipAttachments attachments;
  for (const JointPair& pair : kSame) attachments[index_of(pair.clip)] = {pair.ours, Vec3(0.0)};
  attachments[index_of(ClipJoint::Pelvis)] = {Joint::L5, Vec3(0.0)};
  attachments[index_of(ClipJoint::Spine1)] = {Joint::L5, Vec3(0.0)};
  attachments[index_of(ClipJoint::Spine2)] = {Joint::T12, Vec3(0.0)};
  attachments[index_of(ClipJoint::Spine3)] = {Joint::T5, Vec3(0.0)};
  attachments[index_of(ClipJoint::LeftClavicle)] = {Joint::T5, Vec3(0.0)};
  attachments[index_of(ClipJoint::RightClavicle)] = {Joint::T5, Vec3(0.0)};
  return attachments;
}

ClipCarriers carriers_of(const ClipBody& body) {
  const auto zero = human::zero_positions(body.body.skeleton);
  const auto place = [&](ClipJoint joint) {
    const ClipAttachment& a = body.attachments[index_of(joint)];
    return zero[human::index_of(a.joint)] + a.offset;
  };
  ClipCarriers carriers;
  carriers.joints.fill(ClipJoint::Pelvis);
  for (std::size_t i = 1; i < human::kJointCount; ++i) {
    ClipJoint& on = carriers.joints[i];
    on = carriers.joints[human::index_of(human::parent_of(human::joint_at(i)))];
    for (const JointPair& pair : kSame) {
      if (human::index_of(pair.ours) == i) on = pair.clip;
    }
    if (i < human::kSpine.first || i >= human::kSpine.end) continue;
    for (const ClipJoint joint : {ClipJoint::Spine1, ClipJoint::Spine2, ClipJoint::Spine3}) {
      if (place(joint).y <= zero[i].y + 1e-9) on = joint;
    }
  }
  for (std::size_t i = 0; i < human::kJointCount; ++i) carriers.offsets[i] = zero[i] - place(carriers.joints[i]);
  return carriers;
}

void body_joints(const ClipCarriers& carriers, const ClipFrame& frame, human::Frames<double>& out) {
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const math::Pose& on = frame[carriers.joints[i]];
    const Vec3 at = on.point(carriers.offsets[i]);
    out.rotations[i] = {on.rotation.x, on.rotation.y, on.rotation.z, on.rotation.w};
    out.positions[i] = {at.x, at.y, at.z, 0.0};
  }
}

void clip_joints(const ClipAttachments& attachments, const human::Frames<double>& frames, ClipFrame& out) {
  for (std::size_t i = 0; i < kClipJointCount; ++i) {
    const math::Pose joint = frames.pose(attachments[i].joint);
    out.joints[i] = {joint.rotation, joint.point(attachments[i].offset)};
  }
}

}  // namespace fh::human
