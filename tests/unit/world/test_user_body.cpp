// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>

#include "human/body/named_postures.h"
#include "human/tracking/fit_rig.h"
#include "saved_fields.h"
#include "world/world.h"

using namespace fh;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using human::Dimension;
using human::Joint;
using human::Side;

namespace {

const human::Population& survey() {
  static const human::Population kSurvey = *human::load_default_population();
  return kSurvey;
}

/// Nothing but a floor; the user starts aside and turned.
const scene::Scenario& bare_floor() {
  static const scene::Scenario kScenario = [] {
    scene::Scenario scenario;
    scenario.name = "bare";
    scenario.users = {{"user", math::standing_at({2.0, 0.0, -1.0}, 0.7)}};
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
  }();
  return kScenario;
}

world::World make_world(const world::Figure& figure = world::WorldSettings::typical_figure()) {
  world::WorldSettings settings;
  settings.figure = figure;
  settings.workers = 1;
  auto world = world::World::create(bare_floor(), settings);
  if (!world) FAIL(world.error().message);
  return std::move(*world);
}

frame::TrackedPose seen(const math::Pose& pose) {
  frame::TrackedPose tracked;
  tracked.pose = pose;
  tracked.valid = tracked.tracked = 1;
  return tracked;
}

/// What a person shows in the T-pose, standing at `feet` of tracking space, `lower` than that.
frame::FrameInput t_pose(const human::Body& body, const math::Vec3& feet = math::Vec3(0.0), double lower = 0.0) {
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, human::t_posture(body.skeleton), frames);
  const math::Vec3 by = feet - math::Vec3(0.0, lower, 0.0);
  const auto at = [&](math::Pose pose) {
    pose.position += by;
    return seen(pose);
  };
  frame::FrameInput input;
  input.head = at({math::kIdentity, 0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye))});
  for (const Side side : human::kSides) {
    auto& hand = input.hands[human::index_of(side)];
    hand.active = 1;
    hand.grip = at(frames.pose(human::on_side(Joint::RightHand, side)) *
                   math::inverse(human::usual_grip_from_wrist(body.dimensions, side)));
    hand.aim = hand.grip;
  }
  return input;
}

/// The same person with hanging hands.
frame::FrameInput at_rest(const human::Body& body, const math::Vec3& feet = math::Vec3(0.0)) {
  frame::FrameInput input = t_pose(body, feet);
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    input.hands[side].grip.pose = {math::kIdentity, feet + math::Vec3(side == 0 ? -0.25 : 0.25, 0.85, -0.1)};
  }
  return input;
}

human::Body person(human::Sex sex, double percentile) {
  return *human::worn_body(survey(), {sex, percentile});
}

void run(world::World& world, const frame::FrameInput& input, int ticks) {
  for (int i = 0; i < ticks; ++i) world.tick(input);
}

void ask(world::World& world, frame::FrameInput input) {
  input.commands.add(frame::CommandId::Calibrate);
  world.tick(input);
}

void wear(world::World& world, frame::FrameInput input, double number) {
  input.change = {frame::LiveSetting::Wear, 0, number};
  world.tick(input);
}

constexpr int kDressing = static_cast<int>(world::UserBody::kDressingTicks);
constexpr int kStill = static_cast<int>(world::kCalibrationStill);

}  // namespace

TEST_CASE("user body: a pose held still during a visit gives the user's own body") {
  auto world = make_world();
  const human::Body small = person(human::Sex::Male, 5.0);
  const double before = world.people()[0].body.dimensions[Dimension::Stature];
  run(world, at_rest(small), 3);
  ask(world, at_rest(small));
  run(world, at_rest(small), 30);
  CHECK(world.users()[0].body.watch().is_waiting());
  CHECK_THAT(world.users()[0].body.watch().said, ContainsSubstring("level with the shoulders"));
  run(world, t_pose(small), kStill);
  CHECK(world.users()[0].body.calibrations() == 1);
  CHECK_FALSE(world.users()[0].body.watch().is_waiting());
  CHECK_THAT(world.users()[0].body.watch().said, ContainsSubstring("Calibrated: eyes at"));
  CHECK(world.people()[0].body.dimensions[Dimension::Stature] == before);  // not before it is made
  run(world, at_rest(small), kDressing);
  CHECK(world.body_version() == 1);
  CHECK(world.users()[0].state.scale == 1.0);
  const human::Body& mine = world.people()[0].body;
  CHECK(human::eye_height_of(mine) == Approx(human::eye_height_of(small)).margin(0.003));
  CHECK(mine.dimensions[Dimension::Span] == Approx(small.dimensions[Dimension::Span]).margin(0.02));
  run(world, at_rest(small), 5 * 90);
  CHECK(world.users()[0].body.watch().said.empty());  // not in the way for ever
  frame::Snapshot snapshot;
  world.fill(snapshot);
  CHECK(snapshot.overlay.texts.empty());
}

