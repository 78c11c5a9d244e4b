// SPDX-License-Identifier: Apache-2.0
#pragma once
// What bystanders see while someone wears the headset: a window with the wearer's eye, a steadied eye,
// or a third person behind the wearer, never through a wall. Drawn with the headset's device after the headset's
// picture, every second frame. F1 opens the operator's panel in it.
#include <memory>

#include "app/stages/operator_desk.h"
#include "desktop/window_images.h"
#include "render/renderer.h"
#include "world/world.h"

namespace fh::app {

enum class MirrorKind { Eye, Smooth, ThirdPerson, Off };
/// Of xr.mirror.
MirrorKind mirror_kind(const Config& config);

class Mirror {
 public:
  /// Opens the window; attach() makes it drawable once the device exists. Off shows a dark window without the visit:
  /// the operator can switch it on in the panel.
  static core::Result<std::unique_ptr<Mirror>> create(const Config& config);
  std::vector<std::string> instance_extensions() const { return window_->vulkan_extensions(); }
  core::Result<> attach(gpu::Instance& vulkan, gpu::Device& device);
  /// Before the device goes away; attach() may follow with another one.
  void detach();

  core::Result<> draw(render::Renderer& renderer, world::World& world, const frame::Snapshot& snapshot,
                      const frame::EyeViews& eyes);
  /// What the operator asked for since the last call.
  frame::CommandList take_commands();
  frame::SettingHold& setting_changes() { return setting_changes_; }
  OperatorDesk& desk() { return desk_; }
  /// The bystanders closed it; the visit goes on.
  bool is_closed() const { return closed_; }

 private:
  explicit Mirror(const Config& config);
  render::View view(const world::World& world, const frame::EyeViews& eyes, double seconds, double aspect);
  void read_keys();

  MirrorKind kind_;
  OperatorDesk desk_;
  frame::SettingHold setting_changes_;
  std::unique_ptr<desktop::Window> window_;
  std::unique_ptr<desktop::WindowImages> images_;
  std::unique_ptr<desktop::Panel> panel_;
  desktop::PanelChoices choices_;  // kept while there is no panel
  math::Pose steady_;              // low-pass filtered eye
  bool has_steady_ = false;
  bool closed_ = false;
  std::uint32_t frame_ = 0;
  core::Stopwatch since_frame_;
};

}  // namespace fh::app
