// SPDX-License-Identifier: Apache-2.0
// Trackers on waist, feet and elbows move the avatar, wherever on the body they were strapped.
#include <catch2/catch_test_macros.hpp>

#include "math/trig.h"
#include "world/world.h"

using namespace fh;

namespace {

using frame::TrackerRole;
using human::Joint;

scene::Scenario only_floor() {
  scene::Scenario scenario;
  scenario.name = "floor";
  scenario.users = {{"user", {}}};
  scene::Object floor;
  floor.id = {1};
  floor.name = "floor";
  floor.world_from_object.position = {0, -0.5, 0};
  scene::CollisionShape box;
  box.half = {10, 0.5, 10};
  floor.collision.push_back(box);
  floor.bounds.add(-box.half);
  floor.bounds.add(box.half);
  scenario.scene.objects.push_back(floor);
  return scenario;
}

frame::FrameInput standing_with_hands() {
  frame::FrameInput input;
  input.head.pose.position = {0, 1.6, 0};
  input.head.valid = input.head.tracked = 1;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    hand.active = hand.grip.valid = hand.grip.tracked = 1;
    hand.grip.pose = {frame::grip_of({}).rotation, {side == frame::kLeft ? -0.25 : 0.25, 1.05, -0.35}};
    hand.aim = hand.grip;
  }
  return input;
}

struct Wearer {
  scene::Scenario scenario = only_floor();
  world::World world = make(scenario);
  frame::FrameInput input = standing_with_hands();

  static world::World make(const scene::Scenario& scenario) {
    auto made = world::World::create(scenario, {.user = {}, .workers = 1});
    REQUIRE(made);
    return std::move(*made);
  }
  math::Pose segment(TrackerRole role) const {
    return world.users()[0].avatar.fit().frames.pose(world::segment_of(role));
  }
  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) world.tick(input);
  }
  /// Straps a tracker on, off the segment's origin and turned.
  frame::TrackedPose& wear(TrackerRole role) {
    std::size_t free = 0;
    while (input.trackers[free].role != TrackerRole::None) ++free;
    auto& tracker = input.trackers[free];
    tracker.role = role;
    tracker.pose.valid = tracker.pose.tracked = 1;
    tracker.pose.pose = segment(role) * math::Pose{math::from_axis_angle({0.6, 0.8, 0.0}, 0.9), {0.02, 0.03, -0.08}};
    run(1);
    REQUIRE(world.users()[0].avatar.mounts().mount(role));
    return tracker.pose;
  }
  /// Where the avatar has the tracker.
  math::Pose shown(TrackerRole role) const { return segment(role) * *world.users()[0].avatar.mounts().mount(role); }
};

}  // namespace

TEST_CASE("trackers: a foot is where its tracker is") {
  Wearer user;
  user.run(60);
  for (const TrackerRole role : {TrackerRole::LeftFoot, TrackerRole::RightFoot}) {
    auto& tracker = user.wear(role);
    const math::Pose start = user.segment(role), worn = tracker.pose;
    const math::Pose mount = math::inverse(start) * worn;
    // Lifted, forward, turned out.
    math::Pose lifted = start;
    lifted.position += math::Vec3(0.0, 0.12, -0.18);
    lifted.rotation = math::from_axis_angle(math::kUp, role == TrackerRole::LeftFoot ? 0.3 : -0.3) * start.rotation;
    for (int i = 1; i <= 60; ++i) {
      tracker.pose = math::interpolate(start, lifted, math::smooth_step(i / 60.0)) * mount;
      user.run(1);
    }
    user.run(30);
    const math::Pose shown = user.shown(role);
    INFO("foot off by " << 100 * glm::length(shown.position - tracker.pose.position) << " cm, "
                        << math::degrees(math::angle_between(shown.rotation, tracker.pose.rotation)) << " degrees");
    CHECK(glm::length(user.segment(role).position - start.position) > 0.15);
    CHECK(glm::length(shown.position - tracker.pose.position) < 0.02);
    CHECK(math::degrees(math::angle_between(shown.rotation, tracker.pose.rotation)) < 3.0);
    tracker.pose = worn;
    user.run(60);
  }
}

