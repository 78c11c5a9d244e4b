// SPDX-License-Identifier: Apache-2.0
#pragma once
// Action nets as the file states them (parallel transition networks, CA-14): nodes that do something, edges that lead
// on. A net is entered at its first node. Plain values, constant once read; mind/net.h runs them.
#include <cstdint>
#include <string>
#include <vector>

#include "scene/scenario/agents.h"

namespace fh::scene {

enum class NetVerb : std::uint8_t { Go, Reach, Wait, Wander, Follow, Pursue, Net, Parallel, End };

/// Parts of the body that an action needs for itself (CA-44), as bits.
enum NetParts : std::uint8_t { kNoPart = 0, kLegs = 1, kHand = 2, kGaze = 4 };

struct NetVerbKind {
  const char* word;
  const char* text;
  std::uint8_t parts;             // besides those of `reach` and `look_at`
  bool can_end, can_fail;         // by itself; Net and Parallel: as their nets do
  std::vector<const char*> keys;  // that this verb knows besides name, do and edges
};
const NetVerbKind& kind_of(NetVerb verb);

/// When an edge may be taken: once the node's action has ended, in which way, or at any time.
enum class NetOn : std::uint8_t { Ended, Done, Failed, Always };
enum class NetJoin : std::uint8_t { All, First, While };
enum class NetBelief : std::uint8_t { Knows, Sees, Near, LiesAt, Moved, After, Clock };

/// A question to what the agent believes (CA-37), never to the place.
struct NetTest {
  NetBelief is = NetBelief::Knows;
  bool negated = false;
  std::string what;      // an object or a person; After and Clock: none
  math::Vec3 at{0.0};    // LiesAt
  double within = 1.0;   // m: Near, LiesAt, Moved
  double seconds = 1.0;  // Sees: the last sight is no older; After: in the node; Clock: since the start
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
  AgentSpec plan;         // of an action: behaviour, errand and `whom`
  std::vector<int> nets;  // of Net and Parallel: indices of nets
  NetJoin join = NetJoin::All;
  bool fails = false;  // End: how
  std::vector<NetEdge> edges;
};

struct Net {
  std::string name;
  std::vector<NetNode> nodes;
  bool can_end = false, can_fail = false;  // it can come to an end; to one that means failure
};

inline constexpr int kMostRunningNets = 64;  // of one agent at the same time, sub-nets included
inline constexpr int kNetHops = 8;           // transitions of a net in one tick; more are taken for an endless loop

}  // namespace fh::scene
