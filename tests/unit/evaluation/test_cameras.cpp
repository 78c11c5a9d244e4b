// SPDX-License-Identifier: Apache-2.0
// Cameras, zones and circles against cases with known answers.
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "evaluation/sight/cameras.h"
#include "evaluation/sight/zone_sight.h"
#include "evaluation/traced_circles.h"
#include "human/body/named_postures.h"
#include "human/skin/body.h"
#include "human_support.h"
#include "math/constants.h"
#include "math/trig.h"
#include "scene/scenario/scenario.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;
using math::Vec2;
using math::Vec3;

namespace {

scene::Scene place_of(const std::string& objects) {
  auto scenario = scene::parse_scenario(R"({"name": "x", "user": {"at": [0, 0, 3]}, "agents": [],
    "parts": [{"part": "floor", "name": "floor", "width": 12, "depth": 12}], "objects": [)" +
                                            objects + "]}",
                                        "x", ".");
  REQUIRE(scenario);
  return std::move(scenario->scene);
}

/// Somebody who walks along X before cameras.
struct Walker {
  human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  human::CollisionBody solids = human::make_collision_body(body, human::make_skin(body));
  std::vector<frame::Moment> moments;

  Walker() {
    for (int i = 0; i < 20; ++i) {
      human::Posture posture = human::standing_posture(body.skeleton);
      posture.world_from_pelvis.position += Vec3(-0.9 + 0.1 * i, 0.0, 0.0);
      human::Frames<double> frames;
      human::forward_kinematics(body.skeleton, posture, frames);
      frame::Moment moment;
      moment.tick = 9 * i;
      frame::MomentPerson who;
      who.id = {1};
      who.present = 1;
      who.joint_count = human::kJointCount;
      moment.people.push_back(who);
      for (std::size_t j = 0; j < human::kJointCount; ++j) {
        moment.rotations.push_back(posture.rotations[j]);
        moment.world_from_joint.push_back(frames.pose(human::joint_at(j)));
      }
      moments.push_back(std::move(moment));
    }
  }
};

const core::Json& part_row(const core::Json& views, const std::string& part) {
  for (const core::Json& row : views) {
    if (row["part"] == part) return row;
  }
  FAIL("no such part");
  return views;
}

}  // namespace

TEST_CASE("cameras: an outline that moves by a step changes by about step times height, one at rest by nothing") {
  const std::vector<Vec2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  CHECK(outline_change(square, square) < 1e-12);
  std::vector<Vec2> moved = square, wider = square;
  for (Vec2& corner : moved) corner.x += 0.1;
  CHECK(outline_change(moved, square) > 0.05);
  CHECK(outline_change(moved, square) < 0.4);
  for (Vec2& corner : wider) corner = Vec2(0.5) + 1.02 * (corner - Vec2(0.5));  // motion along the line of sight
  CHECK(outline_change(wider, square) < 0.5 * outline_change(moved, square));
}

TEST_CASE("cameras: motion is watched best from the side, and a screen takes what it hides") {
  const Walker walker;
  const scene::Scene scene =
      place_of(R"({"name": "screen", "at": [0, 0.5, 2], "shapes": [{"kind": "box", "size": [6, 1.0, 0.05]}]})");
  Surroundings surroundings;
  surroundings.scene = &scene;
  surroundings.people.push_back({{1}, "jo", {}, &walker.body, &walker.solids});
  const std::vector<Camera> cameras{*read_camera("side=0,1.5,-4:0,1.0,0"), *read_camera("along=5,1.5,0:0,1.0,0"),
                                    *read_camera("behind=0,0.9,4:0,1.0,0:70"), *read_camera("away=0,1.5,-4:0,1.5,-9")};
  const core::Json views = camera_views(surroundings, walker.moments, cameras);
  REQUIRE(views.size() == 8);
  const core::Json& trunk = part_row(views, "trunk");
  CHECK(trunk["best"] == "side");
  const auto figure = [&](const core::Json& row, std::size_t camera, const char* key) {
    return row["cameras"][camera][key].get<double>();
  };
  CHECK(figure(trunk, 0, "observability") > 2.0 * figure(trunk, 1, "observability"));
  CHECK(trunk["cameras"][3]["in_picture"] == 0);
  CHECK(trunk["cameras"][3]["visibility"].is_null());
  // The screen is 1 m high before the low camera: legs are hidden, the head is not.
  CHECK(figure(part_row(views, "head"), 2, "visibility") > 0.6);
  CHECK(figure(part_row(views, "left_leg"), 2, "visibility") < 0.1);
  CHECK(figure(part_row(views, "left_leg"), 0, "visibility") > 0.5);
  CHECK(camera_views(surroundings, walker.moments, {}).empty());
  for (const char* wrong : {"", "a", "a=1,2,3", "a=1,2,3:1,2,3", "a=1,2,3:4,5,6:400", "=1,2,3:4,5,6", "a=1,2,x:4,5,6",
                            "a=1,2,3:4,5,6:7:8", "a=nan,2,3:4,5,6"})
    CHECK_FALSE(read_camera(wrong).has_value());
}

