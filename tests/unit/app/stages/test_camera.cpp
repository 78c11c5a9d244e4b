// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

#include "app/stages/camera.h"
#include "app/stages/sign_picture.h"
#include "core/files.h"
#include "scene/scenario/scenario.h"

using namespace fh;

TEST_CASE("third person: never from inside a wall") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto file = scene::find_scenario("workshop");
  REQUIRE(file);
  const auto scenario = scene::load_scenario(*file);
  REQUIRE(scenario);
  auto world = world::World::create(*scenario, {});
  REQUIRE(world);
  // 1.5 m before the west wall (its face is at x = -7), back to it: 1.9 m behind the head would be outside.
  const auto looking = [](const math::Vec3& way) { return math::Pose{math::looking_along(way), {-5.5, 1.65, 0.0}}; };
  CHECK(app::over_the_shoulder(looking({1, 0, 0})).position.x < -7.0);
  const math::Pose kept = app::over_the_shoulder(*world, looking({1, 0, 0}));
  CHECK(kept.position.x > -7.0);
  CHECK(kept.position.x < -5.5);
  // With room behind it stays where it would be.
  const math::Pose free = app::over_the_shoulder(looking({-1, 0, 0}));
  CHECK(glm::length(app::over_the_shoulder(*world, looking({-1, 0, 0})).position - free.position) < 1e-9);
}

TEST_CASE("the ghost of a person is not drawn around the eyes that the picture is seen through") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto scenario = scene::parse_scenario(R"({"name": "test", "seed": 3, "user": {"at": [0, 0, -1]}, "parts": [
      {"part": "floor", "name": "floor", "width": 12, "depth": 12}], "agents": [
      {"name": "mira", "at": [0, 0, 2], "behaviour": "errands", "errands": [{"at": [0, 0, 1]}]},
      {"name": "jonas", "at": [0.8, 0, -1], "behaviour": "errands", "errands": [{"at": [0.8, 0, -3]}]}]})",
                                              "test", ".");
  REQUIRE(scenario);
  auto world = world::World::create(*scenario, {});
  REQUIRE(world);
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.62, 0.0};
  input.head.valid = input.head.tracked = 1;
  for (int i = 0; i < 60; ++i) world->tick(input);
  const auto ghosts = [&](const app::Camera& camera) {
    frame::Snapshot snapshot;
    app::show_beliefs(0, camera, *world, snapshot);
    return snapshot.overlay.points.size();
  };
  const std::size_t all = ghosts({app::CameraKind::Third});
  REQUIRE(all >= 2);  // mira sees the user and jonas
  CHECK(ghosts({app::CameraKind::Top}) == all);
  CHECK(ghosts({app::CameraKind::Front}) == all);
  CHECK(ghosts({app::CameraKind::Eye}) == all - 1);
  CHECK(ghosts({app::CameraKind::Stereo}) == all - 1);
  CHECK(ghosts({.kind = app::CameraKind::Agent, .agent = 1}) == all - 1);
}

TEST_CASE("sign: text is there, in the middle, and fits") {
  const auto picture = app::sign_picture(400, 120, {"Firsthand", "loading a place with a very long name indeed …"});
  REQUIRE(picture.rgba.size() == 4u * 400 * 120);
  const auto is_ink = [&](std::uint32_t x, std::uint32_t y) { return picture.at(x, y)[0] > 150; };
  int ink = 0, left = 400, right = 0;
  for (std::uint32_t y = 0; y < 120; ++y) {
    for (std::uint32_t x = 0; x < 400; ++x) {
      if (!is_ink(x, y)) continue;
      ++ink;
      left = std::min(left, static_cast<int>(x));
      right = std::max(right, static_cast<int>(x));
    }
  }
  CHECK(ink > 500);
  CHECK(left > 4);
  CHECK(right < 396);
  CHECK(std::abs((left + right) / 2 - 200) < 8);
  CHECK(app::sign_picture(400, 120, {}).at(200, 60)[0] < 60);
}

TEST_CASE("what darkens the user's eyes darkens no other view") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto scenario = scene::parse_scenario(R"({"name": "test", "user": {"at": [0, 0, 0]}, "parts": [
      {"part": "floor", "name": "floor", "width": 6, "depth": 6}], "agents": [
      {"name": "mira", "at": [0, 0, 2], "behaviour": "stand"}]})",
                                              "test", ".");
  REQUIRE(scenario);
  const auto world = world::World::create(*scenario, {});
  REQUIRE(world);
  using app::CameraKind;
  for (const CameraKind kind : {CameraKind::Eye, CameraKind::Stereo, CameraKind::Third, CameraKind::Top,
                                CameraKind::Front, CameraKind::Agent}) {
    frame::Snapshot snapshot;
    world->fill(snapshot);
    snapshot.fade = 1.0f;
    snapshot.vignette = 0.5f;
    app::show_for({kind, 0, 0}, *world, snapshot);
    const bool own = kind == CameraKind::Eye || kind == CameraKind::Stereo;
    CHECK(snapshot.fade == (own ? 1.0f : 0.0f));
    CHECK(snapshot.vignette == (own ? 0.5f : 0.0f));
  }
}
