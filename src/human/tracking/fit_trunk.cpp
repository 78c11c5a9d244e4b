// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_trunk.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "human/body/gaze.h"
#include "human/tracking/fit_reach.h"
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
// Where a prior is asked; chosen on the held-back people of the training set (docs/measurements/body-tracking.md, "The
// prior by itself").
constexpr double kMostTilt = 1.2;              // rad of the pelvis beyond its share
constexpr double kTiltScale = 0.5;             // rad of the same that is one unit of disturbance
constexpr double kMostNeckTurn = 1.3;          // rad
constexpr double kTrunkDamping = 40.0;         // of the least squares, 1/rad²
constexpr double kFollowSeconds = 0.04;        // of the trunk behind what the search finds
constexpr double kFollowPriorSeconds = 0.012;  // the same where a prior says what moves smoothly by itself

// What is kept at all cost where a prior is asked; chosen in the same way.
constexpr double kSpare = 0.025;         // m inside the soles: what a trial knows of arms and shanks is 1 cm off
constexpr double kLegSpare = 0.002;      // m a leg stays shorter than straight
constexpr double kTiptoe = 0.06;         // m a leg lacks from which a heel may rise, and twice of it: it must
constexpr double kOnBall = 0.052;        // m a leg lacks: only the ball carries
constexpr double kArmSpare = 0.001;      // m an arm stays shorter than straight
constexpr double kNearLength = 0.03;     // m before that from which an arm is watched
constexpr double kMostShort = 0.01;      // m of what an arm lacks that the trunk helps with
constexpr double kArmGives = 1e-4;       // m²: a hand counts less than balance and legs where not all can be had
constexpr double kBalanceCounts = 10.0;  // among what is lacking
constexpr double kTowards = 0.5;         // of the way there from the last tick: conflicts settle instead of alternating
constexpr double kSettled = 1e-6;        // m²: what is lacking is no more worth a round
constexpr double kShankHold = 0.15;      // m that a unit of shank_lean counts for
constexpr double kShankSight = 0.2;      // of shank_lean, from which on an ankle is watched
constexpr double kMostOff = 0.3;         // m the centre of mass is brought back by at a time
constexpr double kMostHeld = 0.5;        // rad of change that the nearest posture may ask for
constexpr double kHoldStep = 0.25;       // rad in a round
constexpr int kHoldRounds = 4;           // the first looks for the nearest posture, the others keep what it has found
constexpr double kHoldDamping = 1e-7;    // of the forces
constexpr double kHeldSeconds = 0.03;
constexpr double kEasyNeck = 0.55, kEasyNeckTurn = 1.2;  // rad: a neck that certainly has not come to its end

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

/// Pitch, roll and twist of the trunk; pitch, roll and yaw of the pelvis beyond its share of them.
constexpr std::size_t kTrunkBends = 6;
using TrunkBends = std::array<double, kTrunkBends>;

struct Trial {
  TrunkBends bends{};
  std::array<Vec3, kTrunkMarks> marks;
  Vec3 centre_of_mass{0.0}, pelvis{0.0};
  std::array<double, 2> legs{};    // hip to ankle
  std::array<double, 2> arms{};    // shoulder to wrist
  std::array<double, 2> hips{};    // how high the knee is over the hip in the pelvis, as a share of the thigh
  std::array<double, 2> shanks{};  // how far the knee is ahead of the ankle, as a share of the shank
  Vec3 neck{0.0};                  // flexion, lateral, turn of the head against the trunk
  Pose chest;                      // frame of T2
};

/// Sets the rotations of pelvis and spine. The pelvis takes its part, the rest goes to the vertebrae.
Quat bend(const FitRig& rig, double yaw, const Vec3& inclination, const math::Vec2& pelvis_part, Posture& posture) {
  const Quat pelvis = tilted(yaw, pelvis_part.x, pelvis_part.y);
  const Vec3 totals(inclination.x - pelvis_part.x, inclination.y - pelvis_part.y, inclination.z);
  posture.world_from_pelvis.rotation = pelvis;
  return pelvis * set_spine(posture, rig.spine.shape(totals));
}

