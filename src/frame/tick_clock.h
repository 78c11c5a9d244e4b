#pragma once
// How many simulation ticks a frame stands for, from the times at which frames are shown. Whole ticks only; what is
// left over counts for the next frame. A driver that fell behind drops time instead of catching up for ever.
#include <cstdint>

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

}  // namespace fh::frame
