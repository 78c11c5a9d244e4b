// SPDX-License-Identifier: Apache-2.0
#pragma once
// The source of time, input and eye views: a headset, a window, a tour, or a recording. The loop in app/ knows no
// other.
#include "core/result.h"
#include "frame/eye_views.h"
#include "frame/frame_input.h"

namespace fh::frame {

enum class FrameOutcome {
  Run,   // input is filled: tick, and draw if eyes() says so
  Skip,  // nothing to do this time (session idle); call begin() again
  End,   // the visit is over, normally
};

class FrameDriver {
 public:
  virtual ~FrameDriver() = default;

  /// Waits for the next frame and captures its input once: ticks, and the users this driver drives, from the first on.
  /// An error ends the visit with a message.
  virtual core::Result<FrameOutcome> begin(FrameInputs& frame) = 0;
  /// The views of this frame, located as late as possible; count 0 when nothing should be drawn.
  virtual EyeViews eyes() = 0;
  /// The frame was drawn (or skipped).
  virtual core::Result<> end() = 0;
};

}  // namespace fh::frame
