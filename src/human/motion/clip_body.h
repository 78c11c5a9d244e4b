// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies for reconstructing a clip: one with the very bones of the clip (case A), or any other; and how
// the clip's 22 joints are found on it.
#include "human/motion/clip.h"
#include "human/skin/body.h"

namespace fh::human {

/// A clip's joint as a place in a joint frame of ours.
struct ClipAttachment {
  human::Joint joint = human::Joint::Pelvis;
  math::Vec3 offset{0.0};  // joint frame, m
};
using ClipAttachments = std::array<ClipAttachment, kClipJointCount>;

struct ClipBody {
  human::Body body;
  ClipAttachments attachments;
};

/// Case A: limbs, trunk, neck and shoulders as long as the clip's, both sides alike; all that a clip does not say
/// (foot, masses, face) from the typical person with such legs. The clip's root is where the lumbar spine meets the
/// pelvis.
core::Result<ClipBody> body_of_clip(const Clip& clip, const human::Population& population);

/// The clip's joints on a body of its own proportions, matched by anatomy: root L5, spine T12 and T5, neck C7.
ClipAttachments anatomical_attachments();

/// The other way round: where our joints are in a frame of the clip. Every one goes rigidly with the joint of the clip
/// that carries it, so that the clip's own centre of mass is that of the same masses (case A bodies).
struct ClipCarriers {
  std::array<ClipJoint, human::kJointCount> joints;
  std::array<math::Vec3, human::kJointCount> offsets;  // in the clip joint's frame, m
};
ClipCarriers carriers_of(const ClipBody& body);
void body_joints(const ClipCarriers& carriers, const ClipFrame& frame, human::Frames<double>& out);

/// The 22 joints of a posture.
void clip_joints(const ClipAttachments& attachments, const human::Frames<double>& frames, ClipFrame& out);

}  // namespace fh::human
