#include "human/arm.h"

#include <algorithm>

#include "human/arm_swivel.h"
#include "human/shoulder.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kMet = 1e-9;  // m, rad: below it a gap is rounding

Vec3 reflected(const Vec3& v) {
  return {-v.x, v.y, v.z};
}
Quat reflected(const Quat& q) {
  return {q.w, q.x, -q.y, -q.z};
}

// What is asked, in the thorax frame, for a right arm.
struct Question {
  Vec3 wrist;
  Mat3 hand;
};

Quat about_axis(int axis, double angle) {
  const math::SinCos half = math::sin_cos(0.5 * angle);
  Quat q(half.cos, 0.0, 0.0, 0.0);
  q[axis] = half.sin;
  return q;
}

// Entries of forearm_from_hand = R(y, twist) R(-z, flexion) R(x, deviation) by the swivel.
BoxForms wrist_forms(const HingeCircle& c, const Mat3& hand) {
  const auto parts = [&c](const Vec3& d) {
    return Vec3(glm::dot(d, c.axis), glm::dot(d, c.pole), glm::dot(d, c.side));
  };
  const Vec3 x = parts(hand[0]), y = parts(hand[1]), z = parts(hand[2]);
  BoxForms f;
  f.second_sin = along_form(c.lower_along, c.lower_out, x);
  f.first_cos = hinge_form(x);
  // (lower x hinge) = lower_along out - lower_out axis
  f.first_sin = -SwivelForm{-c.lower_out * x.x, c.lower_along * x.y, c.lower_along * x.z};
  f.third_cos = -along_form(c.lower_along, c.lower_out, y);
  f.third_sin = along_form(c.lower_along, c.lower_out, z);
  return f;
}

Mat3 link_frame(const Vec3& hinge, const Vec3& along) {
  return {hinge, -along, glm::cross(along, hinge)};
}

struct RightArm {
  Quat clavicle, upper_arm, forearm, forearm_twist, hand;
};

bool shoulder_allows(const HingeCircle& circle, const Swivel& s) {
  const Mat3 upper = link_frame(circle.hinge(s), circle.upper(s));
  const ShoulderAngles angles = shoulder_angles(Side::Right, math::from_matrix(upper));
  return angles.elevation <= largest_elevation(angles.azimuth) + kMet && angles.twist >= kShoulderTwist.lower - kMet &&
         angles.twist <= kShoulderTwist.upper + kMet;
}

}  // namespace

Arm build_arm(const Skeleton& skeleton, Side side) {
  const auto at = [&](Joint joint) {
    const Vec3 offset = skeleton.offsets[index_of(on_side(joint, side))];
    return side == Side::Right ? offset : reflected(offset);
  };
  const auto limit = [&](Joint joint, std::size_t k) {
    return skeleton.limits[info(on_side(joint, side)).first_dof + k];
  };
  Arm arm;
  arm.side = side;
  arm.clavicle = at(Joint::RightClavicle);
  arm.shoulder = at(Joint::RightUpperArm);
  arm.elbow = limit(Joint::RightForearm, 0);
  arm.twist = limit(Joint::RightForearmTwist, 0);
  arm.flexion = limit(Joint::RightHand, 0);
  arm.deviation = limit(Joint::RightHand, 1);
  arm.links = two_link(skeleton.upper_arm_length(), skeleton.forearm_length(), arm.elbow);
  arm.wrist = {limit_arc(arm.twist), limit_arc(arm.flexion), limit_arc(arm.deviation)};
  return arm;
}

