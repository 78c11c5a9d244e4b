// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the headset's lenses never show, as its runtime tells (XR_KHR_visibility_mask).
#include <openxr/openxr.h>

#include "frame/hidden_area.h"
#include "xr/instance.h"

namespace fh::xr {

/// Asks for both eyes. Empty where the runtime lacks the extension or hides nothing; which of these is logged.
frame::HiddenArea read_hidden_area(const Instance& instance, XrSession session);

}  // namespace fh::xr
