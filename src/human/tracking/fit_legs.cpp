// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_legs.h"

#include <algorithm>

#include "human/motion/smooth.h"
#include "human/tracking/fit_swing.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

// Tuned: deepest and skate of docs/measurements/body-tracking.md; asserted by test_fit_kneel and test_tracked_fit
// ("deep poses", "walking").
constexpr double kMostHeel = 1.0;      // rad a heel may rise
constexpr double kSlip = 0.008;        // m a ball may be off its place and still stand
constexpr double kFolded = 1.01;       // of a leg's shortest length
constexpr double kReachable = 0.9995;  // of a leg's length: just inside
constexpr double kEasing = 0.015;      // m before that in which a leg in the air eases into its length: jitter
constexpr double kGive = 0.002;        // of the square of it: nothing is dragged for a millimetre
constexpr double kFaulty = 0.01;       // m a leg may be wrong by before its foot is tucked away
constexpr double kFootSeconds = 0.03;  // of a foot that turns on its way to the knee
constexpr double kMostOpen = 0.03;     // rad a leg on that way opens at a time
constexpr double kHeelStays = 0.10;    // m the hips rise over upright thighs before a kneeling heel begins to sink
constexpr double kRising = 0.15;       // m they rise from there until it is down
constexpr double kEasyToeOut = 0.12;   // rad a foot points outward where a hip is at ease
constexpr double kPivots = 0.005;      // rad a hip may lack before the foot turns
constexpr double kTuck = 1.1;          // of the shortest leg, behind the hip

Vec3 hip_of(const FitRig& rig, Side side, const Pose& pelvis) {
  return pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
}

/// The rise of the heel from which a leg that is too short for the flat foot reaches: the ankle goes round the ball on
/// a circle, so this is one trigonometric equation.
double heel_for_reach(const FitRig& rig, const Vec3& hip, const FootPlace& place, double reach, double most) {
  const Pose flat = foot_at(rig, place, 0.0, 0.0);
  // In the plane of the ankle, along the foot's forward axis and up: how far the ball is beside it makes no difference.
  const Vec3 ball = flat.point({0.0, rig.ball_in_foot.y, rig.ball_in_foot.z}), to_hip = hip - ball;
  const double x = glm::dot(to_hip, flat.direction(math::kForward)), y = to_hip.y;
  const double ax = rig.ball_in_foot.z, ay = -rig.ball_in_foot.y;  // ankle seen from the ball
  const double wanted = 0.5 * (glm::dot(to_hip, to_hip) + ax * ax + ay * ay - reach * reach);
  // Heel up by h turns (ax, ay) to (ax cos h + ay sin h, -ax sin h + ay cos h).
  const double c = x * ax + y * ay, s = x * ay - y * ax, length = math::sqrt(c * c + s * s);
  if (c >= wanted || length < 1e-9) return 0.0;
  const double middle = math::atan2(s, c), half = math::acos(math::clamp(wanted / length, -1.0, 1.0));
  return math::clamp(middle - half, 0.0, most);
}

/// The least rise of the heel with which leg, ankle and ground agree.
double heel_for(const FitRig& rig, Side side, const Pose& pelvis, const FootPlace& place) {
  const Leg& leg = rig.legs[index_of(side)];
  const Vec3 hip = hip_of(rig, side, pelvis);
  // Higher than the toes bend their tips would go into the ground.
  const double most = std::min(kMostHeel, leg.toes.upper);
  double heel = heel_for_reach(rig, hip, place, kReachable * leg.links.farthest, most);
  // A deep squat asks more of the ankle than it has: what it lacks the heel gives, which helps the ankle twice. What
  // other limits ask (a twisted hip) no heel can give.
  double lacks = solve_leg(leg, pelvis, foot_at(rig, place, heel, 0.0)).turn_gap;
  for (int i = 0; i < 6 && lacks > 1e-6 && heel < most; ++i) {
    const double higher = std::min(most, heel + 1.1 * lacks);
    const double then = solve_leg(leg, pelvis, foot_at(rig, place, higher, 0.0)).turn_gap;
    if (then > 0.5 * lacks) break;
    heel = higher;
    lacks = then;
  }
  return heel;
}

