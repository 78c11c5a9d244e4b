// SPDX-License-Identifier: Apache-2.0
// Mirrors against a camera that stands where the reflected eye would, and what is and is not reflected.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "gpu_context.h"
#include "render/mirror_faces.h"
#include "render/renderer.h"
#include "render/targets/offscreen_target.h"
#include "stage.h"

namespace fh::test {
namespace {

constexpr std::uint32_t kSide = 96;

/// The stage with a large untinted mirror at z = 2 that faces -Z, a person and everything else before it, a crate
/// behind it.
struct MirrorStage {
  GpuContext context;
  scene::Scene stage = make_stage();
  core::ObjectId mirror = add_mirror(stage, math::standing_at({0, 1.5, 2.0}, math::kPi), {4.0f, 4.0f}, {1, 1, 1, 1});
  frame::Snapshot snapshot = snapshot_of(stage);
  std::unique_ptr<render::Renderer> renderer;

  MirrorStage() {
    render::RenderSettings settings;
    // Both depend on where the eye is, by fractions of a texel.
    settings.shadows = false;
    settings.occlusion = false;
    const std::vector<render::SkinMesh> skins{make_mannequin(12)};
    auto made = render::Renderer::create(context.device(), stage, skins, settings);
    if (!made) FAIL(made.error().message);
    renderer = std::move(*made);
    add_mannequin(snapshot, math::standing_at({0.1, 0, -0.3}, 2.6), 1.2).hide_head = true;
    const core::ObjectId crate = stage.find("crate")->id;
    snapshot.objects.push_back(
        *std::find_if(snapshot.objects.begin(), snapshot.objects.end(), [&](const auto& o) { return o.id == crate; }));
    snapshot.objects.back().world_from_mesh = math::standing_at({-0.2, 1.2, 2.5}, 0.3);
  }
  ~MirrorStage() {
    renderer.reset();
    context.check_clean();
  }
  render::Picture draw(const render::View& view) {
    auto target = render::OffscreenTarget::create(context.device(), kSide, kSide, 1);
    REQUIRE(target);
    const auto drawn = renderer->draw(snapshot, std::span(&view, 1), *target);
    if (!drawn) FAIL(drawn.error().message);
    return target->read_back().value();
  }
  std::size_t reflections(const Vec3& from, const Vec3& at) {
    render::View view;
    view.eyes = render::mono(render::looking_from(from, at), math::radians(60), 1.0);
    draw(view);
    return renderer->stats().reflections;
  }
};

/// Whether some pixel at or next to (x, y) is at most, and some at least, as bright as `value`, give or take 3 steps.
/// The samples of a pixel do not lie symmetrically, so edges differ between a picture and the same turned about.
bool fits(const render::Picture& picture, std::uint32_t x, std::uint32_t y, std::size_t channel, int value) {
  int low = 255, high = 0;
  for (std::uint32_t j = y - std::min(y, 1u); j <= std::min(y + 1, kSide - 1); ++j) {
    for (std::uint32_t i = x - std::min(x, 1u); i <= std::min(x + 1, kSide - 1); ++i) {
      const int v = picture.rgba[4 * (std::size_t{j} * kSide + i) + channel];
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  return value >= low - 3 && value <= high + 3;
}

/// The share of pixels from column `first` on that differ from the other picture turned left to right.
double unlike_turned(const render::Picture& a, const render::Picture& b, std::uint32_t first = 0) {
  std::size_t differing = 0;
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = first; x < kSide; ++x) {
      bool same = true;
      for (std::size_t c = 0; c < 3; ++c) {
        same &= fits(b, kSide - 1 - x, y, c, a.rgba[4 * (std::size_t{y} * kSide + x) + c]);
      }
      differing += same ? 0 : 1;
    }
  }
  return static_cast<double>(differing) / (double(kSide) * (kSide - first));
}

/// Straight at the mirror from 1.5 m; and from as far behind it, where what is behind the mirror is before the near
/// plane.
std::pair<render::View, render::View> before_and_behind() {
  constexpr double height = 1.2;  // low enough that the mirror fills the picture
  render::View before, behind;
  before.eyes = render::mono(render::looking_from({0.3, height, 0.5}, {0.3, height, 2.0}), math::radians(70), 1.0);
  behind.eyes = render::mono(render::looking_from({0.3, height, 3.5}, {0.3, height, 2.0}), math::radians(70), 1.0);
  behind.eyes.near_plane = 1.501;
  behind.first_person = false;
  return {before, behind};
}

}  // namespace

TEST_CASE("a mirror shows what the reflected eye sees, turned about") {
  MirrorStage place;
  const auto [before, behind] = before_and_behind();
  const render::Picture seen = place.draw(before);
  CHECK(place.renderer->stats().reflections == 1);
  const render::Picture expected = place.draw(behind);
  CHECK(place.renderer->stats().reflections == 0);
  CHECK(unlike_turned(seen, expected) < 0.001);
  // The comparison can fail: without the reflection, and without the turn.
  CHECK(unlike_turned(expected, expected) > 0.2);
  place.snapshot.bodies[0].position = {0, 1, 100};            // culled: gone from the mirror
  CHECK(unlike_turned(place.draw(before), expected) > 0.01);  // ten times what is allowed
}

TEST_CASE("a section cuts the room in the mirror too") {
  MirrorStage place;
  const auto [before, behind] = before_and_behind();
  const render::Picture whole = place.draw(before);
  place.snapshot.section.kind = frame::Section::Kind::Plane;
  place.snapshot.section.plane = {math::kRight, 0.5};
  // The mirror itself is cut 0.2 m left of the middle of the picture.
  constexpr std::uint32_t kFirst = 40;
  const render::Picture expected = place.draw(behind);
  CHECK(unlike_turned(place.draw(before), expected, kFirst) < 0.001);
  CHECK(unlike_turned(whole, expected, kFirst) > 0.02);
}

TEST_CASE("mirrors that are not seen cost nothing") {
  MirrorStage place;
  CHECK(place.reflections({0, 1.5, 0}, {0, 1.4, 2}) == 1);
  CHECK(place.reflections({0, 1.5, 0}, {0, 1.4, -2}) == 0);  // at one's back
  CHECK(place.reflections({0, 1.5, 4}, {0, 1.4, 2}) == 0);   // from behind
  CHECK(place.reflections({0, 1.5, 1.9995}, {0, 1.4, 4}) == 0);
  const std::uint32_t live = place.context.device().memory().allocation_count();
  for (int i = 0; i < 8; ++i) CHECK(place.reflections({0, 1.5, 0.1 * i}, {0, 1.4, 2}) == 1);
  CHECK(place.context.device().memory().allocation_count() == live);

  // Ids name the mirror, not what is seen in it.
  const auto ids = place.renderer->draw_ids(
      place.snapshot, {render::looking_from({0, 1.5, 1.5}, {0, 1.5, 2}), frame::symmetric_fov(0.5, 1.0)}, 8, 8);
  REQUIRE(ids);
  CHECK(ids->ids[36] == place.mirror.value);

  for (frame::DrawObject& object : place.snapshot.objects) object.visible &= object.id != place.mirror;
  CHECK(place.reflections({0, 1.5, 0}, {0, 1.4, 2}) == 0);
}

TEST_CASE("the nearest two of several mirrors reflect, each other as shiny surfaces") {
  GpuContext context;
  scene::Scene stage = make_stage();
  for (const double x : {-1.0, 0.0, 1.0}) add_mirror(stage, math::standing_at({x, 1.0, 2.0}, math::kPi), {0.4f, 0.8f});
  add_mirror(stage, math::standing_at({0.0, 1.0, -2.5}, 0.0), {0.4f, 0.8f});
  {
    const std::vector<render::SkinMesh> skins{make_mannequin(8)};
    for (const std::uint32_t most : {2u, 1u, 0u}) {
      render::RenderSettings settings;
      settings.shadow_size = 256;
      settings.mirrors = most;
      auto renderer = render::Renderer::create(context.device(), stage, skins, settings);
      REQUIRE(renderer);
      auto target = render::OffscreenTarget::create(context.device(), kSide, kSide, 1);
      REQUIRE(target);
      std::array<render::View, 2> views;
      views[0].eyes = render::mono(render::looking_from({0.6, 1.4, 0}, {0.1, 1, 2}), math::radians(90), 1.0);
      views[1].eyes = render::mono(render::looking_from({0.6, 1.4, 0}, {0.1, 1, -2.5}), math::radians(60), 1.0);
      views[1].viewport = {60, 7, 31, 33};
      for (int i = 0; i < 3; ++i) REQUIRE((*renderer)->draw(snapshot_of(stage), views, *target));
      CHECK((*renderer)->stats().reflections == most + std::min(most, 1u));
      REQUIRE((*renderer)->wait());
    }
  }
  context.check_clean();
}

TEST_CASE("one multiview pass reflects what two passes reflect") {
  // Nothing reaches beyond the mirror or the picture: such triangles the faulty drivers draw right too.
  GpuContext context;
  SceneMaker maker;
  const std::uint32_t red = maker.material({0.7f, 0.1f, 0.1f, 1.0f});
  maker.object(maker.mesh(box_mesh({0.3f, 0.3f, 0.3f}), red), math::standing_at({0.3, 0.3, -1.0}, 0.4));
  maker.object(maker.mesh(capsule_mesh(0.2f, 0.2f), red), math::standing_at({-0.4, 0.6, -1.2}, 0.0));
  add_mirror(maker.scene, math::standing_at({0, 0.5, -2.0}, 0.1), {1.3f, 1.3f});
  const frame::Snapshot snapshot = snapshot_of(maker.scene);
  std::array<std::array<render::Picture, 2>, 2> pictures;
  for (std::size_t way = 0; way < 2; ++way) {
    render::RenderSettings settings;
    settings.shadow_size = 256;
    settings.stereo = way == 0 ? render::Stereo::OnePass : render::Stereo::TwoPasses;
    auto renderer = render::Renderer::create(context.device(), maker.scene, {}, settings);
    REQUIRE(renderer);
    auto target = render::OffscreenTarget::create(context.device(), kSide, kSide, 2);
    REQUIRE(target);
    frame::EyeViews eyes;
    eyes.count = 2;
    for (std::size_t e = 0; e < 2; ++e) {
      eyes.eyes[e] = {render::looking_from({e == 0 ? -0.03 : 0.03, 1.1, 1.2}, {0, 0.5, -2.0}),
                      frame::symmetric_fov(math::radians(70), 1.0)};
    }
    REQUIRE((*renderer)->draw(snapshot, eyes, *target));
    CHECK((*renderer)->stats().reflections == (way == 0 ? 1 : 2));
    for (std::uint32_t e = 0; e < 2; ++e) pictures[way][e] = target->read_back(e).value();
  }
  for (std::size_t e = 0; e < 2; ++e) {
    std::size_t differing = 0;
    for (std::size_t i = 0; i < pictures[0][e].rgba.size(); ++i) {
      differing += std::abs(pictures[0][e].rgba[i] - pictures[1][e].rgba[i]) > 3 ? 1 : 0;
    }
    INFO("eye " << e);
    CHECK(differing < pictures[0][e].rgba.size() / 200);
  }
  context.check_clean();
}

TEST_CASE("flat faces of a mesh are found, round ones are not") {
  const auto faces = render::mirror_faces_of(box_mesh({0.2f, 0.5f, 0.4f}));
  REQUIRE(faces.size() == 6);
  for (const render::MirrorFace& face : faces) {
    const Vec3 normal =
        glm::normalize(glm::cross(face.corners[1] - face.corners[0], face.corners[3] - face.corners[0]));
    for (const Vec3& corner : face.corners) {
      CHECK(glm::dot(normal, corner) > 0.19);  // outward
      CHECK(glm::length(glm::abs(corner) - Vec3(0.2, 0.5, 0.4)) < 1e-6);
    }
  }
  CHECK(render::mirror_faces_of(capsule_mesh(0.3f, 0.0f)).empty());
  CHECK(render::mirror_faces_of({}).empty());
}

}  // namespace fh::test
