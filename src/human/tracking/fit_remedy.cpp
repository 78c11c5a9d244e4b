// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/fit_remedy.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "human/body/reflect.h"
#include "human/body/shoulder.h"
#include "human/tracking/fit_reach.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Pose;
using math::Vec2;
using math::Vec3;

// Unknowns: place of the pelvis, inclination (forward, right, to the left), and the step of the feet.
constexpr std::size_t kUnknowns = 8, kStepX = 6;
using Unknowns = std::array<double, kUnknowns>;
constexpr std::size_t kRows = 8;  // hand's place, balance, and of both legs: stretch, place, turn

constexpr int kRounds = 24;            // of a search
constexpr int kExactArms = 2;          // arms at a limit that a search may look for: they are dear
constexpr double kPelvisTurns = 0.35;  // of the twist; the spine has the rest
constexpr double kPelvisBows = 0.5;    // of pitch and roll (lumbo-pelvic rhythm)
constexpr Vec3 kLeastBend{-0.35, -0.6, -1.0}, kMostBend{1.7, 0.6, 1.0};
constexpr double kHandRow = 0.01, kLegRow = 0.01, kTurnRow = 0.08, kBalanceRow = 0.01;  // what one unit is: m, rad
constexpr double kInside = 0.003;  // m: what is aimed at lies so far inside of what is allowed
constexpr double kNearly = 0.03;   // m: nearer to a bound it has a say, so that a step does not go over it
constexpr double kDamping = 0.02;
constexpr double kSlopeStep = 1e-4;
constexpr double kStepShort = 0.6;  // of an arm: how far before what is wanted a body that steps begins to search
constexpr double kTallest = 0.1;    // m of standing on the toes and raising the shoulder

/// A body that stands on given feet.
struct Stance {
  std::array<Pose, 2> feet;
  SupportPolygon support;
};

Stance stance_on(const FitRig& rig, const std::array<FootPlace, 2>& places, bool on_balls) {
  Stance stance;
  std::array<FootContact, 2> contacts;
  for (std::size_t s = 0; s < 2; ++s) {
    stance.feet[s] = foot_at(rig, places[s], on_balls ? kRemedyHeelUp : 0.0, 0.0);
    contacts[s] = {stance.feet[s], on_balls ? SoleContact::Ball : SoleContact::Whole};
  }
  stance.support = support_polygon(rig.soles[0], contacts[0], rig.soles[1], contacts[1]);
  return stance;
}

struct LegMiss {
  double stretch = 0.0;            // m the hip is farther from the ankle than the leg is long, negative: nearer
  double off = 0.0, turned = 0.0;  // m, rad: of the foot
  Vec3 away{0.0};                  // unit, ankle to hip
};

struct ReachGap {
  double stretch = 0.0;  // m the wrist is wanted farther away than the arm brings it, negative: nearer
  double off = 0.0;      // m: where the wrist comes to
  Vec3 towards{0.0};     // unit: where the shoulder should go
  Vec3 shoulder{0.0};    // m, world
};

/// One posture of the search and what it lacks.
struct ReachTrial {
  Posture posture;
  Frames<double> frames;
  ReachGap hand;
  std::array<LegMiss, 2> legs;
  Balance balance;
  int exact_left = kExactArms;
};

Pose pelvis_of(const RemedyQuestion& q, const Unknowns& u) {
  const double yaw = q.yaw + kPelvisTurns * u[5];
  return {math::from_axis_angle(math::kUp, yaw) * math::from_axis_angle({-1.0, 0.0, 0.0}, kPelvisBows * u[3]) *
              math::from_axis_angle({0.0, 0.0, -1.0}, kPelvisBows * u[4]),
          {u[0], u[1], u[2]}};
}

Vec3 spine_totals(const Unknowns& u) {
  return {(1.0 - kPelvisBows) * u[3], (1.0 - kPelvisBows) * u[4], (1.0 - kPelvisTurns) * u[5]};
}

