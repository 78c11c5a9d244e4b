// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/handling_limits.h"

#include "math/constants.h"

namespace fh::evaluation {
namespace {

using human::Dimension;

constexpr double kRolling = 0.02;  // of the weight, on the level (HSE 2020)

/// kg by [sex][zone from the ground up][close, at arm's length]: the figure of HSE 2020.
constexpr double kLoads[2][5][2] = {{{7, 3}, {13, 7}, {16, 10}, {13, 7}, {7, 3}},
                                    {{10, 5}, {20, 10}, {25, 15}, {20, 10}, {10, 5}}};

double arm_length(const human::Dimensions& body) {
  return body[Dimension::AcromionRadialeLength] + body[Dimension::RadialeStylionLength] + body[Dimension::PalmLength];
}

}  // namespace

HandlingZone handling_zone(const human::Dimensions& body, double height) {
  const double shoulder = body[Dimension::AcromialHeight];
  const double bounds[] = {0.5 * body[Dimension::KneeHeightMidpatella], shoulder - arm_length(body),
                           shoulder - body[Dimension::ShoulderElbowLength], shoulder};
  std::uint8_t zone = 0;
  for (const double bound : bounds) zone += height >= bound ? 1 : 0;
  return static_cast<HandlingZone>(zone);
}

double close_to_body(const human::Dimensions& body) {
  return 0.5 * arm_length(body);
}

double load_filter(human::Sex sex, HandlingZone zone, bool at_arms_length) {
  return kLoads[static_cast<std::size_t>(sex)][static_cast<std::size_t>(zone)][at_arms_length ? 1 : 0];
}

double start_filter(human::Sex sex) {
  return sex == human::Sex::Male ? 200.0 : 150.0;
}

double motion_filter(human::Sex sex) {
  return sex == human::Sex::Male ? 100.0 : 70.0;
}

double rolling_force(double kilograms, double sine) {
  return kilograms * math::kGravity * (kRolling + sine);
}

}  // namespace fh::evaluation
