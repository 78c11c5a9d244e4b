// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vulkan's result codes as readable errors. Every fallible call goes through FH_VK, which names the call.
#include <vulkan/vulkan.h>

#include "core/result.h"

namespace fh::gpu {

const char* name_of(VkResult result);
/// "vkAllocateMemory: out of memory on the graphics device (VK_ERROR_OUT_OF_DEVICE_MEMORY); …what to do".
core::Error error_of(VkResult result, const char* call);
/// Whether the device must be made anew (driver reset, unplugged); everything made from it is dead.
bool is_device_loss(const core::Error& error);

}  // namespace fh::gpu

/// Leaves the function with an error unless the Vulkan call gives VK_SUCCESS.
#define FH_VK(call)                                                    \
  do {                                                                 \
    if (const VkResult fh_code = (call); fh_code != VK_SUCCESS) {      \
      return tl::make_unexpected(::fh::gpu::error_of(fh_code, #call)); \
    }                                                                  \
  } while (false)
