// SPDX-License-Identifier: Apache-2.0
// The agents' eye against the GPU: the same window, cast on the CPU and drawn by the id pass.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "app/stages/body_uploads.h"
#include "core/files.h"
#include "core/rng.h"
#include "gpu_context.h"
#include "render/renderer.h"
#include "render/view/projection.h"
#include "scene/scenario/scenario.h"
#include "senses/retina/retina.h"
#include "stage.h"
#include "world/world.h"

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

/// A room with a window, a mirror on its north wall that nothing is behind of, and four people who walk about.
constexpr const char* kPeopled = R"({"name": "peopled", "seed": 5, "user": {"at": [3, 0, 3]}, "parts": [
  {"part": "floor", "name": "floor", "width": 9, "depth": 9},
  {"part": "wall", "name": "north", "at": [0, 0, -4.05], "length": 9, "height": 3},
  {"part": "wall", "name": "across", "at": [0, 0, 0.5], "length": 6, "height": 2.6,
   "openings": [{"x": 0, "width": 2.0, "height": 1.4, "sill": 0.8}]},
  {"part": "window", "name": "window", "at": [0, 0, 0.5], "width": 2.0, "height": 1.4, "sill": 0.8},
  {"part": "mirror", "name": "mirror", "at": [0, 1.3, -3.9], "width": 3.0, "height": 2.2},
  {"part": "table", "name": "table", "at": [-2.4, 0, -2.0]},
  {"part": "crate", "name": "crate", "at": [2.2, 0, -1.4]}], "agents": [
  {"name": "a", "at": [-1.0, 0, -1.8], "behaviour": "patrol", "knows": "structure",
   "errands": [{"at": [1.0, 0, -2.4]}, {"at": [-1.0, 0, -2.4]}]},
  {"name": "b", "body": {"sex": "m"}, "at": [0.8, 0, -2.6], "behaviour": "patrol", "knows": "structure",
   "errands": [{"at": [-0.8, 0, -2.8]}, {"at": [0.8, 0, -2.8]}]},
  {"name": "c", "at": [0.4, 0, 1.6], "behaviour": "patrol", "knows": "structure",
   "errands": [{"at": [-0.8, 0, 1.4]}, {"at": [0.8, 0, 1.4]}]},
  {"name": "d", "body": {"sex": "m"}, "at": [-0.8, 0, 2.2], "behaviour": "patrol", "knows": "structure",
   "errands": [{"at": [0.6, 0, 2.2]}, {"at": [-0.6, 0, 2.2]}]}]})";

/// Of pictures with people: samples whose surroundings (two pixels) show one thing to the GPU, by what they show.
struct PeopledAgreement {
  std::size_t things = 0, same_things = 0;      // of the place
  std::size_t people = 0, same_people = 0;      // bodies
  std::size_t near_people = 0;                  // of same_people: as far away, within 5 cm
  std::size_t mirrored = 0, same_mirrored = 0;  // seen in the mirror, people among them
  std::size_t mirrored_people = 0;
  std::size_t through_glass = 0;  // people and things beyond the pane
};

bool is_inside(const render::IdImage& image, std::uint32_t x, std::uint32_t y) {
  constexpr int kRim = 2;
  const auto item_at = [&](int dx, int dy) {
    return senses::item_of(image.ids[std::size_t(int(y) + dy) * kWidth + std::size_t(int(x) + dx)]);
  };
  for (int dy = -kRim; dy <= kRim; ++dy) {
    for (int dx = -kRim; dx <= kRim; ++dx) {
      if (item_at(dx, dy) != item_at(0, 0)) return false;
    }
  }
  return true;
}

/// `turned`: the picture was drawn by the eye's reflection, so that left and right are exchanged.
void compare_peopled(const render::IdImage& image, const senses::Retina& retina, bool turned, PeopledAgreement& sum) {
  for (std::uint32_t y = 2; y + 2 < kHeight; ++y) {
    for (std::uint32_t x = 2; x + 2 < kWidth; ++x) {
      const std::size_t at = std::size_t{y} * kWidth + x;
      const std::size_t i = turned ? std::size_t{y} * kWidth + (kWidth - 1 - x) : at;
      const bool in_mirror = !retina.mirrors.empty() && retina.mirrors[i] != 0;
      if (turned != in_mirror || !is_inside(image, x, y)) continue;
      const double along_axis = -retina.field->direction(i).z, depth = retina.distance(i) * along_axis;
      if (depth < 1.5 * kNear) continue;
      const senses::ItemId drawn = senses::item_of(image.ids[at]), seen = senses::item_of(retina.labels[i]);
      if (turned) {
        ++sum.mirrored;
        sum.same_mirrored += drawn == seen;
        sum.mirrored_people += drawn.is_body() && drawn == seen;
      } else if (drawn.is_body()) {
        ++sum.people;
        sum.same_people += drawn == seen;
        sum.near_people += drawn == seen && std::abs(double(image.distance[at]) - depth) < 0.05;
      } else {
        ++sum.things;
        sum.same_things += drawn == seen;
      }
    }
  }
}

