#include "human/arm_limits.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Vec3;

// A direction by its components on axis, pole and side.
Vec3 parts(const HingeCircle& c, const Vec3& d) {
  return {glm::dot(d, c.axis), glm::dot(d, c.pole), glm::dot(d, c.side)};
}

// Component of link x hinge = along out - out_share axis: the link frame's third axis.
SwivelForm across_form(double along, double out, const Vec3& d) {
  return {-out * d.x, along * d.y, along * d.z};
}

}  // namespace

ArmForms arm_forms(const HingeCircle& c, const Mat3& hand) {
  ArmForms f;
  // forearm_from_hand = R(y, twist) R(-z, flexion) R(x, deviation)
  const Vec3 x = parts(c, hand[0]), y = parts(c, hand[1]), z = parts(c, hand[2]);
  f.wrist.second_sin = along_form(c.lower_along, c.lower_out, x);
  f.wrist.first_cos = hinge_form(x);
  f.wrist.first_sin = -across_form(c.lower_along, c.lower_out, x);
  f.wrist.third_cos = -along_form(c.lower_along, c.lower_out, y);
  f.wrist.third_sin = along_form(c.lower_along, c.lower_out, z);
  // Twist about Y of R = sideways⁻¹ upper: its cosine goes with R.xx + R.zz, its sine with R.xz - R.zx; the sideways
  // arm's own axes are x -> Y, z -> Z of the thorax.
  const Vec3 up(c.axis.y, c.pole.y, c.side.y), back(c.axis.z, c.pole.z, c.side.z);
  f.turn.cos = hinge_form(up) + across_form(c.upper_along, c.upper_out, back);
  f.turn.sin = across_form(c.upper_along, c.upper_out, up) - hinge_form(back);
  return f;
}

ArmBounds arm_bounds(const Arm& arm, const ArmForms& f) {
  ArmBounds bounds;
  box_bounds(f.wrist, arm.wrist, bounds.data());
  bounds[6] = arm.turn.cos_lower * f.turn.sin - arm.turn.sin_lower * f.turn.cos;
  bounds[7] = arm.turn.sin_upper * f.turn.cos - arm.turn.cos_upper * f.turn.sin;
  return bounds;
}

bool next_in_reach_cone(const HingeCircle& circle, Swivel& s, double sense) {
  if (in_reach_cone(circle, s)) return true;
  const ReachCone& cone = reach_cone();
  double nearest = 5.0;
  Swivel entry;
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    SwivelForm form = along_form(circle.upper_along, circle.upper_out, parts(circle, cone.inward[i]));
    form.sine *= sense;  // clockwise is counter-clockwise of the mirror image
    Swivel begin;
    if (!arc_begin(form, begin)) continue;
    begin.sin *= sense;
    const Vec3 at = circle.upper(begin);
    if (glm::dot(cone.from[i], at) < -kBoundSlack) continue;
    if (glm::dot(cone.from[(i + 1) % ReachCone::kEdges], at) > kBoundSlack) continue;
    const double key = turn_key({s.cos, sense * s.sin}, {begin.cos, sense * begin.sin});
    if (key < nearest) nearest = key, entry = begin;
  }
  if (nearest > 4.0) return false;
  s = entry;
  return true;
}

double arm_margin(const Arm& arm, const HingeCircle& circle, const ArmForms& forms, const ArmBounds& bounds,
                  const Swivel& s) {
  // Sines of the distances; ranges narrower than half a turn keep the smaller sine at the nearer end.
  const double flexion_sin = forms.wrist.second_sin.at(s);
  const double flexion_cos = math::sqrt(std::max(1e-12, 1.0 - flexion_sin * flexion_sin));
  const double turn_cos = forms.turn.cos.at(s), turn_sin = forms.turn.sin.at(s);
  const double turn_scale = math::sqrt(std::max(1e-24, turn_cos * turn_cos + turn_sin * turn_sin));
  const double bend_cos = circle.upper_along * circle.lower_along + circle.upper_out * circle.lower_out;
  const double bend_sin = circle.upper_out * circle.lower_along - circle.upper_along * circle.lower_out;
  const LimitArc &flexion = arm.wrist.second, &elbow = arm.bend;
  double least = std::min({flexion_sin * flexion.cos_lower - flexion_cos * flexion.sin_lower,
                           flexion_cos * flexion.sin_upper - flexion_sin * flexion.cos_upper,
                           bend_sin * elbow.cos_lower - bend_cos * elbow.sin_lower,
                           bend_cos * elbow.sin_upper - bend_sin * elbow.cos_upper, inside_reach(circle.upper(s))});
  least =
      std::min(least, std::min(std::min(bounds[2].at(s), bounds[3].at(s)), std::min(bounds[4].at(s), bounds[5].at(s))) /
                          flexion_cos);
  least = std::min(least, std::min(bounds[6].at(s), bounds[7].at(s)) / turn_scale);
  return math::asin(least);
}

}  // namespace fh::human