/// A foot that a hip at the end of its turn no longer allows pivots on its ball, which stays (where a prior is asked).
void pivot(const FitRig& rig, Side side, const Ground& ground, const Pose& pelvis, FootPlace& place) {
  const Leg& leg = rig.legs[index_of(side)];
  const double natural = math::yaw_of(pelvis.rotation) - kEasyToeOut * outward(side);
  const Vec3 level(outward(side) * rig.ball_in_foot.x, 0.0, rig.ball_in_foot.z);
  double lacks = solve_leg(leg, pelvis, foot_at(rig, place, 0.0, 0.0)).turn_gap;
  for (int i = 0; i < 3 && lacks > kPivots; ++i) {
    const double to = math::wrap_angle(natural - place.yaw), by = math::clamp(to, -1.1 * lacks, 1.1 * lacks);
    FootPlace turned = place;
    turned.yaw = math::wrap_angle(place.yaw + by);
    turned.position += math::rotate(math::from_axis_angle(math::kUp, place.yaw), level) -
                       math::rotate(math::from_axis_angle(math::kUp, turned.yaw), level);
    const double then = solve_leg(leg, pelvis, foot_at(rig, turned, 0.0, 0.0)).turn_gap;
    const bool on_edge = under_sole(rig, side, ground, place.position.y, turned) > place.position.y + 1e-3;
    if (then > 0.7 * lacks || on_edge) return;
    place = turned;
    lacks = then;
  }
}

/// A folded leg has a shortest length: a hip that sinks below it pushes the foot away over the ground, not into it.
Pose not_too_near(const FitRig& rig, Side side, const Pose& pelvis, const Pose& foot) {
  const Vec3 hip = hip_of(rig, side, pelvis);
  const double shortest = kFolded * rig.legs[index_of(side)].links.nearest;
  const Vec3 way = foot.position - hip;
  const double needed = shortest * shortest - way.y * way.y, now = way.x * way.x + way.z * way.z;
  if (needed <= now) return foot;
  // Backward, as when sitting down on the heels.
  const Vec3 back = foot.direction({0.0, 0.0, 1.0});
  const Vec3 out = math::normalized_or(Vec3(way.x, 0.0, way.z) + 0.05 * Vec3(back.x, 0.0, back.z), {0.0, 0.0, 1.0});
  return {foot.rotation, {hip.x + math::sqrt(needed) * out.x, foot.position.y, hip.z + math::sqrt(needed) * out.z}};
}

/// A leg has a longest length: a foot left behind is dragged over the ground, not lifted off it.
Pose not_too_far(const FitRig& rig, Side side, const Pose& pelvis, const Pose& foot) {
  const Vec3 hip = hip_of(rig, side, pelvis);
  const double longest = kReachable * rig.legs[index_of(side)].links.farthest;
  const Vec3 way = foot.position - hip;
  const double allowed = longest * longest - way.y * way.y, now = way.x * way.x + way.z * way.z;
  if (allowed <= 0.0 || now + way.y * way.y <= (1.0 + kGive) * longest * longest) return foot;
  const double share = math::sqrt(allowed / now);
  return {foot.rotation, {hip.x + share * way.x, foot.position.y, hip.z + share * way.z}};
}

/// A foot in the air comes to the end of its leg by and by: a knee near straight would dart for a millimetre.
Pose eased(const FitRig& rig, Side side, const Pose& pelvis, const Pose& foot) {
  const Vec3 hip = hip_of(rig, side, pelvis), way = foot.position - hip;
  const double longest = kReachable * rig.legs[index_of(side)].links.farthest, distance = glm::length(way);
  const double beyond = distance - (longest - kEasing);
  if (beyond <= 0.0) return foot;
  return {foot.rotation, hip + ((longest - kEasing * math::exp(-beyond / kEasing)) / distance) * way};
}

/// Kneeling the heel is up; it comes down as the body rises from its knees.
double kneeling_heel(const FitRig& rig, Side side, const Pose& pelvis, const FootPlace& place) {
  const double over = hip_of(rig, side, pelvis).y - place.position.y - rig.kneeling.upright;
  const double kneels = rig.kneeling.heel * (1.0 - math::smooth_step((over - kHeelStays) / kRising));
  return over > 0.0 ? std::max(kneels, heel_for(rig, side, pelvis, place)) : kneels;
}

/// How far a foot reaches under the ground at its place, m; 0 when nothing does.
double below(const FitRig& rig, std::size_t s, const Pose& foot, const LegSolution& solution, double ground) {
  const Pose toes = foot * Pose{solution.toes, rig.ball_in_foot};
  double lowest = ground;
  for (const Vec3& point : rig.soles[s].whole) {
    const Vec3 at = point.z < rig.ball_in_foot.z ? toes.point(point - rig.ball_in_foot) : foot.point(point);
    lowest = std::min(lowest, at.y);
  }
  return ground - lowest;
}

