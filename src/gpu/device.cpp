// SPDX-License-Identifier: Apache-2.0
#include "gpu/device.h"

#include "core/log.h"
#include "gpu/check.h"
#include "gpu/device_features.h"
#include "gpu/device_list.h"

namespace fh::gpu {

core::Result<std::unique_ptr<Device>> Device::create(Instance& instance, const DeviceOptions& options) {
  std::unique_ptr<Device> device(new Device(instance));
  FH_TRY_VOID(device->open(options));
  return device;
}

core::Result<> Device::open(const DeviceOptions& options) {
  const CreationHooks& hooks = instance_.hooks();
  if (hooks.choose_device) {
    FH_VK(hooks.choose_device(instance_.get(), physical_));
    const DeviceDescription description = describe(physical_);
    if (!description.missing.empty()) {
      return core::fail("the headset is driven by {}, which lacks {}; update the graphics driver", description.name,
                        description.missing);
    }
  } else {
    FH_TRY(chosen, choose_device(instance_.get()));
    physical_ = chosen;
  }
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(physical_, &properties);
  limits_ = properties.limits;
  queue_family_ = main_queue_family(physical_);

  DeviceFeatures features;
  enable_features(physical_, features);
  // A software device pays for every tap of an anisotropic sample; trilinear has to do there.
  anisotropy_ =
      features.core.features.samplerAnisotropy == VK_TRUE && properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = queue_family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  std::vector<const char*> extensions;
  for (const auto& name : options.extensions) extensions.push_back(name.c_str());
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = &features.core;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  if (hooks.create_device) {
    FH_VK(hooks.create_device(physical_, info, device_));
  } else {
    FH_VK(vkCreateDevice(physical_, &info, nullptr, &device_));
  }
  vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
  FH_TRY_VOID(memory_.open(instance_.get(), physical_, device_));
  FH_TRY_VOID(cache_.open(device_, physical_, options.pipeline_cache_file));
  core::log_info("drawing with {}", properties.deviceName);
  return {};
}

core::Result<> Device::wait_idle() const {
  FH_VK(vkDeviceWaitIdle(device_));
  return {};
}

Device::~Device() {
  if (device_ == VK_NULL_HANDLE) return;
  vkDeviceWaitIdle(device_);
  cache_.close();
  memory_.close();
  vkDestroyDevice(device_, nullptr);
}

}  // namespace fh::gpu
