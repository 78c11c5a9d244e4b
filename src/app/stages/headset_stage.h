// SPDX-License-Identifier: Apache-2.0
#pragma once
// A visit in the headset: runtime, graphics device, renderer and driver, in the order in which they need each other. A
// loading sign stands in the headset from the first moment on. When the runtime or the headset is lost, everything is
// made anew for some seconds; the world and its recording know nothing of it.
#include <array>
#include <functional>
#include <memory>
#include <span>

#include "app/config/config.h"
#include "app/stages/snapshot_file.h"
#include "app/stages/spectator_window.h"
#include "frame/snapshot.h"
#include "gpu/device.h"
#include "render/renderer.h"
#include "render/skin_upload.h"
#include "scene/place/scene.h"
#include "session/live_numbers.h"
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

class HeadsetStage final : public frame::FrameDriver {
 public:
  /// The session is open and shows a sign ("loading …"); nothing of the place is needed yet.
  static core::Result<std::unique_ptr<HeadsetStage>> open(const Config& config, const std::string& sign,
                                                          const xr::DriverOptions& driver_options = {},
                                                          std::unique_ptr<Mirror> mirror = nullptr);
  /// Runs `work` in a thread while the sign is kept up. The work must not touch the stage.
  core::Result<> while_loading(const std::function<core::Result<>()>& work);
  /// Makes the renderer. The scene must outlive the stage: it is needed again after a loss.
  core::Result<> load(const scene::Scene& scene, std::vector<render::SkinMesh> skins);
  /// open() and load().
  static core::Result<std::unique_ptr<HeadsetStage>> create(const scene::Scene& scene,
                                                            std::vector<render::SkinMesh> skins, const Config& config,
                                                            const xr::DriverOptions& driver_options = {},
                                                            std::unique_ptr<Mirror> mirror = nullptr);
  ~HeadsetStage() override;

  /// Waits for a lost headset as long as xr.come_back_s says, from the runtime's last answer on; then gives the error.
  /// A frame that took long itself leaves at least a second.
  core::Result<frame::FrameOutcome> begin(frame::FrameInputs& frame) override;
  frame::EyeViews eyes() override { return eyes_; }
  core::Result<> end() override;
  /// One picture for both eyes, from where the late views are; for session::LoopHooks::draw.
  core::Result<> draw(world::World& world);
  const session::LiveNumbers* live = nullptr;  // shown beside the wrist; not owned
  std::filesystem::path snapshot_folder = ".";
  const TakenPictures& taken() const { return taken_; }

  /// The operator's panel in the mirror; null without one.
  OperatorDesk* desk() { return mirror_ ? &mirror_->desk() : nullptr; }

  /// Of the session as it is now; only while none is lost.
  xr::Driver& driver() { return *now_->driver; }
  gpu::Device& device() { return *now_->device; }
  render::Renderer& renderer() { return *now_->renderer; }
  HeadsetTarget& target() { return *now_->target; }
  /// The snapshot and eyes drawn last.
  const frame::Snapshot& snapshot() const { return snapshot_; }
  render::View view() const;
  int losses() const { return losses_; }

 private:
  /// All that goes with one session; destroyed from the last to the first.
  struct Running {
    ~Running();
    std::unique_ptr<gpu::Instance> vulkan;
    std::unique_ptr<gpu::Device> device;
    std::unique_ptr<render::Renderer> renderer;
    std::unique_ptr<xr::Driver> driver;
    std::unique_ptr<HeadsetTarget> target;
    int hidden_version = 0;  // of the area the renderer leaves out
  };
  HeadsetStage(const Config& config, const xr::DriverOptions& options) : config_(config), options_(options) {}
  core::Result<> open_session();
  core::Result<> open_graphics(Running& running, const xr::Instance& runtime);
  core::Result<> raise_sign(Running& running);
  core::Result<> show_sign(double seconds);
  core::Result<> make_renderer();
  core::Result<> draw_picture(world::World& world);
  /// Vibrates for what the hands felt since the last frame.
  void play_pulses(const world::Haptics& haptics);
  void add_operator(std::uint32_t ticks, frame::FrameInput& input);
  void on_session_lost(const core::Error& cause);
  core::Result<frame::FrameOutcome> come_back();

  Config config_;
  xr::DriverOptions options_;
  std::string sign_;
  std::unique_ptr<Mirror> mirror_;  // optional
  const scene::Scene* scene_ = nullptr;
  std::vector<render::SkinMesh> skins_;
  std::uint64_t place_version_ = 0;  // world::World::place_version() of the renderer's scene
  std::uint64_t skins_version_ = 0;  // world::World::body_version() of the renderer's skins
  std::unique_ptr<Running> now_;     // none while lost
  core::Error loss_;                 // its cause
  core::Stopwatch since_answer_;     // of the runtime
  core::Stopwatch since_loss_;
  double patience_ = 0.0;  // s after the loss
  int losses_ = 0;
  std::array<std::int64_t, frame::kHands> pulses_played_{};  // world::HandPulses::count
  bool returned_ = false;                                    // the next input is the first after a loss
  frame::Snapshot snapshot_;                                 // reused
  frame::EyeViews eyes_;
  frame::CommandHold operator_commands_;
  bool wants_snapshot_ = false;
  TakenPictures taken_;
  std::size_t snapshots_ = 0;  // of the world, that were taken: the menu asks for them, too
};

}  // namespace fh::app