ArmSolution solve_arm(const Arm& arm, const Pose& frame_from_thorax, const Pose& frame_from_hand,
                      const ArmSettings& settings) {
  const bool left = arm.side == Side::Left;
  Pose wanted = math::inverse(frame_from_thorax) * frame_from_hand;
  if (left) wanted = {reflected(wanted.rotation), reflected(wanted.position)};
  const Mat3 hand = math::to_matrix(wanted.rotation);
  ArmSolution result;
  Quat clavicle = math::kIdentity;
  Swivel chosen;
  HingeCircle circle{};
  double distance = 0.0;
  bool allowed = false, held = false;
  const int rounds = settings.girdle ? 4 : 1;
  for (int round = 0; round < rounds; ++round) {
    const Vec3 shoulder = arm.clavicle + math::rotate(clavicle, arm.shoulder);
    const Vec3 way = wanted.position - shoulder;
    distance = glm::length(way);
    const Vec3 axis = distance > 1e-9 ? way / distance : Vec3(0.0, -1.0, 0.0);
    const double taken = limb_distance(arm.links, distance, settings.mode);
    circle = hinge_circle(arm.links, taken, axis, elbow_pole(axis));
    const Swivel natural = natural_swivel(axis, circle.pole, taken / (arm.links.upper + arm.links.lower));
    result.natural_swivel = angle_of(natural);
    const Swivel preferred = settings.swivel ? swivel_of(*settings.swivel) : natural;
    std::array<SwivelForm, 6> bounds;
    box_bounds(wrist_forms(circle, hand), arm.wrist, bounds.data());
    const auto next = [&](Swivel& s, double sense) {
      if (shoulder_allows(circle, s)) return true;
      const double from = angle_of(s), step = math::radians(5.0);
      for (int k = 1; k < 72; ++k) {
        if (!shoulder_allows(circle, swivel_of(from + sense * step * k))) continue;
        double outside = from + sense * step * (k - 1), inside = from + sense * step * k;
        for (int i = 0; i < 40; ++i) {
          const double middle = 0.5 * (outside + inside);
          (shoulder_allows(circle, swivel_of(middle)) ? inside : outside) = middle;
        }
        s = swivel_of(inside);
        return true;
      }
      return false;
    };
    chosen = preferred;
    allowed = nearest_allowed(bounds, preferred, next, chosen);
    held = allowed;
    if (!allowed) held = next(chosen = preferred, 1.0);
    if (round + 1 < rounds) {
      const Mat3 upper = link_frame(circle.hinge(chosen), circle.upper(chosen));
      clavicle = shoulder_rotations(Side::Right, shoulder_angles(Side::Right, math::from_matrix(upper))).clavicle;
    }
  }
  Quat upper = math::from_matrix(link_frame(circle.hinge(chosen), circle.upper(chosen)));
  if (!held) upper = upper_arm_in_thorax(Side::Right, within_shoulder_limits(shoulder_angles(Side::Right, upper)));
  const double bend = math::acos(math::clamp(glm::dot(circle.upper(chosen), circle.lower(chosen)), -1.0, 1.0));
  const Quat forearm = about_axis(0, math::clamp(bend, arm.elbow.lower, arm.elbow.upper));
  const Mat3 wrist = math::to_matrix(math::conjugate(upper * forearm) * wanted.rotation);
  const double flexion = math::clamp(-math::asin(wrist[0].y), arm.flexion.lower, arm.flexion.upper);
  const double deviation = math::clamp(math::atan2(-wrist[2].y, wrist[1].y), arm.deviation.lower, arm.deviation.upper);
  const double twist = math::clamp(math::atan2(-wrist[0].z, wrist[0].x), arm.twist.lower, arm.twist.upper);
  result.clavicle = clavicle;
  result.upper_arm = math::conjugate(clavicle) * upper;
  result.forearm = forearm;
  result.forearm_twist = about_axis(1, twist);
  result.hand = about_axis(2, -flexion) * about_axis(0, deviation);
  result.swivel = angle_of(chosen);
  if (left) {
    for (Quat* q : {&result.clavicle, &result.upper_arm, &result.forearm, &result.forearm_twist, &result.hand})
      *q = reflected(*q);
  }
  const Pose reached = hand_pose(arm, frame_from_thorax, result);
  result.gap = glm::length(reached.position - frame_from_hand.position);
  result.turn_gap = math::angle_between(reached.rotation, frame_from_hand.rotation);
  const bool far = distance > arm.links.farthest + kMet || distance < arm.links.nearest - kMet;
  result.status = far ? LimbStatus::OutOfReach : allowed ? LimbStatus::Reached : LimbStatus::LimitClamped;
  return result;
}

void set_arm(Posture& posture, Side side, const ArmSolution& solution) {
  posture[on_side(Joint::RightClavicle, side)] = solution.clavicle;
  posture[on_side(Joint::RightUpperArm, side)] = solution.upper_arm;
  posture[on_side(Joint::RightForearm, side)] = solution.forearm;
  posture[on_side(Joint::RightForearmTwist, side)] = solution.forearm_twist;
  posture[on_side(Joint::RightHand, side)] = solution.hand;
}

Pose hand_pose(const Arm& arm, const Pose& frame_from_thorax, const ArmSolution& solution) {
  const auto sided = [&arm](const Vec3& v) { return arm.side == Side::Left ? reflected(v) : v; };
  const Pose thorax_from_clavicle{solution.clavicle, sided(arm.clavicle)};
  const Pose clavicle_from_upper{solution.upper_arm, sided(arm.shoulder)};
  const Pose upper_from_forearm{solution.forearm, {0.0, -arm.links.upper, 0.0}};
  const Pose forearm_from_hand{solution.forearm_twist * solution.hand, {0.0, -arm.links.lower, 0.0}};
  return frame_from_thorax * thorax_from_clavicle * clavicle_from_upper * upper_from_forearm * forearm_from_hand;
}

}  // namespace fh::human
