// SPDX-License-Identifier: Apache-2.0
#include "gpu/validation_log.h"

#include <string_view>

#include "core/log.h"

namespace fh::gpu {
namespace {
constexpr std::size_t kKept = 16;
}

std::vector<std::string> ValidationLog::first_messages() const {
  const std::lock_guard lock(mutex_);
  return messages_;
}

VkDebugUtilsMessengerCreateInfoEXT ValidationLog::create_info() {
  VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  info.pfnUserCallback = on_message;
  info.pUserData = this;
  return info;
}

VkBool32 ValidationLog::on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                   VkDebugUtilsMessageTypeFlagsEXT type,
                                   const VkDebugUtilsMessengerCallbackDataEXT* data, void* self) {
  auto& log = *static_cast<ValidationLog*>(self);
  const std::string_view text = data->pMessage ? data->pMessage : "";
  // The loader's own remarks (a broken layer of another vendor, say) are no fault of ours: logged, not counted.
  if ((type & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) == 0) {
    core::log_debug("vulkan: {}", text);
    return VK_FALSE;
  }
  ++log.count_;
  {
    const std::lock_guard lock(log.mutex_);
    if (log.messages_.size() < kKept) log.messages_.emplace_back(text);
  }
  if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT) {
    core::log_error("vulkan validation: {}", text);
  } else {
    core::log_warning("vulkan validation: {}", text);
  }
  return VK_FALSE;
}

}  // namespace fh::gpu
