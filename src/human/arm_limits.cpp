#include "human/arm_limits.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Vec3;

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
  box_bounds(f.wrist, arm.wrist, bounds);
  bounds.set(6, arm.turn.cos_lower * f.turn.sin - arm.turn.sin_lower * f.turn.cos);
  bounds.set(7, arm.turn.sin_upper * f.turn.cos - arm.turn.cos_upper * f.turn.sin);
  return bounds;
}

namespace {

SwivelForm edge_form(const HingeCircle& circle, std::size_t edge) {
  return along_form(circle.upper_along, circle.upper_out, parts(circle, reach_cone().inward[edge]));
}

// The azimuth of a direction is one at which the edge counts.
bool beside_edge(const ReachCone& cone, std::size_t edge, const Vec3& direction) {
  return glm::dot(cone.from[edge], direction) >= -kBoundSlack &&
         glm::dot(cone.from[(edge + 1) % ReachCone::kEdges], direction) <= kBoundSlack;
}

}  // namespace

bool next_in_reach_cone(const HingeCircle& circle, Swivel& s, double sense) {
  if (in_reach_cone(circle, s)) return true;
  const ReachCone& cone = reach_cone();
  double nearest = 5.0;
  Swivel entry;
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    Swivel there;
    if (!arc_begin(edge_form(circle, i), sense, there) || !beside_edge(cone, i, circle.upper(there))) continue;
    if (const double key = turn_key(s, there, sense); key < nearest) nearest = key, entry = there;
  }
  if (nearest > 4.0) return false;
  s = entry;
  return true;
}

void narrow_by_reach_cone(const HingeCircle& circle, const Swivel& s, SwivelRoom& room) {
  const ReachCone& cone = reach_cone();
  const Vec3 at = circle.upper(s);
  std::array<double, ReachCone::kEdges> away_from;
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    away_from[i] = std::fabs(cone.inward_x[i] * at.x + cone.inward_y[i] * at.y + cone.inward_z[i] * at.z);
  }
  for (std::size_t i = 0; i < ReachCone::kEdges; ++i) {
    if (away_from[i] > kEaseSight * circle.upper_out) continue;
    const SwivelForm form = edge_form(circle, i);
    // Each end of the edge's arc counts where the edge does; one sense's way out is the other's way in.
    for (const double sense : {1.0, -1.0}) {
      Swivel end;
      if (!arc_begin(form, -sense, end) || !beside_edge(cone, i, circle.upper(end))) continue;
      const double away = math::atan2(sense * (s.cos * end.sin - s.sin * end.cos), s.cos * end.cos + s.sin * end.sin);
      if (away < -1e-7) continue;  // behind
      double& side = sense > 0.0 ? room.left : room.right;
      side = std::fmin(side, std::fmax(0.0, away));
    }
  }
}

bool far_from_reach_cone(const HingeCircle& circle, const Swivel& s) {
  const ReachCone& cone = reach_cone();
  const Vec3 at = circle.upper(s);
  const std::size_t edge = reach_edge(at), n = ReachCone::kEdges;
  const double inside = std::min({glm::dot(cone.inward[edge], at), glm::dot(cone.inward[(edge + 1) % n], at),
                                  glm::dot(cone.inward[(edge + n - 1) % n], at)});
  return inside >= kEaseNear * circle.upper_out;
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
  std::array<double, 8> at;
  bounds.values(s, at);
  double least = std::min({flexion_sin * flexion.cos_lower - flexion_cos * flexion.sin_lower,
                           flexion_cos * flexion.sin_upper - flexion_sin * flexion.cos_upper,
                           bend_sin * elbow.cos_lower - bend_cos * elbow.sin_lower,
                           bend_cos * elbow.sin_upper - bend_sin * elbow.cos_upper, inside_reach(circle.upper(s))});
  const double wrist = std::min(std::min(at[2], at[3]), std::min(at[4], at[5]));
  least = std::min({least, wrist / flexion_cos, std::min(at[6], at[7]) / turn_scale});
  return math::asin(least);
}

}  // namespace fh::human
