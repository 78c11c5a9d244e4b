// SPDX-License-Identifier: Apache-2.0
#pragma once
// The revised NIOSH lifting equation: recommended weight limit and lifting index of a two-handed lift.
// Source: Waters, Putz-Anderson, Garg and Fine 1993, Ergonomics 36(7), 749-776; Waters, Putz-Anderson and Garg 1994,
// Applications Manual for the Revised NIOSH Lifting Equation, DHHS (NIOSH) Publication No. 94-110 (revised 2021),
// table 5 (frequency) and table 7 (coupling).
#include <cstdint>
#include <optional>
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

/// Between two rows of the frequency table the multiplier is interpolated (94-110, section 1.3), but not towards a row
/// that allows nothing. The table is entered with the height of the hands at the origin, also for the destination
/// (94-110, section 1.3.5): `origin_vertical`, cm; none: the task is the origin.
WeightLimit recommended_weight(const LiftTask& task, std::optional<double> origin_vertical = {});
/// Lifted mass over the limit; infinity where the limit is 0.
double lifting_index(double kilograms, const WeightLimit& limit);

}  // namespace fh::evaluation
