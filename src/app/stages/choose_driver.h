// SPDX-License-Identifier: Apache-2.0
#pragma once
// What drives a visit: the headset when a runtime and a headset answer in time, else a window when there is a display,
// else a tour. Never silent: one sentence says which and why, with the remedy.
#include <string>

#include "core/result.h"

namespace fh::app {

enum class Who { Headset, Window, Tour };

struct StartupChoice {
  Who who = Who::Tour;
  std::string why;  // one sentence for the user
};

/// Longest wait for the runtime's answer.
inline constexpr double kRuntimePatience = 4.0;  // s

/// Whether the headset can be used; the error says where a runtime was looked for and what to install or connect.
core::Result<> headset_ready();
/// Asks the machine; takes at most about kRuntimePatience seconds.
StartupChoice choose_driver();

}  // namespace fh::app
