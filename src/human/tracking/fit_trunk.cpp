// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_trunk.h"

#include <algorithm>
#include <cmath>

#include "human/body/gaze.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

// Tuned: upper body, jitter and CoM outside of docs/measurements/body-tracking.md; asserted by test_reaches and
// test_tracked_fit ("kneeling", "standing at rest").
constexpr double kLeast = -0.15, kMost = 2.4;             // rad of pitch searched
constexpr double kHollow = -0.5;                          // rad, the same over a pelvis that a tracker shows
constexpr double kUprightSink = 0.18, kBowPerSink = 1.6;  // share of the head's height, rad: lower heads bow
constexpr double kMostBow = 1.2;                          // rad that hips are kept up by
constexpr double kMostRoll = 0.7, kDeep = 0.25, kDeepRoll = 0.1;
constexpr double kMostTwist = 0.7;
constexpr int kSteps = 2;
constexpr double kFollowSeconds = 0.04;  // of the trunk behind what the search finds

// What one unit of disturbance is: the scales of the least squares.
constexpr double kBalanceScale = 0.06;  // m of the centre of mass
constexpr double kPitchScale = 1.2;     // rad
constexpr double kWalkingPitchScale = 0.35;
constexpr double kTwistScale = 0.25;                                          // rad from where the chest seems to face
constexpr double kReachScale = 0.025;                                         // m a hand is out of the arm's reach
constexpr double kEasyReach = 0.995;                                          // of the arm
constexpr double kTrackerScale = 0.005;                                       // m from a worn tracker
constexpr double kFoldRoom = 0.10, kFoldScale = 0.03;                         // m above the shortest leg
constexpr double kMostNeck = 0.82, kMostNeckRoll = 0.70, kStiffScale = 0.03;  // rad: the neck ends here
constexpr double kHipRoom = 0.02;                                             // m over the lowest place of the pelvis
constexpr double kHipScale = 0.03;                                            // rad of hip flexion beyond its range
constexpr double kShankScale = 0.12;                                          // of the shank, before the ankle ends
constexpr double kGirdle = 0.01;                                              // m the shoulder itself gives
constexpr double kRollScale = 0.35;                                           // rad
constexpr double kStretchScale = 0.04;                                        // m a leg is too short
constexpr double kBendScale = 0.15;                                           // m a leg is shortened by its knee
constexpr double kNeckScale = 0.15;                                           // rad beyond the easy range
constexpr double kEasyFlexion = 0.70, kEasyExtension = 0.60, kEasyRoll = 0.45;  // rad of neck and head together

Quat tilted(double yaw, double pitch, double roll) {
  return math::from_axis_angle(math::kUp, yaw) * math::from_axis_angle({-1.0, 0.0, 0.0}, pitch) *
         math::from_axis_angle({0.0, 0.0, -1.0}, roll);
}

struct Trial {
  Vec3 inclination{0.0};  // pitch, roll, twist
  Vec3 centre_of_mass{0.0}, pelvis{0.0};
  std::array<double, 2> legs{};    // hip to ankle
  std::array<double, 2> arms{};    // shoulder to wrist
  std::array<double, 2> hips{};    // how high the knee is over the hip in the pelvis, as a share of the thigh
  std::array<double, 2> shanks{};  // how far the knee is ahead of the ankle, as a share of the shank
  Vec3 neck{0.0};                  // flexion, lateral, turn of the head against the trunk
};

/// Sets the rotations of pelvis and spine. The pelvis takes its share, the rest goes to the vertebrae.
Quat bend(const FitRig& rig, double yaw, const Vec3& inclination, double share, Posture& posture) {
  const double pelvis_pitch = share * inclination.x, pelvis_roll = share * inclination.y;
  const Quat pelvis = tilted(yaw, pelvis_pitch, pelvis_roll);
  const Vec3 totals(inclination.x - pelvis_pitch, inclination.y - pelvis_roll, inclination.z);
  posture.world_from_pelvis.rotation = pelvis;
  return pelvis * set_spine(posture, rig.spine.shape(totals));
}

