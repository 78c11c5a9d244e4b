// SPDX-License-Identifier: Apache-2.0
#pragma once
// openxr_platform.h with the parts this module uses.
#include <time.h>
#include <vulkan/vulkan.h>

#define XR_USE_GRAPHICS_API_VULKAN
#define XR_USE_TIMESPEC
#include <openxr/openxr.h>
#include <openxr/openxr_platform.h>
