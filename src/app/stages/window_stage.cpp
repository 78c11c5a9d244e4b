// SPDX-License-Identifier: Apache-2.0
#include "app/stages/window_stage.h"

#include <algorithm>
#include <utility>

#include "app/stages/body_uploads.h"
#include "app/stages/camera.h"
#include "app/stages/render_settings.h"
#include "app/stages/snapshot_file.h"
#include "core/files.h"
#include "gpu/check.h"

namespace fh::app {
namespace {

constexpr std::uint32_t kWidth = 1280, kHeight = 720;
constexpr double kFov = math::radians(70.0);

}  // namespace

core::Result<> WindowStage::open_device(const Config& config) {
  gpu::InstanceOptions options;
  options.validation = config.boolean("gpu.validation");
  options.extensions = window_->vulkan_extensions();
  FH_TRY(vulkan, gpu::Instance::create(options));
  vulkan_ = std::move(vulkan);
  gpu::DeviceOptions device_options;
  device_options.extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
  device_options.pipeline_cache_file = gpu::default_pipeline_cache_file();
  FH_TRY(device, gpu::Device::create(*vulkan_, device_options));
  device_ = std::move(device);
  return {};
}

core::Result<std::unique_ptr<WindowStage>> WindowStage::create(const world::World& world, const Config& config) {
  const scene::Scene& scene = world.scenario().scene;
  std::unique_ptr<WindowStage> stage(new WindowStage(config));
  FH_TRY(window, desktop::Window::create("Firsthand", kWidth, kHeight));
  stage->window_ = std::move(window);
  FH_TRY_VOID(stage->open_device(config));
  if (is_software(*stage->device_)) stage->window_->resize(kWidth / 2, kHeight / 2);
  desktop::WindowDevice handles;
  handles.instance = stage->vulkan_->get();
  handles.physical = stage->device_->physical();
  handles.device = stage->device_->get();
  handles.queue = stage->device_->queue();
  handles.queue_family = stage->device_->queue_family();
  FH_TRY(images, desktop::WindowImages::create(handles, *stage->window_, true));
  stage->images_ = std::move(images);
  FH_TRY(panel, desktop::Panel::create(*stage->window_, handles, *stage->images_));
  stage->panel_ = std::move(panel);
  stage->drawing_ = render_settings(*stage->device_, config);
  FH_TRY(renderer, render::Renderer::create(*stage->device_, scene, skins_of(world), stage->drawing_));
  stage->renderer_ = std::move(renderer);
  stage->skins_ = world.body_version();
  desktop::EmulationSettings emulation;
  emulation.vertical_fov = kFov;
  emulation.eye_height = world.users().front().body.eye_height();
  stage->driver_ = std::make_unique<desktop::Driver>(*stage->window_, *stage->panel_, emulation);
  stage->target_ = std::make_unique<WindowTarget>(*stage->images_, stage->panel_.get());
  stage->bounds_ = scene.bounds();
  stage->desk_.facts.driver = "mouse and keyboard";
  if (config.boolean("user.swap_tool_hand")) stage->window_->choose_hand(desktop::ActiveHand::Left);
  return stage;
}

WindowStage::~WindowStage() {
  if (device_) (void)device_->wait_idle();
}

void WindowStage::show_inset(std::size_t agent) {
  panel_->choices.inset = true;
  panel_->choices.agent = static_cast<int>(agent);
}

std::size_t WindowStage::chosen_agent(const world::World& world) const {
  const int last = static_cast<int>(world.agents().size()) - 1;
  return static_cast<std::size_t>(std::clamp(panel_->choices.agent, 0, std::max(last, 0)));
}

render::View WindowStage::chosen_view(const world::World& world, double aspect) {
  render::View view;
  view.first_person =
      panel_->choices.view == desktop::ViewKind::FirstPerson || panel_->choices.view == desktop::ViewKind::Agent;
  switch (panel_->choices.view) {
    case desktop::ViewKind::FirstPerson:
      view.eyes = driver_->eyes();
      break;
    case desktop::ViewKind::ThirdPerson:
      view.eyes =
          render::mono(over_the_shoulder(world, world.users().front().state.head.world_from_point), kFov, aspect);
      break;
    case desktop::ViewKind::Top:
      view.eyes = render::top_view(bounds_, kFov, aspect);
      break;
    case desktop::ViewKind::Agent:
      view.eyes = world.agents().empty()
                      ? driver_->eyes()
                      : render::mono(world.agents()[chosen_agent(world)].world_from_eye(), kFov, aspect);
      break;
  }
  return view;
}

core::Result<> WindowStage::draw(world::World& world) {
  world.fill(snapshot_);
  world::draw_hint(world.tools().hands().front().menu, world.users().front(), "Pick: left mouse button, menu: Tab",
                   snapshot_);
  FH_TRY_VOID(renew_place(world, *device_, drawing_, renderer_, place_));
  if (live) live->draw(world, snapshot_);
  FH_TRY_VOID(renew_skins(world, *renderer_, skins_));
  const world::User& user = world.users().front();
  driver_->place(world::world_from_tracking(user.state, user.settings), user.state.scale);
  desktop::PanelFacts& facts = desk_.facts;
  facts.frames_per_second = driver_->frames_per_second();
  const auto& stats = renderer_->stats();
  facts.frame_ms = (stats.plan_us + stats.record_us + stats.submit_us) / 1000.0;
  desk_.attend(panel_->choices, world, driver_->setting_changes());
  panel_->lay_out(facts);
  Camera camera;
  if (panel_->choices.view == desktop::ViewKind::ThirdPerson) camera.kind = CameraKind::Third;
  if (panel_->choices.view == desktop::ViewKind::Top) camera.kind = CameraKind::Top;
  if (panel_->choices.view == desktop::ViewKind::Agent && !world.agents().empty())
    camera = {CameraKind::Agent, 0, chosen_agent(world)};
  show_for(camera, world, snapshot_);
  if (!facts.inset.empty()) show_beliefs(chosen_agent(world), camera, world, snapshot_);
  const VkExtent2D size = window_->pixels();
  const double aspect = size.height > 0 ? static_cast<double>(size.width) / size.height : 1.0;
  const render::View view = chosen_view(world, aspect);
  FH_TRY_VOID(renderer_->draw(snapshot_, std::span(&view, 1), *target_));
  // The menu asks for pictures, too; in a pause of the window only the key does.
  const std::size_t before = std::exchange(snapshots_, world.tools().snapshots().size());
  const bool more = snapshots_ > before;
  if (!more && !driver_->last_input().commands.has(frame::CommandId::Snapshot)) return {};
  const core::Tick tick = more ? world.tools().snapshots().back().at : snapshot_.tick;
  facts.message =
      save_snapshot(*device_, *renderer_, snapshot_, view, snapshot_folder / snapshot_name(tick), taken_, facts.inset);
  return {};
}

}  // namespace fh::app