/// The same, with a pelvis that is turned as a tracker sees it, or half of each inclination where none does.
Quat bend(const FitRig& rig, const TrunkQuestion& q, const Vec3& inclination, Posture& posture) {
  if (q.pelvis_weight <= 0.0) {
    return bend(rig, q.yaw + q.sway_yaw, inclination - Vec3(0.0, 0.0, q.sway_yaw), q.pelvis_share, posture);
  }
  posture.world_from_pelvis.rotation = q.world_from_pelvis.rotation;
  return q.world_from_pelvis.rotation *
         set_spine(posture, rig.spine.shape(inclination - Vec3(q.pelvis_tilt.x, q.pelvis_tilt.y, 0.0)));
}

/// Neck and head on the trunk, and all of it hung on the head: what neck and spine could not take turns the pelvis.
void hang_on_head(const FitRig& rig, const Pose& world_from_head, const Quat& world_from_trunk, Posture& posture) {
  set_neck(rig.body->skeleton, math::conjugate(world_from_trunk) * world_from_head.rotation, posture);
  posture.world_from_pelvis = pelvis_for(rig.body->skeleton, posture, Joint::Head, world_from_head);
}

/// A leg whose knee points to the front, as shares of its links.
struct LegShape {
  double thigh_rise;  // knee over the hip along the pelvis' upward axis: -cos(flexion)
  double shank_lean;  // knee ahead of the ankle over the ground: sin(dorsiflexion) on a flat foot
};
LegShape leg_shape(const TwoLink& links, const Vec3& hip, const Vec3& ankle, const Quat& world_from_pelvis) {
  const Vec3 way = ankle - hip;
  const double distance = math::clamp(glm::length(way), links.nearest, links.farthest);
  const Vec3 axis = math::normalized_or(way, {0.0, -1.0, 0.0});
  const Vec3 forward = math::rotate(world_from_pelvis, math::kForward), up = math::rotate(world_from_pelvis, math::kUp);
  const Vec3 out = math::normalized_or(forward - glm::dot(forward, axis) * axis, up);
  const double along = math::clamp(
      (links.upper * links.upper + distance * distance - links.lower * links.lower) / (2.0 * links.upper * distance),
      -1.0, 1.0);
  const Vec3 thigh = along * axis + math::sqrt(1.0 - along * along) * out;
  const Vec3 shank = (links.upper * thigh - distance * axis) / links.lower;  // ankle to knee
  const Vec3 level = math::normalized_or({forward.x, 0.0, forward.z}, math::kForward);
  return {glm::dot(thigh, up), glm::dot(shank, level)};
}

