// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the driver and the validation layer say, counted and passed to the program's log.
#include <vulkan/vulkan.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace fh::gpu {

class ValidationLog {
 public:
  /// Warnings and errors since the start; tests require 0.
  std::uint32_t message_count() const { return count_.load(); }
  /// The first few messages, for the report of a failed test.
  std::vector<std::string> first_messages() const;

  /// For VkInstanceCreateInfo::pNext and for the messenger; `this` must outlive both.
  VkDebugUtilsMessengerCreateInfoEXT create_info();

 private:
  static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                   VkDebugUtilsMessageTypeFlagsEXT type,
                                                   const VkDebugUtilsMessengerCallbackDataEXT* data, void* self);

  std::atomic<std::uint32_t> count_{0};
  mutable std::mutex mutex_;  // messages come from any thread
  std::vector<std::string> messages_;
};

}  // namespace fh::gpu
