// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "evaluation/observers.h"

// Every observer, in the order they are fed and written. NAME is made by make_NAME, which its own source defines.
#define FH_OBSERVERS(X) \
  X(user_extremes)      \
  X(agent_walks)        \
  X(control_events)     \
  X(hand_events)        \
  X(posture_load)       \
  X(lifting)            \
  X(balance_series)     \
  X(joint_torques)
// Those that cost more than a visit can afford in its tick: only where everything is measured (`firsthand evaluate`).
#define FH_FULL_OBSERVERS(X) \
  X(handling)                \
  X(clearance)               \
  X(swept_volume)            \
  X(approaches)              \
  X(awareness)               \
  X(visibility)              \
  X(gaze)                    \
  X(traced_circles)          \
  X(trajectories)            \
  X(motion_samples)

namespace fh::evaluation {

#define FH_DECLARE(NAME) std::unique_ptr<Observer> make_##NAME(const Surroundings& surroundings);
FH_OBSERVERS(FH_DECLARE)
FH_FULL_OBSERVERS(FH_DECLARE)
#undef FH_DECLARE

std::span<const ObserverEntry> observer_table() {
#define FH_ROW(NAME) ObserverEntry{#NAME, make_##NAME},
#define FH_FULL_ROW(NAME) ObserverEntry{#NAME, make_##NAME, Depth::Full},
  static constexpr std::array kTable = {FH_OBSERVERS(FH_ROW) FH_FULL_OBSERVERS(FH_FULL_ROW)};
#undef FH_ROW
#undef FH_FULL_ROW
  return kTable;
}

}  // namespace fh::evaluation
