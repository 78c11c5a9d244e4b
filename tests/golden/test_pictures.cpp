// SPDX-License-Identifier: Apache-2.0
// One picture per feature, drawn on any Vulkan device and compared with the kept ones.
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>

#include "golden.h"
#include "gpu_context.h"
#include "render/renderer.h"
#include "render/targets/offscreen_target.h"
#include "stage.h"

namespace fh::test {
namespace {

constexpr std::uint32_t kWidth = 320, kHeight = 240;

/// Device, renderer and stage of one case.
struct Studio {
  GpuContext context;
  scene::Scene stage;
  frame::Snapshot snapshot;
  std::unique_ptr<render::Renderer> renderer;

  explicit Studio(scene::Scene place = make_stage()) : stage(std::move(place)), snapshot(snapshot_of(stage)) {
    const std::vector<render::SkinMesh> skins{make_mannequin()};
    render::RenderSettings settings;
    settings.shadow_size = 1024;
    auto made = render::Renderer::create(context.device(), stage, skins, settings);
    if (!made) FAIL(made.error().message);
    renderer = std::move(*made);
  }
  ~Studio() {
    renderer.reset();
    context.check_clean();
  }

  static frame::EyeViews camera(const Vec3& from = {1.9, 1.75, 2.1}, const Vec3& at = {-0.1, 0.65, -1.1}) {
    return render::mono(render::looking_from(from, at), math::radians(50), double(kWidth) / kHeight);
  }
  render::Picture draw(std::span<const render::View> views, std::uint32_t layer = 0) {
    auto target = render::OffscreenTarget::create(context.device(), kWidth, kHeight, views[0].eyes.count);
    REQUIRE(target);
    const auto drawn = renderer->draw(snapshot, views, *target);
    if (!drawn) FAIL(drawn.error().message);
    auto picture = target->read_back(layer);
    REQUIRE(picture);
    return std::move(*picture);
  }
  render::Picture draw(const frame::EyeViews& eyes, std::uint32_t layer = 0) {
    render::View view;
    view.eyes = eyes;
    return draw(std::span(&view, 1), layer);
  }
  frame::DrawObject& object(const std::string& name) {
    const core::ObjectId id = stage.find(name)->id;
    for (auto& o : snapshot.objects) {
      if (o.id == id) return o;
    }
    FAIL("no object " << name);
    return snapshot.objects.front();
  }
};

}  // namespace

TEST_CASE("stage in sunlight") {
  Studio studio;
  check_golden("stage", studio.draw(Studio::camera()));
}

TEST_CASE("both eyes in one pass") {
  Studio studio;
  frame::EyeViews eyes = Studio::camera();
  eyes.count = 2;
  const math::Pose head = eyes.eyes[0].world_from_eye;
  for (std::size_t e = 0; e < 2; ++e) {
    const double side = e == 0 ? -1.0 : 1.0;
    eyes.eyes[e].world_from_eye = head * math::Pose{math::kIdentity, Vec3(side * 0.032, 0, 0)};
    // Unequal sides, as headsets have them.
    eyes.eyes[e].fov = {e == 0 ? -0.72 : -0.55, e == 0 ? 0.55 : 0.72, 0.50, -0.56};
  }
  check_golden("eye_left", studio.draw(eyes, 0));
  check_golden("eye_right", studio.draw(eyes, 1));
  // The same eye drawn alone is the same picture: multiview changes cost, not content.
  frame::EyeViews right;
  right.eyes[0] = eyes.eyes[1];
  const render::Picture both = studio.draw(eyes, 1), alone = studio.draw(right);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < both.rgba.size(); ++i) differing += std::abs(both.rgba[i] - alone.rgba[i]) > 4 ? 1 : 0;
  CHECK(static_cast<double>(differing) < 0.02 * static_cast<double>(both.rgba.size()));
}

TEST_CASE("the user in the mirror, both eyes") {
  scene::Scene stage = make_stage();
  add_mirror(stage, math::standing_at({0.05, 1.0, 2.6}, math::kPi), {0.62f, 0.95f});
  Studio studio(std::move(stage));
  // One's own head is hidden to one's own eyes, not in the mirror; the raised right hand is on the right of the
  // picture.
  add_mannequin(studio.snapshot, math::standing_at({0.1, 0, 1.0}, math::kPi), 2.2).hide_head = true;
  frame::EyeViews eyes;
  eyes.count = 2;
  const math::Pose head = render::looking_from({0.1, 1.66, 1.12}, {0.05, 1.25, 2.6});
  for (std::size_t e = 0; e < 2; ++e) {
    eyes.eyes[e].world_from_eye = head * math::Pose{math::kIdentity, Vec3(e == 0 ? -0.032 : 0.032, 0, 0)};
    eyes.eyes[e].fov = {e == 0 ? -0.72 : -0.62, e == 0 ? 0.62 : 0.72, 0.52, -0.60};
  }
  check_golden("mirror_left", studio.draw(eyes, 0));
  CHECK(studio.renderer->stats().reflections == (studio.renderer->draws_eyes_together() ? 1 : 2));
  check_golden("mirror_right", studio.draw(eyes, 1));
}

