// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent was told to do in a visit: a net made of the sentence, which holds the agent's own work until it ends.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mind/net.h"

namespace fh::mind {

using Nets = std::shared_ptr<const std::vector<scene::Net>>;
/// Nets from their text; null when it cannot be read.
using NetsOfText = std::function<Nets(const std::string& text)>;

struct Told {
  std::string sentence;
  std::string text;       // the nets, as JSON: what is saved
  std::string by;         // who told it
  scene::AgentSpec plan;  // runs the first of the nets
  NetState net;
  TaskState task;

  /// Ready to run; `agent`: the agent's own plan, `chance`: a number of its own stream.
  static Told begin(const scene::AgentSpec& agent, std::string sentence, std::string by, std::string text, Nets nets,
                    std::uint64_t chance);
  /// Why it failed, in words; empty when it did not.
  std::string failure() const;
  void visit(core::Archive& archive, const scene::AgentSpec& agent, const NetsOfText& nets_of);
};

}  // namespace fh::mind
