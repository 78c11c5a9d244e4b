// SPDX-License-Identifier: Apache-2.0
// What a user carries counts in the centre of mass, in the balance margin and in the posture, in the same tick.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "world/world.h"

using namespace fh;

namespace {

constexpr double kCrate = 10.0;                // kg
constexpr math::Vec3 kReach{0.15, 1.2, -0.5};  // the right hand before the user, at arm's length
constexpr double kLift = 0.1;                  // m

/// A floor, a stand at arm's length and a crate on it.
struct Store {
  explicit Store(double mass) {
    scenario.name = "store";
    scenario.users = {{"user", {}}};
    test::add_box(scenario, "floor", {0, -0.5, 0}, {10, 0.5, 10});
    test::add_box(scenario, "stand", {kReach.x, 0.55, kReach.z - 0.14}, {0.1, 0.55, 0.1});
    crate = test::add_box(scenario, "crate", {kReach.x, 1.2, kReach.z - 0.14}, math::Vec3(0.1), mass).id;
  }
  world::World make_world() const {
    auto world = world::World::create(scenario, {.user = {}, .workers = 1});
    if (!world) FAIL(world.error().message);
    return std::move(*world);
  }

  scene::Scenario scenario;
  core::ObjectId crate;
};

frame::FrameInput reaching(bool squeeze, double lifted) {
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.60, 0.0};
  input.head.valid = input.head.tracked = 1;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    auto& hand = input.hands[side];
    hand.active = hand.grip.valid = hand.grip.tracked = 1;
    hand.grip.pose.position = side == frame::kLeft ? math::Vec3(-0.25, 0.8, -0.1) : kReach + math::Vec3(0, lifted, 0);
    hand.grip.pose.rotation = frame::grip_of(input.head.pose).rotation;
    hand.aim = hand.grip;
    hand.curls.fill(1.0f);  // straight fingers would push the crate off its stand
    hand.curls_valid = 1;
  }
  if (squeeze) {
    input.hands[frame::kRight].squeeze = 1.0;
    input.hands[frame::kRight].buttons = frame::kButtonSqueeze;
  }
  return input;
}

struct Weighing {
  const human::FitResult& fit;
  math::Vec3 body;    // centre of mass of the body alone
  double own_margin;  // of it
  double body_mass;   // kg
  double held;        // kg that count
};
Weighing weigh(const world::World& world) {
  const world::User& user = world.users()[0];
  const human::FitResult& fit = user.avatar.fit();
  const human::MassModel& masses = world.people()[0].body.masses;
  Weighing w{fit, human::centre_of_mass(masses, fit.frames), 0.0, masses.total, 0.0};
  w.own_margin = human::balance_of(fit.support, w.body).margin;
  for (const auto& load : user.avatar.loads()) w.held += load.mass;
  return w;
}

}  // namespace

TEST_CASE("held loads: a crate that is lifted moves the centre of mass by m r / (M + m), and the margin falls") {
  const Store store(kCrate);
  world::World world = store.make_world();
  for (int i = 0; i < 60; ++i) world.tick(reaching(false, 0.0));
  const double empty_margin = weigh(world).fit.balance_margin;
  for (int i = 0; i < 10; ++i) {
    world.tick(reaching(true, 0.0));
    CHECK(weigh(world).held == 0.0);  // the stand still bears it
  }
  REQUIRE(world.physics().held_by({world.users()[0].id, frame::kRight}) == store.crate);
  int lifted_ticks = 0;
  for (int i = 0; i < 45; ++i) {
    world.tick(reaching(true, kLift * std::min(1.0, i / 20.0)));
    const Weighing w = weigh(world);
    const math::Vec3 crate = world.physics().pose(store.crate).position;  // it is even: its middle is its centre
    const double held = w.held > 0.0 ? kCrate : 0.0;
    CHECK(std::abs(w.held - held) < 1e-5);
    const math::Vec3 expected = w.body + held / (w.body_mass + held) * (crate - w.body);
    CHECK(glm::length(w.fit.centre_of_mass - expected) < 1e-6);
    CHECK(w.fit.balance_margin == human::balance_of(w.fit.support, w.fit.centre_of_mass).margin);
    lifted_ticks += held > 0.0;
  }
  CHECK(lifted_ticks > 30);
  const Weighing w = weigh(world);
  INFO("margin " << empty_margin << " m empty, " << w.fit.balance_margin << " m with the crate, " << w.own_margin
                 << " m of the body alone");
  CHECK(w.fit.balance_margin < empty_margin - 0.02);
  // Put down again, it counts no more.
  for (int i = 0; i < 30; ++i) world.tick(reaching(false, 0.0));
  CHECK(weigh(world).held == 0.0);
  CHECK(glm::length(weigh(world).fit.centre_of_mass - weigh(world).body) == 0.0);
}

TEST_CASE("held loads: the command shows the balance with its dial, and what it shows is what physics says") {
  const Store store(kCrate);
  world::World world = store.make_world();
  frame::Snapshot snapshot;
  const auto tick = [&](bool squeeze, double lifted, bool command) {
    frame::FrameInput input = reaching(squeeze, lifted);
    if (command) input.commands.add(frame::CommandId::Balance);
    world.tick(input);
    world.fill(snapshot);
    return snapshot.overlay.regions.size();
  };
  for (int i = 0; i < 60; ++i) CHECK(tick(false, 0.0, false) == 0);
  CHECK(tick(false, 0.0, true) == 3);  // on the floor; the dial's face and its support
  const math::Vec3 dot = snapshot.overlay.discs.front().centre;
  const math::Vec3 centre = weigh(world).fit.centre_of_mass;
  CHECK(std::abs(dot.x - centre.x) + std::abs(dot.z - centre.z) < 1e-9);
  CHECK(snapshot.overlay.texts.back().text == "balanced +10 cm");
  for (int i = 0; i < 60; ++i) tick(true, kLift * std::min(1.0, i / 20.0), false);
  CHECK(snapshot.overlay.texts.back().text == "balanced +7 cm\nholding 10.0 kg");
  CHECK(tick(true, kLift, true) == 0);
}

TEST_CASE("held loads: a body leans back against what it carries, and a thing too heavy to lift does not count") {
  double back[2];
  for (const bool heavy : {false, true}) {
    const Store store(heavy ? kCrate : 0.1);
    world::World world = store.make_world();
    for (int i = 0; i < 60; ++i) world.tick(reaching(false, 0.0));
    for (int i = 0; i < 100; ++i) world.tick(reaching(true, kLift * std::min(1.0, i / 20.0)));
    REQUIRE(weigh(world).held > 0.0);
    back[heavy] = weigh(world).body.z;
  }
  INFO("the body's own centre is " << 100.0 * (back[1] - back[0]) << " cm farther back");
  CHECK(back[1] > back[0] + 0.01);

  const Store store(60.0);  // more than a grip can bear
  world::World world = store.make_world();
  for (int i = 0; i < 60; ++i) world.tick(reaching(false, 0.0));
  for (int i = 0; i < 60; ++i) {
    world.tick(reaching(true, kLift * std::min(1.0, i / 20.0)));
    CHECK(weigh(world).held == 0.0);
  }
}