/// A whole trial: the posture from pelvis to head, hung on the head, and what it costs is read off it.
void attempt(const FitRig& rig, const TrunkQuestion& q, Trial& trial, Posture& posture) {
  const Skeleton& skeleton = rig.body->skeleton;
  const MassModel& masses = rig.body->masses;
  const Quat trunk = bend(rig, q, trial.inclination, posture);
  const Quat trunk_from_head = math::conjugate(trunk) * q.world_from_head.rotation;
  const Vec3 turn = math::to_rotation_vector(trunk_from_head);
  trial.neck = {-turn.x, -turn.z, turn.y};
  // Positions against the pelvis; the head's place then says where the pelvis is.
  Pose at{posture.world_from_pelvis.rotation, Vec3(0.0)};
  Vec3 moment = masses.segments[0].mass * at.point(masses.segments[0].centre);
  double mass = masses.segments[0].mass;
  Pose chest;
  for (std::size_t i = kSpine.first; i < kSpine.end; ++i) {
    at = at * Pose{posture.rotations[i], skeleton.offsets[i]};
    moment += masses.segments[i].mass * at.point(masses.segments[i].centre);
    mass += masses.segments[i].mass;
    if (i == index_of(Joint::T2)) chest = at;
  }
  const Quat neck = at.rotation * math::from_rotation_vector(kNeckShare * turn);
  const Vec3 neck_at = at.point(skeleton.offsets[index_of(Joint::Neck)]);
  const Vec3 head_at = neck_at + math::rotate(neck, skeleton.offsets[index_of(Joint::Head)]);
  const Vec3 pelvis = q.world_from_head.position - head_at;
  const SegmentMass& head = masses.segments[index_of(Joint::Head)];
  moment += mass * pelvis + head.mass * q.world_from_head.point(head.centre);
  mass += head.mass + 2.0 * (rig.arm_mass + rig.leg_mass);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const Vec3 hip = pelvis + math::rotate(posture.world_from_pelvis.rotation,
                                           skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
    const Vec3 shoulder = pelvis + chest.point(rig.shoulders[s]);
    trial.legs[s] = glm::length(hip - q.ankles[s]);
    const LegShape shape = leg_shape(rig.legs[s].links, hip, q.ankles[s], posture.world_from_pelvis.rotation);
    trial.hips[s] = shape.thigh_rise;
    trial.shanks[s] = shape.shank_lean;
    trial.arms[s] = glm::length(shoulder - q.hands[s]);
    // Centres of thigh, shank and foot, and of upper arm, forearm and hand together.
    moment += rig.leg_mass * (0.64 * hip + 0.36 * q.ankles[s]) + rig.arm_mass * (0.54 * shoulder + 0.46 * q.hands[s]);
    // A load stays with its hand, wherever the trunk goes.
    moment += q.held_masses[s] * q.held_centres[s];
    mass += q.held_masses[s];
  }
  trial.centre_of_mass = moment / mass;
  trial.pelvis = pelvis;
}

constexpr std::size_t kResiduals = 21;
using Residuals = std::array<double, kResiduals>;

/// max(value, 0) rounded over a centimetre: a corner would make the search jump from one side to the other.
double positive(double value) {
  return 0.5 * (value + math::sqrt(value * value + 1e-4));
}

Residuals residuals(const FitRig& rig, const TrunkQuestion& q, const Trial& trial) {
  Residuals r{};
  r[0] = q.balance_weight * (trial.centre_of_mass.x - q.balance_point.x) / kBalanceScale;
  r[1] = q.balance_weight * (trial.centre_of_mass.z - q.balance_point.z) / kBalanceScale;
  r[2] = trial.inclination.x / (kPitchScale + q.upright * (kWalkingPitchScale - kPitchScale));
  // Deep down it is the bow that keeps the hips up, not leaning to a side.
  r[3] = (1.0 + 6.0 * std::max(0.0, q.sunk - kUprightSink)) * trial.inclination.y / kRollScale;
  r[4] = (trial.inclination.z - q.twist) / kTwistScale;
  for (std::size_t s = 0; s < 2; ++s) {
    const double shortened = rig.leg_length - trial.legs[s], bent = positive(shortened);
    r[5 + s] = q.heel_weights[s] * q.leg_weights[s] * (shortened - bent) / kStretchScale;
    // A knee bent to its limit ends the bend for good.
    const double folded = positive(rig.legs[s].links.nearest + kFoldRoom - trial.legs[s]);
    r[7 + s] = q.leg_weights[s] * (bent / kBendScale + folded / kFoldScale);
    if (q.help_hands)
      r[9 + s] = positive(trial.arms[s] - kEasyReach * rig.arms[s].links.farthest - kGirdle) / kReachScale;
  }
  r[11] = math::beyond(trial.neck.x, -kEasyExtension, kEasyFlexion) / kNeckScale +
          math::beyond(trial.neck.x, -kMostNeck, kMostNeck) / kStiffScale;
  r[12] = math::beyond(trial.neck.y, -kEasyRoll, kEasyRoll) / kNeckScale +
          math::beyond(trial.neck.y, -kMostNeckRoll, kMostNeckRoll) / kStiffScale;
  // Heels stay down in a crouch as long as they can.
  for (std::size_t s = 0; s < 2; ++s) {
    r[16 + s] = q.leg_weights[s] * std::max(0.0, trial.hips[s] - rig.thigh_rise) / kHipScale;
    r[19 + s] = q.crouched * q.leg_weights[s] * positive(trial.shanks[s] - rig.shank_lean) / kShankScale;
  }
  r[18] = positive(q.lowest_pelvis + kHipRoom - trial.pelvis.y) / kFoldScale;
  for (int k = 0; k < 3; ++k) {
    r[13 + static_cast<std::size_t>(k)] =
        q.pelvis_weight * (trial.pelvis[k] - q.world_from_pelvis.position[k]) / kTrackerScale;
  }
  return r;
}