TEST_CASE("user body: moving hands are waited for, and a pose that never comes is given up") {
  auto world = make_world();
  const human::Body body = person(human::Sex::Male, 50.0);
  ask(world, t_pose(body));
  for (int i = 0; i < 3 * kStill; ++i) run(world, t_pose(body, {0.0, 0.0, 0.004 * i}), 1);  // wanders ahead
  CHECK(world.users()[0].body.calibrations() == 0);
  frame::FrameInput unseen = t_pose(body);
  unseen.hands[0].grip.valid = 0;
  run(world, unseen, kStill);
  CHECK_THAT(world.users()[0].body.watch().said, ContainsSubstring("both controllers must be seen"));
  run(world, at_rest(body), static_cast<int>(world::kCalibrationPatience));
  CHECK_FALSE(world.users()[0].body.watch().is_waiting());
  run(world, t_pose(body), 2 * kStill);
  CHECK(world.users()[0].body.calibrations() == 0);
  CHECK(world.body_version() == 0);
}

TEST_CASE("user body: who wears another body sees from its eyes, standing or seated, feet on the spot") {
  const human::Body self = person(human::Sex::Male, 50.0);
  const math::Vec3 feet(0.8, 0.0, -0.6);
  for (const bool seated : {false, true}) {
    auto world = make_world();
    const double lower = seated ? 0.43 : 0.0;
    frame::FrameInput pose = t_pose(self, feet, lower);
    pose.change = {frame::LiveSetting::Seated, 0, seated ? 1.0 : 0.0};
    world.tick(pose);
    pose.change = {};
    ask(world, pose);
    run(world, pose, kStill + kDressing);
    REQUIRE(world.users()[0].body.calibrations() == 1);
    const math::Vec3 before = world.users()[0].state.head.world_from_point.position;
    for (const double number : {-5.0, 95.0, 0.0}) {
      wear(world, pose, number);
      run(world, pose, kDressing + 1);
      INFO((seated ? "seated " : "standing ") << number);
      const human::Body& body = world.people()[0].body;
      const math::Vec3 head = world.users()[0].state.head.world_from_point.position;
      CHECK(head.y == Approx(human::eye_height_of(body)).margin(number == 0.0 ? 0.003 : 1e-9));
      CHECK(glm::length(math::Vec2(head.x - before.x, head.z - before.z)) < 1e-9);
      if (number != 0.0) {
        const human::Body asked = *human::worn_body(survey(), human::wear_of(number));
        CHECK(body.dimensions[Dimension::Stature] == asked.dimensions[Dimension::Stature]);
        CHECK(human::eye_height_of(body) == Approx(human::eye_height_of(asked)).margin(0.001));
      } else {
        CHECK(world.users()[0].state.scale == 1.0);
      }
      // The eyes a driver places are the same eyes.
      const math::Pose rig = world::world_from_tracking(world.users()[0].state, world.users()[0].settings);
      const math::Vec3 eye = rig.point(world.users()[0].state.scale * pose.head.pose.position);
      CHECK(glm::length(eye - head) < 1e-9);
    }
  }
}

TEST_CASE("user body: walking in a smaller body goes less far, and its hands reach what it can reach") {
  const human::Body self = person(human::Sex::Male, 50.0);
  world::Figure figure = world::WorldSettings::typical_figure();
  figure.self.measures = {};
  figure.self.measures.stature = self.dimensions[Dimension::Stature];
  figure.wear = {human::Sex::Female, 5.0};
  auto world = make_world(figure);
  const double scale = world.users()[0].state.scale;
  CHECK(scale < 0.92);
  CHECK(world.users()[0].body.eye_height() * scale == Approx(human::eye_height_of(world.people()[0].body)));
  frame::FrameInput input = at_rest(self);
  run(world, input, 2);
  const math::Vec3 before = world.users()[0].state.head.world_from_point.position;
  for (int i = 1; i <= 90; ++i) run(world, at_rest(self, {0.0, 0.0, -i / 90.0}), 1);
  CHECK(glm::length(world.users()[0].state.head.world_from_point.position - before) == Approx(scale));
  CHECK(world.users()[0].state.walked == Approx(scale).margin(0.01));
  // A hand 1.3 m ahead of the eyes is beyond anybody's arm.
  input = at_rest(self, {0.0, 0.0, -1.0});
  input.hands[1].grip.pose.position = {0.2, 1.4, -2.3};
  run(world, input, 90);
  const math::Vec3 wanted = world.users()[0].state.hands[1].world_from_measured.position;
  const math::Vec3 reached = world.users()[0].avatar.world_from_grip(1).position;
  CHECK(glm::length(wanted - reached) > 0.2);
  CHECK(world.users()[0].avatar.fit().hands[1].gap > 0.2);
  const physics::KinematicId head{1}, right{18};  // in the order of UserSolids
  const math::Vec3 wrist = world.users()[0].avatar.fit().frames.position(human::Joint::RightHand);
  CHECK(glm::length(world.physics().kinematic_pose(right).position - wrist) < 1e-3);
  CHECK(glm::length(world.physics().kinematic_pose(head).position -
                    world.users()[0].state.head.world_from_point.position) < 1e-3);
}

