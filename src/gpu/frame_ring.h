// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two frames in flight: while the device draws one, the next is recorded. One timeline semaphore counts frames.
#include <vulkan/vulkan.h>

#include <array>
#include <cstdint>

#include "core/result.h"
#include "gpu/device.h"
#include "gpu/handle.h"

namespace fh::gpu {

inline constexpr std::uint32_t kFramesInFlight = 2;

struct SubmitWaits {
  VkSemaphore wait = VK_NULL_HANDLE;    // binary: the target image is ours
  VkSemaphore signal = VK_NULL_HANDLE;  // binary: the picture is done
};

class FrameRing {
 public:
  static core::Result<FrameRing> create(Device& device);

  /// Waits until the slot's earlier frame is done, then starts recording.
  core::Result<VkCommandBuffer> begin();
  /// Which of the kFramesInFlight slots begin() chose.
  std::uint32_t slot() const { return slot_; }
  /// Ends recording and submits; returns the frame's number for wait_for().
  core::Result<std::uint64_t> submit(const SubmitWaits& waits = {});
  /// Throws away what was recorded since begin().
  void abandon();
  /// Returns when the device has finished the frame of that number.
  core::Result<> wait_for(std::uint64_t frame) const;
  core::Result<> wait_for_all() const { return wait_for(submitted_); }
  std::uint64_t submitted() const { return submitted_; }

 private:
  struct Slot {
    CommandPool pool;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    std::uint64_t frame = 0;  // last submitted with this slot
  };
  Device* device_ = nullptr;
  std::array<Slot, kFramesInFlight> slots_;
  Semaphore timeline_;
  std::uint64_t submitted_ = 0;
  std::uint32_t slot_ = kFramesInFlight - 1;
};

}  // namespace fh::gpu
