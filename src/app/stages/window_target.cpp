// SPDX-License-Identifier: Apache-2.0
#include "app/stages/window_target.h"

#include "gpu/check.h"

namespace fh::app {

core::Result<std::optional<render::TargetImage>> WindowTarget::begin() {
  FH_TRY(acquired, images_.acquire());
  if (!acquired) return std::optional<render::TargetImage>{};
  render::TargetImage target;
  target.image = acquired->image;
  target.view = acquired->view;
  target.format = images_.format();
  target.extent = acquired->extent;
  target.wait = acquired->ready;
  target.signal = acquired->drawn;
  return std::optional<render::TargetImage>(target);
}

core::Result<> WindowTarget::end() {
  if (!panel_) return images_.present({});
  return images_.present([this](VkCommandBuffer commands) { panel_->draw(commands); });
}

}  // namespace fh::app
