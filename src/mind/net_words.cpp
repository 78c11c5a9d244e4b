// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mind/net.h"

namespace fh::mind {
namespace {

using scene::NetBelief;

std::string words_of(const scene::NetTest& test) {
  const char* no = test.negated ? "not " : "";
  switch (test.is) {
    case NetBelief::Knows:
      return fmt::format("{}knows where {} is", no, test.what);
    case NetBelief::Sees:
      return fmt::format("{}sees {}", no, test.what);
    case NetBelief::Near:
      return fmt::format("{}within {:g} m of {}", no, test.within, test.what);
    case NetBelief::LiesAt:
      return fmt::format("{} {}at ({:g}, {:g}, {:g}) when last seen", test.what, no, test.at.x, test.at.y, test.at.z);
    case NetBelief::Moved:
      return fmt::format("{} {}moved when last seen", test.what, no);
    case NetBelief::After:
      return fmt::format("{}{:g} s in the node", no, test.seconds);
    case NetBelief::Clock:
      return fmt::format("{}{:g} s since the start", no, test.seconds);
    case NetBelief::Stands:
      return fmt::format("{} {}{} {}", test.what, no, test.where, test.of);
    case NetBelief::Moves:
      return fmt::format("{} {}moving", test.what, no);
    case NetBelief::Heard:
      return fmt::format("{}heard \"{}\"{}", no, test.text, test.what.empty() ? "" : " from " + test.what);
  }
  return "";
}

std::string reason_of(const scene::NetNode& from, const NetTransition& transition) {
  const auto index = static_cast<std::size_t>(transition.edge);
  if (transition.edge < 0 || index >= from.edges.size()) return "its edges take no time";
  const scene::NetEdge& edge = from.edges[index];
  std::string text = "interrupted";
  if (transition.status == static_cast<std::int32_t>(NetStatus::Done)) text = "done";
  if (transition.status == static_cast<std::int32_t>(NetStatus::Failed))
    text = transition.failure == 0 ? "failed"
                                   : fmt::format("failed ({})", words_of(static_cast<Failure>(transition.failure)));
  for (const auto& test : edge.when) text += ", " + words_of(test);
  if (edge.weight > 0.0) text += ", by chance";
  return text;
}

}  // namespace

std::string where_in_net(const scene::AgentSpec& plan, const NetState& net) {
  std::string text;
  for (const NetFrame& frame : net.frames) {
    if (frame.node < 0) continue;
    const scene::Net& of = (*plan.nets)[static_cast<std::size_t>(frame.net)];
    text +=
        fmt::format("{}{}/{}", text.empty() ? "" : " > ", of.name, of.nodes[static_cast<std::size_t>(frame.node)].name);
  }
  return text;
}

std::string queue_tree(const scene::AgentSpec& plan, const NetState& net) {
  std::string text;
  std::vector<int> depth(net.frames.size(), 0);
  std::vector<char> held(net.frames.size(), 0);
  for (std::size_t i = 0; i < net.frames.size(); ++i) {
    const NetFrame& frame = net.frames[i];
    const auto parent = static_cast<std::size_t>(frame.parent);
    if (frame.parent >= 0) depth[i] = depth[parent] + 1;
    const bool interrupted = i + 1 < net.frames.size() && net.frames[i + 1].branch < 0 &&
                             net.frames[i + 1].parent == static_cast<std::int32_t>(i);
    held[i] = interrupted || (frame.parent >= 0 && held[parent] && frame.branch >= 0) ? 1 : 0;
    if (frame.node < 0) continue;
    const scene::Net& of = (*plan.nets)[static_cast<std::size_t>(frame.net)];
    const scene::NetNode& node = of.nodes[static_cast<std::size_t>(frame.node)];
    text += fmt::format("{}{:>{}}{}/{}: {}{}", text.empty() ? "" : "\n", "", 2 * (depth[i] + 1), of.name, node.name,
                        scene::kind_of(node).word, held[i] ? " (held)" : "");
    if (frame.enabling != Enabling::None && !node.plan.errands.empty())
      text += fmt::format("{}{:>{}}first: {}", "\n", "", 2 * (depth[i] + 2), in_words(frame.enabling, node.plan));
  }
  return text;
}

std::string in_words(const scene::AgentSpec& plan, const NetTransition& transition) {
  const auto net = static_cast<std::size_t>(transition.net);
  if (transition.net < 0 || net >= plan.nets->size()) return "";
  const auto& nodes = (*plan.nets)[net].nodes;
  const auto node = [&](std::int32_t index) -> const scene::NetNode* {
    return index >= 0 && static_cast<std::size_t>(index) < nodes.size() ? &nodes[static_cast<std::size_t>(index)]
                                                                        : nullptr;
  };
  const auto *from = node(transition.from), *to = node(transition.to);
  if (transition.edge == NetTransition::kResume)
    return fmt::format("{}: goes on at {}", (*plan.nets)[net].name, to ? to->name : "");
  if (transition.edge == NetTransition::kEnable)
    return fmt::format(
        "{}: {} first: {}", (*plan.nets)[net].name, to ? to->name : "",
        to && !to->plan.errands.empty() ? in_words(static_cast<Enabling>(transition.failure), to->plan) : "");
  if (transition.edge == NetTransition::kInterrupt) {
    const auto& monitors = (*plan.nets)[net].monitors;
    std::string why;
    if (static_cast<std::size_t>(transition.failure) < monitors.size()) {
      for (const auto& test : monitors[static_cast<std::size_t>(transition.failure)].when)
        why += (why.empty() ? "" : ", ") + words_of(test);
    }
    return fmt::format("{}: interrupted at {}: {}", (*plan.nets)[net].name, to ? to->name : "", why);
  }
  return fmt::format("{}: {} -> {}: {}", (*plan.nets)[net].name, from ? from->name : "(begin)",
                     to ? to->name : "(stopped)", from ? reason_of(*from, transition) : "entered");
}

}  // namespace fh::mind
