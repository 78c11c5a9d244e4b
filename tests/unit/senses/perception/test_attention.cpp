// SPDX-License-Identifier: Apache-2.0
// One gaze, many demands: tasks, people, motion, feet, crossings, idle glances; and when the eyes are read.
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "rooms.h"
#include "senses/perception/attention.h"

namespace fh::test {
namespace {

using namespace senses;

struct Mind {
  Room room;
  Memory memory{room.scene};
  Percepts percepts;
  Attention attention{7, core::BodyId{1}};
  SelfState self;
  core::Tick now = 0;

  Mind() { self.eye = {0, 1.6, 0}; }
  void run(int ticks, std::span<const GazeDemand> tasks = {}) {
    for (int i = 0; i < ticks; ++i) {
      attention.update(++now, self, percepts, memory, tasks);
      self.looking = glm::normalize(attention.gaze_point() - self.eye);  // eyes that lose no time
    }
  }
  double off(const Vec3& point) const {
    const Vec3 gaze = glm::normalize(attention.gaze_point() - self.eye);
    return std::acos(std::min(1.0, glm::dot(gaze, glm::normalize(point - self.eye))));
  }
  void meet(core::BodyId id, const Vec3& pelvis, const Vec3& velocity) {
    Percept p;
    p.item = ItemId::of(id);
    p.kind = Kind::Person;
    p.pose.position = pelvis;
    p.reach = {0, 0.6, 0};
    p.velocity = velocity;
    p.velocity_known = true;
    memory.notice(p, now - 100);
  }
};

}  // namespace

TEST_CASE("a task's gaze comes after the delay and stays on its target") {
  Mind mind;
  mind.run(1);
  const GazeDemand task{42, LookReason::Task, {2, 1, -2}, 0.6, 0.4, 0.0};
  const Vec3 before = mind.attention.gaze_point();
  int ticks = 0;
  while (!mind.attention.attending(ItemId{42}) && ticks < 200) {
    mind.run(1, {&task, 1});
    ++ticks;
    if (mind.attention.target().key == 42 && mind.now < mind.attention.target().chosen + 18) {
      CHECK(glm::length(mind.attention.gaze_point() - before) < 4.0);
    }
  }
  CHECK(ticks > 18);   // 0.2 s before the eyes move
  CHECK(ticks < 100);  // an idle glance ends first
  CHECK(mind.off(task.point) < math::radians(3.0));
  mind.run(200, {&task, 1});
  CHECK(mind.attention.attending(ItemId{42}));
}

TEST_CASE("no demand starves") {
  Mind mind;
  const std::vector<GazeDemand> tasks{{1, LookReason::Task, {3, 1.6, -3}, 0.9, 0.5, 0.0},
                                      {2, LookReason::Task, {-3, 1.6, -3}, 0.2, 0.5, 0.0},
                                      {3, LookReason::Task, {0, 0.5, -3}, 0.2, 0.5, 0.0}};
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 5 * 90 + 60; ++i) {
    mind.run(1, tasks);
    for (std::uint32_t key = 1; key <= 3; ++key) {
      if (mind.attention.attending(ItemId{key})) seen.insert(key);
    }
  }
  CHECK(seen.size() == 3);
}

TEST_CASE("people who come near are looked at, people not yet taken in are not") {
  Mind mind;
  mind.now = 1000;
  mind.meet(core::BodyId{9}, {2, 1, -4}, {-1, 0, 1.5});
  bool looked = false;
  for (int i = 0; i < 180; ++i) {
    mind.run(1);
    looked |= mind.attention.attending(ItemId::of(core::BodyId{9}));
  }
  CHECK(looked);
  Mind other;
  other.now = 100;
  other.meet(core::BodyId{9}, {2, 1, -4}, {-1, 0, 1.5});
  for (Observation o : other.memory.observations()) REQUIRE(o.known_from == 18);
  other.now = 10;
  for (int i = 0; i < 7; ++i) {
    other.run(1);
    CHECK(other.attention.target().reason == LookReason::Idle);
  }
}

TEST_CASE("motion at the edge of the field draws the gaze") {
  Mind mind;
  mind.run(100);
  Percept p;
  p.item = ItemId::of(core::BodyId{3}).nameless();
  p.nearest_point = {3, 1.2, -1};
  p.eccentricity = 1.0f;
  p.retinal_speed = 0.5f;
  mind.percepts.items = {p};
  bool looked = false;
  for (int i = 0; i < 90; ++i) {
    mind.run(1);
    looked |= mind.attention.target().reason == LookReason::Motion && mind.attention.target().fixated;
  }
  CHECK(looked);
}

TEST_CASE("walking, the ground is looked at when it was unseen for long, at once when something is near") {
  Mind mind;
  mind.self.speed = 1.3;
  int first = -1;
  for (int i = 0; i < 90 * 5 && first < 0; ++i) {
    mind.run(1);
    if (mind.attention.target().reason == LookReason::Feet) first = i;
  }
  // 1.0 at 0.35 per second: after 2.86 s, plus what is left of a fixation.
  CHECK(first >= 256);
  CHECK(first < 256 + 60);
  Mind near;
  near.self.speed = 1.3;
  near.run(30);
  Percept box;
  box.item = ItemId{core::ObjectId{1}.value}.nameless();
  box.pose.position = {0.1, 0.2, -0.5};
  near.memory.notice(box, near.now - 18);
  near.run(1);
  CHECK(near.attention.target().reason == LookReason::Feet);
}

TEST_CASE("attention is saved, loaded and repeats itself") {
  Mind a, b;
  a.run(500);
  b.run(300);
  std::vector<std::byte> bytes, first, second;
  core::save(b.attention, bytes);
  Mind c;
  REQUIRE(core::load(c.attention, bytes));
  c.now = b.now;
  c.run(200);
  core::save(a.attention, first);
  core::save(c.attention, second);
  CHECK(first == second);
}

TEST_CASE("eyes are read at their own rate, staggered") {
  const auto looks_in = [](double rate) {
    SensingClock clock;
    for (core::Tick t = 0; t < 900; ++t) clock.due(t, core::BodyId{4}, rate);
    return clock.looks;
  };
  CHECK(looks_in(10.0) == 100);
  CHECK(looks_in(5.0) == 50);
  std::set<core::Tick> firsts;
  for (std::uint32_t body = 1; body <= 9; ++body) {
    SensingClock clock;
    for (core::Tick t = 0; clock.looks == 0; ++t) {
      if (clock.due(t, core::BodyId{body}, 10.0)) firsts.insert(t);
    }
  }
  CHECK(firsts.size() == 9);
}

}  // namespace fh::test
