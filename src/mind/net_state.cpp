// SPDX-License-Identifier: Apache-2.0
#include "mind/net.h"

namespace fh::mind {

using scene::NetNode;

void NetFrame::visit(core::Archive& archive) {
  archive.field("net", net);
  archive.field("node", node);
  archive.field("parent", parent);
  archive.field("branch", branch);
  archive.field("held", held);
  archive.field("seconds", seconds);
  archive.field("status", status);
  archive.field("over", over);
  archive.field("task", task);
}

void NetTransition::visit(core::Archive& archive) {
  archive.field("at", at);
  archive.field("net", net);
  archive.field("from", from);
  archive.field("to", to);
  archive.field("edge", edge);
  archive.field("status", status);
  archive.field("failure", failure);
}

void NetState::visit(core::Archive& archive) {
  archive.field("frames", frames);
  archive.field("log", log);
  archive.field("transitions", transitions);
}

bool fits(const scene::AgentSpec& plan, const NetState& net) {
  const auto& nets = *plan.nets;
  const auto& frames = net.frames;
  if (frames.empty() || frames.size() > static_cast<std::size_t>(scene::kMostRunningNets)) return false;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const NetFrame& f = frames[i];
    const bool begins = i == 0 && f.node == -1 && frames.size() == 1;
    if (f.net < 0 || f.net >= static_cast<std::int32_t>(nets.size()) ||
        (i == 0 && (f.net != plan.net || f.parent != -1)))
      return false;
    const auto& nodes = nets[static_cast<std::size_t>(f.net)].nodes;
    if (!begins && (f.node < 0 || f.node >= static_cast<std::int32_t>(nodes.size()))) return false;
    if (begins) continue;
    const NetNode& node = nodes[static_cast<std::size_t>(f.node)];
    if (f.task.errand != 0 || f.task.outcomes.size() != node.plan.errands.size()) return false;
    // What a monitor runs comes first. Its nets follow in order, or are gone because the node has ended.
    std::size_t inner = 0;
    const auto& monitors = nets[static_cast<std::size_t>(f.net)].monitors;
    for (std::size_t k = i + 1; k < frames.size(); ++k) {
      if (frames[k].parent != static_cast<std::int32_t>(i)) continue;
      const auto monitor = static_cast<std::size_t>(-1 - static_cast<std::int64_t>(frames[k].branch));
      if (k == i + 1 && frames[k].branch < 0 && monitor < monitors.size() && frames[k].net == monitors[monitor].net)
        continue;
      if (inner >= node.nets.size() || frames[k].net != node.nets[inner] ||
          frames[k].branch != static_cast<std::int32_t>(inner))
        return false;
      ++inner;
    }
    const bool runs = f.status == NetStatus::Running && f.over == NetStatus::Running;
    if (inner != (runs ? node.nets.size() : 0)) return false;
    // A net stands right behind the one before it or behind all that an earlier one runs.
    auto ancestor = static_cast<std::int32_t>(i) - 1;
    while (ancestor >= 0 && ancestor != f.parent) ancestor = frames[static_cast<std::size_t>(ancestor)].parent;
    if (i > 0 && ancestor < 0) return false;
  }
  return true;
}

}  // namespace fh::mind
