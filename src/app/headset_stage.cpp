#include "app/headset_stage.h"

#include "app/quality.h"
#include "app/wiring.h"
#include "core/files.h"
#include "gpu/check.h"

namespace fh::app {
namespace {

gpu::CreationHooks hooks_of(const xr::Instance& runtime) {
  gpu::CreationHooks hooks;
  hooks.create_instance = [&](const VkInstanceCreateInfo& info, VkInstance& out) {
    return xr::create_vulkan_instance(runtime, info, out);
  };
  hooks.choose_device = [&](VkInstance vulkan, VkPhysicalDevice& out) {
    return xr::choose_vulkan_device(runtime, vulkan, out);
  };
  hooks.create_device = [&](VkPhysicalDevice physical, const VkDeviceCreateInfo& info, VkDevice& out) {
    return xr::create_vulkan_device(runtime, physical, info, out);
  };
  return hooks;
}

}  // namespace

core::Result<std::optional<render::TargetImage>> HeadsetTarget::begin() {
  auto acquired = driver_.acquire_image();
  if (!acquired) return tl::make_unexpected(acquired.error());
  image_ = *acquired;
  render::TargetImage target;
  target.image = image_.colour;
  target.view = image_.colour_view;
  target.format = driver_.images().format();
  target.extent = driver_.images().extent();
  target.layers = 2;
  target.depth_image = image_.depth;
  target.depth_view = image_.depth_view;
  target.layer_views = image_.colour_layers;
  target.depth_layer_views = image_.depth_layers;
  return target;
}

core::Result<> HeadsetTarget::end() {
  if (before_release) before_release(image_);
  return driver_.release_image();
}

core::Result<std::unique_ptr<HeadsetStage>> HeadsetStage::create(const scene::Scene& scene,
                                                                 std::span<const render::Skin> skins,
                                                                 const Config& config,
                                                                 const xr::DriverOptions& driver_options,
                                                                 std::unique_ptr<Mirror> mirror) {
  std::unique_ptr<HeadsetStage> stage(new HeadsetStage);
  xr::InstanceOptions runtime_options;
  runtime_options.validation = config.boolean("gpu.validation");
  runtime_options.hand_tracking = config.text("xr.hands") == "auto";
  FH_TRY(runtime, xr::Instance::create(runtime_options));
  FH_TRY_VOID(xr::check_vulkan_version(*runtime));

  gpu::InstanceOptions vulkan_options;
  vulkan_options.validation = runtime_options.validation;
  if (mirror) vulkan_options.extensions = mirror->instance_extensions();
  vulkan_options.hooks = hooks_of(*runtime);
  FH_TRY(vulkan, gpu::Instance::create(vulkan_options));
  stage->vulkan_ = std::move(vulkan);
  gpu::DeviceOptions device_options;
  if (mirror) device_options.extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
  device_options.pipeline_cache_file = core::cache_folder() / "pipelines.bin";
  FH_TRY(device, gpu::Device::create(*stage->vulkan_, device_options));
  stage->device_ = std::move(device);
  if (mirror) FH_TRY_VOID(mirror->attach(*stage->vulkan_, *stage->device_));
  stage->mirror_ = std::move(mirror);

  xr::VulkanHandles handles;
  handles.instance = stage->vulkan_->get();
  handles.physical = stage->device_->physical();
  handles.device = stage->device_->get();
  handles.queue_family = stage->device_->queue_family();
  xr::DriverOptions options = driver_options;
  options.resolution = config.number("xr.resolution");
  options.refresh_rate = config.number("xr.refresh_hz");
  FH_TRY(driver, xr::Driver::create(std::move(runtime), handles, options));
  stage->driver_ = std::move(driver);
  FH_TRY(renderer, render::Renderer::create(*stage->device_, scene, skins, render_settings(*stage->device_)));
  stage->renderer_ = std::move(renderer);
  stage->target_ = std::make_unique<HeadsetTarget>(*stage->driver_);
  stage->user_settings_ = world_settings(config).user;
  return stage;
}

HeadsetStage::~HeadsetStage() {
  // The device may still draw on images that go away with the session.
  if (device_) (void)device_->wait_idle();
}

core::Result<> HeadsetStage::draw(world::World& world) {
  world.fill(snapshot_);
  driver_->place(world::world_from_tracking(world.user(), user_settings_));
  eyes_ = driver_->eyes();
  if (eyes_.count == 0) return {};
  FH_TRY_VOID(renderer_->draw(snapshot_, eyes_, *target_));
  return mirror_ ? mirror_->draw(*renderer_, snapshot_, eyes_) : core::Result<>{};
}

}  // namespace fh::app
