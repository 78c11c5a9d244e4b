// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/tracked_fit.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "human/body/named_postures.h"
#include "human/tracking/fit_reach.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec3;

// Tuned: hands, CoM outside and the table of kneeling in docs/measurements/body-tracking.md; asserted by
// test_tracked_fit and test_fit_kneel.
// Share of its height that a head sinks by before rules alone say how the body is: crouches and crawls were learnt
// from few people (docs/measurements/body-tracking.md, "The prior by itself").
constexpr double kPriorSunk = 0.2;
constexpr double kLowestHips = 0.27;      // of a leg's length over the ankles: thighs on the calves, heels up
constexpr double kCrouchingSpeed = 0.25;  // m/s over the floor: faster bodies do not crouch, nor on stairs
constexpr double kKneeTouches = 0.02;     // m
constexpr double kKneelingShare = 0.95, kKneelSeconds = 0.06;
constexpr double kLevelFeet = 0.02;    // m between the heights of two feet
constexpr double kMostForeseen = 0.1;  // of the head's height
constexpr double kForesight = 0.15;    // s: a fast descent kneels early, or the feet would not pass
constexpr double kNod = 0.02;          // m a head sinks by looking down
constexpr double kTrunk = 0.4;         // of the head's height: hips to head
constexpr double kFirmHeel = 1.0;      // more that a heel stays down while one foot carries
constexpr double kShifted = 0.03;      // m
// Chosen on the held-back people of the training set (docs/measurements/body-tracking.md, "The prior by itself").
constexpr double kHoldStill = 0.3, kHoldStillTo = 0.3;  // m/s of the head: balance is kept at all cost, and less beyond
constexpr double kRolled = 0.02;                        // rad of the heel: the ball carries
constexpr double kPelvisSwing = 0.12;                   // rad the pelvis turns with the leading foot at a brisk walk

Tracker usable(const Tracker& tracker) {
  return {tracker.pose, tracker.valid && finite(tracker.pose)};
}

/// The last seen head, its joint frame and its velocity.
Pose follow_head(const FitRig& rig, const TrackedInput& input, double dt, FitState& state) {
  const Tracker head = usable(input.head);
  const Vec3 before = state.world_from_eyes.position;
  if (head.valid) {
    const Vec3 velocity = (head.pose.position - before) / dt;
    // Faster than anyone runs is a jump of tracking space: the body is set there, not dragged.
    const bool jumped = !state.started || glm::length(velocity) > 15.0;
    state.head_velocity = jumped ? Vec3(0.0) : velocity;
    const Pose world_from_eyes{math::normalized(head.pose.rotation), head.pose.position};
    if (jumped && state.started) state = FitState{.hands = state.hands, .headset = state.headset};
    state.world_from_eyes = world_from_eyes;
  } else {
    state.head_velocity = Vec3(0.0);
  }
  return state.world_from_eyes * Pose{math::kIdentity, -rig.eyes_in_head - Vec3(0.0, state.headset.higher, 0.0)};
}

/// How much lower a head that descends on level ground will be after kForesight, m.
double foreseen(const FitRig& rig, const FitState& state) {
  double lowest = state.feet.feet[0].place.position.y, highest = lowest;
  for (const FitFoot& foot : state.feet.feet) {
    for (const FootPlace* place : {&foot.place, &foot.from, &foot.to}) {
      lowest = std::min(lowest, place->position.y);
      highest = std::max(highest, place->position.y);
    }
  }
  // Stairs are gone down feet first.
  if (!state.kneels && highest - lowest > kLevelFeet) return 0.0;
  return math::clamp(-kForesight * state.head_velocity.y, 0.0, kMostForeseen * rig.head_height);
}

/// 0 on both feet … 1 on both knees: a pelvis that bowed before the thighs are down would bend the hips too far.
double kneeling_progress(const FitFeet& feet) {
  double least = 1.0;
  for (const FitFoot& foot : feet.feet) {
    least = std::min(least, !foot.kneels ? 0.0 : foot.planted() ? 1.0 : math::smooth_step(foot.time / foot.duration));
  }
  return least;
}