/// The normal equations of three unknowns.
struct Normal {
  math::Mat3 matrix{1e-6};
  Vec3 gradient{0.0};

  Normal(const Residuals& r, const std::array<Residuals, 3>& by) {
    for (std::size_t i = 0; i < kResiduals; ++i) {
      const Vec3 row(by[0][i], by[1][i], by[2][i]);
      for (int k = 0; k < 3; ++k) matrix[k] += row[k] * row;
      gradient += r[i] * row;
    }
  }
  /// By Cramer's rule.
  Vec3 solve(const Vec3& right) const {
    const Vec3 c0 = glm::cross(matrix[1], matrix[2]), c1 = glm::cross(matrix[2], matrix[0]),
               c2 = glm::cross(matrix[0], matrix[1]);
    return Vec3(glm::dot(c0, right), glm::dot(c1, right), glm::dot(c2, right)) / glm::dot(matrix[0], c0);
  }
};

/// How far a shift of the balance point moves the centre of mass, to first order: the answer of the least squares to
/// it.
Vec3 moved_by(const Vec3& shift, const Normal& normal, const std::array<Residuals, 3>& by) {
  const Vec3 x(by[0][0], by[1][0], by[2][0]), z(by[0][1], by[1][1], by[2][1]);
  const Vec3 turned = normal.solve(shift.x * x + shift.z * z);
  return {glm::dot(x, turned), 0.0, glm::dot(z, turned)};
}

/// Under a head that goes so low that the hips would sink lower than legs fold, the trunk bends forward: the pelvis
/// swings back and up about the head. The search asks for the same, but it may lag in a fast descent.
void keep_hips_up(const FitRig& rig, const TrunkQuestion& q, FitTrunk& trunk, Posture& posture) {
  for (int round = 0; round < 10; ++round) {
    const Vec3 hips = posture.world_from_pelvis.position, head = q.world_from_head.position;
    const double missing = q.lowest_pelvis - hips.y;
    // A neck at its end takes the pelvis along: then bowing farther does not raise it.
    if (missing <= 1e-4 || trunk.pitch.value >= kMostBow) return;
    const double behind = math::sqrt((hips.x - head.x) * (hips.x - head.x) + (hips.z - head.z) * (hips.z - head.z));
    trunk.pitch.value = std::min(kMostBow, trunk.pitch.value + std::min(0.25, missing / std::max(behind, 0.15)));
    hang_on_head(rig, q.world_from_head, bend(rig, q, trunk.inclination(), posture), posture);
  }
}

}  // namespace

void FitTrunk::visit(core::Archive& archive) {
  archive.field("pitch", pitch);
  archive.field("roll", roll);
  archive.field("twist", twist);
  archive.field("shifted_x", shifted_x);
  archive.field("shifted_z", shifted_z);
  archive.field("started", started);
}

