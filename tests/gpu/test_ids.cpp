// SPDX-License-Identifier: Apache-2.0
// The id pass against a ray caster that shares nothing with it but the scene.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/rng.h"
#include "gpu_context.h"
#include "ray_caster.h"
#include "render/renderer.h"
#include "render/view/projection.h"
#include "scene/scenario/scenario.h"
#include "stage.h"

namespace fh::test {
namespace {

constexpr std::uint32_t kWidth = 160, kHeight = 120;
constexpr double kNear = 0.05;

struct Agreement {
  std::size_t interior = 0, same_id = 0, same_distance = 0;
};

/// Compares one view; pixels next to another id (in the caster's picture) are edges and left out.
void compare(render::Renderer& renderer, const frame::Snapshot& snapshot, const RayCaster& caster,
             const frame::EyeView& eye, Agreement& sum) {
  const auto image = renderer.draw_ids(snapshot, eye, kWidth, kHeight, kNear);
  REQUIRE(image);
  const math::Vec4f t = render::tangents_of(eye.fov);
  std::vector<RayHit> hits(std::size_t{kWidth} * kHeight);
  std::vector<double> depths(hits.size());
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      const double u = (x + 0.5) / kWidth, v = (y + 0.5) / kHeight;
      const math::Vec3 direction(t.x + (t.y - t.x) * u, t.z + (t.w - t.z) * v, -1.0);
      const double length = glm::length(direction);
      const std::size_t i = std::size_t{y} * kWidth + x;
      hits[i] =
          caster.cast({eye.world_from_eye.position, eye.world_from_eye.direction(direction / length)}, kNear * length);
      depths[i] = hits[i].distance / length;
    }
  }
  for (std::uint32_t y = 1; y + 1 < kHeight; ++y) {
    for (std::uint32_t x = 1; x + 1 < kWidth; ++x) {
      const std::size_t i = std::size_t{y} * kWidth + x;
      bool interior = true;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          interior &= hits[i].id == hits[std::size_t(int(y) + dy) * kWidth + std::size_t(int(x) + dx)].id;
        }
      }
      if (!interior) continue;
      ++sum.interior;
      if (image->ids[i] != hits[i].id) continue;
      ++sum.same_id;
      const bool nothing = hits[i].id == 0 && std::isinf(image->distance[i]);
      sum.same_distance += nothing || std::abs(image->distance[i] - depths[i]) < 0.002 * depths[i] + 0.001 ? 1 : 0;
    }
  }
}

Agreement compare_views(const scene::Scene& scene, int views, const math::Aabb& around) {
  GpuContext context;
  const frame::Snapshot snapshot = snapshot_of(scene);
  Agreement sum;
  {
    render::RenderSettings settings;
    settings.shadows = false;
    auto renderer = render::Renderer::create(context.device(), scene, {}, settings);
    REQUIRE(renderer);
    const RayCaster caster(scene, snapshot);
    core::Rng rng(20261116);
    const auto between = [&](double low, double high) { return low + (high - low) * rng.uniform(); };
    for (int i = 0; i < views; ++i) {
      frame::EyeView eye;
      eye.world_from_eye.position = {between(around.low.x, around.high.x), between(0.4, 2.2),
                                     between(around.low.z, around.high.z)};
      eye.world_from_eye.rotation = math::from_yaw_pitch_roll(between(-math::kPi, math::kPi), between(-0.7, 0.3), 0.0);
      eye.fov = frame::symmetric_fov(math::radians(60), double(kWidth) / kHeight);
      compare(**renderer, snapshot, caster, eye, sum);
    }
  }
  context.check_clean();
  return sum;
}

void check_agreement(const Agreement& sum) {
  REQUIRE(sum.interior > 10000);
  const double ids = double(sum.same_id) / double(sum.interior),
               distances = double(sum.same_distance) / double(sum.interior);
  INFO(sum.interior << " interior pixels, " << 100 * ids << " % same id, " << 100 * distances << " % same distance");
  CHECK(ids >= 0.995);
  CHECK(distances >= 0.99);
}

}  // namespace

TEST_CASE("ids of the stage agree with a ray caster") {
  check_agreement(compare_views(make_stage(), 20, math::Aabb{Vec3(-2.5, 0, -2.5), Vec3(2.5, 2, 2.5)}));
}

TEST_CASE("ids of the workshop agree with a ray caster") {
  const auto file = scene::find_scenario("workshop");
  if (!file) SKIP("no workshop scenario: " << file.error().message);
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) FAIL(scenario.error().message);
  math::Aabb around = scenario->scene.bounds();
  around = around.grown(-0.15 * std::min(around.size().x, around.size().z));
  check_agreement(compare_views(scenario->scene, 50, around));
}

}  // namespace fh::test
