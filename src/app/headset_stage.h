#pragma once
// A visit in the headset: runtime, graphics device, renderer and driver, in the order in which they need each other.
#include <functional>
#include <memory>
#include <span>

#include "app/config.h"
#include "app/mirror.h"
#include "frame/snapshot.h"
#include "gpu/device.h"
#include "render/renderer.h"
#include "render/skin.h"
#include "scene/scene.h"
#include "world/world.h"
#include "xr/driver.h"

namespace fh::app {

/// The headset's images as the renderer wants them.
class HeadsetTarget final : public render::Target {
 public:
  explicit HeadsetTarget(xr::Driver& driver) : driver_(driver) {}
  core::Result<std::optional<render::TargetImage>> begin() override;
  core::Result<> end() override;
  /// Called with the drawn image just before the runtime gets it back: read-back, mirror.
  std::function<void(const xr::EyeImage&)> before_release;

 private:
  xr::Driver& driver_;
  xr::EyeImage image_;
};

class HeadsetStage {
 public:
  static core::Result<std::unique_ptr<HeadsetStage>> create(const scene::Scene& scene,
                                                            std::span<const render::Skin> skins, const Config& config,
                                                            const xr::DriverOptions& driver_options = {},
                                                            std::unique_ptr<Mirror> mirror = nullptr);
  ~HeadsetStage();

  xr::Driver& driver() { return *driver_; }
  gpu::Device& device() { return *device_; }
  render::Renderer& renderer() { return *renderer_; }
  HeadsetTarget& target() { return *target_; }
  /// One picture for both eyes, from where the late views are; for session::VisitEnds::draw.
  core::Result<> draw(world::World& world);
  /// The snapshot and eyes drawn last.
  const frame::Snapshot& snapshot() const { return snapshot_; }
  const frame::EyeViews& eyes() const { return eyes_; }

 private:
  HeadsetStage() = default;

  // Destroyed from the last to the first.
  std::unique_ptr<gpu::Instance> vulkan_;
  std::unique_ptr<gpu::Device> device_;
  std::unique_ptr<Mirror> mirror_;  // optional
  std::unique_ptr<render::Renderer> renderer_;
  std::unique_ptr<xr::Driver> driver_;
  std::unique_ptr<HeadsetTarget> target_;
  world::UserSettings user_settings_;
  frame::Snapshot snapshot_;  // reused
  frame::EyeViews eyes_;
};

}  // namespace fh::app
