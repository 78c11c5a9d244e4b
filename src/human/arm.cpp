#include "human/arm.h"

#include <algorithm>

#include "human/arm_clear.h"
#include "human/arm_limits.h"
#include "human/arm_nearest.h"
#include "human/arm_swivel.h"
#include "human/reflect.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Mat3;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kMet = 5e-6;         // m: a wrist nearer than this is where it was wanted
constexpr double kSettled = 1e-6;     // square of the upper arm's last change (rad²): the shoulder is off by 0.02 mm
constexpr double kGirdleGain = 0.03;  // m: more the shoulder cannot come nearer
constexpr double kWideScreen = 0.06, kScreen = 0.015;  // sines of angles beyond limits
constexpr int kGirdleRounds = 5, kFreeRounds = 4, kSwivelRounds = 9, kClearRounds = 3;
constexpr double kClearEnough = 0.003;  // m: no way elsewhere could cost less

// What is asked, in the thorax frame, for a right arm.
struct Question {
  const Arm& arm;
  const ArmSettings& settings;
  Vec3 wrist;
  Quat rotation;
  Mat3 hand;
  Swivel preferred;
  bool ease = true;  // off the limits
};

// An arm hanging at a given clavicle.
struct Hang {
  Quat clavicle{1, 0, 0, 0};
  double distance = 0.0;  // shoulder to wanted wrist
  HingeCircle circle{};
};

struct Attempt : Hang {
  ArmForms forms{};
  ArmBounds bounds{};
  Swivel swivel;
  bool allowed = false;  // a swivel within all limits was found
  bool settled = true;   // the clavicle is the one that belongs to the upper arm

  bool in_range(const TwoLink& links) const {
    return distance <= links.farthest + kMet && distance >= links.nearest - kMet;
  }
};

Hang hang_at(const Question& q, const Quat& clavicle) {
  Hang h;
  h.clavicle = clavicle;
  const Vec3 way = q.wrist - (q.arm.clavicle + math::rotate(clavicle, q.arm.shoulder));
  h.distance = glm::length(way);
  const Vec3 axis = h.distance > 1e-9 ? way / h.distance : Vec3(0.0, -1.0, 0.0);
  h.circle = hinge_circle(q.arm.links, limb_distance(q.arm.links, h.distance, q.settings.mode), axis, elbow_pole(axis));
  return h;
}

SwivelBounds<4> shoulder_bounds(const ArmBounds& all) {
  SwivelBounds<4> bounds;
  for (std::size_t i = 0; i < 4; ++i) bounds.set(i, i < 2 ? all[kWristBounds + i] : kNoBound);
  return bounds;
}

bool far_from_limits(const Attempt& a) {
  return far_from_bounds(a.bounds, a.swivel) && far_from_reach_cone(a.circle, a.swivel);
}

Attempt attempt_with(const Question& q, const Hang& hang) {
  Attempt a{hang, {}, {}, {}, false, true};
  a.forms = arm_forms(a.circle, q.hand);
  a.bounds = arm_bounds(q.arm, a.forms);
  const auto in_cone = [&a](Swivel& s, double sense) { return next_in_reach_cone(a.circle, s, sense); };
  a.allowed = nearest_allowed(a.bounds, q.preferred, in_cone, a.swivel);
  if (a.allowed && q.ease && !far_from_limits(a)) {
    SwivelRoom room = room_between(a.bounds, a.swivel);
    narrow_by_reach_cone(a.circle, a.swivel, room);
    a.swivel = eased(a.swivel, room);
  }
  if (!a.allowed) {
    // Without the wrist, so that the girdle goes on settling where the shoulder is allowed.
    if (!nearest_allowed(shoulder_bounds(a.bounds), q.preferred, in_cone, a.swivel)) a.swivel = q.preferred;
  }
  return a;
}

double square_distance(const Vec3& a, const Vec3& b) {
  return glm::dot(a - b, a - b);
}

