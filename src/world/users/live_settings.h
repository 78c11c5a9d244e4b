// SPDX-License-Identifier: Apache-2.0
#pragma once
// Settings that may change while a visit runs. They are part of the world's state: a change comes with the input
// (frame::SettingChange), is recorded with it, and a replay repeats it.
#include "frame/frame_input.h"
#include "world/users/locomotion.h"
#include "world/users/user.h"

namespace fh::world {

/// Sets one setting from a value in the unit of its configuration key; values beyond its range are clamped.
void apply(const frame::SettingChange& change, UserSettings& user, LocomotionSettings& locomotion);

}  // namespace fh::world
