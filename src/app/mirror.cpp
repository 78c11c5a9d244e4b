#include "app/mirror.h"

#include "gpu/check.h"
#include "render/view.h"

namespace fh::app {
namespace {

constexpr std::uint32_t kWidth = 960, kHeight = 540;
constexpr double kFov = math::radians(75.0);
constexpr double kSteadiness = 0.12;  // share of the way the steadied eye goes each time

class MirrorTarget final : public render::Target {
 public:
  explicit MirrorTarget(desktop::WindowImages& images) : images_(images) {}
  core::Result<std::optional<render::TargetImage>> begin() override {
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
  core::Result<> end() override { return images_.present({}); }

 private:
  desktop::WindowImages& images_;
};

}  // namespace

math::Pose over_the_shoulder(const math::Pose& head) {
  const math::Pose upright{math::from_axis_angle(math::kUp, math::yaw_of(head.rotation)), head.position};
  return render::looking_from(upright.point({0.6, 0.7, 2.0}), upright.point({0.0, -0.3, -1.0}));
}

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
  MirrorTarget target(*images_);
  return renderer.draw(snapshot, std::span(&chosen, 1), target);
}

}  // namespace fh::app
