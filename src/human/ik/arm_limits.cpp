// SPDX-License-Identifier: Apache-2.0
#include "human/ik/arm_limits.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Vec3;

}  // namespace

void set_arm_forms(const HingeCircle& c, const Mat3& hand, ArmForms& f) {
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
}

void set_arm_bounds(const Arm& arm, const ArmForms& f, ArmBounds& bounds) {
  box_bounds(f.wrist, arm.wrist, bounds);
  bounds.set(6, arm.turn.cos_lower * f.turn.sin - arm.turn.sin_lower * f.turn.cos);
  bounds.set(7, arm.turn.sin_upper * f.turn.cos - arm.turn.cos_upper * f.turn.sin);
}

namespace {

constexpr std::size_t kEdges = ReachCone::kEdges;

// The azimuth of a direction is one at which the edge counts.
bool beside_edge(const ReachCone& cone, std::size_t edge, const Vec3& direction) {
  return glm::dot(cone.from[edge], direction) >= -kBoundSlack &&
         glm::dot(cone.from[(edge + 1) % kEdges], direction) <= kBoundSlack;
}

// Where the circle meets the great circles of all edges: sines and cosines of the angles from a swivel to both ends of
// the arc inside each, as in ArcEnds.
struct EdgeMeets {
  alignas(32) std::array<double, kEdges> left_sin, left_cos, right_sin, right_cos;
};
EdgeMeets edge_meets(const HingeCircle& circle, const Swivel& s) {
  const ReachCone& cone = reach_cone();
  const Vec3 along = circle.upper_along * circle.axis, pole = circle.upper_out * circle.pole,
             side = circle.upper_out * circle.side;
  EdgeMeets meets;
  for (std::size_t i = 0; i < kEdges; ++i) {
    const double x = cone.inward_x[i], y = cone.inward_y[i], z = cone.inward_z[i];
    const ArcEnds e = arc_ends(x * along.x + y * along.y + z * along.z, x * pole.x + y * pole.y + z * pole.z,
                               x * side.x + y * side.y + z * side.z, s);
    const double unit = 1.0 / e.square;
    meets.left_sin[i] = unit * e.left_sin;
    meets.left_cos[i] = unit * e.left_cos;
    meets.right_sin[i] = unit * e.right_sin;
    meets.right_cos[i] = unit * e.right_cos;
  }
  return meets;
}

Swivel turned(const Swivel& s, double sin, double cos) {
  return {s.cos * cos - s.sin * sin, s.sin * cos + s.cos * sin};
}

}  // namespace

bool next_in_reach_cone(const HingeCircle& circle, Swivel& s, double sense) {
  if (in_reach_cone(circle, s)) return true;
  const ReachCone& cone = reach_cone();
  const EdgeMeets meets = edge_meets(circle, s);
  double nearest = 5.0;
  Swivel entry;
  for (std::size_t i = 0; i < kEdges; ++i) {
    // An arc is entered at its end on the other side, which is reached by going round.
    const double sin = sense > 0.0 ? -meets.right_sin[i] : meets.left_sin[i];
    const double cos = sense > 0.0 ? meets.right_cos[i] : meets.left_cos[i];
    if (cos < -1.5) continue;  // it does not meet it
    const double key = turn_key({1.0, 0.0}, {cos, sin}, sense);
    if (key >= nearest) continue;
    const Swivel there = turned(s, sin, cos);
    if (beside_edge(cone, i, circle.upper(there))) nearest = key, entry = there;
  }
  if (nearest > 4.0) return false;
  s = entry;
  return true;
}

void narrow_by_reach_cone(const HingeCircle& circle, const Swivel& s, SwivelRoom& room) {
  const ReachCone& cone = reach_cone();
  const EdgeMeets meets = edge_meets(circle, s);
  // Each end of an edge's arc counts where the edge does: asked only of those that are nearest so far.
  const auto nearer = [&](std::size_t i, double sin, double cos, double sense, double& side) {
    if (cos <= 0.0 || sin < -1e-7 || sin >= side) return;
    if (beside_edge(cone, i, circle.upper(turned(s, sense * sin, cos)))) side = sin > 0.0 ? sin : 0.0;
  };
  for (std::size_t i = 0; i < kEdges; ++i) {
    nearer(i, meets.left_sin[i], meets.left_cos[i], 1.0, room.left);
    nearer(i, meets.right_sin[i], meets.right_cos[i], -1.0, room.right);
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
