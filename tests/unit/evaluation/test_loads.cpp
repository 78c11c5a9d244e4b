// SPDX-License-Identifier: Apache-2.0
// Loads against publications and against sums made by hand: a worked example of the lifting equation, open filters for
// carrying and pushing over moments made by hand, static torques of random postures by levers, and bands.
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "evaluation/handling.h"
#include "evaluation/lifting.h"
#include "evaluation/posture/joint_loads.h"
#include "evaluation/posture/load_band.h"
#include "evaluation/posture/load_errors.h"
#include "human/body/named_postures.h"
#include "human_support.h"
#include "math/constants.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;

namespace {

constexpr double kInch = 2.54;  // cm

/// One user who stands, and one box of 12 kg (by default) on the ground.
struct Mover {
  human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  scene::Scene scene;
  frame::Moment moment;
  human::Frames<double> frames;

  explicit Mover(double mass = 12.0) {
    scene::Object box;
    box.id = {1};
    box.name = "box";
    box.movable = true;
    box.mass = mass;
    box.friction = 0.5;
    box.bounds = {{-0.2, 0.0, -0.2}, {0.2, 0.4, 0.2}};
    scene.objects.push_back(box);
    moment.objects.push_back({{1}, {}});
    frame::MomentPerson who;
    who.id = {1};
    who.is_user = who.present = 1;
    who.joint_count = human::kJointCount;
    moment.people.push_back(who);
    stand({0.0, 0.0, 0.0});
  }
  void stand(const math::Vec3& at) {
    human::Posture posture = human::standing_posture(body.skeleton);
    posture.world_from_pelvis.position += at;
    human::forward_kinematics(body.skeleton, posture, frames);
    moment.rotations.clear();
    moment.world_from_joint.clear();
    for (std::size_t i = 0; i < human::kJointCount; ++i) {
      moment.rotations.push_back(posture.rotations[i]);
      moment.world_from_joint.push_back(frames.pose(human::joint_at(i)));
    }
  }
  math::Vec3 hands() const { return 0.5 * (frames.position(Joint::LeftHand) + frames.position(Joint::RightHand)); }
  Surroundings surroundings() const {
    Surroundings s;
    s.scene = &scene;
    s.people.push_back({{1}, "user", {}, &body});
    return s;
  }
};

}  // namespace

// NIOSH publication 94-110 (edition of 2021), example 4 "Package Inspection", figure 14: V 22 in at the origin and 59
// in at the destination, three lifts a minute, fair coupling. The work sheet multiplies rounded multipliers, 51 lb
// first.
TEST_CASE("lifting equation: example 4 of publication 94-110, Package Inspection") {
  LiftTask task;
  task.horizontal = 10.0 * kInch - 0.4;  // the manual takes 10 in for 25 cm
  task.vertical = 22.0 * kInch;
  task.travel = (59.0 - 22.0) * kInch;
  task.frequency = 3.0;
  const WeightLimit origin = recommended_weight(task);
  const auto printed = [](double mine, double sheet) { return std::abs(mine - sheet) <= 0.005; };
  CHECK(printed(origin.hm, 1.0));
  CHECK(printed(origin.vm, 0.94));
  CHECK(printed(origin.dm, 0.87));
  CHECK(printed(origin.am, 1.0));
  CHECK(printed(origin.fm, 0.88));
  CHECK(printed(origin.cm, 0.95));
  CHECK(std::abs(origin.limit / 23.0 * 51.0 - 34.9) < 0.1);  // lb: 34.9 on the sheet, 34.8 with all digits
  LiftTask destination = task;
  destination.vertical = 59.0 * kInch;
  CHECK(recommended_weight(destination, task.vertical).cm == 1.0);
}

