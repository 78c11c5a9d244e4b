// SPDX-License-Identifier: Apache-2.0
#include "xr/vulkan.h"

#include "core/log.h"
#include "xr/check.h"
#include "xr/platform.h"

namespace fh::xr {
namespace {

/// The runtime's own failures have no Vulkan code; they are logged under theirs.
VkResult as_vulkan(XrResult result, VkResult vulkan, const char* call) {
  if (XR_SUCCEEDED(result)) return vulkan;
  core::log_error("{}", failure(result, call).message);
  return VK_ERROR_INITIALIZATION_FAILED;
}

/// A runtime may add VkPhysicalDeviceTimelineSemaphoreFeatures to the chain (Monado does), which Vulkan forbids beside
/// VkPhysicalDeviceVulkan12Features. So the 1.2 structure is taken out and what we use of it is put in under its own
/// name, where a runtime finds it.
class SplitFeatures {
 public:
  explicit SplitFeatures(const VkDeviceCreateInfo& info) : info_(info) {
    for (auto* node = static_cast<const VkBaseInStructure*>(info.pNext); node; node = node->pNext) {
      switch (node->sType) {
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2:
          append(core_, *node);
          break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES:
          append(v11_, *node);
          break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES:
          timeline_.timelineSemaphore =
              reinterpret_cast<const VkPhysicalDeviceVulkan12Features*>(node)->timelineSemaphore;
          link(timeline_);
          break;
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES:
          append(v13_, *node);
          break;
        default:
          understood_ = false;
      }
    }
    if (understood_) info_.pNext = first_;
  }
  SplitFeatures(const SplitFeatures&) = delete;
  SplitFeatures& operator=(const SplitFeatures&) = delete;
  /// The same requests; unchanged where the chain holds something else.
  const VkDeviceCreateInfo& info() const { return info_; }

 private:
  template <class Features>
  void append(Features& copy, const VkBaseInStructure& node) {
    copy = reinterpret_cast<const Features&>(node);
    link(copy);
  }
  template <class Features>
  void link(Features& features) {
    features.pNext = nullptr;
    auto* node = reinterpret_cast<VkBaseOutStructure*>(&features);
    (last_ ? last_->pNext : first_) = node;
    last_ = node;
  }

  VkDeviceCreateInfo info_;
  VkPhysicalDeviceFeatures2 core_{};
  VkPhysicalDeviceVulkan11Features v11_{};
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
  VkPhysicalDeviceVulkan13Features v13_{};
  VkBaseOutStructure* first_ = nullptr;
  VkBaseOutStructure* last_ = nullptr;
  bool understood_ = true;
};

}  // namespace

VkResult create_vulkan_instance(const Instance& instance, const VkInstanceCreateInfo& info, VkInstance& out) {
  const auto create = instance.function<PFN_xrCreateVulkanInstanceKHR>("xrCreateVulkanInstanceKHR");
  if (!create) return VK_ERROR_INITIALIZATION_FAILED;
  XrVulkanInstanceCreateInfoKHR wrapped{XR_TYPE_VULKAN_INSTANCE_CREATE_INFO_KHR};
  wrapped.systemId = instance.system();
  wrapped.pfnGetInstanceProcAddr = vkGetInstanceProcAddr;
  wrapped.vulkanCreateInfo = &info;
  VkResult result = VK_SUCCESS;
  return as_vulkan(create(instance.get(), &wrapped, &out, &result), result, "xrCreateVulkanInstanceKHR");
}

VkResult choose_vulkan_device(const Instance& instance, VkInstance vulkan, VkPhysicalDevice& out) {
  const auto choose = instance.function<PFN_xrGetVulkanGraphicsDevice2KHR>("xrGetVulkanGraphicsDevice2KHR");
  if (!choose) return VK_ERROR_INITIALIZATION_FAILED;
  XrVulkanGraphicsDeviceGetInfoKHR info{XR_TYPE_VULKAN_GRAPHICS_DEVICE_GET_INFO_KHR};
  info.systemId = instance.system();
  info.vulkanInstance = vulkan;
  return as_vulkan(choose(instance.get(), &info, &out), VK_SUCCESS, "xrGetVulkanGraphicsDevice2KHR");
}

VkResult create_vulkan_device(const Instance& instance, VkPhysicalDevice physical, const VkDeviceCreateInfo& info,
                              VkDevice& out) {
  const auto create = instance.function<PFN_xrCreateVulkanDeviceKHR>("xrCreateVulkanDeviceKHR");
  if (!create) return VK_ERROR_INITIALIZATION_FAILED;
  XrVulkanDeviceCreateInfoKHR wrapped{XR_TYPE_VULKAN_DEVICE_CREATE_INFO_KHR};
  wrapped.systemId = instance.system();
  wrapped.pfnGetInstanceProcAddr = vkGetInstanceProcAddr;
  wrapped.vulkanPhysicalDevice = physical;
  const SplitFeatures split(info);
  wrapped.vulkanCreateInfo = &split.info();
  VkResult result = VK_SUCCESS;
  return as_vulkan(create(instance.get(), &wrapped, &out, &result), result, "xrCreateVulkanDeviceKHR");
}

core::Result<> check_vulkan_version(const Instance& instance) {
  const auto ask = instance.function<PFN_xrGetVulkanGraphicsRequirements2KHR>("xrGetVulkanGraphicsRequirements2KHR");
  if (!ask) return core::fail("the OpenXR runtime lacks XR_KHR_vulkan_enable2; update it or use another one");
  XrGraphicsRequirementsVulkan2KHR needs{XR_TYPE_GRAPHICS_REQUIREMENTS_VULKAN2_KHR};
  FH_XR(ask(instance.get(), instance.system(), &needs));
  // The maximum is what the runtime was tested with; newer minor versions of Vulkan are compatible.
  if (needs.minApiVersionSupported > XR_MAKE_VERSION(1, 3, 0))
    return core::fail("the OpenXR runtime wants Vulkan {}.{}; this build draws with 1.3",
                      XR_VERSION_MAJOR(needs.minApiVersionSupported), XR_VERSION_MINOR(needs.minApiVersionSupported));
  return {};
}

}  // namespace fh::xr
