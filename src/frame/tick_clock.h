// SPDX-License-Identifier: Apache-2.0
#pragma once
// How many simulation ticks a frame stands for, from the times at which frames are shown. Whole ticks only; what is
// left over counts for the next frame. A driver that fell behind drops time instead of catching up for ever.
#include <cstdint>
#include <string>
#include <vector>

#include "core/time.h"
#include "frame/frame_input.h"

namespace fh::frame {

class TickClock {
 public:
  /// Ticks due at a time on the driver's clock, 0..kMostTicksPerFrame. The first frame after a start is one tick.
  std::uint32_t ticks_until(std::int64_t time_ns) {
    if (!running_) {
      running_ = true;
      start_ns_ = time_ns - 1000000000 / core::kTicksPerSecond - 1;
      done_ = 0;
    }
    const std::int64_t due = (time_ns - start_ns_) * core::kTicksPerSecond / 1000000000 - done_;
    if (due > kMostTicksPerFrame || due < 0) {  // fell behind, or the clock jumped
      running_ = false;
      return due < 0 ? 0 : kMostTicksPerFrame;
    }
    done_ += due;
    return static_cast<std::uint32_t>(due);
  }
  /// The next frame starts anew: the time until then never happened in the simulation.
  void restart() { running_ = false; }

 private:
  std::int64_t start_ns_ = 0;
  std::int64_t done_ = 0;
  bool running_ = false;
};

/// Settings changed by an operator, waiting for a frame with a tick: one goes with each, in order.
class SettingHold {
 public:
  void add(const SettingChange& change) { waiting_.push_back(change); }
  SettingChange release(std::uint32_t ticks) {
    if (ticks == 0 || waiting_.empty()) return {};
    const SettingChange first = waiting_.front();
    waiting_.erase(waiting_.begin());
    return first;
  }

 private:
  std::vector<SettingChange> waiting_;
};

/// Keeps commands of frames without a tick for the next frame that has one: none is lost on fast displays, nor when
/// more are asked for than a frame can carry. Commands that act on pictures (CommandRow::between_ticks) never wait.
class CommandHold {
 public:
  void add(const CommandList& commands);
  /// Adds to a frame's commands what goes with it, in the order it was asked for.
  void release(std::uint32_t ticks, CommandList& commands);

 private:
  struct Waiting {
    Command command;
    std::string text;
  };
  std::vector<Waiting> waiting_;
};

}  // namespace fh::frame