TEST_CASE("lifting equation: the frequency table is entered with the origin, and read between its rows") {
  LiftTask high;
  high.vertical = 100.0;
  high.frequency = 13.0;
  CHECK(recommended_weight(high).fm == 0.34);
  CHECK(recommended_weight(high, 50.0).fm == 0.0);  // 13 lifts a minute from below the waist
  high.frequency = 2.5;
  CHECK(std::abs(recommended_weight(high).fm - 0.5 * (0.91 + 0.88)) < 1e-12);
  high.frequency = 12.5;
  CHECK(recommended_weight(high, 50.0).fm == 0.0);  // nothing between a row and one that allows nothing
  high.frequency = 0.35;
  CHECK(std::abs(recommended_weight(high).fm - 0.985) < 1e-12);
}

// Figures of HSE 2020 and of its page on pushing: 200 kg on good wheels ask for 4 kg, 400 kg for 8 kg, and 400 kg up a
// slope of 1 in 12 for more than 30 kg.
TEST_CASE("handling: filters by zone and sex, and the examples of their publisher for rolling loads") {
  using human::Sex;
  CHECK(load_filter(Sex::Male, HandlingZone::BelowElbow, false) == 25.0);
  CHECK(load_filter(Sex::Female, HandlingZone::BelowElbow, false) == 16.0);
  CHECK(load_filter(Sex::Male, HandlingZone::Above, true) == 5.0);
  CHECK(load_filter(Sex::Female, HandlingZone::BelowMidShin, true) == 3.0);
  const double kg = math::kGravity;
  CHECK(std::abs(rolling_force(200.0) / kg - 4.0) < 1e-9);
  CHECK(std::abs(rolling_force(400.0) / kg - 8.0) < 1e-9);
  CHECK(rolling_force(400.0, 1.0 / 12.0) / kg > 30.0);
  const human::Body body = human::make_body(person(Sex::Male, 0.5), 1);
  double before = -1.0;
  for (const auto& [height, zone] : {std::pair(0.1, HandlingZone::BelowMidShin),
                                     {0.5, HandlingZone::BelowKnuckles},
                                     {0.95, HandlingZone::BelowElbow},
                                     {1.25, HandlingZone::BelowShoulder},
                                     {1.7, HandlingZone::Above}}) {
    CHECK(handling_zone(body.dimensions, height) == zone);
    CHECK(height > before);
    before = height;
  }
}

TEST_CASE("handling: a box that is carried 12 m in hanging hands is measured and asks for a closer look") {
  Mover mover(12.0);
  const Surroundings surroundings = mover.surroundings();
  Handling observer(surroundings);
  observer.begin(mover.moment);
  for (core::Tick tick = 1; tick <= 900; ++tick) {
    const double up = tick < 60 ? 0.0 : std::min(0.3, 0.005 * static_cast<double>(tick - 60));
    const double ahead = tick < 180 ? 0.0 : 12.0 * static_cast<double>(tick - 180) / 720.0;
    mover.moment.tick = tick;
    mover.stand({0.0, 0.0, -ahead});
    const math::Vec3 hands = mover.hands();
    mover.moment.objects[0].world_from_object.position = {hands.x, up, hands.z};
    for (const std::size_t side : {0u, 1u}) {
      auto& point = mover.moment.people[0].hands[side];
      point.known = frame::PointKnown::Tracked;
      point.world_from_point.position = mover.frames.position(side == 0 ? Joint::LeftHand : Joint::RightHand);
      mover.moment.people[0].loads[side] = {tick < 30 ? 0.0 : 6.0, math::Vec3(hands.x, up + 0.2, hands.z)};
    }
    observer.observe(mover.moment);
  }
  core::Json report;
  observer.write(report);
  REQUIRE(report["handling"]["carried"].size() == 1);
  const core::Json& carry = report["handling"]["carried"][0];
  CHECK(std::abs(carry["walked_m"].get<double>() - 12.0) < 0.3);
  CHECK(carry["filter_holds"] == false);  // farther than 10 m
  const double share = carry["share"]["value"];
  CHECK(std::abs(share - 12.0 / carry["filter_kg"].get<double>()) < 1e-9);
  CHECK(carry["share"]["low"].get<double>() <= share);
  CHECK(carry["share"]["high"].get<double>() >= share);
  CHECK(report["handling"]["pushed"].empty());
}

