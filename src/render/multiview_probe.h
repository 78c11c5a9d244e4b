// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether the driver draws into both layers of a multiview pass. Some do not: Mesa 22.3's software device sends every
// triangle that needs clipping to the first layer, whichever eye it is for.
#include "gpu/device.h"

namespace fh::render {

/// Draws one small clipped triangle for two views and looks at the second layer; takes a few milliseconds.
core::Result<bool> multiview_works(gpu::Device& device);

}  // namespace fh::render
