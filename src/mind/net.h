// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs an agent's action net (CA-14, CA-42): a stack of nets that grows into a tree where a node runs nets side by
// side. Actions are the behaviours of mind/behaviours/behaviour.h; edges ask beliefs only (CA-37). All of it is state
// of the tick.
#include <cstdint>
#include <string>
#include <vector>

#include "mind/behaviours/task.h"
#include "mind/enabling.h"
#include "scene/scenario/nets.h"

namespace fh::mind {

enum class NetStatus : std::uint8_t { Running, Done, Failed };

/// A net that is being run, at one of its nodes.
struct NetFrame {
  std::int32_t net = 0, node = 0;  // indices into the scenario's nets and the net's nodes
  std::int32_t parent = -1;        // the frame whose node runs this net; -1: the agent's own net
  std::int32_t branch = 0;  // which of the nets of the parent's node this is; negative: of its monitor -1 - branch
  std::uint32_t held = 0;   // bits of the net's monitors that held in the last tick
  double seconds = 0.0;     // in the node
  NetStatus status{};       // of what the node does
  NetStatus over{};         // of the net: Running until it has come to an end
  TaskState task;           // of an action
  Enabling enabling{};      // what is done first so that the action can be
  std::uint8_t tried = 0;   // bits of Enabling: each is inserted once
  TaskState first;          // of what is done first; saved only then
  TaskGoal wish;            // of the action in this tick; no state
  bool ran = false;         // in this tick; no state

  void visit(core::Archive& archive);
};

/// Why a net went from one node to another.
struct NetTransition {
  // Instead of an edge: began; stopped, its edges took no time; held by a monitor (`failure` is its index); goes on.
  // `kEnable`: an enabling action was inserted (`failure` says which).
  static constexpr std::int32_t kEnter = -1, kLoop = -2, kInterrupt = -3, kResume = -4, kEnable = -5;
  double at = 0.0;                           // s since the start
  std::int32_t net = 0, from = -1, to = -1;  // nodes; from: -1 at the beginning, to: -1 when stopped
  std::int32_t edge = kEnter;                // of the node `from`
  std::int32_t status = 0;                   // NetStatus of the node that was left
  std::int32_t failure = 0;                  // mind::Failure of its action

  void visit(core::Archive& archive);
};

struct NetState {
  static constexpr std::size_t kMostLogged = 200;
  std::vector<NetFrame> frames;    // a net stands before those that it runs
  std::vector<NetTransition> log;  // the last kMostLogged
  std::int64_t transitions = 0;    // all there were

  void visit(core::Archive& archive);
};

/// Enters the agent's net. The first tick runs it.
NetState begin_net(const scene::AgentSpec& plan);
/// One tick. `task` is the agent's own: its stage, its chance, and what was done and given up: a net that ends as
/// failed counts as given up, a failed action to which an edge answers does not.
TaskGoal advance_net(const scene::AgentSpec& plan, const Catalogue& catalogue, const TaskBeliefs& beliefs, double dt,
                     NetState& net, TaskState& task);
/// What an edge or monitor asks, before `not`. `in_node`: s.
bool holds(const scene::NetTest& test, const Catalogue& catalogue, const TaskBeliefs& beliefs, double in_node);
/// Whether a loaded state can be one of this plan.
bool fits(const scene::AgentSpec& plan, const NetState& net);

/// "round/look > search/go": the nodes that are being run.
std::string where_in_net(const scene::AgentSpec& plan, const NetState& net);
/// The nodes that are being run, one line each, those that a node runs below it; "(held)" while a monitor's net runs.
std::string queue_tree(const scene::AgentSpec& plan, const NetState& net);
/// "round: look -> go: done, sees user": the reason in words.
std::string in_words(const scene::AgentSpec& plan, const NetTransition& transition);

}  // namespace fh::mind

template <>
struct fh::core::IsPacked<fh::mind::NetTransition> : std::true_type {};
