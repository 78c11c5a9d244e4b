// SPDX-License-Identifier: Apache-2.0
// Saving, restoring, determinism with any number of workers, hostile streams.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <iterator>

#include "places.h"
#include "samples.h"

using namespace fh;
using places::at;

namespace {

constexpr std::uint32_t kBoxes = scaled(1000, 150);
constexpr int kTicks = scaled(540, 180);  // of 1/90 s

std::vector<std::byte> saved(physics::World& world) {
  std::vector<std::byte> bytes;
  core::save(world, bytes);
  return bytes;
}

/// A place with a bit of everything that has state.
scene::Scene busy_place() {
  scene::Scene scene = places::heap_of_boxes(40);
  scene::Object& door = places::add_box(scene, "door", at(6, 1, 0), {0.45, 1.0, 0.02}, 25.0);
  door.movable = false;
  door.joint = {scene::JointKind::Hinge, {-0.45, 0, 0}, math::kUp, -1.5, 1.5, 0.5, 0.0, 0.3};
  scene::Object& dial = places::add_box(scene, "dial", at(8, 1, 0), {0.03, 0.03, 0.03}, 0.2);
  dial.movable = false;
  dial.joint = {scene::JointKind::Dial, {0, 0, 0}, {0, 0, 1}, 0.0, 20.0, 0.001, 0.0, 0.0};
  scene::Object& button = places::add_box(scene, "button", at(9, 1, 0), {0.02, 0.02, 0.02}, 0.1);
  button.movable = false;
  button.joint = {scene::JointKind::Button, {0, 0, 0}, {0, 0, 1}, 0.0, 0.01, 0.0, 300.0, 0.0};
  return scene;
}

struct Busy {
  physics::World world;
  physics::KinematicId hand;

  explicit Busy(const scene::Scene& scene)
      : world(places::make(scene)),
        hand(world.add_kinematic({1}, 4, physics::make_sphere({{0, 0, 0}, 0.08}), physics::Layer::Hand, at(3, 1, 0))) {}

  void tick(int n) {
    const double t = n / 90.0;
    const math::Pose palm = at(3 - 0.8 * t, 0.6 + 0.2 * math::sin(3 * t), 0.3 * math::cos(2 * t));
    world.set_kinematic_target(hand, palm);
    if (n == 20) world.grab({10}, {{1}, 1}, palm);
    if (n == 25) world.grab({12}, {{1}, 0}, palm);
    if (n > 20) world.move_hand({{1}, 1}, palm);
    if (n > 25) world.move_hand({{1}, 0}, palm);
    if (n == 70) world.release({{1}, 0});
    if (n == 30) world.set_joint_target({42}, 1.0, 20.0);
    if (n == 60) world.set_locked({42}, true);
    if (n == 10) world.set_joint_target({43}, 15.0, 1.0);
    world.step();
  }
};

}  // namespace

TEST_CASE("a thousand boxes fall the same way with 1, 2 and 4 workers and after a restore") {
  const scene::Scene scene = places::heap_of_boxes(kBoxes);
  std::vector<std::uint64_t> hashes;
  std::vector<std::byte> middle;
  {
    physics::World world = places::make(scene, {.workers = 1});
    for (int i = 0; i < kTicks; ++i) {
      if (i == kTicks / 2) middle = saved(world);
      world.step();
      if (i % 30 == 29) hashes.push_back(places::motion_hash(world));
    }
    CHECK(hashes.front() != hashes.back());
  }
  for (const unsigned workers : {2u, 4u}) {
    physics::World world = places::make(scene, {.workers = workers});
    for (int i = 0; i < kTicks; ++i) {
      world.step();
      if (i % 30 == 29) REQUIRE(places::motion_hash(world) == hashes[static_cast<std::size_t>(i / 30)]);
    }
  }
  physics::World world = places::make(scene, {.workers = 2});
  REQUIRE(core::load(world, middle));
  CHECK(saved(world) == middle);
  for (int i = kTicks / 2; i < kTicks; ++i) {
    world.step();
    if (i % 30 == 29) REQUIRE(places::motion_hash(world) == hashes[static_cast<std::size_t>(i / 30)]);
  }
}

