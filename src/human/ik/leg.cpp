// SPDX-License-Identifier: Apache-2.0
#include "human/ik/leg.h"

#include <algorithm>

#include "human/body/reflect.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kClampRounding = 1e-9;  // m, rad: below it a gap is rounding
constexpr double kInLine = 1e-4;  // sine of the angle foot - leg below which the foot says nothing about the knee

Quat about(const Vec3& axis, double angle) {
  return math::from_axis_angle(axis, angle);
}
const Vec3 kBack{0.0, 0.0, 1.0};

// Forward for a hanging leg, up for one stretched forward: the shortest rotation from "down" carries it along; it fails
// only for a leg pointing straight up.
Vec3 natural_knee(const Vec3& axis) {
  const Vec3 forward(0.10, 0.0, -0.995);
  const Vec3 k = glm::cross(Vec3(0.0, -1.0, 0.0), axis);
  const Vec3 turned = glm::cross(k, forward);
  return forward + turned + glm::cross(k, turned) / std::max(1e-6, 1.0 - axis.y);
}

// Columns of a link's frame: the knee's hinge turns backward, so +X is against it.
Mat3 link_frame(const Vec3& hinge, const Vec3& along) {
  return {-hinge, -along, glm::cross(hinge, along)};
}

// Entries of pelvis_from_thigh = R(x, flexion) R(z, abduction) R(y, turn) by the swivel.
BoxForms hip_forms(const HingeCircle& c) {
  const Vec3 x(c.axis.x, c.pole.x, c.side.x), y(c.axis.y, c.pole.y, c.side.y), z(c.axis.z, c.pole.z, c.side.z);
  BoxForms f;
  f.second_sin = along_form(c.upper_along, c.upper_out, x);
  f.first_cos = -along_form(c.upper_along, c.upper_out, y);
  f.first_sin = -along_form(c.upper_along, c.upper_out, z);
  f.third_cos = -hinge_form(x);
  f.third_sin = SwivelForm{c.upper_out * x.x, -c.upper_along * x.y, -c.upper_along * x.z};
  return f;
}

Swivel towards(const HingeCircle& c, const Vec3& direction) {
  const double p = glm::dot(direction, c.pole), s = glm::dot(direction, c.side);
  const double length = math::sqrt(p * p + s * s);
  return length > kInLine ? Swivel{p / length, s / length} : Swivel{};
}

// The knee bends in the plane of the foot's long axis; which way, the hint says.
Swivel wanted_swivel(const HingeCircle& c, const Mat3& foot, const Vec3& hint, bool free_foot) {
  const Swivel natural = towards(c, hint);
  if (free_foot) return natural;
  const double p = glm::dot(foot[2], c.pole), s = glm::dot(foot[2], c.side);
  const double length = math::sqrt(p * p + s * s);
  if (length < kInLine) return natural;
  const double sign = p * natural.cos + s * natural.sin > 0.0 ? 1.0 : -1.0;
  return {sign * p / length, sign * s / length};
}

struct HipAngles {
  double flexion, abduction, turn;
};
HipAngles hip_angles(const Mat3& thigh) {
  // Nobody's leg is extended by a right angle: a thigh that points up and back is flexed too far.
  double flexion = math::atan2(thigh[1].z, thigh[1].y);
  if (flexion < -0.5 * math::kPi) flexion += math::kTau;
  return {flexion, -math::asin(thigh[1].x), math::atan2(thigh[2].x, thigh[0].x)};
}

double inside(double value, const Limit& limit) {
  return std::min(value - limit.lower, limit.upper - value);
}

struct RightLeg {
  Quat thigh, shank, foot;
  double margin;
  bool clamped;
};

