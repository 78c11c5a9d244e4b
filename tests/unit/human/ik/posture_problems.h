// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random whole-body problems for one body: goals that can be met, goals out of reach, contacts, balance.
#include <vector>

#include "human/body/named_postures.h"
#include "human/ik/whole_body.h"
#include "human_support.h"

namespace posture_test {

using namespace fh;
using namespace fh::human;
using math::Pose;
using math::Vec3;

struct Subject {
  Dimensions dimensions;
  Skeleton skeleton;
  MassModel masses;
  WholeBody body;
  Sole left, right;

  explicit Subject(const Dimensions& d)
      : dimensions(d),
        skeleton(build_skeleton(d)),
        masses(build_masses(d, skeleton)),
        body(skeleton, masses),
        left(build_sole(d, Side::Left)),
        right(build_sole(d, Side::Right)) {}
  Subject(const Subject&) = delete;
};

/// A problem and what its spans and pointers refer to.
struct Problem {
  std::vector<BodyGoal> goals;
  SupportPolygon support;
  PostureProblem posture;

  Problem() = default;
  Problem(const Problem&) = delete;
};

/// The site on a plane, anywhere: a region without ends.
inline BodyGoal plane_goal(const BodySite& site, const Vec3& point, const Vec3& normal) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const Pose plane{math::from_to(math::kUp, math::normalized_or(normal, math::kUp)), point};
  return region_goal(site, plane, {kAny, 0.0, kAny});
}

inline SupportPolygon feet_support(const Subject& s, const Posture& posture) {
  Frames<double> frames;
  forward_kinematics(s.skeleton, posture, frames);
  return support_polygon(s.left, {frames.pose(Joint::LeftFoot)}, s.right, {frames.pose(Joint::RightFoot)});
}

/// Standing on both feet: the left is the root, the right a contact.
inline void stand(const Subject& s, Problem& p) {
  p.posture.start = standing_posture(s.skeleton);
  Frames<double> frames;
  forward_kinematics(s.skeleton, p.posture.start, frames);
  for (const BodyGoal& goal : contact_goals(Joint::RightFoot, frames.pose(Joint::RightFoot))) p.goals.push_back(goal);
  p.support = feet_support(s, p.posture.start);
}

inline Vec3 around(core::Rng& rng, const Vec3& centre, const Vec3& half) {
  return centre + Vec3(rng.uniform(-half.x, half.x), rng.uniform(-half.y, half.y), rng.uniform(-half.z, half.z));
}

/// One hand or two, at places from the floor to above the head, some out of reach; orientation, gaze, planes, regions
/// and balance in changing company; some bodies hang on a hand or sit.
inline void random_problem(const Subject& s, core::Rng& rng, Problem& p) {
  stand(s, p);
  const double tall = s.dimensions[Dimension::Stature];
  for (const Side side : {Side::Left, Side::Right}) {
    if (rng.uniform() < 0.35) continue;
    const BodySite palm = palm_site(s.dimensions, side);
    const Vec3 point = around(rng, {side == Side::Right ? 0.15 : -0.15, 0.55 * tall, -0.45}, {0.4, 0.5 * tall, 0.35});
    const double kind = rng.uniform();
    if (kind < 0.75) p.goals.push_back(place_goal(palm, point));
    if (kind >= 0.75 && kind < 0.85) p.goals.push_back(plane_goal(palm, point, around(rng, Vec3(0.0), Vec3(1.0))));
    if (kind >= 0.85) p.goals.push_back(region_goal(palm, {math::kIdentity, point}, {0.05, 0.02, 0.1}));
    if (rng.uniform() < 0.3)
      p.goals.push_back(direction_goal(palm, around(rng, {0.0, -1.0, -0.5}, Vec3(0.6))));
    else if (rng.uniform() < 0.2)
      p.goals.push_back(orientation_goal(
          palm, math::from_yaw_pitch_roll(rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8))));
  }
  if (rng.uniform() < 0.4)
    p.goals.push_back(aim_goal(sight_site(s.skeleton), around(rng, {0.0, 0.6 * tall, -2.2}, {0.8, 0.6, 0.8})));
  if (rng.uniform() < 0.6) p.posture.support = &p.support;
  if (rng.uniform() < 0.2) p.posture.balance_point = math::Vec2(rng.uniform(-0.05, 0.05), rng.uniform(-0.08, 0.02));
  const double root = rng.uniform();
  if (root < 0.1) p.posture.root = Joint::Pelvis;
  if (root > 0.95) p.posture.root = Joint::LeftToes;
  p.posture.goals = p.goals;
}

}  // namespace posture_test
