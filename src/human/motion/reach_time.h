// SPDX-License-Identifier: Apache-2.0
#pragma once
// How long an arm takes to a target, by its distance and size: Fitts' law with the constants of Fitts and Peterson 1964
// (JB-69). Pure.

namespace fh::human {

/// How unhurried a movement is: the least time times this (JB-69 gives brisk and sluggish; plain is between the two).
inline constexpr double kBriskPace = 1.5, kPlainPace = 2.25, kSluggishPace = 3.0;

/// Seconds for a movement over `way` to a target `width` wide, m: 74 ms a bit less 70 ms, at least as for one bit and a
/// half.
double aimed_seconds(double way, double width, double pace);

}  // namespace fh::human