// The girdle follows the upper arm, which hangs on the girdle: at a given swivel a contracting fixed point (the
// shoulder moves about 15 mm per radian). Anderson's acceleration of depth one, since a nearly straight arm contracts
// slowly.
Hang settled_hang(const Question& q, const Swivel& swivel, Vec3& direction) {
  Vec3 last_image{0.0}, last_change{0.0};
  Hang hang;
  for (int round = 0; round < kGirdleRounds; ++round) {
    hang = hang_at(q, right_clavicle(direction));
    const Vec3 image = hang.circle.upper(swivel), change = image - direction;
    if (glm::dot(change, change) < kSettled) break;
    direction = image;
    if (round > 0) {
      const Vec3 difference = change - last_change;
      const double square = glm::dot(difference, difference);
      const double share = square > 1e-16 ? math::clamp(glm::dot(change, difference) / square, -2.0, 0.9) : 0.0;
      direction = glm::normalize(image - share * (image - last_image));
    }
    last_image = image;
    last_change = change;
  }
  return hang;
}

// The limits choose the swivel for a girdle, the girdle settles for a swivel: in turn until neither moves. Where the
// preferred swivel is allowed, once. Two separate allowed intervals may call for each other's girdle: after some rounds
// the one at hand is preferred. `start`: the girdle to begin with.
Attempt settle(const Question& q, const Hang& start) {
  if (!q.settings.girdle) return attempt_with(q, start);
  Question asked = q;
  Swivel swivel = q.preferred;
  Vec3 direction = start.circle.upper(swivel);
  Attempt a;
  for (int round = 0; round < kSwivelRounds; ++round) {
    if (round >= kFreeRounds) asked.preferred = swivel;
    const bool once = round > 0 && round < kFreeRounds;
    a = attempt_with(asked, once ? hang_at(q, right_clavicle(direction)) : settled_hang(q, swivel, direction));
    const Vec3 image = a.circle.upper(a.swivel);
    a.settled = square_distance(image, direction) < kSettled;
    if (a.settled) break;
    direction = image;
    swivel = a.swivel;
  }
  return a;
}

Quat half_angle(int axis, double cos, double sin) {
  const double w = math::sqrt(std::max(1e-12, 0.5 * (1.0 + cos)));
  Quat q(w, 0.0, 0.0, 0.0);
  q[axis] = 0.5 * sin / w;
  return q;
}
Quat about(int axis, double angle) {
  const math::SinCos half = math::sin_cos(0.5 * angle);
  Quat q(half.cos, 0.0, 0.0, 0.0);
  q[axis] = half.sin;
  return q;
}

Quat upper_rotation(const Attempt& a) {
  const Vec3 hinge = a.circle.hinge(a.swivel), along = a.circle.upper(a.swivel);
  return math::from_matrix({hinge, -along, glm::cross(along, hinge)});
}

void set_elbow(const Attempt& a, ArmSolution& result) {
  const HingeCircle& c = a.circle;
  result.forearm = half_angle(0, c.upper_along * c.lower_along + c.upper_out * c.lower_out,
                              c.upper_out * c.lower_along - c.upper_along * c.lower_out);
}

// All within limits: the angles' sines and cosines are at hand.
void set_exactly(const Question& q, const Attempt& a, ArmSolution& result) {
  result.clavicle = a.clavicle;
  result.upper_arm = math::conjugate(a.clavicle) * upper_rotation(a);
  set_elbow(a, result);
  const BoxForms& w = a.forms.wrist;
  const double flexion_sin = w.second_sin.at(a.swivel);
  const double flexion_cos = math::sqrt(std::max(1e-12, 1.0 - flexion_sin * flexion_sin));
  result.forearm_twist = half_angle(1, w.first_cos.at(a.swivel) / flexion_cos, w.first_sin.at(a.swivel) / flexion_cos);
  result.hand = half_angle(2, flexion_cos, -flexion_sin) *
                half_angle(0, w.third_cos.at(a.swivel) / flexion_cos, w.third_sin.at(a.swivel) / flexion_cos);
  result.margin = std::max(0.0, arm_margin(q.arm, a.circle, a.forms, a.bounds, a.swivel));
}

