// SPDX-License-Identifier: Apache-2.0
#pragma once
// A recording as a FrameDriver: the inputs of a visit, again. Hash and state rows met on the way are handed to whoever
// verifies (take_expected()).
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

 private:
  void start();
  void read_ahead();

  LogReader reader_;
  std::optional<frame::FrameInputs> next_input_;
  std::optional<KeyState> first_state_;
  Expected expected_, next_expected_;
  bool started_ = false;
};

}  // namespace fh::session
