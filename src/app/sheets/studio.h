// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pictures of one body in many postures on a plain floor, drawn by the ordinary renderer: body sheets, walking sheets.
#include <memory>
#include <span>

#include "core/result.h"
#include "frame/snapshot.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "human/skin/body.h"
#include "render/renderer.h"
#include "render/targets/offscreen_target.h"

namespace fh::app {

struct StudioFigure {
  human::Posture posture;
  math::Pose studio_from_figure;  // where the posture's world stands in the studio
};
/// A plain block to stand on or duck under; studio space, metres.
struct StudioBox {
  math::Vec3 centre{0.0}, size{1.0};
};

struct StudioRow {
  std::vector<StudioFigure> figures;
  std::vector<StudioBox> boxes;
  frame::Overlay overlay;
  double tall = 2.25;   // m of the picture's height
  double middle = 1.0;  // m: height of its centre
  std::uint32_t width = 1500, height = 640;
};

class Studio {
 public:
  /// Fails when there is no usable Vulkan device. `body` must outlive the studio.
  static core::Result<std::unique_ptr<Studio>> open(const human::Body& body);
  /// The same in a place instead of on a plain floor.
  static core::Result<std::unique_ptr<Studio>> open_in(const scene::Scene& place, const human::Body& body);
  /// The camera stands far away on +Z: little perspective, lengths hold across the row.
  core::Result<render::Picture> draw(const StudioRow& row);
  core::Result<render::Picture> draw(const frame::Snapshot& snapshot, const frame::EyeViews& views, std::uint32_t width,
                                     std::uint32_t height);

 private:
  explicit Studio(const human::Body& body) : body_(body) {}
  frame::Snapshot snapshot(const StudioRow& row) const;

  const human::Body& body_;
  std::unique_ptr<gpu::Instance> instance_;
  std::unique_ptr<gpu::Device> device_;
  std::unique_ptr<render::Renderer> renderer_;
};

/// Adds a figure to what is drawn.
void add_figure(frame::Snapshot& snapshot, const human::Body& body, const StudioFigure& figure);

/// Puts pictures of one width under each other.
render::Picture stacked(std::span<const render::Picture> rows);

}  // namespace fh::app