// The wrist comes as near to the wanted rotation as its ranges go.
void set_wrist_clamped(const Question& q, const Quat& thorax_from_forearm, ArmSolution& result) {
  const Mat3 m = math::to_matrix(math::conjugate(thorax_from_forearm) * q.rotation);
  const auto kept = [](double angle, const Limit& limit) { return math::clamp(angle, limit.lower, limit.upper); };
  const double flexion = kept(-math::asin(m[0].y), q.arm.flexion);
  const double deviation = kept(math::atan2(-m[2].y, m[1].y), q.arm.deviation);
  const double twist = kept(math::atan2(-m[0].z, m[0].x), q.arm.twist);
  result.forearm_twist = about(1, twist);
  result.hand = about(2, -flexion) * about(0, deviation);
}

double wrist_excess(const Attempt& a, const Swivel& s) {
  double sum = 0.0;
  std::array<double, 8> at;
  a.bounds.values(s, at);
  for (std::size_t i = 0; i < kWristBounds; ++i) {
    const double outside = std::min(0.0, at[i]);
    sum += outside * outside;
  }
  return sum;
}

// The swivel at which the wrist is least outside its limits, among those the shoulder allows.
bool least_wrist_excess(const Question& q, Attempt& a) {
  const SwivelForm outward = a.bounds[6], inward = a.bounds[7];
  const auto allowed = [&](const Swivel& s) {
    return outward.at(s) >= -kBoundSlack && inward.at(s) >= -kBoundSlack && in_reach_cone(a.circle, s);
  };
  constexpr int kSamples = 36;
  const Swivel step = swivel_of(math::kTau / kSamples);
  const auto turned = [](const Swivel& s, const Swivel& by) {
    return Swivel{s.cos * by.cos - s.sin * by.sin, s.sin * by.cos + s.cos * by.sin};
  };
  Swivel best = a.swivel, at = q.preferred;
  const bool any = allowed(best);
  double least = any ? wrist_excess(a, best) : 1e9;
  bool found = any;
  for (int k = 0; k < kSamples; ++k, at = turned(at, step)) {
    if (!allowed(at)) continue;
    if (const double excess = wrist_excess(a, at); excess < least) least = excess, best = at, found = true;
  }
  if (!found) return false;
  for (double size = 0.5 * math::kTau / kSamples; size > 1e-4; size *= 0.5) {
    const Swivel by = swivel_of(size);
    for (const Swivel& s : {turned(best, by), turned(best, {by.cos, -by.sin})}) {
      if (!allowed(s)) continue;
      if (const double excess = wrist_excess(a, s); excess < least) least = excess, best = s;
    }
  }
  a.swivel = best;
  return true;
}

// A posture near a swivel has about the girdle of that swivel: limits wider by `slack` must allow something there.
// Moves both on.
bool could_settle(const Question& q, double slack, Hang& hang, Swivel& swivel) {
  hang = hang_at(q, right_clavicle(hang.circle.upper(swivel)));
  ArmBounds bounds = arm_bounds(q.arm, arm_forms(hang.circle, q.hand));
  for (double& constant : bounds.constant) constant += slack;
  const Swivel wanted = swivel;
  return nearest_allowed(
      bounds, wanted, [](Swivel&, double) { return true; }, swivel);
}

