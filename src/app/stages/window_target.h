// SPDX-License-Identifier: Apache-2.0
#pragma once
// A window's images as the renderer wants them.
#include "desktop/panel.h"
#include "desktop/window_images.h"
#include "render/targets/target.h"

namespace fh::app {

class WindowTarget final : public render::Target {
 public:
  /// Images and panel must outlive the target. With a panel it is laid over the picture.
  explicit WindowTarget(desktop::WindowImages& images, desktop::Panel* panel = nullptr)
      : images_(images), panel_(panel) {}
  core::Result<std::optional<render::TargetImage>> begin() override;
  core::Result<> end() override;

 private:
  desktop::WindowImages& images_;
  desktop::Panel* panel_;
};

}  // namespace fh::app
