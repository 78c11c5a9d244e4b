#include "human/tracked_fit.h"

#include <algorithm>
#include <cmath>

#include "human/sheet_postures.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kMostHeel = 1.0;      // rad a heel may rise
constexpr double kFarthest = 0.99995;  // of an arm's reach: just inside, where the arm has an answer at once
constexpr double kPelvisSwing = 0.12;  // rad the pelvis turns with the leading foot at a brisk walk

bool finite(const Pose& pose) {
  const double sum = pose.position.x + pose.position.y + pose.position.z + pose.rotation.x + pose.rotation.y +
                     pose.rotation.z + pose.rotation.w;
  return std::isfinite(sum);
}

Tracker usable(const Tracker& tracker) {
  return {tracker.pose, tracker.valid && finite(tracker.pose)};
}

/// The last seen head, its joint frame and its velocity.
Pose follow_head(const FitRig& rig, const TrackedInput& input, double dt, FitState& state) {
  const Tracker head = usable(input.head);
  const Vec3 before = state.world_from_eyes.position;
  if (head.valid) {
    state.world_from_eyes = {math::normalized(head.pose.rotation), head.pose.position};
    const Vec3 velocity = (head.pose.position - before) / dt;
    // Faster than anyone runs is a jump of tracking space: the body is set there, not dragged.
    const bool jumped = !state.started || glm::length(velocity) > 15.0;
    state.head_velocity = jumped ? Vec3(0.0) : velocity;
    if (jumped && state.started) state = FitState{.hands = state.hands, .world_from_eyes = state.world_from_eyes};
  } else {
    state.head_velocity = Vec3(0.0);
  }
  return state.world_from_eyes * Pose{math::kIdentity, -rig.eyes_in_head};
}

/// Where the weight wants to be: between the feet that stand, a little ahead of the ankles.
Vec3 balance_point(const FitRig& rig, const FitFeet& feet) {
  Vec3 sum(0.0);
  double weight = 0.0;
  for (const FitFoot& foot : feet.feet) {
    const double w = 1.0;
    const Pose flat = foot_at(rig, foot.planted() ? foot.place : foot.to, 0.0, 0.0);
    sum += w * (flat.position + flat.direction({0.0, 0.0, 0.35 * rig.ball_in_foot.z}));
    weight += w;
  }
  return sum / weight;
}

TrunkQuestion ask_trunk(const FitRig& rig, const FitState& state, const FitSettings& settings, const Pose& head) {
  TrunkQuestion q;
  q.world_from_head = head;
  q.yaw = state.heading.yaw.value;
  q.twist = math::clamp(math::wrap_angle(state.heading.chest.value - state.heading.yaw.value), -0.6, 0.6);
  const double speed = glm::length(state.gait.velocity);
  const double walking = state.gait.strength;
  q.sway_yaw = kPelvisSwing * walking * math::clamp(speed / 1.2, 0.0, 1.5) * math::cos(state.gait.phase);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const FitFoot& foot = state.feet.feet[s];
    const FootPlace& place = foot.planted() ? foot.place : foot.to;
    q.ankles[s] = foot_at(rig, place, 0.0, 0.0).position;
    q.leg_weights[s] = 1.0;
    if (walking > 0.0) {
      // A stride puts the feet apart; what counts for the height of the hips is how high they are when a leg passes.
      const Vec3 under(head.position.x, q.ankles[s].y, head.position.z);
      q.ankles[s] += walking * (under - q.ankles[s]);
    }
    q.hands[s] = state.hands.hands[s].world_from_wrist.position;
  }
  q.upright = walking;
  q.help_hands = settings.trunk_helps;
  q.balance_point = balance_point(rig, state.feet);
  q.balance_weight = settings.balance ? (1.0 - walking) / (1.0 + 4.0 * speed * speed) : 0.0;
  return q;
}

/// The rise of the heel from which a leg that is too short for the flat foot reaches: the ankle goes round the ball on
/// a circle, so this is one trigonometric equation.
double heel_for_reach(const FitRig& rig, const Vec3& hip, const FootPlace& place, double reach) {
  const Pose flat = foot_at(rig, place, 0.0, 0.0);
  const Vec3 ball = flat.point(rig.ball_in_foot), to_hip = hip - ball;
  // In the plane of the foot: along its forward axis and up.
  const double x = glm::dot(to_hip, flat.direction(math::kForward)), y = to_hip.y;
  const double ax = rig.ball_in_foot.z, ay = -rig.ball_in_foot.y;  // ankle seen from the ball
  const double wanted = 0.5 * (glm::dot(to_hip, to_hip) + ax * ax + ay * ay - reach * reach);
  // Heel up by h turns (ax, ay) to (ax cos h + ay sin h, -ax sin h + ay cos h).
  const double c = x * ax + y * ay, s = x * ay - y * ax, length = math::sqrt(c * c + s * s);
  if (c >= wanted || length < 1e-9) return 0.0;
  const double middle = math::atan2(s, c), half = math::acos(math::clamp(wanted / length, -1.0, 1.0));
  return math::clamp(middle - half, 0.0, kMostHeel);
}

