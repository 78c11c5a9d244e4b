// SPDX-License-Identifier: Apache-2.0
#include "human/ik/kneel.h"

#include <algorithm>

namespace fh::human {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

constexpr double kThighsBack = math::radians(28.0);  // against the vertical: the weight stays near the toes
constexpr double kOnTheKnees = 0.012;                // m that a knee may be higher
constexpr double kKneeTolerance = 3e-3;              // m

/// Where the knee is on the ground, the shank rising to the ankle.
Vec3 knee_of(const Leg& leg, const Vec3& ankle, const Vec3& ahead, double ground) {
  const double rise = ankle.y - ground - kKneelingKnee, shank = leg.links.lower;
  const double along = math::sqrt(std::max(0.0, shank * shank - rise * rise));
  return Vec3(ankle.x, ground + kKneelingKnee, ankle.z) + along * ahead;
}

BodyGoal knee_on(Side side, double ground) {
  constexpr double kAnywhere = std::numeric_limits<double>::infinity();
  BodyGoal goal = place_goal({on_side(Joint::RightShank, side), {}}, Vec3(0.0, ground + kKneelingKnee, 0.0));
  goal.lower = {-kAnywhere, 0.0, -kAnywhere};
  goal.upper = {kAnywhere, kOnTheKnees, kAnywhere};
  goal.tolerance = kKneeTolerance;
  goal.firm = true;
  return goal;
}

}  // namespace

Pose foot_over_toes(const Skeleton& skeleton, Side side, const Pose& world_from_toes,
                    const math::Quat& foot_from_toes) {
  const Vec3 offset = skeleton.offsets[index_of(on_side(Joint::RightToes, side))];
  return world_from_toes * math::inverse(Pose{foot_from_toes, offset});
}

Kneel kneel_from(const Skeleton& skeleton, const Dimensions& dimensions, const Posture& stand) {
  Frames<double> frames;
  forward_kinematics(skeleton, stand, frames);
  Kneel kneel;
  kneel.start = stand;
  const double ground =
      frames.pose(Joint::LeftFoot).point(build_sole(dimensions, Side::Left).whole[0]).y;  // under the heel
  const math::Quat heading = math::from_axis_angle(math::kUp, math::yaw_of(frames.rotation(Joint::Pelvis)));
  const Vec3 ahead = heading * math::kForward;
  std::array<Leg, 2> legs{build_leg(skeleton, Side::Left), build_leg(skeleton, Side::Right)};
  std::array<Pose, 2> feet;
  Vec3 knees(0.0);
  for (std::size_t s = 0; s < 2; ++s) {
    const Side side = s == 0 ? Side::Left : Side::Right;
    const Joint toes = on_side(Joint::RightToes, side);
    const double bent = legs[s].toes.upper;
    kneel.start[toes] = joint_rotation(toes, &bent);
    feet[s] = foot_over_toes(skeleton, side, frames.pose(toes), kneel.start[toes]);
    knees += 0.5 * knee_of(legs[s], feet[s].position, ahead, ground);
  }
  const double thigh = legs[1].links.upper;
  const auto [sine, cosine] = math::sin_cos(kThighsBack);
  const Vec3 hips = knees + thigh * (cosine * math::kUp - sine * ahead);
  const Vec3 middle(0.0, legs[1].hip.y, legs[1].hip.z);
  kneel.start.world_from_pelvis = {heading, hips - math::rotate(heading, middle)};
  for (std::size_t s = 0; s < 2; ++s) {
    const Side side = s == 0 ? Side::Left : Side::Right;
    const math::Quat toes = kneel.start[on_side(Joint::RightToes, side)];
    set_leg(kneel.start, side, solve_leg(legs[s], kneel.start.world_from_pelvis, feet[s]));
    kneel.start[on_side(Joint::RightToes, side)] = toes;
  }
  kneel.start.world_from_pelvis = pelvis_for(skeleton, kneel.start, Joint::LeftToes, frames.pose(Joint::LeftToes));
  const auto toes = contact_goals(Joint::RightToes, frames.pose(Joint::RightToes));
  kneel.contacts = {toes[0], toes[1], knee_on(Side::Left, ground), knee_on(Side::Right, ground)};
  return kneel;
}

Posture kneeling_down(const Skeleton& skeleton, const Posture& stand, const Posture& kneeling, double share) {
  Frames<double> frames;
  forward_kinematics(skeleton, stand, frames);
  Posture down = stand;
  down.world_from_pelvis = kneeling.world_from_pelvis;
  for (std::size_t i = index_of(Joint::LeftThigh); i <= index_of(Joint::RightToes); ++i)
    down.rotations[i] = kneeling.rotations[i];
  Posture posture = interpolate(stand, down, share);
  for (const Side side : {Side::Left, Side::Right}) {
    const Joint toes = on_side(Joint::RightToes, side);
    const math::Quat bent = posture[toes];
    const Pose foot = foot_over_toes(skeleton, side, frames.pose(toes), bent);
    set_leg(posture, side, solve_leg(build_leg(skeleton, side), posture.world_from_pelvis, foot));
    posture[toes] = bent;
  }
  return posture;
}

SupportPolygon kneeling_support(const Dimensions& dimensions, const Frames<double>& frames) {
  const SupportPolygon balls =
      support_polygon(build_sole(dimensions, Side::Left), {frames.pose(Joint::LeftFoot), SoleContact::Ball},
                      build_sole(dimensions, Side::Right), {frames.pose(Joint::RightFoot), SoleContact::Ball});
  std::array<Vec2, SupportPolygon::kMost> points;
  std::copy_n(balls.points.begin(), balls.count, points.begin());
  std::size_t count = std::min(balls.count, SupportPolygon::kMost - 2);
  for (const Joint knee : {Joint::LeftShank, Joint::RightShank}) {
    const Vec3 at = frames.position(knee);
    points[count++] = {at.x, at.z};
  }
  return convex_support(std::span(points).first(count));
}

}  // namespace fh::human