/// How far the head has gone from over the feet, less what a bow that lowers it so far would take it.
double free_way(const FitRig& rig, const FitFeet& feet, const Vec3& head) {
  const Vec3 over = balance_point(rig, feet, head, SwingingFoot::WhereItGoes);
  const double gone = math::sqrt((head.x - over.x) * (head.x - over.x) + (head.z - over.z) * (head.z - over.z));
  const double ground = std::max(feet.feet[0].place.position.y, feet.feet[1].place.position.y);
  const double sunk = std::max(0.0, rig.head_height + ground - head.y - kNod);
  // A trunk of length l bowed forward by d sinks by about d² / 2l.
  return gone - math::sqrt(2.0 * kTrunk * rig.head_height * sunk);
}

/// What of the feet carries a body that follows a prior, and how firmly the weight is kept over it. A foot that steps
/// slowly gives its share to the other as the weight is shifted.
void keep_balance(const FitState& state, double speed, TrunkQuestion& q) {
  q.hold = 1.0 - math::smooth_step((speed - kHoldStill) / kHoldStillTo);
  int planted = 0;
  for (std::size_t s = 0; s < 2; ++s) {
    const FitFoot& foot = state.feet.feet[s];
    if (foot.kneels) q.hold = 0.0;
    q.soles[s] = foot.place;
    const bool carries = foot.planted() && state.feet.loading != s + 1;  // not one that is about to be lifted
    q.carry[s] = !carries ? SoleContact::None : foot.heel_up > kRolled ? SoleContact::Ball : SoleContact::Whole;
    planted += carries ? 1 : 0;
  }
  q.hold_weight = planted == 1 ? state.weight.loaded : 1.0;
}

TrunkQuestion ask_trunk(const FitRig& rig, const TrackedInput& input, const FitState& state,
                        const FitSettings& settings, const Pose& head, const PriorGuess* guess) {
  TrunkQuestion q;
  q.world_from_head = head;
  q.yaw = state.heading.yaw.value;
  q.twist = math::clamp(math::wrap_angle(state.heading.chest.value - state.heading.yaw.value), -0.6, 0.6);
  const double speed = glm::length(state.gait.velocity);
  const double prior = guess ? state.prior.share : 0.0;
  const double walking = (1.0 - prior) * state.gait.strength;  // what rules know of walking
  q.sway_yaw = kPelvisSwing * walking * math::clamp(speed / 1.2, 0.0, 1.5) * math::cos(state.gait.phase);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const FitFoot& foot = state.feet.feet[s];
    q.ankles[s] = resting_foot(rig, foot).position;
    if (foot.kneels && !foot.planted()) {  // hips go down with the knees, not before them
      const Vec3 stood = foot_at(rig, foot.from, foot.heel_from, 0.0).position;
      q.ankles[s] = stood + math::smooth_step(foot.time / foot.duration) * (q.ankles[s] - stood);
    }
    q.leg_weights[s] = foot.led == 1 ? 0.0 : 1.0;
    q.heel_weights[s] = foot.planted() && !foot.kneels ? 1.0 + kFirmHeel * state.weight.loaded : 1.0;
    if (walking > 0.0) {
      // A stride puts the feet apart; what counts for the height of the hips is how high they are when a leg passes.
      const Vec3 under(head.position.x, q.ankles[s].y, head.position.z);
      q.ankles[s] += walking * (under - q.ankles[s]);
    }
    const Pose& wrist = state.hands.hands[s].path.world_from_wrist;
    q.hands[s] = wrist.position;
    q.held_masses[s] = input.hands[s].held_mass;
    q.held_centres[s] = wrist.point(input.hands[s].held_centre);
  }
  const double ground = std::min(state.feet.feet[0].place.position.y, state.feet.feet[1].place.position.y);
  const double squat = rig.ankle_height + kLowestHips * rig.leg_length;
  q.lowest_pelvis = ground + squat + state.kneeling * (rig.kneeling.lowest - squat);
  // A kneeling body bows from the hips: a curled back would bring the seat to the floor.
  q.pelvis_share = kPelvisShare + state.kneeling * (kKneelingShare - kPelvisShare);
  q.sunk = math::clamp(1.0 - (head.position.y - q.ankles[0].y) / (rig.head_height - rig.ankle_height), 0.0, 1.0);
  q.crouched = (1.0 - state.kneeling) * (1.0 - walking) *
               (1.0 - math::smooth_step((speed - kCrouchingSpeed) / kCrouchingSpeed)) *
               crouched(rig, state.feet, head.position);
  q.upright = walking;
  q.help_hands = settings.trunk_helps;
  q.balance_point = state.weight.point();
  q.shift = state.weight.shift;
  q.balance_weight = settings.balance ? (1.0 - state.gait.strength) / (1.0 + 4.0 * speed * speed) : 0.0;
  if (guess) tell_trunk(*guess, prior, q);
  if (guess && settings.balance) keep_balance(state, speed, q);
  return q;
}

