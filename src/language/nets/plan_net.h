// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the steps of a sentence to an action net that an agent can run (CA-43): enabling actions are put in where
// they are needed (to look for what is not known, to go where something is done), conditions become questions to
// beliefs. What no action can do is refused with the reason, as a whole.
#include <string>
#include <vector>

#include "language/plan.h"
#include "language/setting.h"

namespace fh::language {

/// What is to be run, or why it cannot be.
struct NetPlan {
  std::string nets;     // {"nets": […]} as in scenario files, the first is the one to run; empty: nothing to do
  std::string refused;  // the reason, as the agent says it
  std::vector<std::string> forbids;  // what is to be left undone from now on, as rule_keys() has it
  std::string answer;                // said at once; nothing is run
  bool resumes = false;  // nothing is to be run: the agent drops what it was told and goes on with its own work
};

/// What of a step may be forbidden: "press bench.stop", "touch bench.stop" (any work of the hands on it), "wave".
std::vector<std::string> rule_keys(const Step& step);

NetPlan plan_net(const Setting& setting, const std::vector<Step>& steps);

}  // namespace fh::language
