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
  }
  return "";
}

const char* words_of(Failure failure) {
  switch (failure) {
    case Failure::None:
      return "";
    case Failure::NoWay:
      return " (no way)";
    case Failure::NotOnFloor:
      return " (not on a floor)";
    case Failure::TooFar:
      return " (no free place near enough)";
    case Failure::Reach:
      return " (the hand did not come to it)";
    case Failure::Unknown:
      return " (does not know where it is)";
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
    text = fmt::format("failed{}", words_of(static_cast<Failure>(transition.failure)));
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

std::string in_words(const scene::AgentSpec& plan, const NetTransition& transition) {
  const auto net = static_cast<std::size_t>(transition.net);
  if (transition.net < 0 || net >= plan.nets->size()) return "";
  const auto& nodes = (*plan.nets)[net].nodes;
  const auto node = [&](std::int32_t index) -> const scene::NetNode* {
    return index >= 0 && static_cast<std::size_t>(index) < nodes.size() ? &nodes[static_cast<std::size_t>(index)]
                                                                        : nullptr;
  };
  const auto *from = node(transition.from), *to = node(transition.to);
  return fmt::format("{}: {} -> {}: {}", (*plan.nets)[net].name, from ? from->name : "(begin)",
                     to ? to->name : "(stopped)", from ? reason_of(*from, transition) : "entered");
}

}  // namespace fh::mind
