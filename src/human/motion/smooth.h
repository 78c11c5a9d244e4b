// SPDX-License-Identifier: Apache-2.0
#pragma once
// Following without jerks: what is not tracked may lag a little, and then it moves like something with mass.
#include "core/archive.h"
#include "math/trig.h"

namespace fh::human {

/// Share of the way to a target that a first-order lag goes in `dt`.
inline double approach(double dt, double seconds) {
  return 1.0 - math::exp(-dt / seconds);
}

/// A critically damped spring, advanced in closed form: exact for any step, so that ticks of any length agree (CB-66,
/// erratum E11). `seconds` is its time constant; it lags a steady motion by twice that.
struct Follower {
  double value = 0.0, rate = 0.0;

  void set(double to) { value = to, rate = 0.0; }
  void follow(double target, double dt, double seconds) {
    const double omega = 1.0 / seconds, away = value - target, drift = (rate + omega * away) * dt;
    const double left = math::exp(-omega * dt);
    value = target + (away + drift) * left;
    rate = (rate - omega * drift) * left;
  }
  /// The same on the circle: the short way round; `value` stays in [-pi, pi).
  void follow_angle(double target, double dt, double seconds) {
    follow(value + math::wrap_angle(target - value), dt, seconds);
    value = math::wrap_angle(value);
  }

  void visit(core::Archive& archive) {
    archive.field("value", value);
    archive.field("rate", rate);
  }
};

}  // namespace fh::human
