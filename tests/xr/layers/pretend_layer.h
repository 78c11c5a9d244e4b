// SPDX-License-Identifier: Apache-2.0
#pragma once
// An OpenXR API layer for tests: the real runtime, and on top of it what that one never does. It offers body trackers
// (waist and left foot are worn), sends events and fails on demand, and watches the order of frames and vibrations. The
// test opens the layer's library, which the loader has already brought into the process, and calls these by name.
#include <cstdint>

namespace fh::test {

enum class Pretend : std::int32_t {
  MaskChanged,  // XrEventDataVisibilityMaskChangedKHR
  LossPending,  // the session is about to be lost
  FailBegin,    // the next xrBeginFrame fails
};
/// "fh_pretend_event": the next xrPollEvent gives it.
using PretendEvent = void (*)(Pretend what);

/// What was called so far.
struct PretendCounts {
  int vibrations = 0;     // xrApplyHapticFeedback
  int failed_begins = 0;  // by Pretend::FailBegin
  int out_of_order = 0;   // xrBeginFrame without xrWaitFrame before, xrEndFrame without xrBeginFrame
};
/// "fh_pretend_counts"
using PretendCountsOf = PretendCounts (*)();
/// "fh_pretend_shift": moves the waist tracker to the right, m.
using PretendShift = void (*)(float right);

/// Where the pretended trackers are, in STAGE, metres.
inline constexpr float kPretendWaist[3] = {0.05f, 1.0f, -0.1f};
inline constexpr float kPretendLeftFoot[3] = {-0.15f, 0.08f, 0.02f};

}  // namespace fh::test
