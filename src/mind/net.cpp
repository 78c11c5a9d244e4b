// SPDX-License-Identifier: Apache-2.0
#include "mind/net.h"

#include <algorithm>

namespace fh::mind {
namespace {

using scene::NetBelief;
using scene::NetEdge;
using scene::NetJoin;
using scene::NetNode;
using scene::NetOn;
using scene::NetVerb;

constexpr double kTurned = 0.985;  // cosine of about 10 degrees
constexpr double kSettle = 1e-6;   // s: for a tick there is no goal, so that navigation forgets the one before
static_assert(sizeof(NetTransition) == 32);

bool has_action(NetVerb verb) {
  return verb != NetVerb::Net && verb != NetVerb::Parallel && verb != NetVerb::End;
}

double off_from_above(const math::Vec3& a, const math::Vec3& b) {
  return glm::length(math::Vec2(a.x - b.x, a.z - b.z));
}

class NetMachine {
 public:
  NetMachine(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, NetState& state,
             TaskState& task)
      : nets_(*plan.nets), catalogue_(catalogue), beliefs_(beliefs), state_(state), task_(task) {}

  /// Runs a net for one tick; its frame stays where it is, those of the nets that it runs may move.
  void step(std::size_t at, double dt) {
    for (int hops = 0; hops <= scene::kNetHops; ++hops) {
      run_node(at, hops == 0 ? dt : 0.0);
      const NetNode& node = node_of(at);
      if (node.verb == NetVerb::End) {
        frame(at).over = node.fails ? NetStatus::Failed : NetStatus::Done;
        return;
      }
      const int edge = choose(at);
      if (edge < 0) return;
      if (hops < scene::kNetHops) take(at, edge);
    }
    note(at, NetTransition::kLoop, -1);
    remove_inner(at);
    frame(at).over = NetStatus::Failed;
  }

  void enter_first() {
    note(0, NetTransition::kEnter, 0);
    enter(0, 0);
  }

  /// What the running actions want together; checks of the file made sure that none shares a part of the body.
  TaskGoal wish() const {
    TaskGoal all;
    for (const NetFrame& f : state_.frames) {
      const NetNode& node = nets_[static_cast<std::size_t>(f.net)].nodes[static_cast<std::size_t>(f.node)];
      if (!has_action(node.verb) || f.status != NetStatus::Running || f.over != NetStatus::Running) continue;
      if (node.verb == NetVerb::Wait) {
        if (!node.plan.errands[0].look_at.empty()) all.look_at = node.plan.errands[0].look_at;
        continue;
      }
      TaskGoal one = wish_of(node.plan, f.task);
      if (one.goal) all.goal = std::move(one.goal);
      if (!one.reach.empty()) all.reach = std::move(one.reach);
      // Followers look at whom they follow when nothing else asks for the gaze.
      if (!one.look_at.empty() && (all.look_at.empty() || f.task.stage == Stage::Doing))
        all.look_at = std::move(one.look_at);
    }
    return all;
  }

  /// The stage of the agent as a whole: of what it walks for, else of what it is busy with.
  Stage stage() const {
    Stage stage = Stage::Doing;
    for (const NetFrame& f : state_.frames) {
      const NetNode& node = nets_[static_cast<std::size_t>(f.net)].nodes[static_cast<std::size_t>(f.node)];
      if ((scene::kind_of(node.verb).parts & scene::kLegs) && f.status == NetStatus::Running &&
          (f.task.stage == Stage::Going || f.task.stage == Stage::Searching))
        stage = f.task.stage;
    }
    return stage;
  }

 private:
  NetFrame& frame(std::size_t at) { return state_.frames[at]; }
  const NetNode& node_of(std::size_t at) const {
    const NetFrame& f = state_.frames[at];
    return nets_[static_cast<std::size_t>(f.net)].nodes[static_cast<std::size_t>(f.node)];
  }
  /// Behind the last of the nets that this one runs.
  std::size_t end_of(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < state_.frames.size() && state_.frames[end].parent >= static_cast<std::int32_t>(at)) ++end;
    return end;
  }

  void shift_parents(std::size_t from, std::size_t behind, std::int32_t by) {
    for (std::size_t i = from; i < state_.frames.size(); ++i) {
      if (state_.frames[i].parent >= static_cast<std::int32_t>(behind)) state_.frames[i].parent += by;
    }
  }

