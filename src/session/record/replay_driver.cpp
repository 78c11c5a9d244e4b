// SPDX-License-Identifier: Apache-2.0
#include "session/record/replay_driver.h"

#include <utility>

namespace fh::session {

/// Collects the rows that follow an input row, up to the next input row, damage or the end. Honest recordings have no
/// more rows than are kept.
void ReplayDriver::read_ahead() {
  next_input_.reset();
  next_expected_ = {};
  while (auto row = reader_.next()) {
    if (auto* input = std::get_if<frame::FrameInputs>(&*row)) {
      next_input_ = std::move(*input);
      return;
    }
    if (auto* hashes = std::get_if<TickHashes>(&*row)) {
      if (next_expected_.hashes.size() < frame::kMostTicksPerFrame) next_expected_.hashes.push_back(std::move(*hashes));
    } else if (auto* state = std::get_if<KeyState>(&*row)) {
      if (state->after_damage) {
        resume_ = std::move(*state);
        return;
      }
      if (next_expected_.states.empty()) next_expected_.states.push_back(std::move(*state));
    }
  }
}

std::optional<KeyState> ReplayDriver::resume() {
  start();
  if (next_input_ || !resume_) return std::nullopt;
  std::optional<KeyState> state = std::exchange(resume_, std::nullopt);
  read_ahead();
  return state;
}

void ReplayDriver::cannot_resume(const std::string& why) {
  next_input_.reset();
  resume_.reset();
  reader_.cannot_resume(why);
}

void ReplayDriver::read_rest() {
  while (reader_.next()) {
  }
}

void ReplayDriver::start() {
  if (started_) return;
  started_ = true;
  read_ahead();  // up to the first input row
  if (!next_expected_.states.empty()) first_state_ = std::move(next_expected_.states.front());
}

const KeyState* ReplayDriver::first_state() {
  start();
  return first_state_ ? &*first_state_ : nullptr;
}

core::Result<frame::FrameOutcome> ReplayDriver::begin(frame::FrameInputs& frame) {
  start();
  if (!next_input_) return frame::FrameOutcome::End;
  frame = std::move(*next_input_);
  read_ahead();  // what came out of this input
  expected_ = std::move(next_expected_);
  return frame::FrameOutcome::Run;
}

}  // namespace fh::session