/// What is wrong with a leg, m: foot off its place, sole or knee under the ground.
double faults(const FitRig& rig, std::size_t s, const Pose& pelvis, const LegSolution& solution, double ground) {
  const Leg& leg = rig.legs[s];
  const Vec3 hip = hip_of(rig, kSides[s], pelvis);
  const Vec3 knee = hip + math::rotate(pelvis.rotation * solution.thigh, {0.0, -leg.links.upper, 0.0});
  return solution.gap + below(rig, s, foot_pose(leg, pelvis, solution), solution, ground) +
         std::max(0.0, ground + kKneeRadius - knee.y);
}

/// A body too low for a foot at its place, as in kneeling: the foot goes towards one tucked behind the seat, only its
/// ankle's place counts, and it hangs as the shank lets it. The first place that does, or else the best.
LegSolution tucked(const FitRig& rig, std::size_t s, const Pose& pelvis, const Pose& wanted, double ground,
                   const LegSolution& found, double faulty) {
  const Leg& leg = rig.legs[s];
  const Vec3 hip = hip_of(rig, kSides[s], pelvis);
  const Vec3 front = pelvis.direction(math::kForward);
  const Vec3 level = math::normalized_or({front.x, 0.0, front.z}, math::kForward);
  Vec3 seat = hip - kTuck * leg.links.nearest * level;
  seat.y = ground + rig.ankle_height;
  LegSettings free;
  free.free_foot = true;
  free.knee = level;
  LegSolution best = found;
  for (int place = 0; place <= 5 && faulty > kFaulty; ++place) {
    Pose at{wanted.rotation, wanted.position + 0.2 * place * (seat - wanted.position)};
    at = not_too_far(rig, kSides[s], pelvis, not_too_near(rig, kSides[s], pelvis, at));
    for (int round = 0; round < 3; ++round) {
      const LegSolution next = solve_leg(leg, pelvis, at, free);
      if (const double now = faults(rig, s, pelvis, next, ground); now < faulty) best = next, faulty = now;
      at.position.y += below(rig, s, foot_pose(leg, pelvis, next), next, ground);
    }
  }
  return best;
}

/// A kneeling leg: the ankle counts and the knee, which the foot's own direction says badly.
LegSolution kneeling_solution(const FitRig& rig, Side side, const Pose& pelvis, const FootPlace& place, double yaw) {
  const Vec3 hip = hip_of(rig, side, pelvis);
  LegSettings settings;
  settings.free_foot = true;
  settings.knee = kneeling_leg(rig.kneeling, side, hip, yaw, place.position.y).knee - hip;
  return solve_leg(rig.legs[index_of(side)], pelvis, foot_at(rig, place, rig.kneeling.heel, 0.0), settings);
}

/// A unit vector turned up as far as it must point, the way it goes over the ground.
Vec3 at_least(const Vec3& direction, double least_y) {
  if (direction.y >= least_y || least_y > 1.0) return direction;
  const Vec3 level = math::normalized_or({direction.x, 0.0, direction.z}, math::kForward);
  return Vec3(0.0, least_y, 0.0) + math::sqrt(1.0 - least_y * least_y) * level;
}

/// The flexion of an ankle `height` over the ground that keeps the toes on it: the heel goes with the ankle.
double flexion_on_toes(const FitRig& rig, const math::Quat& world_from_shank, double height) {
  const double ahead = -rig.ball_in_foot.z, down = -rig.ball_in_foot.y;
  const double length = math::sqrt(ahead * ahead + down * down), ball = rig.ankle_height - down;
  const double raised = math::asin(math::clamp((height - ball) / length, 0.0, 1.0)) - math::atan2(down, ahead);
  const double heel = math::clamp(raised, 0.0, rig.kneeling.heel);
  // The foot's forward axis, flexed by d, rises by sin d up + cos d forward of the shank: -sin heel is wanted.
  const double up = math::rotate(world_from_shank, math::kUp).y,
               forward = math::rotate(world_from_shank, math::kForward).y;
  const double rise = math::clamp(-math::sin(heel) / math::sqrt(up * up + forward * forward + 1e-12), -1.0, 1.0);
  return math::wrap_angle(math::asin(rise) - math::atan2(forward, up));
}

