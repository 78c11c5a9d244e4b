// SPDX-License-Identifier: Apache-2.0
#include "bench/pictures/bench_render.h"

#include <algorithm>
#include <memory>

#include "bench/pictures/render_place.h"
#include "core/hash.h"
#include "gpu/device.h"
#include "render/renderer.h"
#include "render/targets/offscreen_target.h"

namespace fh::bench {
namespace {

struct Costs {
  core::Timing cpu;    // cull, record, submit
  core::Timing frame;  // until the device has finished
  std::uint64_t hash = 0;
};

core::Timing timing_of(std::vector<double>& us) {
  std::sort(us.begin(), us.end());
  return {us[us.size() / 2], us[us.size() * 95 / 100], static_cast<int>(us.size())};
}

frame::EyeViews both_eyes() {
  frame::EyeViews eyes;
  eyes.count = 2;
  for (std::size_t e = 0; e < 2; ++e) {
    eyes.eyes[e].world_from_eye = render::looking_from({e == 0 ? -0.032 : 0.032, 1.65, 4.2}, {0, 1.2, 0});
    eyes.eyes[e].fov = frame::symmetric_fov(math::radians(90), 1.0);
  }
  return eyes;
}

class Bench {
 public:
  static core::Result<Bench> open() {
    Bench bench;
    FH_TRY(instance, gpu::Instance::create({}));
    bench.instance_ = std::move(instance);
    FH_TRY(device, gpu::Device::create(*bench.instance_));
    bench.device_ = std::move(device);
    return bench;
  }

  core::Result<Costs> measure(const frame::Snapshot& snapshot, render::Stereo stereo, std::uint32_t side, int samples) {
    const std::vector<render::SkinMesh> skins{capsule_person()};
    render::RenderSettings settings;
    settings.stereo = stereo;
    FH_TRY(renderer, render::Renderer::create(*device_, hall_, skins, settings));
    FH_TRY(target, render::OffscreenTarget::create(*device_, side, side, 2));
    const frame::EyeViews eyes = both_eyes();
    std::vector<double> cpu, whole;
    for (int i = -2; i < samples; ++i) {
      const core::Stopwatch watch;
      FH_TRY_VOID(renderer->draw(snapshot, eyes, target));
      // The device is idle before each frame: a software device would otherwise take the CPU that is measured.
      FH_TRY_VOID(renderer->wait());
      if (i < 0) continue;
      const render::FrameStats& stats = renderer->stats();
      cpu.push_back(stats.plan_us + stats.record_us + stats.submit_us);
      whole.push_back(watch.seconds() * 1e6);
    }
    Costs costs{timing_of(cpu), timing_of(whole), 0};
    FH_TRY(picture, target.read_back(0));
    costs.hash = core::hash_bytes(std::as_bytes(std::span(picture.rgba)));
    return costs;
  }
  const scene::Scene& hall() const { return hall_; }

 private:
  scene::Scene hall_ = render_hall();
  std::unique_ptr<gpu::Instance> instance_;
  std::unique_ptr<gpu::Device> device_;
};

core::BenchRow row_of(const std::string& name, const core::Timing& timing, std::uint64_t hash) {
  core::BenchRow row;
  row.name = "render";
  row.case_name = name;
  row.median_us = timing.median_us;
  row.p95_us = timing.p95_us;
  row.n = timing.n;
  row.hash = hash;
  return row;
}

core::Result<std::vector<core::BenchRow>> run(const core::BenchSettings& settings) {
  std::vector<core::BenchRow> rows;
  FH_TRY(opened, Bench::open());
  Bench bench = std::move(opened);
  const int samples = settings.quick ? 3 : 25;
  const int frames = settings.quick ? 1 : 4;

  const frame::Snapshot busy = furnished(bench.hall(), 500, 20);
  auto one = bench.measure(busy, render::Stereo::OnePass, 64, samples);
  auto two = bench.measure(busy, render::Stereo::TwoPasses, 64, samples);
  if (!one) return tl::make_unexpected(one.error());
  if (!two) return tl::make_unexpected(two.error());
  core::BenchRow cpu = row_of("CPU: cull, record, submit; 500 objects, 20 bodies", one->cpu, 0);
  cpu.rival = "two passes";
  cpu.rival_median_us = two->cpu.median_us;
  cpu.note = fmt::format("one pass / two passes {:.2f}", one->cpu.median_us / two->cpu.median_us);
  rows.push_back(cpu);

  auto one_frame = bench.measure(busy, render::Stereo::OnePass, 512, frames);
  auto two_frame = bench.measure(busy, render::Stereo::TwoPasses, 512, frames);
  if (!one_frame) return tl::make_unexpected(one_frame.error());
  if (!two_frame) return tl::make_unexpected(two_frame.error());
  core::BenchRow whole = row_of("whole frame 2 x 512 x 512", two_frame->frame, two_frame->hash);
  whole.rival = "multiview";
  whole.rival_median_us = one_frame->frame.median_us;
  rows.push_back(whole);

  double few_us = 0.0;
  for (const std::uint32_t objects : {100u, 1000u}) {
    FH_TRY(costs, bench.measure(furnished(bench.hall(), objects, 0), render::Stereo::OnePass, 64, samples));
    core::BenchRow row = row_of(fmt::format("CPU: {} objects", objects), costs.cpu, 0);
    if (objects == 100) few_us = row.median_us;
    if (objects == 1000) row.note = fmt::format("10 x the objects cost {:.1f} x the time", row.median_us / few_us);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<core::BenchRow> bench_render(const core::BenchSettings& settings) {
  auto rows = run(settings);
  if (rows) return *rows;
  core::BenchRow row = row_of("not measured", {}, 0);
  row.note = rows.error().message;
  return {row};
}

}  // namespace fh::bench
