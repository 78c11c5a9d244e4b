// SPDX-License-Identifier: Apache-2.0
#include "gpu/check.h"

#include <string_view>

namespace fh::gpu {
namespace {

constexpr std::string_view kLost = "the graphics device was lost";

const char* meaning_of(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "out of main memory; close other programs or choose a smaller picture";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "out of graphics memory; close other programs or choose a smaller picture";
    case VK_ERROR_DEVICE_LOST:
      return "the graphics device was lost (driver reset or unplugged); start again";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "no driver for this Vulkan version; install or update the graphics driver";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "a Vulkan layer is not installed";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "the driver lacks a needed extension; update the graphics driver";
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return "the device lacks a needed feature; choose another device";
    case VK_ERROR_SURFACE_LOST_KHR:
      return "the window's surface was lost";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "the driver could not start; see firsthand doctor";
    default:
      return "the driver refused";
  }
}

}  // namespace

const char* name_of(VkResult result) {
#define FH_CASE(code) \
  case code:          \
    return #code
  switch (result) {
    FH_CASE(VK_SUCCESS);
    FH_CASE(VK_NOT_READY);
    FH_CASE(VK_TIMEOUT);
    FH_CASE(VK_INCOMPLETE);
    FH_CASE(VK_SUBOPTIMAL_KHR);
    FH_CASE(VK_ERROR_OUT_OF_DATE_KHR);
    FH_CASE(VK_ERROR_SURFACE_LOST_KHR);
    FH_CASE(VK_ERROR_OUT_OF_HOST_MEMORY);
    FH_CASE(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    FH_CASE(VK_ERROR_INITIALIZATION_FAILED);
    FH_CASE(VK_ERROR_DEVICE_LOST);
    FH_CASE(VK_ERROR_MEMORY_MAP_FAILED);
    FH_CASE(VK_ERROR_LAYER_NOT_PRESENT);
    FH_CASE(VK_ERROR_EXTENSION_NOT_PRESENT);
    FH_CASE(VK_ERROR_FEATURE_NOT_PRESENT);
    FH_CASE(VK_ERROR_INCOMPATIBLE_DRIVER);
    FH_CASE(VK_ERROR_TOO_MANY_OBJECTS);
    FH_CASE(VK_ERROR_FORMAT_NOT_SUPPORTED);
    FH_CASE(VK_ERROR_FRAGMENTED_POOL);
    FH_CASE(VK_ERROR_OUT_OF_POOL_MEMORY);
    default:
      return "VkResult";
  }
#undef FH_CASE
}

core::Error error_of(VkResult result, const char* call) {
  std::string_view name(call);
  name = name.substr(0, name.find('('));
  return {fmt::format("{}: {} ({} {})", name, meaning_of(result), name_of(result), static_cast<int>(result))};
}

bool is_device_loss(const core::Error& error) {
  return error.message.find(kLost) != std::string::npos;
}

}  // namespace fh::gpu
