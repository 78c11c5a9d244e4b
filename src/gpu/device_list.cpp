// SPDX-License-Identifier: Apache-2.0
#include "gpu/device_list.h"

#include <algorithm>

#include "gpu/check.h"
#include "gpu/device_features.h"
#include "gpu/instance.h"

namespace fh::gpu {
namespace {

core::Result<std::vector<VkPhysicalDevice>> physical_devices(VkInstance instance) {
  std::uint32_t count = 0;
  FH_VK(vkEnumeratePhysicalDevices(instance, &count, nullptr));
  std::vector<VkPhysicalDevice> devices(count);
  if (count > 0) FH_VK(vkEnumeratePhysicalDevices(instance, &count, devices.data()));
  const auto rank = [](VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    switch (properties.deviceType) {
      case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 0;
      case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 1;
      case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 2;
      case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 3;
      default:
        return 4;
    }
  };
  std::stable_sort(devices.begin(), devices.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
  return devices;
}

const char* kind_of(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "software";
    default:
      return "other";
  }
}

}  // namespace

DeviceDescription describe(VkPhysicalDevice device) {
  VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  properties.pNext = &driver;
  vkGetPhysicalDeviceProperties2(device, &properties);
  const std::uint32_t version = properties.properties.apiVersion;
  DeviceDescription description;
  description.name = properties.properties.deviceName;
  description.driver = fmt::format("{} {}", driver.driverName, driver.driverInfo);
  description.kind = kind_of(properties.properties.deviceType);
  description.api_version = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                                        VK_API_VERSION_PATCH(version));
  description.missing = version < VK_API_VERSION_1_3 ? "Vulkan 1.3" : missing_features(device);
  if (description.missing.empty() && main_queue_family(device) == VK_QUEUE_FAMILY_IGNORED) {
    description.missing = "a queue for graphics and compute";
  }
  return description;
}

core::Result<std::vector<DeviceDescription>> list_devices() {
  FH_TRY(instance, Instance::create({}));
  FH_TRY(devices, physical_devices(instance->get()));
  std::vector<DeviceDescription> list;
  for (VkPhysicalDevice device : devices) list.push_back(describe(device));
  return list;
}

core::Result<VkPhysicalDevice> choose_device(VkInstance instance) {
  FH_TRY(devices, physical_devices(instance));
  std::string refused;
  for (VkPhysicalDevice device : devices) {
    const DeviceDescription description = describe(device);
    if (description.missing.empty()) return device;
    refused += fmt::format("\n  {} lacks {}", description.name, description.missing);
  }
  if (devices.empty()) return core::fail("no Vulkan device found; install a graphics driver (or mesa-vulkan-drivers)");
  return core::fail("no Vulkan device can draw Firsthand's pictures:{}\nupdate the graphics driver", refused);
}

std::uint32_t main_queue_family(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((families[i].queueFlags & kNeeded) == kNeeded) return i;
  }
  return VK_QUEUE_FAMILY_IGNORED;
}

}  // namespace fh::gpu
