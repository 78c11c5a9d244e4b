// SPDX-License-Identifier: Apache-2.0
// Lean, step or neither: what the search finds is checked by sums made by hand, what it does not find by looking
// everywhere.
#include "core/rng.h"
#include "fit_user.h"
#include "human/tracking/fit_remedy.h"
#include "samples.h"

using namespace fh;
using namespace fh::human;

namespace {

Remedy find_remedy(const FitRig& rig, const RemedyQuestion& question) {
  Remedy remedy;
  int attempt = 0;
  while (!try_remedy(rig, question, attempt, remedy)) ++attempt;
  return remedy;
}

struct Asker : FitUser {
  FitResult stands = tick(90);

  RemedyQuestion question(const math::Vec3& at, std::array<HeldLoad, 2> loads = {}) const {
    RemedyQuestion q;
    const math::Vec3 shoulder = stands.frames.position(Joint::RightUpperArm);
    const math::Vec3 way = math::normalized_or(at - shoulder, {0.0, 0.0, -1.0});
    // Fingers point away from the shoulder.
    const math::Vec3 axis = glm::cross(math::Vec3(0.0, -1.0, 0.0), way);
    const double angle = math::atan2(glm::length(axis), -way.y);
    q.wanted = {math::from_axis_angle(math::normalized_or(axis, {1.0, 0.0, 0.0}), angle), at};
    for (std::size_t s = 0; s < 2; ++s) q.feet[s] = state.feet.feet[s].place;
    q.pelvis = stands.posture.world_from_pelvis.position;
    q.yaw = state.heading.yaw.value;
    q.posture = stands.posture;
    q.loads = loads;
    return q;
  }
};

struct Feet {
  std::array<math::Pose, 2> at;
  std::vector<math::Vec2> points;
};
Feet feet_of(const FitRig& rig, const std::array<FootPlace, 2>& places, bool on_balls) {
  Feet feet;
  for (std::size_t s = 0; s < 2; ++s) {
    feet.at[s] = foot_at(rig, places[s], on_balls ? kRemedyHeelUp : 0.0, 0.0);
    for (const math::Vec3& p : on_balls ? rig.soles[s].ball : rig.soles[s].whole)
      feet.points.emplace_back(feet.at[s].point(p).x, feet.at[s].point(p).z);
  }
  return feet;
}

/// Every half-plane of two points that has all others on one side has `c` there too, at least by `slack`.
bool inside(const std::vector<math::Vec2>& points, const math::Vec2& c, double slack) {
  for (const auto& a : points) {
    for (const auto& b : points) {
      const math::Vec2 edge = b - a;
      if (glm::length(edge) < 1e-6) continue;
      const auto out = [&](const math::Vec2& p) {
        return (edge.x * (p.y - a.y) - edge.y * (p.x - a.x)) / glm::length(edge);
      };
      bool is_edge = true;
      for (const auto& p : points) is_edge = is_edge && out(p) > -1e-9;
      if (is_edge && out(c) < slack) return false;
    }
  }
  return true;
}

math::Vec2 weighed(const Body& body, const Frames<double>& frames, std::span<const HeldLoad> loads) {
  math::Vec3 sum(0.0);
  double mass = 0.0;
  for (std::size_t j = 0; j < kJointCount; ++j) {
    const SegmentMass& part = body.masses.segments[j];
    sum += part.mass * frames.pose(joint_at(j)).point(part.centre);
    mass += part.mass;
  }
  for (const HeldLoad& load : loads) {
    sum += load.mass * frames.pose(load.joint).point(load.offset);
    mass += load.mass;
  }
  return math::Vec2(sum.x, sum.z) / mass;
}

/// A found posture does what it says: the hand is there, the feet stand, every joint is within its limits, and the
/// weight is over the feet.
void check_proof(const FitUser& user, const RemedyQuestion& q, const Remedy& remedy) {
  Frames<double> frames;
  forward_kinematics(user.body.skeleton, remedy.posture, frames);
  const math::Pose hand = frames.pose(on_side(Joint::RightHand, q.side));
  CHECK(glm::length(hand.position - q.wanted.position) < 1.01 * kRemedyHandOff);
  CHECK(limit_excess(user.body.skeleton, remedy.posture) < 1e-6);
  const Feet feet = feet_of(user.rig, remedy.feet, remedy.on_balls);
  for (std::size_t s = 0; s < 2; ++s) {
    const math::Pose foot = frames.pose(on_side(Joint::RightFoot, kSides[s]));
    CHECK(glm::length(foot.position - feet.at[s].position) < 1.01 * kRemedyFootOff);
    CHECK(math::angle_between(foot.rotation, feet.at[s].rotation) < 0.05);
  }
  CHECK(inside(feet.points, weighed(user.body, frames, q.loads), -1e-9));
  for (std::size_t s = 0; s < 2; ++s) {
    CHECK(remedy.feet[s].position.y == q.feet[s].position.y);
    if (remedy.way == GapRemedy::Lean) CHECK(glm::length(remedy.feet[s].position - q.feet[s].position) == 0.0);
  }
}

/// Looks at pelvis and trunk all over, for a target that is moved by -step. Slack: only what is clearly possible
/// counts, since the search may end at the edge.
bool exhaustive(const FitUser& user, const RemedyQuestion& q, const math::Vec2& step) {
  math::Pose wanted = q.wanted;
  wanted.position -= math::Vec3(step.x, 0.0, step.y);
  const math::Vec3 middle = 0.5 * (q.feet[0].position + q.feet[1].position);
  Posture posture = q.posture;
  Frames<double> frames;
  const double farthest = user.rig.arm_length + 0.30;  // with the girdle, from the spine's upper end
  for (const bool on_balls : {false, true}) {
    const Feet feet = feet_of(user.rig, q.feet, on_balls);
    for (int cell = 0; cell < 8 * 3 * 5 * 6 * 3 * 5; ++cell) {
      int left = cell;
      const auto index = [&](int count) { return std::exchange(left, left / count) % count; };
      const double height =
          user.rig.ankle_height + user.rig.leg_length + (on_balls ? 0.07 : 0.0) - 0.012 - 0.085 * index(8);
      const double x = 0.08 * (index(3) - 1), z = 0.08 * (index(5) - 2);
      const double pitch = -0.2 + 0.32 * index(6), roll = 0.3 * (index(3) - 1), twist = 0.4 * (index(5) - 2);
      posture.world_from_pelvis = {math::from_axis_angle(math::kUp, q.yaw + 0.35 * twist) *
                                       math::from_axis_angle({-1.0, 0.0, 0.0}, 0.5 * pitch) *
                                       math::from_axis_angle({0.0, 0.0, -1.0}, 0.5 * roll),
                                   middle + math::Vec3(x, height, z)};
      bool stands = true;
      for (std::size_t s = 0; s < 2 && stands; ++s) {
        const LegSolution leg = solve_leg(user.rig.legs[s], posture.world_from_pelvis, feet.at[s]);
        stands = leg.gap < 0.001 && leg.turn_gap < 0.01;
        set_leg(posture, kSides[s], leg);
      }
      if (!stands) continue;
      set_spine(posture, user.rig.spine.shape({0.5 * pitch, 0.5 * roll, 0.65 * twist}));
      forward_kinematics(user.body.skeleton, posture, frames);
      if (glm::length(frames.position(Joint::T2) - wanted.position) > farthest) continue;
      const ArmSolution arm = solve_arm(user.rig.arms[index_of(q.side)], frames.pose(Joint::T2), wanted);
      if (arm.gap > 0.0005) continue;
      set_arm(posture, q.side, arm);
      forward_kinematics(user.body.skeleton, posture, frames);
      if (inside(feet.points, weighed(user.body, frames, q.loads), 0.005)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("remedy: lean, step or neither agree with looking everywhere, and found postures are proofs") {
  const Asker user;
  core::Rng rng(7);
  int leans = 0, steps = 0, neithers = 0;
  for (int i = 0; i < (kSanitized ? 3 : 24); ++i) {
    const math::Vec3 at(rng.uniform(-0.5, 0.7), rng.uniform(-0.1, 2.5), rng.uniform(-1.1, -0.2));
    const RemedyQuestion q = user.question(at);
    const Remedy remedy = find_remedy(user.rig, q);
    INFO("target " << at.x << " " << at.y << " " << at.z << ", way " << static_cast<int>(remedy.way));
    leans += remedy.way == GapRemedy::Lean;
    steps += remedy.way == GapRemedy::Step;
    neithers += remedy.way == GapRemedy::Neither;
    if (remedy.way != GapRemedy::Neither) check_proof(user, q, remedy);
    if (remedy.way != GapRemedy::Lean) CHECK_FALSE(exhaustive(user, q, {}));
    if (remedy.way == GapRemedy::Neither) {
      for (const double ahead : {0.35, 0.6}) {
        const math::Vec2 near(at.x - 0.15, at.z + ahead);
        CHECK_FALSE(exhaustive(user, q, near));
      }
    }
  }
  INFO(leans << " leans, " << steps << " steps, " << neithers << " neither");
  if (kSanitized) return;
  CHECK(leans >= 3);
  CHECK(steps >= 3);
  CHECK(neithers >= 2);
}

TEST_CASE("remedy: a heavy load in the other hand turns a lean into a step") {
  const Asker user;
  int turned = 0;
  for (const double ahead : {0.80, 0.85, 0.90, 0.95, 1.0}) {
    const math::Vec3 at(0.1, 0.9, -ahead);
    const Remedy empty = find_remedy(user.rig, user.question(at));
    const RemedyQuestion q = user.question(at, {{{Joint::RightHand, {0.0, -0.1, 0.0}, 20.0}, {}}});
    const Remedy loaded = find_remedy(user.rig, q);
    if (loaded.way != GapRemedy::Neither) check_proof(user, q, loaded);
    CHECK(loaded.way >= empty.way);
    turned += empty.way == GapRemedy::Lean && loaded.way == GapRemedy::Step;
  }
  CHECK(turned >= 1);
}