  void remove_inner(std::size_t at) {
    const std::size_t end = end_of(at), count = end - at - 1;
    state_.frames.erase(state_.frames.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                        state_.frames.begin() + static_cast<std::ptrdiff_t>(end));
    if (count > 0) shift_parents(at + 1, end, -static_cast<std::int32_t>(count));
  }

  void enter(std::size_t at, std::int32_t index) {
    remove_inner(at);
    NetFrame& f = frame(at);
    f.node = index;
    f.seconds = 0.0;
    f.status = NetStatus::Running;
    f.task = TaskState();
    const NetNode& node = node_of(at);
    f.task.chance = core::Rng(has_action(node.verb) ? task_.chance.next() : 0);
    f.task.outcomes.resize(node.plan.errands.size());
    f.task.remaining = node.verb == NetVerb::Wait ? node.plan.errands[0].seconds : kSettle;
    if (node.verb == NetVerb::Reach) {
      f.task.stage = Stage::Doing;
      f.task.remaining = node.plan.errands[0].seconds;
    }
    const auto count = node.nets.size();
    if (count == 0) return;
    shift_parents(at + 1, at + 1, static_cast<std::int32_t>(count));
    std::vector<NetFrame> inner(count);
    for (std::size_t i = 0; i < count; ++i) {
      inner[i].net = node.nets[i];
      inner[i].parent = static_cast<std::int32_t>(at);
      inner[i].branch = static_cast<std::int32_t>(i);
    }
    state_.frames.insert(state_.frames.begin() + static_cast<std::ptrdiff_t>(at) + 1, inner.begin(), inner.end());
    for (std::size_t i = at + 1, k = 0; k < count; ++k, i = end_of(i)) {
      note(i, NetTransition::kEnter, 0);
      enter(i, 0);
    }
  }

  void take(std::size_t at, int edge) {
    const auto to = node_of(at).edges[static_cast<std::size_t>(edge)].to;
    note(at, edge, to);
    enter(at, to);
  }

  void note(std::size_t at, std::int32_t edge, std::int32_t to) {
    const NetFrame& f = frame(at);
    NetTransition entry;
    entry.at = beliefs_.seconds;
    entry.net = f.net;
    entry.from = edge == NetTransition::kEnter ? -1 : f.node;
    entry.to = to;
    entry.edge = edge;
    entry.status = static_cast<std::int32_t>(f.status);
    if (!f.task.outcomes.empty()) entry.failure = static_cast<std::int32_t>(f.task.outcomes[0].failure);
    ++state_.transitions;
    if (state_.log.size() == NetState::kMostLogged) state_.log.erase(state_.log.begin());
    state_.log.push_back(entry);
  }

  void run_node(std::size_t at, double dt) {
    frame(at).seconds += dt;
    const NetNode& node = node_of(at);
    if (frame(at).status != NetStatus::Running || node.verb == NetVerb::End) return;
    if (has_action(node.verb))
      run_action(frame(at), node, dt);
    else
      run_inner(at, node, dt);
  }

  void run_action(NetFrame& f, const NetNode& node, double dt) {
    if (node.verb == NetVerb::Wait) {
      f.task.remaining -= dt;
      if (f.task.remaining <= 0.0) f.status = NetStatus::Done;
      return;
    }
    advance_task(node.plan, catalogue_, beliefs_, dt, f.task);
    const bool lost = node.verb == NetVerb::Follow && f.task.tally.failed > 0;
    if (f.task.stage != Stage::Done && !lost) return;
    f.status = f.task.tally.failed > 0 ? NetStatus::Failed : NetStatus::Done;
    if (f.status == NetStatus::Failed) task_.tally.reason = f.task.tally.reason;
    if (f.status == NetStatus::Failed) return;
    ++task_.tally.arrived;
    task_.tally.last_arrival = beliefs_.seconds;
    if (task_.tally.first_arrival < 0.0) task_.tally.first_arrival = beliefs_.seconds;
  }