/// What carries: the soles in contact, and knees on the ground.
SupportPolygon support_of(const FitRig& rig, const FitFeet& feet, FitResult& result) {
  std::array<math::Vec2, 2 * Sole::kPoints + 2> points;
  std::size_t count = 0;
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const FootFit& foot = result.feet[s];
    const Vec3 knee = result.frames.position(on_side(Joint::RightShank, side));
    if (feet.feet[s].kneels && knee.y < feet.feet[s].place.position.y + kKneeRadius + kKneeTouches) {
      points[count++] = {knee.x, knee.z};
      result.on_knees = true;
    }
    if (foot.contact == SoleContact::None) continue;
    for (const Vec3& p : foot.contact == SoleContact::Ball ? rig.soles[s].ball : rig.soles[s].whole) {
      const Vec3 at = foot.world_from_foot.point(p);
      points[count++] = {at.x, at.z};
    }
  }
  return convex_support({points.data(), count});
}

void update_balance(const FitRig& rig, const TrackedInput& input, const FitFeet& feet, FitResult& result) {
  forward_kinematics(rig.body->skeleton, result.posture, result.frames);
  for (const Side side : kSides) {
    result.feet[index_of(side)].world_from_foot = result.frames.pose(on_side(Joint::RightFoot, side));
  }
  result.support = support_of(rig, feet, result);
  weigh(rig, loads_of(input), result);
}

/// With both feet at rest where they are or go.
double stance_margin(const FitRig& rig, const FitFeet& feet, const Vec3& centre_of_mass, double now) {
  if (feet.feet[0].kneels && feet.feet[1].kneels) return std::max(0.0, now);
  const FootContact left{resting_foot(rig, feet.feet[0])}, right{resting_foot(rig, feet.feet[1])};
  return balance_of(support_polygon(rig.soles[0], left, rig.soles[1], right), centre_of_mass).margin;
}

/// How far inside one sole alone the weight is.
double over_foot(const FitRig& rig, std::size_t s, const FitResult& result) {
  const FootContact none{{}, SoleContact::None}, foot{result.feet[s].world_from_foot, result.feet[s].contact};
  return balance_of(support_polygon(rig.soles[s], foot, rig.soles[s], none), result.centre_of_mass).margin;
}

/// The first frame: the body is put under the head, facing as it does.
void begin(const FitRig& rig, const TrackedInput& input, const Ground& ground, const Pose& head,
           const std::array<Tracker, 2>& wrists, double dt, FitState& state) {
  advance_heading(state.heading, head, wrists, Vec3(0.0), 0.0, dt);
  place_feet(state.feet, rig, head.position, state.heading.yaw.value, input.floor, ground);
  state.world_from_chest = {math::from_axis_angle(math::kUp, state.heading.yaw.value),
                            head.position - Vec3(0.0, 0.2, 0.0)};
  state.pelvis = state.centre_of_mass = head.position;
  state.prior.share = 1.0;
}

GaitCues gait_cues(const FitRig& rig, const FitState& state, const Pose& head, const std::array<Tracker, 2>& wrists) {
  GaitCues cues;
  cues.world_from_head = head;
  cues.head_velocity = state.head_velocity;
  cues.wrists = wrists;
  cues.yaw = state.heading.yaw.value;
  cues.free_way = free_way(rig, state.feet, head.position);
  cues.first = first_foot(state.feet, state.gait.velocity, cues.yaw);
  cues.leg_length = rig.leg_length;
  return cues;
}

