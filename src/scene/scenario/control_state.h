// SPDX-License-Identifier: Apache-2.0
#pragma once
// The position of a joint as a named state, as events, drives and reports tell it.
#include <string>
#include <vector>

#include "scene/place/scene.h"

namespace fh::scene {

/// Position 0 at an end of the way: Closed, Partly, Open. 0 in between (dials, levers, switches): Minimum, Between,
/// Maximum. Buttons: Released, Pressed.
enum class ControlState : std::uint8_t { Closed, Partly, Open, Minimum, Between, Maximum, Released, Pressed };
const std::vector<std::string>& control_state_words();
const char* text_of(ControlState state);

/// `position`: rad or m, whole turns counted. `before`: the state in the tick before; the ends of a state overlap, so
/// that a trembling hand does not change it again and again. The joint has a way (minimum < maximum).
ControlState state_of(const ObjectJoint& joint, double position, ControlState before);
/// The states that a joint can be in.
bool can_be(const ObjectJoint& joint, ControlState state);

}  // namespace fh::scene