TEST_CASE("lamps without sun") {
  Studio studio;
  studio.snapshot.sun.illuminance = 0.0f;
  studio.snapshot.ambient = 0.18f;
  studio.snapshot.lights = {{Vec3(-0.9, 1.7, -0.6), {1.0f, 0.78f, 0.52f}, 2.4f, 5.0f},
                            {Vec3(1.4, 1.2, -1.8), {0.45f, 0.65f, 1.0f}, 1.8f, 5.0f}};
  check_golden("lamps", studio.draw(Studio::camera()));
}

TEST_CASE("skinned body") {
  Studio studio;
  add_mannequin(studio.snapshot, math::standing_at({0.4, 0, -0.3}, 0.5), 1.2);
  frame::DrawBody& second = add_mannequin(studio.snapshot, math::standing_at({-0.7, 0, -1.9}, -0.6));
  second.highlights = {{kTorso, {0.95f, 0.55f, 0.05f, 0.9f}}, {kLeftArm, {0.1f, 0.7f, 0.2f, 0.9f}}};
  check_golden("bodies", studio.draw(Studio::camera()));
}

TEST_CASE("hidden head keeps its shadow") {
  Studio studio;
  frame::DrawBody& body = add_mannequin(studio.snapshot, math::standing_at({0.1, 0, 0.1}, 0.3), 0.4);
  body.hide_head = true;
  check_golden("headless", studio.draw(Studio::camera({0.4, 2.9, 2.4}, {0.3, 0.6, -0.3})));
}

TEST_CASE("highlighted objects") {
  Studio studio;
  studio.object("crate").highlight = {0.1f, 0.75f, 0.25f, 0.7f};
  studio.object("ball").highlight = {1.0f, 0.6f, 0.05f, 0.85f};
  check_golden("highlights", studio.draw(Studio::camera({1.2, 1.5, 0.9}, {-0.2, 0.7, -1.0})));
}

TEST_CASE("section plane with caps") {
  Studio studio;
  add_mannequin(studio.snapshot, math::standing_at({0.5, 0, -1.2}, 0.4), 0.6);
  studio.snapshot.section.kind = frame::Section::Kind::Plane;
  studio.snapshot.section.plane = {math::normalized_or({0.25, 0.0, 1.0}, math::kUp), -1.12};
  check_golden("section_plane", studio.draw(Studio::camera({0.9, 1.5, 1.4}, {0.0, 0.7, -1.2})));
}

TEST_CASE("section box with caps") {
  Studio studio;
  studio.snapshot.section.kind = frame::Section::Kind::Box;
  studio.snapshot.section.box = {math::standing_at({0.0, 0.5, -1.2}, 0.3), {0.62, 0.62, 0.3}};
  check_golden("section_box", studio.draw(Studio::camera({1.1, 1.6, 0.6}, {0.0, 0.5, -1.2})));
}

TEST_CASE("overlay shapes") {
  Studio studio;
  frame::Overlay& o = studio.snapshot.overlay;
  o.lines.push_back({{-0.9, 0.55, -0.45}, {0.6, 1.3, -1.0}, {0.05f, 0.55f, 0.95f, 1.0f}, 0.02f, true});
  o.lines.push_back({{-1.4, 0.02, 0.2}, {1.2, 0.02, 0.2}, {0.95f, 0.25f, 0.05f, 1.0f}, 0.01f, false});
  o.lines.push_back(
      {{-1.6, 0.4, -2.4}, {1.6, 0.4, -2.4}, {0.9f, 0.8f, 0.1f, 1.0f}, 0.02f, false, frame::Occlusion::Faint});
  o.discs.push_back({{0.3, 0.0, 0.5}, math::kUp, 0.35f, 0.28f, {0.1f, 0.8f, 0.35f, 0.9f}});
  o.discs.push_back({{-0.6, 0.0, 0.6}, math::kUp, 0.25f, 0.0f, {0.15f, 0.45f, 0.9f, 0.5f}});
  o.points.push_back({{0.0, 1.0, -0.8}, 0.03f, {0.95f, 0.1f, 0.4f, 1.0f}});
  o.points.push_back({{-1.15, 0.25, -0.7}, 0.05f, {1.0f, 0.9f, 0.1f, 1.0f}, frame::Occlusion::AlwaysSeen});
  o.regions.push_back({{{-1.9, 0, -0.2}, {-1.5, 0, 0.5}, {-0.9, 0, 0.3}, {-1.0, 0, -0.3}}, {0.9f, 0.2f, 0.1f, 0.4f}});
  check_golden("overlay", studio.draw(Studio::camera()));
}