/// The same, with a pelvis that is turned as a tracker sees it, or by its share of each inclination where none does.
Quat bend(const FitRig& rig, const TrunkQuestion& q, const TrunkBends& b, Posture& posture) {
  if (q.pelvis_weight > 0.0) {
    posture.world_from_pelvis.rotation = q.world_from_pelvis.rotation;
    return q.world_from_pelvis.rotation *
           set_spine(posture, rig.spine.shape(Vec3(b[0], b[1], b[2]) - Vec3(q.pelvis_tilt.x, q.pelvis_tilt.y, 0.0)));
  }
  math::Vec2 part(q.pelvis_share * b[0], q.pelvis_share * b[1]);
  double turned = q.sway_yaw;
  if (rig.prior) {
    part += math::Vec2(b[3], b[4]);
    turned += b[5];
  }
  return bend(rig, q.yaw + turned, Vec3(b[0], b[1], b[2]) - Vec3(0.0, 0.0, turned), part, posture);
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
  const Quat trunk = bend(rig, q, trial.bends, posture);
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
    for (const std::size_t mark : {kAtT5, kAtT12, kAtL5}) {
      if (i == index_of(kLandmarks[mark].joint)) trial.marks[mark] = at.position;
    }
  }
  const Quat neck = at.rotation * math::from_rotation_vector(kNeckShare * turn);
  const Vec3 neck_at = at.point(skeleton.offsets[index_of(Joint::Neck)]);
  const Vec3 head_at = neck_at + math::rotate(neck, skeleton.offsets[index_of(Joint::Head)]);
  const Vec3 pelvis = q.world_from_head.position - head_at;
  trial.chest = {chest.rotation, pelvis + chest.position};
  trial.marks[kAtNeck] = neck_at;
  for (const std::size_t mark : {kAtNeck, kAtT5, kAtT12, kAtL5}) trial.marks[mark] += pelvis;
  const SegmentMass& head = masses.segments[index_of(Joint::Head)];
  moment += mass * pelvis + head.mass * q.world_from_head.point(head.centre);
  mass += head.mass + 2.0 * (rig.arm_mass + rig.leg_mass);
  for (const Side side : kSides) {
    const std::size_t s = index_of(side);
    const Vec3 hip = pelvis + math::rotate(posture.world_from_pelvis.rotation,
                                           skeleton.offsets[index_of(on_side(Joint::RightThigh, side))]);
    const Vec3 shoulder = pelvis + chest.point(rig.shoulders[s]);
    trial.marks[kAtHips + s] = hip;
    trial.marks[kAtShoulders + s] = shoulder;
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

// What rules ask for, and what a prior does: the neck, the pelvis, its marks.
constexpr std::size_t kRules = 21, kResiduals = kRules + 4 + 3 * kTrunkMarks;
using Residuals = std::array<double, kResiduals>;

/// max(value, 0) rounded over a centimetre: a corner would make the search jump from one side to the other.
double positive(double value) {
  return 0.5 * (value + math::sqrt(value * value + 1e-4));
}

void ask_as_told(const TrunkQuestion& q, const Trial& trial, Residuals& r) {
  for (std::size_t k = 0; k < 3; ++k) r[kRules + k] = trial.bends[3 + k] / kTiltScale;
  r[kRules + 3] = q.prior * math::beyond(trial.neck.z, -kMostNeckTurn, kMostNeckTurn) / kStiffScale;
  double* mark = r.data() + kRules + 4;
  for (std::size_t i = 0; i < kTrunkMarks; ++i) {
    for (int k = 0; k < 3; ++k) *mark++ = q.mark_weights[i] * (trial.marks[i][k] - q.marks[i][k]);
  }
}

Residuals residuals(const FitRig& rig, const TrunkQuestion& q, const Trial& trial) {
  Residuals r{};
  const double rules = 1.0 - q.prior;  // of habit, which the prior knows better
  const TrunkBends& b = trial.bends;
  r[0] = q.balance_weight * (trial.centre_of_mass.x - q.balance_point.x) / kBalanceScale;
  r[1] = q.balance_weight * (trial.centre_of_mass.z - q.balance_point.z) / kBalanceScale;
  r[2] = rules * b[0] / (kPitchScale + q.upright * (kWalkingPitchScale - kPitchScale));
  // Deep down it is the bow that keeps the hips up, not leaning to a side.
  r[3] = rules * (1.0 + 6.0 * std::max(0.0, q.sunk - kUprightSink)) * b[1] / kRollScale;
  r[4] = rules * (b[2] - q.twist) / kTwistScale;
  for (std::size_t s = 0; s < 2; ++s) {
    const double shortened = rig.leg_length - trial.legs[s], bent = positive(shortened);
    r[5 + s] = q.heel_weights[s] * q.leg_weights[s] * (shortened - bent) / kStretchScale;
    // A knee bent to its limit ends the bend for good.
    const double folded = positive(rig.legs[s].links.nearest + kFoldRoom - trial.legs[s]);
    r[7 + s] = q.leg_weights[s] * (rules * bent / kBendScale + folded / kFoldScale);
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
  if (rig.prior) ask_as_told(q, trial, r);
  return r;
}

/// The normal equations of three unknowns.
struct Normal {
  math::Mat3 matrix{1e-6};
  Vec3 gradient{0.0};

  Normal(const Residuals& r, const std::array<Residuals, kTrunkBends>& by) {
    for (std::size_t i = 0; i < kRules; ++i) {
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
Vec3 moved_by(const Vec3& shift, const Normal& normal, const std::array<Residuals, kTrunkBends>& by) {
  const Vec3 x(by[0][0], by[1][0], by[2][0]), z(by[0][1], by[1][1], by[2][1]);
  const Vec3 turned = normal.solve(shift.x * x + shift.z * z);
  return {glm::dot(x, turned), 0.0, glm::dot(z, turned)};
}

/// The damped normal equations of the first `count` unknowns, where a prior is asked.
struct DampedNormal {
  std::size_t count;
  std::array<TrunkBends, kTrunkBends> factor{};  // lower triangle, of Cholesky
  TrunkBends gradient{};

  DampedNormal(std::size_t unknowns, const Residuals& r, const std::array<Residuals, kTrunkBends>& by)
      : count(unknowns) {
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < kResiduals; ++i) gradient[k] += r[i] * by[k][i];
      for (std::size_t j = 0; j <= k; ++j) {
        double sum = j == k ? kTrunkDamping : 0.0;
        for (std::size_t i = 0; i < kResiduals; ++i) sum += by[k][i] * by[j][i];
        for (std::size_t i = 0; i < j; ++i) sum -= factor[k][i] * factor[j][i];
        factor[k][j] = j < k ? sum / factor[j][j] : math::sqrt(std::max(sum, 1e-9));
      }
    }
  }
  TrunkBends solve(TrunkBends x) const {
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < k; ++i) x[k] -= factor[k][i] * x[i];
      x[k] /= factor[k][k];
    }
    for (std::size_t k = count; k-- > 0;) {
      for (std::size_t i = k + 1; i < count; ++i) x[k] -= factor[i][k] * x[i];
      x[k] /= factor[k][k];
    }
    return x;
  }
};

Vec3 moved_by(const Vec3& shift, const DampedNormal& normal, const std::array<Residuals, kTrunkBends>& by) {
  TrunkBends turned{};
  for (std::size_t k = 0; k < normal.count; ++k) turned[k] = shift.x * by[k][0] + shift.z * by[k][1];
  turned = normal.solve(turned);
  Vec3 moved(0.0);
  for (std::size_t k = 0; k < normal.count; ++k) moved += turned[k] * Vec3(by[k][0], 0.0, by[k][1]);
  return moved;
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
    hang_on_head(rig, q.world_from_head, bend(rig, q, trunk.bends(), posture), posture);
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
  hang_on_head(rig, world_from_head,
               bend(rig, yaw, pitch_roll_twist, pelvis_share * math::Vec2(pitch_roll_twist), posture), posture);
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

namespace {

struct Range {
  TrunkBends least, most;
};
Range range_of(const TrunkQuestion& q) {
  const double deep = std::max(0.0, q.sunk - kUprightSink);
  const double roll = kMostRoll + math::smooth_step(deep / kDeep) * (kDeepRoll - kMostRoll);
  // Under a pelvis that is seen the spine has its whole range: a back that is hollow leans behind the hips.
  const bool hollow = q.pelvis_weight > 0.0 || q.prior > 0.0;
  const double bow = hollow ? kHollow : kLeast + kBowPerSink * deep;
  return {{bow, -roll, -kMostTwist, -kMostTilt, -kMostTilt, -kMostTilt},
          {kMost, roll, kMostTwist, kMostTilt, kMostTilt, kMostTilt}};
}

double cost_of(const Residuals& r) {
  double sum = 0.0;
  for (const double value : r) sum += value * value;
  return sum;
}

constexpr double kSlope = 0.01;  // half a degree for the slopes

/// How residuals change with the first `unknowns` of the bends.
void slopes(const FitRig& rig, const TrunkQuestion& q, const Trial& trial, const Residuals& r, std::size_t unknowns,
            Posture& posture, std::array<Residuals, kTrunkBends>& by) {
  const std::size_t count = rig.prior ? kResiduals : kRules;
  for (std::size_t k = 0; k < unknowns; ++k) {
    Trial turned = trial;
    turned.bends[k] += kSlope;
    attempt(rig, q, turned, posture);
    by[k] = residuals(rig, q, turned);
    for (std::size_t i = 0; i < count; ++i) by[k][i] = (by[k][i] - r[i]) / kSlope;
  }
}

/// Least squares from where the last tick ended; a fixed number of steps keeps ticks alike. How far the shift of the
/// balance point moved the centre of mass.
Vec3 search(const FitRig& rig, const TrunkQuestion& q, int steps, Trial& trial, Posture& posture) {
  const Range range = range_of(q);
  std::array<Residuals, kTrunkBends> by;
  Vec3 moved(0.0);
  for (int step = 0; step < steps; ++step) {
    attempt(rig, q, trial, posture);
    const Residuals r = residuals(rig, q, trial);
    // The slopes of one step serve the next: they hardly change within a tick.
    if (step % 2 == 0) slopes(rig, q, trial, r, 3, posture, by);
    const Normal normal(r, by);
    const Vec3 by_step = glm::clamp(-normal.solve(normal.gradient), Vec3(-0.25), Vec3(0.25));
    moved = moved_by(q.shift, normal, by);
    for (int k = 0; k < 3; ++k) {
      const std::size_t b = static_cast<std::size_t>(k);
      trial.bends[b] = math::clamp(trial.bends[b] + by_step[k], range.least[b], range.most[b]);
    }
  }
  return moved;
}

/// The same between rules and a prior. A step that makes it worse is halved: the best that was met counts. `normal`:
/// the last equations.
Vec3 search_as_told(const FitRig& rig, const TrunkQuestion& q, int steps, Trial& trial, Posture& posture,
                    std::optional<DampedNormal>& normal) {
  const Range range = range_of(q);
  const std::size_t unknowns = q.prior > 0.0 ? kTrunkBends : 3;
  std::array<Residuals, kTrunkBends> by;
  Vec3 moved(0.0);
  TrunkBends best = trial.bends;
  double least = 0.0;
  for (int step = 0; step <= steps; ++step) {
    attempt(rig, q, trial, posture);
    const Residuals r = residuals(rig, q, trial);
    const double cost = cost_of(r);
    if (step > 0 && cost > least) {
      for (std::size_t k = 0; k < kTrunkBends; ++k) trial.bends[k] = 0.5 * (trial.bends[k] + best[k]);
      continue;
    }
    best = trial.bends;
    least = cost;
    if (step == steps) break;
    if (step % 2 == 0) slopes(rig, q, trial, r, unknowns, posture, by);
    normal.emplace(unknowns, r, by);
    const TrunkBends back = normal->solve(normal->gradient);
    moved = moved_by(q.shift, *normal, by);
    for (std::size_t k = 0; k < kTrunkBends; ++k) {
      const double by_step = k < unknowns ? math::clamp(-back[k], -0.25, 0.25) : 0.0;
      trial.bends[k] = math::clamp(trial.bends[k] + by_step, range.least[k], range.most[k]);
    }
  }
  trial.bends = best;
  return moved;
}

/// A trial as the body will be: where the neck ends, the trunk turns about the head.
void attempt_hung(const FitRig& rig, const TrunkQuestion& q, Trial& trial, Posture& posture) {
  attempt(rig, q, trial, posture);
  if (std::abs(trial.neck.x) < kEasyNeck && std::abs(trial.neck.y) < kEasyNeck &&
      std::abs(trial.neck.z) < kEasyNeckTurn) {
    return;
  }
  const Quat wanted = posture.world_from_pelvis.rotation;
  hang_on_head(rig, q.world_from_head, bend(rig, q, trial.bends, posture), posture);
  const Quat turned = posture.world_from_pelvis.rotation * math::conjugate(wanted);
  const Vec3 head = q.world_from_head.position;
  const auto about = [&](const Vec3& at) { return head + math::rotate(turned, at - head); };
  // Feet and hands stay, and with them about a fifth of the mass.
  trial.centre_of_mass += 0.8 * (about(trial.centre_of_mass) - trial.centre_of_mass);
  trial.chest = {turned * trial.chest.rotation, about(trial.chest.position)};
  for (std::size_t s = 0; s < 2; ++s) {
    trial.marks[kAtHips + s] = about(trial.marks[kAtHips + s]);
    const Vec3& hip = trial.marks[kAtHips + s];
    trial.legs[s] = glm::length(hip - q.ankles[s]);
    trial.shanks[s] = leg_shape(rig.legs[s].links, hip, q.ankles[s], posture.world_from_pelvis.rotation).shank_lean;
  }
}

/// What must hold of a trial (both legs reach their flat feet and no ankle bends too far for that, the centre of mass
/// is over what carries, both arms reach their hands): how each property changes with the bends, and how much it lacks;
/// negative: it holds.
constexpr std::size_t kMostHolds = 7;
using Forces = std::array<double, kMostHolds>;
struct Holds {
  std::size_t count = 0, balance = kMostHolds;  // balance: which of them it is
  std::array<TrunkBends, kMostHolds> rows{};
  Forces lacks{}, gives{};  // gives: by its forces, m² per unit of the least squares
};

/// How much longer an arm would have to be, m; negative: it bends. Arms that are not near their length say so roughly.
double short_by(const FitRig& rig, const TrunkQuestion& q, const Trial& trial, std::size_t s) {
  const double longest = kJustInside * rig.arms[s].links.farthest - kArmSpare;
  const Vec3 place = math::inverse(trial.chest).point(q.hands[s]);
  const double roughly = glm::length(place - rig.shoulders[s]) - longest;
  return roughly < -kNearLength ? roughly : glm::length(place - shoulder_towards(rig, kSides[s], place)) - longest;
}

/// m that the trunk lets each arm stay short: all but a little. A hand that is farther away is elsewhere on a body that
/// differs from its user, which is no reason to bend.
std::array<double, 2> may_lack(const FitRig& rig, const TrunkQuestion& q, const Trial& trial) {
  return {std::max(0.0, short_by(rig, q, trial, 0) - kMostShort),
          std::max(0.0, short_by(rig, q, trial, 1) - kMostShort)};
}

/// How a bend changes a trial, per radian.
struct Slope {
  std::array<double, 2> legs, shanks, arms;
  Vec3 centre_of_mass;
};
using BendSlopes = std::array<Slope, kTrunkBends>;

void slopes_of(const FitRig& rig, const TrunkQuestion& q, const Trial& trial, Posture& posture, BendSlopes& slopes) {
  const std::array<double, 2> arms{short_by(rig, q, trial, 0), short_by(rig, q, trial, 1)};
  for (std::size_t k = 0; k < kTrunkBends; ++k) {
    Trial turned = trial;
    turned.bends[k] += kSlope;
    attempt_hung(rig, q, turned, posture);
    for (std::size_t s = 0; s < 2; ++s) {
      slopes[k].legs[s] = (turned.legs[s] - trial.legs[s]) / kSlope;
      slopes[k].shanks[s] = (turned.shanks[s] - trial.shanks[s]) / kSlope;
      slopes[k].arms[s] = arms[s] < -kNearLength ? 0.0 : (short_by(rig, q, turned, s) - arms[s]) / kSlope;
    }
    slopes[k].centre_of_mass = (turned.centre_of_mass - trial.centre_of_mass) / kSlope;
  }
}

/// The rows of a leg that stands on its whole sole. False: it cannot, its ball carries.
bool hold_leg(const FitRig& rig, const Trial& trial, const BendSlopes& slopes, std::size_t s, Holds& holds) {
  const double lacks = trial.legs[s] - rig.leg_length + kLegSpare;
  if (lacks > 2.0 * kTiptoe) return false;
  TrunkBends& leg = holds.rows[holds.count];
  for (std::size_t k = 0; k < kTrunkBends; ++k) leg[k] = slopes[k].legs[s];
  holds.lacks[holds.count++] = lacks * (1.0 - math::smooth_step((lacks - kTiptoe) / kTiptoe));
  const double leans = trial.shanks[s] - rig.shank_lean;
  if (leans > -kShankSight) {
    TrunkBends& shank = holds.rows[holds.count];
    for (std::size_t k = 0; k < kTrunkBends; ++k) shank[k] = kShankHold * slopes[k].shanks[s];
    holds.lacks[holds.count++] = kShankHold * std::min(leans, kShankSight);
  }
  return lacks <= kOnBall;
}

/// The rows of arms that are near their length, less what they may lack.
void hold_hands(const FitRig& rig, const TrunkQuestion& q, const Trial& trial, const std::array<double, 2>& may,
                const BendSlopes& slopes, Holds& holds) {
  for (std::size_t s = 0; s < 2; ++s) {
    const double lacks = q.help_hands ? short_by(rig, q, trial, s) - may[s] : -1.0;
    if (lacks < -kNearLength) continue;
    for (std::size_t k = 0; k < kTrunkBends; ++k) holds.rows[holds.count][k] = slopes[k].arms[s];
    holds.gives[holds.count] = kArmGives;
    holds.lacks[holds.count++] = lacks;
  }
}

Holds holds_of(const FitRig& rig, const TrunkQuestion& q, const Trial& trial, const std::array<double, 2>& may,
               const BendSlopes& slopes) {
  Holds holds;
  hold_hands(rig, q, trial, may, slopes, holds);
  std::array<FootContact, 2> feet;
  for (std::size_t s = 0; s < 2; ++s) {
    feet[s] = {foot_at(rig, q.soles[s], 0.0, 0.0), q.carry[s]};
    if (q.carry[s] == SoleContact::Whole && !hold_leg(rig, trial, slopes, s, holds))
      feet[s].contact = SoleContact::Ball;
  }
  if (feet[0].contact == SoleContact::None && feet[1].contact == SoleContact::None) return holds;
  const Balance balance =
      balance_of(support_polygon(rig.soles[0], feet[0], rig.soles[1], feet[1]), trial.centre_of_mass);
  for (std::size_t k = 0; k < kTrunkBends; ++k) {
    const Vec3& moves = slopes[k].centre_of_mass;
    holds.rows[holds.count][k] = balance.outward.x * moves.x + balance.outward.y * moves.z;
  }
  holds.balance = holds.count;
  holds.lacks[holds.count++] = q.hold_weight * std::min(kSpare - balance.margin, kMostOff);
  return holds;
}

/// Solves the rows that are `in` of a symmetric, positive system; the others are 0.
Forces solve_some(std::array<Forces, kMostHolds> m, Forces x, const std::array<bool, kMostHolds>& in) {
  for (std::size_t i = 0; i < kMostHolds; ++i) {
    if (in[i]) continue;
    for (std::size_t j = 0; j < kMostHolds; ++j) m[i][j] = m[j][i] = 0.0;
    m[i][i] = 1.0, x[i] = 0.0;
  }
  for (std::size_t i = 0; i < kMostHolds; ++i) {
    for (std::size_t j = i + 1; j < kMostHolds; ++j) {
      const double share = m[j][i] / m[i][i];
      for (std::size_t k = i; k < kMostHolds; ++k) m[j][k] -= share * m[i][k];
      x[j] -= share * x[i];
    }
  }
  for (std::size_t i = kMostHolds; i-- > 0;) {
    for (std::size_t j = i + 1; j < kMostHolds; ++j) x[i] -= m[i][j] * x[j];
    x[i] /= m[i][i];
  }
  return x;
}

/// Of all changes of the bends `from` with which the properties hold, to first order, the one that the least squares
/// mind least. The properties are those of the bends `now`.
TrunkBends least_change(const Holds& holds, const TrunkBends& from, const TrunkBends& now, const DampedNormal& normal) {
  std::array<TrunkBends, kMostHolds> answers{};
  std::array<Forces, kMostHolds> m{};
  Forces lacks = holds.lacks, forces{};
  std::array<bool, kMostHolds> in{};
  for (std::size_t i = 0; i < holds.count; ++i) {
    answers[i] = normal.solve(holds.rows[i]);
    for (std::size_t j = 0; j < holds.count; ++j) {
      for (std::size_t k = 0; k < normal.count; ++k) m[i][j] += answers[i][k] * holds.rows[j][k];
    }
    m[i][i] += kHoldDamping + holds.gives[i];
    for (std::size_t k = 0; k < normal.count; ++k) lacks[i] += holds.rows[i][k] * (from[k] - now[k]);
    in[i] = lacks[i] > 0.0;
  }
  // A property that would have to be pulled to is not touched.
  for (std::size_t round = 0; round < kMostHolds; ++round) {
    forces = solve_some(m, lacks, in);
    for (std::size_t i = 0; i < holds.count; ++i) in[i] = in[i] && forces[i] >= 0.0;
  }
  TrunkBends change{};
  for (std::size_t i = 0; i < holds.count; ++i) {
    for (std::size_t k = 0; k < normal.count; ++k) change[k] -= std::max(0.0, forces[i]) * answers[i][k];
  }
  return change;
}

/// How much of what must hold a trial lacks, squared; balance counts most.
double lacking(const Holds& holds) {
  double sum = 0.0;
  for (std::size_t i = 0; i < holds.count; ++i) {
    const double lacks = std::max(0.0, holds.lacks[i]);
    sum += (i == holds.balance ? kBalanceCounts : 1.0) * lacks * lacks;
  }
  return sum;
}

bool is_small(const TrunkBends& change) {
  return std::ranges::all_of(change, [](double by) { return std::abs(by) < 1e-5; });
}

/// What the bends `soft` must change by for everything to hold: towards the nearest posture that does, from the change
/// of the last tick. A step that makes it worse is halved, and the best that was met counts.
TrunkBends change_to_hold(const FitRig& rig, const TrunkQuestion& q, const TrunkBends& soft, TrunkBends change,
                          const DampedNormal& normal, Posture& posture) {
  const Range range = range_of(q);
  BendSlopes slopes{};
  const TrunkBends before = change;
  TrunkBends best = change;
  double least = 0.0, least_before = 0.0;
  Trial found;
  found.bends = soft;
  attempt_hung(rig, q, found, posture);
  const std::array<double, 2> may = may_lack(rig, q, found);
  for (int round = 0; round <= kHoldRounds; ++round) {
    Trial trial;
    for (std::size_t k = 0; k < kTrunkBends; ++k) {
      trial.bends[k] = math::clamp(soft[k] + change[k], range.least[k], range.most[k]);
    }
    attempt_hung(rig, q, trial, posture);
    const double lacks = lacking(holds_of(rig, q, trial, may, slopes));
    if (round == 0 && lacks == 0.0 && is_small(change)) return {};
    if (round > 1 && lacks > least + 1e-8) {
      for (std::size_t k = 0; k < kTrunkBends; ++k) change[k] = 0.5 * (change[k] + best[k]);
      continue;
    }
    if (round == 0) least_before = lacks;
    best = change;
    least = lacks;
    if (round == kHoldRounds || (round > 0 && lacks < kSettled)) break;
    slopes_of(rig, q, trial, posture, slopes);
    const Holds holds = holds_of(rig, q, trial, may, slopes);
    const TrunkBends to = least_change(holds, round == 0 ? soft : trial.bends, trial.bends, normal);
    for (std::size_t k = 0; k < kTrunkBends; ++k) {
      const double last = round == 0 ? change[k] : trial.bends[k] - soft[k];
      const double by = round == 0 ? kTowards * (math::clamp(to[k], -kMostHeld, kMostHeld) - last) : to[k];
      change[k] = last + math::clamp(by, -kHoldStep, kHoldStep);
    }
  }
  // What contradicts itself is left as it is: trying afresh each tick it would never come to rest.
  return least > std::max(least_before, kSettled) ? before : best;
}

/// The bends as they are found, less lag, with what balance and heels ask for.
TrunkBends held_bends(const FitRig& rig, const TrunkQuestion& q, const std::optional<DampedNormal>& normal, bool first,
                      double dt, FitTrunk& trunk, Posture& posture) {
  const TrunkBends soft = trunk.bends();
  TrunkBends bends = soft, change{};
  for (std::size_t k = 0; k < kTrunkBends; ++k) change[k] = trunk.held[k].value;
  change = q.hold > 0.0 ? change_to_hold(rig, q, soft, change, *normal, posture) : TrunkBends{};
  for (double& by : change) by *= q.hold;
  const Range range = range_of(q);
  for (std::size_t k = 0; k < kTrunkBends; ++k) {
    if (first) trunk.held[k].set(change[k]);
    trunk.held[k].follow(change[k], dt, kHeldSeconds);
    bends[k] = math::clamp(bends[k] + trunk.held[k].value, range.least[k], range.most[k]);
  }
  return bends;
}

}  // namespace

void solve_trunk(const FitRig& rig, const TrunkQuestion& q, double dt, FitTrunk& trunk, Posture& posture) {
  Trial trial;
  trial.bends = trunk.started ? trunk.bends() : TrunkBends{0.0, 0.0, q.twist};
  if (q.prior <= 0.0) trial.bends[3] = trial.bends[4] = trial.bends[5] = 0.0;
  const bool first = !trunk.started;
  const int steps = first ? 6 * kSteps : kSteps;
  std::optional<DampedNormal> normal;
  // Without a prior's say, rules alone: the same as for a rig without one.
  const bool told = rig.prior && (q.prior > 0.0 || q.hold > 0.0);
  const Vec3 moved =
      told ? search_as_told(rig, q, steps, trial, posture, normal) : search(rig, q, steps, trial, posture);
  const std::array<Follower*, kTrunkBends> followers{&trunk.pitch,     &trunk.roll,      &trunk.twist,
                                                     &trunk.pelvis[0], &trunk.pelvis[1], &trunk.pelvis[2]};
  const double seconds = rig.prior ? kFollowSeconds + q.prior * (kFollowPriorSeconds - kFollowSeconds) : kFollowSeconds;
  for (std::size_t k = 0; k < (rig.prior ? kTrunkBends : 3); ++k) {
    if (!trunk.started) followers[k]->set(trial.bends[k]);
    followers[k]->follow(trial.bends[k], dt, k < 3 ? seconds : kFollowPriorSeconds);
  }
  trunk.started = 1;
  trunk.shifted_x.follow(moved.x, dt, kFollowSeconds);
  trunk.shifted_z.follow(moved.z, dt, kFollowSeconds);
  const TrunkBends bends = rig.prior ? held_bends(rig, q, normal, first, dt, trunk, posture) : trunk.bends();
  hang_on_head(rig, q.world_from_head, bend(rig, q, bends, posture), posture);
  keep_hips_up(rig, q, trunk, posture);
}

}  // namespace fh::human
