// SPDX-License-Identifier: Apache-2.0
#pragma once
// The picture a visitor asks for (snapshot button): drawn off-screen at full size and written beside the program.
#include <string>

#include "frame/inset.h"
#include "gpu/device.h"
#include "render/renderer.h"

namespace fh::app {

/// Writes snapshot-TICK.png of a one-eyed view, with the inset unless it is empty; one sentence about what happened.
std::string save_snapshot(gpu::Device& device, render::Renderer& renderer, const frame::Snapshot& snapshot,
                          const render::View& view, const frame::Inset& inset = {});

inline constexpr std::uint32_t kSnapshotWidth = 1280, kSnapshotHeight = 720;  // pixels

}  // namespace fh::app
