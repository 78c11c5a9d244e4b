// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/scenario/scenario_reader.h"

namespace fh::scene {
namespace {

/// What follows from a net and all that it runs.
struct NetFacts {
  bool known = false;
  std::uint8_t parts = kNoPart;
  int running = 1;       // at the same time, at most
  bool instant = false;  // may come to its end within the tick in which it is entered
};

struct NodeFacts {
  bool can_end = false, can_fail = false, instant = false;
};

class NetChecker {
 public:
  NetChecker(PlaceReader& scenario, std::vector<Net>& nets)
      : scenario_(scenario), nets_(nets), facts_(nets.size()), interrupts_(nets.size(), 0) {}

  void check() {
    std::vector<char> open(nets_.size(), 0);
    for (std::size_t i = 0; i < nets_.size(); ++i) learn(i, open);
  }

 private:
  static std::string node_pointer(std::size_t net, std::size_t node) {
    return fmt::format("/nets/{}/nodes/{}", net, node);
  }
  void problem(std::size_t net, std::size_t node, const char* key, std::string message) {
    scenario_.problems.add(node_pointer(net, node) + key, std::move(message));
  }

  /// The nets that it runs first, then the net itself. A net that contains itself stays unknown.
  void learn(std::size_t index, std::vector<char>& open) {
    if (facts_[index].known) return;
    open[index] = 1;
    facts_[index].known = true;
    Net& net = nets_[index];
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
      std::vector<int>& inner = net.nodes[i].nets;
      for (int& sub_net : inner) {
        if (sub_net < 0) continue;
        if (open[static_cast<std::size_t>(sub_net)]) {
          problem(index, i, "",
                  fmt::format("the net \"{}\" would contain itself", nets_[static_cast<std::size_t>(sub_net)].name));
          sub_net = -1;
          continue;
        }
        learn(static_cast<std::size_t>(sub_net), open);
      }
    }
    learn_monitors(index, open);
    open[index] = 0;
    check_net(index);
  }

  /// What a monitor runs needs parts of the body for its net, but never together with it: the net is held meanwhile.
  void learn_monitors(std::size_t index, std::vector<char>& open) {
    Net& net = nets_[index];
    for (std::size_t i = 0; i < net.monitors.size(); ++i) {
      int& sub_net = net.monitors[i].net;
      if (sub_net < 0) continue;
      const auto inner = static_cast<std::size_t>(sub_net);
      const std::string pointer = fmt::format("/nets/{}/monitors/{}/net", index, i);
      if (open[inner]) {
        scenario_.problems.add(pointer, fmt::format("the net \"{}\" would contain itself", nets_[inner].name));
        sub_net = -1;
        continue;
      }
      learn(inner, open);
      if (!nets_[inner].can_end)
        scenario_.problems.add(pointer,
                               fmt::format("the net \"{}\" has no end: nothing would go on", nets_[inner].name));
      facts_[index].parts |= facts_[inner].parts;
      interrupts_[index] = std::max(interrupts_[index], facts_[inner].running);
    }
  }

  static std::uint8_t own_parts(const NetNode& node) {
    std::uint8_t parts = kind_of(node).parts;
    for (const Errand& errand : node.plan.errands) {
      if (!errand.reach.empty()) parts |= kHand | kGaze;
      if (!errand.look_at.empty()) parts |= kGaze;
    }
    return parts;
  }

  /// Body parts and numbers of what the node runs.
  void gather(std::size_t index, std::size_t at) {
    const NetNode& node = nets_[index].nodes[at];
    NetFacts& facts = facts_[index];
    std::uint8_t parts = own_parts(node);
    int running = 1 + interrupts_[index];
    for (std::size_t i = 0; i < node.nets.size(); ++i) {
      if (node.nets[i] < 0) continue;
      const NetFacts& inner = facts_[static_cast<std::size_t>(node.nets[i])];
      const std::uint8_t shared = parts & inner.parts;
      if (shared != 0) {
        const char* part = shared & kLegs    ? "the legs"
                           : shared & kHand  ? "the hand"
                           : shared & kGaze  ? "the gaze"
                           : shared & kVoice ? "the voice"
                                             : "the posture";
        problem(index, at, fmt::format("/branches/{}", i).c_str(),
                fmt::format("\"{}\" needs {}, as a branch before it does",
                            nets_[static_cast<std::size_t>(node.nets[i])].name, part));
      }
      parts |= inner.parts;
      running += inner.running;
    }
    if (running > kMostRunningNets && facts.running <= kMostRunningNets)
      problem(index, at, "", fmt::format("would run more than {} nets at the same time", kMostRunningNets));
    facts.parts |= parts;
    facts.running = std::max(facts.running, std::min(running, kMostRunningNets + 1));
  }

  /// Of what the node does, and of the times that it is given.
  NodeFacts facts_of(const NetNode& node) const {
    NodeFacts facts = own_facts(node);
    if (node.at_most > 0.0) facts.can_end = facts.can_fail = true;
    if (node.at_least > 0.0) facts.instant = false;
    return facts;
  }

