// SPDX-License-Identifier: Apache-2.0
// The renderer's life: sizes, re-creation, growth, bad input, two ways of drawing two eyes.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>

#include "gpu/image.h"
#include "gpu_context.h"
#include "render/renderer.h"
#include "render/targets/external_target.h"
#include "render/targets/eye_buffers.h"
#include "render/targets/offscreen_target.h"
#include "render/view/projection.h"
#include "stage.h"

namespace fh::test {
namespace {

render::RenderSettings small_settings() {
  render::RenderSettings settings;
  settings.shadow_size = 256;
  return settings;
}

std::unique_ptr<render::Renderer> make_renderer(GpuContext& context, const scene::Scene& scene,
                                                const render::RenderSettings& settings = small_settings()) {
  const std::vector<render::SkinMesh> skins{make_mannequin(8)};
  auto made = render::Renderer::create(context.device(), scene, skins, settings);
  if (!made) FAIL(made.error().message);
  return std::move(*made);
}

frame::EyeViews camera(double aspect = 1.0) {
  return render::mono(render::looking_from({1.9, 1.75, 2.1}, {-0.1, 0.65, -1.1}), math::radians(50), aspect);
}

frame::EyeViews two_eyes() {
  frame::EyeViews eyes = camera();
  eyes.count = 2;
  eyes.eyes[1] = eyes.eyes[0];
  eyes.eyes[1].world_from_eye.position.x += 0.06;
  return eyes;
}

double mean(const render::Picture& picture) {
  double sum = 0.0;
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
    sum += picture.rgba[i] + picture.rgba[i + 1] + picture.rgba[i + 2];
  return sum / (0.75 * static_cast<double>(picture.rgba.size()));
}

}  // namespace

TEST_CASE("a thousand targets come and go") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  const frame::Snapshot snapshot = snapshot_of(stage);
  {
    auto renderer = make_renderer(context, stage);
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
      // Sizes repeat every seven: more than the renderer keeps buffers for, so that these come and go too.
      const std::uint32_t side = 16 + 4 * (i % 7);
      auto target = render::OffscreenTarget::create(context.device(), side, side, 1);
      REQUIRE(target);
      if (i % 10 == 0) {
        REQUIRE(renderer->draw(snapshot, camera(), *target));
        REQUIRE(renderer->wait());
      }
      const std::uint32_t live = context.device().memory().allocation_count();
      if (i == 100) most = live;
      if (i > 100) REQUIRE(live <= most + 8);
    }
  }
  context.check_clean();
}

TEST_CASE("sizes follow each other without waiting") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  const frame::Snapshot snapshot = snapshot_of(stage);
  {
    auto renderer = make_renderer(context, stage);
    std::vector<render::OffscreenTarget> targets;
    for (const auto& [w, h] : {std::pair{64u, 48u}, {33u, 17u}, {1u, 1u}, {90u, 120u}, {65u, 47u}, {64u, 48u}}) {
      auto target = render::OffscreenTarget::create(context.device(), w, h, 1);
      REQUIRE(target);
      targets.push_back(std::move(*target));
      REQUIRE(renderer->draw(snapshot, camera(double(w) / h), targets.back()));
    }
    for (auto& target : targets) {
      const auto picture = target.read_back();
      REQUIRE(picture);
      CHECK(mean(*picture) > 60.0);
    }
  }
  context.check_clean();
}

TEST_CASE("impossible sizes and mismatched eyes are errors") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  const frame::Snapshot snapshot = snapshot_of(stage);
  {
    CHECK_FALSE(render::OffscreenTarget::create(context.device(), 0, 10));
    CHECK_FALSE(render::OffscreenTarget::create(context.device(), 1u << 30, 10));
    CHECK_FALSE(render::OffscreenTarget::create(context.device(), 10, 10, 3));
    auto renderer = make_renderer(context, stage);
    auto target = render::OffscreenTarget::create(context.device(), 16, 16, 1);
    REQUIRE(target);
    CHECK_FALSE(target->read_back());
    CHECK_FALSE(renderer->draw(snapshot, two_eyes(), *target));
    CHECK_FALSE(renderer->draw(snapshot, std::span<const render::View>(), *target));
    render::View beyond;
    beyond.eyes = camera();
    beyond.viewport = {8, 8, 16, 4};
    CHECK_FALSE(renderer->draw(snapshot, std::span(&beyond, 1), *target));
    CHECK(renderer->draw(snapshot, camera(), *target));
  }
  context.check_clean();
}

