// SPDX-License-Identifier: Apache-2.0
#pragma once
// An OpenXR API layer for tests: the real runtime, and on top of it what that one never does. It offers body trackers,
// sends events and fails on demand, and counts vibrations. The test opens the layer's library, which the loader has
// already brought into the process, and calls these by name.
#include <cstdint>

namespace fh::test {

enum class Pretend : std::int32_t {
  MaskChanged,  // XrEventDataVisibilityMaskChangedKHR
  LossPending,  // the session is about to be lost
  Visible,      // the system's menu opens: the session is VISIBLE and has no input until Focused
  Focused,      // the menu closes
  FailBegin,    // the next xrBeginFrame fails
  FailSync,     // the next xrSyncActions fails
};
/// "fh_pretend_event": `times` in a row. Events come with the next xrPollEvent.
using PretendEvent = void (*)(Pretend what, int times);

/// What was called so far.
struct PretendCounts {
  int vibrations[2] = {};  // xrApplyHapticFeedback that the runtime took: left and right hand
  double strength = 0.0;   // of the last one, 0 … 1
  double seconds = 0.0;
};
/// "fh_pretend_counts"
using PretendCountsOf = PretendCounts (*)();

/// In STAGE: metres, and x y z w of a unit quaternion.
struct PretendPose {
  float position[3];
  float rotation[4] = {0.0f, 0.0f, 0.0f, 1.0f};
};
inline constexpr int kPretendRoles = 5;  // waist, left foot, right foot, left elbow, right elbow
/// "fh_pretend_wear": puts a tracker on, or moves it; null takes it off.
using PretendWear = void (*)(int role, const PretendPose* at);

/// Worn from the start: waist and left foot.
inline constexpr PretendPose kPretendWaist{{0.05f, 1.0f, -0.1f}};
inline constexpr PretendPose kPretendLeftFoot{{-0.15f, 0.08f, 0.02f}};

}  // namespace fh::test