// With the girdle, other swivels have other shoulders: a posture may exist though none was found near the preferred.
bool solved_elsewhere(Question& q, const Hang& resting, Attempt& a) {
  if (!q.settings.girdle) return false;
  const Swivel preferred = q.preferred;
  const double start = angle_of(preferred);
  bool solved = false;
  for (const double away : {0.35, -0.35, 0.8, -0.8, 1.4, -1.4, 2.0, -2.0, 2.6, -2.6}) {
    q.preferred = swivel_of(start + away);
    // Settling takes many rounds to find that there is nothing: two with wider limits tell it of most.
    Hang hang = resting;
    Swivel near = q.preferred;
    if (!could_settle(q, kWideScreen, hang, near) || !could_settle(q, kScreen, hang, near)) continue;
    const Attempt other = settle(q, hang);
    solved = other.allowed && other.settled && other.in_range(q.arm.links);
    if (!solved) continue;
    a = other;
    break;
  }
  q.preferred = preferred;
  return solved;
}

// The wrist cannot be right: the shoulder's part is kept, the wrist turned as far as it goes.
void set_turned(const Question& q, const Attempt& a, ArmSolution& result) {
  const Quat upper = upper_rotation(a);
  result.clavicle = a.clavicle;
  result.upper_arm = math::conjugate(a.clavicle) * upper;
  set_elbow(a, result);
  set_wrist_clamped(q, upper * result.forearm, result);
}

// Position first, then rotation. Both may turn out to be right after all: for a nearly straight arm the girdle's fixed
// point is hard to find.
LimbStatus set_nearest(Question& q, Attempt& a, ArmSolution& result) {
  const bool out_of_range = !a.in_range(q.arm.links);
  // Straight towards the place is nearest, but for a girdle that still moves with the arm: a matter of millimetres.
  const bool straight = q.settings.mode == LimbMode::Present || !q.settings.girdle;
  if (out_of_range && straight && a.allowed) {
    set_exactly(q, a, result);
    return LimbStatus::OutOfReach;
  }
  if ((!out_of_range || straight) && least_wrist_excess(q, a)) {
    set_turned(q, a, result);
    return out_of_range ? LimbStatus::OutOfReach : LimbStatus::LimitClamped;
  }
  const NearestArm n =
      nearest_arm(q.arm, q.wrist, a.circle.upper(a.swivel), q.settings.girdle,
                  !a.allowed || a.distance < q.arm.links.nearest, q.settings.mode == LimbMode::Measure);
  const Quat upper = right_upper_arm(n.direction, n.turn);
  const Vec3 shoulder = q.arm.clavicle + math::rotate(n.clavicle, q.arm.shoulder);
  Question there = q;
  there.wrist = n.gap < kMet ? q.wrist
                             : shoulder + q.arm.links.upper * n.direction +
                                   math::rotate(upper * about(0, n.bend), Vec3(0.0, -q.arm.links.lower, 0.0));
  a = attempt_with(there, hang_at(there, n.clavicle));
  if (a.allowed) {
    set_exactly(q, a, result);
    if (n.gap < kMet) return LimbStatus::Reached;
  } else if (least_wrist_excess(there, a)) {
    set_turned(q, a, result);
  } else {
    result.clavicle = n.clavicle;
    result.upper_arm = math::conjugate(n.clavicle) * upper;
    result.forearm = about(0, n.bend);
    set_wrist_clamped(q, upper * result.forearm, result);
  }
  return out_of_range && n.gap >= kMet ? LimbStatus::OutOfReach : LimbStatus::LimitClamped;
}

ClearSearch among_obstacles(const Question& q, const Attempt& a) {
  return {*q.settings.keep_off, q.arm.links, a.circle, q.arm.clavicle + math::rotate(a.clavicle, q.arm.shoulder)};
}