TEST_CASE("handling: pushing asks for friction and for what speeds the box up; a box nobody touches is not pushed") {
  for (const bool touched : {true, false}) {
    Mover mover(40.0);
    const Surroundings surroundings = mover.surroundings();
    Handling observer(surroundings);
    observer.begin(mover.moment);
    const math::Vec3 away = touched ? math::Vec3(0.0) : math::Vec3(3.0, 0.0, 0.0);
    for (core::Tick tick = 1; tick <= 270; ++tick) {
      // At rest, then 0.5 m/s² for a second, then as fast.
      const double t = core::seconds_of(tick) - 1.0;
      const double ahead = t < 0.0 ? 0.0 : t < 1.0 ? 0.25 * t * t : 0.25 + 0.5 * (t - 1.0);
      mover.moment.tick = tick;
      mover.stand(away + math::Vec3(0.0, 0.0, -ahead));
      mover.moment.objects[0].world_from_object.position = {0.0, 0.55, -ahead - 0.1};
      observer.observe(mover.moment);
    }
    core::Json report;
    observer.write(report);
    REQUIRE(report["handling"]["pushed"].size() == (touched ? 1u : 0u));
    if (!touched) continue;
    const core::Json& push = report["handling"]["pushed"][0];
    const double slides = 0.5 * 40.0 * math::kGravity;
    CHECK(std::abs(push["motion_n"]["value"].get<double>() - slides) < 1e-9);
    CHECK(std::abs(push["start_n"]["value"].get<double>() - slides - 40.0 * 0.5) < 4.0);
    CHECK(push["motion_n"]["filter_n"] == 70.0);         // of a woman
    CHECK(push["motion_n"]["result"] == "cannot_tell");  // within on good wheels, beyond where it slides
    CHECK(push["moved_m"].get<double>() > 0.5);
  }
}

// The torque about an axis is the sum over what hangs on it of weight times horizontal lever: summed here over the tree
// by hand, joint by joint, where the program adds from the tips inwards.
TEST_CASE("joint loads: static torques of random postures equal sums of weights times levers within 1 %") {
  const human::Body body = human::make_body(person(human::Sex::Male, 0.5), 1);
  core::Rng rng(91);
  int compared = 0;
  for (int i = 0; i < samples(2000); ++i) {
    human::Posture posture = human::standing_posture(body.skeleton);
    human::set_angles(posture, random_angles(body.skeleton, rng, 0.8));
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    const double held = rng.uniform(0.0, 15.0);
    const math::Vec3 at = frames.position(Joint::RightHand);
    HandLoads loads{};
    loads[1] = {held, at};
    const BodyLoads found = body_loads(body.masses, body.dimensions, frames, loads, 0);
    std::array<math::Vec3, human::kDofCount> axes;
    human::dof_axes(frames, axes);
    for (const auto& [group, first] :
         {std::pair(LoadGroup::Shoulder, Joint::RightUpperArm), std::pair(LoadGroup::Elbow, Joint::RightForearm),
          std::pair(LoadGroup::Back, Joint::L5)}) {
      const JointLoad& most = found.joints[static_cast<std::size_t>(group)];
      if (most.joint != first || most.torque < 1.0) continue;
      const std::size_t dof = human::info(most.joint).first_dof + most.axis;
      double sum = 0.0;
      for (std::size_t k = 0; k < human::kJointCount; ++k) {
        bool hangs = false;
        for (std::size_t up = k;; up = human::index_of(human::parent_of(human::joint_at(up)))) {
          hangs |= up == human::index_of(first);
          if (hangs || up == 0) break;
        }
        const double mass = body.masses.segments[k].mass;
        if (!hangs || mass <= 0.0) continue;
        const math::Vec3 lever =
            frames.pose(human::joint_at(k)).point(body.masses.segments[k].centre) - frames.position(first);
        // axis · (lever × weight), the weight pointing down
        sum += mass * math::kGravity * (lever.z * axes[dof].x - lever.x * axes[dof].z);
      }
      const math::Vec3 lever = at - frames.position(first);
      sum += held * math::kGravity * (lever.z * axes[dof].x - lever.x * axes[dof].z);
      CHECK(std::abs(std::abs(sum) - most.torque) < 0.01 * most.torque + 1e-6);
      ++compared;
    }
  }
  CHECK(compared > samples(1000));
}

