// SPDX-License-Identifier: Apache-2.0
#include "app/stages/headset_stage.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <utility>

#include "app/stages/body_uploads.h"
#include "app/stages/render_settings.h"
#include "app/stages/sign_picture.h"
#include "app/stages/snapshot_file.h"
#include "core/files.h"
#include "core/log.h"
#include "gpu/buffer.h"
#include "gpu/check.h"
#include "gpu/upload.h"

namespace fh::app {
namespace {

constexpr std::uint32_t kSignWidth = 768, kSignHeight = 256;  // pixels
constexpr double kSignMetres = 1.2;                           // wide
constexpr double kSignPatience = 1.0;                         // s until a session that shows nothing is left alone
constexpr auto kRetryPause = std::chrono::milliseconds(100);
constexpr double kLeastPatience = 1.0;  // s for a lost headset, however long the last frame took
constexpr double kSnapshotFov = math::radians(75.0);
constexpr int kMostLosses = 20;  // in one visit: a headset that cannot be kept is told, not fought for

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

core::Result<> fill(gpu::Device& device, VkImage image, const render::Picture& picture) {
  FH_TRY(buffer, gpu::Buffer::create(device.memory(), picture.rgba.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                                     gpu::Access::HostWrite));
  std::memcpy(buffer.data(), picture.rgba.data(), picture.rgba.size());
  buffer.flush();
  return gpu::run_once(device, [&](VkCommandBuffer commands) {
    gpu::image_barrier(commands, image, VK_IMAGE_ASPECT_COLOR_BIT, gpu::Use::ColourTarget, gpu::Use::TransferTarget,
                       true);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {picture.width, picture.height, 1};
    vkCmdCopyBufferToImage(commands, buffer.get(), image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    gpu::image_barrier(commands, image, VK_IMAGE_ASPECT_COLOR_BIT, gpu::Use::TransferTarget, gpu::Use::ColourTarget);
  });
}

}  // namespace

core::Result<std::optional<render::TargetImage>> HeadsetTarget::begin() {
  FH_TRY(acquired, driver_.acquire_image());
  image_ = acquired;
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

HeadsetStage::Running::~Running() {
  // The device may still draw on images that go away with the session.
  if (device) (void)device->wait_idle();
}

core::Result<std::unique_ptr<HeadsetStage>> HeadsetStage::open(const Config& config, const std::string& sign,
                                                               const xr::DriverOptions& driver_options,
                                                               std::unique_ptr<Mirror> mirror) {
  std::unique_ptr<HeadsetStage> stage(new HeadsetStage(config, driver_options));
  stage->options_.resolution = config.number("xr.resolution");
  stage->options_.refresh_rate = config.number("xr.refresh_hz");
  stage->sign_ = sign;
  stage->mirror_ = std::move(mirror);
  FH_TRY_VOID(stage->open_session());
  return stage;
}

core::Result<std::unique_ptr<HeadsetStage>> HeadsetStage::create(const scene::Scene& scene,
                                                                 std::vector<render::SkinMesh> skins,
                                                                 const Config& config,
                                                                 const xr::DriverOptions& driver_options,
                                                                 std::unique_ptr<Mirror> mirror) {
  FH_TRY(stage, open(config, "loading ...", driver_options, std::move(mirror)));
  FH_TRY_VOID(stage->load(scene, std::move(skins)));
  return stage;
}

core::Result<> HeadsetStage::open_session() {
  xr::InstanceOptions runtime_options;
  runtime_options.validation = config_.boolean("gpu.validation");
  runtime_options.hand_tracking = config_.text("xr.hands") == "auto";
  FH_TRY(runtime, xr::Instance::create(runtime_options));
  FH_TRY_VOID(xr::check_vulkan_version(*runtime));
  auto running = std::make_unique<Running>();
  FH_TRY_VOID(open_graphics(*running, *runtime));
  xr::VulkanHandles handles;
  handles.instance = running->vulkan->get();
  handles.physical = running->device->physical();
  handles.device = running->device->get();
  handles.queue_family = running->device->queue_family();
  FH_TRY(driver, xr::Driver::create(std::move(runtime), handles, options_));
  running->driver = std::move(driver);
  running->target = std::make_unique<HeadsetTarget>(*running->driver);
  FH_TRY_VOID(raise_sign(*running));
  if (mirror_) FH_TRY_VOID(mirror_->attach(*running->vulkan, *running->device));
  now_ = std::move(running);
  return show_sign(kSignPatience);
}

core::Result<> HeadsetStage::open_graphics(Running& running, const xr::Instance& runtime) {
  gpu::InstanceOptions vulkan_options;
  vulkan_options.validation = config_.boolean("gpu.validation");
  if (mirror_) vulkan_options.extensions = mirror_->instance_extensions();
  vulkan_options.hooks = hooks_of(runtime);
  FH_TRY(vulkan, gpu::Instance::create(vulkan_options));
  running.vulkan = std::move(vulkan);
  gpu::DeviceOptions device_options;
  if (mirror_) device_options.extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
  device_options.pipeline_cache_file = gpu::default_pipeline_cache_file();
  FH_TRY(device, gpu::Device::create(*running.vulkan, device_options));
  running.device = std::move(device);
  return {};
}

core::Result<> HeadsetStage::raise_sign(Running& running) {
  const render::Picture picture = sign_picture(kSignWidth, kSignHeight, {"Firsthand", sign_});
  FH_TRY(image, running.driver->make_sign({kSignWidth, kSignHeight}, kSignMetres));
  FH_TRY_VOID(fill(*running.device, image, picture));
  return running.driver->raise_sign();
}

/// Frames with the sign until it has been shown, for at most this long: a headset nobody wears shows nothing.
core::Result<> HeadsetStage::show_sign(double seconds) {
  frame::FrameInputs ignored;
  for (const core::Stopwatch watch; !now_->driver->sign_was_shown() && watch.seconds() < seconds;) {
    FH_TRY(outcome, now_->driver->begin(ignored));
    if (outcome == frame::FrameOutcome::Run) FH_TRY_VOID(now_->driver->end());
    if (outcome == frame::FrameOutcome::End) return {};  // begin() will tell again
  }
  now_->driver->restart_clock();
  return {};
}

core::Result<> HeadsetStage::while_loading(const std::function<core::Result<>()>& work) {
  std::atomic<bool> done{false};
  core::Result<> worked;
  std::thread worker([&] {
    worked = work();
    done = true;
  });
  frame::FrameInputs ignored;
  // A headset lost meanwhile is not fought for here: begin() will do that, with something to show.
  while (!done && !now_->driver->has_failed()) {
    const auto outcome = now_->driver->begin(ignored);
    if (!outcome || *outcome == frame::FrameOutcome::End) break;
    if (*outcome == frame::FrameOutcome::Run && !now_->driver->end()) break;
  }
  worker.join();
  now_->driver->restart_clock();
  return worked;
}

core::Result<> HeadsetStage::load(const scene::Scene& scene, std::vector<render::SkinMesh> skins) {
  scene_ = &scene;
  skins_ = std::move(skins);
  return make_renderer();
}

core::Result<> HeadsetStage::make_renderer() {
  FH_TRY(renderer, render::Renderer::create(*now_->device, *scene_, skins_, render_settings(*now_->device, config_)));
  now_->renderer = std::move(renderer);
  now_->driver->restart_clock();
  return {};
}

HeadsetStage::~HeadsetStage() {
  if (mirror_) mirror_->detach();
}

void HeadsetStage::on_session_lost(const core::Error& cause) {
  const double wished = config_.number("xr.come_back_s");
  patience_ = std::max(wished - since_answer_.seconds(), std::min(wished, kLeastPatience));
  core::log_warning("{}; trying to come back for {:.1f} s", cause.message, patience_);
  loss_ = cause;
  since_loss_ = {};
  ++losses_;
  if (mirror_) mirror_->detach();
  now_.reset();
}

core::Result<frame::FrameOutcome> HeadsetStage::come_back() {
  if (since_loss_.seconds() > patience_ || losses_ > kMostLosses)
    return core::fail("{} (waited {:.0f} s for it)", loss_.message, since_loss_.seconds());
  auto back = open_session();
  if (back && scene_) back = make_renderer();
  if (!back) {
    core::log_debug("not yet: {}", back.error().message);
    if (mirror_) mirror_->detach();
    now_.reset();
    std::this_thread::sleep_for(kRetryPause);
    return frame::FrameOutcome::Skip;
  }
  core::log_info("the headset is back after {:.1f} s", since_loss_.seconds());
  returned_ = true;
  return frame::FrameOutcome::Skip;
}

core::Result<frame::FrameOutcome> HeadsetStage::begin(frame::FrameInputs& frame) {
  if (!now_) return come_back();
  auto outcome = now_->driver->begin(frame);
  if (!outcome) {
    on_session_lost(outcome.error());
    return frame::FrameOutcome::Skip;
  }
  since_answer_ = {};
  if (*outcome != frame::FrameOutcome::Run) return outcome;
  frame::FrameInput& input = frame.first();
  add_operator(frame.ticks, input);
  wants_snapshot_ = input.commands.has(frame::CommandId::Snapshot);
  if (returned_) {
    // Another session, another origin: the user simply is somewhere else now.
    input.space_change.happened = 1;
    input.space_change.pose_known = 0;
    returned_ = false;
  }
  return outcome;
}

/// What the operator asked for in the mirror's panel comes with the wearer's input, and so is recorded.
void HeadsetStage::add_operator(std::uint32_t ticks, frame::FrameInput& input) {
  if (!mirror_) return;
  operator_commands_.add(mirror_->take_commands());
  operator_commands_.release(ticks, input.commands);
  input.change = mirror_->setting_changes().release(ticks);
}

core::Result<> HeadsetStage::end() {
  if (!now_) return {};
  if (auto done = now_->driver->end(); !done) on_session_lost(done.error());
  return {};
}

render::View HeadsetStage::view() const {
  render::View view;
  view.eyes = eyes_;
  view.through_lenses = true;
  return view;
}

core::Result<> HeadsetStage::draw(world::World& world) {
  if (!now_) return {};
  auto drawn = draw_picture(world);
  if (drawn || !(now_->driver->has_failed() || gpu::is_device_loss(drawn.error()))) return drawn;
  on_session_lost(drawn.error());
  return {};
}

void HeadsetStage::play_pulses(const world::Haptics& haptics) {
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const world::HandPulses& hand = haptics.hand(side);
    if (hand.count > pulses_played_[side]) now_->driver->vibrate(side, hand.seconds, hand.strength);
    pulses_played_[side] = hand.count;
  }
}

core::Result<> HeadsetStage::draw_picture(world::World& world) {
  world.fill(snapshot_);
  if (place_version_ != world.place_version()) {
    scene_ = &world.scenario().scene;
    FH_TRY_VOID(now_->device->wait_idle());
    FH_TRY_VOID(make_renderer());
    place_version_ = world.place_version();
    now_->hidden_version = 0;
  }
  if (live) live->draw(world, snapshot_);
  if (skins_version_ != world.body_version()) {
    skins_ = skins_of(world);  // kept for a renderer made anew
    FH_TRY_VOID(now_->renderer->set_skins(skins_));
    skins_version_ = world.body_version();
  }
  const world::User& user = world.users().front();  // the wearer
  const auto& devices = now_->driver->controls().devices();
  const std::string& in_hand = devices[user.moving.tool_hand()];
  const std::string& other = devices[user.moving.tool_hand() == frame::kRight ? frame::kLeft : frame::kRight];
  world::draw_hint(world.tools().hands().front().menu, user,
                   xr::menu_hint(in_hand.empty() ? other : in_hand, now_->driver->controls().alone()), snapshot_);
  now_->driver->place(world::world_from_tracking(user.state, user.settings), user.state.scale);
  now_->driver->swap_tool_hand(user.moving.swap_tool_hand != 0);
  play_pulses(user.haptics);
  eyes_ = now_->driver->eyes();
  if (eyes_.count == 0) return {};
  if (now_->hidden_version != now_->driver->hidden_area_version()) {
    FH_TRY_VOID(now_->renderer->set_hidden_area(now_->driver->hidden_area()));
    now_->hidden_version = now_->driver->hidden_area_version();
  }
  const render::View both = view();
  FH_TRY_VOID(now_->renderer->draw(snapshot_, std::span(&both, 1), *now_->target));
  const std::size_t before = std::exchange(snapshots_, world.tools().snapshots().size());
  if (std::exchange(wants_snapshot_, false) || snapshots_ > before) {
    render::View eye;
    eye.eyes =
        render::mono(eyes_.eyes[0].world_from_eye, kSnapshotFov, static_cast<double>(kSnapshotWidth) / kSnapshotHeight);
    const core::Tick tick = snapshots_ > before ? world.tools().snapshots().back().at : snapshot_.tick;
    const std::string said =
        save_snapshot(*now_->device, *now_->renderer, snapshot_, eye, snapshot_folder / snapshot_name(tick), taken_);
    if (mirror_) mirror_->desk().facts.message = said;
  }
  if (!mirror_) return {};
  return mirror_->draw(*now_->renderer, world, snapshot_, eyes_);
}

}  // namespace fh::app
