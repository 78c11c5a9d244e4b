// SPDX-License-Identifier: Apache-2.0
#pragma once
// How well a body prior guesses by itself (no planted feet, no balance, no limits), on the clip's own bones and from
// its own head and wrists: what a fit that follows it could gain at most.
#include "core/json.h"
#include "human/body/population.h"
#include "human/motion/clip.h"
#include "human/prior/prior_motion.h"

namespace fh::evaluation {

/// Sums over frames; several clips are added up.
struct PriorFigures {
  std::array<double, human::kLandmarkCount> error{};   // m
  std::array<double, human::kLandmarkCount> inside{};  // frames within the radius it gives
  double stands_right = 0.0;                           // frames and feet on which its contact agrees with the clip's
  double jitter = 0.0, clip_jitter = 0.0;              // third differences, m
  int frames = 0;

  void add(const PriorFigures& other);
};

core::Result<PriorFigures> measure_prior(const human::BodyPrior& prior, const human::Clip& clip,
                                         const human::Population& population);
core::Json to_json(const PriorFigures& figures);

}  // namespace fh::evaluation
