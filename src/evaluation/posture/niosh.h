// SPDX-License-Identifier: Apache-2.0
#pragma once
// The revised NIOSH lifting equation: recommended weight limit and lifting index of a two-handed lift.
// Source: Waters, Putz-Anderson, Garg and Fine 1993, Ergonomics 36(7), 749-776; Waters, Putz-Anderson and Garg 1994,
// Applications Manual for the Revised NIOSH Lifting Equation, DHHS (NIOSH) Publication No. 94-110, table 5 (frequency)
// and table 7 (coupling).
#include <cstdint>
#include <string_view>

namespace fh::evaluation {

inline constexpr std::string_view kNioshSource =
    "NIOSH lifting equation: Waters, Putz-Anderson, Garg and Fine 1993, Ergonomics 36(7), 749-776; NIOSH publication "
    "94-110";

enum class Coupling : std::uint8_t { Good, Fair, Poor };

struct LiftTask {
  double horizontal = 25.0;  // cm, from between the ankles to between the hands
  double vertical = 75.0;    // cm, hands above the ground
  double travel = 25.0;      // cm, vertical, origin to destination
  double asymmetry = 0.0;    // degrees, not negative
  double frequency = 0.2;    // lifts per minute
  double hours = 1.0;        // of lifting
  Coupling coupling = Coupling::Fair;
};

struct WeightLimit {
  double hm = 1.0, vm = 1.0, dm = 1.0, am = 1.0, fm = 1.0, cm = 1.0;  // multipliers
  double limit = 23.0;                                                // kg; 0: no weight may be lifted so
};

/// Between the rows of the frequency table the nearest higher frequency counts.
WeightLimit recommended_weight(const LiftTask& task);
/// Lifted mass over the limit; infinity where the limit is 0.
double lifting_index(double kilograms, const WeightLimit& limit);

}  // namespace fh::evaluation
