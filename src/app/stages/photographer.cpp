// SPDX-License-Identifier: Apache-2.0
#include "app/stages/photographer.h"

#include <algorithm>
#include <charconv>

#include "app/stages/body_uploads.h"
#include "app/stages/inset_picture.h"
#include "core/files.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "render/renderer.h"
#include "render/targets/offscreen_target.h"
#include "show/belief_overlay.h"
#include "show/retina_picture.h"

namespace fh::app {
namespace {

/// Left and right eye side by side.
render::Picture side_by_side(const render::Picture& left, const render::Picture& right) {
  render::Picture both{left.width * 2, left.height, {}};
  both.rgba.resize(std::size_t{4} * both.width * both.height);
  const std::size_t row = std::size_t{4} * left.width;
  for (std::uint32_t y = 0; y < left.height; ++y) {
    std::copy_n(left.at(0, y), row, both.rgba.data() + 2 * row * y);
    std::copy_n(right.at(0, y), row, both.rgba.data() + 2 * row * y + row);
  }
  return both;
}

}  // namespace

struct Photographer::Darkroom {
  std::unique_ptr<gpu::Instance> instance;
  std::unique_ptr<gpu::Device> device;
  std::unique_ptr<render::OffscreenTarget> target;
  std::unique_ptr<render::Renderer> renderer;
  std::uint64_t place = 0;   // world::World::place_version() of the renderer's
  std::uint64_t skins = 0;   // world::World::body_version() of the renderer's
  frame::Snapshot snapshot;  // reused
  frame::Inset inset;        // reused
};

core::Result<> read_size(const std::string& text, PhotoOptions& options) {
  const auto cross = text.find('x');
  const auto side = [&](std::string_view part, std::uint32_t& out) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), out);
    return error == std::errc() && end == part.data() + part.size() && out >= 16 && out <= 8192;
  };
  const std::string_view view = text;
  if (cross == std::string::npos || !side(view.substr(0, cross), options.width) ||
      !side(view.substr(cross + 1), options.height)) {
    return core::fail("--size {}: must have the form WIDTHxHEIGHT, each 16 to 8192", text);
  }
  return {};
}

std::optional<double> read_seconds(std::string_view text) {
  if (text.ends_with('s')) text.remove_suffix(1);
  double seconds = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool read = error == std::errc() && end == text.data() + text.size();
  return read && seconds >= 0.0 && seconds <= 86400.0 ? std::optional(seconds) : std::nullopt;
}

core::Result<> read_shots(const std::vector<std::string>& texts, PhotoOptions& options) {
  for (const auto& text : texts) {
    const auto colon = text.find(':');
    const auto seconds = read_seconds(std::string_view(text).substr(0, colon));
    if (!seconds)
      return core::fail("--at {}: must be a time in seconds such as 1s or 4.5s, or with a view 4.5s:top", text);
    options.shots.push_back({*seconds, colon == std::string::npos ? options.view : text.substr(colon + 1)});
  }
  std::stable_sort(options.shots.begin(), options.shots.end(),
                   [](const Shot& a, const Shot& b) { return a.at < b.at; });
  return {};
}

Photographer::Photographer(const PhotoOptions& options) : options_(options), darkroom_(std::make_unique<Darkroom>()) {}
Photographer::~Photographer() = default;

core::Result<std::unique_ptr<Photographer>> Photographer::create(const world::World& world,
                                                                 const PhotoOptions& options) {
  std::unique_ptr<Photographer> made(new Photographer(options));
  Darkroom& room = *made->darkroom_;
  auto instance = gpu::Instance::create({});
  if (!instance) return core::fail_within("pictures", instance.error());
  room.instance = std::move(*instance);
  auto device = gpu::Device::create(*room.instance,
                                    {.extensions = {}, .pipeline_cache_file = gpu::default_pipeline_cache_file()});
  if (!device) return core::fail_within("pictures", device.error());
  room.device = std::move(*device);
  for (const auto& shot : options.shots) {
    FH_TRY_VOID(camera_named(shot.view, world));
  }
  FH_TRY_VOID(camera_named(options.view, world));
  if (!options.inset.empty()) {
    auto agent = show::agent_named(world, options.inset);
    if (!agent) return core::fail_within("--inset", agent.error());
    made->inset_ = *agent;
  }
  auto renderer = render::Renderer::create(*room.device, world.scenario().scene, skins_of(world));
  if (!renderer) return core::fail_within("pictures", renderer.error());
  room.renderer = std::move(*renderer);
  room.skins = world.body_version();
  return made;
}

