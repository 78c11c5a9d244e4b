// SPDX-License-Identifier: Apache-2.0
// Belief against truth: the cases of K-32 and random worlds.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "rooms.h"

namespace fh::test {
namespace {

using namespace senses;

const Vec3 kEye{0, 1.2, 0};
const Vec3 kAhead{0, 1.0, -5};

math::Pose at(const Vec3& p) {
  return {math::kIdentity, p};
}

Vec3 believed(const Watcher& w, core::ObjectId id) {
  return w.memory.find(ItemId::of(id), w.now + 1000)->pose.position;
}

}  // namespace

TEST_CASE("moved and seen at the new place first: updated") {
  Room room;
  const auto a = room.box({0.3, 0.3, 0.3}, {-1, 1, -5});
  Watcher w(room.scene);
  w.look(kEye, kAhead);
  REQUIRE(w.knows(a));
  w.world.place_object(a, at({1, 1, -5}));
  w.look(kEye, kAhead);
  CHECK(believed(w, a) == Vec3(1, 1, -5));
  REQUIRE(w.memory.surprises().size() == 1);
  CHECK(w.memory.surprises()[0].what == Surprise::What::Moved);
  CHECK(w.memory.surprises()[0].distance == Catch::Approx(2.0));
}

TEST_CASE("moved out of sight: the old place seen empty removes it") {
  Room room;
  const auto a = room.box({0.3, 0.3, 0.3}, {-1, 1, -5});
  Watcher w(room.scene);
  w.look(kEye, kAhead);
  w.world.place_object(a, at({-8, 1, 8}));  // behind the eye
  w.look(kEye, {5, 1, 0.5});                // both places are out of the field: still believed
  CHECK(w.knows(a));
  w.look(kEye, kAhead);
  CHECK_FALSE(w.knows(a));
  REQUIRE(w.memory.surprises().size() == 1);
  CHECK(w.memory.surprises()[0].what == Surprise::What::Vanished);
}

TEST_CASE("removed: gone when looked at") {
  Room room;
  const auto a = room.box({0.3, 0.3, 0.3}, {-1, 1, -5});
  Watcher w(room.scene);
  w.look(kEye, kAhead);
  w.world.show_object(a, false);
  w.look(kEye, kAhead);
  CHECK_FALSE(w.knows(a));
}

TEST_CASE("hidden by something new: kept; re-appearing: still there") {
  Room room;
  const auto a = room.box({0.3, 0.3, 0.3}, {0, 1, -5});
  const auto screen = room.box({1.0, 1.0, 0.05}, {0, 1, 8});
  Watcher w(room.scene);
  w.look(kEye, kAhead);
  w.world.place_object(screen, at({0, 1, -3}));
  for (int i = 0; i < 20; ++i) w.look(kEye, kAhead);
  CHECK_FALSE(w.sees(ItemId::of(a)));
  CHECK(w.knows(a));
  w.world.place_object(screen, at({0, 1, 8}));
  w.look(kEye, kAhead);
  CHECK(w.knows(a));
  CHECK_FALSE(w.knows(screen));
  CHECK(believed(w, a) == Vec3(0, 1, -5));
}

TEST_CASE("moved away behind a new screen that leaves part of the old place in view: removed") {
  Room room;
  const auto a = room.box({0.3, 0.3, 0.3}, {0, 1, -5});
  const auto screen = room.box({1.0, 1.0, 0.05}, {0, 1, 8});
  Watcher w(room.scene);
  w.look(kEye, kAhead);
  w.world.place_object(a, at({0, 1, 9}));
  w.world.place_object(screen, at({0, 1, -5.6}));  // behind the old place
  w.look(kEye, kAhead);
  CHECK_FALSE(w.knows(a));
  CHECK(w.knows(screen));
}

TEST_CASE("swapped: both where they are now") {
  Room room;
  const auto a = room.box({0.3, 0.3, 0.3}, {-1, 1, -5});
  const auto b = room.box({0.3, 0.3, 0.3}, {1, 1, -5});
  Watcher w(room.scene);
  w.look(kEye, kAhead);
  w.world.place_object(a, at({1, 1, -5}));
  w.world.place_object(b, at({-1, 1, -5}));
  w.look(kEye, kAhead);
  CHECK(believed(w, a) == Vec3(1, 1, -5));
  CHECK(believed(w, b) == Vec3(-1, 1, -5));
}

TEST_CASE("stale behind stale: both are removed by one look") {
  Room room;
  const auto front = room.box({0.5, 0.5, 0.05}, {0, 1, -4});
  const auto back = room.box({0.3, 0.3, 0.3}, {0, 1, -6});
  Watcher w(room.scene);
  w.world.show_object(front, false);
  w.look(kEye, kAhead);
  w.world.show_object(front, true);
  w.look(kEye, kAhead);
  REQUIRE(w.knows(front));
  REQUIRE(w.knows(back));
  w.world.show_object(front, false);
  w.world.show_object(back, false);
  w.look(kEye, kAhead);
  CHECK_FALSE(w.knows(front));
  CHECK_FALSE(w.knows(back));
}

TEST_CASE("somebody who walked behind a rack is believed there; an empty place is noticed") {
  Room room;
  room.box({0.8, 1.2, 0.2}, {0, 1.2, -3}, false);
  Watcher w(room.scene);
  const core::BodyId user{1};
  const ItemId item = ItemId::of(user);
  const Person& person = Person::standard();
  const auto step_to = [&](double x) {
    w.world.place_body(user, person.standing({x, 0, -4}));
    w.look(kEye, {0, 1.3, -4});
  };
  w.world.add_body(user, person.solid, person.standing({2.6, 0, -4}));
  double x = 2.6;
  while (x > 0.0) step_to(x -= 0.13);  // 1.3 m/s
  CHECK_FALSE(w.sees(item));
  REQUIRE(w.memory.find(item, w.now + 1000) != nullptr);
  CHECK(w.memory.uncertainty(*w.memory.find(item, w.now + 1000), w.now) > 0.2);
  w.look({3, 1.6, -4}, {0, 1.3, -4});  // around the corner
  CHECK(w.sees(item));
  w.world.remove_body(user);
  w.look({3, 1.6, -4}, {0, 1.3, -4});
  CHECK(w.memory.find(item, w.now + 1000) == nullptr);
}

TEST_CASE("a nameless thing is believed near where it was seen, however the middle of what is seen of it jumps") {
  Room room;
  Watcher w(room.scene);
  Percept p;
  p.item = ItemId::of(core::ObjectId{1}).nameless();
  p.kind = Kind::Obstacle;
  p.source = Source::Touch;
  p.pose.position = {1, 0.1, -2};
  p.velocity_known = true;
  p.velocity = {3, -2.5, 0};  // another piece of it was seen in the look before
  w.memory.notice(p, w.now);
  REQUIRE(w.memory.observations().size() == 1);
  const Observation& o = w.memory.observations()[0];
  for (const core::Tick later : {9, 180, 500}) {
    const Vec3 there = Memory::believed_position(o, w.now + later);
    CHECK(there.y == 0.1);  // not under the floor
    CHECK(glm::length(there - p.pose.position) <= 0.5 + 1e-9);
  }
}

TEST_CASE("memory models: keep, temporal, rules, and the planner's failure") {
  Room room;
  const auto box = room.box({0.3, 0.3, 0.3}, {-1, 1, -5});
  const auto door = room.box({0.3, 0.3, 0.3}, {1, 1, -5});
  room.scene.objects[door.value - 1].classes = {"door", "opening"};
  const auto knows_after = [&](MemoryModel model, core::Tick ticks, core::ObjectId id) {
    MemorySettings settings;
    settings.model = model;
    settings.lifetime = 30.0;
    Watcher w(room.scene, settings);
    w.look(kEye, kAhead);
    w.memory.age(w.now + ticks);
    return w.knows(id);
  };
  CHECK(knows_after(MemoryModel::Keep, 90 * 100000, box));
  CHECK(knows_after(MemoryModel::Temporal, 30 * 90 - 1, box));
  CHECK_FALSE(knows_after(MemoryModel::Temporal, 30 * 90, box));  // to the tick
  CHECK(knows_after(MemoryModel::Temporal, 30 * 90, {1}));        // the floor stays
  CHECK(knows_after(MemoryModel::Rules, 120 * 90 - 1, door));
  CHECK_FALSE(knows_after(MemoryModel::Rules, 120 * 90, door));
  CHECK(knows_after(MemoryModel::Rules, 120 * 90, box));

  MemorySettings keep;
  keep.model = MemoryModel::Keep;
  Watcher w(room.scene, keep);
  w.look(kEye, kAhead);
  w.memory.age(w.now + 900);
  CHECK(w.memory.planner_failed(w.now + 90) == 0);   // seen a second ago: surely so
  CHECK(w.memory.planner_failed(w.now + 900) == 2);  // the box and the door; building stays
  CHECK_FALSE(w.knows(door));
  CHECK(w.knows({1}));
}

TEST_CASE("memory is bounded, sorted, saved and loaded") {
  Room room;
  for (int i = 0; i < 12; ++i) room.box({0.1, 0.1, 0.1}, {-2.2 + 0.4 * i, 1, -4});
  MemorySettings settings;
  settings.capacity = 8;
  Watcher w(room.scene, settings);
  w.look(kEye, kAhead);
  CHECK(w.memory.observations().size() == 8);
  CHECK(std::is_sorted(w.memory.observations().begin(), w.memory.observations().end(),
                       [](const Observation& a, const Observation& b) { return a.item < b.item; }));
  std::vector<std::byte> bytes, again;
  core::save(w.memory, bytes);
  Memory other(room.scene, settings);
  REQUIRE(core::load(other, bytes));
  core::save(other, again);
  CHECK(bytes == again);
  CHECK_FALSE(core::compare(other, bytes));
}

TEST_CASE("many observations are saved as their fields one by one would be") {
  Observation o;
  o.item = {7};
  o.kind = Kind::Person;
  o.rule = 3;
  o.confidence = 0.25f;
  o.uncertainty = 0.5f;
  o.pose = at({1, 2, 3});
  o.velocity = {4, 5, 6};
  o.angular_velocity = {7, 8, 9};
  o.reach = {10, 11, 12};
  o.seen = 13;
  o.known_from = 14;
  const std::vector<Observation> many(3, o);
  std::vector<std::byte> whole, pieces;
  core::save(many, whole);
  for (int i = 0; i < 3; ++i) core::save(o, pieces);
  REQUIRE(whole.size() == pieces.size() + sizeof(std::uint64_t));
  CHECK(std::equal(pieces.begin(), pieces.end(), whole.begin() + sizeof(std::uint64_t)));
  std::vector<Observation> back;
  CHECK(core::load(back, whole));
  CHECK_FALSE(core::compare(back, whole));
  CHECK(back[2].reach == o.reach);
}

TEST_CASE("random worlds: nothing true is dropped, and after looking at every old place belief is truth") {
  core::Rng rng(4711);
  for (int run = 0; run < scaled(25, 2); ++run) {
    Room room;
    std::vector<core::ObjectId> things;
    const auto somewhere = [&] { return Vec3(rng.uniform(-4, 4), rng.uniform(0.3, 2.0), rng.uniform(-9, -3)); };
    for (int i = 0; i < 24; ++i) {
      const Vec3 half(rng.uniform(0.05, 0.5), rng.uniform(0.05, 0.5), rng.uniform(0.05, 0.5));
      things.push_back(room.box(half, somewhere()));
    }
    MemorySettings settings;
    settings.model = MemoryModel::Keep;
    Watcher w(room.scene, settings);
    std::map<std::uint32_t, bool> present;
    for (const auto id : things) present[id.value] = true;
    std::vector<Observation> last;
    for (int step = 0; step < 30; ++step) {
      for (int k = 0; k < 3; ++k) {
        const auto id = things[rng.below(static_cast<std::uint32_t>(things.size()))];
        if (rng.below(3) == 0) {
          present[id.value] = !present[id.value];
          w.world.show_object(id, present[id.value]);
        } else {
          w.world.place_object(id, {math::from_axis_angle(math::kUp, rng.uniform(-3, 3)), somewhere()});
        }
      }
      last = w.memory.observations();
      w.look({rng.uniform(-2, 2), rng.uniform(1.0, 1.8), rng.uniform(-1, 1)}, somewhere());
      for (const Observation& o : last) {
        if (o.kind != Kind::Object || w.memory.find(o.item, w.now + 1000) != nullptr) continue;
        const bool true_still = present[o.item.value] && w.world.pose(o.item.object()).position == o.pose.position &&
                                w.world.pose(o.item.object()).rotation == o.pose.rotation;
        INFO("run " << run << " step " << step << " object " << o.item.value);
        CHECK_FALSE(true_still);
      }
    }
    // Walk up to every believed place from all sides: what is false must go, what is true must stay.
    for (int round = 0; round < 2; ++round) {
      last = w.memory.observations();
      for (const Observation& o : last) {
        for (int side = 0; side < 6; ++side) {
          const Vec3 offset = math::rotate(math::from_axis_angle(math::kUp, side * math::kTau / 6), Vec3(0, 0.3, 1.2));
          w.look(o.pose.position + offset, o.pose.position);
        }
      }
    }
    for (const Observation& o : w.memory.observations()) {
      if (o.kind != Kind::Object || o.moves == 0) continue;
      INFO("run " << run << " object " << o.item.value);
      CHECK(present[o.item.value]);
      CHECK(w.world.pose(o.item.object()).position == o.pose.position);
    }
  }
}

}  // namespace fh::test