/// The bend of a knee, at least `bend`, that has the ankle no lower than `least_y` over the knee (as a share of the
/// shank): a foot that would go into the ground is folded to the seat.
double bend_over(const Leg& leg, const math::Quat& world_from_thigh, double bend, double least_y) {
  const double straight = -math::rotate(world_from_thigh, math::kUp).y,
               back = -math::rotate(world_from_thigh, math::kForward).y;
  const math::SinCos sc = math::sin_cos(bend);
  if (sc.cos * straight + sc.sin * back >= least_y) return bend;
  const double length = math::sqrt(straight * straight + back * back), lowest = math::atan2(-back, -straight);
  const double folded = lowest + math::acos(math::clamp(-least_y / std::max(1e-9, length), -1.0, 1.0));
  return math::clamp(folded, bend, leg.knee.upper);
}

/// The turn (world) about the line ahead through the hip that raises an ankle `way` from it by `rise`: a leg folded as
/// far as it goes gets over the ground by opening outward.
math::Quat opened(Side side, double yaw, const Vec3& way, double rise) {
  const LevelAxes axes = axes_of(yaw);
  const double out = outward(side) * glm::dot(way, axes.right), length = math::sqrt(out * out + way.y * way.y);
  const double open = math::acos(math::clamp(-(way.y + rise) / std::max(1e-6, length), -1.0, 1.0));
  const double turn = math::clamp(open - math::atan2(out, -way.y), 0.0, kMostOpen);
  return math::from_axis_angle(axes.forward, -outward(side) * turn);
}

/// On the way down to its knee a leg goes from what it was to what it will be, joint by joint, in every tick the same
/// share of what is left as of an eased way; knee and toes stay over the ground.
LegSolution going_down(const FitRig& rig, Side side, const Pose& pelvis, const FitFoot& foot, double dt, double yaw) {
  const std::size_t s = index_of(side);
  const Leg& leg = rig.legs[s];
  const Vec3 hip = hip_of(rig, side, pelvis);
  const FootPlace place = kneeling_place(rig, side, hip, yaw, foot.to.position.y);
  const LegSolution will = kneeling_solution(rig, side, pelvis, place, yaw);
  const double before = math::smooth_step((foot.time - dt) / foot.duration),
               now = math::smooth_step(foot.time / foot.duration);
  const double share = math::clamp((now - before) / std::max(1e-6, 1.0 - before), 0.0, 1.0);
  const auto limited = [&](Joint right, const math::Quat& q) {
    return within_limits(rig.body->skeleton, on_side(right, side), q);
  };
  const auto bend_of = [](const math::Quat& shank) { return 2.0 * math::atan2(-shank.x, shank.w); };
  LegSolution solution = will;
  solution.thigh = limited(Joint::RightThigh, math::slerp(foot.leg[0], will.thigh, share));
  const Vec3 thigh = math::rotate(pelvis.rotation * solution.thigh, {0.0, -1.0, 0.0});
  const Vec3 over = at_least(thigh, (foot.ground + kKneeRadius - hip.y) / leg.links.upper);
  const math::Quat lifted = math::conjugate(pelvis.rotation) * math::from_to(thigh, over) * pelvis.rotation;
  solution.thigh = limited(Joint::RightThigh, lifted * solution.thigh);
  const double bend = bend_of(foot.leg[1]) + share * (bend_of(will.shank) - bend_of(foot.leg[1]));
  double lowest = foot.ground + rig.ankle_height;
  for (int round = 0; round < 5; ++round) {
    const math::Quat world_from_thigh = pelvis.rotation * solution.thigh;
    const double knee_y = hip.y - leg.links.upper * math::rotate(world_from_thigh, math::kUp).y;
    const double folded = bend_over(leg, world_from_thigh, bend, (lowest - knee_y) / leg.links.lower);
    solution.shank = limited(Joint::RightShank, math::from_axis_angle(math::kRight, -folded));
    const Vec3 ankle = foot_pose(leg, pelvis, solution).position;
    const double flexion = flexion_on_toes(rig, world_from_thigh * solution.shank, ankle.y - foot.ground);
    const double kept = math::clamp(flexion, leg.dorsiflexion.lower, leg.dorsiflexion.upper);
    solution.foot = math::slerp(foot.leg[2], math::from_axis_angle(math::kRight, kept), approach(dt, kFootSeconds));
    const Pose reached = foot_pose(leg, pelvis, solution);
    solution.toes = toes_on_ground(leg, reached.rotation);
    const double under = below(rig, s, reached, solution, foot.ground);
    if (under < 1e-3) break;
    lowest = ankle.y + under;
    if (folded < leg.knee.upper - 1e-6) continue;
    const math::Quat open = math::conjugate(pelvis.rotation) * opened(side, yaw, ankle - hip, under) * pelvis.rotation;
    solution.thigh = limited(Joint::RightThigh, open * solution.thigh);
  }
  return solution;
}

