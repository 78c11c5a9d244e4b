// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_clip.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::evaluation {
using namespace human;
namespace {

using math::Pose;
using math::Vec3;

/// Everywhere the clip's own soles were.
std::vector<Vec3> sole_tracks(const FitRig& rig, const ClipCarriers& carriers, const Clip& clip) {
  std::vector<Vec3> tracks;
  Frames<double> frames;
  for (const ClipFrame& frame : clip.frames) {
    body_joints(carriers, frame, frames);
    for (const Side side : kSides) {
      const auto sole = sole_of(rig, frames, side);
      tracks.insert(tracks.end(), sole.begin(), sole.end());
    }
  }
  return tracks;
}

/// Without the pose the conversion puts first: everything before the last leap of the head among the first frames.
Clip without_rest_pose(const Clip& clip) {
  std::size_t first = 1;
  for (std::size_t f = 1; f < std::min<std::size_t>(8, clip.frames.size()); ++f) {
    const Vec3 step = clip.frames[f][ClipJoint::Head].position - clip.frames[f - 1][ClipJoint::Head].position;
    if (glm::length(step) > 10.0 * clip.frame_time) first = f;
  }
  Clip out = clip;
  out.frames.assign(clip.frames.begin() + static_cast<std::ptrdiff_t>(std::min(first, clip.frames.size() - 1)),
                    clip.frames.end());
  return out;
}

}  // namespace

/// How the headset sits on the head. A headset says "level" when the face is level, but the head's frame of a
/// conversion need not: in the CMU files it is pitched down by 16 degrees while the T-pose, and people who walk (14 to
/// 19 degrees, six of seven clips), look straight ahead.
math::Quat level_in_head(const Clip& clip) {
  const Vec3 face = math::rotate(clip.frames.front()[ClipJoint::Head].rotation, math::kForward);
  return math::from_axis_angle({-1.0, 0.0, 0.0}, math::asin(math::clamp(face.y, -1.0, 1.0)));
}

TrackedInput seen_of(const ClipFrame& frame, const math::Quat& level, const Vec3& eyes_in_head) {
  TrackedInput input;
  const Pose& head = frame[ClipJoint::Head];
  input.head = {Pose{head.rotation * level, head.position} * Pose{math::kIdentity, eyes_in_head}, true};
  input.hands[0].wrist = {frame[ClipJoint::LeftWrist], true};
  input.hands[1].wrist = {frame[ClipJoint::RightWrist], true};
  return input;
}

/// The outline of a sole: heel and ball on the foot, the tip on the toes.
std::array<Vec3, Sole::kPoints> sole_of(const FitRig& rig, const Frames<double>& frames, Side side) {
  const Pose foot = frames.pose(on_side(Joint::RightFoot, side));
  const Pose toes = frames.pose(on_side(Joint::RightToes, side));
  std::array<Vec3, Sole::kPoints> out;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Vec3 local = rig.soles[index_of(side)].whole[k];
    out[k] = local.z < rig.ball_in_foot.z ? toes.point(local - rig.ball_in_foot) : foot.point(local);
  }
  return out;
}

core::Result<std::unique_ptr<PreparedClip>> prepare_clip(const Clip& clip, const Population& population) {
  FH_TRY(own, body_of_clip(clip, population));
  auto out = std::make_unique<PreparedClip>();
  out->body = std::move(own);
  out->rig = build_fit_rig(out->body.body);
  out->motion = resampled(without_rest_pose(clip), kFitRate);
  if (out->motion.frames.size() < 8) return core::fail("{}: too short to be measured", clip.name);
  out->carriers = carriers_of(out->body);
  // The same floor for every body: where the clip's own feet stand, as in the calibration.
  out->ground = std::make_unique<ClipGround>(out->motion, out->rig.ankle_height,
                                             sole_tracks(out->rig, out->carriers, out->motion));
  out->level = level_in_head(clip);
  return out;
}

}  // namespace fh::evaluation
