// SPDX-License-Identifier: Apache-2.0
#include "app/stages/snapshot_file.h"

#include "app/stages/inset_picture.h"
#include "core/log.h"
#include "gpu/check.h"
#include "render/targets/offscreen_target.h"
#include "render/targets/png.h"

namespace fh::app {
namespace {

core::Result<std::filesystem::path> write_picture(gpu::Device& device, render::Renderer& renderer,
                                                  const frame::Snapshot& snapshot, const render::View& view,
                                                  const frame::Inset& inset) {
  FH_TRY(target, render::OffscreenTarget::create(device, kSnapshotWidth, kSnapshotHeight));
  FH_TRY_VOID(renderer.draw(snapshot, std::span(&view, 1), target));
  FH_TRY(pixels, target.read_back());
  paste(inset, pixels);
  const std::filesystem::path file = fmt::format("snapshot-{}.png", snapshot.tick);
  FH_TRY_VOID(render::write_png(file, pixels));
  return file;
}

}  // namespace

std::string save_snapshot(gpu::Device& device, render::Renderer& renderer, const frame::Snapshot& snapshot,
                          const render::View& view, const frame::Inset& inset) {
  const auto file = write_picture(device, renderer, snapshot, view, inset);
  const std::string said = file ? fmt::format("snapshot saved as {}", file->string()) : file.error().message;
  core::log_info("{}", said);
  return said;
}

}  // namespace fh::app
