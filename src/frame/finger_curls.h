// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the fingers of a hand that holds a controller are bent, guessed from what the controller senses.
#include <array>

#include "frame/frame_input.h"

namespace fh::frame {

/// Thumb … little finger, 0 straight … 1 as in a fist, from trigger, squeeze, buttons and touches: a thumb that touches
/// nothing is up, an index finger off the trigger is straight, the squeeze closes the other three. `senses_trigger`:
/// the controller knows whether the trigger is touched; one that does not cannot tell pointing from resting, and the
/// finger rests.
std::array<double, 5> curls_of_controller(const HandInput& hand, bool senses_trigger);

}  // namespace fh::frame
