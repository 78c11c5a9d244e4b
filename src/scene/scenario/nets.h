// SPDX-License-Identifier: Apache-2.0
#pragma once
// Action nets as the file states them (parallel transition networks, CA-14): nodes that do something, edges that lead
// on. A net is entered at its first node. Plain values, constant once read; mind/net.h runs them.
#include <cstdint>
#include <string>
#include <vector>

#include "scene/scenario/agents.h"

namespace fh::scene {

/// What kind of node: an errand (go, reach, a deed of the hands), waiting, another behaviour of the table, or one that
/// runs nets.
enum class NetVerb : std::uint8_t { Go, Reach, Deed, Wait, Act, Net, Parallel, End };

struct NetVerbKind {
  const char* word;
  const char* text;
  std::uint8_t parts;      // BodyParts, besides those of `reach` and `look_at`
  bool can_end, can_fail;  // by itself; Net and Parallel: as their nets do
  const char* keys;        // that this verb knows besides name, do, edges and times; "?" marks those that may be absent
  NetVerb verb;
  Behaviour behaviour;  // of Go, Reach, Wait and Act
};

/// When an edge may be taken: once the node's action has ended, in which way, or at any time.
enum class NetOn : std::uint8_t { Ended, Done, Failed, Always };
enum class NetJoin : std::uint8_t { All, First, While };
enum class NetBelief : std::uint8_t { Knows, Sees, Near, LiesAt, Moved, After, Clock, Stands, Moves, Heard };

/// A question to what the agent believes (CA-37), never to the place.
struct NetTest {
  NetBelief is = NetBelief::Knows;
  bool negated = false;
  std::string what;      // an object or a person; After and Clock: none; Heard: who spoke, empty: anybody
  std::string where;     // Stands: a relation to `of`
  std::string of;        // Stands: an object or a person
  std::string text;      // Heard: what was said; empty: anything
  math::Vec3 at{0.0};    // LiesAt
  double within = 1.0;   // m: Near, LiesAt, Moved
  double seconds = 1.0;  // Sees, Heard: no longer ago; After: in the node; Clock: since the start
  math::Pose placed;     // Moved: where the file puts it
};

struct NetEdge {
  int to = -1;  // index of a node
  NetOn on = NetOn::Ended;
  std::vector<NetTest> when;  // all of them hold
  double weight = 0.0;        // > 0: drawn among the weighted edges that may be taken
};

struct NetNode {
  std::string name;
  NetVerb verb = NetVerb::Wait;
  int kind = 0;           // index into the table of what nodes do
  AgentSpec plan;         // of an action: behaviour, one errand and `whom`
  std::vector<int> nets;  // of Net and Parallel: indices of nets
  NetJoin join = NetJoin::All;
  bool fails = false;     // End: how
  double at_least = 0.0;  // s that the node lasts, whatever it does
  double at_most = 0.0;   // s until it fails as too late; 0: it may take as long as it likes
  std::vector<NetEdge> edges;
};

const NetVerbKind& kind_of(const NetNode& node);

/// While its net runs: when all of this comes to be believed, what the net does is held, `net` is run, and the net goes
/// on where it was.
struct NetMonitor {
  std::vector<NetTest> when;
  int net = -1;
};

struct Net {
  std::string name;
  std::vector<NetNode> nodes;
  std::vector<NetMonitor> monitors;        // in order of preference
  bool can_end = false, can_fail = false;  // it can come to an end; to one that means failure
};

inline constexpr int kMostRunningNets = 64;  // of one agent at the same time, sub-nets included
inline constexpr int kMostMonitors = 16;     // of one net
inline constexpr int kNetHops = 8;           // transitions of a net in one tick; more are taken for an endless loop

}  // namespace fh::scene
