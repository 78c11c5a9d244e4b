// SPDX-License-Identifier: Apache-2.0
#pragma once
// One owned Vulkan object, move-only; destroyed with the device it came from. The device must outlive it.
#include <vulkan/vulkan.h>

#include <utility>

namespace fh::gpu {

template <class T, void (*Destroy)(VkDevice, T, const VkAllocationCallbacks*)>
class Handle {
 public:
  Handle() = default;
  Handle(VkDevice device, T value) : device_(device), value_(value) {}
  Handle(Handle&& other) noexcept : device_(other.device_), value_(std::exchange(other.value_, VK_NULL_HANDLE)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      device_ = other.device_;
      value_ = std::exchange(other.value_, VK_NULL_HANDLE);
    }
    return *this;
  }
  ~Handle() { reset(); }

  void reset() {
    if (value_ != VK_NULL_HANDLE) Destroy(device_, std::exchange(value_, VK_NULL_HANDLE), nullptr);
  }
  T get() const { return value_; }
  explicit operator bool() const { return value_ != VK_NULL_HANDLE; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  T value_ = VK_NULL_HANDLE;
};

using ImageView = Handle<VkImageView, vkDestroyImageView>;
using Sampler = Handle<VkSampler, vkDestroySampler>;
using ShaderModule = Handle<VkShaderModule, vkDestroyShaderModule>;
using Pipeline = Handle<VkPipeline, vkDestroyPipeline>;
using PipelineLayout = Handle<VkPipelineLayout, vkDestroyPipelineLayout>;
using DescriptorSetLayout = Handle<VkDescriptorSetLayout, vkDestroyDescriptorSetLayout>;
using DescriptorPool = Handle<VkDescriptorPool, vkDestroyDescriptorPool>;
using CommandPool = Handle<VkCommandPool, vkDestroyCommandPool>;
using Semaphore = Handle<VkSemaphore, vkDestroySemaphore>;
using QueryPool = Handle<VkQueryPool, vkDestroyQueryPool>;

}  // namespace fh::gpu
