#include <catch2/catch_test_macros.hpp>

#include "arm_support.h"
#include "core/rng.h"
#include "human/arm_torso.h"
#include "human/body.h"

namespace fh::human {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int kTargets = 300;
#else
constexpr int kTargets = 4000;
#endif

using namespace arm_test;

Body typical_body() {
  auto made = make_body(ansur(), BodySpec{});
  REQUIRE(made);
  return std::move(*made);
}

struct Elbow {
  math::Vec3 elbow, middle;  // thorax frame, of the forearm's middle
};

/// Forward kinematics of the arm alone, in the thorax frame, mirrored to the right.
Elbow elbow_of(const Arm& arm, const ArmSolution& s) {
  const math::Pose upper = math::Pose{s.clavicle, arm.clavicle} * math::Pose{s.upper_arm, arm.shoulder};
  const math::Vec3 elbow = upper.point({0.0, -arm.links.upper, 0.0});
  const math::Vec3 wrist = hand_pose(arm, {}, s).position;
  return {elbow, 0.5 * (elbow + wrist)};
}

double clearance(const ChestSolid& torso, const Arm& arm, const ArmSolution& s) {
  const Elbow at = elbow_of(arm, s);
  return std::min(torso_clearance(torso, at.elbow), torso_clearance(torso, at.middle));
}

}  // namespace

TEST_CASE("elbow and forearm keep off the chest, never at the expense of the hand") {
  const Body body = typical_body();
  const Arm arm = build_arm(body.skeleton, Side::Right);
  const ChestSolid torso = build_torso(body.dimensions);
  core::Rng rng(11);
  int inside_before = 0, could = 0, missed = 0, reached = 0;
  double worst = 0.0;
  for (int i = 0; i < kTargets; ++i) {
    // Hands close to the body: at the belly, the hips, across the chest, a little behind the back.
    const math::Pose hand{
        math::from_rotation_vector(math::Vec3(rng.uniform(-0.4, 1.8), rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8))),
        {rng.uniform(-0.25, 0.35), rng.uniform(-0.50, -0.15), rng.uniform(-0.40, 0.15)}};
    if (torso_clearance(torso, hand.position) < 0.02) continue;
    const ArmSolution natural = solve_arm(arm, {}, hand);
    const ArmSolution kept = solve_arm(arm, {}, hand, {.torso = &torso});
    if (natural.status != LimbStatus::Reached) continue;
    ++reached;
    CHECK(kept.status == LimbStatus::Reached);  // never at the hand's expense
    if (clearance(torso, arm, natural) < 0.0) ++inside_before;
    const double now = clearance(torso, arm, kept);
    if (now >= -0.002) continue;
    // Dense search for a swivel that would have cleared it, with some room.
    bool any = false;
    for (int k = 0; k < 72 && !any; ++k) {
      const ArmSolution tried = solve_arm(arm, {}, hand, {.swivel = math::kTau * k / 72.0 - math::kPi});
      any = tried.status == LimbStatus::Reached && clearance(torso, arm, tried) > 0.02;
    }
    could += any ? 1 : 0;
    if (any && now < -0.01) ++missed;
    worst = std::min(worst, any ? now : 0.0);
  }
  INFO("reached " << reached << ", inside without " << inside_before << ", could " << could << ", missed " << missed
                  << ", worst " << worst);
  REQUIRE(reached > kTargets / 10);
  CHECK(inside_before > reached / 50);  // there is something to do
  CHECK(could <= inside_before / 4);    // most are turned clear of it …
  CHECK(missed <= reached / 20);        // … but not those whose way to a clear swivel leads past a limit
}

TEST_CASE("keeping off the chest does not make the elbow jump, and leaves free arms alone") {
  const Body body = typical_body();
  const Arm arm = build_arm(body.skeleton, Side::Right);
  const ChestSolid torso = build_torso(body.dimensions);
  // From far in front to the belly and on to the side, a millimetre at a time.
  math::Vec3 before(0.0);
  double farthest = 0.0;
  for (int i = 0; i <= 400; ++i) {
    const double t = i / 400.0;
    const math::Pose hand{math::from_axis_angle({1, 0, 0}, 1.2), {0.10 + 0.10 * t, -0.38, -0.50 + 0.24 * t}};
    const math::Vec3 elbow = elbow_of(arm, solve_arm(arm, {}, hand, {.torso = &torso})).elbow;
    if (i > 0) farthest = std::max(farthest, glm::length(elbow - before));
    before = elbow;
  }
  CHECK(farthest < 0.012);
  const math::Pose free{math::from_axis_angle({1, 0, 0}, 1.5), {0.35, -0.05, -0.40}};
  CHECK(solve_arm(arm, {}, free, {.torso = &torso}).swivel == solve_arm(arm, {}, free).swivel);
}

}  // namespace fh::human
