// SPDX-License-Identifier: Apache-2.0
#pragma once
// The picture a visitor asks for (snapshot button): drawn off-screen at full size, written into the visit's folder.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "frame/eye_views.h"
#include "frame/inset.h"
#include "gpu/device.h"
#include "render/renderer.h"

namespace fh::app {

/// Pictures of a visit, and the eye that saw each of its snapshots, by the name of the file.
struct TakenPictures {
  std::vector<std::filesystem::path> files;
  std::map<std::string, frame::EyeView> eyes;
};

/// "snapshot_000123.png"
std::string snapshot_name(core::Tick tick);

/// Writes the picture of a one-eyed view, with the inset unless it is empty, into a folder that is made when needed;
/// one sentence about what happened.
std::string save_snapshot(gpu::Device& device, render::Renderer& renderer, const frame::Snapshot& snapshot,
                          const render::View& view, const std::filesystem::path& file, TakenPictures& taken,
                          const frame::Inset& inset = {});

inline constexpr std::uint32_t kSnapshotWidth = 1280, kSnapshotHeight = 720;  // pixels

}  // namespace fh::app
