// SPDX-License-Identifier: Apache-2.0
#pragma once
// What graphics devices there are and whether Firsthand can draw with them; for `firsthand doctor` and for choosing
// one.
#include <vulkan/vulkan.h>

#include <string>
#include <vector>

#include "core/result.h"

namespace fh::gpu {

struct DeviceDescription {
  std::string name;
  std::string driver;       // name and version as the driver tells them
  std::string kind;         // "discrete", "integrated", "virtual", "software", "other"
  std::string api_version;  // "1.3.230"
  std::string missing;      // what Firsthand needs and this device lacks; empty = usable
};

DeviceDescription describe(VkPhysicalDevice device);
/// All devices of the machine, best first. Fails only when Vulkan itself cannot start.
core::Result<std::vector<DeviceDescription>> list_devices();
/// The usable device drawing fastest by kind; an error listing every device and what it lacks when none is usable.
core::Result<VkPhysicalDevice> choose_device(VkInstance instance);
/// The queue family used for everything: graphics, compute and transfer in one.
std::uint32_t main_queue_family(VkPhysicalDevice device);

}  // namespace fh::gpu