LegSolution standing_solution(const FitRig& rig, Side side, const Pose& pelvis, const Pose& wanted, double ground) {
  const std::size_t s = index_of(side);
  LegSolution solution = solve_leg(rig.legs[s], pelvis, wanted);
  // Where a limit turned the foot, it may reach under the ground: lifted until it does not.
  double raised = 0.0;
  for (int round = 0; round < 3; ++round) {
    const double under = below(rig, s, foot_pose(rig.legs[s], pelvis, solution), solution, ground);
    if (under < 1e-4) break;
    raised += under;
    solution = solve_leg(rig.legs[s], pelvis, {wanted.rotation, wanted.position + Vec3(0.0, raised, 0.0)});
  }
  const double faulty = faults(rig, s, pelvis, solution, ground);
  return faulty > kFaulty ? tucked(rig, s, pelvis, wanted, ground, solution, faulty) : solution;
}

}  // namespace

void stand_on_feet(const FitRig& rig, const Ground& ground, double dt, FitFeet& feet, Posture& posture,
                   std::array<FootFit, 2>& fits) {
  const Pose& pelvis = posture.world_from_pelvis;
  const double yaw = math::yaw_of(pelvis.rotation);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    FitFoot& foot = feet.feet[s];
    const Vec3 hip = hip_of(rig, side, pelvis), stood = foot.place.position;
    const bool knee_down = foot.kneels && foot.planted() && hip.y < stood.y + rig.kneeling.upright;
    // Knees on the ground go with the hips, and the feet with the knees.
    if (knee_down) foot.place = kneeling_place(rig, side, hip, yaw, stood.y);
    if (rig.prior && foot.planted() && !foot.kneels && !foot.tracked) pivot(rig, side, ground, pelvis, foot.place);
    if (foot.planted())
      foot.heel = foot.kneels ? kneeling_heel(rig, side, pelvis, foot.place) : heel_for(rig, side, pelvis, foot.place);
    if (rig.prior && foot.planted() && !foot.kneels) foot.heel = std::max(foot.heel_up, foot.heel);
    const Pose placed = foot_at(rig, foot.place, foot.heel, foot.lift);
    const Pose pushed = not_too_near(rig, side, pelvis, placed), dragged = not_too_far(rig, side, pelvis, pushed);
    const Pose wanted = foot.planted() || foot.kneels || !rig.prior ? dragged : eased(rig, side, pelvis, pushed);
    foot.drag = foot.kneels ? Vec3(0.0) : dragged.position - pushed.position;
    double floor = foot.planted() ? foot.place.position.y : foot.ground;
    if (foot.drag != Vec3(0.0)) {  // over an edge it goes higher
      floor = std::max(floor, under_sole(rig, side, ground, floor, {stood + foot.drag, foot.place.yaw}));
    }
    const bool goes_down = foot.kneels && !foot.planted();
    const LegSolution solution = goes_down   ? going_down(rig, side, pelvis, foot, dt, yaw)
                                 : knee_down ? kneeling_solution(rig, side, pelvis, foot.place, yaw)
                                             : standing_solution(rig, side, pelvis, wanted, floor);
    set_leg(posture, side, solution);
    foot.leg = {solution.thigh, solution.shank, solution.foot};
    const Pose reached = foot_pose(rig.legs[s], pelvis, solution);
    FootFit& fit = fits[s];
    fit.gap = goes_down ? 0.0 : glm::length(reached.position - placed.position);
    // A step helps a leg that is too short, not one that is folded as far as it goes.
    foot.strain = foot.kneels || solution.status == LimbStatus::LimitClamped ? 0.0 : solution.gap;
    foot.strain += glm::length(foot.drag);
    // It stands when its ball is where it was put: a leg at a limit may hold it elsewhere.
    const double off = glm::length(reached.point(rig.ball_in_foot) - placed.point(rig.ball_in_foot));
    const double slid = knee_down ? glm::length(foot.place.position - stood) : 0.0;
    fit.contact = !foot.planted() || off + slid > kSlip ? SoleContact::None
                  : foot.heel > 0.05                    ? SoleContact::Ball
                                                        : SoleContact::Whole;
  }
}

}  // namespace fh::human