TEST_CASE("text and panels") {
  Studio studio;
  frame::Overlay& o = studio.snapshot.overlay;
  frame::OverlayText& sign = o.texts.emplace_back();
  sign.text =
      "Reach 0.742 m \xc2\xb1 3\nElbow 112\xc2\xb0  load 8.5 kg\n\xc3\x89tabli \xc3\xa0 r\xc3\xa9gler: "
      "\xc2\xb5m\xc2\xb2";
  sign.world_from_text = math::standing_at({-0.35, 1.45, -0.9}, 0.35);
  sign.height = 0.06f;
  sign.background = {0.02f, 0.03f, 0.05f, 0.82f};
  sign.colour = {0.95f, 0.97f, 1.0f, 1.0f};
  frame::OverlayText& tag = o.texts.emplace_back();
  tag.text = "crate 12";
  tag.world_from_text.position = {-1.15, 0.75, -0.7};
  tag.height = 0.09f;
  tag.facing = frame::TextFacing::Viewer;
  tag.colour = {1.0f, 0.85f, 0.2f, 1.0f};
  tag.background = {0.05f, 0.05f, 0.05f, 0.7f};
  check_golden("text", studio.draw(Studio::camera()));
}

TEST_CASE("fade and vignette") {
  Studio studio;
  studio.snapshot.fade = 0.35f;
  studio.snapshot.vignette = 0.6f;
  check_golden("comfort", studio.draw(Studio::camera()));
}

TEST_CASE("glass in front of glass") {
  Studio studio;
  frame::DrawObject pane = studio.object("pane");
  pane.world_from_mesh = math::standing_at({0.6, 0.9, 0.3}, 0.2);
  studio.snapshot.objects.push_back(pane);
  check_golden("glass", studio.draw(Studio::camera({1.4, 1.2, 1.6}, {0.2, 0.7, -1.0})));
}

TEST_CASE("several views in one picture") {
  Studio studio;
  frame::DrawBody& body = add_mannequin(studio.snapshot, math::standing_at({0.3, 0, 0.9}, 0.0), 0.9);
  body.hide_head = true;
  std::array<render::View, 3> views;
  views[0].eyes = render::mono({math::kIdentity, Vec3(0.3, 1.65, 0.9)}, math::radians(70), double(kWidth) / kHeight);
  views[1].eyes = render::top_view(math::Aabb{Vec3(-2, 0, -3), Vec3(2, 2, 2)}, math::radians(40), 90.0 / 110.0);
  views[1].viewport = {224, 6, 90, 110};
  views[1].first_person = false;
  views[2].eyes = render::mono(render::looking_from({2.4, 1.9, 2.6}, {0, 0.8, 0}), math::radians(45), 90.0 / 70.0);
  views[2].viewport = {224, 122, 90, 70};
  views[2].first_person = false;
  check_golden("insets", studio.draw(views));
}

TEST_CASE("ids and distances") {
  Studio studio;
  add_mannequin(studio.snapshot, math::standing_at({0.4, 0, -0.3}, 0.5), 1.2);
  const frame::EyeViews eyes = Studio::camera();
  const auto ids = studio.renderer->draw_ids(studio.snapshot, eyes.eyes[0], kWidth, kHeight);
  REQUIRE(ids);
  render::Picture picture{kWidth, kHeight, std::vector<std::uint8_t>(std::size_t{4} * kWidth * kHeight, 255)};
  for (std::size_t i = 0; i < ids->ids.size(); ++i) {
    const std::uint32_t mixed = ids->ids[i] * 2654435761u;
    const float near = ids->ids[i] == 0 ? 0.0f : 1.5f / std::max(ids->distance[i], 1.5f);
    for (std::size_t c = 0; c < 3; ++c) {
      picture.rgba[4 * i + c] = static_cast<std::uint8_t>(near * static_cast<float>(80 + (mixed >> (8 + 8 * c)) % 176));
    }
  }
  check_golden("ids", picture, {8, 0.004});
}

}  // namespace fh::test
