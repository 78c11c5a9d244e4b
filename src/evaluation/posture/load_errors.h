// SPDX-License-Identifier: Apache-2.0
#pragma once
// What has to be added to the loads of a body that was rebuilt from head and hands to have those of the true one: 3 and
// 97 of 100 frames of the clips of guess_errors.h, with their own bones (docs/measurements/posture-bands.md).
#include <array>
#include <cstddef>

namespace fh::evaluation {

struct LoadError {
  double weight_low, weight_high;  // in body weights times one metre; of forces: in body weights
  double load_low, load_high;      // m of the lever of what the hands hold; of forces: in its weights
};
inline constexpr std::size_t kCompressionRow = 8, kShearRow = 9, kLoadRows = 10;  // before them: LoadGroup

/// Of upright bodies, and of bent ones (posture_band.h).
inline constexpr std::array<std::array<LoadError, kLoadRows>, 2> kLoadErrors{{
    {{
        {-0.0206, 0.0381, -0.117, 0.106},  // back
        {-0.0016, 0.0012, 0.000, 0.000},   // neck
        {-0.0036, 0.0023, -0.063, 0.034},  // shoulder
        {-0.0015, 0.0005, -0.048, 0.017},  // elbow
        {-0.0001, 0.0001, 0.000, 0.000},   // wrist
        {-0.0858, 0.0734, -0.160, 0.172},  // hip
        {-0.0865, 0.0636, -0.237, 0.251},  // knee
        {-0.0895, 0.0800, -0.167, 0.198},  // ankle
        {-0.3538, 0.6553, -1.907, 1.991},  // compression
        {-0.0452, 0.2043, -0.092, 0.416},  // shear
    }},
    {{
        {-0.0549, 0.0558, -0.237, 0.136},  // back
        {-0.0026, 0.0012, 0.000, 0.000},   // neck
        {-0.0032, 0.0028, -0.052, 0.043},  // shoulder
        {-0.0011, 0.0009, -0.038, 0.031},  // elbow
        {-0.0001, 0.0001, 0.000, 0.000},   // wrist
        {-0.1158, 0.0818, -0.348, 0.155},  // hip
        {-0.1597, 0.1388, -0.314, 0.295},  // knee
        {-0.1330, 0.2191, -0.320, 0.339},  // ankle
        {-0.8105, 0.8405, -3.970, 2.159},  // compression
        {-0.2482, 0.2844, -0.505, 0.579},  // shear
    }},
}};

/// Of what the lifting equation measures, 5 and 95 of 100 frames with the hands before the body: cm from the ankles to
/// the hands, degrees either way, cm either way. Of upright bodies, and of bent ones.
struct LiftError {
  double horizontal_low, horizontal_high, asymmetry, vertical;
};
inline constexpr std::array<LiftError, 2> kLiftErrors{{{-19.0, 19.0, 30.0, 3.0}, {-20.0, 36.0, 30.0, 3.0}}};

}  // namespace fh::evaluation
