// SPDX-License-Identifier: Apache-2.0
// The agents' eye against the GPU: the same window, cast on the CPU and drawn by the id pass.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/rng.h"
#include "gpu_context.h"
#include "render/renderer.h"
#include "render/view/projection.h"
#include "scene/scenario/scenario.h"
#include "senses/retina/retina.h"
#include "stage.h"

namespace fh::test {
namespace {

constexpr std::uint32_t kWidth = 160, kHeight = 120;
constexpr double kNear = 0.05;

struct Agreement {
  std::size_t interior = 0, same = 0, same_distance = 0;
};

/// Interior: all eight neighbours show the same to the GPU.
void compare(const render::IdImage& image, const senses::Retina& retina, Agreement& sum) {
  for (std::uint32_t y = 1; y + 1 < kHeight; ++y) {
    for (std::uint32_t x = 1; x + 1 < kWidth; ++x) {
      const std::size_t i = std::size_t{y} * kWidth + x;
      const double along_axis = -retina.field->direction(i).z;
      if (retina.distance(i) * along_axis < 1.5 * kNear) continue;  // the GPU cuts away what touches the eye
      bool interior = true;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          interior &= image.ids[i] == image.ids[std::size_t(int(y) + dy) * kWidth + std::size_t(int(x) + dx)];
        }
      }
      if (!interior) continue;
      ++sum.interior;
      if (image.ids[i] != retina.labels[i]) continue;
      ++sum.same;
      const double depth = retina.distance(i) * along_axis;
      const bool nothing = image.ids[i] == 0;
      sum.same_distance += nothing || std::abs(image.distance[i] - depth) < 0.002 * depth + 0.001 ? 1 : 0;
    }
  }
}

}  // namespace

TEST_CASE("the retina agrees with the id pass in the workshop") {
  const auto file = scene::find_scenario("workshop");
  if (!file) SKIP("no workshop scenario: " << file.error().message);
  const auto scenario = scene::load_scenario(*file);
  if (!scenario) FAIL(scenario.error().message);
  const scene::Scene& scene = scenario->scene;
  math::Aabb around = scene.bounds();
  around = around.grown(-0.15 * std::min(around.size().x, around.size().z));
  const frame::Snapshot snapshot = snapshot_of(scene);
  const senses::RetinaScene world(scene);
  GpuContext context;
  Agreement sum;
  {
    render::RenderSettings settings;
    settings.shadows = false;
    auto renderer = render::Renderer::create(context.device(), scene, {}, settings);
    REQUIRE(renderer);
    core::Rng rng(20261117);
    senses::Retina retina;
    for (int i = 0; i < 40; ++i) {
      frame::EyeView eye;
      eye.world_from_eye.position = {rng.uniform(around.low.x, around.high.x), rng.uniform(0.8, 2.0),
                                     rng.uniform(around.low.z, around.high.z)};
      eye.world_from_eye.rotation =
          math::from_yaw_pitch_roll(rng.uniform(-math::kPi, math::kPi), rng.uniform(-0.7, 0.3), 0.0);
      eye.fov = frame::symmetric_fov(math::radians(60), double(kWidth) / kHeight);
      const auto image = (*renderer)->draw_ids(snapshot, eye, kWidth, kHeight, kNear);
      REQUIRE(image);
      const math::Vec4f t = render::tangents_of(eye.fov);  // left, right, top, bottom
      const auto field = senses::Field::window({double(t.x), double(t.y), double(t.z), double(t.w)}, kWidth, kHeight);
      senses::see(world, field, eye.world_from_eye, {}, retina);
      compare(*image, retina, sum);
    }
  }
  context.check_clean();
  INFO(sum.interior << " interior samples, " << sum.same << " same, " << sum.same_distance << " same distance");
  REQUIRE(sum.interior > 100000);
  CHECK(double(sum.same) >= 0.995 * double(sum.interior));
  CHECK(double(sum.same_distance) >= 0.99 * double(sum.interior));
}

}  // namespace fh::test
