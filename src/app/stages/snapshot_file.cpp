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
                                                  const std::filesystem::path& file, const frame::Inset& inset) {
  FH_TRY(target, render::OffscreenTarget::create(device, kSnapshotWidth, kSnapshotHeight));
  FH_TRY_VOID(renderer.draw(snapshot, std::span(&view, 1), target));
  FH_TRY(pixels, target.read_back());
  paste(inset, pixels);
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  FH_TRY_VOID(render::write_png(file, pixels));
  return file;
}

}  // namespace

std::string snapshot_name(core::Tick tick) {
  return fmt::format("snapshot_{:06d}.png", tick);
}

std::string save_snapshot(gpu::Device& device, render::Renderer& renderer, const frame::Snapshot& snapshot,
                          const render::View& view, const std::filesystem::path& file, TakenPictures& taken,
                          const frame::Inset& inset) {
  const auto written = write_picture(device, renderer, snapshot, view, file, inset);
  if (written) {
    taken.files.push_back(*written);
    taken.eyes[written->filename().string()] = view.eyes.eyes[0];
  }
  const std::string said = written ? fmt::format("snapshot saved as {}", written->string()) : written.error().message;
  core::log_info("{}", said);
  return said;
}

}  // namespace fh::app
