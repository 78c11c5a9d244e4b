// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_samples.h"

#include <algorithm>

#include "human/motion/treadmill.h"
#include "human/tracking/tracked_fit.h"

namespace fh::evaluation {
using namespace human;
namespace {

/// Height of the lower foot's ground.
double ground_under(const PreparedClip& clip, const ClipFrame& frame) {
  const auto height = [&](ClipJoint ankle) {
    const math::Vec3& at = frame[ankle].position;
    return clip.ground->height(at.x, at.z, at.y);
  };
  return std::min(height(ClipJoint::LeftAnkle), height(ClipJoint::RightAnkle));
}

}  // namespace

std::vector<FitSample> fit_samples(const PreparedClip& clip, std::size_t count) {
  const std::vector<ClipFrame>& frames = clip.motion.frames;
  const std::vector<Posture> truth = clip_postures(walker_of(clip.body.body), clip.motion);
  const double step = static_cast<double>(frames.size() - 1) / static_cast<double>(count - 1);
  FitState state;
  std::vector<FitSample> samples;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const TrackedInput input = seen_of(frames[f], math::kIdentity, clip.rig.eyes_in_head);
    FitResult result = fit_tracked(clip.rig, input, *clip.ground, 1.0 / kFitRate, state);
    if (f < static_cast<std::size_t>(step * static_cast<double>(samples.size()))) continue;
    // The head is where the clip has it: there the truth is hung up, whose spine bends a little differently from ours.
    const math::Vec3 floor(0.0, ground_under(clip, frames[f]), 0.0);
    FitSample sample{static_cast<double>(f) / kFitRate, truth[f], result.posture};
    Frames<double> kept;
    forward_kinematics(clip.body.body.skeleton, sample.truth, kept);
    const math::Vec3 head = frames[f][ClipJoint::Head].position;
    sample.truth.world_from_pelvis.position += head - floor - kept.position(Joint::Head);
    sample.made.world_from_pelvis.position -= floor;
    samples.push_back(sample);
  }
  return samples;
}

}  // namespace fh::evaluation