  NodeFacts own_facts(const NetNode& node) const {
    const NetVerbKind& kind = kind_of(node);
    if (node.verb == NetVerb::Wait) return {true, false, node.plan.errands[0].seconds <= 0.0};
    if (node.verb != NetVerb::Net && node.verb != NetVerb::Parallel) return {kind.can_end, kind.can_fail, false};
    NodeFacts facts{node.join != NetJoin::First, false, node.join != NetJoin::First};
    for (std::size_t i = 0; i < node.nets.size(); ++i) {
      if (node.nets[i] < 0) return {true, true, false};  // already a problem
      const auto inner = static_cast<std::size_t>(node.nets[i]);
      const bool counts = node.join != NetJoin::While || i == 0;
      if (!counts) continue;
      const bool ends = nets_[inner].can_end, instant = facts_[inner].instant;
      facts.can_end = node.join == NetJoin::First ? facts.can_end || ends : facts.can_end && ends;
      facts.instant = node.join == NetJoin::First ? facts.instant || instant : facts.instant && instant;
      facts.can_fail = facts.can_fail || nets_[inner].can_fail;
    }
    return facts;
  }

  /// Nodes that edges lead to from the first; `instant`: only edges that are surely taken within the tick.
  std::vector<char> reached(const Net& net, bool instant, std::size_t from) const {
    std::vector<char> seen(net.nodes.size(), 0);
    std::vector<std::size_t> open{from};
    bool first = true;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (!first && seen[at]) continue;
      if (!first || !instant) seen[at] = 1;  // of a loop the first node is seen when it is come back to
      first = false;
      const NetNode& node = net.nodes[at];
      for (const NetEdge& edge : node.edges) {
        if (edge.to < 0 || (instant && !is_instant(node, edge))) continue;
        if (!seen[static_cast<std::size_t>(edge.to)]) open.push_back(static_cast<std::size_t>(edge.to));
      }
    }
    return seen;
  }

  /// Whether the edge may be taken in the tick in which its node is entered, whatever is believed.
  bool is_instant(const NetNode& node, const NetEdge& edge) const {
    if (!edge.when.empty()) return false;
    return edge.on == NetOn::Always || (edge.on != NetOn::Failed && facts_of(node).instant);
  }

  void check_edges(std::size_t index, std::size_t at) {
    const NetNode& node = nets_[index].nodes[at];
    const NodeFacts facts = facts_of(node);
    if (node.verb == NetVerb::End) {
      if (!node.edges.empty()) problem(index, at, "/edges", "an end leads nowhere");
      return;
    }
    if (node.edges.empty()) return problem(index, at, "", "is a dead end: it has no edges and is no \"end\"");
    bool done = !facts.can_end, failed = !facts.can_fail, always = false, drawn = false;
    for (std::size_t i = 0; i < node.edges.size(); ++i) {
      const NetEdge& edge = node.edges[i];
      const bool ended = edge.on == NetOn::Ended;
      const bool weighted = edge.weight > 0.0;
      if (always && !(weighted && drawn))
        problem(index, at, fmt::format("/edges/{}", i).c_str(), "is never taken: an edge before it always is");
      if (edge.on == NetOn::Always && edge.when.empty()) {
        always = true;
        drawn = weighted;
      }
      done = done || edge.on == NetOn::Done || ended || edge.on == NetOn::Always;
      failed = failed || edge.on == NetOn::Failed || ended || edge.on == NetOn::Always;
    }
    const bool leaves = std::any_of(node.edges.begin(), node.edges.end(), [&](const NetEdge& edge) {
      return edge.on == NetOn::Always || (edge.on != NetOn::Failed && facts.can_end) ||
             (edge.on != NetOn::Done && facts.can_fail);
    });
    if (!leaves)
      return problem(index, at, "/edges",
                     "are never taken: what the node does has no end; one needs \"on\": \"always\"");
    if (!done) problem(index, at, "/edges", "none says how it goes on when the node is done");
    if (!failed) problem(index, at, "/edges", "none says how it goes on when the node has failed");
  }

  void check_net(std::size_t index) {
    Net& net = nets_[index];
    if (net.nodes.empty()) return;
    for (std::size_t i = 0; i < net.nodes.size(); ++i) gather(index, i);
    for (std::size_t i = 0; i < net.nodes.size(); ++i) check_edges(index, i);
    const auto seen = reached(net, false, 0);
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
      if (!seen[i]) problem(index, i, "", "cannot be reached: no edge leads here from the first node");
      if (!seen[i] || net.nodes[i].verb != NetVerb::End) continue;
      net.can_end = true;
      net.can_fail = net.can_fail || net.nodes[i].fails;
    }
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
      if (!reached(net, true, i)[i]) continue;
      problem(index, i, "", "lies on a loop that takes no time: no edge of it waits for anything");
      break;
    }
    const auto at_once = reached(net, true, 0);
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
      const bool here = i == 0 || at_once[i];
      if (here && net.nodes[i].verb == NetVerb::End) facts_[index].instant = true;
    }
  }

  PlaceReader& scenario_;
  std::vector<Net>& nets_;
  std::vector<NetFacts> facts_;
  std::vector<int> interrupts_;  // nets that the monitors of a net run at the same time, at most
};

}  // namespace

void check_nets(PlaceReader& scenario, std::vector<Net>& nets) {
  NetChecker(scenario, nets).check();
}

}  // namespace fh::scene
