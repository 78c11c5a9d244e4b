// SPDX-License-Identifier: Apache-2.0
#pragma once
// A recording as a FrameDriver: the inputs of a visit, again. Hash and state rows met on the way are handed to whoever
// verifies (expected()). At damage the inputs end; session/replay_loop.h takes the visit up behind it.
#include <vector>

#include "frame/frame_driver.h"
#include "session/record/log_reader.h"

namespace fh::session {

class ReplayDriver final : public frame::FrameDriver {
 public:
  explicit ReplayDriver(LogReader reader) : reader_(std::move(reader)) {}

  core::Result<frame::FrameOutcome> begin(frame::FrameInputs& frame) override;
  frame::EyeViews eyes() override { return {.eyes = {}, .count = 0}; }
  core::Result<> end() override { return {}; }

  const LogReader& reader() const { return reader_; }
  /// The world's state where the recording starts; null for one that starts with its scenario. Before begin() only.
  const KeyState* first_state();

  /// What the recording says the current frame's ticks came out as.
  struct Expected {
    std::vector<TickHashes> hashes;
    std::vector<KeyState> states;
  };
  const Expected& expected() const { return expected_; }

  /// After the inputs have ended: the state behind damage from which they go on, or nullopt at the end of the
  /// recording.
  std::optional<KeyState> resume();
  /// That state cannot be taken up: nothing more comes.
  void cannot_resume(const std::string& why);
  /// Reads what is left, so that the reader knows of all ticks and all damage.
  void read_rest();

 private:
  void start();
  void read_ahead();

  LogReader reader_;
  std::optional<frame::FrameInputs> next_input_;
  std::optional<KeyState> first_state_, resume_;
  Expected expected_, next_expected_;
  bool started_ = false;
};

}  // namespace fh::session
