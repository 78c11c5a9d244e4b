// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vulkan made by the runtime (XR_KHR_vulkan_enable2): it adds the extensions it needs and knows which device the
// headset is attached to. The functions fit gpu::CreationHooks.
#include <vulkan/vulkan.h>

#include "core/result.h"
#include "xr/instance.h"

namespace fh::xr {

VkResult create_vulkan_instance(const Instance& instance, const VkInstanceCreateInfo& info, VkInstance& out);
VkResult choose_vulkan_device(const Instance& instance, VkInstance vulkan, VkPhysicalDevice& out);
VkResult create_vulkan_device(const Instance& instance, VkPhysicalDevice physical, const VkDeviceCreateInfo& info,
                              VkDevice& out);
/// Fails when the runtime cannot use Vulkan 1.3. OpenXR wants this asked before a session is made.
core::Result<> check_vulkan_version(const Instance& instance);

/// What a session draws with; the caller owns all of it and keeps it longer than the session.
struct VulkanHandles {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;  // queue 0 of it
};

}  // namespace fh::xr
