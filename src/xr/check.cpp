// SPDX-License-Identifier: Apache-2.0
#include "xr/check.h"

#include <openxr/openxr_reflection.h>

namespace fh::xr {
namespace {

const char* remedy(XrResult result) {
  switch (result) {
    case XR_ERROR_INSTANCE_LOST:
    case XR_ERROR_RUNTIME_FAILURE:
    case XR_ERROR_RUNTIME_UNAVAILABLE:
      return "the OpenXR runtime has stopped; start it again";
    case XR_ERROR_SESSION_LOST:
      return "the headset was disconnected; connect it again";
    case XR_ERROR_FORM_FACTOR_UNAVAILABLE:
      return "connect the headset and switch it on";
    case XR_ERROR_GRAPHICS_DEVICE_INVALID:
      return "the headset is attached to another graphics device";
    case XR_ERROR_LIMIT_REACHED:
    case XR_ERROR_OUT_OF_MEMORY:
      return "close other VR programs";
    default:
      return "";
  }
}

}  // namespace

std::string name_of(XrResult result) {
#define FH_NAME(name, value) \
  case name:                 \
    return #name;
  switch (result) { XR_LIST_ENUM_XrResult(FH_NAME) default : break; }
  return fmt::format("result {}", static_cast<int>(result));
}

std::string name_of(XrSessionState state) {
  switch (state) { XR_LIST_ENUM_XrSessionState(FH_NAME) }
#undef FH_NAME
  return fmt::format("state {}", static_cast<int>(state));
}

core::Error failure(XrResult result, std::string_view call) {
  const std::string_view name = call.substr(0, call.find('('));
  const char* what_to_do = remedy(result);
  return {fmt::format("OpenXR: {} gave {}{}{}", name, name_of(result), *what_to_do ? ": " : "", what_to_do)};
}

bool is_loss(XrResult result) {
  return result == XR_ERROR_INSTANCE_LOST || result == XR_ERROR_SESSION_LOST || result == XR_ERROR_RUNTIME_FAILURE;
}

}  // namespace fh::xr