TEST_CASE("a snapshot may be empty, broken or growing") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  {
    auto renderer = make_renderer(context, stage);
    auto target = render::OffscreenTarget::create(context.device(), 32, 32, 1);
    REQUIRE(target);
    frame::Snapshot snapshot;
    CHECK(renderer->draw(snapshot, camera(), *target));
    // Meshes, skins and matrices that do not exist are left out.
    snapshot.objects.emplace_back().mesh = 9999;
    frame::DrawBody& body = snapshot.bodies.emplace_back();
    body.skin = 7;
    snapshot.bodies.push_back(body);
    snapshot.bodies.back().skin = 0;
    snapshot.bodies.back().matrix_count = kSegments;
    snapshot.bodies.back().first_matrix = 1000;
    CHECK(renderer->draw(snapshot, camera(), *target));
    for (std::size_t many : {10, 100, 1000, 3000}) {
      snapshot = snapshot_of(stage);
      while (snapshot.objects.size() < many) snapshot.objects.push_back(snapshot.objects[snapshot.objects.size() % 8]);
      for (std::size_t i = 0; i < many / 100; ++i)
        add_mannequin(snapshot, math::standing_at({0, 0, 0.1 * double(i)}, 0));
      CHECK(renderer->draw(snapshot, camera(), *target));
    }
    REQUIRE(renderer->wait());
  }
  context.check_clean();
}

TEST_CASE("steady frames allocate no graphics memory") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  {
    auto renderer = make_renderer(context, stage);
    auto target = render::OffscreenTarget::create(context.device(), 32, 32, 1);
    REQUIRE(target);
    frame::Snapshot snapshot = snapshot_of(stage);
    add_mannequin(snapshot, math::standing_at({0, 0, 0}, 0));
    for (int i = 0; i < 3; ++i) REQUIRE(renderer->draw(snapshot, camera(), *target));
    const std::uint32_t count = context.device().memory().allocation_count();
    for (int i = 0; i < 20; ++i) REQUIRE(renderer->draw(snapshot, camera(), *target));
    CHECK(context.device().memory().allocation_count() == count);
    REQUIRE(renderer->wait());
  }
  context.check_clean();
}

TEST_CASE("one multiview pass draws what two passes draw") {
  // Nothing in sight reaches beyond the picture: such triangles the faulty drivers draw right too.
  GpuContext context;
  SceneMaker maker;
  const std::uint32_t red = maker.material({0.7f, 0.1f, 0.1f, 1.0f});
  maker.object(maker.mesh(box_mesh({0.3f, 0.3f, 0.3f}), red), math::standing_at({0, 0.3, -1.0}, 0.4));
  maker.object(maker.mesh(capsule_mesh(0.2f, 0.2f), red), math::standing_at({0.5, 0.6, -1.4}, 0.0));
  frame::Snapshot snapshot = snapshot_of(maker.scene);
  add_mannequin(snapshot, math::standing_at({-0.7, -0.4, -1.6}, 0.4), 0.8);
  std::array<std::array<render::Picture, 2>, 2> pictures;
  for (std::size_t way = 0; way < 2; ++way) {
    render::RenderSettings settings = small_settings();
    settings.stereo = way == 0 ? render::Stereo::OnePass : render::Stereo::TwoPasses;
    auto renderer = make_renderer(context, maker.scene, settings);
    CHECK(renderer->draws_eyes_together() == (way == 0));
    auto target = render::OffscreenTarget::create(context.device(), 96, 96, 2);
    REQUIRE(target);
    frame::EyeViews eyes = two_eyes();
    for (auto& eye : eyes.eyes) eye.fov = frame::symmetric_fov(math::radians(80), 1.0);
    REQUIRE(renderer->draw(snapshot, eyes, *target));
    for (std::uint32_t e = 0; e < 2; ++e) pictures[way][e] = target->read_back(e).value();
  }
  for (std::size_t e = 0; e < 2; ++e) {
    std::size_t differing = 0;
    for (std::size_t i = 0; i < pictures[0][e].rgba.size(); ++i) {
      differing += std::abs(pictures[0][e].rgba[i] - pictures[1][e].rgba[i]) > 3 ? 1 : 0;
    }
    INFO("eye " << e);
    CHECK(differing < pictures[0][e].rgba.size() / 500);
  }
  CHECK(pictures[0][0].rgba != pictures[0][1].rgba);
  context.check_clean();
}