RightLeg joint_rotations(const Leg& leg, const HingeCircle& circle, const Swivel& s, const Mat3& foot) {
  RightLeg r;
  const HipAngles hip = hip_angles(link_frame(circle.hinge(s), circle.upper(s)));
  const double bend = math::atan2(glm::length(glm::cross(circle.upper(s), circle.lower(s))),
                                  glm::dot(circle.upper(s), circle.lower(s)));
  const Mat3 ankle = glm::transpose(link_frame(circle.hinge(s), circle.lower(s))) * foot;
  const double dorsiflexion = math::atan2(-ankle[2].y, ankle[2].z), inversion = math::atan2(ankle[1].x, ankle[0].x);
  r.margin = std::min({inside(hip.flexion, leg.hip_limits[0]), inside(hip.abduction, leg.hip_limits[1]),
                       inside(hip.turn, leg.hip_limits[2]), inside(bend, leg.knee),
                       inside(dorsiflexion, leg.dorsiflexion), inside(inversion, leg.inversion)});
  r.clamped = r.margin < -kClampRounding;
  const auto kept = [](double value, const Limit& limit) { return math::clamp(value, limit.lower, limit.upper); };
  r.thigh = about(math::kRight, kept(hip.flexion, leg.hip_limits[0])) *
            about(kBack, kept(hip.abduction, leg.hip_limits[1])) * about(math::kUp, kept(hip.turn, leg.hip_limits[2]));
  r.shank = about(math::kRight, -kept(bend, leg.knee));
  r.foot = about(math::kRight, kept(dorsiflexion, leg.dorsiflexion)) * about(-kBack, kept(inversion, leg.inversion));
  return r;
}

}  // namespace

Quat toes_on_ground(const Leg& leg, const Quat& frame_from_foot, const Vec3& up) {
  const double rise = glm::dot(math::rotate(frame_from_foot, math::kForward), up);
  const double upright = glm::dot(math::rotate(frame_from_foot, math::kUp), up);
  if (rise >= 0.0 || upright <= 0.0) return math::kIdentity;
  return about(math::kRight, std::min(math::atan2(-rise, upright), leg.toes.upper));
}

Leg build_leg(const Skeleton& skeleton, Side side) {
  const auto limit = [&](Joint joint, std::size_t k) {
    return skeleton.limits[info(on_side(joint, side)).first_dof + k];
  };
  Leg leg;
  leg.side = side;
  const Vec3 hip = skeleton.offsets[index_of(on_side(Joint::RightThigh, side))];
  leg.hip = side == Side::Right ? hip : reflected(hip);
  for (std::size_t k = 0; k < 3; ++k) leg.hip_limits[k] = limit(Joint::RightThigh, k);
  leg.knee = limit(Joint::RightShank, 0);
  leg.dorsiflexion = limit(Joint::RightFoot, 0);
  leg.inversion = limit(Joint::RightFoot, 1);
  leg.toes = limit(Joint::RightToes, 0);
  leg.links = two_link(skeleton.thigh_length(), skeleton.shank_length(), leg.knee);
  leg.hip_arcs = {limit_arc(leg.hip_limits[0]), limit_arc(leg.hip_limits[1]), limit_arc(leg.hip_limits[2])};
  return leg;
}

