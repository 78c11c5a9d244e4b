// SPDX-License-Identifier: Apache-2.0
#include "fit_user.h"
#include "human/tracking/calibration.h"
#include "samples.h"

namespace fh::human {
namespace {

/// A calibrated user who stands and looks about.
struct Wearer : FitUser {
  explicit Wearer(const Body& calibrated) {
    body = calibrated;
    rig = build_fit_rig(body);
    input = seen(standing_posture(body.skeleton));
  }

  /// Stands for a while with the headset `higher` (m) than at calibration; `rise`: of the whole head, m.
  FitResult stand(double seconds, double higher, double rise = 0.0) {
    const auto neck = [](double turn, double nod) {
      return math::from_axis_angle(math::kUp, turn) * math::from_axis_angle({-1, 0, 0}, nod);
    };
    FitResult result;
    for (int i = 0; i < static_cast<int>(90.0 * seconds); ++i, ++ticks) {
      const double t = ticks / 90.0, turn = 0.2 * math::sin(0.7 * t), nod = 0.1 * (1.0 - math::cos(0.9 * t));
      Posture posture = standing_posture(body.skeleton);
      posture[Joint::Neck] = neck(0.65 * turn, 0.65 * nod) * posture[Joint::Neck];
      posture[Joint::Head] = neck(0.35 * turn, 0.35 * nod) * posture[Joint::Head];
      input = seen(posture);
      input.head.pose = input.head.pose * math::Pose{math::kIdentity, {0.0, higher, 0.0}};
      risen += (rise - risen) / 30.0;
      input.head.pose.position += math::Vec3(0.005 * math::sin(1.3 * t), risen, 0.005 * math::sin(1.1 * t));
      result = tick();
      balanced += result.balanced ? 1 : 0;
    }
    return result;
  }

  int ticks = 0, balanced = 0;
  double risen = 0.0;
};

Body calibrated_as(Sex sex, double percentile) {
  const auto population = load_default_population();
  REQUIRE(population);
  BodySpec spec;
  spec.person.sex = sex;
  spec.person.percentiles[Dimension::Stature] = percentile;
  const auto body = make_body(*population, spec);
  REQUIRE(body);
  UserMeasures measures;
  measures.eye_height = eye_height_of(*body);
  measures.span = body->dimensions[Dimension::Span];
  auto user = calibrate(*population, sex, measures);
  REQUIRE(user);
  return std::move(user->body);
}

bool soles_down(const FitResult& result) {
  return result.feet[0].contact == SoleContact::Whole && result.feet[1].contact == SoleContact::Whole;
}

}  // namespace

TEST_CASE("a headset worn up to 15 mm higher or lower than at calibration: soles down and balanced") {
  for (const auto& [sex, percentile] : {std::pair(Sex::Female, 0.05), std::pair(Sex::Female, 0.5),
                                        std::pair(Sex::Male, 0.5), std::pair(Sex::Male, 0.95)}) {
    const Body body = calibrated_as(sex, percentile);
    for (const double higher : {-0.015, -0.005, 0.0, 0.005, 0.010, 0.015}) {
      Wearer user(body);
      INFO(percentile << " " << higher);
      user.stand(25.0, higher);
      user.balanced = 0;
      int whole = 0;
      for (int i = 0; i < 20; ++i) whole += soles_down(user.stand(0.5, higher)) ? 1 : 0;
      CHECK(whole == 20);
      CHECK(user.balanced == 20 * 45);
      const FitResult result = user.stand(0.1, higher);
      CHECK(result.headset_higher <= std::max(0.0, higher) + 0.004);
      // The head is where the headset is, less what it sits too high; hands are not touched.
      const math::Vec3 wanted = (user.input.head.pose * math::Pose{math::kIdentity, -user.rig.eyes_in_head}).position;
      CHECK(glm::length(result.frames.position(Joint::Head) - wanted) < result.headset_higher + 1e-4);
      CHECK(result.head_gap < 1e-6);
      for (const HandFit& hand : result.hands) CHECK(hand.gap < 1e-6);
    }
    if (kSanitized) break;
  }
}

TEST_CASE("tiptoe is not taken for a high headset, and a crouch teaches nothing") {
  Wearer user(calibrated_as(Sex::Female, 0.5));
  user.stand(5.0, 0.0);
  const FitResult up = user.stand(10.0, 0.0, 0.06);
  CHECK(up.feet[0].contact == SoleContact::Ball);
  CHECK(up.feet[1].contact == SoleContact::Ball);
  CHECK(up.headset_higher < 0.003);
  user.stand(10.0, 0.0, -0.2);
  CHECK(soles_down(user.stand(5.0, 0.0)));
}

TEST_CASE("a headset put back lower is forgotten in minutes, and a jump of tracking space changes nothing") {
  Wearer user(calibrated_as(Sex::Male, 0.5));
  const double learnt = user.stand(30.0, 0.015).headset_higher;
  CHECK(learnt > 0.005);
  for (math::Pose* pose : {&user.input.head.pose, &user.input.hands[0].wrist.pose, &user.input.hands[1].wrist.pose}) {
    pose->position.x += 5.0;
  }
  CHECK(std::abs(user.tick().headset_higher - learnt) < 1e-4);
  CHECK(user.stand(400.0, -0.005).headset_higher < 0.5 * learnt);
}

}  // namespace fh::human
