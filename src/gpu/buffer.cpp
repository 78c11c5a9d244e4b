// SPDX-License-Identifier: Apache-2.0
#include "gpu/buffer.h"

#include <vk_mem_alloc.h>

#include <algorithm>
#include <utility>

#include "gpu/check.h"

namespace fh::gpu {

core::Result<Buffer> Buffer::create(Memory& memory, std::uint64_t bytes, VkBufferUsageFlags usage, Access access) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = std::max<std::uint64_t>(bytes, 16);
  info.usage = usage;
  VmaAllocationCreateInfo wanted{};
  wanted.usage = VMA_MEMORY_USAGE_AUTO;
  if (access == Access::HostWrite) {
    wanted.flags = VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT | VMA_ALLOCATION_CREATE_MAPPED_BIT;
  } else if (access == Access::HostRead) {
    wanted.flags = VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT | VMA_ALLOCATION_CREATE_MAPPED_BIT;
  }
  Buffer made;
  made.allocator_ = memory.allocator();
  made.size_ = info.size;
  VmaAllocationInfo got{};
  FH_VK(vmaCreateBuffer(made.allocator_, &info, &wanted, &made.buffer_, &made.allocation_, &got));
  made.mapped_ = static_cast<std::byte*>(got.pMappedData);
  return made;
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(allocator_, other.allocator_);
  std::swap(allocation_, other.allocation_);
  std::swap(buffer_, other.buffer_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Buffer::~Buffer() {
  if (buffer_ != VK_NULL_HANDLE) vmaDestroyBuffer(allocator_, buffer_, allocation_);
}

void Buffer::flush() const {
  if (allocation_ != VK_NULL_HANDLE) vmaFlushAllocation(allocator_, allocation_, 0, VK_WHOLE_SIZE);
}

void Buffer::invalidate() const {
  if (allocation_ != VK_NULL_HANDLE) vmaInvalidateAllocation(allocator_, allocation_, 0, VK_WHOLE_SIZE);
}

core::Result<bool> FrameArray::reserve(std::uint64_t bytes) {
  if (buffer_ && buffer_.size() >= bytes) return false;
  // Half as much again: a slowly growing scene must not reallocate every frame.
  FH_TRY(larger, Buffer::create(*memory_, std::max<std::uint64_t>(bytes + bytes / 2, 4096), usage_, Access::HostWrite));
  buffer_ = std::move(larger);
  return true;
}

}  // namespace fh::gpu
