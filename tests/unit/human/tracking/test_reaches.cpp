// SPDX-License-Identifier: Apache-2.0
// Random reaches of a user who stands: the hands go where they are asked to, the body stays over its feet or says that
// it does not.
#include "core/rng.h"
#include "fit_user.h"
#include "samples.h"

namespace fh::human {
namespace {

/// The centre of mass, segment by segment.
math::Vec3 summed_centre(const Body& body, const FitResult& r) {
  math::Vec3 sum(0.0);
  double mass = 0.0;
  for (std::size_t j = 0; j < kJointCount; ++j) {
    const SegmentMass& segment = body.masses.segments[j];
    sum += segment.mass * r.frames.pose(joint_at(j)).point(segment.centre);
    mass += segment.mass;
  }
  return sum / mass;
}

/// Brute force: inside the hull of soles and knees on the ground when every line through two of their points that has
/// all others on one side has the centre there too.
bool over_feet(const FitRig& rig, const FitResult& r, const math::Vec3& centre) {
  std::vector<math::Vec2> points;
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const math::Vec3 knee = r.frames.position(on_side(Joint::RightShank, side));
    if (knee.y < kKneeRadius + 0.02) points.emplace_back(knee.x, knee.z);
    if (r.feet[s].contact == SoleContact::None) continue;
    for (const math::Vec3& p : r.feet[s].contact == SoleContact::Whole ? rig.soles[s].whole : rig.soles[s].ball) {
      const math::Vec3 at = r.frames.pose(on_side(Joint::RightFoot, side)).point(p);
      points.emplace_back(at.x, at.z);
    }
  }
  const math::Vec2 c(centre.x, centre.z);
  for (const math::Vec2& a : points) {
    for (const math::Vec2& b : points) {
      const math::Vec2 edge = b - a;
      if (glm::length(edge) < 1e-9) continue;
      const auto beside = [&](const math::Vec2& p) {
        return (edge.x * (p.y - a.y) - edge.y * (p.x - a.x)) / glm::length(edge);
      };
      double lowest = 1e9;
      for (const math::Vec2& p : points) lowest = std::min(lowest, beside(p));
      if (lowest > -1e-9 && beside(c) < -1e-6) return false;
    }
  }
  return points.size() > 2;
}

/// Head and hands of somebody who looks and reaches about without walking away.
TrackedInput random_reach(const TrackedInput& rest, core::Rng& rng) {
  TrackedInput out = rest;
  const double sink = rng.uniform(-0.5, 0.03);
  const double aside = rng.uniform(-0.25, 0.25), ahead = rng.uniform(-0.35, 0.2);
  out.head.pose.position += math::Vec3(aside, sink, ahead);
  const double pitch = rng.uniform(-0.6, 0.3), yaw = rng.uniform(-0.5, 0.5), roll = rng.uniform(-0.2, 0.2);
  out.head.pose.rotation = out.head.pose.rotation * math::from_rotation_vector(math::Vec3(pitch, yaw, roll));
  for (TrackedHand& hand : out.hands) {
    const double x = rng.uniform(-0.4, 0.4), y = rng.uniform(-0.3, 0.9), z = rng.uniform(-0.6, 0.2);
    hand.wrist.pose.position += math::Vec3(x, y, z);
  }
  return out;
}

struct Reaches {
  int settled = 0;      // reaches
  int balanced = 0;     // of them: at the end
  int hands = 0;        // 2 x reaches
  int exact = 0;        // of them: the avatar's wrist within 0.1 mm of the tracked one
  int explained = 0;    // of the others: the reported gap is the true one, within 0.01 mm
  int unreachable = 0;  // of the others: farther from the shoulder than the arm is long
};

Reaches reach_about(std::uint64_t seed, int count) {
  FitUser user;
  user.tick(60);
  const FitState rested = user.state;
  const TrackedInput rest = user.input;
  core::Rng rng(seed);
  Reaches sum;
  int ticks = 0;
  const auto look = [&](const FitResult& r) {
    const math::Vec3 centre = summed_centre(user.body, r);
    if (glm::length(centre - r.centre_of_mass) > 1e-9) FAIL("the centre of mass differs");
    if (++ticks % 9 == 0 && r.balanced != over_feet(user.rig, r, centre) && std::abs(r.balance_margin) > 1e-5)
      FAIL("tick " << ticks << ", margin " << r.balance_margin);
  };
  for (int i = 0; i < count; ++i) {
    user.state = rested;
    user.input = rest;
    user.move_to(random_reach(rest, rng), 0.6, look);
    FitResult r;
    for (int k = 0; k < 54; ++k) look(r = user.tick());  // 0.6 s: a step's time
    ++sum.settled;
    const bool inside = over_feet(user.rig, r, summed_centre(user.body, r));
    if (r.balanced != inside && std::abs(r.balance_margin) > 1e-5) FAIL("reach " << i << " ends, " << r.balance_margin);
    sum.balanced += inside ? 1 : 0;
    for (const Side side : kSides) {
      const std::size_t s = index_of(side);
      const math::Vec3 wanted = user.input.hands[s].wrist.pose.position;
      const double off = glm::length(r.frames.position(on_side(Joint::RightHand, side)) - wanted);
      const double from_shoulder = glm::length(wanted - r.frames.position(on_side(Joint::RightUpperArm, side)));
      ++sum.hands;
      if (off < 1e-4) {
        ++sum.exact;
        continue;
      }
      sum.explained += std::abs(off - r.hands[s].gap) < 1e-5 ? 1 : 0;
      sum.unreachable += from_shoulder > user.rig.arms[s].links.farthest - 1e-3 ? 1 : 0;
    }
  }
  return sum;
}

void check(const Reaches& sum) {
  INFO(sum.settled << " reaches, balanced at the end " << sum.balanced << "; " << sum.hands << " hands, exact "
                   << sum.exact << ", others with their true gap " << sum.explained << ", beyond the arm "
                   << sum.unreachable);
  CHECK(sum.exact + sum.explained == sum.hands);
  CHECK(9 * (sum.hands - sum.exact) <= 10 * sum.unreachable + sum.hands);  // nearly all others are beyond the arm
  // Measured: 64 %. Heads, and hands of which half are beyond the arm, are drawn apart from each other, 25 cm aside and
  // 35 cm ahead of the feet: a third of these are nothing that a person does without a step.
  CHECK(100 * sum.balanced >= 60 * sum.settled);
}

}  // namespace

TEST_CASE("reaches standing still: balanced means the centre of mass is over the feet, by brute force") {
  check(reach_about(7, scaled(200, 20)));
}
TEST_CASE("10 000 reaches standing still", "[.all]") {
  check(reach_about(107, 10000));
}

}  // namespace fh::human