TEST_CASE("trackers: the pelvis is where the waist tracker is, turned and tilted as it is") {
  Wearer user;
  user.run(60);
  auto& tracker = user.wear(TrackerRole::Waist);
  const math::Pose start = user.segment(TrackerRole::Waist);
  const math::Pose mount = math::inverse(start) * tracker.pose;
  struct Move {
    const char* name;
    math::Vec3 by;           // m, under a head that stays
    double yaw, tilt, lean;  // degrees: to the left, forward, to the right
  };
  for (const Move& move :
       {Move{"aside and turned", {0.06, 0.003, 0.0}, 14, 0, 0}, Move{"tipped forward", {0.0, 0.003, 0.02}, 0, 12, 0},
        Move{"tipped back", {0.0, 0.003, -0.02}, 0, -10, 0}, Move{"one hip up", {0.03, 0.003, 0.0}, 0, 0, 8},
        Move{"all of it", {-0.04, 0.005, 0.02}, -10, 8, -6}}) {
    math::Pose there = start;
    there.position += move.by;
    there.rotation = math::from_axis_angle(math::kUp, math::radians(move.yaw)) * start.rotation *
                     math::from_axis_angle(-math::kRight, math::radians(move.tilt)) *
                     math::from_axis_angle(math::kForward, math::radians(move.lean));
    for (int i = 1; i <= 60; ++i) {
      tracker.pose = math::interpolate(start, there, math::smooth_step(i / 60.0)) * mount;
      user.run(1);
    }
    user.run(60);
    const math::Pose now = user.segment(TrackerRole::Waist);
    INFO(move.name << ": pelvis off by " << 100 * glm::length(now.position - there.position) << " cm, "
                   << math::degrees(math::angle_between(now.rotation, there.rotation)) << " degrees");
    CHECK(glm::length(now.position - there.position) < 0.02);
    CHECK(glm::length(user.shown(TrackerRole::Waist).position - tracker.pose.position) < 0.02);
    CHECK(math::degrees(math::angle_between(now.rotation, there.rotation)) < 3.0);
    tracker.pose = start * mount;
    user.run(60);
  }
}

TEST_CASE("trackers: an elbow tracker chooses how the arm is turned, and the hand stays") {
  Wearer user;
  user.run(60);
  for (const TrackerRole role : {TrackerRole::LeftElbow, TrackerRole::RightElbow}) {
    const bool left = role == TrackerRole::LeftElbow;
    auto& tracker = user.wear(role);
    const auto& frames = user.world.users()[0].avatar.fit().frames;
    const math::Vec3 shoulder = frames.position(left ? Joint::LeftUpperArm : Joint::RightUpperArm);
    const math::Vec3 wrist = frames.position(left ? Joint::LeftHand : Joint::RightHand);
    const math::Pose start = user.segment(role);
    const math::Pose mount = math::inverse(start) * tracker.pose;
    // Outward about the line from shoulder to wrist.
    const math::Vec3 axis = math::normalized_or(wrist - shoulder, math::kUp);
    const math::Quat turn = math::from_axis_angle(axis, left ? -0.6 : 0.6);
    const math::Pose turned{turn * start.rotation, shoulder + math::rotate(turn, start.position - shoulder)};
    tracker.pose = turned * mount;
    user.run(20);
    const math::Pose now = user.segment(role);
    INFO("elbow off by " << 100 * glm::length(now.position - turned.position) << " cm, moved "
                         << 100 * glm::length(now.position - start.position) << " cm");
    CHECK(glm::length(now.position - start.position) > 0.05);
    CHECK(glm::length(user.shown(role).position - tracker.pose.position) < 0.02);
    CHECK(math::degrees(math::angle_between(user.shown(role).rotation, tracker.pose.rotation)) < 3.0);
    CHECK(glm::length(user.world.users()[0].avatar.fit().frames.position(left ? Joint::LeftHand : Joint::RightHand) -
                      wrist) < 0.005);
    tracker.valid = 0;
    user.run(30);
  }
}
