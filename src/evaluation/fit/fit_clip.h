// SPDX-License-Identifier: Apache-2.0
#pragma once
// A motion-capture clip made ready to be measured: its own body, its motion at the rate of the protocol, the ground it
// walks on and how a level headset sits on its head. Measuring and exporting share it.
#include <memory>

#include "human/motion/clip_body.h"
#include "human/motion/clip_ground.h"
#include "human/tracking/fit_input.h"
#include "human/tracking/fit_rig.h"

namespace fh::evaluation {

inline constexpr double kFitRate = 60.0;  // Hz

struct PreparedClip {
  human::ClipBody body;  // case A: the clip's bones
  human::FitRig rig;     // of it
  human::Clip motion;    // at kFitRate, without the pose that the conversion puts first
  human::ClipCarriers carriers;
  std::unique_ptr<human::ClipGround> ground;  // where the clip's own feet stand
  math::Quat level{1, 0, 0, 0};               // clip_head_from_level_head
};

/// On the heap, since the rig points to the body. Fails for bodies that cannot be built and clips under 8 frames.
core::Result<std::unique_ptr<PreparedClip>> prepare_clip(const human::Clip& clip, const human::Population& population);

/// How a level headset sits on the clip's head, from the first frame (a T-pose).
math::Quat level_in_head(const human::Clip& clip);

/// What the headset and the controllers see of a frame.
human::TrackedInput seen_of(const human::ClipFrame& frame, const math::Quat& level, const math::Vec3& eyes_in_head);

/// The outline of a sole, world: heel and ball on the foot, the tip on the toes.
std::array<math::Vec3, human::Sole::kPoints> sole_of(const human::FitRig& rig, const human::Frames<double>& frames,
                                                     human::Side side);

}  // namespace fh::evaluation
