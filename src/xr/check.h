// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenXR results as errors of ours: what was called, what the runtime said, what to do.
#include <openxr/openxr.h>

#include <string>

#include "core/result.h"

namespace fh::xr {

/// "XR_ERROR_INSTANCE_LOST"; the number for codes this build does not know.
std::string name_of(XrResult result);
std::string name_of(XrSessionState state);
/// The sentence for a failed call.
core::Error failure(XrResult result, std::string_view call);
/// True for results that mean the runtime or the session is gone and nothing more can be asked of it.
bool is_loss(XrResult result);

}  // namespace fh::xr

#define FH_XR(call)                                                    \
  do {                                                                 \
    if (const XrResult fh_result = (call); XR_FAILED(fh_result))       \
      return tl::make_unexpected(::fh::xr::failure(fh_result, #call)); \
  } while (false)
