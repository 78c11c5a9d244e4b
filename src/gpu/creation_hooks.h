// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which code calls vkCreateInstance and vkCreateDevice. By default we do; an OpenXR runtime with XR_KHR_vulkan_enable2
// wants to do it itself (xrCreateVulkanInstanceKHR, xrGetVulkanGraphicsDevice2KHR, xrCreateVulkanDeviceKHR), adding
// what it needs.
#include <vulkan/vulkan.h>

#include <functional>

namespace fh::gpu {

struct CreationHooks {
  std::function<VkResult(const VkInstanceCreateInfo&, VkInstance&)> create_instance;
  std::function<VkResult(VkInstance, VkPhysicalDevice&)> choose_device;
  std::function<VkResult(VkPhysicalDevice, const VkDeviceCreateInfo&, VkDevice&)> create_device;
};

}  // namespace fh::gpu
