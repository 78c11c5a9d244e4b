// SPDX-License-Identifier: Apache-2.0
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#define VMA_IMPLEMENTATION
#include <vk_mem_alloc.h>
#pragma GCC diagnostic pop

#include "core/log.h"
#include "gpu/check.h"
#include "gpu/memory.h"

namespace fh::gpu {

core::Result<> Memory::open(VkInstance instance, VkPhysicalDevice physical, VkDevice device) {
  device_ = device;
  VmaAllocatorCreateInfo info{};
  info.instance = instance;
  info.physicalDevice = physical;
  info.device = device;
  info.vulkanApiVersion = VK_API_VERSION_1_3;
  FH_VK(vmaCreateAllocator(&info, &allocator_));
  return {};
}

void Memory::close() {
  if (allocator_ == VK_NULL_HANDLE) return;
  if (const std::uint32_t left = allocation_count(); left > 0) {
    core::log_error("{} graphics allocations were never freed", left);
  }
  vmaDestroyAllocator(allocator_);
  allocator_ = VK_NULL_HANDLE;
}

std::uint32_t Memory::allocation_count() const {
  VmaTotalStatistics statistics;
  vmaCalculateStatistics(allocator_, &statistics);
  return statistics.total.statistics.allocationCount;
}

std::uint64_t Memory::allocated_bytes() const {
  VmaTotalStatistics statistics;
  vmaCalculateStatistics(allocator_, &statistics);
  return statistics.total.statistics.allocationBytes;
}

}  // namespace fh::gpu
