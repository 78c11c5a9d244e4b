// SPDX-License-Identifier: Apache-2.0
#pragma once
// A chosen set of figures beside the first user's wrist during a visit: clearance, reach, posture, visibility (settings
// user.show_*). Measured after every tick from what the world lets observers see; the world does not know of it, and
// nothing of it is state, so that recordings, replays and hashes are the same with and without.
#include <memory>
#include <string>

#include "evaluation/live_set.h"
#include "frame/snapshot.h"
#include "world/world.h"

namespace fh::session {

class LiveNumbers {
 public:
  /// `choice`: at the start; changes come with the input.
  explicit LiveNumbers(const evaluation::LiveChoice& choice) : choice_(choice) {}

  /// After every tick; `input`: of the first user, `first` in the first tick of its frame.
  void tick_done(const world::World& world, const frame::FrameInput& input, bool first);
  /// What is told, a line each; empty while nothing is shown.
  std::vector<std::string> lines(const world::World& world) const;
  /// Beside the wrist of the hand that holds no tool, for the eyes of the user itself, with the surfaces that bound
  /// what the hands reach, as far as they are worked out.
  void draw(const world::World& world, frame::Snapshot& snapshot) const;

  const evaluation::LiveChoice& choice() const { return choice_; }
  /// What is told now, and a hash of all figures of every tick; null where nothing was measured.
  core::Json json(const world::World& world) const;
  /// None while nothing is shown.
  const evaluation::LiveFigures* figures() const { return set_ ? &set_->figures() : nullptr; }

 private:
  void draw_reach(const world::World& world, frame::Snapshot& snapshot) const;

  evaluation::LiveChoice choice_;
  std::unique_ptr<const evaluation::Surroundings> surroundings_;  // the set points into it
  std::unique_ptr<evaluation::LiveSet> set_;
  std::uint32_t body_number_ = 0;
  frame::Moment moment_;  // reused
  std::uint64_t hash_ = 0;
};

}  // namespace fh::session
