// SPDX-License-Identifier: Apache-2.0
#pragma once
// What carrying, pushing and pulling may ask of people without a closer look: the risk filters of the British Health
// and Safety Executive, which are free to use (Open Government Licence). They are no safe limits. Source: HSE 2020.
#include <string_view>

#include "human/body/dimensions.h"

namespace fh::evaluation {

inline constexpr std::string_view kHandlingSource =
    "risk filters for carrying, pushing and pulling: HSE 2020, Manual handling at work, INDG143 (rev4)";

/// Where hands are on a standing body, from the ground up.
enum class HandlingZone : std::uint8_t { BelowMidShin, BelowKnuckles, BelowElbow, BelowShoulder, Above };
inline constexpr const char* kHandlingZoneNames[] = {"below the middle of the lower leg", "below the knuckles",
                                                     "between knuckles and elbow", "between elbow and shoulder",
                                                     "above the shoulder"};
/// `height`: of the hands over the ground, m.
HandlingZone handling_zone(const human::Dimensions& body, double height);
/// Hands are at arm's length, not close, when they are farther than this from between the shoulders, m: half of the arm
/// (our choice).
double close_to_body(const human::Dimensions& body);

/// kg that may be lifted, lowered or carried with both hands in a zone.
double load_filter(human::Sex sex, HandlingZone zone, bool at_arms_length);
inline constexpr double kCarriedFar = 10.0;  // m without resting, beyond which the filter does not hold

/// N on the hands to start or stop a load, and to keep it in motion.
double start_filter(human::Sex sex);
double motion_filter(human::Sex sex);
/// N that a load of so many kg asks for on good wheels, up a slope of this sine: at least 2 % of its weight.
double rolling_force(double kilograms, double sine = 0.0);

}  // namespace fh::evaluation
