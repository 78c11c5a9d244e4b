#include "app/mirror.h"

#include "app/camera.h"
#include "app/window_target.h"
#include "gpu/check.h"
#include "render/view.h"

namespace fh::app {
namespace {

constexpr std::uint32_t kWidth = 960, kHeight = 540;
constexpr double kFov = math::radians(75.0);
constexpr double kSteadiness = 0.12;  // share of the way the steadied eye goes each time

}  // namespace

core::Result<std::unique_ptr<Mirror>> Mirror::create(MirrorKind kind) {
  std::unique_ptr<Mirror> mirror(new Mirror(kind));
  FH_TRY(window, desktop::Window::create("Firsthand mirror", kWidth, kHeight));
  mirror->window_ = std::move(window);
  return mirror;
}

core::Result<> Mirror::attach(gpu::Instance& vulkan, gpu::Device& device) {
  desktop::VulkanHandles handles;
  handles.instance = vulkan.get();
  handles.physical = device.physical();
  handles.device = device.get();
  handles.queue = device.queue();
  handles.queue_family = device.queue_family();
  FH_TRY(images, desktop::WindowImages::create(handles, *window_, false));
  images_ = std::move(images);
  return {};
}

render::View Mirror::view(const frame::EyeViews& eyes, double aspect) {
  const math::Pose& eye = eyes.eyes[0].world_from_eye;
  steady_ = has_steady_ ? math::interpolate(steady_, eye, kSteadiness) : eye;
  steady_.rotation = math::normalized(steady_.rotation);
  has_steady_ = true;
  render::View view;
  view.first_person = kind_ != MirrorKind::ThirdPerson;
  const math::Pose& from = kind_ == MirrorKind::Eye ? eye : steady_;
  view.eyes = render::mono(kind_ == MirrorKind::ThirdPerson ? over_the_shoulder(from) : from, kFov, aspect);
  return view;
}

core::Result<> Mirror::draw(render::Renderer& renderer, const frame::Snapshot& snapshot, const frame::EyeViews& eyes) {
  if (closed_ || !images_) return {};
  window_->poll(false, false);
  if (window_->wants_close()) {
    closed_ = true;
    return {};
  }
  if (++frame_ % 2 == 0) return {};
  const VkExtent2D size = window_->pixels();
  if (size.width == 0 || size.height == 0) return {};
  const render::View chosen = view(eyes, static_cast<double>(size.width) / size.height);
  WindowTarget target(*images_);
  return renderer.draw(snapshot, std::span(&chosen, 1), target);
}

}  // namespace fh::app