math::Pose reflected(const math::Pose& eye, const math::Plane& mirror) {
  const auto turn = [&](const math::Vec3& v) { return v - 2.0 * glm::dot(mirror.normal, v) * mirror.normal; };
  const math::Vec3 back = turn(eye.direction({0, 0, 1})), up = turn(eye.direction({0, 1, 0}));
  const double above = glm::dot(mirror.normal, eye.position) - mirror.offset;
  return {math::from_matrix(math::Mat3(glm::cross(up, back), up, back)), eye.position - 2.0 * above * mirror.normal};
}

}  // namespace

TEST_CASE("the retina agrees with the id pass among people, through glass and in a mirror") {
  core::set_data_folder(FH_SOURCE_DIR);
  const auto scenario = scene::parse_scenario(kPeopled, "peopled", ".");
  if (!scenario) FAIL(scenario.error().message);
  auto world = world::World::create(*scenario, {.workers = 1});
  if (!world) FAIL(world.error().message);
  senses::RetinaScene truth(scenario->scene);
  for (const world::Agent& agent : world->agents()) {
    truth.add_body(agent.person->id, agent.person->solids, agent.frames);
  }
  const auto* mirror = scenario->scene.find("mirror");
  REQUIRE(mirror);
  GpuContext context;
  PeopledAgreement sum;
  {
    render::RenderSettings settings;
    settings.shadows = false;
    auto renderer = render::Renderer::create(context.device(), scenario->scene, app::skins_of(*world), settings);
    REQUIRE(renderer);
    core::Rng rng(20261118);
    senses::Retina retina;
    frame::Snapshot snapshot;
    for (int i = 0; i < 24; ++i) {
      for (int tick = 0; tick < 20; ++tick) world->tick(frame::FrameInput{});
      for (const auto& object : scenario->scene.objects) {
        if (!object.is_static()) truth.place_object(object.id, world->physics().pose(object.id));
      }
      for (const world::Agent& agent : world->agents()) truth.place_body(agent.person->id, agent.frames);
      truth.settle();
      world->fill(snapshot);
      const bool looks_at_mirror = i % 2 == 0;
      frame::EyeView eye;
      eye.world_from_eye.position = {rng.uniform(-2.0, 2.0), rng.uniform(1.2, 1.8),
                                     looks_at_mirror ? rng.uniform(-1.5, 0.0) : rng.uniform(-3.0, -1.0)};
      eye.world_from_eye.rotation = math::from_yaw_pitch_roll(
          looks_at_mirror ? rng.uniform(-0.4, 0.4) : math::kPi + rng.uniform(-0.6, 0.6), rng.uniform(-0.3, 0.0), 0.0);
      eye.fov = frame::symmetric_fov(math::radians(60), double(kWidth) / kHeight);
      const math::Vec4f t = render::tangents_of(eye.fov);  // left, right, top, bottom
      const auto field = senses::Field::window({double(t.x), double(t.y), double(t.z), double(t.w)}, kWidth, kHeight);
      senses::see(truth, field, eye.world_from_eye, {.mirrors = true}, retina);
      const auto image = (*renderer)->draw_ids(snapshot, eye, kWidth, kHeight, kNear);
      REQUIRE(image);
      compare_peopled(*image, retina, false, sum);
      for (std::size_t k = 0; k < retina.labels.size(); ++k) {
        if (!looks_at_mirror && retina.labels[k] != 0) {
          const math::Vec3 point = eye.world_from_eye.position + retina.distance(k) * retina.direction(k);
          sum.through_glass += point.z > 0.7 && std::abs(point.x) < 2.5 && point.y > 0.3;
        }
      }
      if (!looks_at_mirror) continue;
      // What the mirror shows is what its reflected eye sees: without the mirror and the wall behind it.
      const auto* behind = scenario->scene.find("north");
      for (auto& object : snapshot.objects) object.visible &= object.id != mirror->id && object.id != behind->id;
      eye.world_from_eye = reflected(eye.world_from_eye, truth.world_mirror(0));
      const auto reflection = (*renderer)->draw_ids(snapshot, eye, kWidth, kHeight, kNear);
      REQUIRE(reflection);
      compare_peopled(*reflection, retina, true, sum);
    }
  }
  context.check_clean();
  INFO("things " << sum.same_things << " of " << sum.things << ", people " << sum.same_people << " of " << sum.people
                 << ", as far " << sum.near_people << ", mirrored " << sum.same_mirrored << " of " << sum.mirrored
                 << " (" << sum.mirrored_people << " people), through glass " << sum.through_glass);
  REQUIRE(sum.things > 100000);
  REQUIRE(sum.people > 10000);
  REQUIRE(sum.mirrored > 10000);
  REQUIRE(sum.mirrored_people > 500);
  REQUIRE(sum.through_glass > 2000);
  CHECK(double(sum.same_things) >= 0.995 * double(sum.things));
  CHECK(double(sum.same_people) >= 0.99 * double(sum.people));
  CHECK(double(sum.near_people) >= 0.95 * double(sum.same_people));
  CHECK(double(sum.same_mirrored) >= 0.99 * double(sum.mirrored));
}

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
