// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where buffers and images get their memory (Vulkan Memory Allocator, whose header stays in memory.cpp's company).
#include <vulkan/vulkan.h>

#include <cstdint>

#include "core/result.h"

VK_DEFINE_HANDLE(VmaAllocator)
VK_DEFINE_HANDLE(VmaAllocation)

namespace fh::gpu {

/// Which side accesses the memory, and how.
enum class Access {
  Device,     // only the device
  HostWrite,  // written by us in order, read by the device; mapped
  HostRead,   // written by the device, read by us; mapped and cached
};

class Memory {
 public:
  core::Result<> open(VkInstance instance, VkPhysicalDevice physical, VkDevice device);
  void close();

  VmaAllocator allocator() const { return allocator_; }
  VkDevice device() const { return device_; }
  /// Live allocations; 0 once everything made from the device is gone.
  std::uint32_t allocation_count() const;
  /// That they take on the device.
  std::uint64_t allocated_bytes() const;

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  VmaAllocator allocator_ = VK_NULL_HANDLE;
};

}  // namespace fh::gpu
