#pragma once
// How many simulation ticks a frame stands for, from the times at which frames are shown. Whole ticks only; what is
// left over counts for the next frame. A driver that fell behind drops time instead of catching up for ever.
#include <cstdint>
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

/// Keeps commands of frames without a tick for the next frame that has one: none is lost on fast displays. Pictures are
/// taken between ticks too, so a snapshot never waits.
class CommandHold {
 public:
  std::uint32_t release(std::uint32_t commands, std::uint32_t ticks) {
    waiting_ |= commands;
    const std::uint32_t now = ticks > 0 ? waiting_ : waiting_ & kCommandSnapshot;
    waiting_ &= ~now;
    return now;
  }

 private:
  std::uint32_t waiting_ = 0;
};

}  // namespace fh::frame