LegMiss stand(const FitRig& rig, std::size_t s, const Pose& pelvis, const Pose& foot, Posture* posture) {
  const LegSolution leg = solve_leg(rig.legs[s], pelvis, foot);
  if (posture) set_leg(*posture, kSides[s], leg);
  const Vec3 hip = pelvis.point(rig.body->skeleton.offsets[index_of(on_side(Joint::RightThigh, kSides[s]))]);
  const double length = glm::length(hip - foot.position), longest = kJustInside * rig.legs[s].links.farthest;
  return {length - longest, leg.gap, leg.turn_gap, math::normalized_or(hip - foot.position, math::kUp)};
}

/// Sets the arm of a trial and says what it lacks. Bent arms are solved for; a place that is too far has the arm
/// stretched towards it, which takes no search.
void attempt_arm(const FitRig& rig, const RemedyQuestion& q, const Pose& chest, const Pose& wanted, ReachTrial& trial) {
  const Arm& arm = rig.arms[index_of(q.side)];
  const Vec3 place = math::inverse(chest).point(wanted.position);
  const Vec3 shoulder = shoulder_towards(rig, q.side, place);
  const double distance = glm::length(place - shoulder), farthest = kJustInside * arm.links.farthest;
  ReachGap& hand = trial.hand;
  hand.shoulder = chest.point(shoulder);
  hand.stretch = distance - farthest;
  Vec3 missing = place - shoulder;
  if (hand.stretch <= 0.0 && trial.exact_left > 0) {
    const ArmSolution solution = solve_arm(arm, chest, wanted, {});
    if (solution.status != LimbStatus::Reached) --trial.exact_left;
    set_arm(trial.posture, q.side, solution);
    hand.off = solution.gap;
    if (hand.off > kRemedyHandOff)
      missing = place - math::inverse(chest).point(hand_pose(arm, chest, solution).position);
  } else {
    Vec3 direction = math::normalized_or(place - shoulder, {0.0, -1.0, 0.0});
    const bool left = q.side == Side::Left;
    const Vec3 right = left ? reflected(direction) : direction;
    if (inside_reach(right) < 0.0) direction = left ? reflected(nearest_on_reach(right)) : nearest_on_reach(right);
    set_arm(trial.posture, q.side, straight_arm(rig, q.side, direction));
    missing -= farthest * direction;
    hand.off = glm::length(missing);
  }
  hand.towards = math::rotate(chest.rotation, math::normalized_or(missing, {0.0, -1.0, 0.0}));
  if (hand.off > hand.stretch + kRemedyHandOff) hand.stretch = hand.off;  // a limit keeps it away, not its length
}

void attempt_reach(const FitRig& rig, const RemedyQuestion& q, const Stance& stance, const Unknowns& u,
                   ReachTrial& trial) {
  const Pose pelvis = pelvis_of(q, u);
  trial.posture.world_from_pelvis = pelvis;
  set_spine(trial.posture, rig.spine.shape(spine_totals(u)));
  for (std::size_t s = 0; s < 2; ++s) trial.legs[s] = stand(rig, s, pelvis, stance.feet[s], &trial.posture);
  Pose chest = pelvis;
  for (std::size_t i = kSpine.first; i <= index_of(Joint::T2); ++i) {
    chest = chest * Pose{trial.posture.rotations[i], rig.body->skeleton.offsets[i]};
  }
  Pose wanted = q.wanted;
  wanted.position -= Vec3(u[kStepX], 0.0, u[kStepX + 1]);
  attempt_arm(rig, q, chest, wanted, trial);
  forward_kinematics(rig.body->skeleton, trial.posture, trial.frames);
  trial.balance = balance_of(stance.support, centre_of_mass(rig.body->masses, trial.frames, q.loads));
}

bool does_it(const ReachTrial& trial) {
  if (trial.hand.off > kRemedyHandOff) return false;
  for (const LegMiss& leg : trial.legs) {
    if (leg.off > kRemedyFootOff || leg.turned > 10.0 * kRemedyFootOff) return false;
  }
  return trial.balance.margin >= 0.0;
}

/// What is beyond its bound, in units of its row.
std::array<double, kRows> values_of(const ReachTrial& trial) {
  std::array<double, kRows> values{std::max(0.0, trial.hand.stretch + kInside) / kHandRow,
                                   std::max(0.0, kInside - trial.balance.margin) / kBalanceRow};
  for (std::size_t s = 0; s < 2; ++s) {
    const LegMiss& leg = trial.legs[s];
    values[2 + 3 * s] = std::max(0.0, leg.stretch) / kLegRow;
    values[3 + 3 * s] = leg.stretch > 0.0 ? 0.0 : leg.off / kLegRow;
    values[4 + 3 * s] = leg.turned / kTurnRow;
  }
  return values;
}