// Takes the preferred swivel if that costs less. The girdle follows the swivel and moves the clearance with it: again
// from there.
void turn_if_clearer(Question& clear, const ClearAim& aim, Attempt& best, double& least) {
  for (int round = 0; round < kClearRounds; ++round) {
    const Attempt turned = settle(clear, best);
    if (!turned.allowed || !turned.settled || !turned.in_range(clear.arm.links)) return;
    const ClearSearch search = among_obstacles(clear, turned);
    const double cost = search.cost(aim, turned.swivel);
    if (cost < least) least = cost, best = turned;
    if (!clear.settings.girdle || search.is_met(aim, turned.swivel)) return;
    clear.preferred = search.best(aim, turned.bounds, turned.swivel, false);
    if (clear.preferred.cos == turned.swivel.cos && clear.preferred.sin == turned.swivel.sin) return;
  }
}

// Elbow and forearm out of the own body.
void keep_off(const Question& q, Attempt& a) {
  const Attempt start = a;
  const ClearSearch search = among_obstacles(q, start);
  ClearAim aim;
  if (!search.needed(start.swivel, aim)) return;
  Question clear = q;
  clear.ease = false;
  clear.preferred = search.best(aim, start.bounds, start.swivel, true);
  double least = search.cost(aim, start.swivel);
  turn_if_clearer(clear, aim, a, least);
  if (least < kClearEnough || !q.settings.girdle) return;
  // What the limits forbid at this girdle they may allow at another's.
  clear.preferred = search.clearest(start.swivel);
  turn_if_clearer(clear, aim, a, least);
}

ArmSolution solve_right(Question& q, const Hang& resting) {
  ArmSolution result;
  Attempt a = settle(q, resting);
  bool met = a.allowed && a.in_range(q.arm.links);
  // Present keeps the elbow where it is rather than gaining the last millimetres by raising it.
  const bool near = a.distance < q.arm.links.farthest + (q.settings.mode == LimbMode::Measure ? kGirdleGain : 0.0);
  if (near && (!met || !a.settled)) met = solved_elsewhere(q, resting, a) || met;
  if (met) {
    if (q.settings.keep_off && !q.settings.swivel) keep_off(q, a);
    set_exactly(q, a, result);
    result.gap = std::abs(a.distance - limb_distance(q.arm.links, a.distance, q.settings.mode));
  } else {
    result.status = set_nearest(q, a, result);
    if (result.status != LimbStatus::Reached) result.margin = 0.0;
  }
  result.swivel = angle_of(a.swivel);
  return result;
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
  arm.bend = limit_arc(arm.elbow);
  arm.turn = limit_arc(kShoulderTurn);
  return arm;
}

ArmSolution solve_arm(const Arm& arm, const Pose& frame_from_thorax, const Pose& frame_from_hand,
                      const ArmSettings& settings) {
  const bool left = arm.side == Side::Left;
  Pose wanted = math::inverse(frame_from_thorax) * frame_from_hand;
  if (left) wanted = {reflected(wanted.rotation), reflected(wanted.position)};
  Question q{arm, settings, wanted.position, wanted.rotation, math::to_matrix(wanted.rotation), {}, !settings.swivel};
  // The natural elbow is that of the resting shoulder: it must not depend on the girdle that depends on it.
  const Hang resting = hang_at(q, math::kIdentity);
  const double share = std::min(resting.distance / (arm.links.upper + arm.links.lower), 1.0);
  const Swivel natural = natural_swivel(resting.circle.axis, resting.circle.pole, share);
  q.preferred = settings.swivel ? swivel_of(*settings.swivel) : natural;
  ArmSolution result = solve_right(q, resting);
  result.natural_swivel = angle_of(natural);
  if (left) {
    for (Quat* rotation : {&result.clavicle, &result.upper_arm, &result.forearm, &result.forearm_twist, &result.hand}) {
      *rotation = reflected(*rotation);
    }
  }
  if (result.status == LimbStatus::Reached) return result;
  const Pose reached = hand_pose(arm, frame_from_thorax, result);
  result.gap = glm::length(reached.position - frame_from_hand.position);
  result.turn_gap = math::angle_between(reached.rotation, frame_from_hand.rotation);
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