TEST_CASE("zones: what every place of a zone sees, by the height of the eyes; a zone without floor is not told") {
  // A gauge 1.2 to 1.4 m high behind a screen 1.35 m high: eyes of 1.5 m see over it, those of somebody who sits do
  // not.
  const scene::Scene scene = place_of(
      R"({"name": "gauge", "label": "Gauge", "at": [0, 1.3, -2], "shapes": [{"kind": "box", "size": [0.3, 0.2, 0.02]}],
          "sites": [{"name": "face", "at": [0, 0, 0.02]}]},
         {"name": "screen", "at": [0, 0.675, -1.6], "shapes": [{"kind": "box", "size": [4, 1.35, 0.02]}]})");
  const human::Body tall = human::make_body(person(human::Sex::Male, 0.95), 1);
  const auto eyes = StandingEyes::create(scene);
  REQUIRE(eyes);
  scene::Check check;
  check.kind = scene::CheckKind::Visible;
  check.places = true;
  check.from = {0.0, 0.0, 0.5};
  check.zone = {1.0, 0.5};
  check.limit = 0.6;
  const auto seen = [&](const std::string& name) {
    const auto target = scene::find_target(scene, name);
    REQUIRE(target);
    return zone_sight(*eyes, check, *target, tall.dimensions);
  };
  const auto standing = seen("gauge");
  REQUIRE(standing);
  CHECK(standing->places == 15);  // 5 by 3
  CHECK(standing->least > 0.0);
  CHECK(standing->low <= standing->least);
  CHECK(standing->high >= standing->least);
  CHECK(standing->best >= standing->least);
  check.seat = 0.3;
  const auto sitting = seen("gauge");
  REQUIRE(sitting);
  CHECK(sitting->least < standing->least);
  CHECK(seen("gauge.face")->best == 0.0);
  check.seat = 0.0;
  check.from = {0.0, 0.0, 60.0};
  CHECK_FALSE(seen("gauge"));
}

TEST_CASE("circles: the radius and the errors of a circle that was made with known ones are found") {
  core::Rng rng(5);
  const Vec3 centre(0.2, 1.1, -0.4), across = glm::normalize(Vec3(1.0, 0.2, 0.1));
  const Vec3 along = glm::normalize(glm::cross(across, Vec3(0.3, 0.1, 1.0)));
  std::vector<Vec3> path;
  for (int i = 0; i <= 90; ++i) {
    const double turn = 2.0 * math::kPi * i / 90.0, wave = 0.004 * math::cos(5.0 * turn);
    path.push_back(centre + (kProtocolRadius + wave) * (math::cos(turn) * across + math::sin(turn) * along));
  }
  const auto circle = fit_circle(path);
  REQUIRE(circle);
  CHECK(std::abs(circle->radius - kProtocolRadius) < 3e-4);
  CHECK(glm::length(circle->centre - centre) < 3e-4);
  CHECK(std::abs(circle->turns - 1.0) < 0.01);
  CHECK(std::abs(circle->mean_error - 0.004 * 2.0 / math::kPi) < 3e-4);  // of a cosine
  CHECK(std::abs(circle->max_error - 0.004) < 3e-4);
  CHECK(std::abs(circle->protocol_error - circle->mean_error) < 3e-4);
  CHECK_FALSE(fit_circle(std::span(path).first(60)));  // two thirds of it
  std::vector<Vec3> line;
  for (int i = 0; i < 60; ++i) line.push_back({0.01 * i, 1.0, 0.0});
  CHECK_FALSE(fit_circle(line));
}

TEST_CASE("circles: a hand that rests, circles and rests traced one circle") {
  frame::Moment moment;
  frame::MomentPerson who;
  who.id = {1};
  who.is_user = who.present = 1;
  who.joint_count = human::kJointCount;
  moment.people.push_back(who);
  moment.world_from_joint.resize(human::kJointCount);
  moment.rotations.resize(human::kJointCount);
  Surroundings surroundings;
  surroundings.people.push_back({{1}, "user", {}});
  TracedCircles observer(surroundings);
  observer.begin(moment);
  for (core::Tick tick = 1; tick <= 540; ++tick) {
    const double t = core::seconds_of(tick), turn = 2.0 * math::kPi * math::clamp((t - 2.0) / 2.0, 0.0, 1.0);
    auto& hand = moment.people[0].hands[1];
    hand.known = frame::PointKnown::Tracked;
    hand.world_from_point.position = {0.1143 * math::cos(turn), 1.2 + 0.1143 * math::sin(turn), -0.5};
    moment.tick = tick;
    observer.observe(moment);
  }
  core::Json report;
  report["users"] = core::Json::array();
  observer.write(report);
  REQUIRE(report["users"][0]["circles"].size() == 1);
  const core::Json& circle = report["users"][0]["circles"][0];
  CHECK(circle["hand"] == "right");
  CHECK(std::abs(circle["radius_m"].get<double>() - 0.1143) < 0.004);
  CHECK(circle["mean_error_m"].get<double>() < 0.01);
}
