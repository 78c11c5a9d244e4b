// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/posture_band.h"

#include <algorithm>
#include <cmath>

#include "evaluation/posture/guess_errors.h"

namespace fh::evaluation {
namespace {

void add(const GuessError& error, PostureAngles& angles, Exertion& exertion) {
  const auto* value = error.angles.data();
  for (double* angle : {&angles.trunk, &angles.trunk_aside, &angles.trunk_twist, &angles.neck, &angles.neck_aside,
                        &angles.neck_twist, &angles.knees[0], &angles.knees[1]})
    *angle += *value++;
  for (std::size_t side = 0; side < 2; ++side) {
    ArmAngles& arm = angles.arms[side];
    for (double* angle : {&arm.flexion, &arm.abduction, &arm.elbow, &arm.wrist, &arm.deviation, &arm.pronation})
      *angle += *value++;
    for (double* metres : {&arm.wrist_out, &arm.outside}) *metres += 0.01 * *value++;
    arm.raised ^= (error.flips >> (3 + side) & 1) != 0;
  }
  const bool other_feet = (error.flips & 1) != 0;
  angles.level_feet ^= other_feet;
  exertion.on_one_foot ^= other_feet;
  angles.seated ^= (error.flips & 2) != 0;
  angles.kneeling ^= (error.flips & 4) != 0;
}

void take(Banded& band, int value) {
  band.low = std::min(band.low, value);
  band.high = std::max(band.high, value);
}

void take_all(const PostureAngles& angles, const Exertion& exertion, BandedScores& bands) {
  for (std::size_t side = 0; side < 2; ++side) {
    take(bands.rula[side], rula(angles, side, exertion).grand);
    take(bands.reba[side], reba(angles, side, exertion).grand);
  }
  take(bands.owas, owas(angles, exertion).action);
}

Banded exactly(int value) {
  return {value, value, value};
}

}  // namespace

bool is_bent(const PostureAngles& angles) {
  return std::abs(angles.trunk) > kBentTrunk || std::max(angles.knees[0], angles.knees[1]) > kBentKnee;
}

BandedScores banded_scores(std::span<const math::Pose> frames, const Exertion& exertion, bool rebuilt) {
  const PostureAngles angles = posture_angles(frames);
  BandedScores bands;
  for (std::size_t side = 0; side < 2; ++side) {
    bands.rula[side] = exactly(rula(angles, side, exertion).grand);
    bands.reba[side] = exactly(reba(angles, side, exertion).grand);
  }
  bands.owas = exactly(owas(angles, exertion).action);
  if (!rebuilt) return bands;
  for (const GuessError& error : kGuessErrors[is_bent(angles) ? 1 : 0]) {
    PostureAngles sample = angles;
    Exertion sample_exertion = exertion;
    add(error, sample, sample_exertion);
    take_all(sample, sample_exertion, bands);
  }
  return bands;
}

}  // namespace fh::evaluation