/// How the centre of mass and the chest move per unit of each unknown.
struct Slopes {
  std::array<Vec3, kUnknowns> centre{}, chest{}, chest_turn{};  // m, m, rad
  std::array<Vec3, 3> pelvis_turn{};                            // rad, of the inclination
};

Slopes slopes_of(const FitRig& rig, const RemedyQuestion& q, const Unknowns& u, const ReachTrial& trial) {
  std::array<Vec3, kDofCount> axes, centre{}, chest;
  dof_axes(trial.frames, axes);
  com_jacobian(rig.body->masses, trial.frames, axes, centre, q.loads);
  point_jacobian(trial.frames, axes, Joint::T2, trial.frames.position(Joint::T2), chest);
  Slopes slopes;
  // Feet stay: of the legs about the upper two thirds go along with the pelvis.
  const double along = 1.0 - 0.36 * 2.0 * rig.leg_mass / rig.body->masses.total;
  for (std::size_t k = 0; k < 3; ++k) {
    slopes.chest[k][static_cast<int>(k)] = 1.0;
    slopes.centre[k][static_cast<int>(k)] = along;
  }
  constexpr double kBend = 1e-3;
  const SpineShape now = rig.spine.shape(spine_totals(u)), then = rig.spine.shape(spine_totals(u) + Vec3(kBend));
  const Vec3 spine_part(1.0 - kPelvisBows, 1.0 - kPelvisBows, 1.0 - kPelvisTurns);
  const Vec3 pelvis_part(kPelvisBows, kPelvisBows, kPelvisTurns);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int a = static_cast<int>(axis);
    const auto add = [&](std::size_t dof, double share) {
      slopes.centre[3 + axis] += share * centre[dof];
      slopes.chest[3 + axis] += share * chest[dof];
      slopes.chest_turn[3 + axis] += share * axes[dof];
    };
    for (std::size_t i = 0; i < kVertebraCount; ++i) {
      add(info(joint_at(kSpine.first + i)).first_dof + axis,
          spine_part[a] * (then.angles[i][a] - now.angles[i][a]) / kBend);
    }
    slopes.pelvis_turn[axis] = pelvis_part[a] * axes[info(Joint::L5).first_dof + axis];
    // The pelvis turns about nearly the same point as the lowest vertebra.
    add(info(Joint::L5).first_dof + axis, pelvis_part[a]);
  }
  return slopes;
}

struct ReachRows {
  std::array<double, kRows> value{};
  std::array<Unknowns, kRows> slope{};
};

/// The slopes of a leg's place and turn where a limit of its joints is in the way.
void leg_rows(const FitRig& rig, const RemedyQuestion& q, const Stance& stance, const Unknowns& u,
              const ReachTrial& trial, std::size_t s, ReachRows& rows) {
  const LegMiss& leg = trial.legs[s];
  if (rows.value[3 + 3 * s] == 0.0 && rows.value[4 + 3 * s] == 0.0) return;
  for (std::size_t k = 0; k < kStepX; ++k) {
    Unknowns moved = u;
    moved[k] += kSlopeStep;
    const LegMiss then = stand(rig, s, pelvis_of(q, moved), stance.feet[s], nullptr);
    if (leg.stretch <= 0.0) rows.slope[3 + 3 * s][k] = (then.off - leg.off) / (kSlopeStep * kLegRow);
    rows.slope[4 + 3 * s][k] = (then.turned - leg.turned) / (kSlopeStep * kTurnRow);
  }
}