/// Whether the body goes down on its knees, and how far it is. `seen_below`: trackers show the pelvis or a foot.
void advance_kneeling(const FitRig& rig, const Pose& head, bool seen_below, double dt, FitState& state) {
  const double face = -math::asin(math::clamp(math::rotate(head.rotation, math::kForward).y, -1.0, 1.0));
  const Vec3 soon = head.position - Vec3(0.0, foreseen(rig, state), 0.0);
  state.kneels = !seen_below && !state.gait.walking() && kneels_now(state.kneels, sunk_by(rig, state.feet, soon), face);
  state.kneeling += approach(dt, kKneelSeconds) * (state.kneels * kneeling_progress(state.feet) - state.kneeling);
}

FeetQuestion ask_feet(const FitRig& rig, const TrackedInput& input, const PriorGuess* guess, const FitState& state) {
  FeetQuestion q;
  if (guess) {
    q.prior = state.prior.share;
    q.leads = foot_leads(rig, *guess);
  }
  q.pelvis = state.pelvis;
  q.hips = state.hips;
  q.velocity = state.gait.velocity;
  q.yaw = state.heading.yaw.value;
  q.turn_rate = state.heading.yaw.rate;
  q.com_velocity = state.com_velocity;
  q.facing = state.heading.chest.value;
  q.centre_of_mass = state.centre_of_mass;
  q.stance_margin = state.stance_margin;
  q.over = state.over;
  q.bent = state.trunk.pitch.value;
  q.kneels = state.kneels != 0;
  q.trackers = {usable(input.feet[0]), usable(input.feet[1])};
  return q;
}

/// A hand that was never seen has no controller: with one alone, rules say how the body is.
bool both_seen(const FitHands& hands) {
  return std::ranges::all_of(hands.hands, [](const FitHand& h) { return h.path.tracking != HandTracking::Absent; });
}

/// The trunk between head, feet and hands, then legs and arms on it.
void solve_posture(const FitRig& rig, const TrackedInput& input, const Ground& ground, const Pose& head, double dt,
                   const FitSettings& settings, const PriorGuess* guess, FitState& state, FitResult& result) {
  TrunkQuestion question = ask_trunk(rig, input, state, settings, head, guess);
  if (const Tracker pelvis = usable(input.pelvis); pelvis.valid) see_pelvis(pelvis.pose, question);
  solve_trunk(rig, question, dt, state.trunk, result.posture);
  stand_on_feet(rig, ground, dt, state.feet, result.posture, result.feet);
  forward_kinematics(rig.body->skeleton, result.posture, result.frames);
  reach_hands(rig, input, settings, dt, state, result);
  update_balance(rig, input, state.feet, result);
}

/// What the next frame needs to know of this one's body.
void remember_body(const FitRig& rig, const TrackedInput& input, const FitResult& result, double dt, FitState& state) {
  state.world_from_chest = result.frames.pose(Joint::T2);
  const Vec3 neutral = result.centre_of_mass - state.trunk.shifted();
  const double held_mass = input.hands[0].held_mass + input.hands[1].held_mass;
  // What is picked up or put down moves the centre of mass, not the body.
  if (state.started && held_mass == state.held_mass) {
    const Vec3 moved = (neutral - state.centre_of_mass) / dt;
    // A shift that begins or ends is no motion of the body: then the head says how it moves.
    const double shifting = math::smooth_step(glm::length(state.weight.shift) / kShifted);
    const Vec3 level = Vec3(moved.x, 0.0, moved.z) + shifting * (state.gait.velocity - Vec3(moved.x, 0.0, moved.z));
    state.com_velocity += approach(dt, 0.12) * (level - state.com_velocity);
  }
  state.centre_of_mass = neutral;
  state.held_mass = held_mass;
  state.pelvis = result.posture.world_from_pelvis.position;
  state.hips = {result.frames.position(Joint::LeftThigh), result.frames.position(Joint::RightThigh)};
  state.stance_margin = stance_margin(rig, state.feet, neutral, result.balance_margin);
  for (std::size_t s = 0; s < 2; ++s) state.over[s] = over_foot(rig, s, result);
}

}  // namespace

void FitAdvice::visit(core::Archive& archive) {
  archive.field("remedy", remedy);
  archive.field("ticks_left", ticks_left);
  archive.field("attempt", attempt);
}

