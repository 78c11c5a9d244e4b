#pragma once
// What drives a visit: the headset when a runtime and a headset answer in time, else a window when there is a display,
// else a tour. Never silent: one sentence says which and why, with the remedy.
#include <string>

namespace fh::app {

enum class Who { Headset, Window, Tour };

struct StartupChoice {
  Who who = Who::Tour;
  std::string why;  // one sentence for the user
};

/// Longest wait for the runtime's answer.
inline constexpr double kRuntimePatience = 4.0;  // s

/// Asks the machine; takes at most about kRuntimePatience seconds.
StartupChoice choose_driver();

}  // namespace fh::app
