// SPDX-License-Identifier: Apache-2.0
// Pulls against the laws that they are to obey: activations (JB-14), directions, and headway.
#include <cmath>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "planning/steering/pulls.h"

namespace fh::planning {
namespace {

using math::Vec2;

Pull thing(PullKind kind, const Vec2& at, const Vec2& half, double strength = 1.0, double distance = 3.0) {
  Pull pull;
  pull.kind = kind;
  pull.centre = at;
  pull.half = half;
  pull.activation.strength = strength;
  pull.activation.distance = distance;
  return pull;
}

PulledBody walker(const Vec2& wanted) {
  PulledBody body;
  body.wanted = wanted;
  return body;
}

}  // namespace

TEST_CASE("pulls: activation is 0 at the threshold and outside of the field of view, and falls steadily") {
  core::Rng chance(7, 1, "activation");
  for (int i = 0; i < 500; ++i) {
    const Activation one{chance.uniform(0.5, 5.0), chance.uniform(0.2, 3.1), chance.uniform(0.1, 4.0),
                         chance.uniform(0.0, 4.0), chance.uniform(0.0, 4.0)};
    CHECK(activation_of(one, one.distance, 0.0, false) == 0.0);
    CHECK(activation_of(one, 0.1, 1.001 * one.view, false) == 0.0);
    double before = activation_of(one, 0.0, 0.0, false);
    CHECK(std::abs(before - one.strength) < 1e-12);
    for (int k = 1; k < 20; ++k) {
      const double share = k / 20.0, now = activation_of(one, share * one.distance, 0.5 * share * one.view, false);
      CHECK(now <= before + 1e-12);
      before = now;
    }
    const double d = chance.uniform(0.01, 0.99) * one.distance,
                 oracle = one.strength * std::pow(1.0 - d / one.distance, one.distance_exponent);
    CHECK(std::abs(activation_of(one, d, 0.0, false) - oracle) < 1e-9 * one.strength);
  }
}

TEST_CASE("pulls: a standing body is drawn and pushed along the line to the thing, and stays where nothing acts") {
  const PulledBody body = walker(Vec2(0.0));
  const Vec2 half(0.2);
  const Vec2 drawn = pulled(std::vector{thing(PullKind::Attract, {2.0, 0.0}, half, 2.0)}, body);
  CHECK(drawn.x > 0.1);
  CHECK(std::abs(drawn.y) < 1e-9);
  const Vec2 pushed = pulled(std::vector{thing(PullKind::Avoid, {1.0, 0.0}, half, 2.0)}, body);
  CHECK(pushed.x < -0.1);
  CHECK(std::abs(pushed.y) < 1e-9);
  CHECK(glm::length(pulled(std::vector{thing(PullKind::Avoid, {9.0, 0.0}, half)}, body)) == 0.0);
  CHECK(glm::length(pulled({}, body)) == 0.0);
}

TEST_CASE("pulls: whatever pulls, a walking body keeps a quarter of its speed on its way and gets no faster") {
  core::Rng chance(11, 2, "pulls");
  for (int i = 0; i < 2000; ++i) {
    std::vector<Pull> pulls;
    for (int n = 0; n < 4; ++n) {
      Pull pull = thing(static_cast<PullKind>(chance.below(4)), {chance.uniform(-3, 3), chance.uniform(-3, 3)},
                        {chance.uniform(0.05, 2.0), chance.uniform(0.05, 2.0)}, chance.uniform(0.0, 20.0), 4.0);
      const double turn = chance.uniform(-3.0, 3.0);
      pull.axis = {std::cos(turn), std::sin(turn)};
      pulls.push_back(pull);
    }
    const double speed = chance.uniform(0.2, 2.0), turn = chance.uniform(-3.0, 3.0);
    const Vec2 way(std::cos(turn), std::sin(turn));
    const Vec2 taken = pulled(pulls, walker(speed * way));
    CHECK(glm::dot(taken, way) >= 0.25 * speed - 1e-9);
    CHECK(glm::length(taken) <= 1.05 * speed);
  }
}

TEST_CASE("pulls: what stands in the way is passed on the nearer side, what does not is no matter") {
  const Vec2 wanted(0.0, -1.3);
  const Vec2 half(0.3);
  const auto round = [&](double x, double z) {
    return pulled(std::vector{thing(PullKind::GoAround, {x, z}, half, 3.0)}, walker(wanted));
  };
  CHECK(round(0.2, -1.5).x < -0.2);
  CHECK(round(-0.2, -1.5).x > 0.2);
  CHECK(round(1.5, -1.5) == wanted);
  CHECK(round(0.2, 1.5) == wanted);
}

TEST_CASE("pulls: near the goal they fade") {
  const std::vector pulls{thing(PullKind::Avoid, {1.0, -0.5}, Vec2(0.2), 3.0)};
  PulledBody body = walker({0.0, -1.0});
  double before = 1e9;
  for (const double remaining : {2.0, 0.8, 0.4, 0.1, 0.0}) {
    body.remaining = remaining;
    const double aside = std::abs(pulled(pulls, body).x);
    CHECK(aside <= before);
    before = aside;
  }
  CHECK(before == 0.0);
}

}  // namespace fh::planning
