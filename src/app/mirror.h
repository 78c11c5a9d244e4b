#pragma once
// What bystanders see while someone wears the headset (peers.md c-6): a window with the wearer's eye, a steadied eye,
// or a third person behind the wearer. Drawn with the headset's device after the headset's picture, every second frame.
#include <memory>

#include "desktop/window_images.h"
#include "render/renderer.h"

namespace fh::app {

enum class MirrorKind { Eye, Smooth, ThirdPerson };

class Mirror {
 public:
  /// Opens the window; attach() makes it drawable once the device exists.
  static core::Result<std::unique_ptr<Mirror>> create(MirrorKind kind);
  std::vector<std::string> instance_extensions() const { return window_->vulkan_extensions(); }
  core::Result<> attach(gpu::Instance& vulkan, gpu::Device& device);

  core::Result<> draw(render::Renderer& renderer, const frame::Snapshot& snapshot, const frame::EyeViews& eyes);
  /// The bystanders closed it; the visit goes on.
  bool is_closed() const { return closed_; }

 private:
  explicit Mirror(MirrorKind kind) : kind_(kind) {}
  render::View view(const frame::EyeViews& eyes, double aspect);

  MirrorKind kind_;
  std::unique_ptr<desktop::Window> window_;
  std::unique_ptr<desktop::WindowImages> images_;
  math::Pose steady_;  // low-pass filtered eye
  bool has_steady_ = false;
  bool closed_ = false;
  std::uint32_t frame_ = 0;
};

}  // namespace fh::app