TEST_CASE("a step uses the threads of the pool that it is given, and starts none") {
  const auto threads = [] {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return std::distance(begin(all), end(all));
  };
  const scene::Scene scene = places::heap_of_boxes(100);
  physics::World alone = places::make(scene);
  core::JobPool pool(3);
  const auto before = threads();
  physics::World shared = places::make(scene, {.pool = &pool});
  std::vector<int> others(64, 0);
  for (int i = 0; i < 90; ++i) {
    alone.step();
    shared.step();
    // The pool serves other loops between steps.
    pool.parallel_for(others.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) ++others[k];
    });
    REQUIRE(places::motion_hash(shared) == places::motion_hash(alone));
  }
  CHECK(threads() == before);
  CHECK(others == std::vector<int>(64, 90));
}

TEST_CASE("grabs, locks, targets, kinematics and contacts survive a restore at any tick") {
  const scene::Scene scene = busy_place();
  Busy first(scene);
  std::vector<std::vector<std::byte>> states;
  std::vector<std::vector<physics::Contact>> contacts;
  constexpr int kSpan = 130;
  for (int n = 0; n < kSpan; ++n) {
    states.push_back(saved(first.world));
    first.tick(n);
    contacts.emplace_back(first.world.contacts().begin(), first.world.contacts().end());
  }
  const std::vector<std::byte> end = saved(first.world);
  for (const int from : {0, 15, 22, 40, 65, 75, 100}) {
    Busy second(scene);
    for (int n = 0; n < from / 2; ++n) second.tick(n);  // some other past
    REQUIRE(core::load(second.world, states[static_cast<std::size_t>(from)]));
    for (int n = from; n < kSpan; ++n) {
      second.tick(n);
      const auto now = second.world.contacts();
      const auto& then = contacts[static_cast<std::size_t>(n)];
      REQUIRE(now.size() == then.size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        REQUIRE(now[i].first == then[i].first);
        REQUIRE(now[i].second == then[i].second);
        REQUIRE(now[i].began == then[i].began);
        REQUIRE(now[i].impulse == then[i].impulse);
      }
    }
    const auto difference = core::compare(second.world, end);
    INFO("from " << from << (difference ? ": " + difference->path : std::string()));
    CHECK(!difference);
  }
}

TEST_CASE("a difference is named by its field") {
  const scene::Scene scene = busy_place();
  Busy a(scene), b(scene);
  const std::vector<std::byte> bytes = saved(a.world);
  b.world.place({5}, at(0, 9, 0));
  const auto difference = core::compare(b.world, bytes);
  REQUIRE(difference);
  CHECK(difference->path.find("positions[3]") != std::string::npos);
}

TEST_CASE("hostile streams are refused and change nothing") {
  const scene::Scene scene = busy_place();
  Busy busy(scene);
  for (int n = 0; n < 40; ++n) busy.tick(n);
  const std::vector<std::byte> good = saved(busy.world);
  for (int n = 40; n < 60; ++n) busy.tick(n);
  const std::vector<std::byte> now = saved(busy.world);
  core::Rng rng(99);
  const auto refused = [&](const std::vector<std::byte>& bytes) {
    const bool loaded = core::load(busy.world, bytes);
    return !loaded && saved(busy.world) == now;
  };
  CHECK(refused({}));
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> bad = good;
    const int kind = i % 3;
    if (kind == 0) bad.resize(rng.below(static_cast<std::uint32_t>(good.size())));
    if (kind == 1) bad[rng.below(static_cast<std::uint32_t>(bad.size()))] ^= std::byte(1u << rng.below(8));
    if (kind == 2) {
      for (int k = 0; k < 50; ++k) {
        bad[rng.below(static_cast<std::uint32_t>(bad.size()))] = std::byte(rng.next() & 0xff);
      }
    }
    if (bad == good) continue;
    REQUIRE(refused(bad));
  }
  // A stream of another place, whole and sound in itself.
  physics::World other = places::make(places::heap_of_boxes(43));
  CHECK(refused(saved(other)));
  CHECK(core::load(busy.world, good));
}
