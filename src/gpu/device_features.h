// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Vulkan features Firsthand relies on: one list for asking, checking and enabling.
#include <vulkan/vulkan.h>

#include <string>

namespace fh::gpu {

/// A chain of feature structures; not movable because the links point inside.
struct DeviceFeatures {
  DeviceFeatures();
  DeviceFeatures(const DeviceFeatures&) = delete;
  DeviceFeatures& operator=(const DeviceFeatures&) = delete;

  VkPhysicalDeviceFeatures2 core{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceVulkan11Features v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceVulkan13Features v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
};

/// What the device lacks, comma separated; empty when it has everything.
std::string missing_features(VkPhysicalDevice device);
/// Switches on what we rely on, and what we like to have where the device offers it.
void enable_features(VkPhysicalDevice device, DeviceFeatures& enabled);

}  // namespace fh::gpu