TEST_CASE("what the lenses hide is not drawn, the rest as ever") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  const frame::Snapshot snapshot = snapshot_of(stage);
  frame::EyeViews eyes = two_eyes();
  for (auto& eye : eyes.eyes) eye.fov = frame::symmetric_fov(math::radians(90), 1.0);  // tangents -1 … 1
  // The left eye misses its left quarter, the right eye a triangle at the top right.
  frame::HiddenArea area;
  area.triangles[0] = {{-1, -1}, {-0.5f, -1}, {-0.5f, 1}, {-1, -1}, {-0.5f, 1}, {-1, 1}};
  area.triangles[1] = {{0, 1}, {1, 1}, {1, 0}};
  constexpr int kSize = 96;
  const auto is_hidden = [](std::uint32_t eye, int x, int y) {  // < 0 inside, in pixels from the edge
    const double across = (x + 0.5) * 2.0 / kSize - 1.0, up = 1.0 - (y + 0.5) * 2.0 / kSize;
    return (eye == 0 ? across + 0.5 : (1.0 - across - up) * 0.7071) * kSize / 2.0;
  };
  for (const auto stereo : {render::Stereo::OnePass, render::Stereo::TwoPasses}) {
    render::RenderSettings settings = small_settings();
    settings.stereo = stereo;
    auto renderer = make_renderer(context, stage, settings);
    auto target = render::OffscreenTarget::create(context.device(), kSize, kSize, 2);
    REQUIRE(target);
    render::View view;
    view.eyes = eyes;
    const auto draw = [&](bool through_lenses) {
      view.through_lenses = through_lenses;
      REQUIRE(renderer->draw(snapshot, std::span(&view, 1), *target));
      return std::array{target->read_back(0).value(), target->read_back(1).value()};
    };
    const auto whole = draw(true);  // nothing is hidden yet
    REQUIRE(renderer->set_hidden_area(area));
    const auto elsewhere = draw(false), masked = draw(true);
    for (std::uint32_t e = 0; e < 2; ++e) {
      CHECK(elsewhere[e].rgba == whole[e].rgba);  // other views keep all of their picture
      int hidden = 0, lit_inside = 0, changed_outside = 0;
      for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x) {
          const auto* now = &masked[e].rgba[static_cast<std::size_t>(4 * (y * kSize + x))];
          const auto* before = &whole[e].rgba[static_cast<std::size_t>(4 * (y * kSize + x))];
          const double edge = is_hidden(e, x, y);
          hidden += edge < -1.0;
          lit_inside += edge < -1.0 && (now[0] || now[1] || now[2]);
          // A few pixels aside: ambient occlusion is worked out at half size.
          for (int i = 0; i < 3 && edge > 3.0; ++i) changed_outside += std::abs(now[i] - before[i]) > 2;
        }
      }
      INFO("eye " << e << ", way " << static_cast<int>(stereo));
      CHECK(hidden > kSize * kSize / 10);
      CHECK(lit_inside == 0);
      CHECK(changed_outside == 0);
    }
    REQUIRE(renderer->set_hidden_area({}));
    CHECK(draw(true)[0].rgba == whole[0].rgba);
    frame::HiddenArea broken;
    broken.triangles[0] = {{0, 0}};
    CHECK_FALSE(renderer->set_hidden_area(broken));
  }
  context.check_clean();
}

