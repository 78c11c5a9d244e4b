// SPDX-License-Identifier: Apache-2.0
#pragma once
// The joints that the body prior is trained on, as a tree that hangs on the head: every landmark is a bone's length
// away from the one before it, so that any body's own bones carry what was learnt on others.
#include <array>
#include <cstddef>

#include "human/body/joints.h"

namespace fh::human {

struct Landmark {
  Joint joint;
  int parent;  // index of the landmark it hangs on, below its own; -1: the head
};
/// Lefts come before rights.
inline constexpr std::array<Landmark, 16> kLandmarks{{
    {Joint::Neck, -1},
    {Joint::T5, 0},
    {Joint::T12, 1},
    {Joint::L5, 2},
    {Joint::LeftThigh, 3},
    {Joint::RightThigh, 3},
    {Joint::LeftUpperArm, 1},
    {Joint::RightUpperArm, 1},
    {Joint::LeftForearm, 6},
    {Joint::RightForearm, 7},
    {Joint::LeftShank, 4},
    {Joint::RightShank, 5},
    {Joint::LeftFoot, 10},
    {Joint::RightFoot, 11},
    {Joint::LeftToes, 12},
    {Joint::RightToes, 13},
}};
inline constexpr std::size_t kLandmarkCount = kLandmarks.size();
/// Names for places in the list.
enum LandmarkAt : std::size_t {
  kAtNeck = 0,
  kAtT5 = 1,
  kAtT12 = 2,
  kAtL5 = 3,
  kAtHips = 4,
  kAtShoulders = 6,
  kAtElbows = 8,
  kAtKnees = 10,
  kAtAnkles = 12,
  kAtToes = 14,
};

}  // namespace fh::human
