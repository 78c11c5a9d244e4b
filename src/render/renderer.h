// SPDX-License-Identifier: Apache-2.0
#pragma once
// Draws a Snapshot. Gets the place and the skins once, then per frame the snapshot, the views and where to draw.
// Used from one thread; two frames may be in flight.
#include <memory>
#include <span>
#include <vector>

#include "core/result.h"
#include "frame/hidden_area.h"
#include "frame/snapshot.h"
#include "gpu/device.h"
#include "render/id_image.h"
#include "render/settings.h"
#include "render/skin_upload.h"
#include "render/targets/target.h"
#include "render/view/view.h"
#include "scene/place/scene.h"

namespace fh::render {

/// What the last draw() did.
struct FrameStats {
  double plan_us = 0.0;    // culling, sorting, overlay, on the CPU
  double record_us = 0.0;  // command recording
  double submit_us = 0.0;
  std::size_t instances = 0;    // in the snapshot
  std::size_t drawn = 0;        // instances left after culling, all views and what their mirrors show
  std::size_t reflections = 0;  // pictures drawn for mirrors, all views
  std::uint64_t frame = 0;      // for wait_for()
};

class Renderer {
 public:
  /// The device must outlive the renderer; scene and skins are copied to it and need not be kept.
  static core::Result<std::unique_ptr<Renderer>> create(gpu::Device& device, const scene::Scene& scene,
                                                        std::span<const SkinMesh> skins,
                                                        const RenderSettings& settings = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// One camera (or both eyes) over the whole target.
  core::Result<> draw(const frame::Snapshot& snapshot, const frame::EyeViews& eyes, Target& target);
  /// Several views into parts of one target, later ones over earlier ones. Every view has as many eyes as the target
  /// has layers. Does nothing when the target has nothing to draw on.
  core::Result<> draw(const frame::Snapshot& snapshot, std::span<const View> views, Target& target);

  /// Other skins under the same numbers: somebody has got another body. Waits for the device.
  core::Result<> set_skins(std::span<const SkinMesh> skins);
  /// What views `through_lenses` leave out from now on. Waits for the device; for start-up and rare changes.
  core::Result<> set_hidden_area(const frame::HiddenArea& area);

  /// What stands where in a picture of `width` × `height` pixels: ids and distances. Waits for the device.
  core::Result<IdImage> draw_ids(const frame::Snapshot& snapshot, const frame::EyeView& eye, std::uint32_t width,
                                 std::uint32_t height, double near_plane = 0.05);

  /// Waits until the pictures submitted so far are finished.
  core::Result<> wait();
  const FrameStats& stats() const;
  /// Whether both eyes are drawn in one multiview pass.
  bool draws_eyes_together() const;

 private:
  struct Parts;
  explicit Renderer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace fh::render
