// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_prior.h"

#include <algorithm>

#include "evaluation/fit/fit_clip.h"
#include "evaluation/fit/fit_metrics.h"

namespace fh::evaluation {
using namespace human;
namespace {

using math::Vec3;
using Places = std::array<Vec3, kLandmarkCount>;

/// What headset and controllers see of a frame, with nothing in the way.
PriorSight sight_of(const PreparedClip& clip, const ClipFrame& frame) {
  PriorSight sight;
  sight.head = frame[ClipJoint::Head];
  sight.wrists = {frame[ClipJoint::LeftWrist], frame[ClipJoint::RightWrist]};
  sight.tracked = {true, true};
  const auto ground = [&](ClipJoint ankle) {
    const Vec3& at = frame[ankle].position;
    return clip.ground->height(at.x, at.z, at.y);
  };
  sight.floor = std::min(ground(ClipJoint::LeftAnkle), ground(ClipJoint::RightAnkle));
  return sight;
}

double third_difference(const std::vector<Places>& places, std::size_t at, std::size_t mark) {
  const auto p = [&](std::size_t back) { return places[at - back][mark]; };
  return glm::length(p(0) - 3.0 * p(1) + 3.0 * p(2) - p(3));
}

}  // namespace

void PriorFigures::add(const PriorFigures& other) {
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    error[i] += other.error[i];
    inside[i] += other.inside[i];
  }
  stands_right += other.stands_right;
  jitter += other.jitter;
  clip_jitter += other.clip_jitter;
  frames += other.frames;
}

core::Result<PriorFigures> measure_prior(const BodyPrior& prior, const Clip& clip, const Population& population) {
  FH_TRY(prepared, prepare_clip(clip, population));
  const PriorBody body = prior_body(prepared->body.body.skeleton);
  const std::vector<ClipFrame>& frames = prepared->motion.frames;
  const double toe_height = prepared->rig.ankle_height + prepared->rig.ball_in_foot.y;
  PriorMotion motion;
  PriorFigures figures;
  std::vector<Places> said, truth;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    Frames<double> joints;
    body_joints(prepared->carriers, frames[f], joints);
    const PriorGuess guess = advance_prior(prior, body, sight_of(*prepared, frames[f]), 1.0 / kFitRate, motion);
    said.push_back(guess.places);
    Places& true_places = truth.emplace_back();
    for (std::size_t i = 0; i < kLandmarkCount; ++i) {
      true_places[i] = joints.position(kLandmarks[i].joint);
      const double off = glm::length(guess.places[i] - true_places[i]);
      figures.error[i] += off;
      figures.inside[i] += off <= guess.radii[i] ? 1.0 : 0.0;
      if (f < 3) continue;
      figures.jitter += third_difference(said, f, i);
      figures.clip_jitter += third_difference(truth, f, i);
    }
    for (std::size_t s = 0; s < 2; ++s) {
      const bool down = stands(frames, f, s, kFitRate, *prepared->ground, toe_height);
      figures.stands_right += (guess.stands[s] > 0.5) == down ? 0.5 : 0.0;
    }
    ++figures.frames;
  }
  return figures;
}

core::Json to_json(const PriorFigures& figures) {
  const double frames = std::max(1, figures.frames);
  core::Json out = {{"frames", figures.frames},
                    {"stands_share", figures.stands_right / frames},
                    {"jitter_ratio", figures.clip_jitter > 0.0 ? figures.jitter / figures.clip_jitter : 0.0}};
  double error = 0.0;
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    const std::string name(info(kLandmarks[i].joint).name);
    out["landmark_cm"][name] = 100.0 * figures.error[i] / frames;
    out["within_90_share"][name] = figures.inside[i] / frames;
    error += figures.error[i];
  }
  out["mean_cm"] = 100.0 * error / (frames * static_cast<double>(kLandmarkCount));
  return out;
}

}  // namespace fh::evaluation
