// SPDX-License-Identifier: Apache-2.0
#pragma once
// A setting as the operator's panel shows it, and the operator's request to change it.
#include <string>
#include <vector>

namespace fh::desktop {

struct PanelSetting {
  enum class Kind { Number, Switch, Choice };

  std::string name;     // "user.turn"
  std::string meaning;  // one sentence
  Kind kind = Kind::Number;
  double value = 0.0;  // a switch is 0 or 1, a choice its index
  double minimum = 0.0, maximum = 0.0;
  std::vector<std::string> choices;
  bool can_change = false;  // during a visit
};

struct PanelChange {
  std::size_t setting = 0;  // index into PanelFacts::settings
  double value = 0.0;
};

}  // namespace fh::desktop
