// SPDX-License-Identifier: Apache-2.0
#include "human/motion/reach_time.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {

double aimed_seconds(double way, double width, double pace) {
  constexpr double kPerBit = 0.074, kOff = 0.070;  // s
  constexpr double kLeastBits = 1.5;               // the law ends at 0 s for 0.95 bits
  constexpr double kLn2 = 0.69314718055994531;
  const double bits = math::log(std::max(2.0 * way / width, 1.0)) / kLn2;
  return pace * (kPerBit * std::max(bits, kLeastBits) - kOff);
}

}  // namespace fh::human
