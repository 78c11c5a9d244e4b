// SPDX-License-Identifier: Apache-2.0
#include "mind/net.h"

#include <algorithm>

namespace fh::mind {
namespace {

using scene::NetEdge;
using scene::NetJoin;
using scene::NetNode;
using scene::NetOn;
using scene::NetVerb;

constexpr double kSettle = 1e-6;  // s: for a tick there is no goal, so that navigation forgets the one before
static_assert(sizeof(NetTransition) == 32);

bool has_action(NetVerb verb) {
  return verb != NetVerb::Net && verb != NetVerb::Parallel && verb != NetVerb::End;
}

class NetMachine {
 public:
  NetMachine(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, NetState& state,
             TaskState& task)
      : nets_(*plan.nets), catalogue_(catalogue), beliefs_(beliefs), state_(state), task_(task) {}

  /// Runs a net for one tick; its frame stays where it is, those of the nets that it runs may move.
  void step(std::size_t at, double dt) {
    if (is_held(at, dt)) return;
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

  void begin_tick() {
    for (NetFrame& f : state_.frames) {
      f.wish = {};
      f.ran = false;
    }
  }

  /// What the running actions want together; checks of the file made sure that none shares a part of the body.
  TaskGoal wish() {
    TaskGoal all;
    for (NetFrame& f : state_.frames) {
      const bool ended = f.status != NetStatus::Running || f.over != NetStatus::Running;
      // What is said and signalled is said, also by an action that ends with it.
      for (auto& words : f.wish.say) all.say.push_back(std::move(words));
      for (auto& text : f.wish.signal) all.signal.push_back(std::move(text));
      if (!f.ran || ended) continue;
      TaskGoal& one = f.wish;
      if (one.goal) all.goal = std::move(one.goal);
      if (!one.reach.empty()) all.reach = std::move(one.reach);
      if (!one.thing.empty()) {
        all.deed = one.deed;
        all.thing = std::move(one.thing);
        all.state = one.state;
        all.amount = one.amount;
        all.place = one.place;
      }
      if (!one.push.empty()) {
        all.push = std::move(one.push);
        all.push_way = one.push_way;
      }
      if (one.together != Together::None) {
        all.together = one.together;
        all.gesture_at = std::move(one.gesture_at);
        all.place = one.place;
      }
      // Followers look at whom they follow when nothing else asks for the gaze.
      if (!one.look_at.empty() && (all.look_at.empty() || f.task.stage == Stage::Doing))
        all.look_at = std::move(one.look_at);
      if (one.gesture != Gesture::None) {
        all.gesture = one.gesture;
        all.gesture_at = std::move(one.gesture_at);
      }
      if (one.stance) all.stance = one.stance;
      if (!one.seat.empty()) all.seat = std::move(one.seat);
    }
    return all;
  }

  /// The stage of the agent as a whole: of what it walks for, else of what it is busy with.
  Stage stage() const {
    Stage stage = Stage::Doing;
    for (const NetFrame& f : state_.frames) {
      const NetNode& node = nets_[static_cast<std::size_t>(f.net)].nodes[static_cast<std::size_t>(f.node)];
      if ((scene::kind_of(node).parts & scene::kLegs) && f.ran && f.status == NetStatus::Running &&
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

  /// Runs the net of a monitor that holds this one, or finds one that begins to.
  bool is_held(std::size_t at, double dt) {
    const auto& monitors = nets_[static_cast<std::size_t>(frame(at).net)].monitors;
    if (monitors.empty()) return false;
    const bool held = at + 1 < state_.frames.size() && state_.frames[at + 1].parent == static_cast<std::int32_t>(at) &&
                      state_.frames[at + 1].branch < 0;
    int begins = -1;
    std::uint32_t now = 0;
    for (std::size_t i = 0; i < monitors.size(); ++i) {
      if (!holds_all(monitors[i].when, frame(at).seconds)) continue;
      now |= 1u << i;
      if (begins < 0 && (frame(at).held & (1u << i)) == 0) begins = static_cast<int>(i);
    }
    frame(at).held = now;
    if (held) {
      step(at + 1, dt);
      if (frame(at + 1).over == NetStatus::Running) return true;
      const std::size_t end = end_of(at + 1), count = end - at - 1;
      erase_frames(at + 1, end);
      shift_parents(at + 1, end, -static_cast<std::int32_t>(count));
      note(at, NetTransition::kResume, frame(at).node);
      return true;  // for a tick there is no goal, so that navigation forgets the one before
    }
    if (begins < 0) return false;
    note(at, NetTransition::kInterrupt, frame(at).node, begins);
    insert_inner(at, {monitors[static_cast<std::size_t>(begins)].net}, -1 - begins);
    return true;
  }

  void erase_frames(std::size_t from, std::size_t end) {
    state_.frames.erase(state_.frames.begin() + static_cast<std::ptrdiff_t>(from),
                        state_.frames.begin() + static_cast<std::ptrdiff_t>(end));
  }

  /// Nets that this one runs, in front of those that it already does; entered. `branch`: of the first.
  void insert_inner(std::size_t at, const std::vector<int>& nets, std::int32_t branch) {
    const auto count = nets.size();
    shift_parents(at + 1, at + 1, static_cast<std::int32_t>(count));
    std::vector<NetFrame> inner(count);
    for (std::size_t i = 0; i < count; ++i) {
      inner[i].net = nets[i];
      inner[i].parent = static_cast<std::int32_t>(at);
      inner[i].branch = branch + static_cast<std::int32_t>(i);
    }
    state_.frames.insert(state_.frames.begin() + static_cast<std::ptrdiff_t>(at) + 1, inner.begin(), inner.end());
    for (std::size_t i = at + 1, k = 0; k < count; ++k, i = end_of(i)) {
      note(i, NetTransition::kEnter, 0);
      enter(i, 0);
    }
  }

  void remove_inner(std::size_t at) {
    const std::size_t end = end_of(at), count = end - at - 1;
    erase_frames(at + 1, end);
    if (count > 0) shift_parents(at + 1, end, -static_cast<std::int32_t>(count));
  }

  void enter(std::size_t at, std::int32_t index) {
    remove_inner(at);
    NetFrame& f = frame(at);
    f.node = index;
    f.seconds = 0.0;
    f.status = NetStatus::Running;
    f.task = TaskState();
    f.enabling = Enabling::None;
    f.tried = 0;
    const NetNode& node = node_of(at);
    f.task.chance = core::Rng(has_action(node.verb) ? task_.chance.next() : 0);
    f.task.outcomes.resize(node.plan.errands.size());
    f.task.remaining = node.verb == NetVerb::Wait ? node.plan.errands[0].seconds : kSettle;
    if (node.verb == NetVerb::Reach) {
      f.task.stage = Stage::Doing;
      f.task.remaining = node.plan.errands[0].seconds;
    }
    if (!node.nets.empty()) insert_inner(at, node.nets, 0);
  }

  void take(std::size_t at, int edge) {
    const auto to = node_of(at).edges[static_cast<std::size_t>(edge)].to;
    note(at, edge, to);
    enter(at, to);
  }

  /// `detail`: the monitor of an interrupt, what an enabling action is.
  void note(std::size_t at, std::int32_t edge, std::int32_t to, int detail = 0) {
    const NetFrame& f = frame(at);
    NetTransition entry;
    entry.at = beliefs_.seconds;
    entry.net = f.net;
    entry.from = edge == NetTransition::kEnter ? -1 : f.node;
    entry.to = to;
    entry.edge = edge;
    entry.status = static_cast<std::int32_t>(f.status);
    if (!f.task.outcomes.empty()) entry.failure = static_cast<std::int32_t>(f.task.outcomes[0].failure);
    if (edge == NetTransition::kInterrupt || edge == NetTransition::kEnable) entry.failure = detail;
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
    if (node.at_most > 0.0 && frame(at).seconds >= node.at_most && frame(at).status == NetStatus::Running) {
      remove_inner(at);
      frame(at).status = NetStatus::Failed;
      if (frame(at).task.outcomes.empty()) frame(at).task.outcomes.resize(node.plan.errands.size());
      if (!frame(at).task.outcomes.empty()) frame(at).task.outcomes[0].failure = Failure::Late;
    }
  }

  void run_action(NetFrame& f, const NetNode& node, double dt) {
    f.ran = true;
    if (node.verb == NetVerb::Wait) {
      f.wish = {};
      f.wish.look_at = node.plan.errands[0].look_at;
      f.task.remaining -= dt;
      if (f.task.remaining <= 0.0) f.status = NetStatus::Done;
      return;
    }
    if (enables(f, node, dt)) return;
    f.wish = advance_task(node.plan, catalogue_, beliefs_, dt, f.task);
    const bool lost = node.plan.behaviour == scene::Behaviour::Follow && f.task.tally.failed > 0;
    if (f.task.stage != Stage::Done && !lost) return;
    f.status = f.task.tally.failed > 0 ? NetStatus::Failed : NetStatus::Done;
    if (lost && !f.task.outcomes.empty()) f.task.outcomes[0].failure = Failure::NotFound;
    if (f.status == NetStatus::Failed) task_.tally.reason = f.task.tally.reason;
    if (f.status == NetStatus::Failed) return;
    ++task_.tally.arrived;
    task_.tally.last_arrival = beliefs_.seconds;
    if (task_.tally.first_arrival < 0.0) task_.tally.first_arrival = beliefs_.seconds;
  }

  /// What must come first is done first (CA-34: preparatory actions); whether that is going on.
  bool enables(NetFrame& f, const NetNode& node, double dt) {
    if (f.enabling == Enabling::None) {
      const bool begins = f.task.elapsed == 0.0 && f.task.stage != Stage::Doing;
      const Enabling wanted = begins ? enabling_of(node.plan, beliefs_) : Enabling::None;
      const auto bit = static_cast<std::uint8_t>(1u << static_cast<unsigned>(wanted));
      if (wanted == Enabling::None || (f.tried & bit)) return false;
      f.tried |= bit;
      f.enabling = wanted;
      f.first = TaskState();
      f.first.chance = core::Rng(task_.chance.next());
      f.first.outcomes.resize(1);
      f.first.remaining = kSettle;
      note(static_cast<std::size_t>(&f - state_.frames.data()), NetTransition::kEnable, f.node,
           static_cast<int>(wanted));
    }
    f.wish = advance_task(enabling_plan(f.enabling, node.plan), catalogue_, beliefs_, dt, f.first);
    if (f.first.stage != Stage::Done) return true;
    const Failure failure = f.first.tally.failed > 0 ? f.first.outcomes[0].failure : Failure::None;
    f.enabling = Enabling::None;
    f.wish = {};
    if (f.first.tally.failed == 0) return true;
    f.status = NetStatus::Failed;
    task_.tally.reason = f.first.tally.reason;
    if (!f.task.outcomes.empty()) f.task.outcomes[0] = {ErrandOutcome::Kind::GivenUp, failure, {}, 0, -1.0};
    return true;
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

  bool holds_all(const std::vector<scene::NetTest>& tests, double in_node) const {
    return std::all_of(tests.begin(), tests.end(), [&](const scene::NetTest& test) {
      return holds(test, catalogue_, beliefs_, in_node) != test.negated;
    });
  }

  bool may_take(std::size_t at, const NetEdge& edge) const {
    const NetFrame& f = state_.frames[at];
    const bool ended = f.status != NetStatus::Running && f.seconds >= node_of(at).at_least;
    if (edge.on != NetOn::Always && !ended) return false;
    if (edge.on == NetOn::Done && f.status != NetStatus::Done) return false;
    if (edge.on == NetOn::Failed && f.status != NetStatus::Failed) return false;
    return holds_all(edge.when, f.seconds);
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
  machine.begin_tick();
  if (net.frames[0].node < 0) machine.enter_first();
  machine.step(0, dt);
  const NetStatus over = net.frames[0].over;
  task.stage = over == NetStatus::Running ? machine.stage() : Stage::Done;
  if (over == NetStatus::Failed) ++task.tally.failed;
  TaskGoal wish = machine.wish();
  if (over != NetStatus::Running) wish.goal.reset();
  return wish;
}

}  // namespace fh::mind
