// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a rebuilt joint may be from the true one: radii of balls around the joints of a tracked user that hold the
// truth in 90 of 100 frames, by what the body is doing.
#include <array>

#include "human/motion/clip.h"

namespace fh::evaluation {

enum class BodyDoes : std::uint8_t { Walks, Stands, GoesLow };  // low: a head under nine tenths of its standing height
inline constexpr std::size_t kDoingCount = 3;
inline constexpr double kLowHead = 0.9;

using JointRadii = std::array<double, human::kClipJointCount>;  // cm, by ClipJoint

/// Rows by BodyDoes. Measured in case A on 266 clips (every fourth by name, 143 000 frames) of 46 people of the CMU
/// database, everyday actions, sports and uneven ground, none of them in docs/measurements/body-tracking.md; both sides
/// alike.
inline constexpr std::array<JointRadii, kDoingCount> kRadii90{{
    {10.9, 10.9, 7.9, 5.9,  1.7,  0.1,  5.9,  5.9,  11.2, 11.2, 9.8,
     9.8,  1.4,  1.4, 15.2, 15.2, 32.8, 32.8, 50.6, 50.6, 54.1, 54.1},
    {12.6, 12.6, 10.0, 7.2,  2.1,  0.1,  7.2,  7.2,  10.2, 10.2, 11.7,
     11.7, 1.3,  1.3,  15.7, 15.7, 26.2, 26.2, 35.9, 35.9, 36.5, 36.5},
    {40.2, 40.2, 30.7, 19.1, 5.2,  0.1,  19.1, 19.1, 19.1, 19.1, 15.7,
     15.7, 3.7,  3.7,  45.1, 45.1, 59.6, 59.6, 80.5, 80.5, 84.9, 84.9},
}};

}  // namespace fh::evaluation