/// The least rise of the heel with which leg, ankle and ground agree.
double heel_for(const FitRig& rig, Side side, const Pose& pelvis, const FootPlace& place) {
  const Leg& leg = rig.legs[index_of(side)];
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
  double heel = heel_for_reach(rig, hip, place, 0.9995 * leg.links.farthest);
  // A deep squat asks more of the ankle than it has: what it lacks the heel gives, which helps the ankle twice. What
  // other limits ask (a twisted hip) no heel can give.
  double lacks = solve_leg(leg, pelvis, foot_at(rig, place, heel, 0.0)).turn_gap;
  for (int i = 0; i < 6 && lacks > 1e-6 && heel < kMostHeel; ++i) {
    const double higher = std::min(kMostHeel, heel + 1.1 * lacks);
    const double then = solve_leg(leg, pelvis, foot_at(rig, place, higher, 0.0)).turn_gap;
    if (then > 0.5 * lacks) break;
    heel = higher;
    lacks = then;
  }
  return heel;
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

void stand_on_feet(const FitRig& rig, FitState& state, FitResult& result) {
  const Pose& pelvis = result.posture.world_from_pelvis;
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    FitFoot& foot = state.feet.feet[s];
    if (foot.planted()) foot.heel = heel_for(rig, side, pelvis, foot.place);
    const Pose wanted = foot_at(rig, foot.place, foot.heel, foot.lift);
    LegSolution solution = solve_leg(rig.legs[s], pelvis, wanted);
    const double under = below(rig, s, foot_pose(rig.legs[s], pelvis, solution), solution, foot.place.position.y);
    if (under > 0.0)
      solution = solve_leg(rig.legs[s], pelvis, {wanted.rotation, wanted.position + Vec3(0.0, under, 0.0)});
    set_leg(result.posture, side, solution);
    foot.strain = solution.gap;
    FootFit& fit = result.feet[s];
    fit.gap = solution.gap;
    fit.contact = !foot.planted() || solution.gap > 0.01 ? SoleContact::None
                  : foot.heel > 0.05                     ? SoleContact::Ball
                                                         : SoleContact::Whole;
  }
}

GapRemedy remedy_of(const FitRig& rig, const ArmSolution& arm, const Pose& wanted, double floor) {
  if (arm.gap < 1e-3) return arm.status == LimbStatus::Reached ? GapRemedy::NotNeeded : GapRemedy::Neither;
  const double highest = 0.86 * rig.head_height + rig.arm_length + 0.10;  // standing on the toes
  const double height = wanted.position.y - floor;
  if (height > highest || height < -0.02) return GapRemedy::Neither;
  return arm.gap < 0.30 ? GapRemedy::Lean : GapRemedy::Step;
}

/// An arm for a hand that may be out of reach: what is too far is taken on the line from the shoulder, which moves with
/// the arm, so a few rounds settle it. Cheaper and smoother than asking the arm for the nearest place.
ArmSolution reach_for(const FitRig& rig, Side side, const Pose& chest, const Pose& wanted, LimbMode mode,
                      Vec3& shoulder) {
  const Arm& arm = rig.arms[index_of(side)];
  const double farthest = kFarthest * arm.links.farthest;
  const Vec3 clavicle = rig.body->skeleton.offsets[index_of(on_side(Joint::RightClavicle, side))];
  const Vec3 beyond = rig.body->skeleton.offsets[index_of(on_side(Joint::RightUpperArm, side))];
  ArmSolution solution;
  for (int round = 0; round < 3; ++round) {
    Pose target = wanted;
    const Vec3 from = chest.point(shoulder), way = wanted.position - from;
    const double distance = glm::length(way);
    const bool far = distance > farthest;
    if (far) target.position = from + (farthest / distance) * way;
    solution = solve_arm(arm, chest, target, {.mode = mode});
    const Vec3 now = clavicle + math::rotate(solution.clavicle, beyond);
    const bool settled = glm::length(now - shoulder) < 1e-4;
    shoulder = now;
    if (far) {
      solution.status = LimbStatus::OutOfReach;
      solution.gap = glm::length(hand_pose(arm, chest, solution).position - wanted.position);
      solution.margin = 0.0;
    }
    if (settled || (!far && solution.status != LimbStatus::OutOfReach)) break;
  }
  return solution;
}

