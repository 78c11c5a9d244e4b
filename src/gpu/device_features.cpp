// SPDX-License-Identifier: Apache-2.0
#include "gpu/device_features.h"

#include <array>

namespace fh::gpu {
namespace {

struct Needed {
  const char* name;
  VkBool32& (*of)(DeviceFeatures&);
};

const std::array kNeeded{
    Needed{"multiDrawIndirect", [](DeviceFeatures& f) -> VkBool32& { return f.core.features.multiDrawIndirect; }},
    Needed{"drawIndirectFirstInstance",
           [](DeviceFeatures& f) -> VkBool32& { return f.core.features.drawIndirectFirstInstance; }},
    Needed{"shaderClipDistance", [](DeviceFeatures& f) -> VkBool32& { return f.core.features.shaderClipDistance; }},
    Needed{"multiview", [](DeviceFeatures& f) -> VkBool32& { return f.v11.multiview; }},
    Needed{"timelineSemaphore", [](DeviceFeatures& f) -> VkBool32& { return f.v12.timelineSemaphore; }},
    Needed{"dynamicRendering", [](DeviceFeatures& f) -> VkBool32& { return f.v13.dynamicRendering; }},
    Needed{"synchronization2", [](DeviceFeatures& f) -> VkBool32& { return f.v13.synchronization2; }},
    Needed{"maintenance4", [](DeviceFeatures& f) -> VkBool32& { return f.v13.maintenance4; }},
};

}  // namespace

DeviceFeatures::DeviceFeatures() {
  core.pNext = &v11;
  v11.pNext = &v12;
  v12.pNext = &v13;
}

std::string missing_features(VkPhysicalDevice device) {
  DeviceFeatures offered;
  vkGetPhysicalDeviceFeatures2(device, &offered.core);
  std::string missing;
  for (const Needed& needed : kNeeded) {
    if (needed.of(offered)) continue;
    missing += (missing.empty() ? "" : ", ");
    missing += needed.name;
  }
  return missing;
}

void enable_features(VkPhysicalDevice device, DeviceFeatures& enabled) {
  DeviceFeatures offered;
  vkGetPhysicalDeviceFeatures2(device, &offered.core);
  for (const Needed& needed : kNeeded) needed.of(enabled) = VK_TRUE;
  enabled.core.features.samplerAnisotropy = offered.core.features.samplerAnisotropy;
}

}  // namespace fh::gpu
