// SPDX-License-Identifier: Apache-2.0
// The one rule for poses and numbers from outside.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "core/rng.h"
#include "frame/input_guard.h"
#include "samples.h"

using namespace fh;
using frame::FrameInput;
using frame::InputGuard;

namespace {

FrameInput standing() {
  FrameInput input;
  input.head.pose.position = {0.0, 1.62, 0.0};
  input.head.valid = input.head.tracked = 1;
  for (auto& hand : input.hands) {
    hand.active = 1;
    for (auto* pose : {&hand.grip, &hand.aim}) {
      pose->pose.position = {0.2, 1.0, -0.3};
      pose->valid = pose->tracked = 1;
    }
  }
  return input;
}

bool same(const FrameInput& a, const FrameInput& b) {
  return std::memcmp(&a, &b, sizeof(FrameInput)) == 0;
}

}  // namespace

TEST_CASE("input guard: plain input passes unchanged") {
  InputGuard guard;
  FrameInput input = standing();
  for (int i = 0; i < 200; ++i) {
    input.head.pose.position.x += 0.05;          // 4.5 m/s
    input.hands[1].grip.pose.position.z -= 0.5;  // 45 m/s
    FrameInput admitted = input;
    CHECK(guard.admit(admitted) == 0);
    CHECK(same(admitted, input));
  }
  CHECK(guard.refused() == 0);
}

TEST_CASE("input guard: what is not finite or far away is lost, and counted") {
  InputGuard guard;
  FrameInput input = standing();
  guard.admit(input);
  FrameInput bad = standing();
  bad.head.pose.position.y = NAN;
  bad.hands[0].grip.pose.rotation = {0, 0, 0, 0};
  bad.hands[1].grip.pose.position.x = 1e5;
  bad.hands[1].trigger = NAN;
  bad.hands[0].squeeze = 7.0;
  CHECK(guard.admit(bad) == 5);
  CHECK(frame::is_plausible(bad));
  CHECK(bad.head.valid == 0);
  CHECK(bad.head.tracked == 0);
  CHECK(bad.head.pose.position.y == 1.62);  // the last one believed
  CHECK(bad.hands[0].grip.valid == 0);
  CHECK(bad.hands[0].aim.valid == 1);
  CHECK(bad.hands[1].trigger == 0.0);
  CHECK(bad.hands[0].squeeze == 1.0);
  CHECK(guard.refused() == 5);
}

TEST_CASE("input guard: a jump of 100 m in a tick is lost tracking until a person could have come there") {
  InputGuard guard;
  FrameInput input = standing();
  guard.admit(input);
  int lost = 0;
  for (int i = 0; i < 200; ++i) {
    input = standing();
    input.hands[1].grip.pose.position.x = 100.0;
    guard.admit(input);
    lost += input.hands[1].grip.valid == 0 ? 1 : 0;
  }
  CHECK((lost > 80 && lost < 95));
  input = standing();
  input.space_change.happened = 1;  // everything may be elsewhere now
  input.hands[1].grip.pose.position.x = -100.0;
  CHECK(guard.admit(input) == 0);
}

TEST_CASE("input guard: whatever bits come in, a plausible row goes out, and passes again unchanged") {
  core::Rng rng(5);
  for (int i = 0; i < samples(20000); ++i) {
    InputGuard guard, second;
    for (int frame = 0; frame < 3; ++frame) {
      FrameInput input = standing();
      double* numbers = reinterpret_cast<double*>(&input.head);
      for (int n = 0; n < 6; ++n) {
        const std::uint32_t at = rng.below(13);
        double& value = rng.below(2) == 0 ? numbers[at] : reinterpret_cast<double*>(&input.hands[rng.below(2)])[at];
        value = rng.below(2) == 0 ? std::bit_cast<double>(rng.next()) : rng.uniform(-300, 300);
      }
      guard.admit(input);
      REQUIRE(frame::is_plausible(input));
      FrameInput again = input;
      REQUIRE(second.admit(again) == 0);
      REQUIRE(same(again, input));
    }
  }
}
