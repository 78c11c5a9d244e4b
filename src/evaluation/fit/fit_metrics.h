// SPDX-License-Identifier: Apache-2.0
#pragma once
// The published figures of avatar reconstruction from two sequences of frames (AGRoL).
#include "evaluation/fit/fit_intervals.h"
#include "evaluation/fit/fit_protocol.h"
#include "human/motion/ground.h"

namespace fh::evaluation {

/// What the reconstruction itself says of one frame.
struct FitNotes {
  std::array<bool, 2> contact{};     // our feet
  std::array<double, 2> lowest{};    // of the sole over the ground, m
  std::array<math::Vec3, 2> ball;    // of the foot that carries, world
  double limit_excess = 0.0;         // rad
  double balance_margin = 0.0;       // m
  math::Vec3 clip_com{0.0};          // of the clip's own masses, world
  double clip_margin = 0.0;          // m, of the clip's own masses over its own soles, both counted
  double clip_lowest = 0.0;          // m, of the clip's own soles over the ground
  double head_error = 0.0;           // m
  std::array<double, 2> hand_gap{};  // m
  std::array<bool, 2> hand_tracked{};
  BodyDoes does = BodyDoes::Stands;  // our body
  RulaSteps steps, clip_steps;       // of our body and of the clip
  BandedScores scores, clip_scores;  // likewise
  LoadSample loads, clip_loads;      // likewise
};

/// Whether a foot of the clip (0 left, 1 right) stands in frame `t`: its toes are low and still. At least two frames.
bool stands(const std::vector<human::ClipFrame>& truth, std::size_t t, std::size_t side, double rate,
            const human::Ground& ground, double toe_height);

/// Both at the same rate. `ground_of`: heights under the clip's feet are taken from it.
FitFigures compare(const std::vector<human::ClipFrame>& truth, const std::vector<human::ClipFrame>& made,
                   const std::vector<FitNotes>& notes, double rate, const human::Ground& ground, double toe_height);

}  // namespace fh::evaluation
