#include "human/fit_legs.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kMostHeel = 1.0;      // rad a heel may rise
constexpr double kSlip = 0.008;        // m a ball may be off its place and still stand
constexpr double kFolded = 1.01;       // of a leg's shortest length
constexpr double kReachable = 0.9995;  // of a leg's length: just inside
constexpr double kGive = 0.002;        // of the square of it: nothing is dragged for a millimetre
constexpr double kFaulty = 0.01;       // m a leg may be wrong by before its foot is tucked away
constexpr double kKneeRadius = 0.04;   // m
constexpr double kTuck = 1.1;          // of the shortest leg, behind the hip

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
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
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

/// A folded leg has a shortest length: a hip that sinks below it pushes the foot away over the ground, not into it.
Pose not_too_near(const FitRig& rig, Side side, const Pose& pelvis, const Pose& foot) {
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
  const double shortest = kFolded * rig.legs[index_of(side)].links.nearest;
  const Vec3 way = foot.position - hip;
  const double needed = shortest * shortest - way.y * way.y, now = way.x * way.x + way.z * way.z;
  if (needed <= now) return foot;
  // Backward, as one who sits down on the heels.
  const Vec3 back = foot.direction({0.0, 0.0, 1.0});
  const Vec3 out = math::normalized_or(Vec3(way.x, 0.0, way.z) + 0.05 * Vec3(back.x, 0.0, back.z), {0.0, 0.0, 1.0});
  return {foot.rotation, {hip.x + math::sqrt(needed) * out.x, foot.position.y, hip.z + math::sqrt(needed) * out.z}};
}

/// A leg has a longest length: a foot left behind is dragged over the ground, not lifted off it.
Pose not_too_far(const FitRig& rig, Side side, const Pose& pelvis, const Pose& foot) {
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
  const double longest = kReachable * rig.legs[index_of(side)].links.farthest;
  const Vec3 way = foot.position - hip;
  const double allowed = longest * longest - way.y * way.y, now = way.x * way.x + way.z * way.z;
  if (allowed <= 0.0 || now + way.y * way.y <= (1.0 + kGive) * longest * longest) return foot;
  const double share = math::sqrt(allowed / now);
  return {foot.rotation, {hip.x + share * way.x, foot.position.y, hip.z + share * way.z}};
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
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, kSides[s]))]);
  const Vec3 knee = hip + math::rotate(pelvis.rotation * solution.thigh, {0.0, -leg.links.upper, 0.0});
  return solution.gap + below(rig, s, foot_pose(leg, pelvis, solution), solution, ground) +
         std::max(0.0, ground + kKneeRadius - knee.y);
}

/// A body too low for a foot at its place, as in kneeling: the foot goes towards one tucked behind the seat, only its
/// ankle's place counts, and it hangs as the shank lets it. The first place that does, or else the best.
LegSolution tucked(const FitRig& rig, std::size_t s, const Pose& pelvis, const Pose& wanted, double ground,
                   const LegSolution& found, double faulty) {
  const Leg& leg = rig.legs[s];
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, kSides[s]))]);
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

}  // namespace

void stand_on_feet(const FitRig& rig, FitFeet& feet, Posture& posture, std::array<FootFit, 2>& fits) {
  const Pose& pelvis = posture.world_from_pelvis;
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    FitFoot& foot = feet.feet[s];
    if (foot.planted()) foot.heel = heel_for(rig, side, pelvis, foot.place);
    const Pose placed = foot_at(rig, foot.place, foot.heel, foot.lift);
    const Pose pushed = not_too_near(rig, side, pelvis, placed), wanted = not_too_far(rig, side, pelvis, pushed);
    const double ground = foot.planted() ? foot.place.position.y : foot.ground;
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
    if (faulty > kFaulty) solution = tucked(rig, s, pelvis, wanted, ground, solution, faulty);
    set_leg(posture, side, solution);
    FootFit& fit = fits[s];
    fit.gap = glm::length(foot_pose(rig.legs[s], pelvis, solution).position - placed.position);
    // A step helps a leg that is too short, not one that is folded as far as it goes.
    foot.strain = solution.status == LimbStatus::LimitClamped ? 0.0 : solution.gap;
    foot.strain += glm::length(wanted.position - pushed.position);
    // It stands when its ball is where it was put: a leg at a limit may hold it elsewhere.
    const Vec3 ball = foot_pose(rig.legs[s], pelvis, solution).point(rig.ball_in_foot);
    const bool there = glm::length(ball - placed.point(rig.ball_in_foot)) < kSlip;
    fit.contact = !foot.planted() || !there ? SoleContact::None
                  : foot.heel > 0.05        ? SoleContact::Ball
                                            : SoleContact::Whole;
  }
}

}  // namespace fh::human
