// SPDX-License-Identifier: Apache-2.0
#include "app/stages/render_settings.h"

#include "gpu/device_list.h"

namespace fh::app {

bool is_software(const gpu::Device& device) {
  return gpu::describe(device.physical()).kind == "software";
}

render::RenderSettings render_settings(const gpu::Device& device, const Config& config) {
  render::RenderSettings settings;
  settings.shadows = config.boolean("gpu.shadows");
  if (is_software(device)) {
    settings.shadow_size = 1024;
    settings.occlusion = false;
  }
  return settings;
}

}  // namespace fh::app
