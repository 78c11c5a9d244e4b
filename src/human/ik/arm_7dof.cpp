// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_7dof.h"

#include "human/ik/arm_swivel.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kRounding = 1e-9;  // m
const Vec3 kAxisX{1.0, 0.0, 0.0}, kAxisY{0.0, 1.0, 0.0}, kAxisZ{0.0, 0.0, 1.0};

// Between this arm's axes and those of the thorax (+X right, +Y up, -Z forward).
Vec3 to_thorax(const Vec3& v) {
  return {-v.y, v.z, -v.x};
}
Vec3 from_thorax(const Vec3& v) {
  return {-v.z, -v.x, v.y};
}

// A link's frame has X along it and Z on the hinge.
BoxForms shoulder_forms(const HingeCircle& c) {
  const Vec3 x(c.axis.x, c.pole.x, c.side.x), y(c.axis.y, c.pole.y, c.side.y), z(c.axis.z, c.pole.z, c.side.z);
  return {-along_form(c.upper_along, c.upper_out, z), along_form(c.upper_along, c.upper_out, x),
          along_form(c.upper_along, c.upper_out, y), hinge_form(z), -across_form(c.upper_along, c.upper_out, z)};
}

BoxForms wrist_forms(const HingeCircle& c, const Mat3& hand) {
  const Vec3 x = parts(c, hand[0]), y = parts(c, hand[1]), z = parts(c, hand[2]);
  return {along_form(c.lower_along, c.lower_out, z), hinge_form(z), across_form(c.lower_along, c.lower_out, z),
          along_form(c.lower_along, c.lower_out, x), -along_form(c.lower_along, c.lower_out, y)};
}

double kept(double angle, const Limit& limit) {
  return math::clamp(angle, limit.lower, limit.upper);
}

void set_angles(const BoxForms& f, const Swivel& s, const Limit* limits, double* angles) {
  angles[0] = kept(math::atan2(f.first_sin.at(s), f.first_cos.at(s)), limits[0]);
  angles[1] = kept(math::asin(f.second_sin.at(s)), limits[1]);
  angles[2] = kept(math::atan2(f.third_sin.at(s), f.third_cos.at(s)), limits[2]);
}

}  // namespace

Arm7 build_arm7(double upper, double fore, double hand, const std::array<Limit, 7>& limits) {
  Arm7 arm;
  arm.links = two_link(upper, fore, limits[3]);
  arm.hand = hand;
  arm.limits = limits;
  arm.shoulder = {limit_arc(limits[0]), limit_arc(limits[1]), limit_arc(limits[2])};
  arm.wrist = {limit_arc(limits[4]), limit_arc(limits[5]), limit_arc(limits[6])};
  return arm;
}

Arm7 reference_arm7() {
  return build_arm7(0.300, 0.260, 0.080,
                    {{{-0.6, 2.2}, {-1.5, 1.3}, {-1.4, 1.4}, {0.05, 2.55}, {-1.4, 1.4}, {-0.6, 0.6}, {-1.2, 1.2}}});
}

Arm7Solution solve_arm7(const Arm7& arm, const Pose& base_from_tool) {
  const Mat3 hand = math::to_matrix(base_from_tool.rotation);
  const Vec3 wrist = base_from_tool.position - arm.hand * hand[0];
  const double distance = glm::length(wrist);
  const Vec3 axis = distance > 1e-9 ? wrist / distance : kAxisX;
  const double taken = limb_distance(arm.links, distance, LimbMode::Measure);
  const Vec3 thorax_axis = to_thorax(axis), thorax_pole = elbow_pole(thorax_axis);
  const HingeCircle circle = hinge_circle(arm.links, taken, axis, from_thorax(thorax_pole));
  const Swivel natural = natural_swivel(thorax_axis, thorax_pole, taken / (arm.links.upper + arm.links.lower));
  const BoxForms shoulder = shoulder_forms(circle), turned = wrist_forms(circle, hand);
  SwivelBounds<12> bounds;
  box_bounds(shoulder, arm.shoulder, bounds);
  box_bounds(turned, arm.wrist, bounds, 6);
  Swivel s;
  const bool allowed = nearest_allowed(
      bounds, natural, [](Swivel&, double) { return true; }, s);
  if (!allowed) s = natural;
  if (allowed && !far_from_bounds(bounds, s)) s = eased(s, room_between(bounds, s));
  Arm7Solution result;
  set_angles(shoulder, s, &arm.limits[0], &result.angles[0]);
  result.angles[3] = kept(math::atan2(circle.upper_out * circle.lower_along - circle.upper_along * circle.lower_out,
                                      circle.upper_along * circle.lower_along + circle.upper_out * circle.lower_out),
                          arm.limits[3]);
  set_angles(turned, s, &arm.limits[4], &result.angles[4]);
  const bool in_range = distance <= arm.links.farthest + kRounding && distance >= arm.links.nearest - kRounding;
  result.status = !in_range ? LimbStatus::OutOfReach : allowed ? LimbStatus::Reached : LimbStatus::LimitClamped;
  return result;
}

Pose tool_pose(const Arm7& arm, const std::array<double, 7>& q) {
  const auto turn = [](const Vec3& axis, double angle) { return math::from_axis_angle(axis, angle); };
  const Quat upper = turn(kAxisZ, q[0]) * turn(kAxisY, q[1]) * turn(kAxisX, q[2]);
  const Quat fore = upper * turn(kAxisZ, q[3]);
  const Quat hand = fore * turn(kAxisX, q[4]) * turn(kAxisY, q[5]) * turn(kAxisZ, q[6]);
  return {hand, math::rotate(upper, arm.links.upper * kAxisX) + math::rotate(fore, arm.links.lower * kAxisX) +
                    math::rotate(hand, arm.hand * kAxisX)};
}

}  // namespace fh::human