TEST_CASE("images made by others are drawn with their depth") {
  GpuContext context;
  const scene::Scene stage = make_stage();
  const frame::Snapshot snapshot = snapshot_of(stage);
  {
    gpu::ImageShape shape;
    shape.extent = {48, 48};
    shape.layers = 2;
    shape.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    auto first = gpu::Image::create(context.device().memory(), shape);
    auto second = gpu::Image::create(context.device().memory(), shape);
    shape.format = render::kDepthFormat;
    shape.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    auto depth = gpu::Image::create(context.device().memory(), shape);
    REQUIRE((first && second && depth));
    render::ExternalImages images;
    images.colour = {first->get(), second->get()};
    images.depth = {depth->get()};
    images.format = first->shape().format;
    images.extent = {48, 48};
    auto target = render::ExternalTarget::create(context.device(), images);
    REQUIRE(target);
    auto renderer = make_renderer(context, stage);
    for (std::uint32_t i = 0; i < 4; ++i) {
      target->select(i % 2, 0);
      REQUIRE(renderer->draw(snapshot, two_eyes(), *target));
    }
    REQUIRE(renderer->wait());
  }
  context.check_clean();
}

TEST_CASE("a parallel view keeps lengths at every distance, and its pictures differ from the eye's") {
  const frame::EyeViews eyes = render::mono(render::looking_from({0.0, 0.0, 100.0}, {0.0, 0.0, 0.0}), 0.04, 1.0);
  const math::Mat4f clip_from_world =
      render::parallel_projection_of(eyes.eyes[0].fov, 100.0) * render::view_of(eyes.eyes[0].world_from_eye);
  const double half = 100.0 * std::tan(0.02);  // m from the middle of the picture to its side
  for (const double z : {-60.0, -1.0, 0.0, 20.0, 90.0}) {
    const math::Vec4f side = clip_from_world * math::Vec4f(static_cast<float>(half), 0.0f, static_cast<float>(z), 1.0f);
    CHECK(std::abs(side.x / side.w - 1.0f) < 1e-4f);
    CHECK((side.z > 0.0f && side.z < 1.0f));
    const math::Vec4f nearer = clip_from_world * math::Vec4f(0.0f, 0.0f, static_cast<float>(z) + 1.0f, 1.0f);
    CHECK(nearer.z > side.z);  // reversed depth
  }
  GpuContext context;
  const scene::Scene stage = make_stage();
  frame::Snapshot snapshot = snapshot_of(stage);
  {
    auto renderer = make_renderer(context, stage);
    auto target = render::OffscreenTarget::create(context.device(), 64, 64, 1);
    REQUIRE(target);
    render::View view;
    view.eyes = render::mono(render::looking_from({0.0, 60.0, 0.1}, {0.0, 0.0, 0.0}), 0.1, 1.0);
    view.parallel_at = 60.0;
    REQUIRE(renderer->draw(snapshot, std::span(&view, 1), *target));
    const auto solid = target->read_back(0);
    REQUIRE(solid);
    // What is see-through lets through what lies behind it.
    for (auto& object : snapshot.objects) object.see_through = true;
    REQUIRE(renderer->draw(snapshot, std::span(&view, 1), *target));
    const auto through = target->read_back(0);
    REQUIRE(through);
    CHECK(mean(*solid) > 1.0);
    CHECK(solid->rgba != through->rgba);
  }
  context.check_clean();
}

TEST_CASE("a minimised target draws nothing and is no error") {
  struct Minimised final : render::Target {
    core::Result<std::optional<render::TargetImage>> begin() override { return std::nullopt; }
    core::Result<> end() override { return core::fail("end() without an image"); }
  };
  GpuContext context;
  const scene::Scene stage = make_stage();
  {
    auto renderer = make_renderer(context, stage);
    Minimised minimised;
    CHECK(renderer->draw(snapshot_of(stage), camera(), minimised));
  }
  context.check_clean();
}

}  // namespace fh::test