TEST_CASE("user body: calibrating and changing bodies survive a save at any moment") {
  const human::Body self = person(human::Sex::Female, 50.0);
  const auto input_at = [&](int tick) {
    frame::FrameInput input = tick < 40 || tick > 200 ? at_rest(self, {0.1, 0.0, 0.0}) : t_pose(self, {0.1, 0.0, 0.0});
    if (tick == 20) input.commands.add(frame::CommandId::Calibrate);
    if (tick == 150) input.change = {frame::LiveSetting::Wear, 0, 95.0};  // while the calibrated body is being made
    return input;
  };
  constexpr int kEnd = 300;
  auto whole = make_world();
  std::vector<std::vector<std::byte>> saves;
  for (int tick = 0; tick < kEnd; ++tick) {
    // Waiting, holding still, making the first body with a second one wished, making the second, done.
    for (const int when : {30, 80, 160, 200, 290}) {
      if (tick == when) core::save(whole, saves.emplace_back());
    }
    whole.tick(input_at(tick));
  }
  CHECK(whole.users()[0].body.calibrations() == 1);
  CHECK(whole.body_version() == 2);
  CHECK(human::text_of(whole.users()[0].body.wear()) == "m95");
  auto other = make_world();
  for (const auto& save : saves) {  // into a world that is further on, too
    REQUIRE(core::load(other, save));
    std::vector<std::byte> again;
    core::save(other, again);
    CHECK(again == save);
    while (other.now() < kEnd) other.tick(input_at(static_cast<int>(other.now())));
    CHECK(other.state_hash() == whole.state_hash());
    CHECK_FALSE(core::compare(other, [&] {
      std::vector<std::byte> bytes;
      core::save(whole, bytes);
      return bytes;
    }()));
    CHECK(other.people()[0].skin.levels[0].mesh.positions == whole.people()[0].skin.levels[0].mesh.positions);
  }
}

TEST_CASE("user body: a stream with an impossible body is refused") {
  auto world = make_world();
  run(world, at_rest(person(human::Sex::Male, 50.0)), 2);
  std::vector<std::byte> bytes;
  const auto fields = core::save_with_fields(world, bytes);
  const auto refused = [&](const std::string& path, double value) {
    auto bad = bytes;
    std::memcpy(test::field_of(fields, bad, path).last(sizeof value).data(), &value, sizeof value);
    REQUIRE(bad != bytes);
    CAPTURE(path);
    CHECK_FALSE(core::load(world, bad));
  };
  refused("user.body.now.wear.percentile", std::numeric_limits<double>::quiet_NaN());
  refused("user.body.now.wear.percentile", 100.0);
  refused("user.body.now.self.height_offset", 90.0);
  refused("user.body.now.self.measures.eye_height", 0.3);
  refused("user.body.now.self.measures.eye_height", std::numeric_limits<double>::infinity());
  CHECK(core::load(world, bytes));
}

TEST_CASE("user body: a hand that falls short is told to lean or to step by what a body could do, not by the gap") {
  struct Case {
    math::Vec3 at;  // of the right grip, tracking space
    const char* advice;
    double least, most;  // m short
  };
  // A lean to the knees bridges half a metre; at the height of the head a decimetre takes a step.
  for (const Case& c :
       {Case{{0.1, 0.5, -0.70}, ": lean", 0.35, 0.6}, Case{{0.1, 1.85, -0.55}, ": step closer", 0.05, 0.2},
        Case{{0.1, 2.2, -0.55}, ": out of reach", 0.1, 0.6}}) {
    INFO(c.advice);
    world::World world = make_world();
    frame::FrameInput input = at_rest(world.people()[0].body);
    run(world, input, 60);
    input.hands[frame::kRight].grip.pose.position = c.at;
    run(world, input, 60);
    const human::HandFit& hand = world.users()[0].avatar.fit().hands[frame::kRight];
    CHECK(hand.gap > c.least);
    CHECK(hand.gap < c.most);
    frame::Snapshot snapshot;
    world.fill(snapshot);
    const auto said = [&](const frame::OverlayText& text) {
      return text.text.find(" cm short") != std::string::npos && text.text.ends_with(c.advice);
    };
    CHECK(std::any_of(snapshot.overlay.texts.begin(), snapshot.overlay.texts.end(), said));
    // Back beside the body it is reached.
    run(world, at_rest(world.people()[0].body), 60);
    CHECK(world.users()[0].avatar.fit().hands[frame::kRight].remedy == human::GapRemedy::NotNeeded);
  }
}
