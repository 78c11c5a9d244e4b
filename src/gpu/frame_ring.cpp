// SPDX-License-Identifier: Apache-2.0
#include "gpu/frame_ring.h"

#include "gpu/check.h"

namespace fh::gpu {

core::Result<FrameRing> FrameRing::create(Device& device) {
  FrameRing ring;
  ring.device_ = &device;
  for (Slot& slot : ring.slots_) {
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = device.queue_family();
    VkCommandPool made = VK_NULL_HANDLE;
    FH_VK(vkCreateCommandPool(device.get(), &pool, nullptr, &made));
    slot.pool = CommandPool(device.get(), made);
    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.commandPool = made;
    commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands.commandBufferCount = 1;
    FH_VK(vkAllocateCommandBuffers(device.get(), &commands, &slot.commands));
  }
  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  info.pNext = &type;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  FH_VK(vkCreateSemaphore(device.get(), &info, nullptr, &semaphore));
  ring.timeline_ = Semaphore(device.get(), semaphore);
  return ring;
}

core::Result<VkCommandBuffer> FrameRing::begin() {
  const std::uint32_t next = (slot_ + 1) % kFramesInFlight;
  FH_TRY_VOID(wait_for(slots_[next].frame));
  slot_ = next;
  Slot& slot = slots_[slot_];
  FH_VK(vkResetCommandPool(device_->get(), slot.pool.get(), 0));
  VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  FH_VK(vkBeginCommandBuffer(slot.commands, &info));
  return slot.commands;
}

core::Result<std::uint64_t> FrameRing::submit(const SubmitWaits& waits) {
  Slot& slot = slots_[slot_];
  FH_VK(vkEndCommandBuffer(slot.commands));
  VkCommandBufferSubmitInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
  commands.commandBuffer = slot.commands;
  VkSemaphoreSubmitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
  wait.semaphore = waits.wait;
  wait.stageMask = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;
  std::array<VkSemaphoreSubmitInfo, 2> signals{};
  for (auto& signal : signals) signal.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO;
  signals[0].semaphore = timeline_.get();
  signals[0].value = submitted_ + 1;
  signals[0].stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  signals[1].semaphore = waits.signal;
  signals[1].stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
  VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
  info.waitSemaphoreInfoCount = waits.wait != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphoreInfos = &wait;
  info.commandBufferInfoCount = 1;
  info.pCommandBufferInfos = &commands;
  info.signalSemaphoreInfoCount = waits.signal != VK_NULL_HANDLE ? 2 : 1;
  info.pSignalSemaphoreInfos = signals.data();
  FH_VK(vkQueueSubmit2(device_->queue(), 1, &info, VK_NULL_HANDLE));
  slot.frame = ++submitted_;
  return submitted_;
}

void FrameRing::abandon() {
  vkEndCommandBuffer(slots_[slot_].commands);
}

core::Result<> FrameRing::wait_for(std::uint64_t frame) const {
  if (frame == 0) return {};
  const VkSemaphore semaphore = timeline_.get();
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &semaphore;
  info.pValues = &frame;
  // Ten seconds: a software device may be slow, but a device that never answers must not hang the program.
  FH_VK(vkWaitSemaphores(device_->get(), &info, 10'000'000'000ull));
  return {};
}

}  // namespace fh::gpu
