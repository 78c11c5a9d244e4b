#include "human/fit_legs.h"

#include <algorithm>

#include "human/fit_swing.h"
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
constexpr double kKneeAside = 2.0;     // a knee comes off the ground by turning aside: more than it rises
constexpr double kRising = 0.15;       // m the hips rise over upright thighs until a kneeling heel is down
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

/// A folded leg has a shortest length: a hip that sinks below it pushes the foot away over the ground, not into it.
Pose not_too_near(const FitRig& rig, Side side, const Pose& pelvis, const Pose& foot) {
  const Vec3 hip = hip_of(rig, side, pelvis);
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
  const Vec3 hip = hip_of(rig, side, pelvis);
  const double longest = kReachable * rig.legs[index_of(side)].links.farthest;
  const Vec3 way = foot.position - hip;
  const double allowed = longest * longest - way.y * way.y, now = way.x * way.x + way.z * way.z;
  if (allowed <= 0.0 || now + way.y * way.y <= (1.0 + kGive) * longest * longest) return foot;
  const double share = math::sqrt(allowed / now);
  return {foot.rotation, {hip.x + share * way.x, foot.position.y, hip.z + share * way.z}};
}

/// Kneeling the heel is up; it comes down as the body rises from its knees.
double kneeling_heel(const FitRig& rig, Side side, const Pose& pelvis, const FootPlace& place) {
  const double over = hip_of(rig, side, pelvis).y - place.position.y - rig.kneeling.upright;
  const double kneels = rig.kneeling.heel * (1.0 - math::smooth_step(over / kRising));
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

/// On the way down to its knee a leg goes from what it was to what it will be, joint by joint, over the ground.
LegSolution going_down(const FitRig& rig, Side side, const Pose& pelvis, const FitFoot& foot, double dt, double yaw) {
  const std::size_t s = index_of(side);
  const Leg& leg = rig.legs[s];
  const Vec3 hip = hip_of(rig, side, pelvis);
  const FootPlace place = kneeling_place(rig, side, hip, yaw, foot.to.position.y);
  LegSolution solution = kneeling_solution(rig, side, pelvis, place, yaw);
  // The same share of what is left in every tick as of an eased way from its beginning.
  const double before = math::smooth_step((foot.time - dt) / foot.duration),
               now = math::smooth_step(foot.time / foot.duration);
  const double share = math::clamp((now - before) / std::max(1e-6, 1.0 - before), 0.0, 1.0);
  const auto between = [&](Joint right, const math::Quat& from, const math::Quat& to) {
    return within_limits(rig.body->skeleton, on_side(right, side), math::slerp(from, to, share));
  };
  solution.thigh = between(Joint::RightThigh, foot.leg[0], solution.thigh);
  solution.shank = between(Joint::RightShank, foot.leg[1], solution.shank);
  solution.foot = between(Joint::RightFoot, foot.leg[2], solution.foot);
  for (int round = 0; round < 6; ++round) {
    const Pose at = foot_pose(leg, pelvis, solution);
    const Vec3 thigh = math::rotate(pelvis.rotation * solution.thigh, {0.0, -1.0, 0.0});
    const double under = below(rig, s, at, solution, foot.ground);
    const double knee_under = foot.ground + kKneeRadius - (hip.y + leg.links.upper * thigh.y);
    if (std::max(under, knee_under) < 1e-3) break;
    LegSettings settings;
    settings.free_foot = true;
    settings.knee = thigh + Vec3(0.0, kKneeAside * std::max(0.0, knee_under) / leg.links.upper, 0.0);
    // A folded leg is lifted by letting the foot go out.
    const Pose over{at.rotation, at.position + Vec3(0.0, 1.2 * under, 0.0)};
    solution = solve_leg(leg, pelvis, not_too_near(rig, side, pelvis, over), settings);
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
    if (foot.planted())
      foot.heel = foot.kneels ? kneeling_heel(rig, side, pelvis, foot.place) : heel_for(rig, side, pelvis, foot.place);
    const Pose placed = foot_at(rig, foot.place, foot.heel, foot.lift);
    const Pose pushed = not_too_near(rig, side, pelvis, placed), wanted = not_too_far(rig, side, pelvis, pushed);
    foot.drag = foot.kneels ? Vec3(0.0) : wanted.position - pushed.position;
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
