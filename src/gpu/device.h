// SPDX-License-Identifier: Apache-2.0
#pragma once
// The graphics device: one queue for everything, the memory allocator, the pipeline cache. Used from one thread.
#include <vulkan/vulkan.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "gpu/instance.h"
#include "gpu/memory.h"
#include "gpu/pipeline_cache.h"

namespace fh::gpu {

struct DeviceOptions {
  std::vector<std::string> extensions;        // e.g. VK_KHR_swapchain for a window
  std::filesystem::path pipeline_cache_file;  // empty: nothing is kept between runs
};

class Device {
 public:
  /// The instance must outlive the device, and the device everything made from it.
  static core::Result<std::unique_ptr<Device>> create(Instance& instance, const DeviceOptions& options = {});
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  VkDevice get() const { return device_; }
  VkPhysicalDevice physical() const { return physical_; }
  Instance& instance() const { return instance_; }
  VkQueue queue() const { return queue_; }
  std::uint32_t queue_family() const { return queue_family_; }
  Memory& memory() { return memory_; }
  VkPipelineCache pipeline_cache() const { return cache_.get(); }
  const VkPhysicalDeviceLimits& limits() const { return limits_; }
  bool has_anisotropy() const { return anisotropy_; }
  /// Waits until the device has nothing to do; before destroying what it may still use.
  core::Result<> wait_idle() const;

 private:
  explicit Device(Instance& instance) : instance_(instance) {}
  core::Result<> open(const DeviceOptions& options);

  Instance& instance_;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint32_t queue_family_ = 0;
  VkPhysicalDeviceLimits limits_{};
  bool anisotropy_ = false;
  Memory memory_;
  PipelineCache cache_;
};

}  // namespace fh::gpu