namespace {

/// A leg's question in the right leg's pelvis frame: a left leg is solved as its mirror image.
struct RightLegQuestion {
  Pose pelvis_from_foot;
  Vec3 axis;        // unit, hip to ankle
  double distance;  // m, hip to ankle
};

RightLegQuestion as_right_leg(const Leg& leg, const Pose& frame_from_pelvis, const Pose& frame_from_foot) {
  RightLegQuestion q;
  q.pelvis_from_foot = math::inverse(frame_from_pelvis) * frame_from_foot;
  if (leg.side == Side::Left) {
    q.pelvis_from_foot = {reflected(q.pelvis_from_foot.rotation), reflected(q.pelvis_from_foot.position)};
  }
  const Vec3 way = q.pelvis_from_foot.position - leg.hip;
  q.distance = glm::length(way);
  q.axis = math::normalized_or(way, {0.0, -1.0, 0.0});
  return q;
}

/// The joints of the right leg whose knee comes nearest to where it is wanted.
RightLeg solve_right_leg(const Leg& leg, const RightLegQuestion& q, const Vec3& natural, const Vec3& hint,
                         const LegSettings& settings) {
  const Mat3 foot = math::to_matrix(q.pelvis_from_foot.rotation);
  const HingeCircle circle =
      hinge_circle(leg.links, limb_distance(leg.links, q.distance, settings.mode), q.axis,
                   math::normalized_or(natural - glm::dot(natural, q.axis) * q.axis, math::any_orthogonal(q.axis)));
  const Swivel preferred = wanted_swivel(circle, foot, hint, settings.free_foot);
  SwivelBounds<8> bounds;
  box_bounds(hip_forms(circle), leg.hip_arcs, bounds);
  bounds.set(6, kNoBound);
  bounds.set(7, kNoBound);
  const auto joints_near = [&](const Swivel& wanted) {
    Swivel chosen = wanted;
    if (!nearest_allowed(
            bounds, wanted, [](Swivel&, double) { return true; }, chosen))
      chosen = wanted;
    return joint_rotations(leg, circle, chosen, foot);
  };
  const RightLeg joints = joints_near(preferred);
  if (!joints.clamped || settings.free_foot) return joints;
  // A sole turned up behind the body (sitting on the heels) points away from the knee.
  const RightLeg other = joints_near({-preferred.cos, -preferred.sin});
  // It must meet the foot better: the allowed swivel nearest to that may be far from it, within all limits.
  const auto off = [&q](const RightLeg& r) {
    return math::angle_between(r.thigh * r.shank * r.foot, q.pelvis_from_foot.rotation);
  };
  return !other.clamped && off(other) < off(joints) ? other : joints;
}

}  // namespace

LegSolution solve_leg(const Leg& leg, const Pose& frame_from_pelvis, const Pose& frame_from_foot,
                      const LegSettings& settings) {
  const bool left = leg.side == Side::Left;
  const RightLegQuestion question = as_right_leg(leg, frame_from_pelvis, frame_from_foot);
  const Vec3 natural = natural_knee(question.axis);
  Vec3 hint = natural;
  if (settings.knee) {
    hint = math::rotate(math::conjugate(frame_from_pelvis.rotation), *settings.knee);
    if (left) hint = reflected(hint);
  }
  const RightLeg joints = solve_right_leg(leg, question, natural, hint, settings);

  LegSolution result;
  result.thigh = left ? reflected(joints.thigh) : joints.thigh;
  result.shank = left ? reflected(joints.shank) : joints.shank;
  result.foot = left ? reflected(joints.foot) : joints.foot;
  result.margin = std::max(0.0, joints.margin);
  const Pose reached = foot_pose(leg, frame_from_pelvis, result);
  result.gap = glm::length(reached.position - frame_from_foot.position);
  result.turn_gap = math::angle_between(reached.rotation, frame_from_foot.rotation);
  result.toes = toes_on_ground(leg, reached.rotation, settings.up);
  const bool far =
      question.distance > leg.links.farthest + kClampRounding || question.distance < leg.links.nearest - kClampRounding;
  const bool off = joints.clamped || (!settings.free_foot && result.turn_gap > 1e-4);
  result.status = far ? LimbStatus::OutOfReach : off ? LimbStatus::LimitClamped : LimbStatus::Reached;
  return result;
}

void set_leg(Posture& posture, Side side, const LegSolution& solution) {
  posture[on_side(Joint::RightThigh, side)] = solution.thigh;
  posture[on_side(Joint::RightShank, side)] = solution.shank;
  posture[on_side(Joint::RightFoot, side)] = solution.foot;
  posture[on_side(Joint::RightToes, side)] = solution.toes;
}

Pose foot_pose(const Leg& leg, const Pose& frame_from_pelvis, const LegSolution& solution) {
  const Vec3 hip = leg.side == Side::Left ? reflected(leg.hip) : leg.hip;
  const Pose thigh_from_shank{solution.shank, {0.0, -leg.links.upper, 0.0}};
  const Pose shank_from_foot{solution.foot, {0.0, -leg.links.lower, 0.0}};
  return frame_from_pelvis * Pose{solution.thigh, hip} * thigh_from_shank * shank_from_foot;
}

}  // namespace fh::human
