// SPDX-License-Identifier: Apache-2.0
// A carton taken with both hands, standing, bent and crouched, by several bodies: neither hand loses it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "boxes.h"
#include "core/rng.h"
#include "math/trig.h"
#include "world/world.h"

namespace fh::both_hands_test {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kMass = 6.0;                               // kg
constexpr double kHalf = 0.15, kAhead = -0.42, kUp = 0.15;  // m: of the carton; before the user; lifted

struct Body {
  human::Sex sex;
  double eyes;  // m over the floor
};

/// A carton of 30 cm whose middle is so high, and how the user comes to it.
struct Try {
  Body body;
  double height = 1.0;
  double beside[2] = {0.03, 0.03};  // m between grips and sides
  Vec3 off[2] = {};                 // of each hand, along the sides
  int first = 0, later = 0;         // the hand that closes first, and ticks until the other does
};

struct Outcome {
  bool taken[2] = {}, lost = false;
  double lifted = 0.0, short_by = 0.0;  // m
};

class Visit {
 public:
  explicit Visit(const Try& how) : how_(how) {
    scenario_.name = "both hands";
    scenario_.users = {{"user", {}}};
    test::add_box(scenario_, "floor", {0, -0.5, 0}, {10, 0.5, 10});
    const double stand = std::max(0.0, how.height - kHalf);
    if (stand > 0.01) test::add_box(scenario_, "stand", {0, 0.5 * stand, kAhead}, {0.1, 0.5 * stand, 0.1});
    carton_ = test::add_box(scenario_, "carton", {0, stand + kHalf, kAhead}, Vec3(kHalf), kMass).id;
    world::WorldSettings settings{.user = {}, .workers = 1};
    settings.figure.self.sex = how.body.sex;
    settings.figure.self.measures.eye_height = how.body.eyes;
    auto made = world::World::create(scenario_, settings);
    if (!made) FAIL(made.error().message);
    world_.emplace(std::move(*made));
    // Down to it with knees and back.
    const double low = std::max(how.body.eyes - 0.75, std::min(how.body.eyes, how.height + 0.55));
    const double bent = (how.body.eyes - low) / 0.75;
    head_ = {math::from_axis_angle(math::kRight, -math::radians(20.0 + 35.0 * bent)), {0.0, low, -0.05 - 0.15 * bent}};
  }

  Outcome run() {
    Outcome out;
    for (int i = 0; i < 90; ++i) tick(math::smooth_step(i / 60.0), 0.2 * (1.0 - math::smooth_step((i - 50) / 35.0)));
    for (std::size_t side = 0; side < 2; ++side)
      out.short_by = std::max(out.short_by, world_->users()[0].avatar.fit().hands[side].gap);
    for (int i = 0; i < 40; ++i) {
      squeeze_[how_.first] = 1.0;
      if (i >= how_.later) squeeze_[1 - how_.first] = 1.0;
      tick(1.0, 0.0), watch(out);
    }
    const double stood = world_->physics().pose(carton_).position.y;
    for (int i = 0; i < 120; ++i) {
      lifted_ = kUp * math::smooth_step(i / 80.0);
      tick(1.0, 0.0), watch(out);
    }
    out.lifted = world_->physics().pose(carton_).position.y - stood;
    return out;
  }

 private:
  core::ObjectId held(std::size_t side) const {
    return world_->physics().held_by({world_->users()[0].id, static_cast<std::uint32_t>(side)});
  }
  void watch(Outcome& out) const {
    for (std::size_t side = 0; side < 2; ++side) {
      const bool holds = held(side) == carton_;
      out.lost = out.lost || (out.taken[side] && !holds);
      out.taken[side] = out.taken[side] || holds;
    }
  }
  void tick(double down, double apart) {
    frame::FrameInput input;
    const Pose upright{math::kIdentity, {0.0, how_.body.eyes, 0.0}};
    input.head.pose = math::interpolate(upright, head_, down);
    input.head.pose.position.y += 0.7 * lifted_;
    input.head.valid = input.head.tracked = 1;
    for (std::size_t side = 0; side < frame::kHands; ++side) {
      const double out = side == frame::kRight ? 1.0 : -1.0;
      auto& hand = input.hands[side];
      hand.active = hand.grip.valid = hand.grip.tracked = 1;
      const Vec3 beside =
          Vec3(out * (kHalf + how_.beside[side] + apart), how_.height + lifted_, kAhead) + how_.off[side];
      const Vec3 hangs(out * 0.3, 0.5 * how_.body.eyes, -0.15);
      hand.grip.pose = {frame::grip_of({}).rotation, hangs + down * (beside - hangs)};
      hand.aim = hand.grip;
      hand.squeeze = squeeze_[side];
    }
    world_->tick(input);
  }

  Try how_;
  scene::Scenario scenario_;
  core::ObjectId carton_;
  std::optional<world::World> world_;
  Pose head_;
  double squeeze_[2] = {}, lifted_ = 0.0;
};

Try random_try(core::Rng& rng, const Body& body, double height) {
  Try how{.body = body, .height = height};
  for (int side = 0; side < 2; ++side) {
    how.beside[side] = rng.uniform(0.01, 0.06);
    how.off[side] = {0.0, rng.uniform(-0.08, 0.08), rng.uniform(-0.08, 0.08)};
  }
  how.first = static_cast<int>(rng.below(2));
  how.later = static_cast<int>(rng.below(20));
  return how;
}

}  // namespace

TEST_CASE("both hands: a carton that both have taken stays in both, at any height, for any body") {
  core::Rng rng(18, 0, "both hands");
  int tried = 0, both = 0;
  for (const Body& body :
       {Body{human::Sex::Female, 1.45}, Body{human::Sex::Male, 1.62}, Body{human::Sex::Male, 1.80}}) {
    for (const double height : {0.2, 0.35, 0.5, 0.7, 0.9, 1.2}) {
      for (int k = 0; k < 3; ++k) {
        const Try how = random_try(rng, body, height);
        const Outcome out = Visit(how).run();
        ++tried;
        const bool taken = out.taken[0] && out.taken[1];
        both += taken;
        INFO("eyes " << body.eyes << " m, carton at " << height << " m, hands " << how.beside[0] << " and "
                     << how.beside[1] << " m beside it, short by " << out.short_by << " m");
        CHECK_FALSE(out.lost);
        if (taken) CHECK(out.lifted > 0.3 * kUp);
      }
    }
  }
  INFO(both << " of " << tried << " were taken by both hands");
  CHECK(both > 0.75 * tried);
}

}  // namespace fh::both_hands_test
