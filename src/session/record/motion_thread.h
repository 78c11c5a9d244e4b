// SPDX-License-Identifier: Apache-2.0
#pragma once
// Encodes the motion track on a thread of its own, so that the tick pays only for copying the moment. The rows are
// those of MotionEncoder, and they come out of the same calls whatever the pace of the thread: the rows of a batch of
// moments are handed out when the batch after it is full. What is in a file does not depend on timing.
#include <memory>
#include <span>
#include <vector>

#include "frame/moment.h"

namespace fh::session {

/// Moments handed to the thread at once: it is woken ten times in a second, and at most this many wait for it.
inline constexpr std::size_t kMotionBatchTicks = 9;

class MotionThread {
 public:
  using Rows = std::span<const std::vector<std::byte>>;

  /// The thread begins with the first full batch.
  MotionThread();
  ~MotionThread();
  MotionThread(MotionThread&&) noexcept;
  MotionThread& operator=(MotionThread&&) noexcept;

  /// Where the moment after the next tick is to be put; its memory is reused.
  frame::Moment& slot();
  /// The moment in slot() is complete. Payloads of rows to be written now, mostly none; valid until the next call.
  Rows moment_done();
  /// Payloads of all rows that are left. Valid until the next call.
  Rows finish();
  /// Processor time the thread has spent. After finish() only.
  double thread_seconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fh::session
