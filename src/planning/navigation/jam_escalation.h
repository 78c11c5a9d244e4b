// SPDX-License-Identifier: Apache-2.0
#pragma once
// Never stuck: notices when an agent makes no headway or goes to and fro, and decides what to try next. Each
// attempt gets more drastic: wait, lean to the other side, give way (back off; the ids decide, so exactly one
// of two does), re-route around the person in front, ask them, and at last give up with a reason.
#include <cstdint>

#include "core/ids.h"
#include "planning/navigation/grid.h"

namespace fh::planning {

enum class Attempt : std::uint8_t { None, Wait, OtherSide, GiveWay, Reroute, Ask, GiveUp };

/// Tuned: jams of docs/measurements/planning.md; asserted by test_crowd ("only door", "give up with a reason") and
/// test_courtesy ("forty people").
struct ProgressSettings {
  double window = 1.5;      // s without headway that count as stuck
  double headway = 0.25;    // m of path that must be gained in a window
  double wait = 1.0;        // s
  double other_side = 2.0;  // s
  double give_way = 1.5;    // s of backing off
  double reroute = 4.0;     // s that a person counts as an obstacle
  double ask = 4.0;         // s between asking and giving up
  double patience = 40.0;   // s without real headway before giving up
  double roam = 2.5;        // m: an agent that gets this far away is not stuck, even on a longer path
};

/// All zero is the start. Part of the agent's state.
struct ProgressState {
  double best_left = 1e300;   // m: least way left on this path
  double best_ever = 1e300;   // m: least way left on any path to this goal
  Vec2 anchor{0.0};           // where headway was last made
  double window_time = 0.0;   // s in this window
  double stuck_time = 0.0;    // s since real headway: nearer than ever, or far from the anchor
  double waited = 0.0;        // s since then, also of standing on purpose; whoever calls watch() adds to it
  double attempt_time = 0.0;  // s in the present attempt
  Attempt attempt = Attempt::None;
  std::uint8_t rounds = 0;  // attempts since the last headway

  void visit(core::Archive& archive);
};

struct ProgressInput {
  double remaining = 0.0;  // m of path (a new path may be longer)
  Vec2 position{0.0};
  bool wants_to_move = false;  // false while waiting on purpose, turning in place or opening a door
  bool held_by_people = false;
  bool gives_way = false;  // the rule says this agent, not the other, backs off
  double dt = 0.0;
};

/// A new goal or path begins a new measure of headway.
void restart(ProgressState& state, bool keep_attempt);
/// Advances the detector; the attempt to make now is in state.attempt.
void watch(ProgressState& state, const ProgressInput& input, const ProgressSettings& settings);

}  // namespace fh::planning