TEST_CASE("load bands: none for known bodies; a user's hold the value, grow with the load and spare wrists") {
  const human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  human::Frames<double> frames;
  human::forward_kinematics(body.skeleton, human::standing_posture(body.skeleton), frames);
  std::vector<math::Pose> poses;
  for (std::size_t i = 0; i < human::kJointCount; ++i) poses.push_back(frames.pose(human::joint_at(i)));
  const LoadBand known = load_band(body.masses, poses, 10.0, false);
  CHECK(known.torque(LoadGroup::Knee, 30.0).low == 30.0);
  CHECK(known.torque(LoadGroup::Knee, 30.0).high == 30.0);
  const LoadBand light = load_band(body.masses, poses, 0.0, true), heavy = load_band(body.masses, poses, 10.0, true);
  for (std::size_t i = 0; i < kLoadGroups; ++i) {
    const auto group = static_cast<LoadGroup>(i);
    const Span a = light.torque(group, 30.0), b = heavy.torque(group, 30.0);
    CHECK(a.low <= 30.0);
    CHECK(a.high >= 30.0);
    CHECK(b.low <= a.low);
    CHECK(b.high >= a.high);
  }
  const auto width = [&](LoadGroup group) { return light.torque(group, 30.0).high - light.torque(group, 30.0).low; };
  CHECK(width(LoadGroup::Wrist) < 0.1 * width(LoadGroup::Knee));
  LiftTask task;
  task.horizontal = 30.0;
  const double limit = recommended_weight(task).limit;
  const Span band = limit_band(task, task.vertical, false), bent = limit_band(task, task.vertical, true);
  CHECK(band.low < limit);
  CHECK(band.high >= limit);
  CHECK(bent.low < band.low);
}

TEST_CASE("lifting limit: its band holds every limit within the errors, and no more than the extremes of them") {
  core::Rng rng(71);
  for (int i = 0; i < samples(300); ++i) {
    LiftTask task;
    task.horizontal = rng.uniform(20.0, 70.0);
    task.vertical = rng.uniform(0.0, 180.0);
    task.asymmetry = rng.uniform(0.0, 150.0);
    const bool bent = i % 2 == 1;
    const LiftError& error = kLiftErrors[bent ? 1 : 0];
    const Span band = limit_band(task, task.vertical, bent);
    Span found{1e9, 0.0};
    constexpr int kSteps = 40;
    for (int h = 0; h <= kSteps; ++h) {
      for (int v = 0; v <= kSteps; ++v) {
        for (int a = 0; a <= kSteps; ++a) {
          LiftTask other = task;
          const auto between = [](double low, double high, int step) { return low + (high - low) * step / kSteps; };
          other.horizontal = std::max(0.0, task.horizontal + between(error.horizontal_low, error.horizontal_high, h));
          other.vertical = std::max(0.0, task.vertical + between(-error.vertical, error.vertical, v));
          other.asymmetry = std::clamp(task.asymmetry + between(-error.asymmetry, error.asymmetry, a), 0.0, 180.0);
          const double limit = recommended_weight(other, task.vertical).limit;
          found.low = std::min(found.low, limit);
          found.high = std::max(found.high, limit);
        }
      }
    }
    INFO("h " << task.horizontal << " v " << task.vertical << " a " << task.asymmetry);
    CHECK(band.low <= found.low + 1e-9);
    CHECK(band.high >= found.high - 1e-9);
    CHECK(band.low >= found.low - 0.02 * found.high);
    CHECK(band.high <= 1.02 * found.high + 1e-9);
  }
}
