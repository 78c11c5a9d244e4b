// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much a device may be asked to draw.
#include "app/config/config.h"
#include "gpu/device.h"
#include "render/settings.h"

namespace fh::app {

/// Software devices draw with the processor: everything counts there.
bool is_software(const gpu::Device& device);
render::RenderSettings render_settings(const gpu::Device& device, const Config& config);

}  // namespace fh::app