ReachRows rows_of(const FitRig& rig, const RemedyQuestion& q, const Stance& stance, const Unknowns& u, bool may_step,
                  const ReachTrial& trial) {
  ReachRows rows;
  rows.value = values_of(trial);
  const Slopes slopes = slopes_of(rig, q, u, trial);
  if (trial.hand.stretch > -kNearly) {
    // The shoulder goes along with the chest, or what is wanted comes nearer by a step.
    const Vec3 towards = trial.hand.towards, arm = trial.hand.shoulder - trial.frames.position(Joint::T2);
    for (std::size_t k = 0; k < kStepX; ++k) {
      const Vec3 moves = slopes.chest[k] + glm::cross(slopes.chest_turn[k], arm);
      rows.slope[0][k] = -glm::dot(towards, moves) / kHandRow;
    }
    if (may_step) {
      rows.slope[0][kStepX] = -towards.x / kHandRow;
      rows.slope[0][kStepX + 1] = -towards.z / kHandRow;
    }
  }
  if (trial.balance.margin < kNearly) {
    const Vec3 outward(trial.balance.outward.x, 0.0, trial.balance.outward.y);
    for (std::size_t k = 0; k < kStepX; ++k) rows.slope[1][k] = glm::dot(outward, slopes.centre[k]) / kBalanceRow;
  }
  for (std::size_t s = 0; s < 2; ++s) {
    if (trial.legs[s].stretch > -kNearly) {
      const Vec3 hip = trial.frames.position(on_side(Joint::RightThigh, kSides[s]));
      for (std::size_t k = 0; k < kStepX; ++k) {
        const Vec3 moves =
            k < 3 ? slopes.chest[k] : glm::cross(slopes.pelvis_turn[k - 3], hip - trial.frames.position(Joint::Pelvis));
        rows.slope[2 + 3 * s][k] = glm::dot(trial.legs[s].away, moves) / kLegRow;
      }
    }
    leg_rows(rig, q, stance, u, trial, s, rows);
  }
  return rows;
}

double cost_of(const ReachTrial& trial) {
  double sum = 0.0;
  for (const double value : values_of(trial)) sum += value * value;
  return sum;
}

/// (JᵀJ + damping) x = -Jᵀr, by Cholesky.
Unknowns damped_step(const ReachRows& rows, double damping) {
  std::array<Unknowns, kUnknowns> m{};
  Unknowns x{};
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    for (std::size_t r = 0; r < kRows; ++r) x[i] -= rows.slope[r][i] * rows.value[r];
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t r = 0; r < kRows; ++r) m[i][j] += rows.slope[r][i] * rows.slope[r][j];
    }
    // Metres and radians of one size: a decimetre of the pelvis is as dear as a tenth of a radian of the trunk.
    m[i][i] += damping * 1e4 + 1e-9;
  }
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = m[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= m[i][k] * m[j][k];
      m[i][j] = i == j ? math::sqrt(std::max(sum, 1e-12)) : sum / m[j][j];
    }
  }
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= m[i][k] * x[k];
    x[i] /= m[i][i];
  }
  for (std::size_t i = kUnknowns; i-- > 0;) {
    for (std::size_t k = i + 1; k < kUnknowns; ++k) x[i] -= m[k][i] * x[k];
    x[i] /= m[i][i];
  }
  return x;
}

/// Levenberg and Marquardt's way from one start.
bool search_from(const FitRig& rig, const RemedyQuestion& q, const Stance& stance, bool may_step, Unknowns& u,
                 ReachTrial& trial) {
  attempt_reach(rig, q, stance, u, trial);
  double cost = cost_of(trial), damping = kDamping;
  for (int round = 0; round < kRounds; ++round) {
    if (does_it(trial)) return true;
    const Unknowns step = damped_step(rows_of(rig, q, stance, u, may_step, trial), damping);
    Unknowns next = u;
    for (std::size_t k = 0; k < kUnknowns; ++k) next[k] += math::clamp(step[k], -0.25, 0.25);
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = static_cast<int>(k);
      next[3 + k] = math::clamp(next[3 + k], kLeastBend[a], kMostBend[a]);
    }
    ReachTrial then = trial;  // the other arm, the head, and what is left of the exact arms
    attempt_reach(rig, q, stance, next, then);
    const double better = cost_of(then);
    if (better < cost || does_it(then)) {
      if (better > 0.9995 * cost && !does_it(then)) return false;  // at rest
      u = next;
      trial = then;
      cost = better;
      damping = std::max(1e-6, 0.3 * damping);
    } else {
      damping *= 6.0;
      if (damping > 1e3) return false;
    }
  }
  return does_it(trial);
}

