// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a single step asks of the actions of nets, and a condition of beliefs.
#include <string>
#include <vector>

#include "core/json.h"
#include "language/plan.h"
#include "language/setting.h"

namespace fh::language {

/// Nodes of a net in order, without names and edges.
struct Actions {
  std::vector<core::Json> nodes;
  bool endless = false;  // the last of them has no end of its own
  bool repeats = false;  // until something happens the last of them is done again and again
  std::string refused;   // why there is none
};
/// `last`: no step follows; `low`: it sits or kneels before it, and gestures do not make it get up.
Actions actions_of(const Setting& setting, const Step& step, bool last, bool low = false);

/// Lists of questions to beliefs ("when" of an edge): any list will do, all of a list must hold.
using Questions = std::vector<core::Json>;
struct Asked {
  Questions holds, fails;
  std::string watched;  // a person or thing to look at meanwhile
  std::string refused;
};
Asked questions_of(const Setting& setting, const Condition& condition);

}  // namespace fh::language
