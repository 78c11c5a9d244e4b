// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moments of a clip and of the body rebuilt from its head and hands, as postures: for pictures.
#include "evaluation/fit/fit_clip.h"

namespace fh::evaluation {

struct FitSample {
  double seconds = 0.0;        // since the clip's first frame
  human::Posture truth, made;  // of the clip's own body, over a floor at height 0
};

/// `count` moments (at least 2), evenly spread over the clip; the body has the clip's bones, the input is clean.
std::vector<FitSample> fit_samples(const PreparedClip& clip, std::size_t count);

}  // namespace fh::evaluation
