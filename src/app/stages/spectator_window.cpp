// SPDX-License-Identifier: Apache-2.0
#include "app/stages/spectator_window.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/stages/camera.h"
#include "app/stages/window_target.h"
#include "gpu/check.h"
#include "render/view/view.h"

namespace fh::app {
namespace {

constexpr std::uint32_t kMirrorWidth = 960, kMirrorHeight = 540;
constexpr double kMirrorFov = math::radians(75.0);
constexpr double kSteadySeconds = 0.17;  // in which the steadied eye goes 63 % of its way

}  // namespace

MirrorKind mirror_kind(const Config& config) {
  const std::string kind = config.text("xr.mirror");
  if (kind == "smooth") return MirrorKind::Smooth;
  if (kind == "third person") return MirrorKind::ThirdPerson;
  return kind == "off" ? MirrorKind::Off : MirrorKind::Eye;
}

Mirror::Mirror(const Config& config) : kind_(mirror_kind(config)), desk_(config) {
  choices_.open = false;  // bystanders see the visit, until the operator wants the panel
  desk_.facts.driver = "headset";
  desk_.facts.steers_view = desk_.facts.steers_time = false;
  desk_.view_changed = [this](const Config& now, std::string_view key) {
    if (key == "xr.mirror") kind_ = mirror_kind(now);
  };
}

core::Result<std::unique_ptr<Mirror>> Mirror::create(const Config& config) {
  std::unique_ptr<Mirror> mirror(new Mirror(config));
  FH_TRY(window, desktop::Window::create("Firsthand mirror", kMirrorWidth, kMirrorHeight));
  mirror->window_ = std::move(window);
  return mirror;
}

core::Result<> Mirror::attach(gpu::Instance& vulkan, gpu::Device& device) {
  desktop::WindowDevice handles;
  handles.instance = vulkan.get();
  handles.physical = device.physical();
  handles.device = device.get();
  handles.queue = device.queue();
  handles.queue_family = device.queue_family();
  FH_TRY(images, desktop::WindowImages::create(handles, *window_, false));
  images_ = std::move(images);
  FH_TRY(panel, desktop::Panel::create(*window_, handles, *images_));
  panel_ = std::move(panel);
  panel_->choices = choices_;
  return {};
}

void Mirror::detach() {
  if (panel_) choices_ = panel_->choices;
  panel_.reset();
  images_.reset();
}

frame::CommandList Mirror::take_commands() {
  return panel_ ? std::exchange(panel_->choices.commands, {}) : frame::CommandList{};
}

render::View Mirror::view(const world::World& world, const frame::EyeViews& eyes, double seconds, double aspect) {
  const math::Pose& eye = eyes.eyes[0].world_from_eye;
  const double share = 1.0 - std::exp(-seconds / kSteadySeconds);
  steady_ = has_steady_ ? math::interpolate(steady_, eye, share) : eye;
  steady_.rotation = math::normalized(steady_.rotation);
  has_steady_ = true;
  render::View view;
  view.first_person = kind_ != MirrorKind::ThirdPerson;
  const math::Pose& from = kind_ == MirrorKind::Eye ? eye : steady_;
  view.eyes =
      render::mono(kind_ == MirrorKind::ThirdPerson ? over_the_shoulder(world, from) : from, kMirrorFov, aspect);
  return view;
}

/// The mirror's own keys; those that move an emulated user do nothing here.
void Mirror::read_keys() {
  const desktop::WindowNews news = window_->poll(panel_->wants_mouse(), panel_->wants_keyboard());
  if (news.panel_toggled) panel_->choices.open = !panel_->choices.open;
  if (news.record) panel_->choices.toggle_recording = true;
  for (const frame::Command& command : news.input.commands) {
    if (frame::find_command(command.id)->panel != frame::PanelPlace::None) panel_->choices.commands.add(command);
  }
  closed_ = window_->wants_close();
}

core::Result<> Mirror::draw(render::Renderer& renderer, world::World& world, const frame::Snapshot& snapshot,
                            const frame::EyeViews& eyes) {
  if (closed_ || !images_) return {};
  read_keys();
  desk_.attend(panel_->choices, world, setting_changes_);
  if (closed_ || ++frame_ % 2 == 0) return {};
  const VkExtent2D size = window_->pixels();
  if (size.width == 0 || size.height == 0) return {};
  const double seconds = std::max(since_frame_.seconds(), 1e-4);
  since_frame_ = {};
  desk_.facts.frames_per_second = 2.0 / seconds;
  const auto& stats = renderer.stats();
  desk_.facts.frame_ms = (stats.plan_us + stats.record_us + stats.submit_us) / 1000.0;
  panel_->lay_out(desk_.facts);
  render::View chosen = view(world, eyes, seconds, static_cast<double>(size.width) / size.height);
  WindowTarget target(*images_, panel_.get());
  if (kind_ != MirrorKind::Off) return renderer.draw(snapshot, std::span(&chosen, 1), target);
  // Off is for the visitor's privacy: nothing of the visit is drawn.
  static const frame::Snapshot kNothing = [] {
    frame::Snapshot nothing;
    nothing.fade = 1.0f;
    return nothing;
  }();
  return renderer.draw(kNothing, std::span(&chosen, 1), target);
}

}  // namespace fh::app
