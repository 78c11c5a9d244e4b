// SPDX-License-Identifier: Apache-2.0
#pragma once
// A visit in a desktop window: mouse, keyboard and the operator's panel.
#include <memory>
#include <span>

#include "app/config/config.h"
#include "app/stages/operator_desk.h"
#include "app/stages/snapshot_file.h"
#include "app/stages/window_target.h"
#include "desktop/driver.h"
#include "desktop/window_images.h"
#include "gpu/device.h"
#include "render/renderer.h"
#include "render/skin_upload.h"
#include "session/live_numbers.h"
#include "world/world.h"

namespace fh::app {

class WindowStage {
 public:
  static core::Result<std::unique_ptr<WindowStage>> create(const world::World& world, const Config& config);
  ~WindowStage();

  desktop::Driver& driver() { return *driver_; }
  gpu::Device& device() { return *device_; }
  desktop::PanelFacts& facts() { return desk_.facts; }
  OperatorDesk& desk() { return desk_; }
  /// What an agent (by index) sees, in a corner; the panel can change it.
  void show_inset(std::size_t agent);
  /// One picture of the chosen view; for session::LoopHooks::draw.
  core::Result<> draw(world::World& world);
  const session::LiveNumbers* live = nullptr;  // shown beside the wrist; not owned
  std::filesystem::path snapshot_folder = ".";
  const TakenPictures& taken() const { return taken_; }

 private:
  explicit WindowStage(const Config& config) : desk_(config) {}
  core::Result<> open_device(const Config& config);
  std::size_t chosen_agent(const world::World& world) const;
  render::View chosen_view(const world::World& world, double aspect);

  // Destroyed from the last to the first.
  std::unique_ptr<desktop::Window> window_;
  std::unique_ptr<gpu::Instance> vulkan_;
  std::unique_ptr<gpu::Device> device_;
  std::unique_ptr<render::Renderer> renderer_;
  std::unique_ptr<desktop::WindowImages> images_;
  std::unique_ptr<desktop::Panel> panel_;
  std::unique_ptr<desktop::Driver> driver_;
  std::unique_ptr<WindowTarget> target_;
  math::Aabb bounds_;  // of the place
  OperatorDesk desk_;
  TakenPictures taken_;
  std::size_t snapshots_ = 0;  // of the world, that were taken
  render::RenderSettings drawing_;
  std::uint64_t place_ = 0;   // world::World::place_version() of the renderer's scene
  std::uint64_t skins_ = 0;   // world::World::body_version() of the renderer's skins
  frame::Snapshot snapshot_;  // reused
};

}  // namespace fh::app
