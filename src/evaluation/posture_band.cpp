// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "evaluation/posture_load.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using human::Joint;

constexpr double kSwivel = 20.0;  // degrees an elbow may be turned about the line from shoulder to wrist
constexpr double kLean = 5.0;     // degrees the trunk may lean more or less under the same head and hands

using BodyFrames = std::array<math::Pose, human::kJointCount>;

/// Shoulder, wrist and hand stay; the elbow goes round the line between them.
void turn_elbow(BodyFrames& frames, human::Side side, double degrees) {
  const auto at = [&](Joint right) -> math::Pose& { return frames[human::index_of(human::on_side(right, side))]; };
  const math::Vec3 shoulder = at(Joint::RightUpperArm).position;
  const math::Vec3 line = at(Joint::RightHand).position - shoulder;
  const double length = glm::length(line);
  if (length < 1e-6) return;
  const math::Quat turn = math::from_axis_angle(line / length, math::radians(degrees));
  for (const Joint joint : {Joint::RightUpperArm, Joint::RightForearm, Joint::RightForearmTwist}) {
    at(joint).rotation = turn * at(joint).rotation;
    at(joint).position = shoulder + math::rotate(turn, at(joint).position - shoulder);
  }
}

/// A trunk that leans more under the same head and hands bends the neck less and raises the arms against it.
void lean_more(PostureAngles& angles, double degrees) {
  angles.trunk += degrees;
  angles.neck -= degrees;
  for (ArmAngles& arm : angles.arms) arm.flexion += degrees;
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

BandedScores banded_scores(std::span<const math::Pose> frames, const Exertion& exertion, bool rebuilt) {
  const PostureAngles angles = posture_angles(frames);
  BandedScores bands;
  for (std::size_t side = 0; side < 2; ++side) {
    bands.rula[side] = exactly(rula(angles, side, exertion).grand);
    bands.reba[side] = exactly(reba(angles, side, exertion).grand);
  }
  bands.owas = exactly(owas(angles, exertion).action);
  if (!rebuilt) return bands;
  for (const double swivel : {-kSwivel, 0.0, kSwivel}) {
    BodyFrames turned;
    std::copy(frames.begin(), frames.end(), turned.begin());
    turn_elbow(turned, human::Side::Left, swivel);
    turn_elbow(turned, human::Side::Right, swivel);
    for (const double lean : {-kLean, 0.0, kLean}) {
      PostureAngles sample = posture_angles(turned);
      lean_more(sample, lean);
      take_all(sample, exertion, bands);
    }
  }
  return bands;
}

}  // namespace fh::evaluation