void set_trunk(const FitRig& rig, const Pose& world_from_head, double yaw, const Vec3& pitch_roll_twist,
               Posture& posture, double pelvis_share) {
  hang_on_head(rig, world_from_head, bend(rig, yaw, pitch_roll_twist, pelvis_share, posture), posture);
}

void see_pelvis(const Pose& world_from_pelvis, TrunkQuestion& q) {
  const Vec3 forward = math::rotate(world_from_pelvis.rotation, math::kForward);
  const Vec3 right = math::rotate(world_from_pelvis.rotation, math::kRight);
  const Vec3 up = math::rotate(world_from_pelvis.rotation, math::kUp);
  q.world_from_pelvis = world_from_pelvis;
  q.pelvis_tilt = {-math::asin(math::clamp(forward.y, -1.0, 1.0)), math::atan2(-right.y, up.y)};
  q.pelvis_weight = 1.0;
  q.yaw = math::yaw_of(world_from_pelvis.rotation);
  q.sway_yaw = q.balance_weight = 0.0;
}

void solve_trunk(const FitRig& rig, const TrunkQuestion& q, double dt, FitTrunk& trunk, Posture& posture) {
  Trial trial;
  trial.inclination =
      trunk.started ? Vec3(trunk.pitch.value, trunk.roll.value, trunk.twist.value) : Vec3(0, 0, q.twist);
  const double deep = std::max(0.0, q.sunk - kUprightSink);
  const double roll = kMostRoll + math::smooth_step(deep / kDeep) * (kDeepRoll - kMostRoll);
  // Under a pelvis that is seen the spine has its whole range: a back that is hollow leans behind the hips.
  const double bow = q.pelvis_weight > 0.0 ? kHollow : kLeast + kBowPerSink * deep;
  const Vec3 least(bow, -roll, -kMostTwist), most(kMost, roll, kMostTwist);
  // A fixed number of steps keeps ticks alike; half a degree for the slopes.
  constexpr double kSlope = 0.01;
  const int steps = trunk.started ? kSteps : 6 * kSteps;
  std::array<Residuals, 3> by;
  Vec3 moved(0.0);
  for (int step = 0; step < steps; ++step) {
    attempt(rig, q, trial, posture);
    const Residuals r = residuals(rig, q, trial);
    // The slopes of one step serve the next: they hardly change within a tick.
    for (int k = 0; k < (step % 2 == 0 ? 3 : 0); ++k) {
      Trial turned = trial;
      turned.inclination[k] += kSlope;
      attempt(rig, q, turned, posture);
      by[static_cast<std::size_t>(k)] = residuals(rig, q, turned);
      for (std::size_t i = 0; i < kResiduals; ++i) {
        double& slope = by[static_cast<std::size_t>(k)][i];
        slope = (slope - r[i]) / kSlope;
      }
    }
    const Normal normal(r, by);
    const Vec3 by_step = glm::clamp(-normal.solve(normal.gradient), Vec3(-0.25), Vec3(0.25));
    moved = moved_by(q.shift, normal, by);
    trial.inclination = glm::clamp(trial.inclination + by_step, least, most);
  }
  if (!trunk.started) {
    trunk.pitch.set(trial.inclination.x);
    trunk.roll.set(trial.inclination.y);
    trunk.twist.set(trial.inclination.z);
    trunk.started = 1;
  }
  trunk.pitch.follow(trial.inclination.x, dt, kFollowSeconds);
  trunk.roll.follow(trial.inclination.y, dt, kFollowSeconds);
  trunk.twist.follow(trial.inclination.z, dt, kFollowSeconds);
  trunk.shifted_x.follow(moved.x, dt, kFollowSeconds);
  trunk.shifted_z.follow(moved.z, dt, kFollowSeconds);
  hang_on_head(rig, q.world_from_head, bend(rig, q, trunk.inclination(), posture), posture);
  keep_hips_up(rig, q, trunk, posture);
}

}  // namespace fh::human