double floor_of(const RemedyQuestion& q) {
  return 0.5 * (q.feet[0].position.y + q.feet[1].position.y);
}

double standing_hips(const FitRig& rig, const RemedyQuestion& q) {
  return floor_of(q) + rig.ankle_height + rig.leg_length - 0.01;
}

struct Start {
  double sink, bow;  // m the pelvis is lower, rad the trunk is bowed
  bool on_balls;
};
// For what is above the hips: as it is, bowed, on the balls of the feet. For what is below: bowed, in a crouch, in a
// deep one with the heels up.
constexpr std::array<Start, 3> kHigh = {{{0.0, 0.0, false}, {0.05, 0.7, false}, {0.0, 0.0, true}}};
constexpr std::array<Start, 3> kLow = {{{0.05, 1.0, false}, {0.3, 0.7, false}, {0.5, 0.9, true}}};

/// From feet that stand where `q` says, or that may step from there.
bool find_posture(const FitRig& rig, const RemedyQuestion& q, const Start& start, bool may_step, Remedy& remedy) {
  const Stance stance = stance_on(rig, q.feet, start.on_balls);
  Unknowns u{q.pelvis.x, standing_hips(rig, q) - start.sink, q.pelvis.z, start.bow, 0.0, 0.0, 0.0, 0.0};
  ReachTrial trial;
  trial.posture = q.posture;
  if (!search_from(rig, q, stance, may_step, u, trial)) return false;
  const Vec3 step(u[kStepX], 0.0, u[kStepX + 1]);
  remedy.way = may_step ? GapRemedy::Step : GapRemedy::Lean;
  remedy.on_balls = start.on_balls;
  remedy.posture = trial.posture;
  remedy.posture.world_from_pelvis.position += step;
  remedy.feet = q.feet;
  for (FootPlace& foot : remedy.feet) foot.position += step;
  return true;
}

/// The same question to a body that has stepped in front of what is wanted and faces it.
RemedyQuestion stepped(const FitRig& rig, const RemedyQuestion& q) {
  RemedyQuestion there = q;
  const Vec3 way = q.wanted.position - q.pelvis;
  if (way.x * way.x + way.z * way.z > 0.04) there.yaw = math::atan2(-way.x, -way.z);
  const math::Quat facing = math::from_axis_angle(math::kUp, there.yaw);
  const double beside = q.side == Side::Left ? -rig.stance_half : rig.stance_half;
  const Vec3 spot = q.wanted.position - math::rotate(facing, {beside, 0.0, -kStepShort * rig.arm_length});
  there.pelvis = {spot.x, q.pelvis.y, spot.z};
  for (const Side side : kSides) {
    FootPlace& foot = there.feet[index_of(side)];
    foot = stance_place(rig, side, there.pelvis, there.yaw);
    foot.position.y = floor_of(q);
  }
  return there;
}

/// Farther from where the feet are than leg, trunk and arm are long together.
bool too_far_to_lean(const FitRig& rig, const RemedyQuestion& q) {
  const Vec3 ankle = 0.5 * (q.feet[0].position + q.feet[1].position) + Vec3(0.0, rig.ankle_height, 0.0);
  return glm::length(q.wanted.position - ankle) > rig.head_height + rig.arm_length + kTallest;
}

}  // namespace

bool try_remedy(const FitRig& rig, const RemedyQuestion& q, int attempt, Remedy& remedy) {
  FH_ASSERT(attempt >= 0 && attempt < kRemedyAttempts, "no such attempt");
  remedy.way = GapRemedy::Neither;
  // Nobody is taller than that on the toes with the arm up, nor reaches through the floor.
  const double height = q.wanted.position.y - floor_of(q);
  if (height > rig.head_height + rig.arm_length + kTallest || height < -0.02) return true;
  const auto& starts = q.wanted.position.y > standing_hips(rig, q) ? kHigh : kLow;
  const Start& start = starts[static_cast<std::size_t>(attempt) % starts.size()];
  const bool may_step = attempt >= static_cast<int>(starts.size());
  if (!may_step && too_far_to_lean(rig, q)) return false;
  if (find_posture(rig, may_step ? stepped(rig, q) : q, start, may_step, remedy)) return true;
  return attempt + 1 == kRemedyAttempts;
}

}  // namespace fh::human
