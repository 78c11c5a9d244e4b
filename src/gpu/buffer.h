// SPDX-License-Identifier: Apache-2.0
#pragma once
// A buffer and its memory, move-only. Buffers with host access stay mapped.
#include <vulkan/vulkan.h>

#include <cstddef>
#include <cstdint>

#include "core/result.h"
#include "gpu/memory.h"

namespace fh::gpu {

class Buffer {
 public:
  static core::Result<Buffer> create(Memory& memory, std::uint64_t bytes, VkBufferUsageFlags usage, Access access);
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  VkBuffer get() const { return buffer_; }
  std::uint64_t size() const { return size_; }
  /// Null without host access.
  std::byte* data() const { return mapped_; }
  /// Makes our writes visible to the device (no-op on coherent memory).
  void flush() const;
  /// Makes the device's writes visible to us; after waiting for it.
  void invalidate() const;
  explicit operator bool() const { return buffer_ != VK_NULL_HANDLE; }

 private:
  VmaAllocator allocator_ = VK_NULL_HANDLE;
  VmaAllocation allocation_ = VK_NULL_HANDLE;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  std::uint64_t size_ = 0;
  std::byte* mapped_ = nullptr;
};

/// A mapped array that is refilled every frame and only ever grows, so that steady frames allocate nothing.
class FrameArray {
 public:
  FrameArray(Memory& memory, VkBufferUsageFlags usage) : memory_(&memory), usage_(usage) {}

  /// Room for `bytes`; true when the buffer was replaced (descriptors that name it must be written again). The device
  /// must be done with the old contents.
  core::Result<bool> reserve(std::uint64_t bytes);
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(buffer_.data());
  }
  VkBuffer get() const { return buffer_.get(); }
  std::uint64_t size() const { return buffer_.size(); }
  void flush() const { buffer_.flush(); }

 private:
  Memory* memory_;
  VkBufferUsageFlags usage_;
  Buffer buffer_;
};

}  // namespace fh::gpu