  /// Side by side, in the order of the file; what has ended waits for the others.
  void run_inner(std::size_t at, const NetNode& node, double dt) {
    bool all = true, failed = false;
    NetStatus first = NetStatus::Running, leader = NetStatus::Running;
    for (std::size_t i = at + 1, k = 0; k < node.nets.size(); ++k, i = end_of(i)) {
      if (frame(i).over == NetStatus::Running) step(i, dt);
      const NetStatus over = frame(i).over;
      all = all && over != NetStatus::Running;
      failed = failed || over == NetStatus::Failed;
      if (first == NetStatus::Running) first = over;
      if (k == 0) leader = over;
    }
    NetStatus status = leader;
    if (node.join == NetJoin::First) status = first;
    if (node.join == NetJoin::All) status = !all ? NetStatus::Running : failed ? NetStatus::Failed : NetStatus::Done;
    if (status == NetStatus::Running) return;
    remove_inner(at);
    frame(at).status = status;
  }

  bool holds(const scene::NetTest& test, double in_node) const {
    if (test.is == NetBelief::After) return in_node >= test.seconds;
    if (test.is == NetBelief::Clock) return beliefs_.seconds >= test.seconds;
    const auto item = beliefs_.believed(test.what);
    if (!item) return false;
    switch (test.is) {
      case NetBelief::Sees:
        return item->sighted && item->age <= test.seconds;
      case NetBelief::Near:
        return off_from_above(item->middle, beliefs_.position) <= test.within;
      case NetBelief::LiesAt:
        return glm::length(item->pose.position - test.at) <= test.within;
      case NetBelief::Moved:
        return item->sighted &&
               (glm::length(item->pose.position - test.placed.position) > test.within ||
                glm::dot(item->pose.direction(math::kForward), test.placed.direction(math::kForward)) < kTurned);
      default:
        return true;
    }
  }

  bool may_take(std::size_t at, const NetEdge& edge) const {
    const NetFrame& f = state_.frames[at];
    const bool ended = f.status != NetStatus::Running;
    if (edge.on == NetOn::Ended && !ended) return false;
    if (edge.on == NetOn::Done && f.status != NetStatus::Done) return false;
    if (edge.on == NetOn::Failed && f.status != NetStatus::Failed) return false;
    return std::all_of(edge.when.begin(), edge.when.end(),
                       [&](const scene::NetTest& test) { return holds(test, f.seconds) != test.negated; });
  }

  /// The first edge that may be taken; when it is a weighted one, it and the other weighted ones draw.
  int choose(std::size_t at) {
    const auto& edges = node_of(at).edges;
    std::vector<int> drawn;
    double sum = 0.0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (!drawn.empty() && edges[i].weight <= 0.0) continue;
      if (!may_take(at, edges[i])) continue;
      if (edges[i].weight <= 0.0) return static_cast<int>(i);
      drawn.push_back(static_cast<int>(i));
      sum += edges[i].weight;
    }
    if (drawn.empty()) return -1;
    double lot = drawn.size() > 1 ? task_.chance.uniform(0.0, sum) : 0.0;
    for (const int edge : drawn) {
      lot -= edges[static_cast<std::size_t>(edge)].weight;
      if (lot < 0.0) return edge;
    }
    return drawn.back();
  }

  const std::vector<scene::Net>& nets_;
  const Catalogue& catalogue_;
  const TaskBeliefs& beliefs_;
  NetState& state_;
  TaskState& task_;
};

}  // namespace

void NetFrame::visit(core::Archive& archive) {
  archive.field("net", net);
  archive.field("node", node);
  archive.field("parent", parent);
  archive.field("branch", branch);
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

NetState begin_net(const scene::AgentSpec& plan) {
  NetState state;
  NetFrame& root = state.frames.emplace_back();
  root.net = plan.net;
  root.node = -1;
  return state;
}

TaskGoal advance_net(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                     NetState& net, TaskState& task) {
  if (task.stage == Stage::Done) return {};
  if (task.stage == Stage::Waiting) {
    task.remaining -= dt;
    if (task.remaining > 0.0) return {};
  }
  NetMachine machine(plan, catalogue, beliefs, net, task);
  if (net.frames[0].node < 0) machine.enter_first();
  machine.step(0, dt);
  const NetStatus over = net.frames[0].over;
  task.stage = over == NetStatus::Running ? machine.stage() : Stage::Done;
  if (over == NetStatus::Failed) ++task.tally.failed;
  return over == NetStatus::Running ? machine.wish() : TaskGoal{};
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
    // Its nets follow in order, or are gone because the node has ended.
    std::size_t inner = 0;
    for (std::size_t k = i + 1; k < frames.size(); ++k) {
      if (frames[k].parent != static_cast<std::int32_t>(i)) continue;
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