void FitState::visit(core::Archive& archive) {
  archive.field("heading", heading);
  archive.field("gait", gait);
  archive.field("trunk", trunk);
  archive.field("feet", feet);
  archive.field("weight", weight);
  archive.field("hands", hands);
  archive.field("left_advice", advice[0]);
  archive.field("right_advice", advice[1]);
  archive.field("headset", headset);
  archive.field("world_from_eyes", world_from_eyes);
  archive.field("head_velocity", head_velocity);
  archive.field("world_from_chest", world_from_chest);
  archive.field("centre_of_mass", centre_of_mass);
  archive.field("pelvis", pelvis);
  archive.field("left_hip", hips[0]);
  archive.field("right_hip", hips[1]);
  archive.field("com_velocity", com_velocity);
  archive.field("held_mass", held_mass);
  archive.field("stance_margin", stance_margin);
  archive.field("over_left", over[0]);
  archive.field("over_right", over[1]);
  archive.field("kneels", kneels);
  archive.field("kneeling", kneeling);
  archive.field("started", started);
}

void weigh(const FitRig& rig, std::span<const HeldLoad> loads, FitResult& result) {
  result.centre_of_mass = centre_of_mass(rig.body->masses, result.frames, loads);
  result.balance_margin = balance_of(result.support, result.centre_of_mass).margin;
  result.balanced = result.balance_margin >= 0.0;
}

FitResult fit_tracked(const FitRig& rig, const TrackedInput& input, const Ground& ground, double dt, FitState& state,
                      const FitSettings& settings) {
  FitResult result;
  if (!state.started && !usable(input.head).valid) {
    result.posture = standing_posture(rig.body->skeleton);
    update_balance(rig, input, state.feet, result);
    return result;
  }
  // Points: the head, and the wrists that are seen.
  const Pose head = follow_head(rig, input, dt, state);
  const std::array<Tracker, 2> wrists{usable(input.hands[0].wrist), usable(input.hands[1].wrist)};
  if (!state.started) begin(rig, input, ground, head, wrists, dt, state);
  // Locomotion: walking or not, heading, hands, kneeling, feet and the weight on them.
  advance_gait(state.gait, gait_cues(rig, state, head, wrists), dt);
  if (state.started) advance_heading(state.heading, head, wrists, state.gait.velocity, state.feet.mean_yaw(), dt);
  advance_hands(state.hands, rig, input.hands, state.world_from_chest, settings.hand_loss, dt);
  const bool seen_below = usable(input.pelvis).valid || usable(input.feet[0]).valid || usable(input.feet[1]).valid;
  advance_kneeling(rig, head, seen_below, dt, state);
  std::optional<PriorGuess> guess;
  if (rig.prior && settings.prior && !seen_below && both_seen(state.hands)) {
    const bool wanted = !state.kneels && sunk_by(rig, state.feet, head.position) < kPriorSunk;
    guess = ask_prior(rig, head, state.hands, wrists, state.feet, wanted, dt, state.prior);
    face_as(*guess, state.prior.share, dt, state.heading);
  } else {
    state.prior = {};
  }
  const FeetQuestion feet = ask_feet(rig, input, guess ? &*guess : nullptr, state);
  advance_feet(state.feet, rig, feet, state.gait, ground, dt);
  advance_weight(state.weight, rig, state.feet, head.position, feet.centre_of_mass, glm::length(feet.velocity), dt);
  // Posture: trunk, legs, arms.
  solve_posture(rig, input, ground, head, dt, settings, guess ? &*guess : nullptr, state, result);
  result.walking = state.gait.walking();
  result.headset_higher = state.headset.higher;
  result.head_gap = glm::length(result.frames.position(Joint::Head) - head.position);
  result.head_turn_gap = math::angle_between(result.frames.rotation(Joint::Head), head.rotation);
  // Memory for the next frame.
  remember_body(rig, input, result, dt, state);
  if (!seen_below && !result.walking) {
    advance_headset(state.headset, rig, state.feet, state.hips, glm::length(state.com_velocity), dt);
  }
  state.started = 1;
  return result;
}

}  // namespace fh::human
