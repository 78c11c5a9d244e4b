// SPDX-License-Identifier: Apache-2.0
// A scripted user in the bodies of others: what is a point of the place stays one.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "human/tracking/worn_body.h"
#include "session/tour/tour_driver.h"
#include "world/world.h"

using namespace fh;
using Catch::Approx;

namespace {

constexpr const char* kReaching = R"({"name": "r", "duration": 8, "start": {"at": [1.2, -0.5], "face_deg": 20},
  "path": [{"to": [2, -2], "speed": 1, "wait": 9}], "head": [{"at": 0}, {"at": 4, "lean": [0.1, 0.15], "crouch": 0.1}],
  "left_hand": [{"at": 0, "body": [-0.2, 1.0, -0.3]}],
  "right_hand": [{"at": 0, "body": [0.2, 1.0, -0.3]}, {"at": 3, "scene": [2.2, 1.25, -2.45]},
                 {"at": 6, "scene": [2.2, 1.25, -2.45]}, {"at": 7, "scene": [1.7, 0.8, -2.3]}]})";

}  // namespace

TEST_CASE("worn tour: a scene target of the hand is the same point in every body; gestures scale") {
  const auto scenario = scene::parse_scenario(
      R"({"name": "t", "user": {"at": [1, 0, -1], "yaw_deg": 40}, "parts": [{"part": "floor", "name": "f", "width": 20, "depth": 20}]})",
      "t.json", ".");
  REQUIRE(scenario);
  const auto file = core::JsonFile::parse(kReaching, "reaching.json");
  REQUIRE(file);
  const auto tour = session::parse_tour(*file);
  REQUIRE(tour);
  for (const char* body : {"own", "f05", "m95"}) {
    INFO(body);
    world::WorldSettings settings;
    settings.figure.wear = human::read_wear(body).value();
    auto world = world::World::create(*scenario, settings);
    REQUIRE(world);
    const double scale = world->users()[0].state.scale;
    CHECK((scale == 1.0) == (std::string_view(body) == "own"));
    session::TourDriver driver(*tour, scenario->users[0].start, scale);
    frame::FrameInputs frame;
    while (*driver.begin(frame) == frame::FrameOutcome::Run) {
      world->tick(frame.users);
      const auto seconds = core::seconds_of(world->now() - 1);
      const world::UserState& user = world->users()[0].state;
      // Where the user's own hands are; the body's may not get there.
      const world::HandState& right = user.hands[frame::kRight];
      const auto off = [&](const math::Vec3& target) {
        return glm::length(right.world_from_measured.position - target);
      };
      if (seconds >= 3.0 && seconds <= 6.0) REQUIRE(off({2.2, 1.25, -2.45}) < 1e-9);
      if (seconds > 3.1 && seconds < 5.9) REQUIRE(glm::length(right.grip.velocity) < 1e-6);
      if (seconds >= 7.0) REQUIRE(off({1.7, 0.8, -2.3}) < 1e-9);
      // What is about the body is of the body's size.
      REQUIRE(user.hands[frame::kLeft].world_from_measured.position.y == Approx(scale * 1.0).margin(1e-6));
    }
    // The way led to the same place.
    const math::Vec3 head = world->users()[0].state.head.world_from_point.position;
    CHECK(glm::length(math::Vec2(head.x, head.z) - math::Vec2(2.0, -2.0)) < 0.25);
  }
}
