// SPDX-License-Identifier: Apache-2.0
// What was operated, read from poses that the test sets: states, turns, and whose hand it was.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "evaluation/control_events.h"
#include "human/body/joints.h"

using namespace fh;
using namespace fh::evaluation;
using enum ControlState;

namespace {

/// One control on a cart, and one person whose hands are far away.
struct Workplace {
  scene::Scene scene;
  Surroundings surroundings;
  frame::Moment moment;
  std::unique_ptr<ControlEvents> observer;

  Workplace(scene::JointKind kind, double minimum, double maximum) {
    scene::Object cart, control;
    cart.id = {1};
    cart.name = "cart";
    cart.movable = true;
    control.id = {2};
    control.name = "control";
    control.parent = {1};
    control.world_from_object = {math::from_axis_angle(math::kUp, 0.3), {1.0, 1.0, 0.0}};
    control.joint.kind = kind;
    control.joint.axis = {0, 0, 1};
    control.joint.minimum = minimum;
    control.joint.maximum = maximum;
    control.bounds.add({-0.05, -0.05, -0.05});
    control.bounds.add({0.05, 0.05, 0.05});
    scene.objects = {cart, control};
    surroundings.scene = &scene;
    surroundings.people = {{{1}, "ada", {}}};
    moment.objects = {{{1}, {}}, {{2}, control.world_from_object}};
    frame::MomentPerson ada;
    ada.id = {1};
    ada.present = 1;
    ada.joint_count = human::kJointCount;
    moment.people = {ada};
    moment.world_from_joint.resize(human::kJointCount, {math::kIdentity, {5, 0, 5}});
    observer = std::make_unique<ControlEvents>(surroundings);
    observer->begin(moment);
  }
  void put(double position) {
    const auto& joint = scene.objects[1].joint;
    const bool turns = joint.kind == scene::JointKind::Hinge || joint.kind == scene::JointKind::Dial;
    const math::Pose moved = turns ? math::Pose{math::from_axis_angle(joint.axis, position), {}}
                                   : math::Pose{math::kIdentity, position * joint.axis};
    moment.objects[1].world_from_object =
        moment.objects[0].world_from_object * scene.objects[1].world_from_object * moved;
    ++moment.tick;
    observer->observe(moment);
  }
  void move(double from, double to, int ticks) {
    for (int i = 1; i <= ticks; ++i) put(from + (to - from) * i / ticks);
  }
  void wait(double position, int ticks) {
    for (int i = 0; i < ticks; ++i) put(position);
  }
  void lay_hand(const math::Vec3& at) {
    moment.world_from_joint[human::index_of(human::Joint::RightHand)].position = at;
  }
};

}  // namespace

TEST_CASE("control events: a valve over more than a turn, told when it rests and at its ends") {
  Workplace place(scene::JointKind::Dial, 0.0, math::kTau * 1.5);
  place.lay_hand({1.0, 1.0, 0.15});
  place.move(0.0, math::radians(450.0), 200);
  place.wait(math::radians(450.0), 60);
  place.move(math::radians(450.0), math::radians(540.0), 50);
  place.wait(math::radians(540.0), 60);
  const auto events = place.observer->events();
  REQUIRE(events.size() == 4);
  CHECK(events[0].state == Partly);
  CHECK(events[1].state == Partly);
  CHECK(std::abs(events[1].position - math::radians(450.0)) < 1e-6);
  CHECK(events[2].state == Open);
  CHECK(std::abs(events[3].position - math::radians(540.0)) < 1e-6);  // where it came to rest, beyond 2 % of its way
  CHECK(events[2].tick > 260);
  for (const auto& event : events) CHECK(event.who == core::BodyId{1});
}

TEST_CASE("control events: a button is pressed once, however it trembles") {
  Workplace place(scene::JointKind::Button, 0.0, 0.005);
  place.move(0.0, 0.005, 10);
  for (int i = 0; i < 20; ++i) place.put(i % 2 == 0 ? 0.0042 : 0.005);
  place.move(0.005, 0.0, 10);
  place.wait(0.0, 60);
  const auto events = place.observer->events();
  REQUIRE(events.size() == 2);
  CHECK(events[0].state == Pressed);
  CHECK(events[1].state == Released);
  CHECK_FALSE(events[0].who.valid());  // no hand is near
}

TEST_CASE("control events: levers have two ends, and a cart that rolls away operates nothing") {
  Workplace place(scene::JointKind::Hinge, -0.6, 0.6);
  for (int i = 1; i <= 90; ++i) {
    place.moment.objects[0].world_from_object = {math::from_axis_angle(math::kUp, 0.02 * i), {0.05 * i, 0, 0}};
    place.put(0.0);
  }
  CHECK(place.observer->events().empty());
  place.move(0.0, -0.6, 30);
  place.move(-0.6, 0.6, 60);
  const auto events = place.observer->events();
  REQUIRE(events.size() == 3);
  CHECK(events[0].state == Minimum);
  CHECK(events[1].state == Between);
  CHECK(events[2].state == Maximum);
  core::Json report;
  place.observer->write(report);
  CHECK(report["events"][2]["unit"] == "deg");
  CHECK(report["events"][2]["object"] == "control");
  CHECK(report["events"][2]["who"].is_null());
}

TEST_CASE("control events: values of drives and their lamps are told with their own unit") {
  Workplace place(scene::JointKind::Dial, 0.0, 3.0);
  scene::Drive drive;
  drive.name = "pressure";
  drive.unit = "bar";
  drive.maximum = 10.0;
  drive.changes = {{{2}, {Partly, Open}, -1.5}};
  drive.lamps = {{{1}, 5.0, 10.0}};  // the cart stands for a lamp
  const std::vector<scene::Drive> drives{drive};
  place.surroundings.drives = drives;
  place.moment.drives = {0.6};
  place.observer->begin(place.moment);
  place.lay_hand({1.0, 1.0, 0.15});
  place.put(1.0);
  for (int i = 1; i <= 60; ++i) {
    place.moment.drives[0] = 0.6 - 0.01 * i;
    place.put(1.0 + 0.01 * i);
  }
  core::Json report;
  place.observer->write(report);
  const core::Json& rows = report["events"];
  REQUIRE(rows.size() == 3);  // the control left its end, the lamp went out, the value came to its end
  CHECK(rows[1]["object"] == "cart");
  CHECK(rows[1]["state"] == "dark");
  CHECK(std::abs(rows[1]["value"].get<double>() - 4.9) < 1e-9);
  CHECK(rows[2]["object"] == "pressure");
  CHECK(rows[2]["state"] == "minimum");
  CHECK(rows[2]["unit"] == "bar");
  CHECK(rows[2]["who"] == "ada");
}
