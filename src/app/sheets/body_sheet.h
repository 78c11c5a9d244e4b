// SPDX-License-Identifier: Apache-2.0
#pragma once
// The picture sheet of a body: front, side, T-pose, reach and crouch, drawn by the ordinary renderer.
#include <filesystem>

#include "core/result.h"
#include "human/skin/body.h"

namespace fh::app {

/// Writes a PNG of 1500 × 640 pixels. Fails when there is no usable Vulkan device.
core::Result<> write_body_sheet(const human::Body& body, const std::filesystem::path& file);

/// Faces, a hand and strongly bent joints from close by: a PNG of 1500 × 750 pixels.
core::Result<> write_body_close_ups(const human::Body& body, const std::filesystem::path& file);

}  // namespace fh::app