void reach(const FitRig& rig, const FitSettings& settings, double floor, FitState& state, FitResult& result) {
  const Pose chest = result.frames.pose(Joint::T2);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    FitHand& hand = state.hands.hands[s];
    if (!state.started) hand.shoulder = rig.shoulders[s];
    const ArmSolution arm = reach_for(rig, side, chest, hand.world_from_wrist, settings.mode, hand.shoulder);
    set_arm(result.posture, side, arm);
    result.hands[s] = {arm.status,           hand.tracking, arm.gap,
                       arm.turn_gap,         arm.margin,    remedy_of(rig, arm, hand.world_from_wrist, floor),
                       hand.world_from_wrist};
    double curl = 0.0;
    for (const double c : hand.curls) curl += 0.2 * c;
    curl_fingers(result.posture, side, curl);
  }
}

void weigh(const FitRig& rig, FitResult& result) {
  forward_kinematics(rig.body->skeleton, result.posture, result.frames);
  result.centre_of_mass = centre_of_mass(rig.body->masses, result.frames);
  std::array<FootContact, 2> contacts;
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    result.feet[s].world_from_foot = result.frames.pose(on_side(Joint::RightFoot, side));
    contacts[s] = {result.feet[s].world_from_foot, result.feet[s].contact};
  }
  const SupportPolygon support = support_polygon(rig.soles[0], contacts[0], rig.soles[1], contacts[1]);
  result.balance_margin = balance_of(support, result.centre_of_mass).margin;
  result.balanced = result.balance_margin >= 0.0;
}

}  // namespace

void FitState::visit(core::Archive& archive) {
  archive.field("heading", heading);
  archive.field("gait", gait);
  archive.field("trunk", trunk);
  archive.field("feet", feet);
  archive.field("hands", hands);
  archive.field("world_from_eyes", world_from_eyes);
  archive.field("head_velocity", head_velocity);
  archive.field("world_from_chest", world_from_chest);
  archive.field("centre_of_mass", centre_of_mass);
  archive.field("pelvis", pelvis);
  archive.field("balance_margin", balance_margin);
  archive.field("started", started);
}

FitResult fit_tracked(const FitRig& rig, const TrackedInput& input, const Ground& ground, double dt, FitState& state,
                      const FitSettings& settings) {
  FitResult result;
  if (!state.started && !usable(input.head).valid) {
    result.posture = standing_posture(rig.body->skeleton);
    weigh(rig, result);
    return result;
  }
  const Pose head = follow_head(rig, input, dt, state);
  const std::array<Tracker, 2> wrists{usable(input.hands[0].wrist), usable(input.hands[1].wrist)};
  if (!state.started) {
    advance_heading(state.heading, head, wrists, Vec3(0.0), 0.0, dt);
    place_feet(state.feet, rig, head.position, state.heading.yaw.value, ground);
    state.world_from_chest = {math::from_axis_angle(math::kUp, state.heading.yaw.value),
                              head.position - Vec3(0.0, 0.2, 0.0)};
    state.pelvis = state.centre_of_mass = head.position;
  }
  advance_gait(state.gait, head, state.head_velocity, wrists, state.heading.yaw.value, rig.leg_length, dt);
  if (state.started) advance_heading(state.heading, head, wrists, state.gait.velocity, state.feet.mean_yaw(), dt);
  advance_hands(state.hands, rig, input.hands, state.world_from_chest,
                {settings.hold_seconds, settings.ease_seconds, settings.return_seconds}, dt);
  FeetQuestion feet;
  feet.pelvis = state.pelvis;
  feet.velocity = state.gait.velocity;
  feet.yaw = state.heading.yaw.value;
  feet.turn_rate = state.heading.yaw.rate;
  feet.facing = state.heading.chest.value;
  feet.centre_of_mass = state.centre_of_mass;
  feet.balance_margin = state.balance_margin;
  feet.trackers = input.feet;
  advance_feet(state.feet, rig, feet, state.gait, ground, dt);

  TrunkQuestion question = ask_trunk(rig, state, settings, head);
  solve_trunk(rig, question, dt, state.trunk, result.posture);
  stand_on_feet(rig, state, result);
  forward_kinematics(rig.body->skeleton, result.posture, result.frames);
  const double floor = 0.5 * (state.feet.feet[0].place.position.y + state.feet.feet[1].place.position.y);
  reach(rig, settings, floor, state, result);
  weigh(rig, result);

  result.walking = state.gait.walking();
  result.head_gap = glm::length(result.frames.position(Joint::Head) - head.position);
  result.head_turn_gap = math::angle_between(result.frames.rotation(Joint::Head), head.rotation);
  state.world_from_chest = result.frames.pose(Joint::T2);
  state.centre_of_mass = result.centre_of_mass;
  state.pelvis = result.posture.world_from_pelvis.position;
  state.balance_margin = result.balance_margin;
  state.started = 1;
  return result;
}

}  // namespace fh::human
