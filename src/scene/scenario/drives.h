// SPDX-License-Identifier: Apache-2.0
#pragma once
// What controls do to a plant: a value (pressure, speed) that follows a control, or changes while controls are in
// named states, and the gauges and lamps that show it. world/drives.h computes it.
#include <string>
#include <vector>

#include "scene/scenario/control_state.h"

namespace fh::scene {

struct Drive {
  /// While the control is in one of the states, the value changes by so much per second.
  struct Change {
    core::ObjectId control;            // none: always
    std::vector<ControlState> states;  // not empty where there is a control
    double per_s = 0.0;
  };
  /// A lamp that is lit while the value is between two others.
  struct Lamp {
    core::ObjectId object;
    double from = 0.0, to = 0.0;
  };
  std::string name, unit;
  double minimum = 0.0, maximum = 1.0, start = 0.0;
  core::ObjectId follows;  // the value goes with this control's way, from end to end; none: `changes` alone
  std::vector<Change> changes;
  std::vector<core::ObjectId> gauges;
  std::vector<Lamp> lamps;

  double value(double share) const { return minimum + share * (maximum - minimum); }
  double share(double value) const { return (value - minimum) / (maximum - minimum); }
};

inline bool is_lit(const Drive& drive, const Drive::Lamp& lamp, double share) {
  const double value = drive.value(share);
  return value >= lamp.from && value <= lamp.to;
}

}  // namespace fh::scene
