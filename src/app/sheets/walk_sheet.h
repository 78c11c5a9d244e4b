// SPDX-License-Identifier: Apache-2.0
#pragma once
// The walking sheet of a body: one cycle from the side and from the front, jogging, stairs, and what else the gait
// does.
#include <filesystem>

#include "core/result.h"
#include "human/skin/body.h"

namespace fh::app {

/// Writes a PNG 1600 pixels wide. Fails when there is no usable Vulkan device.
core::Result<> write_walk_sheet(const human::Body& body, const std::filesystem::path& file);

}  // namespace fh::app
