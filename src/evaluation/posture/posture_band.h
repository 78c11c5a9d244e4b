// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scores of a posture with the least and the most that they may be where parts of the body are guessed.
#include "evaluation/posture/posture_scores.h"

namespace fh::evaluation {

/// A score and the least and most it is under the samples of posture_band.cpp.
/// A score from 1 on, and the band that holds it.
struct Banded {
  int value = 1, low = 1, high = 1;
};

struct BandedScores {
  std::array<Banded, 2> rula, reba;  // left, right
  Banded owas;
};

/// Trunk or knees are beyond what upright bodies do (kBentTrunk, kBentKnee): reconstruction errs otherwise there.
bool is_bent(const PostureAngles& angles);

/// Scores of a posture; `rebuilt`: elbows, pelvis, spine and legs are guessed from head and hands, so that each score
/// is taken for what these may be as well (guess_errors.h).
BandedScores banded_scores(std::span<const math::Pose> frames, const Exertion& exertion, bool rebuilt);

}  // namespace fh::evaluation