core::Result<> Photographer::look(const world::World& world) {
  const std::vector<world::TakenSnapshot>& asked = world.tools().snapshots();
  for (; snapshots_ < asked.size(); ++snapshots_) {
    const std::string& who = world.people()[asked[snapshots_].who.value - 1].name;
    if (auto done = take(world, who, snapshot_name(asked[snapshots_].at)); !done) return done;
  }
  const double now = core::seconds_of(world.now());
  // Several pictures may be due at once, from different views.
  while (true) {
    Shot shot{static_cast<double>(taken_ + 1), options_.view};
    if (!options_.shots.empty()) {
      if (taken_ == options_.shots.size()) return {};
      shot = options_.shots[taken_];
    }
    if (now < shot.at) return {};
    ++taken_;
    const std::string name = fmt::format("shot_{:03d}_{:06.2f}s_{}.png", taken_, shot.at, shot.view);
    if (auto done = take(world, shot.view, name); !done) return done;
  }
}

std::vector<Shot> Photographer::not_taken() const {
  const auto& shots = options_.shots;
  return {shots.begin() + static_cast<std::ptrdiff_t>(std::min(taken_, shots.size())), shots.end()};
}

core::Result<> Photographer::take(const world::World& world, const std::string& view_name,
                                  const std::string& file_name) {
  Darkroom& room = *darkroom_;
  FH_TRY(camera, camera_named(view_name, world));
  const std::uint32_t layers = camera.kind == CameraKind::Stereo ? 2 : 1;
  if (!room.target || room.target->layers() != layers) {
    auto target = render::OffscreenTarget::create(*room.device, options_.width / layers, options_.height, layers);
    if (!target) return core::fail_within("pictures", target.error());
    if (auto idle = room.device->wait_idle(); !idle) return idle;
    room.target = std::make_unique<render::OffscreenTarget>(std::move(*target));
  }
  if (auto renewed = renew_place(world, *room.device, {}, room.renderer, room.place); !renewed) return renewed;
  if (auto renewed = renew_skins(world, *room.renderer, room.skins); !renewed) return renewed;
  world.fill(room.snapshot, camera.user);
  if (live) live->draw(world, room.snapshot);
  show_for(camera, world, room.snapshot);
  if (inset_) show_beliefs(*inset_, camera, world, room.snapshot);
  const auto extent = room.target->extent();
  render::View view;
  view.eyes = camera_views(camera, world, static_cast<double>(extent.width) / extent.height, view.parallel_at);
  if (is_drawing(camera.kind)) draw_scale_bar(view.eyes, view.parallel_at, room.snapshot);
  view.first_person = looks_through_eyes(camera.kind);
  if (auto drawn = room.renderer->draw(room.snapshot, std::span(&view, 1), *room.target); !drawn) return drawn;
  FH_TRY(picture, room.target->read_back(0));
  if (view.eyes.count == 2) {
    FH_TRY(right, room.target->read_back(1));
    picture = side_by_side(picture, right);
  }
  if (inset_) {
    show::draw_eye(world, *inset_, room.inset);
    paste(room.inset, picture);
  }
  const auto file = options_.folder / file_name;
  if (auto written = render::write_png(file, picture); !written) return written;
  pictures_.files.push_back(file);
  pictures_.eyes[file_name] = view.eyes.eyes[0];
  return {};
}

}  // namespace fh::app
