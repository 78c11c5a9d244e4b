// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a pose or a speed from outside can be at most. The limits are wide: they keep nonsense out, not odd people.
#include "frame/frame_input.h"

namespace fh::frame {

inline constexpr double kFarthest = 1e4;       // m along each axis
inline constexpr double kFastest = 100.0;      // m/s; a pitcher's hand reaches 40
inline constexpr double kFastestTurn = 1e3;    // rad/s; wrists reach 50, noise of runtimes some hundreds
inline constexpr double kLargestJump = 1.0;    // m within a tick, besides kFastest: tracking that found itself again
inline constexpr double kLargestChange = 1e5;  // of a setting, in its own unit

/// Finite and within kFarthest.
bool is_plausible(const math::Vec3& position);
/// Also a rotation: of length 1 within a twentieth.
bool is_plausible(const math::Pose& pose);
bool is_plausible_velocity(const math::Vec3& linear, const math::Vec3& angular);
bool is_plausible(const SettingChange& change);
bool is_plausible(const CommandList& commands);

}  // namespace fh::frame
